package openapi

import (
	_ "embed"
	"io"
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/swaggest/swgui/v5/static"
	"github.com/vearutop/statigz"
)

// page shows the document with Swagger UI.
//
//go:embed docs.html
var page string

const policy = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; " +
	"script-src 'self' 'unsafe-inline'; frame-ancestors 'none'"

// Where the document is, and the page that shows it.
const (
	Path     = "/openapi.json"
	PagePath = "/docs"
)

// MountPage serves the page. Its files are part of the program, compressed.
func MountPage(router chi.Router) {
	show := func(content http.Handler) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Security-Policy", policy)
			w.Header().Set("Cache-Control", "public, max-age=3600")
			content.ServeHTTP(w, r)
		}
	}
	whole := show(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, page) // the client may be gone
	}))
	router.Get(PagePath, whole)
	router.Get(PagePath+"/", whole)
	router.Get(PagePath+"/*", show(http.StripPrefix(PagePath, statigz.FileServer(static.FS))))
}
