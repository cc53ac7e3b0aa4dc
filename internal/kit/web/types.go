package web

import (
	"encoding/json"
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
)

// Data is the success envelope of an answer with a value.
type Data[T any] struct {
	Success bool   `json:"success" doc:"Always true"`
	Data    T      `json:"data"`
	Message string `json:"message,omitempty" doc:"A sentence for people"`
}

// OK wraps a value.
func OK[T any](data T) *Data[T] { return &Data[T]{Success: true, Data: data} }

// Reply wraps the value of an operation that may have failed: return web.Reply(s.get(ctx, sc, in.ID)).
func Reply[T any](data T, err error) (*Data[T], error) {
	if err != nil {
		return nil, err
	}
	return OK(data), nil
}

// Say wraps a value and a sentence.
func Say[T any](data T, message string) *Data[T] {
	return &Data[T]{Success: true, Data: data, Message: message}
}

// Message is the success envelope of an answer that has nothing but a sentence.
type Message struct {
	Success bool   `json:"success" doc:"Always true"`
	Data    *Null  `json:"data" doc:"Always null"`
	Message string `json:"message" doc:"A sentence for people"`
}

// Null is a JSON value that is always null.
type Null struct{}

// Schema describes the type in the OpenAPI document.
func (Null) Schema(huma.Registry) *huma.Schema { return &huma.Schema{Type: "null"} }

// Done is an answer that has nothing but a sentence.
func Done(message string) *Message { return &Message{Success: true, Message: message} }

// Page is the success envelope of one page of a list; P is the group's own pagination object.
type Page[T, P any] struct {
	Success    bool `json:"success" doc:"Always true"`
	Data       []T  `json:"data"`
	Pagination P    `json:"pagination"`
}

// Failure is the envelope of every error.
type Failure struct {
	Success bool         `json:"success" doc:"Always false"`
	Message string       `json:"message" doc:"A sentence that a person can act on" example:"checkOut must be after checkIn."`
	Errors  []errs.Field `json:"errors,omitempty" doc:"Every bad field of the body or query"`
	status  int
	headers http.Header
}

func (f *Failure) Error() string { return f.Message }

// GetStatus is the HTTP status.
func (f *Failure) GetStatus() int { return f.status }

// GetHeaders are the headers that go with the failure.
func (f *Failure) GetHeaders() http.Header { return f.headers }

// ContentType keeps failures plain JSON.
func (f *Failure) ContentType(string) string { return "application/json" }

// Paging is the query of a paginated list of 20 by default; embed it in the route's input.
type Paging struct {
	Page  int `query:"page" default:"1" minimum:"1" maximum:"1000000" doc:"Page number, from 1"`
	Limit int `query:"limit" default:"20" minimum:"1" maximum:"100" doc:"Records a page"`
}

// Offset is the number of records before the page.
func (p Paging) Offset() int { return (p.Page - 1) * p.Limit }

// Pages is the number of pages that total records fill.
func (p Paging) Pages(total int) int { return (total + p.Limit - 1) / p.Limit }

// ID is the id of a record, in a path or a body. Its schema sets no pattern and no length: a malformed id is one that no
// record has, so the answer is that of a record that isn't there.
type ID string

// String is the id as services take it.
func (i ID) String() string { return string(i) }

// Schema describes the type in the OpenAPI document.
func (ID) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Description: "The id of a record: 24 hexadecimal characters",
		Examples: []any{"665f1c2ab7e4d90012ab34cd"}}
}

// Time is an instant in JSON: ISO 8601 in UTC with milliseconds. It counts UTC milliseconds.
type Time int64

const timeLayout = "2006-01-02T15:04:05.000Z"

// TimeOf is the instant t, cut to milliseconds.
func TimeOf(t time.Time) Time { return Time(t.UnixMilli()) }

// MarshalJSON writes the instant.
func (t Time) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, len(timeLayout)+2)
	b = append(b, '"')
	b = time.UnixMilli(int64(t)).UTC().AppendFormat(b, timeLayout)
	return append(b, '"'), nil
}

// UnmarshalJSON reads any RFC 3339 instant of the years 1900 to 9999.
func (t *Time) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	parsed, err := ParseTime(text)
	if err != nil {
		return err
	}
	*t = parsed
	return nil
}

const notInstant = "must be an instant such as 2026-04-01T09:30:00.000Z"

// ParseTime reads an RFC 3339 instant of the years 1900 to 9999 in UTC, as which it is answered.
func ParseTime(text string) (Time, error) {
	parsed, err := time.Parse(time.RFC3339, text)
	if year := parsed.UTC().Year(); err != nil || year < 1900 || year > 9999 {
		return 0, errs.Invalid(notInstant)
	}
	return TimeOf(parsed), nil
}

// Schema describes the type in the OpenAPI document.
func (Time) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Format: "date-time", Examples: []any{"2026-04-01T09:30:00.000Z"}}
}

// Optional is a field of an update: left out (keep the value), null (clear it), or a value.
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

// Schema describes the type in the OpenAPI document: the value's own schema (null is accepted besides).
func (o Optional[T]) Schema(r huma.Registry) *huma.Schema {
	schema := r.Schema(typeOf[T](), true, "Value")
	if schema.Ref != "" {
		return schema
	}
	copied := *schema
	copied.Nullable = copied.Type != huma.TypeObject && copied.Type != huma.TypeArray
	return &copied
}

// Change is a field of an update that always has a value: left out (keep it) or the new value. A null is refused, so code
// that reads a Change can't take one for an empty value.
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

// MarshalJSON writes the value; use omitzero, which leaves out a field that was not given.
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

// Resolve refuses a null; huma calls it with the field's place in the body.
func (c *Change[T]) Resolve(_ huma.Context, place *huma.PathBuffer) []error {
	if !c.null {
		return nil
	}
	return []error{&huma.ErrorDetail{Location: place.String(), Message: "can't be empty"}}
}

// Schema describes the type in the OpenAPI document: the value's own schema, without null.
func (Change[T]) Schema(r huma.Registry) *huma.Schema {
	schema := r.Schema(typeOf[T](), true, "Value")
	if schema.Ref != "" {
		return schema
	}
	copied := *schema
	copied.Nullable = false
	return &copied
}

// inside is the type of the value, in which body.go looks for what doesn't fit.
func (Optional[T]) inside() reflect.Type { return typeOf[T]() }
func (Change[T]) inside() reflect.Type   { return typeOf[T]() }

// Pagination is the pagination object of most groups (notifications and the audit log name theirs differently).
type Pagination struct {
	Page       int `json:"page" example:"1"`
	Limit      int `json:"limit" example:"20"`
	Total      int `json:"total" doc:"Records in all" example:"137"`
	TotalPages int `json:"totalPages" example:"7"`
}

// PageOf wraps one page of total records.
func PageOf[T any](data []T, p Paging, total int) *Page[T, Pagination] {
	return &Page[T, Pagination]{Success: true, Data: data, Pagination: Pagination{Page: p.Page, Limit: p.Limit, Total: total, TotalPages: p.Pages(total)}}
}

// Summed is Page with sums over all records that the filter finds, not those of the page alone.
type Summed[T, S any] struct {
	Success    bool       `json:"success" doc:"Always true"`
	Data       []T        `json:"data"`
	Totals     S          `json:"totals" doc:"Over all records that the filter finds, not those of the page alone"`
	Pagination Pagination `json:"pagination"`
}

// SummedPageOf wraps one page of total records, and their sums.
func SummedPageOf[T, S any](data []T, totals S, p Paging, total int) *Summed[T, S] {
	page := PageOf(data, p, total)
	return &Summed[T, S]{Success: true, Data: data, Totals: totals, Pagination: page.Pagination}
}

// CheckDays refuses the bounds of a list that are no dates, or stand the wrong way round; "" is no bound.
func CheckDays(from, to date.Date) error {
	var fields errs.Fields
	for _, day := range []struct {
		name  string
		value date.Date
	}{{"from", from}, {"to", to}} {
		if _, err := date.Parse(string(day.value)); day.value != "" && err != nil {
			fields.Add(day.name, "%s", err)
		}
	}
	if len(fields) == 0 && from != "" && to != "" && from > to {
		fields.Add("to", "must not be before from")
	}
	return fields.Err()
}
