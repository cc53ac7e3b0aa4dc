package intake

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

// Input is what an operation takes from a request: how the input of its handler is filled.
type Input struct {
	Parameters []Parameter
	Body       *huma.Schema // nil: no JSON
	NeedsBody  bool

	input     reflect.Type
	query     map[string]bool // the names of all parameters in the query
	schemas   huma.Registry
	bodyField []int
	rest      *unfinished // of the body
}

// Parameter is a value in the path, the query or a cookie, and the field of the input that it fills.
type Parameter struct {
	In, Name string
	Required bool
	Schema   *huma.Schema

	field    []int
	fallback string // taken where nothing is given
	free     bool   // any text will do
}

// New finds what an operation takes by the type of its handler's input: parameters by the tags path, query and cookie,
// and a field Body. others are parameters of the query that stand in no field.
func New(schemas huma.Registry, input reflect.Type, others ...string) *Input {
	in := &Input{input: input, query: map[string]bool{}, schemas: schemas}
	in.Parameters = parametersOf(schemas, input, nil)
	for _, name := range others {
		in.query[name] = true
	}
	for _, p := range in.Parameters {
		in.query[p.Name] = in.query[p.Name] || p.In == "query"
	}
	if field, ok := input.FieldByName("Body"); ok {
		in.bodyField, in.rest = field.Index, unfinishedIn(field.Type)
		in.Body = huma.SchemaFromField(schemas, field, input.Name()+"Body")
		in.Body.PrecomputeMessages()
		in.NeedsBody = len(Resolve(schemas, in.Body).Required) > 0
	}
	return in
}

// Resolve is the schema that a reference stands for.
func Resolve(schemas huma.Registry, schema *huma.Schema) *huma.Schema {
	if schema.Ref != "" {
		return schemas.SchemaFromRef(schema.Ref)
	}
	return schema
}

// parametersOf are those that the fields of the input and of what it embeds name in their tags.
func parametersOf(schemas huma.Registry, input reflect.Type, at []int) []Parameter {
	var found []Parameter
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
			found = append(found, Parameter{In: in, Name: name, field: index, fallback: field.Tag.Get("default"),
				Required: in == "path" || field.Tag.Get("required") == "true", Schema: schema, free: isFree(schema)})
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

// Arrived is a request as it has been read.
type Arrived struct {
	Query url.Values
	Body  *Body // nil: none
}

// Fill makes the handler's input of a request. It fails with Invalid, which names every bad field.
func (in *Input) Fill(request *http.Request, a Arrived) (any, error) {
	check := checks.Get().(*check)
	defer check.done()
	input := reflect.New(in.input)
	for i := range in.Parameters {
		in.Parameters[i].fill(in.schemas, check, input.Elem(), request, a.Query)
	}
	var fields errs.Fields
	switch {
	case in.Body == nil:
	case a.Body != nil:
		fields = in.fillBody(check, input.Elem().FieldByIndex(in.bodyField), *a.Body)
	case in.NeedsBody && len(check.result.Errors) == 0:
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
func (p *Parameter) fill(schemas huma.Registry, c *check, input reflect.Value, request *http.Request,
	query url.Values) {
	given := cmp.Or(p.valueIn(request, query), p.fallback)
	if given == "" && !p.Required {
		return
	}
	c.at.Reset()
	c.at.Push(p.In)
	c.at.Push(p.Name)
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
	huma.Validate(schemas, p.Schema, c.at, huma.ModeWriteToServer, value, &c.result)
}

func (p *Parameter) valueIn(request *http.Request, query url.Values) string {
	switch p.In {
	case "path":
		return PathValue(request, p.Name)
	case "query":
		return query.Get(p.Name)
	}
	cookie, err := request.Cookie(p.Name)
	if err != nil {
		return ""
	}
	return cookie.Value
}

// PathValue is a parameter of the path, without its escapes.
func PathValue(request *http.Request, name string) string {
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

// ReadBody makes the tree of a body, and lists the members that the operation doesn't know.
func (in *Input) ReadBody(data []byte) (body *Body, unknown []string) {
	tree, unknown, err := in.read(data)
	if err == nil {
		tree, err = clean("", tree)
	}
	return &Body{tree, err}, unknown
}

// fillBody fills the field of the body, and returns what is wrong with it besides what its schema finds.
func (in *Input) fillBody(c *check, field reflect.Value, body Body) errs.Fields {
	if body.err != nil {
		return fieldsOf(body.err)
	}
	before := len(c.result.Errors)
	c.at.Reset()
	c.at.Push("body")
	huma.Validate(in.schemas, in.Body, c.at, huma.ModeWriteToServer, forValidation(body.tree), &c.result)
	err := body.decode(field.Addr().Interface())
	if err != nil && len(c.result.Errors) == before {
		return fieldsOf(fieldErrors(misfits("", body.tree, field.Type())))
	}
	var fields errs.Fields
	in.rest.finish(field, nil, &fields)
	return fields
}

// unfinished is a type in whose values something is left to do once they are decoded: a default to be filled in, or a
// null to be refused. What has nothing of the kind is nil.
type unfinished struct {
	fields  []unfinishedField
	items   *unfinished // of a list or map
	refuses bool        // the type is a nullRefuser
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

// nullRefuser is a field of an update that can't be cleared: a body in which one has met null is refused.
type nullRefuser interface{ MetNull() bool }

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
		_, wraps := reflect.Zero(t).Interface().(wrapper)
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
	if u.refuses && v.Interface().(nullRefuser).MetNull() {
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
		inside[i].Field = cmp.Or(Storable(inside[i].Field), "body")
	}
	return errs.Fields(inside)
}
