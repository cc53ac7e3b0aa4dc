// Package errs holds the few kinds of failure that a caller is told about. Anything that is not an
// *Error is an unexpected failure: it becomes a 500 with a fixed sentence, and its text stays in the log.
package errs

import (
	"errors"
	"fmt"
	"time"
)

// Kind says what went wrong; kit/web maps each kind to one HTTP status.
type Kind int

// The kinds of failure.
const (
	KindInvalid      Kind = iota + 1 // the request can't be understood or breaks a rule
	KindUnauthorized                 // no valid token or key
	KindForbidden                    // the caller may not do this
	KindNotFound                     // no such record for this caller
	KindConflict                     // the state of the records forbids it now
	KindTooMany                      // a limit was reached
	KindUpstream                     // a service outside failed
)

// Field names one bad field of a body or query and what would be right.
type Field struct {
	Field   string `json:"field" doc:"The field's name, with its path inside the body" example:"rooms[0].roomId"`
	Message string `json:"message" doc:"What would be right" example:"must be the id of one of the hotel's rooms"`
}

// Error is a failure whose message is meant for the caller: a sentence that a person can act on.
type Error struct {
	Kind       Kind
	Message    string
	Fields     []Field
	RetryAfter time.Duration // only with KindTooMany
}

func (e *Error) Error() string { return e.Message }

// Invalid is a bad request; fields names what is wrong with each bad field.
func Invalid(message string, fields ...Field) error {
	return &Error{Kind: KindInvalid, Message: message, Fields: fields}
}

// InvalidField is a bad request with one bad field; the message becomes "<field> <message>."
func InvalidField(field, format string, args ...any) error {
	message := fmt.Sprintf(format, args...)
	return Invalid(field+" "+message+".", Field{Field: field, Message: message})
}

// Unauthorized says that the caller must sign in.
func Unauthorized(message string) error { return &Error{Kind: KindUnauthorized, Message: message} }

// Forbidden says that the caller may not do this.
func Forbidden(message string) error { return &Error{Kind: KindForbidden, Message: message} }

// NotFound says that there is no such record within the caller's reach.
func NotFound(message string) error { return &Error{Kind: KindNotFound, Message: message} }

// Conflict says that the records' present state forbids what was asked (answered as 400, see decisions).
func Conflict(format string, args ...any) error {
	return &Error{Kind: KindConflict, Message: fmt.Sprintf(format, args...)}
}

// TooMany says that a limit was reached and when to try again.
func TooMany(message string, retryAfter time.Duration) error {
	return &Error{Kind: KindTooMany, Message: message, RetryAfter: retryAfter}
}

// Upstream says that a service outside Sarai failed.
func Upstream(message string) error { return &Error{Kind: KindUpstream, Message: message} }

// Is tells whether err is an *Error of this kind.
func Is(err error, kind Kind) bool {
	var typed *Error
	return errors.As(err, &typed) && typed.Kind == kind
}

// FieldsOf are the bad fields that err names.
func FieldsOf(err error) []Field {
	var typed *Error
	if errors.As(err, &typed) {
		return typed.Fields
	}
	return nil
}

// Fields collects the bad fields of one request, so that the answer names them all at once.
type Fields []Field

// Add notes a bad field.
func (f *Fields) Add(field, format string, args ...any) {
	*f = append(*f, Field{Field: field, Message: fmt.Sprintf(format, args...)})
}

// Err is nil when nothing was added, else one Invalid that names every bad field.
func (f Fields) Err() error {
	if len(f) == 0 {
		return nil
	}
	message := f[0].Field + " " + f[0].Message + "."
	if more := len(f) - 1; more == 1 {
		message += " One more field is wrong."
	} else if more > 1 {
		message += fmt.Sprintf(" %d more fields are wrong.", more)
	}
	return Invalid(message, f...)
}
