package intake_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"pgregory.net/rapid"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
)

type filter struct {
	web.Paging
	Status string `query:"status" enum:"open,closed"`
}

type nothing struct{}

// sheet has bodies of every shape: lists, optional values, maps of maps and of objects.
type sheet struct {
	Body struct {
		Name   web.Change[string]          `json:"name,omitzero"`
		Rooms  []bed                       `json:"rooms,omitempty"`
		More   web.Optional[[]bed]         `json:"more,omitzero"`
		Prices map[string]map[string]int64 `json:"prices,omitempty"`
		Places web.Change[map[string]bed]  `json:"places,omitzero"`
	}
}

type bed struct {
	Adults int     `json:"adults"`
	Beds   []int64 `json:"beds,omitempty"`
}

// ordersServer takes orders, lists them, and has an operation without a body and one that few may call.
func ordersServer() http.Handler {
	anyone := scope.Need{Access: scope.AccessAnyone}
	routes := []web.Route{
		web.Put("/api/orders/keep", anyone, done[sheet], "Keep").Takes(1 << 20),
		web.Create("/api/orders", anyone, done[sheet], "Add"),
		web.Get("/api/orders", anyone, done[filter], "List"),
		web.Post("/api/orders/close", anyone, done[nothing], "Close"),
		web.Put("/api/orders/refused", scope.Need{Access: scope.AccessSheetKey}, done[sheet], "Refused"),
	}
	handler, _ := web.New(web.Config{Clock: clock.System{}, Metrics: prometheus.NewRegistry(), Routes: routes,
		Log: slog.New(slog.DiscardHandler), SheetKey: noKey, CORSOrigins: []string{"https://app.example"}})
	return handler
}

func done[I any](context.Context, scope.Scope, *I) (*web.Message, error) {
	return web.Done("Done."), nil
}

func send(handler http.Handler, method, path, body, strict string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(method, path, strings.NewReader(body))
	if strict != "" {
		request.Header.Set("X-Sarai-Strict", strict)
	}
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, request)
	return answer
}

func TestIgnoredNamesAreInTheHeaderAndStrictRefusesThem(t *testing.T) {
	handler := ordersServer()
	for _, c := range []struct{ method, path, body, ignored string }{
		{"PUT", "/api/orders/keep", `{"name":"a","rooms":[{"adults":1}],"prices":{"any":{"name":1}}}`, ""},
		{"PUT", "/api/orders/keep", `{"version":3,"rooms":[{"adults":1,"version":2}]}`, ""},
		{"PUT", "/api/orders/keep", ``, ""},
		{"PUT", "/api/orders/keep?_=1", `{"nmae":"a"}`, "_, nmae"},
		{"PUT", "/api/orders/keep", `{"Name":"a","rooms":[{"adults":1},{"adults":1,"foo":1,"bar":null}]}`,
			"Name, rooms[1].bar, rooms[1].foo"},
		{"PUT", "/api/orders/keep", `{"places":{"x":{"adults":1,"flor":1}},"more":[{"adults":1,"beds":[1],"z":[{"y":1}]}]}`,
			"more[0].z, places.x.flor"},
		{"PUT", "/api/orders/keep", `{"a.b":1,"a[0]":1,"":1,"x\r\nSet-Cookie: a=b":1,"é, ":1}`,
			`"", %C3%A9%2C%20, a%2Eb, a%5B0%5D, x%0D%0ASet-Cookie%3A%20a%3Db`},
		{"POST", "/api/orders", `{"roms":[]}`, "roms"},
		{"GET", "/api/orders?page=1&limit=5&status=open", "", ""},
		{"GET", "/api/orders?page=1&Status=open&stauts=x&stauts=y", "", "Status, stauts"},
		{"POST", "/api/orders/close", `{"reason":"late"}`, "reason"},
		{"POST", "/api/orders/close", `no JSON`, ""},
	} {
		for _, strict := range []string{"", "false", "true"} {
			answer := send(handler, c.method, c.path, c.body, strict)
			if got := answer.Header().Get("X-Sarai-Ignored"); got != c.ignored {
				t.Errorf("%s %s %s ignores %q, want %q", c.method, c.path, c.body, got, c.ignored)
			}
			if strict != "true" || c.ignored == "" {
				if answer.Code >= 300 {
					t.Errorf("%s %s %s answers %s", c.method, c.path, c.body, answer.Body)
				}
				continue
			}
			var failure web.Failure
			if err := json.Unmarshal(answer.Body.Bytes(), &failure); err != nil || answer.Code != 400 {
				t.Fatalf("%s %s %s answers %s", c.method, c.path, c.body, answer.Body)
			}
			var named []string
			for _, field := range failure.Errors {
				named = append(named, field.Field)
			}
			if strings.Join(named, ", ") != c.ignored {
				t.Errorf("%s %s %s names %v, want %s", c.method, c.path, c.body, named, c.ignored)
			}
		}
	}
}

func TestIgnoredNamesStandBesideOtherErrors(t *testing.T) {
	answer := send(ordersServer(), "PUT", "/api/orders/keep", `{"rooms":[{"adult":1}]}`, "")
	if answer.Code != 400 || !strings.Contains(answer.Body.String(), "rooms[0].adults is required") ||
		answer.Header().Get("X-Sarai-Ignored") != "rooms[0].adult" {
		t.Errorf("a misspelled field answers %d %s, %v", answer.Code, answer.Body, answer.Header())
	}
	for _, strict := range []string{"1", "True", "yes"} {
		if answer := send(ordersServer(), "GET", "/api/orders", "", strict); answer.Code != 400 ||
			!strings.Contains(answer.Body.String(), "X-Sarai-Strict must be true or false") {
			t.Errorf("X-Sarai-Strict: %s answers %s", strict, answer.Body)
		}
	}
	if answer := send(ordersServer(), "PUT", "/api/orders/refused?x=1", `{"x":1}`, "true"); answer.Code != 401 ||
		answer.Header().Get("X-Sarai-Ignored") != "" {
		t.Errorf("who isn't signed in learns %v", answer.Header())
	}
}

func TestIgnoredNamesHaveALimit(t *testing.T) {
	members := map[string]any{}
	for i := range 1_000 {
		members[string(rune('a'+i%26))+strconv.Itoa(i)+strings.Repeat("ह", 200)] = 1
	}
	body, _ := json.Marshal(members)
	list := send(ordersServer(), "PUT", "/api/orders/keep", string(body), "").Header().Get("X-Sarai-Ignored")
	if len(list) > 2_500 || !strings.HasSuffix(list, ", ...") || !isPrintable(list) {
		t.Errorf("1,000 unknown members make a header of %d bytes: %s", len(list), list)
	}
	answer := send(ordersServer(), "PUT", "/api/orders/keep", string(body), "true")
	if answer.Code != 400 || answer.Body.Len() > 50_000 {
		t.Errorf("1,000 unknown members are refused with %d and %d bytes", answer.Code, answer.Body.Len())
	}
}

func isPrintable(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' })
}

func TestIgnoredNamesOfAnyBody(t *testing.T) {
	handler := ordersServer()
	rapid.Check(t, func(t *rapid.T) {
		var want []string
		name := rapid.StringMatching(`q[a-z]{3,6}`)
		spoil := func(place string, members map[string]any) map[string]any {
			for _, name := range rapid.SliceOfNDistinct(name, 0, 2, rapid.ID).Draw(t, "unknown") {
				members[name] = rapid.SampledFrom([]any{nil, 1, "x", []any{map[string]any{"a": 1}}}).Draw(t, "value")
				want = append(want, place+name)
			}
			return members
		}
		list := func(place string) []any {
			items := []any{}
			for i := range rapid.IntRange(0, 3).Draw(t, "items") {
				items = append(items, spoil(place+"["+string(rune('0'+i))+"].", map[string]any{"adults": 1}))
			}
			return items
		}
		body := spoil("", map[string]any{"name": "a", "rooms": list("rooms"), "more": list("more"), "version": 7,
			"prices": map[string]any{name.Draw(t, "key"): map[string]any{name.Draw(t, "key"): 1}},
			"places": map[string]any{"here": spoil("places.here.", map[string]any{"adults": 1})}})
		text, _ := json.Marshal(body)
		slices.Sort(want)
		if got := send(handler, "PUT", "/api/orders/keep", string(text), "").Header().Get("X-Sarai-Ignored"); got !=
			strings.Join(want, ", ") {
			t.Fatalf("%s ignores %s, want %v", text, got, want)
		}
	})
}

// A page of another origin may send and read the headers.
func TestIgnoredNamesAcrossOrigins(t *testing.T) {
	request := httptest.NewRequest("OPTIONS", "/api/orders", nil)
	for name, value := range map[string]string{"Origin": "https://app.example", "Access-Control-Request-Method": "GET",
		"Access-Control-Request-Headers": "x-sarai-strict"} {
		request.Header.Set(name, value)
	}
	answer := httptest.NewRecorder()
	ordersServer().ServeHTTP(answer, request)
	if !strings.EqualFold(answer.Header().Get("Access-Control-Allow-Headers"), "X-Sarai-Strict") {
		t.Errorf("a preflight answers %v", answer.Header())
	}
	request = httptest.NewRequest("GET", "/api/orders?x=1", nil)
	request.Header.Set("Origin", "https://app.example")
	answer = httptest.NewRecorder()
	ordersServer().ServeHTTP(answer, request)
	if !strings.Contains(answer.Header().Get("Access-Control-Expose-Headers"), "X-Sarai-Ignored") {
		t.Errorf("a page may read %v", answer.Header())
	}
}

func BenchmarkBody(b *testing.B) {
	handler := ordersServer()
	body := `{"name":"a","rooms":[{"adults":2,"beds":[1,2]},{"adults":1}],` +
		`"prices":{"2026-04-01":{"single":1,"double":2}}}`
	b.ReportAllocs()
	for b.Loop() {
		if answer := send(handler, "PUT", "/api/orders/keep", body, ""); answer.Code != 200 {
			b.Fatal(answer.Body)
		}
	}
}

func noKey(_ context.Context, _, _ string, sc scope.Scope) (scope.Scope, error) {
	return sc, errs.Unauthorized("Send a key.")
}
