package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
)

// Data is the envelope of a successful answer with a value.
type Data[T any] struct {
	Success bool   `json:"success" doc:"Always true"`
	Data    T      `json:"data"`
	Message string `json:"message,omitempty" doc:"A sentence for people"`
}

// OK wraps a value.
func OK[T any](data T) *Data[T] { return &Data[T]{Success: true, Data: data} }

// Reply wraps the value of an operation that may have failed: return web.Reply(s.get(ctx, sc, in.ID)).
func Reply[T any](data T, err error) (*Data[T], error) {
	if err != nil {
		return nil, err
	}
	return OK(data), nil
}

// Say wraps a value and a sentence.
func Say[T any](data T, message string) *Data[T] {
	return &Data[T]{Success: true, Data: data, Message: message}
}

// Warned is the envelope of a successful answer with a value, and with what to look at although it succeeded.
type Warned[T any] struct {
	Success  bool           `json:"success" doc:"Always true"`
	Data     T              `json:"data"`
	Message  string         `json:"message,omitempty" doc:"A sentence for people"`
	Warnings []errs.Warning `json:"warnings" doc:"What to look at; none: empty"`
}

// Warn wraps a value and its warnings.
func Warn[T any](data T, warnings []errs.Warning) *Warned[T] {
	return &Warned[T]{Success: true, Data: data, Warnings: append([]errs.Warning{}, warnings...)}
}

// Message is the envelope of a successful answer that has no value, only a sentence.
type Message struct {
	Success bool   `json:"success" doc:"Always true"`
	Data    *Null  `json:"data" doc:"Always null"`
	Message string `json:"message" doc:"A sentence for people"`
}

// Null is a JSON value that is always null.
type Null struct{}

// Schema describes the type in the OpenAPI document.
func (Null) Schema(huma.Registry) *huma.Schema { return &huma.Schema{Type: "null"} }

// Done answers with a sentence alone.
func Done(message string) *Message { return &Message{Success: true, Message: message} }

// LastChange is who changed a record last, and when.
type LastChange struct {
	By string    `json:"by" example:"Meera Nair"`
	At date.Time `json:"at"`
}

// Failure is the envelope of every error.
type Failure struct {
	Success bool   `json:"success" doc:"Always false"`
	Message string `json:"message" doc:"A sentence that a person can act on" example:"checkOut must be after checkIn."`

	Errors []errs.Field `json:"errors,omitempty" doc:"Every bad field of the body or query"`

	Changed *LastChange `json:"changed,omitempty" doc:"Of a record that isn't of the version of If-Match any more"`

	status  int
	headers http.Header
}

// encoders write values as JSON; each keeps its memory for the next one.
var encoders = sync.Pool{New: func() any {
	e := &encoder{}
	e.Encoder = json.NewEncoder(&e.text)
	e.SetEscapeHTML(false)
	return e
}}

type encoder struct {
	*json.Encoder
	text bytes.Buffer
}

// maxKept is the memory, in bytes, that an encoder keeps at most.
const maxKept = 64 << 10

// writeJSON answers with the value, of whose text keep gets a copy, unless it is nil. If the value can't be encoded,
// nothing is sent.
func writeJSON(w http.ResponseWriter, status int, value any, keep func(text []byte)) error {
	e := encoders.Get().(*encoder)
	defer func() {
		if e.text.Cap() <= maxKept {
			e.text.Reset()
			encoders.Put(e)
		}
	}()
	if err := e.Encode(value); err != nil {
		return fmt.Errorf("encode the answer: %w", err)
	}
	if keep != nil {
		keep(bytes.Clone(e.text.Bytes()))
	}
	sendJSON(w, status, e.text.Bytes())
	return nil
}

func sendJSON(w http.ResponseWriter, status int, text []byte) {
	header := w.Header()
	header["Content-Type"] = plainJSON
	header["Content-Length"] = []string{strconv.Itoa(len(text))}
	w.WriteHeader(status)
	_, _ = w.Write(text) // the client may be gone
}
