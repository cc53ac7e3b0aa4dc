package web

import (
	"context"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"time"

	"sarai/internal/kit/admit"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web/openapi"
)

// What a body may have.
const (
	maxBodyBytes     = 1 << 20
	maxOpenBodyBytes = 16 << 10 // where neither token nor sheet key is needed
)

// Handler does the work of a route from its arguments alone. Failures that the caller is told about are *errs.Error.
type Handler[I, O any] func(ctx context.Context, sc scope.Scope, in *I) (*O, error)

// Route is one endpoint as data: the server mounts it, the OpenAPI document shows it, and tests walk over all of them.
type Route struct {
	Method    string
	Path      string
	Need      scope.Need
	Summary   string
	Status    int        // of success
	Note      string     // a paragraph for the OpenAPI document
	Errors    []int      // statuses of failure, except those that follow from the need
	Guarded   bool       // takes an If-Match: its service compares scope.Scope.Expected with the locked record's version
	cookie    string     // see OrCookie
	cookied   bool       // it reads or sets cookies
	maxBody   int        // bytes that a JSON body may have
	costly    bool       // see Costly
	seldom    admit.Rate // see Seldom
	outOfTurn bool       // see OutOfTurn
	kept      bool       // see Kept
	waits     bool       // see Waits
	upload    int        // the body is a file of at most so many bytes; 0: it is JSON

	input  reflect.Type
	output reflect.Type // of an answer in JSON; nil: the answer is a File
	types  []string     // media types of a file that is sent or received
	handle func(ctx context.Context, sc scope.Scope, in any) (any, error)
}

// Get reads.
func Get[I, O any](path string, need scope.Need, handler Handler[I, O], summary string) Route {
	return route(http.MethodGet, path, need, handler, summary)
}

// Put changes a record, if it still has the version of the request's If-Match.
func Put[I, O any](path string, need scope.Need, handler Handler[I, O], summary string) Route {
	r := route(http.MethodPut, path, need, handler, summary)
	r.Guarded = true
	return r
}

// Patch changes part of a record.
func Patch[I, O any](path string, need scope.Need, handler Handler[I, O], summary string) Route {
	return route(http.MethodPatch, path, need, handler, summary)
}

// Delete removes.
func Delete[I, O any](path string, need scope.Need, handler Handler[I, O], summary string) Route {
	return route(http.MethodDelete, path, need, handler, summary)
}

// Post does something that creates no record; it answers 200.
func Post[I, O any](path string, need scope.Need, handler Handler[I, O], summary string) Route {
	return route(http.MethodPost, path, need, handler, summary)
}

// Create makes a record; it answers 201 and takes an Idempotency-Key, so its service runs in idempotency.Write.
func Create[I, O any](path string, need scope.Need, handler Handler[I, O], summary string) Route {
	r := route(http.MethodPost, path, need, handler, summary)
	r.Status = http.StatusCreated
	return r
}

// With adds a paragraph to the route's description in the OpenAPI document.
func (r Route) With(note string) Route {
	r.Note = note
	return r
}

// Fails adds statuses of failure to the route's answers in the OpenAPI document.
func (r Route) Fails(statuses ...int) Route {
	r.Errors = statuses
	return r
}

// IfMatch lets a POST that changes a record take an If-Match, as every PUT does.
func (r Route) IfMatch() Route {
	r.Guarded = true
	return r
}

// AnyVersion lets a PUT take no If-Match, since what it changes is no single record.
func (r Route) AnyVersion() Route {
	r.Guarded = false
	return r
}

// OrCookie treats a request whose token is no longer valid as one without a token if it has this cookie.
func (r Route) OrCookie(name string) Route {
	r.cookie = name
	return r
}

// Takes sets how many bytes a body may have: by default 1 MiB, and 16 KiB where neither token nor sheet key is needed.
func (r Route) Takes(bytes int) Route {
	r.maxBody = bytes
	return r
}

// Costly lets requests count toward Config.CostlyLimit.
func (r Route) Costly() Route {
	r.costly = true
	return r
}

// Seldom lets one client address send at most so many requests in a window, unless the server has no Limit.
func (r Route) Seldom(requests int, window time.Duration) Route {
	r.seldom = admit.Rate{Requests: requests, Window: window}
	return r
}

// OutOfTurn lets requests go on beside large ones of their organization: they wait for others more than they work.
func (r Route) OutOfTurn() Route {
	r.outOfTurn = true
	return r
}

// Kept lets answers be kept until something is committed (package kept). They must depend on nothing but the database,
// path and query, who asks, and the hotel's day.
func (r Route) Kept() Route {
	r.kept = true
	return r
}

// Waits lets a request wait for a second person's consent: Config.Wait is asked about its failures, and it may answer
// 202.
func (r Route) Waits() Route {
	r.waits = true
	return r
}

// OrgParam is the name of the path parameter that holds the organization's id, or "".
func (r Route) OrgParam() string {
	for _, name := range []string{"orgId", "orgid"} {
		if strings.Contains(r.Path, "{"+name+"}") {
			return name
		}
	}
	return ""
}

// Cookied is implemented by answers that set cookies.
type Cookied interface{ Cookies() []http.Cookie }

func typeOf[T any]() reflect.Type { return reflect.TypeFor[T]() }

// route forgets the types of the handler's input and answer as soon as it can: what is generic is compiled for each
// endpoint.
func route[I, O any](method, path string, need scope.Need, handler Handler[I, O], summary string) Route {
	r := newRoute(method, path, need, summary, typeOf[I](), typeOf[O]())
	r.handle = func(ctx context.Context, sc scope.Scope, in any) (any, error) { return handler(ctx, sc, in.(*I)) }
	return r
}

func newRoute(method, path string, need scope.Need, summary string, input, output reflect.Type) Route {
	r := Route{Method: method, Path: path, Need: need, Summary: summary, Status: http.StatusOK, maxBody: maxBodyBytes,
		input: input, output: output}
	if need.Access == scope.AccessAnyone || need.Access == scope.AccessOptional {
		r.maxBody = maxOpenBodyBytes
	}
	refuseHiddenFields(r, input)
	r.cookied = r.setsCookies() || readsCookies(input)
	return r
}

func (r Route) setsCookies() bool {
	return r.output != nil && reflect.PointerTo(r.output).Implements(typeOf[Cookied]())
}

// mount documents the route and answers its requests.
func (s *server) mount(r Route) {
	if r.Need.Access == 0 {
		panic(fmt.Sprintf("route %s %s declares no permission", r.Method, r.Path))
	}
	if r.Need.Access == scope.AccessMember && r.OrgParam() == "" {
		panic(fmt.Sprintf("route %s %s asks for a member but names no organization", r.Method, r.Path))
	}
	var waiting reflect.Type
	if r.waits {
		waiting = s.Waiting
	}
	in := s.document.Add(openapi.Operation{Method: r.Method, Path: r.Path, Need: r.Need, OrgParam: r.OrgParam(),
		Waiting: waiting, Summary: r.Summary, Note: r.Note, Status: r.Status, Errors: r.Errors, Input: r.input,
		Upload:  r.upload,
		Guarded: r.Guarded, Repeated: r.Status == http.StatusCreated, Output: r.output, Types: r.types, Inline: r.shows(),
		Cookied: r.cookied, SetsCookies: r.setsCookies()})
	s.router.MethodFunc(r.Method, r.Path, s.serve(r, in))
}

// readsCookies tells whether the input has a field that a cookie fills.
func readsCookies(input reflect.Type) bool {
	for _, field := range reflect.VisibleFields(input) {
		if field.Tag.Get("cookie") != "" {
			return true
		}
	}
	return false
}

// refuseHiddenFields panics if the input embeds an unexported struct, whose fields huma silently doesn't validate.
func refuseHiddenFields(r Route, input reflect.Type) {
	for i := range input.NumField() {
		field := input.Field(i)
		if field.Anonymous && !field.IsExported() {
			panic(fmt.Sprintf("route %s %s: the input embeds the unexported type %s", r.Method, r.Path, field.Name))
		}
		if (field.Name == "Body" || field.Anonymous) && field.Type.Kind() == reflect.Struct {
			refuseHiddenFields(r, field.Type)
		}
	}
}
