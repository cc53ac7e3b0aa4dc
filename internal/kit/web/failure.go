package web

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"sarai/internal/kit/errs"
)

// statuses is the only table from kinds of failure to HTTP statuses. The contract answers conflicts with 400.
var statuses = map[errs.Kind]int{
	errs.KindInvalid:      http.StatusBadRequest,
	errs.KindConflict:     http.StatusBadRequest,
	errs.KindUnauthorized: http.StatusUnauthorized,
	errs.KindForbidden:    http.StatusForbidden,
	errs.KindNotFound:     http.StatusNotFound,
	errs.KindTooMany:      http.StatusTooManyRequests,
	errs.KindUpstream:     http.StatusBadGateway,
	errs.KindUnavailable:  http.StatusServiceUnavailable,
}

const unexpected = "Something went wrong on our side. Try again; if it stays, tell us the request id."

// failure turns a handler's error into the answer. Any error but an *errs.Error is logged with the request's id and
// answered with a fixed sentence, so that nothing internal leaks. Of an outage the log has the cause.
func (s *server) failure(ctx context.Context, err error) *Failure {
	var typed *errs.Error
	if !errors.As(err, &typed) {
		infoOf(ctx).err = err
		return &Failure{status: http.StatusInternalServerError, Message: unexpected}
	}
	f := &Failure{status: statuses[typed.Kind], Message: typed.Message, Errors: typed.Fields}
	switch typed.Kind {
	case errs.KindUnavailable:
		infoOf(ctx).err = errors.Unwrap(typed)
		fallthrough
	case errs.KindTooMany:
		f.headers = http.Header{"Retry-After": {strconv.Itoa(int(math.Ceil(typed.RetryAfter.Seconds())))}}
	case errs.KindUnauthorized:
		f.headers = http.Header{"Www-Authenticate": {`Bearer realm="sarai"`}}
	}
	return f
}

// write answers failures that huma never sees: unknown routes, limits, panics.
func (f *Failure) write(w http.ResponseWriter) {
	for name, values := range f.headers {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(f.status)
	_ = json.NewEncoder(w).Encode(f) // the client may be gone
}

func refuse(w http.ResponseWriter, status int, message string) {
	(&Failure{status: status, Message: message}).write(w)
}

// requiredMark precedes the name of a missing property, because huma reports it at the place of the parent.
const requiredMark = "\x00"

func init() {
	validation.MsgExpectedRequiredProperty = requiredMark + "%s"
	validation.MsgExpectedString = "must be text"
	validation.MsgExpectedBoolean = "must be true or false"
	validation.MsgExpectedNumber = "must be a number"
	validation.MsgExpectedInteger = "must be a whole number"
	validation.MsgExpectedArray = "must be a list"
	validation.MsgExpectedObject = "must be an object"
	validation.MsgExpectedOneOf = "must be one of %s"
	// %v would write a limit of a million as 1e+06; 15 digits are exact in a float64.
	validation.MsgExpectedMinimumNumber = "must be at least %.15g"
	validation.MsgExpectedMaximumNumber = "must be at most %.15g"
	validation.MsgExpectedMinLength = "must have at least %d characters"
	validation.MsgExpectedMaxLength = "must have at most %d characters"
	validation.MsgExpectedMinItems = "must have at least %d entries"
	validation.MsgExpectedMaxItems = "must have at most %d entries"
	validation.MsgExpectedMinProperties = "must have at least %d members"
	validation.MsgExpectedMaxProperties = "must have at most %d members"
	validation.MsgExpectedBePattern = "must be %s"
	validation.MsgExpectedMatchPattern = "must match the pattern %s"
	validation.MsgExpectedRFC5322Email = "must be an e-mail address%.0v"
	validation.MsgExpectedRFC3339Date = "must be a date written YYYY-MM-DD"
	validation.MsgExpectedRFC3339DateTime = notInstant
	validation.MsgExpectedArrayItemsUnique = "must not repeat an entry"

	huma.NewError = newError
}

// newError makes a Failure of what huma refuses. huma's details echo what was sent, passwords too, so only their places
// and messages are taken over.
func newError(status int, message string, details ...error) huma.StatusError {
	if status == http.StatusUnprocessableEntity || status >= 402 && status < 500 && status != http.StatusNotFound {
		status = http.StatusBadRequest
	}
	if message == "cannot read request body" { // the client left, or sent less than it announced
		return &Failure{status: http.StatusBadRequest, Message: "The body could not be read to its end."}
	}
	if status >= 500 {
		return &Failure{status: http.StatusInternalServerError, Message: unexpected}
	}
	if strings.HasPrefix(message, "request body is too large") {
		limit := maxBodyBytes // unless huma names another one
		_, _ = fmt.Sscanf(message, "request body is too large limit=%d bytes", &limit)
		return &Failure{status: status, Message: fmt.Sprintf("The body has more than %d MiB.", limit>>20)}
	}
	var fields errs.Fields
	for _, detail := range details {
		if d, ok := detail.(huma.ErrorDetailer); ok {
			fields = append(fields, badFields(d.ErrorDetail())...)
		}
	}
	if len(fields) == 0 {
		return &Failure{status: status, Message: title(message) + "."}
	}
	var typed *errs.Error
	errors.As(fields.Err(), &typed)
	return &Failure{status: status, Message: typed.Message, Errors: typed.Fields}
}

// badFields are the fields that a detail names, as the client knows them: without huma's "body." or "query." in front.
func badFields(d *huma.ErrorDetail) errs.Fields {
	if marked, ok := strings.CutPrefix(d.Message, fieldMark); ok {
		var fields errs.Fields
		_ = json.Unmarshal([]byte(marked), &fields) // written by fieldErrors.Error
		for i := range fields {
			fields[i].Field = cmp.Or(storable(fields[i].Field), "body")
		}
		return fields
	}
	_, field, _ := strings.Cut(d.Location, ".")
	if d.Location == "body" || field == "" {
		field = "body"
	}
	message := d.Message
	switch {
	case strings.HasPrefix(message, requiredMark):
		name := strings.TrimPrefix(message, requiredMark)
		if field == "body" {
			field = name
		} else {
			field += "." + name
		}
		message = "is required"
	case strings.HasPrefix(message, "required "):
		message = "is required"
	case message == "must have at least 1 characters":
		message = "must not be empty"
	case message == "must have at least 1 entries":
		message = "must have at least one entry"
	case strings.HasPrefix(message, "invalid integer"), strings.HasPrefix(message, "invalid float"):
		message = "must be a number"
	case strings.HasPrefix(message, "invalid boolean"):
		message = "must be true or false"
	case strings.HasPrefix(message, "invalid") || strings.HasPrefix(message, "cannot"):
		message = "is not valid"
	}
	return errs.Fields{{Field: field, Message: message}}
}
