package web

import (
	"net/http"
	"reflect"
	"regexp"
	"strings"
	"unicode"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"
	"github.com/swaggest/swgui/v5emb"
)

// schemaRegistry names schemas by package and type, because several packages have a type View or List. A type
// without a name is called after the operation that is being mounted, in mounting.
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

func camel(words string) string {
	name := ""
	for _, word := range strings.Split(words, "-") {
		if word != "" {
			name += title(word)
		}
	}
	return name
}

func title(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func resolve(schemas huma.Registry, schema *huma.Schema) *huma.Schema {
	if schema.Ref != "" {
		return schemas.SchemaFromRef(schema.Ref)
	}
	return schema
}

// exampleOf puts an example together from those of the fields.
func exampleOf(schemas huma.Registry, schema *huma.Schema) any {
	schema = resolve(schemas, schema)
	switch {
	case len(schema.Examples) > 0:
		return schema.Examples[0]
	case len(schema.Enum) > 0:
		return schema.Enum[0]
	case schema.Default != nil:
		return schema.Default
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
		return "text"
	}
	return nil
}

// mountDocument serves the OpenAPI document and the page that shows it; the page's files are in the binary.
func mountDocument(router chi.Router, document []byte) {
	router.Get("/openapi.json", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(document) // the client may be gone
	})
	page := v5emb.New("Sarai API", "/openapi.json", "/docs/")
	show := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; script-src 'self' 'unsafe-inline'; frame-ancestors 'none'")
		w.Header().Set("Cache-Control", "public, max-age=3600")
		page.ServeHTTP(w, r)
	}
	router.Get("/docs", show)
	router.Get("/docs/*", show)
}
