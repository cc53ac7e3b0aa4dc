package web

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"reflect"
	"sync"

	"github.com/go-chi/chi/v5"
	"github.com/prometheus/client_golang/prometheus"

	"sarai/internal/kit/admit"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/kept"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web/intake"
	"sarai/internal/kit/web/openapi"
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
	Tags           []openapi.Tag // of the OpenAPI document, in its order
	Authenticate   Authenticate
	SheetKey       AuthenticateKey // for the routes that need a sheet key
	Session        Session         // with a Limit
	Clock          clock.Clock
	Log            *slog.Logger
	Metrics        prometheus.Registerer
	Limit          admit.Rate
	TrustedProxies []netip.Prefix // whose X-Forwarded-For counts
	CostlyLimit    admit.Rate     // of each organization, for what is Costly
	CORSOrigins    []string
	PublicURL      string
	Version        string
	Events         []openapi.Event    // that the document describes
	Pages          func(r chi.Router) // mounts the server's own pages, outside the API's envelope
	// Held is told how many bytes of half-sent bodies lie in memory, when that has changed by megabytes; it may be nil.
	Held    func(bytes int64)
	Wait    Wait          // of routes that Wait; nil: nobody consents to anything
	Waiting reflect.Type  // what is answered where a request waits for consent
	Kept    *kept.Answers // of routes that are Kept; nil keeps none
	// LastChange is who changed a record in the last day, or nil; nil asks nobody.
	LastChange func(ctx context.Context, sc scope.Scope, recordID string) (*LastChange, error)
}

type server struct {
	Config
	router   chi.Router
	document *openapi.Document
	metrics  *requestMetrics
	outside  intake.Outside
	arriving *intake.Arrivals
	fair     *admit.Fair
	costly   *admit.Counter // nil: no limit
}

// New makes the handler of the whole API, and its OpenAPI document, which is written when it is first asked for. New
// panics on a route that declares no permission, because such a server must not start.
func New(c Config) (http.Handler, func() []byte) {
	router, limited := chi.NewRouter(), c.Limit.Requests > 0
	s := &server{Config: c, router: router, metrics: newRequestMetrics(c.Metrics),
		outside:  intake.Outside{TrustedProxies: c.TrustedProxies, CORSOrigins: c.CORSOrigins, PublicURL: c.PublicURL},
		arriving: intake.NewArrivals(limited, c.Held), fair: admit.NewFair(c.Clock, limited), costly: c.CostlyLimit.Counter(),
		document: openapi.New(openapi.Config{Version: c.Version, PublicURL: c.PublicURL, Tags: c.Tags,
			Failure: typeOf[Failure]()})}
	router.Use(s.observe, headAsGet)
	if len(c.CORSOrigins) > 0 {
		router.Use(intake.AllowOrigins(c.CORSOrigins))
	}
	if limited {
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
	for _, route := range c.Routes {
		s.mount(route)
	}
	s.document.AddEvents(c.Events)
	document := s.document.Close()
	router.Get(openapi.Path, showDocument(document))
	openapi.MountPage(router)
	if c.Pages != nil {
		c.Pages(router)
	}
	return router, document
}

// showDocument serves the OpenAPI document, which is compressed once.
func showDocument(document func() []byte) http.HandlerFunc {
	packed := sync.OnceValue(func() []byte { return pack(document()) })
	tag := sync.OnceValue(func() string { return etagOf(document()) })
	return func(w http.ResponseWriter, r *http.Request) {
		content := document
		header := w.Header()
		header.Set("Content-Type", "application/json")
		header.Set("Vary", "Accept-Encoding")
		header[intake.ETagHeader] = []string{tag()}
		if takesGzip(r.Header.Values("Accept-Encoding")) {
			header.Set("Content-Encoding", "gzip")
			content = packed
		}
		_, _ = w.Write(content()) // the client may be gone
	}
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
