package intake_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
)

type order struct {
	Body struct {
		Name   web.Change[string]           `json:"name,omitzero" minLength:"1" maxLength:"10"`
		Status web.Change[string]           `json:"status,omitzero" enum:"open,closed"`
		Amount web.Change[money.Number]     `json:"amount,omitzero" minimum:"0"`
		Rooms  []room                       `json:"rooms,omitempty"`
		More   web.Optional[[]room]         `json:"more,omitzero"`
		Notes  web.Optional[string]         `json:"notes,omitzero"`
		Prices map[string]map[string]int64  `json:"prices,omitempty"`
		At     web.Optional[date.Time]      `json:"at,omitzero"`
		Places web.Change[map[string]Place] `json:"places,omitzero"`
	}
}

type room struct {
	Adults int     `json:"adults" minimum:"1"`
	Beds   []int64 `json:"beds,omitempty"`
	Place
}

type Place struct {
	Floor *int `json:"floor,omitempty"`
}

// taken is what a handler is given for the body, or the failure that the client is answered.
func taken(t *testing.T, body string) (*order, web.Failure) {
	t.Helper()
	var got *order
	keep := func(_ context.Context, _ scope.Scope, in *order) (*web.Message, error) {
		got = in
		return web.Done("Kept."), nil
	}
	handler, _ := web.New(web.Config{Clock: clock.System{}, Metrics: prometheus.NewRegistry(),
		Log: slog.New(slog.DiscardHandler), Routes: []web.Route{
			web.Put("/api/orders/keep", scope.Need{Access: scope.AccessAnyone}, keep, "Keep")}})
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, httptest.NewRequest(http.MethodPut, "/api/orders/keep", strings.NewReader(body)))
	var failure web.Failure
	if err := json.Unmarshal(answer.Body.Bytes(), &failure); err != nil {
		t.Fatalf("%s answered %q", body, answer.Body)
	}
	if (answer.Code == 200) != (got != nil) || answer.Code != 200 && answer.Code != 400 {
		t.Fatalf("%s answered %d: %s", body, answer.Code, answer.Body)
	}
	return got, failure
}

func TestWholeNumbersMayHaveAPointOrAnExponent(t *testing.T) {
	for text, want := range map[string]int{"3": 3, "3.0": 3, "3.000": 3, "3e0": 3, "0.3e1": 3, "30e-1": 3, "3E+2": 300,
		"1e2": 100, "1.20e1": 12, "100000000000000000.0": 100000000000000000} {
		got, failure := taken(t, `{"rooms":[{"adults":`+text+`,"beds":[`+text+`]}]}`)
		if got == nil {
			t.Errorf("%s is refused: %v", text, failure)
			continue
		}
		if room := got.Body.Rooms[0]; room.Adults != want || room.Beds[0] != int64(want) {
			t.Errorf("%s arrives as %d and %d", text, room.Adults, room.Beds[0])
		}
	}
	for _, text := range []string{"3.5", "3.0000000000000000000001", "1e-1", "1e-999999", "1e400", "0.1e-400000000000",
		"3." + strings.Repeat("0", 100) + "1"} {
		got, failure := taken(t, `{"rooms":[{"adults":`+text+`}]}`)
		if got != nil || !strings.HasPrefix(failure.Message, "rooms[0].adults must be ") {
			t.Errorf("%s is answered with %v", text, failure)
		}
	}
}

func TestAmountsKeepTheirDigits(t *testing.T) {
	for text, want := range map[string]money.Number{"5000.5": "5000.5", "0.10": "0.10", "3.0": "3",
		"1.0000000000000000000000001": "1.0000000000000000000000001"} {
		if got, failure := taken(t, `{"amount":`+text+`}`); got == nil || got.Body.Amount.Value != want {
			t.Errorf("%s arrives as %v: %v", text, got, failure)
		}
	}
}

// What passes the validation and doesn't fit is refused at its place too, in words that know nothing of Go.
func TestWhatDoesNotFitIsNamedWithItsPlace(t *testing.T) {
	for body, want := range map[string]string{
		`{"rooms":[{"adults":1},{"adults":9223372036854775808}]}`:                "rooms[1].adults",
		`{"rooms":[{"adults":1,"beds":[1,1e30]}]}`:                               "rooms[0].beds[1]",
		`{"rooms":[{"adults":1,"floor":1e30}]}`:                                  "rooms[0].floor",
		`{"more":[{"adults":1,"floor":-1e30}]}`:                                  "more[0].floor",
		`{"prices":{"april":{"single":1e30}}}`:                                   "prices.april.single",
		`{"places":{"roof":{"floor":1e30}}}`:                                     "places.roof.floor",
		`{"rooms":[{"adults":9223372036854775808}],"at":"0001-01-01T00:00:00Z"}`: "rooms[0].adults at",
		`{"rooms":[{"adults":"two"}]}`:                                           "rooms[0].adults",
		`{"rooms":[{"adults":1},{}]}`:                                            "rooms[1].adults",
	} {
		got, failure := taken(t, body)
		var fields []string
		for _, field := range failure.Errors {
			fields = append(fields, field.Field)
			told := strings.HasPrefix(field.Message, "must be ") || field.Message == "is required"
			if !told || strings.Contains(field.Message, "int") {
				t.Errorf("%s is answered with %q", body, field.Message)
			}
		}
		if got != nil || strings.Join(fields, " ") != want {
			t.Errorf("%s names %q, want %s: %s", body, fields, want, failure.Message)
		}
	}
}

func TestNullIsRefusedWhereAFieldCannotBeCleared(t *testing.T) {
	for body, want := range map[string][]string{
		`{"name":null}`: {"name"},
		`{"name":null,"status":null,"amount":null}`:  {"name", "status", "amount"},
		`{"name":null,"rooms":[{"adults":null}]}`:    {"rooms[0].adults", "name"},
		`{"places":null,"notes":null}`:               {"places"},
		`{"notes":null,"more":null,"rooms":null}`:    nil,
		`{"name":"Asha","status":"open","amount":5}`: nil,
		`{}`:                        nil,
		`{"name":"","status":null}`: {"name", "status"},
	} {
		got, failure := taken(t, body)
		var fields []string
		for _, field := range failure.Errors {
			fields = append(fields, field.Field)
		}
		if (got == nil) != (want != nil) || !reflect.DeepEqual(fields, want) {
			t.Errorf("%s names %q, want %q", body, fields, want)
		}
	}
}

func TestAChangeThatIsLeftOutKeepsTheValue(t *testing.T) {
	got, _ := taken(t, `{"name":" Asha "}`)
	if name := got.Body.Name.Or("Ravi"); name != "Asha" || !got.Body.Name.Set {
		t.Errorf("the name becomes %q", name)
	}
	if status := got.Body.Status.Or("closed"); status != "closed" || got.Body.Status.Set {
		t.Errorf("the status becomes %q", status)
	}
}
