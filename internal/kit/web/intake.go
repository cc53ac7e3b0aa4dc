package web

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"sarai/internal/kit/errs"
)

// intake is what an operation takes from a request: how the input of its handler is filled.
type intake struct {
	input      reflect.Type
	parameters []parameter
	query      map[string]bool // the names of all parameters in the query
	schemas    huma.Registry

	body      *huma.Schema // nil: no JSON
	bodyField []int
	needsBody bool
	rest      *unfinished // of the body
}

// parameter is a value in the path, the query or a cookie, and the field of the input that it fills.
type parameter struct {
	in, name string
	field    []int
	fallback string // taken where nothing is given
	required bool
	schema   *huma.Schema
	free     bool // any text will do
}

// parametersOf are those that the fields of the input and of what it embeds name in their tags.
func parametersOf(schemas huma.Registry, input reflect.Type, at []int) []parameter {
	var found []parameter
	for i := range input.NumField() {
		field, index := input.Field(i), append(slices.Clone(at), i)
		if field.Anonymous && field.Type.Kind() == reflect.Struct {
			found = append(found, parametersOf(schemas, field.Type, index)...)
			continue
		}
		for _, in := range []string{"path", "query", "cookie"} {
			name := field.Tag.Get(in)
			if name == "" {
				continue
			}
			if kind := field.Type.Kind(); kind != reflect.String && kind != reflect.Bool && !isInt(kind) {
				panic("the parameter " + name + " is neither text, a whole number nor true or false")
			}
			schema := huma.SchemaFromField(schemas, field, "")
			found = append(found, parameter{in: in, name: name, field: index, fallback: field.Tag.Get("default"),
				required: in == "path" || field.Tag.Get("required") == "true", schema: schema, free: isFree(schema)})
		}
	}
	return found
}

// isFree tells whether the schema takes any text.
func isFree(s *huma.Schema) bool {
	return s.Type == huma.TypeString && s.Format+s.Pattern+s.ContentEncoding == "" && s.MinLength == nil &&
		s.MaxLength == nil && len(s.Enum)+len(s.OneOf)+len(s.AnyOf)+len(s.AllOf) == 0 && s.Not == nil
}

func isInt(kind reflect.Kind) bool { return kind >= reflect.Int && kind <= reflect.Int64 }

// check gathers what is wrong with a request.
type check struct {
	at     *huma.PathBuffer
	result huma.ValidateResult
}

var checks = sync.Pool{New: func() any { return &check{at: huma.NewPathBuffer(make([]byte, 0, 128), 0)} }}

// done puts the check back, unless it has grown large.
func (c *check) done() {
	if cap(c.result.Errors) <= 128 {
		c.at.Reset()
		clear(c.result.Errors)
		c.result.Reset()
		checks.Put(c)
	}
}

// arrived is a request as it has been read: its query, and its body, which is nil if there is none.
type arrived struct {
	query url.Values
	body  *jsonBody
	// inline says that the client wants the file of the answer shown, not saved.
	inline bool
}

// fill makes the handler's input of a request. It fails with Invalid, which names every bad field.
func (in *intake) fill(request *http.Request, a arrived) (any, error) {
	check := checks.Get().(*check)
	defer check.done()
	input := reflect.New(in.input)
	for i := range in.parameters {
		in.parameters[i].fill(in.schemas, check, input.Elem(), request, a.query)
	}
	var fields errs.Fields
	switch {
	case in.body == nil:
	case a.body != nil:
		fields = in.fillBody(check, input.Elem().FieldByIndex(in.bodyField), *a.body)
	case in.needsBody && len(check.result.Errors) == 0:
		return nil, errs.Invalid("Request body is required.")
	}
	if len(check.result.Errors)+len(fields) == 0 {
		return input.Interface(), nil
	}
	var bad errs.Fields
	for _, detail := range check.result.Errors {
		bad = append(bad, badField(detail.(*huma.ErrorDetail)))
	}
	return nil, append(bad, fields...).Err()
}

// fill sets the parameter's field.
func (p *parameter) fill(schemas huma.Registry, c *check, input reflect.Value, request *http.Request,
	query url.Values) {
	given := cmp.Or(p.valueIn(request, query), p.fallback)
	if given == "" && !p.required {
		return
	}
	c.at.Reset()
	c.at.Push(p.in)
	c.at.Push(p.name)
	if given == "" {
		c.result.Add(c.at, "", isRequired)
		return
	}
	field := input.FieldByIndex(p.field)
	if p.free {
		field.SetString(given)
		return
	}
	var value any = given
	switch field.Kind() {
	case reflect.Bool:
		truth, err := strconv.ParseBool(given)
		if err != nil {
			c.result.Add(c.at, given, "must be true or false")
			return
		}
		field.SetBool(truth)
		value = truth
	case reflect.String:
		field.SetString(given)
	default:
		number, err := strconv.ParseInt(given, 10, 64)
		if err != nil {
			c.result.Add(c.at, given, "must be a number")
			return
		}
		field.SetInt(number)
		value = number
	}
	huma.Validate(schemas, p.schema, c.at, huma.ModeWriteToServer, value, &c.result)
}

func (p *parameter) valueIn(request *http.Request, query url.Values) string {
	switch p.in {
	case "path":
		return pathValue(request, p.name)
	case "query":
		return query.Get(p.name)
	}
	cookie, err := request.Cookie(p.name)
	if err != nil {
		return ""
	}
	return cookie.Value
}

// pathValue is a parameter of the path, without its escapes.
func pathValue(request *http.Request, name string) string {
	value := request.PathValue(name)
	if request.URL.RawPath == "" {
		return value
	}
	plain, err := url.PathUnescape(value)
	if err != nil {
		return value
	}
	return plain
}

// readBody makes the tree of a body, and lists the members that the operation doesn't know.
func (in *intake) readBody(data []byte) (body *jsonBody, unknown []string) {
	tree, unknown, err := in.read(data)
	if err == nil {
		tree, err = clean("", tree)
	}
	return &jsonBody{tree, err}, unknown
}

// fillBody fills the field of the body, and returns what is wrong with it besides what its schema finds.
func (in *intake) fillBody(c *check, field reflect.Value, body jsonBody) errs.Fields {
	if body.err != nil {
		return fieldsOf(body.err)
	}
	before := len(c.result.Errors)
	c.at.Reset()
	c.at.Push("body")
	huma.Validate(in.schemas, in.body, c.at, huma.ModeWriteToServer, forValidation(body.tree), &c.result)
	err := body.decode(field.Addr().Interface())
	if err != nil && len(c.result.Errors) == before {
		return fieldsOf(fieldErrors(misfits("", body.tree, field.Type())))
	}
	var fields errs.Fields
	in.rest.finish(field, nil, &fields)
	return fields
}

// unfinished is a type in whose values something is left to do once they are decoded: a default to be filled in, or a
// null to be refused that stands for a Change. What has nothing of the kind is nil.
type unfinished struct {
	fields  []unfinishedField
	items   *unfinished // of a list or map
	refuses bool        // the type is a Change
}

type unfinishedField struct {
	index    int
	name     string        // "": its fields stand beside those around it
	standard reflect.Value // the default; invalid: none
	rest     *unfinished
}

// own is a copy of the default, for one request.
func (f unfinishedField) own() reflect.Value {
	if f.standard.Kind() != reflect.Pointer {
		return f.standard
	}
	copied := reflect.New(f.standard.Type().Elem())
	copied.Elem().Set(f.standard.Elem())
	return copied
}

// unfinishedIn looks for what is left to do in values of a type that stands inside of others.
func unfinishedIn(t reflect.Type, around ...reflect.Type) *unfinished {
	var u unfinished
	switch t.Kind() {
	case reflect.Pointer:
		return unfinishedIn(t.Elem(), around...)
	case reflect.Slice, reflect.Map:
		u.items = unfinishedIn(t.Elem(), around...)
	case reflect.Struct:
		if slices.Contains(around, t) {
			return nil
		}
		_, u.refuses = reflect.Zero(t).Interface().(nullRefuser)
		_, wraps := reflect.Zero(t).Interface().(interface{ inside() reflect.Type })
		for i := range t.NumField() {
			field := t.Field(i)
			if !field.IsExported() {
				continue
			}
			one := unfinishedField{index: i, rest: unfinishedIn(field.Type, append(around, t)...)}
			if !field.Anonymous && !wraps {
				one.name = memberName(field)
			}
			if text := field.Tag.Get("default"); text != "" {
				one.standard = standardOf(field.Type, text)
			}
			if one.rest != nil || one.standard.IsValid() {
				u.fields = append(u.fields, one)
			}
		}
	}
	if u.items == nil && u.fields == nil && !u.refuses {
		return nil
	}
	return &u
}

// memberName is the name of a field in JSON.
func memberName(field reflect.StructField) string {
	name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	return cmp.Or(name, strings.ToLower(field.Name))
}

// standardOf reads a default as its tag has it.
func standardOf(t reflect.Type, text string) reflect.Value {
	value := reflect.New(t)
	kind := t
	for kind.Kind() == reflect.Pointer {
		kind = kind.Elem()
	}
	if kind.Kind() == reflect.String {
		text = strconv.Quote(text)
	}
	if err := json.Unmarshal([]byte(text), value.Interface()); err != nil {
		panic("the default " + text + " is no " + t.String())
	}
	return value.Elem()
}

// finish does what is left to do in the value that stands at that place, and adds what it refuses.
func (u *unfinished) finish(v reflect.Value, at *place, refused *errs.Fields) {
	if u == nil {
		return
	}
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return
		}
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			u.items.finish(v.Index(i), &place{in: at, index: i}, refused)
		}
		return
	case reflect.Map:
		for _, key := range v.MapKeys() {
			u.items.finish(v.MapIndex(key), &place{in: at, member: key.String(), index: -1}, refused)
		}
		return
	}
	if u.refuses && v.Interface().(nullRefuser).metNull() {
		refused.Add(at.String(), "can't be empty")
	}
	for _, field := range u.fields {
		value, inside := v.Field(field.index), at
		if field.standard.IsValid() && value.IsZero() {
			value.Set(field.own())
		}
		if field.name != "" {
			inside = &place{in: at, member: field.name, index: -1}
		}
		field.rest.finish(value, inside, refused)
	}
}

// fieldsOf are the fields that an error about a body names.
func fieldsOf(err error) errs.Fields {
	var inside fieldErrors
	if !errors.As(err, &inside) {
		return errs.Fields{{Field: "body", Message: err.Error()}}
	}
	for i := range inside {
		inside[i].Field = cmp.Or(storable(inside[i].Field), "body")
	}
	return errs.Fields(inside)
}
