package web

import (
	"context"
	"net/http"

	"sarai/internal/kit/file"
	"sarai/internal/kit/scope"
)

// FileBody is the body of an Upload; embed it in the route's input. The bytes belong to the request: copy what you
// keep.
type FileBody struct{ RawBody []byte }

func (b *FileBody) take(content []byte) { b.RawBody = content }

type takesFile interface{ take(content []byte) }

// UploadHandler is a Handler that also takes a file.
type UploadHandler[I, O any] func(ctx context.Context, sc scope.Scope, in *I, file file.File) (*O, error)

// Upload is a PUT that takes a file of one of the media types and of at most limit bytes, a number of whole MiB: as the
// whole body, or as the part "file" of a form (multipart/form-data), which also has its name. The type is found in the
// content, whatever the client says. I embeds FileBody.
func Upload[I, O any](path string, need scope.Need, handler UploadHandler[I, O], summary string, limit int,
	types ...string) Route {
	if _, ok := any(new(I)).(takesFile); !ok {
		panic("route PUT " + path + ": the input embeds no web.FileBody")
	}
	r := newRoute(http.MethodPut, path, need, summary, typeOf[I](), typeOf[O]())
	r.upload, r.types = limit, types
	r.handle = func(ctx context.Context, sc scope.Scope, in any) (any, error) {
		return handler(ctx, sc, in.(*I), infoOf(ctx).file)
	}
	return r
}
