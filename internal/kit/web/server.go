// Package web makes an HTTP server of routes, which are data. Envelopes, errors, permissions, request ids, limits,
// logs, metrics and the OpenAPI document are made here, once for all routes.
package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"
	"github.com/go-chi/httprate"
	"github.com/prometheus/client_golang/prometheus"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/kept"
	"sarai/internal/kit/scope"
)

// Authenticate finds out who calls, and fills the caller into sc, which has IP and UserAgent set; given an
// organization, also the membership. It fails with Unauthorized for a bad token, Forbidden for a caller who is no
// member, and NotFound for an organization that doesn't exist.
type Authenticate func(ctx context.Context, token, org string, sc scope.Scope) (scope.Scope, error)

// AuthenticateKey finds out whose program calls with this key, which may be empty. It places sc in the organization
// of the key, or in org, the path's, which is "" where the path names none. It fails with Unauthorized for a bad key,
// and with NotFound for an organization that doesn't exist or isn't the key's.
type AuthenticateKey func(ctx context.Context, key, org string, sc scope.Scope) (scope.Scope, error)

// Session tells which session an access token was issued in, if the token is genuine, without asking a database. The
// session may have ended.
type Session func(token string) (session string, genuine bool)

// Config is what a server is made of.
type Config struct {
	Routes         []Route
	Tags           []Tag // of the OpenAPI document, in its order
	Authenticate   Authenticate
	SheetKey       AuthenticateKey // for the routes that need a sheet key
	Session        Session         // with a Limit
	Clock          clock.Clock
	Log            *slog.Logger
	Metrics        prometheus.Registerer
	Limit          RateLimit
	TrustedProxies []netip.Prefix // whose X-Forwarded-For counts
	CostlyLimit    RateLimit      // of each organization, for what is Costly
	CORSOrigins    []string
	PublicURL      string
	Version        string
	Schemas        map[string]*huma.Schema // in the document besides those of the routes; nobody changes them
	Pages          func(r chi.Router)      // mounts the server's own pages, outside the API's envelope
	// Held is told how many bytes of half-sent bodies lie in memory, when that has changed by megabytes; it may be nil.
	Held func(bytes int64)
	Kept *kept.Answers // of routes that are Kept; nil keeps none
}

type server struct {
	Config
	router   chi.Router
	openAPI  *huma.OpenAPI
	metrics  *requestMetrics
	arriving arrivals
	fair     *fairness
	costly   *httprate.RateLimiter // nil: no limit
}

// New makes the handler of the whole API, and its OpenAPI document, which is written when it is first asked for. New
// panics on a route that declares no permission, because such a server must not start.
func New(c Config) (http.Handler, func() []byte) {
	s := &server{Config: c, metrics: newRequestMetrics(c.Metrics),
		arriving: arrivals{held: c.Held, from: map[string]arriving{}}, fair: newFairness(c)}
	if c.CostlyLimit.Requests > 0 {
		s.costly = httprate.NewRateLimiter(c.CostlyLimit.Requests, c.CostlyLimit.Window)
	}
	router := chi.NewRouter()
	router.Use(s.observe, headAsGet)
	if len(c.CORSOrigins) > 0 {
		router.Use(allowOrigins(c.CORSOrigins))
	}
	if c.Limit.Requests > 0 {
		router.Use(s.limitRate())
	}
	router.NotFound(func(w http.ResponseWriter, r *http.Request) {
		refuse(w, http.StatusNotFound, "There is no such address. See /docs for the ones there are.")
	})
	router.MethodNotAllowed(func(w http.ResponseWriter, r *http.Request) {
		for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
			if router.Match(chi.NewRouteContext(), method, r.URL.Path) {
				w.Header().Add("Allow", method)
			}
		}
		refuse(w, http.StatusMethodNotAllowed,
			"This address does not take the method "+r.Method+". See /docs for the ones it takes.")
	})
	mounting := ""
	s.router, s.openAPI = router, newOpenAPI(c, schemaRegistry(&mounting))
	for _, route := range c.Routes {
		mounting = operationID(route)
		s.mount(route)
	}
	learnFieldNames(s.openAPI.Components.Schemas.Map())
	describeAllPatterns(s.openAPI)
	maps.Copy(s.openAPI.Components.Schemas.Map(), c.Schemas)
	document := sync.OnceValue(func() []byte { return writeDocument(s.openAPI) })
	mountDocument(router, document)
	if c.Pages != nil {
		c.Pages(router)
	}
	return router, document
}

// headAsGet answers HEAD as GET; net/http leaves the body out.
func headAsGet(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			chi.RouteContext(r.Context()).RouteMethod = http.MethodGet
		}
		next.ServeHTTP(w, r)
	})
}

// noOrganization takes the place of a malformed id: it is well formed, and no organization has it.
const noOrganization = "000000000000000000000000"

// serve answers the requests of a route.
func (s *server) serve(r Route, in *intake) http.HandlerFunc {
	orgParam := r.OrgParam()
	var seldom *httprate.RateLimiter
	if r.seldom.Requests > 0 && s.Limit.Requests > 0 {
		seldom = httprate.NewRateLimiter(r.seldom.Requests, r.seldom.Window)
	}
	return func(w http.ResponseWriter, request *http.Request) {
		ctx := request.Context()
		info := infoOf(ctx)
		info.lookUp = func() (scope.Scope, error) { return s.caller(request, r, orgParam) }
		a, end, err := arrived{}, func() {}, s.limitSeldom(r, seldom, request)
		if err == nil {
			a, end, err = s.admit(r, in, w, request)
		}
		defer end()
		if err == nil {
			err = s.respond(r, in, w, request, a)
		}
		if err != nil {
			s.failure(ctx, tellOfKey(r, request, err)).write(w)
		}
	}
}

// admit checks token, membership and permission, in this order, before path, query and body are read, so that a caller
// who may not do something learns nothing from its validation. Callers must call end.
func (s *server) admit(r Route, in *intake, w http.ResponseWriter, request *http.Request) (
	a arrived, end func(), err error) {
	info := infoOf(request.Context())
	sc, err := info.lookUp()
	if err == nil && r.cookied && info.foreign {
		err = errForeign
	}
	if err == nil && r.costly {
		err = s.limitCostly(request, sc.Org)
	}
	if err != nil {
		return a, func() {}, err
	}
	a, end, err = s.receive(r, in, w, request, &sc)
	if err != nil {
		return a, end, err
	}
	info.scope = sc
	if r.upload > 0 {
		// The server's deadline for the answer already runs while the file arrives. If it can't be moved, it stays.
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(uploadPatience + time.Minute))
	}
	return a, end, nil
}

// attempt has the handler do its work, with its input.
func (s *server) attempt(r Route, in *intake, w http.ResponseWriter, request *http.Request, a arrived) (any, error) {
	ctx := request.Context()
	info := infoOf(ctx)
	input, err := in.fill(request, a)
	if err == nil && r.upload > 0 {
		info.file, err = s.receiveFile(r, w, request, input)
	}
	if err != nil {
		return nil, err
	}
	sc, err := info.caller()
	if err != nil {
		return nil, err
	}
	if r.output == nil {
		return r.handle(ctx, sc, input)
	}
	ctx = db.InQueue(ctx, sc.Org, info.large)
	answer, err := r.handle(ctx, sc, input)
	info.rows = db.RowsIn(ctx)
	return answer, err
}

// respond sends the answer that was kept, or what the handler makes of the request.
func (s *server) respond(r Route, in *intake, w http.ResponseWriter, request *http.Request, a arrived) error {
	text, keep, err := s.findKept(r, request)
	if err != nil {
		return err
	}
	if text != nil {
		sendJSON(w, r.Status, text)
		return nil
	}
	answer, err := s.attempt(r, in, w, request, a)
	if err != nil {
		return err
	}
	return s.answer(r, w, answer, a, keep)
}

// findKept finds the answer that was kept, or what keeps the one that is read now; nothing for a route that isn't Kept.
func (s *server) findKept(r Route, request *http.Request) (text []byte, keep func(text []byte), err error) {
	if !r.kept || s.Kept == nil {
		return nil, nil, nil
	}
	sc, err := infoOf(request.Context()).caller()
	if err != nil {
		return nil, nil, err
	}
	text, keep = s.Kept.Find(kept.Question{Address: request.URL.RequestURI(), User: sc.User, Role: sc.RoleID,
		Day: sc.Today(s.Clock.Now())})
	return text, keep, nil
}

// answer sends what the handler has returned; keep gets the text, unless it is nil.
func (s *server) answer(r Route, w http.ResponseWriter, answer any, a arrived, keep func(text []byte)) error {
	if file, ok := answer.(*File); ok && r.output == nil {
		file.write(w, a.inline)
		return nil
	}
	if cookied, ok := answer.(Cookied); ok {
		for _, cookie := range cookied.Cookies() {
			w.Header().Add("Set-Cookie", cookie.String())
		}
	}
	if list, ok := answer.(interface{ written() any }); ok {
		answer = list.written()
	}
	return writeJSON(w, r.Status, answer, keep)
}

// receive reads headers, query and body, and names in the answer's header what of them the operation ignores. It takes
// the organization's turn, and counts a file as arriving, until end is called.
func (s *server) receive(r Route, in *intake, w http.ResponseWriter, request *http.Request, sc *scope.Scope) (
	a arrived, end func(), err error) {
	end = func() {}
	if a.query, err = parseQuery(request.URL); err != nil {
		return a, end, err
	}
	strict, err := isStrict(request)
	if err != nil {
		return a, end, err
	}
	if r.Guarded {
		if sc.Expected, err = expectedVersion(request); err != nil {
			return a, end, err
		}
	}
	var members []string
	if r.upload > 0 {
		if end, err = s.arrive(request, int64(r.upload+maxFormBytes)); err != nil {
			return a, end, err
		}
	} else {
		data, err := s.readBody(w, request, int64(r.maxBody))
		if err == nil && r.Status == http.StatusCreated {
			err = identifyRepeat(request, data, sc)
		}
		if err != nil {
			return a, end, err
		}
		if end, err = s.takeTurn(r, request, sc.Org, len(data)); err != nil {
			return a, end, err
		}
		if len(data) > 0 {
			a.body, members = in.readBody(data)
		}
	}
	if err := report(w.Header(), strict, in.unknownQuery(a.query), members); err != nil {
		return a, end, err
	}
	if r.shows() {
		a.inline, err = readInline(a.query)
	}
	return a, end, err
}

func hasCookie(request *http.Request, name string) bool {
	if name == "" {
		return false
	}
	cookie, err := request.Cookie(name)
	return err == nil && cookie.Value != ""
}

// parseQuery refuses text that no record can hold before it reaches a database, in the path too.
func parseQuery(address *url.URL) (url.Values, error) {
	if !isText(address.Path) {
		return nil, errs.NotFound("There is no such record.")
	}
	values, err := url.ParseQuery(address.RawQuery)
	if err != nil {
		return nil, errs.Invalid("The query is not well formed: write a percent sign as %25 and a semicolon as %3B.")
	}
	var fields errs.Fields
	for name, list := range values {
		for _, value := range list {
			if !isText(value) || !isText(name) {
				fields.Add(strings.ToValidUTF8(name, "?"), "must be UTF-8 without control characters")
			}
		}
	}
	return values, fields.Err()
}

func isText(s string) bool { return utf8.ValidString(s) && strings.IndexFunc(s, isControl) < 0 }

// storable makes a client's text fit to be stored and logged: valid UTF-8, no control characters, 300 bytes at most.
func storable(s string) string {
	if len(s) > 300 {
		s = s[:300]
	}
	return strings.Map(func(r rune) rune {
		if isControl(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
}

// caller finds who calls and whether the route is theirs.
func (s *server) caller(request *http.Request, r Route, orgParam string) (scope.Scope, error) {
	info := infoOf(request.Context())
	sc := scope.Scope{IP: info.ip, UserAgent: storable(request.UserAgent())}
	if r.Need.Access == AccessSheetKey {
		key := request.Header.Get("X-Sheet-Key")
		sc, err := s.SheetKey(request.Context(), key, organizationIn(request, orgParam), sc)
		info.scope = sc
		return sc, err
	}
	header := request.Header.Get("Authorization")
	if r.Need.Access == AccessAnyone || r.Need.Access == AccessOptional && header == "" {
		return Visitor(request), nil
	}
	sc, err := s.tokenHolder(request, r, orgParam, bearerToken(header), sc)
	info.scope = sc // for the log line, also when the permission is missing
	if err != nil && errs.Is(err, errs.KindUnauthorized) && hasCookie(request, r.cookie) {
		return sc, nil
	}
	return sc, err
}

func (s *server) tokenHolder(request *http.Request, r Route, orgParam, token string, sc scope.Scope) (
	scope.Scope, error) {
	if token == "" {
		return sc, errs.Unauthorized("Sign in first: send the header Authorization: Bearer <ACCESS_TOKEN>.")
	}
	org := ""
	if r.Need.Access == AccessMember {
		org = organizationIn(request, orgParam)
	}
	sc, err := s.Authenticate(request.Context(), token, org, sc)
	if err != nil {
		return sc, err
	}
	if r.Need.Module != "" && !sc.Permissions.Has(r.Need.Module, r.Need.Flag) {
		return sc, r.Need.Missing()
	}
	return sc, nil
}

// bearerToken is the access token of an Authorization header, "" if it has none.
func bearerToken(authorization string) string {
	scheme, token, _ := strings.Cut(authorization, " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// organizationIn is the organization that the path names, or "" where it names none.
func organizationIn(request *http.Request, parameter string) string {
	if parameter == "" {
		return ""
	}
	if org := pathValue(request, parameter); id.Valid(org) {
		return org
	}
	return noOrganization
}

// identifyRepeat notes the Idempotency-Key and a hash of the request.
func identifyRepeat(request *http.Request, body []byte, sc *scope.Scope) error {
	key := request.Header.Get("Idempotency-Key")
	if key == "" {
		return nil
	}
	if len(key) > 200 {
		return errs.InvalidField("Idempotency-Key", "must have at most 200 characters")
	}
	hash := sha256.New()
	for _, part := range []string{request.Method, request.URL.Path, sc.User, string(body)} {
		hash.Write([]byte(part))
		hash.Write([]byte{0})
	}
	sc.Idempotency = scope.Idempotency{Key: key, Fingerprint: hex.EncodeToString(hash.Sum(nil))}
	return nil
}

// isAborted reports the panic with which net/http ends a connection; it is no failure of ours.
func isAborted(recovered any) bool {
	err, ok := recovered.(error)
	return ok && errors.Is(err, http.ErrAbortHandler)
}
