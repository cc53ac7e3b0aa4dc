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
	"sarai/internal/kit/scope"
)

// maxFormBytes is what a form may have around its file.
const maxFormBytes = 16 << 10

// uploadPatience is how long a file may take to arrive: 10 MiB on a line of 1 Mbit/s.
const uploadPatience = 90 * time.Second

// FileBody takes the body of an Upload; embed it in the route's input. The bytes are the request's: copy what is kept.
type FileBody struct{ RawBody []byte }

func (b *FileBody) content() []byte { return b.RawBody }

type takesFile interface{ content() []byte }

// UploadHandler does the work of a route that takes a file.
type UploadHandler[I, O any] func(ctx context.Context, sc scope.Scope, in *I, file File) (*O, error)

// Upload takes with PUT a file of at most limit bytes (whole MiB) and of one of the media types: as the whole body, or
// as the part "file" of a form (multipart/form-data), which alone has a name. The type is found in the content; what the
// client says it is doesn't count. I embeds FileBody.
func Upload[I, O any](path string, need Need, handler UploadHandler[I, O], summary string, limit int, types ...string) Route {
	r := Route{Method: http.MethodPut, Path: path, Need: need, Summary: summary, Status: http.StatusOK, upload: true}
	if _, ok := any(new(I)).(takesFile); !ok {
		panic("route PUT " + path + ": the input embeds no web.FileBody")
	}
	refuseHiddenFields(r, typeOf[I]())
	r.mount = func(s *server, r Route) {
		operation := s.operation(r)
		operation.MaxBodyBytes, operation.BodyReadTimeout = int64(limit+maxFormBytes), uploadPatience
		huma.Register(s.api, operation, func(ctx context.Context, in *I) (*output[O], error) {
			file, err := readFile(infoOf(ctx).contentType, any(in).(takesFile).content(), limit, types)
			if err != nil {
				return nil, s.failure(ctx, err)
			}
			answer, err := handler(ctx, infoOf(ctx).scope, in, file)
			if err != nil {
				return nil, s.failure(ctx, err)
			}
			return &output[O]{Body: answer}, nil
		})
		s.finish(r, false)
		item := s.api.OpenAPI().Paths[r.Path]
		item.Put.RequestBody.Required = false // of what huma works by: readFile says in our own words that it is
		documented := *item.Put
		documented.RequestBody = fileRequest(limit, types)
		item.Put = &documented
	}
	return r
}

func fileRequest(limit int, types []string) *huma.RequestBody {
	content := map[string]*huma.MediaType{"multipart/form-data": {Schema: &huma.Schema{Type: huma.TypeObject, Required: []string{"file"},
		Properties: map[string]*huma.Schema{"file": {Type: huma.TypeString, Format: "binary"}}}}}
	for _, name := range types {
		content[name] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	}
	return &huma.RequestBody{Required: true, Content: content,
		Description: "The file itself, or a form with it as the part \"file\". " + tooLarge(limit) + " is refused."}
}

func tooLarge(limit int) string { return fmt.Sprintf("A file of more than %d MiB", limit>>20) }

// readFile finds the file in a body that was sent as contentType.
func readFile(contentType string, body []byte, limit int, types []string) (File, error) {
	file := File{Content: body}
	if media, parameters, err := mime.ParseMediaType(contentType); err == nil && media == "multipart/form-data" {
		if file, err = filePart(multipart.NewReader(bytes.NewReader(body), parameters["boundary"])); err != nil {
			return file, err
		}
	}
	if len(file.Content) == 0 {
		return file, errs.InvalidField("file", "is required: send it as the body, or as the part named file of a form")
	}
	if len(file.Content) > limit {
		return file, errs.InvalidField("file", "must have at most %d MiB", limit>>20)
	}
	if file.Type = http.DetectContentType(file.Content); !slices.Contains(types, file.Type) {
		return file, errs.InvalidField("file", "must be one of %s, by what is in it", strings.Join(types, ", "))
	}
	return file, nil
}

// filePart is the part of a form that is named file.
func filePart(form *multipart.Reader) (File, error) {
	for {
		part, err := form.NextRawPart()
		if err == io.EOF {
			return File{}, nil
		}
		if err != nil {
			return File{}, errs.InvalidField("file", "must come in a well-formed multipart/form-data body")
		}
		if part.FormName() != "file" {
			continue
		}
		content, err := io.ReadAll(part)
		if err != nil {
			return File{}, errs.InvalidField("file", "must come in a well-formed multipart/form-data body")
		}
		return File{Name: storable(part.FileName()), Content: content}, nil
	}
}
