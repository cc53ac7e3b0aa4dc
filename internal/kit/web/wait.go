package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web/intake"
)

// Asked is a request that may be made again: by Again, once somebody has consented to it.
type Asked struct {
	Method  string
	URI     string // path and query
	Body    []byte
	IfMatch string
	Key     string        // its Idempotency-Key
	Consent *ApprovalBody // what it was sent with; nil: nothing
}

// Wait is told with which error a request has failed, and so changed nothing. It returns the consent with which the
// request is tried again at once, or what is answered as it waits for consent, or the error that it fails with.
type Wait func(ctx context.Context, sc scope.Scope, asked Asked, failure error) (
	now *scope.Consent, waiting any, err error)

// wait has a request that failed try again with consent, or wait for it.
func (s *server) wait(r Route, in *intake.Input, w http.ResponseWriter, request *http.Request, a arrived,
	failure error) (answer any, waits bool, err error) {
	info := infoOf(request.Context())
	sc, err := info.caller()
	if err != nil {
		return nil, false, err
	}
	if sc.Consent != nil {
		return nil, false, failure
	}
	asked := Asked{Method: r.Method, URI: request.URL.RequestURI(), Body: a.raw, Key: sc.Idempotency.Key,
		IfMatch: request.Header.Get(intake.IfMatchHeader)}
	var body Countersigned
	if json.Unmarshal(a.raw, &body) == nil { // it was read before
		asked.Consent = body.Approval
	}
	now, waiting, err := s.Wait(request.Context(), sc, asked, failure)
	if err != nil || now == nil {
		return waiting, true, err
	}
	info.scope.Consent = now
	answer, err = s.attempt(r, in, w, request, a)
	return answer, false, err
}

type actorKey struct{}

// actorOf is on whose behalf a request is made again.
func actorOf(ctx context.Context) (scope.Scope, bool) {
	sc, ok := ctx.Value(actorKey{}).(scope.Scope)
	return sc, ok
}

// actor is who makes a request again, if that may still be.
func actor(r Route, sc scope.Scope, orgParam string, request *http.Request) (scope.Scope, error) {
	infoOf(request.Context()).scope = sc
	if r.Need.Access != scope.AccessMember || organizationIn(request, orgParam) != sc.Org {
		return sc, fmt.Errorf("%s %s is not made again", r.Method, r.Path)
	}
	if r.Need.Module != "" && !sc.Permissions.Has(r.Need.Module, r.Need.Flag) {
		return sc, r.Need.Missing()
	}
	return sc, nil
}

// Again has the API's handler do what was asked on behalf of sc, who is a member of sc.Org now. It fails as that fails.
func Again(ctx context.Context, api http.Handler, sc scope.Scope, asked Asked) error {
	ctx = context.WithValue(ctx, chi.RouteCtxKey, nil) // else the router goes on with the method of the present request
	request, err := http.NewRequestWithContext(context.WithValue(ctx, actorKey{}, sc), asked.Method, asked.URI,
		bytes.NewReader(asked.Body))
	if err != nil {
		return err
	}
	request.RemoteAddr = net.JoinHostPort(sc.IP, "0")
	for name, value := range map[string]string{"Content-Type": "application/json", "Idempotency-Key": asked.Key,
		intake.IfMatchHeader: asked.IfMatch, "User-Agent": sc.UserAgent} {
		if value != "" {
			request.Header.Set(name, value)
		}
	}
	answer := &answered{header: http.Header{}}
	api.ServeHTTP(answer, request)
	if answer.status < http.StatusMultipleChoices {
		return nil
	}
	var failure Failure
	if err := json.Unmarshal(answer.text.Bytes(), &failure); err != nil {
		return fmt.Errorf("a request made again answered %d: %w", answer.status, err)
	}
	switch kind := kindOf(answer.status); kind {
	case 0:
		return fmt.Errorf("a request made again answered %d: %s", answer.status, failure.Message)
	case errs.KindUnavailable, errs.KindTooMany:
		return errs.Unavailable(failure.Message, 5*time.Second, nil)
	default:
		return &errs.Error{Kind: kind, Message: failure.Message, Fields: failure.Errors}
	}
}

// kindOf is the kind of failure that has this status; 0: none.
func kindOf(status int) errs.Kind {
	if status == http.StatusBadRequest { // several have it
		return errs.KindConflict
	}
	for kind, its := range statuses {
		if its == status {
			return kind
		}
	}
	return 0
}

// answered takes an answer that nobody sends.
type answered struct {
	header http.Header
	status int
	text   bytes.Buffer
}

func (a *answered) Header() http.Header { return a.header }

func (a *answered) WriteHeader(status int) { a.status = status }

func (a *answered) Write(b []byte) (int, error) {
	if a.status == 0 {
		a.status = http.StatusOK
	}
	return a.text.Write(b)
}
