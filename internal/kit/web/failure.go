package web

import (
	"context"
	"errors"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"sarai/internal/kit/errs"
	"sarai/internal/kit/web/intake"
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

// clientGone is the status, in log and metrics alone, of a request whose client has closed the connection: nginx's.
const clientGone = 499

// failure turns a handler's error into the answer. Any error but an *errs.Error is logged with the request's id and
// answered with a fixed sentence, so that nothing internal leaks. Of an outage the log has the cause.
func (s *server) failure(ctx context.Context, err error) *Failure {
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return &Failure{status: clientGone, Message: "The client has closed the connection before the answer."}
	}
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

// lastChange tells who has changed the record of a request that was refused for its If-Match. Without that, the refusal
// stands as it is.
func (s *server) lastChange(r Route, request *http.Request, err error) *LastChange {
	stale := func(f errs.Field) bool { return f.Field == intake.IfMatchHeader }
	if !r.Guarded || s.LastChange == nil || !slices.ContainsFunc(errs.FieldsOf(err), stale) {
		return nil
	}
	if _, err := intake.ExpectedVersion(request); err != nil { // the header is no version at all
		return nil
	}
	sc := infoOf(request.Context()).scope
	change, err := s.LastChange(request.Context(), sc, r.recordID(request, sc.Org))
	if err != nil {
		s.Log.Warn("nobody could say who changed a record", "error", err)
	}
	return change
}

// recordID is the id of the record that a request is about: the first of the path that isn't the organization's, or
// this.
func (r Route) recordID(request *http.Request, org string) string {
	for _, part := range strings.Split(r.Path, "/") {
		name, isParam := strings.CutPrefix(strings.TrimSuffix(part, "}"), "{")
		if isParam && name != r.OrgParam() {
			return intake.PathValue(request, name)
		}
	}
	return org
}

// tellOfKey adds to an outage that an earlier request with the same Idempotency-Key may be done, which nobody has found
// out then, unless package idempotency has.
func tellOfKey(r Route, request *http.Request, err error) error {
	var typed *errs.Error
	if r.Status != http.StatusCreated || request.Header.Get("Idempotency-Key") == "" || !errors.As(err, &typed) ||
		typed.Kind != errs.KindUnavailable || typed.KeyTold {
		return err
	}
	told := *typed
	told.Message += " If an earlier request with this Idempotency-Key got no clear answer, it may be done or not: send " +
		"it again to learn which."
	return &told
}

// write answers with the failure.
func (f *Failure) write(w http.ResponseWriter) {
	for name, values := range f.headers {
		w.Header()[name] = values
	}
	_ = writeJSON(w, f.status, f, nil) // texts alone: it can't fail
}

func refuse(w http.ResponseWriter, status int, message string) {
	(&Failure{status: status, Message: message}).write(w)
}
