package event

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
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

// Schema describes the type in the OpenAPI document.
func (Changes[T]) Schema(r huma.Registry) *huma.Schema { return pairSchema[T](r, "old", "new") }

// Schema describes the type in the OpenAPI document.
func (FromTo[T]) Schema(r huma.Registry) *huma.Schema { return pairSchema[T](r, "from", "to") }

// Schema describes the type in the OpenAPI document.
func (Some[T]) Schema(r huma.Registry) *huma.Schema {
	s := huma.SchemaFromType(r, reflect.TypeFor[T]())
	s.Required = nil
	return s
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

func pairSchema[T any](r huma.Registry, old, now string) *huma.Schema {
	s := huma.SchemaFromType(r, reflect.TypeFor[T]())
	s.Required = nil
	for name, property := range s.Properties {
		before, after := *property, *property
		before.Description, after.Description = "Before", "Now"
		s.Properties[name] = &huma.Schema{Type: huma.TypeObject, Description: property.Description,
			Properties: map[string]*huma.Schema{old: &before, now: &after}, Required: []string{old, now}}
	}
	return s
}
