package web

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"sarai/internal/kit/file"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web/intake"
)

// Download answers with a file of one of the media types. Its failures have the same envelope as those of other routes.
func Download[I any](path string, need scope.Need, handler Handler[I, file.File], summary string,
	types ...string) Route {
	r := newRoute(http.MethodGet, path, need, summary, typeOf[I](), nil)
	r.types = types
	r.handle = func(ctx context.Context, sc scope.Scope, in any) (any, error) { return handler(ctx, sc, in.(*I)) }
	return r
}

// writeFile answers with a file. A browser may keep it, but must ask each time whether it may still be seen; a proxy
// may not keep it.
func writeFile(w http.ResponseWriter, f *file.File, inline bool) {
	header := w.Header()
	header["Content-Type"] = []string{f.Type}
	header["Content-Disposition"] = []string{disposition(inline, f.Name)}
	header["Cache-Control"] = []string{"private, no-cache"}
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(f.Content) // the client may be gone
}

// shown are the media types that browsers show and that hold no program.
var shown = []string{"application/pdf", "image/png", "image/jpeg", "image/webp"}

func isNotShown(mediaType string) bool { return !slices.Contains(shown, mediaType) }

// shows tells whether the route's answer is a file that a browser can show.
func (r Route) shows() bool { return r.output == nil && !slices.ContainsFunc(r.types, isNotShown) }

// disposition tells a browser to save the file under its name and never to show it as a page of ours, unless it is
// asked for inline (RFC 6266). The plain name has "_" for what old clients can't read; the encoded one has every
// letter.
func disposition(inline bool, name string) string {
	name = strings.Map(func(r rune) rune {
		if r < ' ' || intake.IsControl(r) || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '-' // for separators, and what file systems refuse
		}
		return r
	}, strings.ToValidUTF8(name, "-"))
	if name = strings.Trim(name, " ."); name == "" {
		name = "file"
	}
	plain := strings.Map(func(r rune) rune {
		if r > '~' || r == '%' || r == '\'' || r == ';' {
			return '_'
		}
		return r
	}, name)
	var encoded strings.Builder
	for _, b := range []byte(name) {
		if b >= '0' && b <= '9' || b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z' || strings.IndexByte("-._~", b) >= 0 {
			encoded.WriteByte(b)
			continue
		}
		fmt.Fprintf(&encoded, "%%%02X", b)
	}
	kind := "attachment"
	if inline {
		kind = "inline"
	}
	return kind + `; filename="` + plain + `"; filename*=UTF-8''` + encoded.String()
}
