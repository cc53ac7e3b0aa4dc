package apptest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"sarai/internal/app"
)

// Document is the OpenAPI document, with its schemas compiled as answers need them.
type Document struct {
	Raw      map[string]any
	compiler *jsonschema.Compiler
	lock     sync.Mutex
	schemas  map[string]*jsonschema.Schema
	paths    map[shape][]string // those with the fewest parameters first
}

// shape is what the paths that a request can have in the document share with it.
type shape struct {
	method   string // in lower case
	segments int
}

var (
	usualOnce sync.Once
	usual     *Document
)

// usualDocument is the document of all servers whose configuration no test has changed. It is read once, since that
// takes longer than most scenarios.
func usualDocument(a *app.App) *Document {
	usualOnce.Do(func() { usual = readDocument(a.Document()) })
	return usual
}

// readDocument panics where the document is none: every test would fail.
func readDocument(content []byte) *Document {
	tree, err := jsonschema.UnmarshalJSON(bytes.NewReader(content))
	if err != nil {
		panic(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.AssertFormat()
	if err := compiler.AddResource("mem:///openapi.json", tree); err != nil {
		panic(err)
	}
	d := &Document{Raw: tree.(map[string]any), compiler: compiler, schemas: map[string]*jsonschema.Schema{},
		paths: map[shape][]string{}}
	for path, item := range d.Raw["paths"].(map[string]any) {
		for method := range item.(map[string]any) {
			of := shape{method, strings.Count(path, "/")}
			d.paths[of] = append(d.paths[of], path)
		}
	}
	for _, paths := range d.paths {
		slices.SortFunc(paths, func(a, b string) int { return strings.Count(a, "{") - strings.Count(b, "{") })
	}
	return d
}

// find is the document's path for the path of a request: the one with the fewest parameters, as the router chooses.
func (d *Document) find(method, path string) string {
	path, _, _ = strings.Cut(path, "?")
	for _, known := range d.paths[shape{strings.ToLower(method), strings.Count(path, "/")}] {
		if fits(known, path) {
			return known
		}
	}
	return ""
}

// fits tells whether a path with as many segments is one of the document's path, whose parameters are whole segments.
func fits(known, path string) bool {
	for known != "" {
		var segment, given string
		segment, known, _ = strings.Cut(known, "/")
		given, path, _ = strings.Cut(path, "/")
		if segment != given && !strings.HasPrefix(segment, "{") {
			return false
		}
	}
	return true
}

// check fails the test where the answer of a documented endpoint is not as the document says.
func (d *Document) check(t *testing.T, a Answer) {
	t.Helper()
	path := d.find(a.Method, a.Path)
	if path == "" {
		return // an unknown address
	}
	if a.isFile() {
		d.checkFile(t, path, a)
		return
	}
	schema, err := d.schema(path, strings.ToLower(a.Method), fmt.Sprint(a.Status))
	if err != nil {
		t.Fatalf("%s %s answered %d, which the document doesn't have: %v", a.Method, path, a.Status, err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(a.Raw))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(value); err != nil {
		t.Fatalf("%s %s answered %d not as documented: %v\n%s", a.Method, a.Path, a.Status, err, a.Raw)
	}
	documented := d.content(path, strings.ToLower(a.Method), fmt.Sprint(a.Status))["application/json"].(map[string]any)
	if extra := d.extra("", documented["schema"], a.Body); extra != "" {
		t.Fatalf("%s %s answers the undocumented field %s: %s", a.Method, a.Path, extra, a.Raw)
	}
	d.checkEvents(t, a)
}

// checkFile fails the test when the document doesn't say that files of this type are answered here.
func (d *Document) checkFile(t *testing.T, path string, a Answer) {
	t.Helper()
	types := d.content(path, strings.ToLower(a.Method), "200")
	if _, documented := types[a.Header.Get("Content-Type")]; !documented || types["application/json"] != nil {
		t.Fatalf("%s %s answered a file of the type %s, and the document says %v", a.Method, a.Path,
			a.Header.Get("Content-Type"), types)
	}
}

var escape = strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D")

func (d *Document) schema(path, method, status string) (*jsonschema.Schema, error) {
	escaped := escape.Replace(path)
	location := "mem:///openapi.json#/paths/" + escaped + "/" + method + "/responses/" + status +
		"/content/application~1json/schema"
	return d.compiled(location)
}

func (d *Document) compiled(location string) (*jsonschema.Schema, error) {
	d.lock.Lock()
	defer d.lock.Unlock()
	if schema, ok := d.schemas[location]; ok {
		return schema, nil
	}
	schema, err := d.compiler.Compile(location)
	d.schemas[location] = schema
	return schema, err
}

// content are the media types of an answer.
func (d *Document) content(path, method, status string) map[string]any {
	operation := d.Raw["paths"].(map[string]any)[path].(map[string]any)[method].(map[string]any)
	return operation["responses"].(map[string]any)[status].(map[string]any)["content"].(map[string]any)
}

// extra names a field that the value has and the schema has not; at is where the value is.
func (d *Document) extra(at string, schema, value any) string {
	described, ok := schema.(map[string]any)
	if !ok {
		return ""
	}
	if ref, ok := described["$ref"].(string); ok {
		name := strings.TrimPrefix(ref, "#/components/schemas/")
		return d.extra(at, d.Raw["components"].(map[string]any)["schemas"].(map[string]any)[name], value)
	}
	switch value := value.(type) {
	case map[string]any:
		properties, ok := described["properties"].(map[string]any)
		if !ok {
			return ""
		}
		for name, member := range value {
			property, known := properties[name]
			if !known {
				return at + "." + name
			}
			if extra := d.extra(at+"."+name, property, member); extra != "" {
				return extra
			}
		}
	case []any:
		for _, item := range value {
			if extra := d.extra(at+"[]", described["items"], item); extra != "" {
				return extra
			}
		}
	}
	return ""
}
