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

// schemaName makes "DataBookingView" of "sarai/internal/kit/web.Data[sarai/internal/booking.View]".
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

// mountDocument serves the OpenAPI document and the page that shows it; the page's files are in the binary.
func mountDocument(router chi.Router, document []byte) {
	router.Get("/openapi.json", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(document) // the client may be gone
	})
	page := v5emb.New("Sarai API", "/openapi.json", "/docs/")
	show := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; script-src 'self' 'unsafe-inline'; frame-ancestors 'none'")
		page.ServeHTTP(w, r)
	}
	router.Get("/docs", show)
	router.Get("/docs/*", show)
}
