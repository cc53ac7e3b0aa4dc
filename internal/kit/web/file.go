package web

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// File is a file as it comes or goes: its name for people, its media type, and all of it.
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

// Download reads a file of one of the media types. Its failures have the envelope of every other route.
func Download[I any](path string, need Need, handler Handler[I, File], summary string, types ...string) Route {
	r := Route{Method: http.MethodGet, Path: path, Need: need, Summary: summary, Status: http.StatusOK}
	refuseHiddenFields(r, typeOf[I]())
	r.mount = func(s *server, r Route) {
		operation := s.operation(r)
		operation.Responses = map[string]*huma.Response{"200": fileResponse(types)}
		huma.Register(s.api, operation, func(ctx context.Context, in *I) (*fileOutput, error) {
			file, err := handler(ctx, infoOf(ctx).scope, in)
			if err != nil {
				return nil, s.failure(ctx, err)
			}
			// A browser may keep the file, no proxy may, and neither without asking whether it may still be seen.
			return &fileOutput{Type: file.Type, Disposition: disposition(file.Name), Caching: "private, no-cache", Body: file.Content}, nil
		})
		s.finish(r, false)
	}
	return r
}

func fileResponse(types []string) *huma.Response {
	content := map[string]*huma.MediaType{}
	for _, name := range types {
		content[name] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	}
	return &huma.Response{Description: "The file; Content-Disposition has its name", Content: content}
}

// disposition tells a browser to save the file under its name and never to show it as a page of ours (RFC 6266). What
// an old client can't read becomes "_" in the plain name; the encoded one has every letter.
func disposition(name string) string {
	name = strings.Map(func(r rune) rune {
		if r < ' ' || isControl(r) || strings.ContainsRune(`/\:*?"<>|`, r) { // parts of paths, and what file systems refuse
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
		if b >= '0' && b <= '9' || b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z' || b == '-' || b == '.' || b == '_' || b == '~' {
			encoded.WriteByte(b)
			continue
		}
		encoded.WriteString("%" + string("0123456789ABCDEF"[b>>4]) + string("0123456789ABCDEF"[b&15]))
	}
	return `attachment; filename="` + plain + `"; filename*=UTF-8''` + encoded.String()
}
