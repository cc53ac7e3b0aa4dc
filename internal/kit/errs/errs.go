// Package errs has the few kinds of failure that a caller is told about. Any other error is unexpected: the caller
// gets a 500 with a fixed sentence, and the log gets its text.
package errs

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
)

// Kind says what went wrong; kit/web maps each kind to one HTTP status.
type Kind int

// The kinds of failure.
const (
	KindInvalid      Kind = iota + 1 // the request can't be read or breaks a rule
	KindUnauthorized                 // no valid token or key
	KindForbidden                    // the caller may not do this
	KindNotFound                     // there is no such record, or none within the caller's reach
	KindConflict                     // the present state of the records forbids it
	KindTooMany                      // the caller has reached a limit
	KindUpstream                     // a service outside failed
	KindUnavailable                  // the database is away, too slow or full, or a queue is
)

// Field is a bad field of a body or query, and what would be right.
type Field struct {
	Field   string `json:"field" doc:"The field's name, with its path inside the body" example:"rooms[0].roomId"`
	Message string `json:"message" doc:"What would be right" example:"must be the id of one of the hotel's rooms"`
}

// Error is a failure that the caller is told about. Its message is a sentence that a person can act on.
type Error struct {
	Kind       Kind
	Message    string
	Fields     []Field
	RetryAfter time.Duration // only with KindTooMany and KindUnavailable
	KeyTold    bool          // only with KindUnavailable: nothing is left to say of the Idempotency-Key
	cause      error         // for the log alone
}

func (e *Error) Error() string { return e.Message }

// Unwrap returns what the log is told and the caller isn't, if there is any.
func (e *Error) Unwrap() error { return e.cause }

// Invalid is a bad request; fields says what is wrong with each bad field.
func Invalid(message string, fields ...Field) error {
	return &Error{Kind: KindInvalid, Message: message, Fields: fields}
}

// InvalidField is a bad request with one bad field. Its sentence is "<field> <message>."
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

// Conflict says that the present state of the records forbids what was asked for.
func Conflict(format string, args ...any) error {
	return &Error{Kind: KindConflict, Message: fmt.Sprintf(format, args...)}
}

// TooMany says that the caller has reached a limit, and after how long to try again.
func TooMany(message string, retryAfter time.Duration) error {
	return &Error{Kind: KindTooMany, Message: message, RetryAfter: retryAfter}
}

// Upstream says that a service outside Sarai failed.
func Upstream(message string) error { return &Error{Kind: KindUpstream, Message: message} }

// Unavailable says that the database is away, too slow or full, or a queue is, and after how long to try again. The
// cause is for the log; nil leaves nothing there.
func Unavailable(message string, retryAfter time.Duration, cause error) error {
	return &Error{Kind: KindUnavailable, Message: message, RetryAfter: retryAfter, cause: cause}
}

// Is reports whether err is an *Error of this kind.
func Is(err error, kind Kind) bool {
	var typed *Error
	return errors.As(err, &typed) && typed.Kind == kind
}

// FieldsOf are the bad fields that err names, if it is an *Error.
func FieldsOf(err error) []Field {
	var typed *Error
	if errors.As(err, &typed) {
		return typed.Fields
	}
	return nil
}

// In places what keeps one entry of a list from being done: its fields stand inside the place, such as rooms[3], and an
// error without fields names the place alone. An error that isn't the request's stays as it is.
func In(place string, err error) error {
	var typed *Error
	if !errors.As(err, &typed) || typed.Kind != KindInvalid && typed.Kind != KindConflict && typed.Kind != KindNotFound {
		return err
	}
	if len(typed.Fields) == 0 {
		return Invalid(typed.Message, Field{Field: place, Message: typed.Message})
	}
	var fields Fields
	for _, field := range typed.Fields {
		fields.Add(place+"."+field.Field, "%s", field.Message)
	}
	return fields.Err()
}

// Fields collects the bad fields of a request, so that one answer names them all.
type Fields []Field

// Add notes a bad field.
func (f *Fields) Add(field, format string, args ...any) {
	*f = append(*f, Field{Field: field, Message: fmt.Sprintf(format, args...)})
}

// CheckLine adds the field unless it is empty or holds one line of text, without control characters and without others
// that nobody sees: with those, one name can look like another.
func (f *Fields) CheckLine(field, text string) {
	if strings.ContainsFunc(text, unicode.IsControl) {
		f.Add(field, "must be one line of text")
	} else if r := invisible(text); r != 0 {
		f.Add(field, "must not have the invisible character %U", r)
	}
}

// Format reports whether the character is one that changes how others are shown, or nothing: zero width and direction.
func Format(r rune) bool {
	return unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) || strings.ContainsRune(blank, r)
}

// blank are letters and signs that show nothing.
const blank = "\u034f\u115f\u1160\u2800\u3164\uffa0"

const (
	zeroWidthNonJoiner = '\u200c'
	zeroWidthJoiner    = '\u200d'
	emojiStyle         = '\ufe0f'
)

// invisible returns the first character of the text that Format finds, or 0. Joiners are part of how some scripts and
// emoji are written, so they are fine where those have them.
func invisible(text string) rune {
	var before rune
	for _, r := range text {
		joins := (r == zeroWidthJoiner || r == zeroWidthNonJoiner) && (unicode.In(before, joining...) || before == emojiStyle)
		if Format(r) && !joins {
			return r
		}
		before = r
	}
	return 0
}

// joining are the scripts in which a joiner may follow a letter or sign, and the emoji.
var joining = []*unicode.RangeTable{unicode.Arabic, unicode.Bengali, unicode.Devanagari, unicode.Gujarati,
	unicode.Gurmukhi, unicode.Kannada, unicode.Malayalam, unicode.Mongolian, unicode.Oriya, unicode.Sinhala,
	unicode.Syriac, unicode.Tamil, unicode.Telugu, unicode.So, unicode.Sk}

// RequireLine is CheckLine for a field that can't be empty.
func (f *Fields) RequireLine(field, text string) {
	if text == "" {
		f.Add(field, "must be one line of text")
	}
	f.CheckLine(field, text)
}

// Err is nil if no field was added, else an Invalid that names every bad field.
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
