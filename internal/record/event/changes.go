package event

import (
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Changes are a record before and after a change. In JSON they are the fields that differ:
// {"name": {"old": "Bank", "new": "HDFC"}}.
type Changes[T any] struct {
	Before, After T
	Told          []string // fields that are told also when they are the same, by their names in JSON
}

// FromTo is Changes with other words: {"floor": {"from": "1", "to": "2"}}.
type FromTo[T any] struct{ Before, After T }

// Some are some fields of a record; a T without the others.
type Some[T any] struct {
	Record T
	Fields []string // by their names in JSON
}

// None reports whether nothing differs.
func (c Changes[T]) None() bool { return len(c.Fields()) == 0 }

// Fields are the names of the fields that differ, as JSON has them.
func (c Changes[T]) Fields() []string { return differing(c.Before, c.After, c.Told) }

// Halves are the fields that differ, as they were and as they are now.
func (c Changes[T]) Halves() (from, to Some[T]) {
	fields := c.Fields()
	return Some[T]{c.Before, fields}, Some[T]{c.After, fields}
}

// MarshalJSON writes what differs.
func (c Changes[T]) MarshalJSON() ([]byte, error) {
	return pairs(c.Before, c.After, c.Fields(), "old", "new")
}

// MarshalJSON writes what differs.
func (c FromTo[T]) MarshalJSON() ([]byte, error) {
	return pairs(c.Before, c.After, differing(c.Before, c.After, nil), "from", "to")
}

// MarshalJSON writes these fields.
func (s Some[T]) MarshalJSON() ([]byte, error) {
	value, all := reflect.ValueOf(s.Record), map[string]any{}
	for i, name := range names(value.Type()) {
		if slices.Contains(s.Fields, name) {
			all[name] = value.Field(i).Interface()
		}
	}
	return json.Marshal(all)
}

// InJSON describes the type to the API's document.
func (Changes[T]) InJSON() (like any, tags string) { return pairedLike[T]("old", "new"), "" }

// InJSON describes the type to the API's document.
func (FromTo[T]) InJSON() (like any, tags string) { return pairedLike[T]("from", "to"), "" }

// InJSON describes the type to the API's document: any field may be missing.
func (Some[T]) InJSON() (like any, tags string) {
	record := reflect.TypeFor[T]()
	fields := make([]reflect.StructField, record.NumField())
	for i, name := range names(record) {
		fields[i] = record.Field(i)
		fields[i].Tag = reflect.StructTag(`json:"` + name + `,omitempty" ` + besidesName(record.Field(i).Tag))
	}
	return reflect.Zero(reflect.StructOf(fields)).Interface(), ""
}

// names are the JSON names of a struct's fields, in their order.
func names(record reflect.Type) []string {
	list := make([]string, record.NumField())
	for i := range list {
		list[i], _, _ = strings.Cut(record.Field(i).Tag.Get("json"), ",")
	}
	return list
}

func differing[T any](before, after T, told []string) []string {
	old, now, list := reflect.ValueOf(before), reflect.ValueOf(after), []string{}
	for i, name := range names(old.Type()) {
		same := reflect.DeepEqual(old.Field(i).Interface(), now.Field(i).Interface())
		if !same || slices.Contains(told, name) {
			list = append(list, name)
		}
	}
	return list
}

func pairs[T any](before, after T, fields []string, old, now string) ([]byte, error) {
	was, is, all := reflect.ValueOf(before), reflect.ValueOf(after), map[string]map[string]any{}
	for i, name := range names(was.Type()) {
		if slices.Contains(fields, name) {
			all[name] = map[string]any{old: was.Field(i).Interface(), now: is.Field(i).Interface()}
		}
	}
	return json.Marshal(all)
}

// pairedLike is a struct whose fields are those of T, each as a pair of what it was and what it is; any may be missing.
func pairedLike[T any](old, now string) any {
	record := reflect.TypeFor[T]()
	fields := make([]reflect.StructField, record.NumField())
	for i, name := range names(record) {
		of, others := record.Field(i), besidesDoc(besidesName(record.Field(i).Tag))
		half := func(field, name, doc string) reflect.StructField {
			return reflect.StructField{Name: field, Type: of.Type,
				Tag: reflect.StructTag(`json:"` + name + `" doc:"` + doc + `" ` + others)}
		}
		fields[i] = reflect.StructField{Name: of.Name,
			Type: reflect.StructOf([]reflect.StructField{half("Before", old, "Before"), half("Now", now, "Now")}),
			Tag:  reflect.StructTag(`json:"` + name + `,omitempty" doc:` + strconv.Quote(of.Tag.Get("doc")))}
	}
	return reflect.Zero(reflect.StructOf(fields)).Interface()
}

var (
	nameTag = regexp.MustCompile(`json:"[^"]*" ?`)
	docTag  = regexp.MustCompile(`doc:"(?:[^"\\]|\\.)*" ?`)
)

func besidesName(tag reflect.StructTag) string { return nameTag.ReplaceAllString(string(tag), "") }

func besidesDoc(tags string) string { return docTag.ReplaceAllString(tags, "") }
