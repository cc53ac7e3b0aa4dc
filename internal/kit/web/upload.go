package web

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sarai/internal/kit/errs"
	"sarai/internal/kit/file"
	"sarai/internal/kit/scope"
)

// maxFormBytes is what a form may have around its file.
const maxFormBytes = 16 << 10

// uploadPatience is how long a file may take to arrive: 10 MiB on a line of 1 Mbit/s.
const uploadPatience = 90 * time.Second

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

// receiveFile reads the route's file, and the whole body into the handler's input.
func (s *server) receiveFile(r Route, w http.ResponseWriter, request *http.Request, in any) (file.File, error) {
	// If the deadline can't be set, the server's own stays.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(uploadPatience))
	limit := int64(r.upload + maxFormBytes)
	var body bytes.Buffer
	if _, err := body.ReadFrom(io.LimitReader(request.Body, limit+1)); err != nil {
		return file.File{}, brokenOff(err)
	}
	if int64(body.Len()) > limit {
		return file.File{}, tooMuch(limit)
	}
	in.(takesFile).take(body.Bytes())
	return readFile(request.Header.Get("Content-Type"), body.Bytes(), r.upload, r.types)
}

func fileRequest(limit int, types []string) *huma.RequestBody {
	form := &huma.Schema{Type: huma.TypeObject, Required: []string{"file"},
		Properties: map[string]*huma.Schema{"file": {Type: huma.TypeString, Format: "binary"}}}
	content := map[string]*huma.MediaType{"multipart/form-data": {Schema: form}}
	for _, name := range types {
		content[name] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	}
	return &huma.RequestBody{Required: true, Content: content,
		Description: "The file itself, or a form with it as the part \"file\". " + tooLarge(limit) + " is refused."}
}

func tooLarge(limit int) string { return fmt.Sprintf("A file of more than %d MiB", limit>>20) }

// readFile finds the file in a body that was sent as contentType.
func readFile(contentType string, body []byte, limit int, types []string) (file.File, error) {
	found := file.File{Content: body}
	if media, parameters, err := mime.ParseMediaType(contentType); err == nil && media == "multipart/form-data" {
		if found, err = filePart(multipart.NewReader(bytes.NewReader(body), parameters["boundary"])); err != nil {
			return found, err
		}
	}
	if len(found.Content) == 0 {
		return found, errs.InvalidField("file", "is required: send it as the body, or as the part named file of a form")
	}
	if len(found.Content) > limit {
		return found, errs.InvalidField("file", "must have at most %d MiB", limit>>20)
	}
	if found.Type = http.DetectContentType(found.Content); !slices.Contains(types, found.Type) {
		return found, errs.InvalidField("file", "must be one of %s, by what is in it", strings.Join(types, ", "))
	}
	return found, nil
}

// filePart is the part of a form that is named file.
func filePart(form *multipart.Reader) (file.File, error) {
	for {
		part, err := form.NextRawPart()
		if err == io.EOF {
			return file.File{}, nil
		}
		if err != nil {
			return file.File{}, errs.InvalidField("file", "must come in a well-formed multipart/form-data body")
		}
		if part.FormName() != "file" {
			continue
		}
		content, err := io.ReadAll(part)
		if err != nil {
			return file.File{}, errs.InvalidField("file", "must come in a well-formed multipart/form-data body")
		}
		return file.File{Name: storable(part.FileName()), Content: content}, nil
	}
}
