package intake_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/prometheus/client_golang/prometheus"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
)

type cookieAnswer struct{ web.Message }

func (*cookieAnswer) Cookies() []http.Cookie { return []http.Cookie{{Name: "a", Value: "b"}} }

type cookieInput struct {
	Session string `cookie:"a"`
}

// doorServer has a route that sets a cookie, one that reads one, one that does neither, and a page with a form.
func doorServer(allowed ...string) http.Handler {
	anyone := scope.Need{Access: scope.AccessAnyone}
	set := func(context.Context, scope.Scope, *sheet) (*cookieAnswer, error) {
		return &cookieAnswer{*web.Done("In.")}, nil
	}
	handler, _ := web.New(web.Config{Clock: clock.System{}, Metrics: prometheus.NewRegistry(),
		Log: slog.New(slog.DiscardHandler), CORSOrigins: allowed, PublicURL: "https://pms.example/hotel",
		Routes: []web.Route{web.Post("/api/set", anyone, set, "Set"),
			web.Post("/api/read", anyone, done[cookieInput], "Read"), web.Post("/api/neither", anyone, done[sheet], "Neither")},
		Pages: func(r chi.Router) {
			r.Post("/form", func(w http.ResponseWriter, r *http.Request) {
				if err := web.CheckOrigin(r); err != nil {
					w.WriteHeader(http.StatusForbidden)
				}
			})
		}})
	return handler
}

// Pages of other sites neither set nor read cookies, whatever request they send; programs and our own pages do.
func TestOtherSitesCannotSignAnybodyIn(t *testing.T) {
	const json = "application/json; charset=utf-8"
	for _, c := range []struct {
		allowed                   string // SARAI_CORS_ORIGINS
		site, origin, kind, token string
		passes                    bool
	}{
		{"", "", "", "", "", true}, // a program
		{"", "same-origin", "https://inside.example", json, "", true},
		{"", "none", "", "", "", true},
		{"", "", "https://inside.example", "text/plain", "", true}, // an old browser
		{"", "", "https://pms.example", json, "", true},            // behind a proxy
		{"", "cross-site", "https://pms.example", json, "", true},
		{"", "cross-site", "https://evil.example", "text/plain", "", false},
		{"", "same-site", "https://evil.pms.example", json, "", false},
		{"", "", "https://evil.example", "application/x-www-form-urlencoded", "", false},
		{"", "cross-site", "null", json, "", false},
		{"", "cross-site", "", json, "x", false},
		{"https://app.example", "cross-site", "https://app.example", json, "", true},
		{"https://app.example", "cross-site", "https://App.Example", json, "", true},
		{"https://app.example", "cross-site", "https://app.example.evil.example", json, "", false},
		{"https://app.example", "", "http://app.example", json, "", false},
		{"https://*.chain.example", "same-site", "https://one.chain.example", "", "", true},
		{"https://*.chain.example", "cross-site", "https://chain.example", "", "", false},
		{"*", "cross-site", "https://any.example", json, "", true},
		{"*", "cross-site", "https://any.example", "", "x", true},
		{"*", "cross-site", "https://any.example", "text/plain", "", false},
		{"*", "cross-site", "null", "application/x-www-form-urlencoded", "", false},
		{"*", "", "https://any.example", "", "", false},
	} {
		var allowed []string
		if c.allowed != "" {
			allowed = []string{"https://first.example", c.allowed}
		}
		handler := doorServer(allowed...)
		for path, guarded := range map[string]bool{"/api/set": true, "/api/read": true, "/form": true,
			"/api/neither": false} {
			request := httptest.NewRequest("POST", "http://inside.example"+path, strings.NewReader(`{}`))
			for name, value := range map[string]string{"Sec-Fetch-Site": c.site, "Origin": c.origin, "Content-Type": c.kind,
				"Authorization": c.token} {
				if value != "" {
					request.Header.Set(name, value)
				}
			}
			answer := httptest.NewRecorder()
			handler.ServeHTTP(answer, request)
			want := 200
			if guarded && !c.passes {
				want = 403
			}
			if answer.Code != want || want == 403 && answer.Header().Get("Set-Cookie") != "" {
				t.Errorf("%s of %s answers %d %s, want %d", path, fmt.Sprintf("%+v", c), answer.Code, answer.Body, want)
			}
		}
	}
}
