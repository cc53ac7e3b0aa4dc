package openapi

import (
	"fmt"
	"net/http"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"sarai/internal/kit/scope"
	"sarai/internal/kit/web/intake"
)

// Operation is what a route says of itself.
type Operation struct {
	Method, Path string
	Need         scope.Need
	OrgParam     string // the parameter of the path that holds the organization's id, or ""
	Summary      string
	Note         string
	Status       int   // of success
	Errors       []int // statuses of failure, except those that follow from the rest

	Input    reflect.Type // what it takes
	Upload   int          // the body is a file of one of the Types, and of at most so many bytes; 0: it is JSON
	Guarded  bool         // it takes an If-Match
	Repeated bool         // it takes an Idempotency-Key

	Waiting reflect.Type // what it answers if it waits for a second person's consent; nil: it never does

	Output      reflect.Type // what it answers in JSON; nil: a file of one of the Types
	Types       []string     // media types of the file that is sent or received
	Inline      bool         // a browser can show the file
	Cookied     bool         // it reads or sets cookies
	SetsCookies bool
}

// ExampleID is an id in examples.
const ExampleID = "665f1c2ab7e4d90012ab34cd"

// takes is what the operation takes from a request, by schemas among all.
func (o Operation) takes(all *schemas) *intake.Input {
	all.operation = o.id()
	var query []string
	if o.Inline {
		query = append(query, intake.InlineParameter)
	}
	return intake.New(all, o.Input, query...)
}

// add describes an operation.
func (d *description) add(o Operation) {
	op, in := o.described(), o.takes(d.schemas)
	own := map[string]bool{}
	for _, p := range op.Parameters {
		own[p.In+p.Name] = true
	}
	for _, p := range in.Parameters {
		if !own[p.In+p.Name] {
			own[p.In+p.Name] = true
			op.Parameters = append(op.Parameters, documented(p))
		}
	}
	if in.Body != nil {
		op.RequestBody = &huma.RequestBody{Required: in.NeedsBody, Content: map[string]*huma.MediaType{
			"application/json": {Schema: in.Body, Example: exampleOf(d.schemas, in.Body)}}}
	}
	d.addAnswers(o, op)
	d.api.AddOperation(op)
}

func documented(p intake.Parameter) *huma.Param {
	param := &huma.Param{Name: p.Name, In: p.In, Description: p.Schema.Description, Required: p.Required,
		Schema: p.Schema}
	if p.In == "query" {
		param.Explode = new(bool)
	}
	return param
}

var pathParameter = regexp.MustCompile(`\{(\w+)\}`)

func (o Operation) id() string {
	name := pathParameter.ReplaceAllString(strings.TrimPrefix(o.Path, "/api/"), "by-$1")
	return strings.ToLower(o.Method) + "-" + strings.ReplaceAll(strings.ReplaceAll(name, "/", "-"), "_", "-")
}

// described is the operation without what follows from its input and its answer.
func (o Operation) described() *huma.Operation {
	op := &huma.Operation{
		OperationID: o.id(),
		Method:      o.Method,
		Path:        o.Path,
		Summary:     o.Summary,
		Description: strings.TrimSpace(o.Note + "\n\nPermission: " + o.Need.String() + "."),
		Tags:        []string{strings.Split(o.Path, "/")[2]},
		Responses:   map[string]*huma.Response{},
		Errors:      append([]int{400, 404, 405, 429, 500, 503}, o.Errors...),
		Extensions:  map[string]any{"x-permission": o.Need.String()},
	}
	if o.Upload > 0 {
		op.RequestBody = fileRequest(o.Upload, o.Types)
	}
	if o.Cookied {
		op.Errors = append(op.Errors, 403) // of a page of another site
	}
	switch o.Need.Access {
	case scope.AccessAnyone:
		op.Security = []map[string][]string{}
	case scope.AccessSheetKey:
		op.Security = []map[string][]string{{"sheetKey": {}}}
		op.Errors = append(op.Errors, 401)
	case scope.AccessOptional:
		op.Security = []map[string][]string{{}, {"bearer": {}}}
		op.Errors = append(op.Errors, 401, 403)
	default:
		op.Security = []map[string][]string{{"bearer": {}}}
		op.Errors = append(op.Errors, 401, 403)
	}
	op.Parameters = o.parameters()
	return op
}

// parameters are those that don't stand in the input.
func (o Operation) parameters() []*huma.Param {
	var list []*huma.Param
	shared := func(header string) {
		list = append(list, &huma.Param{Ref: "#/components/parameters/" + header})
	}
	if o.OrgParam != "" {
		list = append(list, &huma.Param{Name: o.OrgParam, In: "path", Required: true,
			Description: "The organization's id", Schema: &huma.Schema{Type: huma.TypeString}, Example: ExampleID})
	}
	shared(intake.StrictHeader)
	if o.Guarded {
		shared(intake.IfMatchHeader)
	}
	if o.Repeated {
		list = append(list, &huma.Param{Name: "Idempotency-Key", In: "header", Description: aboutIdempotency,
			Schema: &huma.Schema{Type: huma.TypeString}})
	}
	if o.Inline {
		list = append(list, &huma.Param{Name: intake.InlineParameter, In: "query",
			Description: "true: a browser shows the file, for printing, instead of saving it",
			Schema:      &huma.Schema{Type: huma.TypeString, Enum: []any{"true", "false"}}})
	}
	return list
}

// addAnswers describes what the operation answers.
func (d *description) addAnswers(o Operation, op *huma.Operation) {
	failure := d.schemas.Schema(d.failure, true, "")
	for _, status := range op.Errors {
		op.Responses[strconv.Itoa(status)] = &huma.Response{Description: http.StatusText(status),
			Content: map[string]*huma.MediaType{"application/json": {Schema: failure}}}
	}
	success := strconv.Itoa(o.Status)
	if o.Output == nil {
		op.Responses[success] = &huma.Response{Description: "The file; Content-Disposition has its name",
			Content: binary(o.Types)}
	} else {
		answer := d.schemas.Schema(o.Output, true, "")
		op.Responses[success] = &huma.Response{Description: http.StatusText(o.Status), Content: map[string]*huma.MediaType{
			"application/json": {Schema: answer, Example: exampleOf(d.schemas, answer)}}}
	}
	if o.Waiting != nil {
		op.Responses["202"] = &huma.Response{Description: "Nothing is done yet: it waits for a second person's consent",
			Content: map[string]*huma.MediaType{"application/json": {Schema: d.schemas.Schema(o.Waiting, true, "")}}}
	}
	ignored := &huma.Header{Ref: "#/components/headers/" + intake.IgnoredHeader}
	for status, response := range op.Responses {
		response.Headers = map[string]*huma.Header{}
		if status <= "400" {
			response.Headers[intake.IgnoredHeader] = ignored
		}
	}
	if o.SetsCookies {
		op.Responses[success].Headers["Set-Cookie"] = &huma.Header{Schema: &huma.Schema{Type: huma.TypeString}}
	}
	if o.Method == http.MethodGet {
		op.Responses[success].Headers[intake.ETagHeader] = &huma.Header{Ref: "#/components/headers/" + intake.ETagHeader}
		op.Parameters = append(op.Parameters, &huma.Param{Ref: "#/components/parameters/" + intake.IfNoneMatchHeader})
		op.Responses["304"] = &huma.Response{Description: "The answer is still the one that If-None-Match names",
			Headers: map[string]*huma.Header{intake.IgnoredHeader: ignored}}
	}
}

func fileRequest(limit int, types []string) *huma.RequestBody {
	content := binary(types)
	content["multipart/form-data"] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeObject,
		Required:   []string{"file"},
		Properties: map[string]*huma.Schema{"file": {Type: huma.TypeString, Format: "binary"}}}}
	return &huma.RequestBody{Required: true, Content: content, Description: fmt.Sprintf(
		"The file itself, or a form with it as the part \"file\". A file of more than %d MiB is refused.", limit>>20)}
}

// binary is the content of a file.
func binary(types []string) map[string]*huma.MediaType {
	content := map[string]*huma.MediaType{}
	for _, name := range types {
		content[name] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	}
	return content
}
