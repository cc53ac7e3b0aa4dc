package event

import (
	"reflect"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
)

// Schemas describes the details of every type for the OpenAPI document, by the names that they have there. They are
// made once, and nobody changes them.
var Schemas = sync.OnceValue(func() map[string]*huma.Schema {
	all := map[string]*huma.Schema{}
	for _, t := range types {
		all[t.SchemaName()] = t.schema()
	}
	return all
})

// SchemaName is what the OpenAPI document calls the details: "EventBookingUpdatedCheckedIn". The settings of several
// kinds of records are "settings": there the kind is part of the name.
func (t *Type) SchemaName() string {
	words := t.Name()
	if noun, verb, _ := strings.Cut(words, "."); noun == "settings" {
		words = t.ResourceType + " " + noun + " " + verb
	}
	name := "Event"
	for _, word := range strings.FieldsFunc(words, func(r rune) bool { return strings.ContainsRune("._- ", r) }) {
		name += strings.ToUpper(word[:1]) + word[1:]
	}
	return name
}

// schema describes the details. A receiver must expect more members than there are today.
func (t *Type) schema() *huma.Schema {
	s := huma.SchemaFromType(within{}, t.shape)
	open(s)
	s.Title, s.Description = t.Name(), t.Summary
	about := map[string]any{"action": t.Action, "resourceType": t.ResourceType, "version": t.Version}
	if t.Change != "" {
		about["change"] = t.Change
		s.Properties["change"] = &huma.Schema{Type: huma.TypeString, Enum: []any{t.Change},
			Description: "Which change of those that the action stands for"}
		s.Required = append(s.Required, "change")
	}
	s.Extensions = map[string]any{"x-event": about}
	return s
}

// open lets objects have members that aren't described.
func open(s *huma.Schema) {
	if s == nil {
		return
	}
	if s.AdditionalProperties == false {
		s.AdditionalProperties = nil
	}
	open(s.Items)
	for _, property := range s.Properties {
		open(property)
	}
	if of, ok := s.AdditionalProperties.(*huma.Schema); ok {
		open(of)
	}
}

// within is a registry that refers to nothing: the schema of an event has those of its fields within.
type within struct{ huma.Registry }

func (w within) Schema(t reflect.Type, _ bool, _ string) *huma.Schema {
	return huma.SchemaFromType(w, t)
}

func (within) SchemaFromRef(string) *huma.Schema { return nil }
