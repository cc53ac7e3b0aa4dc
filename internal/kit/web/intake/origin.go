package intake

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/go-chi/cors"

	"sarai/internal/kit/errs"
)

// ErrForeign is a Forbidden.
var ErrForeign = errs.Forbidden("A page of another site sent this request. Sign in and out on the hotel's own pages.")

// crossOrigin finds what a browser says of a request's origin.
var crossOrigin = http.NewCrossOriginProtection()

// IsForeign tells whether a page of an origin that isn't allowed sends the request. Such a request must neither read
// nor set a cookie: the page could sign its visitor in as somebody else, or out. Programs aren't browsers, and pass.
func (o Outside) IsForeign(r *http.Request) bool {
	if slices.Contains(o.CORSOrigins, "*") {
		return o.fromElsewhere(r, nil) && !isPreflighted(r)
	}
	return o.fromElsewhere(r, o.CORSOrigins)
}

// fromElsewhere tells whether a page sends the request whose origin is neither the server's own nor one of these.
func (o Outside) fromElsewhere(r *http.Request, allowed []string) bool {
	if crossOrigin.Check(r) == nil {
		return false
	}
	origin := r.Header.Get("Origin")
	if own, err := url.Parse(o.PublicURL); err == nil && strings.EqualFold(origin, own.Scheme+"://"+own.Host) {
		return false // behind a proxy that sends another Host
	}
	return !AllowsOrigin(allowed, origin)
}

// ownOrigins are those that the settings allow by name. One that ends with * has pages of anybody.
func (o Outside) ownOrigins() []string {
	return slices.DeleteFunc(slices.Clone(o.CORSOrigins), func(one string) bool { return strings.HasSuffix(one, "*") })
}

// isPreflighted tells whether a browser sends a page's request only after it has asked the server. Where every origin
// is allowed, such a request has no cookies, and a browser drops those of the answer.
func isPreflighted(r *http.Request) bool {
	kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	return r.Header.Get("Authorization") != "" || strings.EqualFold(strings.TrimSpace(kind), "application/json")
}

// AllowsOrigin tells whether the origin is one of those allowed, as in CORS: "*" is all, and one * inside an origin
// stands for anything.
func AllowsOrigin(allowed []string, origin string) bool {
	given := strings.ToLower(origin)
	return slices.ContainsFunc(allowed, func(one string) bool {
		before, after, wild := strings.Cut(strings.ToLower(one), "*")
		return given == before && !wild || wild && len(given) >= len(before)+len(after) &&
			strings.HasPrefix(given, before) && strings.HasSuffix(given, after)
	})
}

// AllowOrigins answers browsers that ask whether pages of other origins may send requests.
func AllowOrigins(origins []string) func(http.Handler) http.Handler {
	return cors.Handler(cors.Options{
		AllowedOrigins: origins,
		AllowedMethods: []string{"GET", "POST", "PUT", "PATCH", "DELETE"},
		AllowedHeaders: []string{"Authorization", "Content-Type", "Idempotency-Key", "X-Sheet-Key", "X-Request-Id",
			StrictHeader, IfMatchHeader, IfNoneMatchHeader},
		ExposedHeaders: []string{"X-Request-Id", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset",
			"Retry-After", IgnoredHeader, ETagHeader},
		AllowCredentials: !slices.Contains(origins, "*"),
		MaxAge:           600,
	})
}
