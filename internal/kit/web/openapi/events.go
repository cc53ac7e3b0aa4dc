package openapi

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Event is a type of events that the document describes among its schemas.
type Event struct {
	Schema         string         // the name of the schema
	Title, Summary string         // of it
	Change         string         // what the member "change" of the details is; "": there is none
	About          map[string]any // its x-event: what a receiver tells the type by
	Details        reflect.Type   // a struct
}

// addEvents describes the details of events, also where a value is that of any of them. A receiver must expect more
// members than there are today.
func (d *description) addEvents(events []Event) {
	for _, telling := range d.schemas.telling {
		for _, e := range events {
			telling.AnyOf = append(telling.AnyOf, &huma.Schema{Ref: schemaPath + e.Schema})
		}
		telling.AnyOf = append(telling.AnyOf, &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true,
			Description: "What was written before its type had this version"})
	}
	for _, e := range events {
		s := huma.SchemaFromType(within{d.schemas}, e.Details)
		open(s)
		s.Title, s.Description = e.Title, e.Summary
		if e.Change != "" {
			s.Properties["change"] = &huma.Schema{Type: huma.TypeString, Enum: []any{e.Change},
				Description: "Which change of those that the action stands for"}
			s.Required = append(s.Required, "change")
		}
		s.Extensions = map[string]any{"x-event": e.About}
		d.schemas.named[e.Schema] = s
	}
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
type within struct{ *schemas }

func (w within) Schema(t reflect.Type, _ bool, _ string) *huma.Schema {
	of := t
	for of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	switch {
	case of.Implements(reflect.TypeFor[described]()):
		return describe(w, of)
	case of == reflect.TypeFor[struct{}]():
		return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true}
	}
	return huma.SchemaFromType(w, t)
}

func (within) SchemaFromRef(string) *huma.Schema { return nil }
