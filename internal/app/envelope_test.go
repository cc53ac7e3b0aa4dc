package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"sarai/internal/app"
	"sarai/internal/app/apptest"
	"sarai/internal/kit/admit"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

// isFailure fails the test unless the content is the envelope of a failure and nothing else.
func isFailure(t *testing.T, response *http.Response, content []byte) {
	t.Helper()
	var envelope map[string]any
	if err := json.Unmarshal(content, &envelope); err != nil {
		t.Errorf("%s %s answered %d without an envelope: %q", response.Request.Method, response.Request.URL,
			response.StatusCode, content)
		return
	}
	message, _ := envelope["message"].(string)
	if envelope["success"] != false || message == "" || !strings.HasSuffix(message, ".") ||
		response.Header.Get("Content-Type") != "application/json" {
		t.Errorf("%s %s answered %s %s", response.Request.Method, response.Request.URL, response.Header.Get("Content-Type"),
			content)
	}
	for name := range envelope {
		if name != "success" && name != "message" && name != "errors" {
			t.Errorf("a failure has the member %s: %s", name, content)
		}
	}
	if inside.Match(content) {
		t.Errorf("a failure tells what is inside: %s", content)
	}
}

var inside = regexp.MustCompile(`(?i)\bselect\b .* \bfrom\b|\.go:\d|goroutine|sqlite|pgx|/work/|/tmp/|panic`)

func TestUnknownAddressesAndMethods(t *testing.T) {
	s := apptest.New(t, "sqlite")
	for _, path := range []string{"/stay-views", "/api", "/api/", "/api/rooms", "/api/rooms/", "/api/nothing/at/all",
		"/api/auth/login/", "/API/auth/login", "/.git/config", "/api/%2e%2e/x", "/favicon.ico",
		"/api/" + strings.Repeat("a/", 500), "/" + strings.Repeat("x", 8000), "/api/auth/login%00", "/%FF"} {
		for _, method := range []string{"GET", "POST", "PUT", "DELETE"} {
			response, content := apptest.Bare(t, method, s.URL+path, nil)
			if response.StatusCode != 404 {
				t.Errorf("%s %.60s answered %d: %.200s", method, path, response.StatusCode, content)
			}
			isFailure(t, response, content)
		}
	}
	taken := map[string]map[string]bool{}
	patterns := make([]*regexp.Regexp, len(s.App.Routes))
	for i, r := range s.App.Routes {
		patterns[i] = regexp.MustCompile("^" + parameter.ReplaceAllString(r.Path, "[^/]+") + "$")
	}
	for _, r := range s.App.Routes {
		path := parameter.ReplaceAllString(r.Path, apptest.Nobody)
		for i, other := range s.App.Routes { // a fixed segment may stand where another route has a parameter
			if patterns[i].MatchString(path) {
				if taken[path] == nil {
					taken[path] = map[string]bool{}
				}
				taken[path][other.Method] = true
			}
		}
	}
	for path, methods := range taken {
		for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PURGE"} {
			if methods[method] {
				continue
			}
			response, content := apptest.Bare(t, method, s.URL+path, nil)
			if response.StatusCode != 405 {
				t.Errorf("%s %s answered %d: %s", method, path, response.StatusCode, content)
			}
			isFailure(t, response, content)
			allowed := strings.Join(response.Header.Values("Allow"), ", ")
			for one := range methods {
				if !strings.Contains(allowed, one) {
					t.Errorf("%s %s answered Allow: %s, and takes %s", method, path, allowed, one)
				}
			}
		}
	}
}

func TestEveryAnswerHasARequestIDAndSecurityHeaders(t *testing.T) {
	s := apptest.New(t, "sqlite")
	for _, path := range []string{"/api/auth/me", "/api/nothing", "/healthz", "/openapi.json", "/docs", "/metrics",
		"/invite?token=x&email=y", "/readyz"} {
		response, _ := apptest.Bare(t, "GET", s.URL+path, nil)
		if made := response.Header.Get("X-Request-Id"); !identifier.MatchString(made) {
			t.Errorf("%s has the request id %q", path, made)
		}
		for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
			"Referrer-Policy": "no-referrer"} {
			if got := response.Header.Get(name); got != want {
				t.Errorf("%s has %s: %q, want %q", path, name, got, want)
			}
		}
		if policy := response.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "frame-ancestors 'none'") ||
			strings.Contains(policy, "*") || strings.Contains(policy, "http:") {
			t.Errorf("%s has the policy %q", path, policy)
		}
		for _, name := range []string{"Server", "X-Powered-By", "Access-Control-Allow-Origin"} {
			if got := response.Header.Get(name); got != "" {
				t.Errorf("%s has %s: %s", path, name, got)
			}
		}
		if strings.HasPrefix(path, "/api") && response.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s may be cached: %q", path, response.Header.Get("Cache-Control"))
		}
	}
	first, _ := apptest.Bare(t, "GET", s.URL+"/api/nothing", nil)
	second, _ := apptest.Bare(t, "GET", s.URL+"/api/nothing", nil)
	if first.Header.Get("X-Request-Id") == second.Header.Get("X-Request-Id") {
		t.Error("two requests have one id")
	}
	for given, taken := range map[string]bool{"abc-123_x.Y": true, strings.Repeat("a", 64): true,
		strings.Repeat("a", 65): false, "a b": false, "a\"b": false, "ünicode": false, "<script>": false, "a;b": false} {
		response, _ := apptest.Bare(t, "GET", s.URL+"/api/nothing", map[string]string{"X-Request-Id": given})
		if got := response.Header.Get("X-Request-Id"); (got == given) != taken || !taken && !identifier.MatchString(got) {
			t.Errorf("the id %q was answered as %q", given, got)
		}
	}
}

func TestCrossOriginRequestsBySetting(t *testing.T) {
	const ours, theirs = "https://desk.hotel.example", "https://evil.example"
	preflight := map[string]string{"Origin": ours, "Access-Control-Request-Method": "PUT",
		"Access-Control-Request-Headers": "authorization,content-type,idempotency-key"}

	closed := apptest.New(t, "sqlite")
	response, _ := apptest.Bare(t, "OPTIONS", closed.URL+"/api/auth/login", preflight)
	if got := response.Header.Get("Access-Control-Allow-Origin"); got != "" {
		t.Errorf("without the setting %s is allowed", got)
	}

	open := apptest.New(t, "sqlite", func(c *app.Config) { c.CORSOrigins = []string{ours} })
	response, _ = apptest.Bare(t, "OPTIONS", open.URL+"/api/rooms/"+apptest.Nobody+"/list", preflight)
	if response.StatusCode >= 300 || response.Header.Get("Access-Control-Allow-Origin") != ours ||
		response.Header.Get("Access-Control-Allow-Credentials") != "true" ||
		!strings.Contains(strings.ToLower(response.Header.Get("Access-Control-Allow-Headers")), "idempotency-key") ||
		response.Header.Get("Access-Control-Allow-Methods") != "PUT" {
		t.Errorf("the preflight answered %d %v", response.StatusCode, response.Header)
	}
	for origin, allowed := range map[string]bool{ours: true, theirs: false, ours + ".evil.example": false,
		"http://desk.hotel.example": false, "null": false} {
		response, _ := apptest.Bare(t, "GET", open.URL+"/api/auth/me", map[string]string{"Origin": origin})
		if got := response.Header.Get("Access-Control-Allow-Origin"); (got == origin) != allowed || !allowed && got != "" {
			t.Errorf("%s is answered with %q", origin, got)
		}
		if allowed && !strings.Contains(response.Header.Get("Access-Control-Expose-Headers"), "X-Request-Id") {
			t.Errorf("scripts can't read the request id: %v", response.Header)
		}
	}

	anywhere := apptest.New(t, "sqlite", func(c *app.Config) { c.CORSOrigins = []string{"*"} })
	response, _ = apptest.Bare(t, "GET", anywhere.URL+"/api/auth/me", map[string]string{"Origin": theirs})
	if response.Header.Get("Access-Control-Allow-Origin") != "*" ||
		response.Header.Get("Access-Control-Allow-Credentials") != "" {
		t.Errorf("with * any page could use a visitor's cookie: %v", response.Header)
	}
}

func TestRateLimit(t *testing.T) {
	const limit = 5
	s := apptest.New(t, "sqlite", func(c *app.Config) { c.Limit = admit.Rate{Requests: limit, Window: time.Hour} })
	for i := range limit {
		response, _ := apptest.Bare(t, "GET", s.URL+"/api/auth/me", nil)
		if response.StatusCode != 401 || response.Header.Get("X-RateLimit-Limit") != fmt.Sprint(limit) ||
			response.Header.Get("X-RateLimit-Remaining") != fmt.Sprint(limit-1-i) {
			t.Errorf("request %d answered %d with %v", i, response.StatusCode, response.Header)
		}
		reset, err := strconv.ParseInt(response.Header.Get("X-RateLimit-Reset"), 10, 64)
		if until := time.Until(time.Unix(reset, 0)); err != nil || until < 0 || until > time.Hour+time.Second {
			t.Errorf("the window resets at %q", response.Header.Get("X-RateLimit-Reset"))
		}
	}
	for _, path := range []string{"/api/auth/me", "/api/nothing", "/api/roles/permissions-meta"} {
		// Neither another route nor a forged address gets round it; and the limit comes before the token.
		response, content := apptest.Bare(t, "GET", s.URL+path, map[string]string{"X-Forwarded-For": "203.0.113.9",
			"X-Real-Ip": "203.0.113.9", "Forwarded": "for=203.0.113.9"})
		if response.StatusCode != 429 || !strings.Contains(string(content), "too many requests") ||
			response.Header.Get("X-RateLimit-Remaining") != "0" {
			t.Errorf("%s answered %d with %v: %s", path, response.StatusCode, response.Header, content)
		}
		if seconds, err := strconv.Atoi(response.Header.Get("Retry-After")); err != nil || seconds < 1 || seconds > 3600 {
			t.Errorf("Retry-After is %q", response.Header.Get("Retry-After"))
		}
		isFailure(t, response, content)
	}
	for _, path := range []string{"/healthz", "/readyz", "/metrics"} {
		if response, content := apptest.Bare(t, "GET", s.URL+path, nil); response.StatusCode == 429 {
			t.Errorf("%s answered %d: %s", path, response.StatusCode, content)
		}
	}
}

// Who is signed in has a limit of their own, whatever others do at the same address. A token that isn't genuine any
// more, or never was, has none.
func TestRateLimitOfSessions(t *testing.T) {
	const limit = 30
	s := apptest.New(t, "sqlite", func(c *app.Config) { c.Limit = admit.Rate{Requests: limit, Window: time.Hour} })
	owner := s.Hotel()
	another := s.Login(owner.Org, owner.Email)
	for range limit {
		apptest.Bare(t, "GET", s.URL+"/api/nothing", nil)
	}
	s.Anyone().Get("/api/auth/me").Refused(429, "from your address")
	remaining := func(c *apptest.Caller) string {
		return c.Get("/api/auth/me").Want(200).Header.Get("X-RateLimit-Remaining")
	}
	before := remaining(another)
	for range limit - 10 {
		remaining(owner)
	}
	if after := remaining(another); before != fmt.Sprint(limit-1) || after != fmt.Sprint(limit-2) {
		t.Errorf("another session has %s requests left and then %s", before, after)
	}
	forged := *owner
	forged.Token = owner.Token[:len(owner.Token)/2] + "A" + owner.Token[len(owner.Token)/2+1:]
	forged.Get("/api/auth/me").Refused(429, "from your address")
	for range limit {
		if a := owner.Get("/api/auth/me"); a.Status == 429 {
			a.Refused(429, "in your session")
			s.Clock.Advance(16 * time.Minute)
			owner.Get("/api/auth/me").Refused(429, "from your address")
			return
		}
	}
	t.Error("a session has no limit")
}

// A panic and an error that nobody typed are the same 500 to the caller; what happened is in the log, with the id.
func TestUnexpectedFailuresSayNothing(t *testing.T) {
	type broken struct {
		Body struct {
			Password string `json:"password" maxLength:"100"`
		}
	}
	fail := func(context.Context, scope.Scope, *broken) (*web.Message, error) {
		return nil, fmt.Errorf("SELECT secret FROM /work/db: connection refused")
	}
	var nothing map[string]int
	crash := func(context.Context, scope.Scope, *broken) (*web.Message, error) {
		nothing["x"] = 1
		return nil, nil
	}
	var lock sync.Mutex
	var log bytes.Buffer
	handler, _ := web.New(web.Config{Clock: clock.System{}, Metrics: prometheus.NewRegistry(),
		Log: slog.New(slog.NewTextHandler(writerFunc(func(p []byte) (int, error) {
			lock.Lock()
			defer lock.Unlock()
			return log.Write(p)
		}), nil)), Routes: []web.Route{web.Post("/api/test/fail", may.Anyone, fail, "Fail"),
			web.Post("/api/test/crash", may.Anyone, crash, "Crash")}})
	server := httptest.NewServer(handler)
	defer server.Close()
	for _, path := range []string{"/api/test/fail?token=topsecret", "/api/test/crash?token=topsecret"} {
		response, err := apptest.Client.Post(server.URL+path, "application/json",
			strings.NewReader(`{"password":"topsecret"}`))
		if err != nil {
			t.Fatal(err)
		}
		content, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if response.StatusCode != 500 || len(content) > 200 {
			t.Errorf("%s answered %d: %s", path, response.StatusCode, content)
		}
		isFailure(t, response, content)
		lock.Lock()
		line := log.String()
		log.Reset()
		lock.Unlock()
		if !strings.Contains(line, response.Header.Get("X-Request-Id")) || !strings.Contains(line, "level=ERROR") ||
			strings.Contains(line, "topsecret") {
			t.Errorf("%s is logged as %s", path, line)
		}
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// Clients send whole records back: what a body has beside its fields is ignored, everywhere.
func TestUnknownBodyFieldsAreIgnored(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		w := newWorld(s)
		for _, r := range w.withBody() {
			if mayRefuse[key(r)] {
				continue
			}
			if usesUp(r) {
				w.renew()
			}
			w.free = ""
			body := w.body(key(r)).(object)
			more := object{"_id": apptest.Nobody, "createdAt": "x", "updatedAt": 7, "nonsense": []any{object{"a": nil}},
				"__proto__": object{}, "": 1}
			for name := range body { // other cases of known names are unknown names
				more[strings.ToUpper(name)] = object{"not": "what the field holds"}
			}
			a := w.owner.Do(r.Method, w.path(r, w.ids), more.Merged(body))
			if a.Status >= 300 {
				t.Errorf("%s with unknown fields answered %d: %s", key(r), a.Status, a.Raw)
			}
		}
	})
}
