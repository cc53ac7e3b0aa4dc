package intake_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
)

type search struct {
	web.Paging
	Shelf  string `path:"shelf"`
	Since  int64  `query:"since" required:"true" minimum:"0"`
	Order  string `query:"order" enum:"up,down" default:"up"`
	Exact  bool   `query:"exact"`
	Ticket string `cookie:"ticket"`
	Body   struct {
		Title  string               `json:"title"`
		Active *bool                `json:"active,omitempty" default:"true"`
		Kind   string               `json:"kind,omitempty" default:"it's \"so\""`
		Parts  []part               `json:"parts,omitempty"`
		More   web.Optional[[]part] `json:"more,omitzero"`
	}
}

type part struct {
	Pages int                 `json:"pages,omitempty" default:"12"`
	Name  web.Change[*string] `json:"name,omitzero"`
}

// ask sends one request to a handler that tells what it was given.
func ask(t *testing.T, path, cookie, body string, see func(in *search)) (int, string) {
	t.Helper()
	handler, _ := web.New(web.Config{Clock: clock.System{}, Metrics: prometheus.NewRegistry(),
		Log: slog.New(slog.DiscardHandler), Routes: []web.Route{web.Post("/api/shelves/{shelf}/search",
			scope.Need{Access: scope.AccessAnyone},
			func(_ context.Context, _ scope.Scope, in *search) (*web.Message, error) {
				see(in)
				return web.Done("Seen."), nil
			}, "Search")}})
	request := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	if cookie != "" {
		request.AddCookie(&http.Cookie{Name: "ticket", Value: cookie})
	}
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, request)
	return answer.Code, answer.Body.String()
}

// Each value of a request arrives in its field, and a default where nothing is given. A default belongs to the request
// that it was given to.
func TestInput(t *testing.T) {
	for range 2 {
		status, said := ask(t, "/api/shelves/a%2Fb%20c/search?since=5&exact=true&limit=7", "t1",
			`{"title":"x","parts":[{},{"pages":3}],"more":[{}]}`, func(in *search) {
				if in.Shelf != "a/b c" || in.Since != 5 || !in.Exact || in.Order != "up" || in.Ticket != "t1" ||
					in.Page != 1 || in.Limit != 7 {
					t.Errorf("the parameters arrive as %+v", in)
				}
				b := in.Body
				if b.Title != "x" || b.Active == nil || !*b.Active || b.Kind != `it's "so"` || b.Parts[0].Pages != 12 ||
					b.Parts[1].Pages != 3 || b.More.Value[0].Pages != 12 {
					t.Errorf("the body arrives as %+v", b)
				}
				*b.Active = false
			})
		if status != 200 {
			t.Errorf("%d: %s", status, said)
		}
	}
	const body = `{"title":"","active":false,"kind":"k"}`
	status, said := ask(t, "/api/shelves/1/search?since=0", "", body, func(in *search) {
		if in.Body.Active == nil || *in.Body.Active || in.Body.Kind != "k" || in.Ticket != "" || in.Limit != 20 {
			t.Errorf("what was given became %+v", in)
		}
	})
	if status != 200 {
		t.Errorf("%d: %s", status, said)
	}
}

func TestBadInputIsNamed(t *testing.T) {
	for _, wrong := range []struct{ query, body, fields string }{
		{"", `{"title":"x"}`, "since"},
		{"since=x&exact=perhaps&order=left&limit=500", `{"title":"x"}`, "limit since order exact"},
		{"since=-1", `{"title":1,"parts":[{},{"name":null}],"more":[{"name":null}]}`,
			"since title parts[1].name more[0].name"},
		{"since=1", ``, ""},
		{"since=1", `{"title":`, "body"},
		{"since=1", `[]`, "body"},
		{"", ``, "since"},
	} {
		status, said := ask(t, "/api/shelves/1/search?"+wrong.query, "", wrong.body, func(*search) {
			t.Errorf("%+v reaches the handler", wrong)
		})
		var failure web.Failure
		if err := json.Unmarshal([]byte(said), &failure); err != nil {
			t.Fatal(err)
		}
		var fields []string
		for _, field := range failure.Errors {
			fields = append(fields, field.Field)
		}
		if got := strings.Join(fields, " "); status != 400 || got != wrong.fields {
			t.Errorf("%+v is answered with %d and names %q: %s", wrong, status, got, failure.Message)
		}
	}
}

// A type that can't be read from a parameter is found when the server is built.
func TestParametersOfOtherTypes(t *testing.T) {
	type unreadable struct {
		At []string `query:"at"`
	}
	defer func() {
		if recover() == nil {
			t.Error("the route is taken")
		}
	}()
	web.New(web.Config{Clock: clock.System{}, Metrics: prometheus.NewRegistry(), Routes: []web.Route{
		web.Get("/api/x", scope.Need{Access: scope.AccessAnyone},
			func(context.Context, scope.Scope, *unreadable) (*web.Message, error) { return nil, nil }, "X")}})
}
