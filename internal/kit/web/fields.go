package web

import (
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"sarai/internal/kit/web/openapi"
)

// ID is the id of a record, in a path or a body. Its schema has neither pattern nor length: no record has a malformed
// id, so the answer is that for any other record that doesn't exist.
type ID string

// String is the id as services take it.
func (i ID) String() string { return string(i) }

// Countersigned stands in the bodies of requests that may need a second person's consent, of routes that Wait. Handlers
// don't look at it.
type Countersigned struct {
	Approval *ApprovalBody `json:"approval,omitempty" doc:"A second person's consent, if what is asked for needs one"`
}

// ApprovalBody is the consent of somebody who stands beside the caller.
type ApprovalBody struct {
	By   ID     `json:"by" pattern:"^[0-9a-f]{24}$" patternDescription:"a member's id" doc:"Who may approve it"`
	Code string `json:"code" pattern:"^[0-9]{6}$" patternDescription:"six digits" doc:"That member's" example:"402915"`
}

// IDs are the ids as services take them.
func IDs(of []ID) []string {
	ids := make([]string, len(of))
	for i, one := range of {
		ids[i] = one.String()
	}
	return ids
}

// InJSON describes the type to the API's document: see kit/web/openapi.
func (ID) InJSON() (like any, tags string) {
	return "", `doc:"The id of a record: 24 hexadecimal characters" example:"` + openapi.ExampleID + `"`
}

// Optional is a field of an update that may be cleared: left out (keep the value), null (clear it), or the new value. A
// field that always has a value, such as a name, a date or a status, is a Change. Both need omitzero in their tag.
type Optional[T any] struct {
	Set   bool // the field was in the body, as null or with a value
	Null  bool
	Value T // the zero value when left out or null
}

// UnmarshalJSON notes that the field was given.
func (o *Optional[T]) UnmarshalJSON(data []byte) error {
	o.Set = true
	if string(data) == "null" {
		o.Null = true
		return nil
	}
	return json.Unmarshal(data, &o.Value)
}

// MarshalJSON writes the value or null.
func (o Optional[T]) MarshalJSON() ([]byte, error) {
	if o.Null || !o.Set {
		return []byte("null"), nil
	}
	return json.Marshal(o.Value)
}

// IsZero lets omitzero leave out a field that was not given.
func (o Optional[T]) IsZero() bool { return !o.Set }

// Or is the given value, or old when the field was left out. Null gives the zero value.
func (o Optional[T]) Or(old T) T {
	if !o.Set {
		return old
	}
	return o.Value
}

// Pointer is nil if the field was left out; null gives the zero value.
func (o Optional[T]) Pointer() *T {
	if !o.Set {
		return nil
	}
	return &o.Value
}

// Schema describes the type in the OpenAPI document: the value's own schema, or null.
func (o Optional[T]) Schema(r huma.Registry) *huma.Schema {
	schema := valueSchema[T](r)
	schema.Nullable = schema.Ref == "" && schema.Type != huma.TypeObject && schema.Type != huma.TypeArray
	return schema
}

// Change is a field of an update that can't be cleared: left out (keep the value) or the new value. A null never
// reaches the handler.
type Change[T any] struct {
	Set   bool // the field was in the body
	Value T    // the zero value when left out
	null  bool
}

// UnmarshalJSON notes that the field was given.
func (c *Change[T]) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		c.null = true
		return nil
	}
	c.Set = true
	return json.Unmarshal(data, &c.Value)
}

// MarshalJSON writes the value.
func (c Change[T]) MarshalJSON() ([]byte, error) { return json.Marshal(c.Value) }

// IsZero lets omitzero leave out a field that was not given.
func (c Change[T]) IsZero() bool { return !c.Set && !c.null }

// Or is the given value, or old when the field was left out.
func (c Change[T]) Or(old T) T {
	if !c.Set {
		return old
	}
	return c.Value
}

// Pointer is nil if the field was left out.
func (c Change[T]) Pointer() *T {
	if !c.Set {
		return nil
	}
	return &c.Value
}

// MetNull tells whether null was given, which is refused.
func (c Change[T]) MetNull() bool { return c.null }

// Schema describes the type in the OpenAPI document: the value's own schema.
func (Change[T]) Schema(r huma.Registry) *huma.Schema {
	schema := valueSchema[T](r)
	schema.Nullable = false
	return schema
}

// valueSchema is a copy of the schema of T, to which a field's tags may be added.
func valueSchema[T any](r huma.Registry) *huma.Schema {
	schema := *r.Schema(typeOf[T](), true, "Value")
	return &schema
}

// Inside is the type of the value.
func (Optional[T]) Inside() reflect.Type { return typeOf[T]() }

// Inside is the type of the value.
func (Change[T]) Inside() reflect.Type { return typeOf[T]() }
