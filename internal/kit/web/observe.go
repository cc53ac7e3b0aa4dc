package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/prometheus/client_golang/prometheus"

	"sarai/internal/kit/admit"
	"sarai/internal/kit/file"
	"sarai/internal/kit/id"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web/intake"
)

// requestInfo is what is known about a request while it runs. It travels in the request's context.
type requestInfo struct {
	id    string
	ip    string
	scope scope.Scope
	err   error // an unexpected failure, for the log alone

	network func() string // finds scope.Scope.Network, which few requests need

	foreign bool // a page of another site sends it; see intake.Outside
	// lookUp finds who calls; nil outside the API. waited says that time has passed since it was asked, because the body
	// had to arrive or the request had to wait for its turn.
	lookUp func() (scope.Scope, error)
	waited bool

	large   bool   // much work is expected of it
	rows    int64  // that its transactions have read and written
	written int64  // bytes of the answer, before they are compressed
	endTurn func() // gives up the request's turn; nil: it has none

	file file.File // that was uploaded
}

type infoKey struct{}

func infoOf(ctx context.Context) *requestInfo {
	info, ok := ctx.Value(infoKey{}).(*requestInfo)
	if !ok {
		return &requestInfo{}
	}
	return info
}

// caller is on whose behalf a complete request is handled. A body may take its time to arrive, and whoever sent it may
// have been signed out or demoted since its first byte, so it is found out again.
func (info *requestInfo) caller() (scope.Scope, error) {
	begun := info.scope
	if !info.waited {
		return begun, nil
	}
	sc, err := info.lookUp()
	sc.Expected, sc.Idempotency, sc.Consent = begun.Expected, begun.Idempotency, begun.Consent
	info.scope = sc
	return sc, err
}

// RequestLine is the message of the log line that each request has.
const RequestLine = "request"

// leave gives up the request's turn, when the answer is ready to be sent or at the end, whichever comes first.
func (info *requestInfo) leave() {
	if end := info.endTurn; end != nil {
		info.endTurn = nil
		end()
	}
}

// observe surrounds every request: it sets its id and the security headers, recovers from a panic, and writes one log
// line and one metric. Neither ever holds a body, a query, a token or a header.
func (s *server) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		info := &requestInfo{id: requestID(r), ip: s.outside.ClientIP(r), foreign: s.outside.IsForeign(r)}
		info.network = func() string { return s.outside.ClientNetwork(r) }
		writer := &answerWriter{ResponseWriter: w, request: r, info: info}
		securityHeaders(w.Header())
		w.Header()["X-Request-Id"] = []string{info.id}
		r = r.WithContext(context.WithValue(r.Context(), infoKey{}, info))
		func() {
			defer s.recoverPanic(writer, info)
			next.ServeHTTP(writer, r)
		}()
		writer.finish()
		s.record(r, writer.status, info, time.Since(start))
	})
}

// recoverPanic turns a panic into a 500 with the fixed sentence. Its text and stack only go to the log.
func (s *server) recoverPanic(w *answerWriter, info *requestInfo) {
	recovered := recover()
	if recovered == nil {
		return
	}
	if isAborted(recovered) {
		panic(recovered)
	}
	info.err = fmt.Errorf("panic: %v\n%s", recovered, debug.Stack())
	if w.status == 0 {
		refuse(w, http.StatusInternalServerError, unexpected)
	}
}

// isAborted reports the panic with which net/http ends a connection; it is no failure of ours.
func isAborted(recovered any) bool {
	err, ok := recovered.(error)
	return ok && errors.Is(err, http.ErrAbortHandler)
}

func (s *server) record(r *http.Request, status int, info *requestInfo, took time.Duration) {
	route := "unknown"
	if chiContext := chi.RouteContext(r.Context()); chiContext != nil && chiContext.RoutePattern() != "" {
		route = chiContext.RoutePattern()
	}
	s.metrics.observe(r.Method, route, status, took)
	level, attributes := slog.LevelInfo, []slog.Attr{
		slog.String("id", info.id), slog.String("method", r.Method), slog.String("route", route),
		slog.Int("status", status), slog.Duration("duration", took), slog.String("ip", info.ip),
		slog.String("organization", info.scope.Org), slog.String("user", info.scope.User),
	}
	if info.err != nil {
		level = slog.LevelError
		attributes = append(attributes, slog.String("error", info.err.Error()))
	}
	s.Log.LogAttrs(r.Context(), level, RequestLine, attributes...)
}

// requestID is the id that a proxy has given, if it is sane, so that its log and ours can be joined; else a new one.
func requestID(r *http.Request) string {
	given := r.Header.Get("X-Request-Id")
	if given == "" || len(given) > 64 {
		return id.New()
	}
	for _, c := range given {
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '-' && c != '_' && c != '.' {
			return id.New()
		}
	}
	return given
}

// securityHeaders sets what suits an API. The server's own pages and /docs set their own Content-Security-Policy.
func securityHeaders(h http.Header) {
	h["X-Content-Type-Options"] = nosniff
	h["X-Frame-Options"] = deny
	h["Referrer-Policy"] = noReferrer
	h["Content-Security-Policy"] = nothingElse
	h["Cache-Control"] = noStore
	h["Strict-Transport-Security"] = httpsOnly
}

// Values that all answers share: whoever wants another one sets a new slice, as http.Header does.
var (
	nosniff     = []string{"nosniff"}
	deny        = []string{"DENY"}
	noReferrer  = []string{"no-referrer"}
	nothingElse = []string{"default-src 'none'; frame-ancestors 'none'"}
	noStore     = []string{"no-store"}
	httpsOnly   = []string{"max-age=31536000"}
	plainJSON   = []string{"application/json"}
	byEncoding  = []string{"Accept-Encoding"}
)

type requestMetrics struct{ duration *prometheus.HistogramVec }

func newRequestMetrics(registerer prometheus.Registerer) *requestMetrics {
	m := &requestMetrics{duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "sarai_http_request_seconds", Help: "Time to answer, by method, route and status.",
		Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10},
	}, []string{"method", "route", "status"})}
	registerer.MustRegister(m.duration)
	return m
}

func (m *requestMetrics) observe(method, route string, status int, took time.Duration) {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
		http.MethodOptions:
	default:
		method = "other" // a client must not be able to make up label values
	}
	m.duration.WithLabelValues(method, route, strconv.Itoa(status)).Observe(took.Seconds())
}

// ClientNetwork is what limits count a request's address as: the address, or the /64 network of an IPv6 one.
func ClientNetwork(r *http.Request) string { return admit.Network(ClientIP(r)) }

// Identify names the caller in the request's log line, where a handler finds out itself who it is.
func Identify(ctx context.Context, sc scope.Scope) { infoOf(ctx).scope = sc }

// Visitor is the scope of a request before it is known who sends it.
func Visitor(r *http.Request) scope.Scope {
	info := infoOf(r.Context())
	return scope.Scope{IP: info.ip, Network: info.network(), UserAgent: intake.Storable(r.UserAgent())}
}

// ClientIP is the address that a request came from, as the rate limit and the audit log see it.
func ClientIP(r *http.Request) string { return infoOf(r.Context()).ip }

// CheckOrigin fails with Forbidden for a form that a page of another site sends.
func CheckOrigin(r *http.Request) error {
	if infoOf(r.Context()).foreign {
		return intake.ErrForeign
	}
	return nil
}
