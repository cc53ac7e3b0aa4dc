// Package console serves the web console: one page, at the path of every screen, and the files that it loads.
package console

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
)

// Person is somebody whom the sign-in page offers to enter as.
type Person struct {
	Name  string `json:"name"`
	Email string `json:"email"`
	Role  string `json:"role"`
}

// Demo is how to enter the demo hotel.
type Demo struct {
	Password string   `json:"password"`
	People   []Person `json:"people"`
}

// Welcome is what the page knows before anybody has signed in.
type Welcome struct {
	Version string `json:"version"`
	Demo    *Demo  `json:"demo,omitempty"` // nil: this is no demo
	SignUp  bool   `json:"signUp"`         // whether a stranger may make an organization: MaySignUp tells

	MaySignUp func(ctx context.Context) bool `json:"-"` // nil: never
}

// policy allows what the server itself serves, and no script that is written into a page. Documents are shown and
// printed from blobs in memory. Svelte makes its elements, and the page its service worker, by policies of these names.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; " +
	"font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; frame-src 'self' blob:; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'; " +
	"require-trusted-types-for 'script'; trusted-types svelte-trusted-html sarai-worker"

//go:embed unbuilt.html
var unbuilt []byte

// Pages mounts the console that was built into files. Without one, "/" says so.
func Pages(r chi.Router, files fs.FS, w Welcome) error {
	index, err := fs.ReadFile(files, "index.html")
	if err != nil {
		r.Get("/", page(unbuilt))
		return nil
	}
	var paths []string
	list, err := fs.ReadFile(files, "paths.json")
	if err == nil {
		err = json.Unmarshal(list, &paths)
	}
	if err != nil {
		return fmt.Errorf("the paths of the console: %w", err)
	}
	for _, path := range paths {
		r.Get(pattern(path), page(index))
	}
	if mux, ok := r.(*chi.Mux); ok {
		r.NotFound(unknown(index, mux.NotFoundHandler()))
	}
	r.Get("/console.json", w.serve)
	r.Get("/mail-preview", mailPreview)
	for _, name := range []string{"worker.js", "icon.svg", "app.webmanifest"} {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return fmt.Errorf("a file of the console: %w", err)
		}
		r.Get("/"+name, fixed(contentType(name), policy, data))
	}
	assets, err := fs.Sub(files, "assets")
	if err != nil {
		return err
	}
	r.Get("/assets/{name}", asset(assets))
	return nil
}

func (w Welcome) serve(out http.ResponseWriter, r *http.Request) {
	w.SignUp = w.MaySignUp != nil && w.MaySignUp(r.Context())
	out.Header().Set("Content-Type", "application/json")
	out.Header().Set("Cache-Control", "no-cache")
	_ = json.NewEncoder(out).Encode(w) // an error means that the browser has gone
}

// pattern is a path of the console, whose variable parts begin with a colon, as a pattern of the router.
func pattern(path string) string {
	segments := strings.Split(path, "/")
	for i, segment := range segments {
		if name, ok := strings.CutPrefix(segment, ":"); ok {
			segments[i] = "{" + name + "}"
		}
	}
	return strings.Join(segments, "/")
}

// contentType goes by the name alone: what a machine has registered doesn't matter.
func contentType(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".webmanifest":
		return "application/manifest+json"
	}
	return mime.TypeByExtension(path.Ext(name))
}

func page(data []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(self), geolocation=(), microphone=(), payment=()")
		h.Set("X-Sarai-Console", "page") // tells the service worker that this is the page that it keeps
		fixed("text/html; charset=utf-8", policy, data)(w, r)
	}
}

// unknown answers at addresses that the console doesn't have: whoever has opened one in a browser is shown the page,
// which says so in words, and all others get what the API says.
func unknown(index []byte, otherwise http.HandlerFunc) http.HandlerFunc {
	shown := page(index)
	return func(w http.ResponseWriter, r *http.Request) {
		opened := r.Method == http.MethodGet && strings.Contains(r.Header.Get("Accept"), "text/html")
		if !opened || strings.HasPrefix(r.URL.Path, "/api/") {
			otherwise(w, r)
			return
		}
		for _, header := range []string{"If-Modified-Since", "If-None-Match", "Range"} {
			r.Header.Del(header)
		}
		shown(missing{w}, r)
	}
}

// missing answers 404, whatever status is written.
type missing struct{ http.ResponseWriter }

func (m missing) WriteHeader(int) {
	m.Header().Del("X-Sarai-Console") // the service worker keeps no such page
	m.ResponseWriter.WriteHeader(http.StatusNotFound)
}

// fixed serves data that a new version of the server may change. A service worker lives by the policy of its own file,
// as a page does: by that of the API it could load nothing.
func fixed(contentType, policy string, data []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("Content-Security-Policy", policy)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
	}
}

// encodings of the files that the build has left beside the plain one, the smallest first.
var encodings = []struct{ name, suffix string }{{"br", ".br"}, {"gzip", ".gz"}}

// asset serves a file whose name has a hash of its content, so that it never changes.
func asset(files fs.FS) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		name := chi.URLParam(r, "name")
		h := w.Header()
		for _, encoding := range encodings {
			if !accepts(r, encoding.name) {
				continue
			}
			if data, err := fs.ReadFile(files, name+encoding.suffix); err == nil {
				h.Set("Content-Encoding", encoding.name)
				serveAsset(w, name, data)
				return
			}
		}
		data, err := fs.ReadFile(files, name)
		if err != nil {
			h.Set("Content-Type", "text/plain; charset=utf-8")
			w.WriteHeader(http.StatusNotFound)
			_, _ = w.Write([]byte("There is no such file. Load the page again: the server has a newer version.\n"))
			return
		}
		serveAsset(w, name, data)
	}
}

func serveAsset(w http.ResponseWriter, name string, data []byte) {
	h := w.Header()
	h.Set("Content-Type", contentType(name))
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("Vary", "Accept-Encoding")
	h.Set("Content-Length", fmt.Sprint(len(data)))
	_, _ = w.Write(data) // an error means that the browser has gone
}

// accepts tells whether the request takes this encoding by its name; a weight of 0 means no.
func accepts(r *http.Request, encoding string) bool {
	return slices.ContainsFunc(strings.Split(r.Header.Get("Accept-Encoding"), ","), func(part string) bool {
		name, parameter, _ := strings.Cut(part, ";")
		weight := strings.TrimPrefix(strings.TrimSpace(parameter), "q=")
		return strings.EqualFold(strings.TrimSpace(name), encoding) && (weight == "" || strings.Trim(weight, "0.") != "")
	})
}
