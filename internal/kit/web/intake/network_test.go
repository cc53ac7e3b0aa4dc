package intake_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
)

const (
	client = "203.0.113.9"
	cdn    = "198.51.100.1" // which the settings don't name
	nginx  = "127.0.0.1"    // which they do, with balancer
	inner  = "10.0.0.5"
)

// networkOf is what the server takes for the network of a request that comes from the peer with these headers.
func networkOf(origins []string, peer string, header ...string) (network string) {
	anyone := scope.Need{Access: scope.AccessAnyone}
	show := func(_ context.Context, sc scope.Scope, _ *sheet) (*web.Message, error) {
		network = sc.Network
		return web.Done("Seen."), nil
	}
	handler, _ := web.New(web.Config{Clock: clock.System{}, Metrics: prometheus.NewRegistry(),
		Log: slog.New(slog.DiscardHandler), CORSOrigins: origins, PublicURL: "https://pms.example",
		TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("10.0.0.0/8")},
		Routes:         []web.Route{web.Post("/api/show", anyone, show, "Show")}})
	request := httptest.NewRequest("POST", "http://pms.example/api/show", strings.NewReader(`{}`))
	request.RemoteAddr = peer + ":4711"
	request.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(header); i += 2 {
		request.Header.Add(header[i], header[i+1])
	}
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, request)
	if answer.Code != http.StatusOK {
		panic(answer.Body.String())
	}
	return network
}

// An address stands for a client only where nothing says that a proxy which the settings don't name has forwarded the
// request: everybody behind that proxy would have it.
func TestANetworkIsTheClientsOwn(t *testing.T) {
	const forwarded = "X-Forwarded-For"
	for _, c := range []struct {
		peer   string
		header []string
		want   string
	}{
		{client, nil, client},
		{client, []string{forwarded, cdn}, ""},
		{client, []string{forwarded, ""}, ""},
		{client, []string{"Forwarded", "for=" + cdn}, ""},
		{client, []string{"Via", "1.1 proxy.example"}, ""},
		{client, []string{"X-Real-IP", client}, ""},
		{client, []string{"X-Forwarded-Proto", "https"}, ""},
		{client, []string{"CF-Connecting-IP", client}, ""},

		{nginx, nil, ""},
		{nginx, []string{forwarded, client}, client},
		{nginx, []string{forwarded, client + ", " + inner}, client},
		{nginx, []string{forwarded, client, forwarded, inner}, client},
		{nginx, []string{forwarded, "2001:db8::1"}, "2001:db8::"},
		{nginx, []string{forwarded, client, "X-Real-IP", client, "X-Forwarded-Proto", "https", "X-Forwarded-Host",
			"pms.example"}, client},
		{nginx, []string{forwarded, client + "," + inner, "X-Real-IP", inner, "CF-Connecting-IP", client}, client},

		{nginx, []string{forwarded, client + ", " + cdn}, ""},
		{nginx, []string{forwarded, client, forwarded, cdn}, ""},
		{nginx, []string{forwarded, "unknown, " + cdn}, ""},
		{nginx, []string{forwarded, client + ", " + cdn + ", " + inner}, ""},
		{nginx, []string{forwarded, cdn, "X-Real-IP", client}, ""},
		{nginx, []string{forwarded, cdn, "True-Client-IP", client}, ""},
		{nginx, []string{forwarded, cdn, "Via", "1.1 cdn.example"}, ""},
		{nginx, []string{forwarded, cdn, "Forwarded", "for=" + client}, ""},
		{nginx, []string{forwarded, inner}, ""},
	} {
		if got := networkOf(nil, c.peer, c.header...); got != c.want {
			t.Errorf("from %s with %q the network is %q, want %q", c.peer, c.header, got, c.want)
		}
	}
}

// A page of another site has its visitor's browser send what it likes, so that browser's address proves nothing of who
// sends it.
func TestAForeignPageHasNoNetwork(t *testing.T) {
	for _, c := range []struct {
		allowed, site, origin, want string
	}{
		{"*", "", "", client}, // a program
		{"*", "same-origin", "https://pms.example", client},
		{"*", "cross-site", "https://evil.example", ""},
		{"*", "", "https://evil.example", ""},
		{"*", "cross-site", "null", ""},
		{"*", "same-site", "", ""},
		{"https://*", "cross-site", "https://evil.example", ""},
		{"", "cross-site", "https://evil.example", ""},
		{"https://app.example", "cross-site", "https://app.example", client},
		{"https://app.example", "cross-site", "https://evil.example", ""},
		{"https://*.chain.example", "cross-site", "https://one.chain.example", client},
	} {
		header := []string{}
		if c.site != "" {
			header = append(header, "Sec-Fetch-Site", c.site)
		}
		if c.origin != "" {
			header = append(header, "Origin", c.origin)
		}
		if got := networkOf([]string{c.allowed}, client, header...); got != c.want {
			t.Errorf("of %+v the network is %q, want %q", c, got, c.want)
		}
	}
}
