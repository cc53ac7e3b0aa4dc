package openapi

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"unicode"

	"github.com/danielgtaylor/huma/v2"
)

// described is a type whose values are written in JSON as those of another type are, with what the tags of a field say
// of them. struct{}{} stands for an object of any members.
type described interface {
	InJSON() (like any, tags string)
}

// schemas are those of the types in requests and answers, each once. They are named by package and type, because
// several packages have a type View; a type without a name is named after the operation that is being described.
type schemas struct {
	operation string
	named     map[string]*huma.Schema
	types     map[string]reflect.Type
	telling   []*huma.Schema // of values that are the details of an event: their tags say events:"any"
}

func newSchemas() *schemas {
	return &schemas{named: map[string]*huma.Schema{}, types: map[string]reflect.Type{}}
}

const schemaPath = "#/components/schemas/"

// Schema is the schema of a type, or a reference to it; huma asks for those of fields and items in turn.
func (s *schemas) Schema(t reflect.Type, asReference bool, hint string) *huma.Schema {
	given := t
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t.Implements(reflect.TypeFor[described]()):
		return describe(s, t)
	case t == reflect.TypeFor[struct{}]():
		return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true}
	case t.Kind() != reflect.Struct || isOneValue(reflect.PointerTo(t)):
		return huma.SchemaFromType(s, given)
	}
	name := s.name(t, hint)
	if s.types[name] == nil {
		s.types[name], s.named[name] = t, &huma.Schema{} // the type may hold itself
		s.named[name] = huma.SchemaFromType(s, t)
		s.named[name].AdditionalProperties = true // clients send whole records back
	}
	if s.types[name] != t {
		panic(fmt.Errorf("both %v and %v are named %s", s.types[name], t, name))
	}
	if asReference {
		return &huma.Schema{Ref: schemaPath + name}
	}
	return s.named[name]
}

// isOneValue tells whether huma knows better than by its fields how values of the type are written.
func isOneValue(t reflect.Type) bool {
	return t.Implements(reflect.TypeFor[huma.SchemaProvider]()) ||
		t.Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

// describe makes the schema of a type that describes itself.
func describe(registry huma.Registry, t reflect.Type) *huma.Schema {
	like, tags := reflect.Zero(t).Interface().(described).InJSON()
	field := reflect.StructField{Name: t.Name(), Type: reflect.TypeOf(like), Tag: reflect.StructTag(tags)}
	schema := huma.SchemaFromField(registry, field, "")
	schema.Format = field.Tag.Get("format") // Go's width of a number is none of JSON's
	schema.Nullable = false
	if all, ok := registry.(*schemas); ok && field.Tag.Get("events") != "" {
		all.telling = append(all.telling, schema)
	}
	return schema
}

// SchemaFromRef is the schema that a reference names.
func (s *schemas) SchemaFromRef(ref string) *huma.Schema {
	return s.named[strings.TrimPrefix(ref, schemaPath)]
}

// TypeFromRef is the type whose schema a reference names.
func (s *schemas) TypeFromRef(ref string) reflect.Type {
	return s.types[strings.TrimPrefix(ref, schemaPath)]
}

// Map is the schemas by their names.
func (s *schemas) Map() map[string]*huma.Schema { return s.named }

// RegisterTypeAlias is there for huma.Registry: no type has another's schema.
func (s *schemas) RegisterTypeAlias(reflect.Type, reflect.Type) { panic("types describe themselves") }

// MarshalJSON writes the schemas by their names.
func (s *schemas) MarshalJSON() ([]byte, error) { return json.Marshal(s.named) }

func (s *schemas) name(t reflect.Type, hint string) string {
	if t.Name() == "" {
		return camel(s.operation) + title(hint)
	}
	return schemaName(t.PkgPath() + "." + t.Name())
}

var qualified = regexp.MustCompile(`(?:[\w.\-]+/)*([\w\-]+)\.(\w+)`)

// schemaName makes "DataBookingView" of "sarai/internal/kit/web.Data[sarai/internal/stay/booking.View]".
func schemaName(name string) string {
	name = qualified.ReplaceAllStringFunc(name, func(match string) string {
		parts := qualified.FindStringSubmatch(match)
		if unicode.IsLower(rune(parts[2][0])) && !strings.HasSuffix(parts[2], "Body") {
			parts[2] += "Body" // a package's own request types; answers are exported
		}
		if parts[1] == "web" || strings.HasPrefix(strings.ToLower(parts[2]), parts[1]) {
			return title(parts[2])
		}
		return title(parts[1]) + title(parts[2])
	})
	return strings.NewReplacer("[]", "List", "[", "", "]", "", ",", "", "*", "", " ", "").Replace(name)
}

func camel(words string) string {
	name := ""
	for _, word := range strings.Split(words, "-") {
		if word != "" {
			name += title(word)
		}
	}
	return name
}

func title(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
