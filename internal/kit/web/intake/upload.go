package intake

import (
	"bytes"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"time"

	"sarai/internal/kit/errs"
	"sarai/internal/kit/file"
)

// maxFormBytes is what a form may have around its file.
const maxFormBytes = 16 << 10

// UploadPatience is how long a file may take to arrive: 10 MiB on a line of 1 Mbit/s.
const UploadPatience = 90 * time.Second

// BeginUpload is Begin for a file of at most limit bytes.
func (a *Arrivals) BeginUpload(request *http.Request, address string, limit int) (arrived func(), err error) {
	return a.Begin(request, address, int64(limit+maxFormBytes))
}

// ReadFile reads a body that is a file of one of the types, or a form with one; content is the whole body.
func ReadFile(w http.ResponseWriter, request *http.Request, limit int, types []string) (
	content []byte, found file.File, err error) {
	// If the deadline can't be set, the server's own stays.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(UploadPatience))
	if content, err = readAll(request, int64(limit+maxFormBytes)); err != nil {
		return nil, found, err
	}
	found, err = fileIn(request.Header.Get("Content-Type"), content, limit, types)
	return content, found, err
}

// fileIn finds the file in a body that was sent as contentType.
func fileIn(contentType string, body []byte, limit int, types []string) (file.File, error) {
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
		return file.File{Name: Storable(part.FileName()), Content: content}, nil
	}
}
