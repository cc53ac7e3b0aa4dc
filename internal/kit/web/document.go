package web

import (
	_ "embed"
	"encoding/json"
	"io"
	"net/http"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"unicode"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"
	"github.com/swaggest/swgui/v5/static"
	"github.com/vearutop/statigz"
)

// schemaRegistry names schemas by package and type, because several packages have a type View. A type without a name is
// named after the operation that is being mounted.
func schemaRegistry(mounting *string) huma.Registry {
	return huma.NewMapRegistry("#/components/schemas/", func(t reflect.Type, hint string) string {
		for t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		if t.Name() == "" {
			return camel(*mounting) + title(hint)
		}
		return schemaName(t.PkgPath() + "." + t.Name())
	})
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

// Tag groups the operations whose path begins with /api/Name.
type Tag struct{ Name, Text string }

const aboutTheAPI = "Hotel property management. Amounts are JSON numbers in the hotel's currency, dates are " +
	"YYYY-MM-DD in the hotel's time zone, instants are ISO 8601 UTC with milliseconds."

func newOpenAPI(c Config, schemas huma.Registry) *huma.OpenAPI {
	config := huma.DefaultConfig("Sarai", c.Version)
	config.Info.Description = aboutTheAPI
	config.Info.Contact = &huma.Contact{Name: "The maintainers of Sarai"}
	config.Info.License = &huma.License{Name: "Apache License 2.0", Identifier: "Apache-2.0"}
	config.Servers = []*huma.Server{{URL: c.PublicURL}}
	for _, tag := range c.Tags {
		config.Tags = append(config.Tags, &huma.Tag{Name: tag.Name, Description: tag.Text})
	}
	config.CreateHooks = nil // no $schema in answers
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", ""
	config.Components.Schemas = schemas
	config.AllowAdditionalPropertiesByDefault = true // clients send whole records back
	config.Components.Parameters = map[string]*huma.Param{strictHeader: {Name: strictHeader, In: "header",
		Description: aboutStrict, Schema: &huma.Schema{Type: huma.TypeBoolean}},
		ifMatchHeader: {Name: ifMatchHeader, In: "header", Description: aboutIfMatch,
			Schema: &huma.Schema{Type: huma.TypeString, Examples: []any{`"3"`}}},
		ifNoneMatchHeader: {Name: ifNoneMatchHeader, In: "header", Description: aboutIfNoneMatch,
			Schema: &huma.Schema{Type: huma.TypeString}}}
	config.Components.Headers = map[string]*huma.Header{
		ignoredHeader: {Description: aboutIgnored, Schema: &huma.Schema{Type: huma.TypeString}},
		etagHeader:    {Description: aboutETag, Schema: &huma.Schema{Type: huma.TypeString}}}
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"bearer": {Type: "http", Scheme: "bearer", BearerFormat: "PASETO v4.public"},
		"sheetKey": {Type: "apiKey", In: "header", Name: "X-Sheet-Key",
			Description: "A spreadsheet's key: of one organization, or of the whole server"},
	}
	return huma.NewAPI(config, nil).OpenAPI() // the configuration of the schemas has no other way in
}

// describeAllPatterns is describePatterns for the schemas of the mounted routes.
func describeAllPatterns(api *huma.OpenAPI) {
	for _, schema := range api.Components.Schemas.Map() {
		describePatterns(schema)
	}
	for _, item := range api.Paths {
		for _, operation := range operations(item) {
			if operation == nil {
				continue
			}
			for _, parameter := range operation.Parameters {
				describePatterns(parameter.Schema)
			}
		}
	}
}

func writeDocument(api *huma.OpenAPI) []byte {
	document, err := json.Marshal(api)
	if err != nil {
		panic(err)
	}
	return document
}

// operations are those of a path by their method; the value of a method that the path doesn't take is nil.
func operations(item *huma.PathItem) map[string]*huma.Operation {
	return map[string]*huma.Operation{http.MethodGet: item.Get, http.MethodPost: item.Post, http.MethodPut: item.Put,
		http.MethodPatch: item.Patch, http.MethodDelete: item.Delete}
}

// describePatterns moves huma's description of a pattern, which OpenAPI doesn't know, to the schema's own. huma's
// messages already have it.
func describePatterns(schema *huma.Schema) {
	if schema == nil {
		return
	}
	if schema.Description == "" {
		schema.Description = title(schema.PatternDescription)
	}
	schema.PatternDescription = ""
	describePatterns(schema.Items)
	for _, property := range schema.Properties {
		describePatterns(property)
	}
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

func resolve(schemas huma.Registry, schema *huma.Schema) *huma.Schema {
	if schema.Ref != "" {
		return schemas.SchemaFromRef(schema.Ref)
	}
	return schema
}

// exampleOf builds an example from those of the fields.
func exampleOf(schemas huma.Registry, schema *huma.Schema) any {
	schema = resolve(schemas, schema)
	switch {
	case len(schema.Examples) > 0:
		return schema.Examples[0]
	case len(schema.Enum) > 0:
		return schema.Enum[0]
	case schema.Default != nil:
		return schema.Default
	case len(schema.AnyOf) > 0:
		return exampleOf(schemas, schema.AnyOf[0])
	}
	switch schema.Type {
	case huma.TypeObject:
		example := map[string]any{}
		for name, property := range schema.Properties {
			example[name] = exampleOf(schemas, property)
		}
		return example
	case huma.TypeArray:
		return []any{exampleOf(schemas, schema.Items)}
	case huma.TypeBoolean:
		return true
	case huma.TypeInteger, huma.TypeNumber:
		return 1
	case huma.TypeString:
		switch schema.Format {
		case "date":
			return "2026-04-01"
		case "date-time":
			return exampleTime
		}
		return "text"
	}
	return nil
}

// docsPage shows the document with Swagger UI.
//
//go:embed docs.html
var docsPage string

const docsPolicy = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; " +
	"script-src 'self' 'unsafe-inline'; frame-ancestors 'none'"

const (
	documentPath = "/openapi.json"
	docsPath     = "/docs"
)

// mountDocument serves the OpenAPI document, which is compressed once, and a page that shows it. The page's files are
// part of the program, compressed.
func mountDocument(router chi.Router, document func() []byte) {
	packed := sync.OnceValue(func() []byte { return pack(document()) })
	tag := sync.OnceValue(func() string { return etagOf(document()) })
	router.Get(documentPath, func(w http.ResponseWriter, r *http.Request) {
		content := document
		header := w.Header()
		header.Set("Content-Type", "application/json")
		header.Set("Vary", "Accept-Encoding")
		header[etagHeader] = []string{tag()}
		if takesGzip(r.Header.Values("Accept-Encoding")) {
			header.Set("Content-Encoding", "gzip")
			content = packed
		}
		_, _ = w.Write(content()) // the client may be gone
	})
	files := http.StripPrefix(docsPath, statigz.FileServer(static.FS))
	show := func(page http.Handler) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Security-Policy", docsPolicy)
			w.Header().Set("Cache-Control", "public, max-age=3600")
			page.ServeHTTP(w, r)
		}
	}
	page := show(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, docsPage) // the client may be gone
	}))
	router.Get(docsPath, page)
	router.Get(docsPath+"/", page)
	router.Get(docsPath+"/*", show(files))
}
