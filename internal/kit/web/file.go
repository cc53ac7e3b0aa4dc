package web

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"sarai/internal/kit/errs"
)

// File is a file that is sent or received: its name for people, its media type, and its content.
type File struct {
	Name    string
	Type    string
	Content []byte
}

type fileOutput struct {
	Type        string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Caching     string `header:"Cache-Control"`
	Body        []byte
}

// Download answers with a file of one of the media types. Its failures have the same envelope as those of other routes.
func Download[I any](path string, need Need, handler Handler[I, File], summary string, types ...string) Route {
	r := Route{Method: http.MethodGet, Path: path, Need: need, Summary: summary, Status: http.StatusOK,
		maxBody: maxBodyBytes}
	refuseHiddenFields(r, typeOf[I]())
	r.mount = func(s *server, r Route) {
		in := &intake{}
		operation := s.operation(r, in)
		operation.Responses = map[string]*huma.Response{"200": fileResponse(types)}
		if !slices.ContainsFunc(types, isNotShown) {
			operation.Parameters = append(operation.Parameters, inlineParameter())
			operation.Middlewares = append(operation.Middlewares, s.readInline)
		}
		huma.Register(s.api, operation, func(ctx context.Context, in *I) (*fileOutput, error) {
			sc, err := infoOf(ctx).caller()
			if err != nil {
				return nil, s.failure(ctx, err)
			}
			file, err := handler(ctx, sc, in)
			if err != nil {
				return nil, s.failure(ctx, err)
			}
			// A browser may keep the file, but must ask each time whether it may still be seen; a proxy may not keep it.
			return &fileOutput{Type: file.Type, Disposition: disposition(infoOf(ctx).inline, file.Name),
				Caching: "private, no-cache", Body: file.Content}, nil
		})
		s.finish(r, in, false)
	}
	return r
}

// shown are the media types that browsers show and that hold no program.
var shown = []string{"application/pdf", "image/png", "image/jpeg", "image/webp"}

func isNotShown(mediaType string) bool { return !slices.Contains(shown, mediaType) }

func inlineParameter() *huma.Param {
	return &huma.Param{Name: "inline", In: "query",
		Description: "true: a browser shows the file, for printing, instead of saving it",
		Schema:      &huma.Schema{Type: huma.TypeString, Enum: []any{"true", "false"}}}
}

// readInline notes the query's inline.
func (s *server) readInline(ctx huma.Context, next func(huma.Context)) {
	switch ctx.Query("inline") {
	case "", "false":
	case "true":
		infoOf(ctx.Context()).inline = true
	default:
		_, writer := humachi.Unwrap(ctx)
		s.failure(ctx.Context(), errs.InvalidField("inline", "must be true or false")).write(writer)
		return
	}
	next(ctx)
}

func fileResponse(types []string) *huma.Response {
	content := map[string]*huma.MediaType{}
	for _, name := range types {
		content[name] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	}
	return &huma.Response{Description: "The file; Content-Disposition has its name", Content: content}
}

// disposition tells a browser to save the file under its name and never to show it as a page of ours, unless it is
// asked for inline (RFC 6266). The plain name has "_" for what old clients can't read; the encoded one has every
// letter.
func disposition(inline bool, name string) string {
	name = strings.Map(func(r rune) rune {
		if r < ' ' || isControl(r) || strings.ContainsRune(`/\:*?"<>|`, r) { // separators, and what file systems refuse
			return '-'
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
