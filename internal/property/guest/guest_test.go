package guest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/seal"
	"sarai/internal/kit/web"
	"sarai/internal/property/guest"
	"sarai/internal/record/event"
	"sarai/internal/record/may"
)

const org = "aaaaaaaaaaaaaaaaaaaaaaaa"

// hotel is one organization whose guests are reached as clients reach them. Its clock shows 1 April 2026, and moves
// on a second with every call.
type hotel struct {
	t      *testing.T
	db     *db.DB
	clock  *clock.Fake
	guests *guest.Service
	inUse  guest.InUse
	api    http.Handler
	scope  scope.Scope
	events []event.Event
}

func eachHotel(t *testing.T, fn func(t *testing.T, h *hotel)) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			c := clock.NewFake(time.Date(2026, 4, 1, 9, 0, 0, 0, time.UTC))
			h := &hotel{t: t, db: kittest.New(t, engine, c), clock: c, scope: scope.ForJob(org, "INR", time.UTC)}
			bus := event.NewBus()
			bus.Listen(func(_ *db.Tx, _ scope.Scope, e event.Event) error {
				h.events = append(h.events, e)
				return nil
			})
			h.inUse = func(*db.Tx, scope.Scope, string) (bool, error) { return false, nil }
			h.guests = guest.New(h.db, bus, seal.New("guests", seal.Key{ID: "k", Secret: []byte("secret")}),
				func(tx *db.Tx, sc scope.Scope, guestID string) (bool, error) {
					return h.inUse(tx, sc, guestID)
				})
			h.api, _ = web.New(web.Config{
				Routes: h.guests.Routes(), Clock: c, Log: slog.New(slog.DiscardHandler), Metrics: prometheus.NewRegistry(),
				Authenticate: func(_ context.Context, _, org string, sc scope.Scope) (scope.Scope, error) {
					sc.Org, sc.Currency, sc.Zone, sc.Permissions = org, "INR", time.UTC, scope.Permissions{may.Guests: scope.Manage}
					return sc, nil
				},
			})
			fn(t, h)
		})
	}
}

type record = map[string]any

// send gives the whole body, so that tests can look for what it must not hold.
func (h *hotel) send(method, path, body string, status int) string {
	h.t.Helper()
	h.clock.Advance(time.Second)
	request := httptest.NewRequestWithContext(h.t.Context(), method, "/api/guests/"+org+path, bytes.NewBufferString(body))
	request.Header.Set("Authorization", "Bearer x")
	recorder := httptest.NewRecorder()
	h.api.ServeHTTP(recorder, request)
	if recorder.Code != status {
		h.t.Errorf("%s %s %s: %d, want %d: %s", method, path, body, recorder.Code, status, recorder.Body)
	}
	return recorder.Body.String()
}

func (h *hotel) record(method, path, body string, status int) record {
	h.t.Helper()
	var answer struct{ Data record }
	if err := json.Unmarshal([]byte(h.send(method, path, body, status)), &answer); err != nil {
		h.t.Fatal(err)
	}
	return answer.Data
}

func (h *hotel) refused(method, path, body, message string) {
	h.t.Helper()
	var answer struct{ Message string }
	if err := json.Unmarshal([]byte(h.send(method, path, body, 400)), &answer); err != nil || answer.Message != message {
		h.t.Errorf("%s %s %s: %q, %v; want %q", method, path, body, answer.Message, err, message)
	}
}

// found lists the names that a search finds.
func (h *hotel) found(search string) string {
	h.t.Helper()
	var answer struct{ Data []struct{ Name string } }
	if err := json.Unmarshal([]byte(h.send("GET", "/list?search="+url.QueryEscape(search), "", 200)),
		&answer); err != nil {
		h.t.Fatal(err)
	}
	var names []string
	for _, g := range answer.Data {
		names = append(names, g.Name)
	}
	return strings.Join(names, ", ")
}

func wantFields(t *testing.T, r, want record) {
	t.Helper()
	for name, value := range want {
		if !reflect.DeepEqual(r[name], value) {
			t.Errorf("%s is %v, want %v", name, r[name], value)
		}
	}
}

const fullBody = `{"name":" Asha Rao ","email":"Asha@Example.com","phone":"+91 98765 43210",
	"idType":"passport","idNumber":"Z1234567",
	"nationality":"Indian","gstin":"27aaaaa0000a1z2","company":"Rao Textiles","address":{"line1":"12 Lake Road"},
	"dateOfBirth":"1988-11-02","notes":"quiet"}`

func TestGuests(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		wantFields(t, h.record("POST", "/create", `{"name":"Plain"}`, 201),
			record{"name": "Plain", "email": "", "phone": "", "idNumber": "",
				"dateOfBirth": "", "gstin": "", "orgId": org})
		created := h.record("POST", "/create", fullBody, 201)
		wantFields(t, created, record{"name": "Asha Rao", "email": "Asha@Example.com", "phone": "+91 98765 43210",
			"idType":   "passport",
			"idNumber": "XXXXXXXX4567", "nationality": "Indian", "gstin": "27AAAAA0000A1Z2", "company": "Rao Textiles",
			"address": map[string]any{"line1": "12 Lake Road", "line2": "", "city": "", "state": "", "pincode": "",
				"country": ""},
			"dateOfBirth": "1988-11-02", "notes": "quiet"})
		path := "/" + created["_id"].(string)
		wantFields(t, h.record("GET", path, "", 200), created)

		changed := h.record("PUT", path+"/update", `{"email":null,"notes":"","company":"Rao & Co"}`, 200)
		wantFields(t, changed, record{"name": "Asha Rao", "email": "", "notes": "", "company": "Rao & Co",
			"idNumber": "XXXXXXXX4567"})
		wantFields(t, h.record("PUT", path+"/update", ``, 200), record{"company": "Rao & Co"})

		for _, test := range []struct{ body, message string }{
			{`{"name":null}`, "name can't be empty."},
			{`{"name":" "}`, "name must not be empty."},
			{`{"email":"nobody"}`, "email must be an e-mail address such as asha@example.com."},
			{`{"phone":"call me"}`, "phone must be a phone number such as +91 98765 43210."},
			{`{"gstin":"27AAAAA0000A0Z3"}`, "gstin must be a GSTIN of 15 characters such as 27AAPFU0939F1ZV."},
			{`{"dateOfBirth":"1988-02-30"}`, "dateOfBirth must be a date written YYYY-MM-DD, such as 2026-04-01."},
			{`{"dateOfBirth":"2026-04-01"}`, "dateOfBirth must be in the past."},
			{`{"idType":"aadhaar","idNumber":"12"}`, "idNumber must be the 12 digits of the Aadhaar number or its last 4."},
			{`{"email":"x","phone":"y"}`, "email must be an e-mail address such as asha@example.com. One more field is wrong."},
			{`{"name":"` + strings.Repeat("x", 121) + `"}`, "name must have at most 120 characters."},
		} {
			h.refused("PUT", path+"/update", test.body, test.message)
			if !strings.Contains(test.body, "name") {
				h.refused("POST", "/create", `{"name":"x",`+test.body[1:], test.message)
			}
		}
		h.refused("POST", "/create", `{}`, "name is required.")

		h.inUse = func(_ *db.Tx, _ scope.Scope, guestID string) (bool, error) { return "/"+guestID == path, nil }
		h.refused("DELETE", path+"/delete", "", "Asha Rao has bookings or invoices, so the record must stay.")
		h.inUse = func(*db.Tx, scope.Scope, string) (bool, error) { return false, nil }
		h.send("DELETE", path+"/delete", "", 200)
		for _, gone := range []string{path, "/nonsense"} {
			h.send("GET", gone, "", 404)
			h.send("PUT", gone+"/update", `{}`, 404)
			h.send("DELETE", gone+"/delete", "", 404)
		}
	})
}

func TestIdentityNumbersStayInside(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		answers := h.send("POST", "/create", fullBody, 201)
		var created struct{ Data record }
		if err := json.Unmarshal([]byte(answers), &created); err != nil {
			t.Fatal(err)
		}
		path := "/" + created.Data["_id"].(string)
		whole, err := json.Marshal(created.Data) // as clients send it back
		if err != nil {
			t.Fatal(err)
		}
		answers += h.send("PUT", path+"/update", string(whole), 200) + h.send("GET", path, "", 200)
		list := h.send("GET", "/list", "", 200)
		answers += list + h.send("DELETE", path+"/delete", "", 200)
		details, err := json.Marshal(h.events)
		if err != nil {
			t.Fatal(err)
		}
		if text := answers + string(details); strings.Contains(text, "Z1234567") || strings.Contains(text, "34567") {
			t.Errorf("the number is in %s", text)
		}
		if strings.Contains(list, "X4567") || strings.Contains(list, "idNumber") {
			t.Errorf("the list shows the number: %s", list)
		}
	})
}

// identify notes an identity document as check-in does: an empty text keeps what is known, null clears it.
func (h *hotel) identify(tx *db.Tx, guestID, idType, idNumber string) error {
	_, err := h.guests.Change(tx, h.scope, guestID, func(g *guest.Guest, _ date.Date) error {
		return g.Identify(given(idType, g.IDType), given(idNumber, g.IDNumber.Masked()))
	})
	return err
}

func given(text, known string) string {
	if text == "" {
		return known
	}
	return strings.TrimSuffix(text, "null")
}

func TestSetIdentity(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		for _, step := range []struct{ idType, idNumber, wantType, wantNumber string }{
			{"passport", "Z1234567", "passport", "Z1234567"},
			{"", "", "passport", "Z1234567"},
			{"", "Y7654321", "passport", "Y7654321"},
			{"visa", "", "visa", "Y7654321"},
			{"aadhaar", "2345 6789 0123", "aadhaar", "XXXXXXXX0123"},
			{"", "XXXXXXXX0123", "aadhaar", "XXXXXXXX0123"},
			{"", "null", "passport", ""},
			{"null", "", "", "Z1234567"},
		} {
			if err := h.db.Write(t.Context(), func(tx *db.Tx) error {
				id, err := h.guests.Create(tx, h.scope, guest.Guest{Name: "Asha", IDType: "passport", IDNumber: "Z1234567"})
				if err != nil {
					return err
				}
				if step.idNumber == "XXXXXXXX0123" || step.wantNumber == "Y7654321" {
					if err := h.identify(tx, id, step.wantType, step.wantNumber); err != nil {
						return err
					}
				}
				if err := h.identify(tx, id, step.idType, step.idNumber); err != nil {
					return err
				}
				g, err := h.guests.Whole(tx, h.scope, id)
				if g.IDType != step.wantType || string(g.IDNumber) != step.wantNumber {
					t.Errorf("after %+v: %q %q", step, g.IDType, string(g.IDNumber))
				}
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		if err := h.db.Write(t.Context(), func(tx *db.Tx) error {
			return h.identify(tx, "nobody", "passport", "Z1")
		}); !errs.Is(err, errs.KindNotFound) {
			t.Errorf("an unknown guest: %v", err)
		}
	})
}

func TestSearch(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		for _, body := range []string{
			`{"name":"Asha Rao","email":"asha@example.com","phone":"+91 98765 43210"}`,
			`{"name":"ÉMILE Zola","email":"ZOLA@example.fr"}`,
			`{"name":"100% Wool"}`,
			`{"name":"under_score"}`,
			`{"name":"back\\slash"}`,
			`{"name":"O'Hara"}`,
		} {
			h.send("POST", "/create", body, 201)
		}
		for search, want := range map[string]string{
			"asha": "Asha Rao", "ASHA RAO": "Asha Rao", "émile": "ÉMILE Zola", "ÉMILE": "ÉMILE Zola",
			"zola@EXAMPLE": "ÉMILE Zola",
			"98765 43":     "Asha Rao", "9876543": "Asha Rao", "example": "ÉMILE Zola, Asha Rao", "%": "100% Wool",
			"_": "under_score",
			`\`: `back\slash`, `\%`: "", "0%": "100% Wool", "r_s": "under_score", "a_h": "", "o'h": "O'Hara", "nobody": "",
			"": `O'Hara, back\slash, under_score, 100% Wool, ÉMILE Zola, Asha Rao`,
		} {
			if got := h.found(search); got != want {
				t.Errorf("%q finds %q; want %q", search, got, want)
			}
		}
		var page struct {
			Data       []record
			Pagination struct{ Page, Limit, Total, TotalPages int }
		}
		if err := json.Unmarshal([]byte(h.send("GET", "/list?limit=4&page=2", "", 200)), &page); err != nil {
			t.Fatal(err)
		}
		if p := page.Pagination; len(page.Data) != 2 || p.Page != 2 || p.Limit != 4 || p.Total != 6 || p.TotalPages != 2 {
			t.Errorf("%d guests, %+v", len(page.Data), p)
		}
		path := "/" + page.Data[0]["_id"].(string)
		h.send("PUT", path+"/update", `{"name":"Renamed"}`, 200)
		if got := h.found("émile"); got != "" {
			t.Errorf("the old name still finds %s", got)
		}
		if got := h.found("renamed"); got != "Renamed" {
			t.Errorf("the new name finds %q", got)
		}
	})
}

func TestEveryChangePublishesOnce(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		path := "/" + h.record("POST", "/create", fullBody, 201)["_id"].(string)
		h.send("PUT", path+"/update", `{"phone":"+91 11111 11111","idNumber":"Y1000000"}`, 200)
		h.send("PUT", path+"/update", `{"phone":"x"}`, 400)
		h.send("DELETE", path+"/delete", "", 200)
		var got []string
		for _, e := range h.events {
			var details map[string]any
			if err := json.Unmarshal(e.Details, &details); err != nil {
				t.Fatal(err)
			}
			got = append(got, fmt.Sprint(e.Action, " ", e.ResourceType, " ", "/"+e.ResourceID == path, " ", details))
		}
		want := []string{"guest.created guest true map[name:Asha Rao]", "guest.updated guest true map[changed:[phone " +
			"idNumber] name:Asha Rao]",
			"guest.deleted guest true map[name:Asha Rao]"}
		if !slices.Equal(got, want) {
			t.Errorf("events %q; want %q", got, want)
		}
	})
}

func TestAMissingHookStopsTheStart(t *testing.T) {
	defer func() {
		if got, want := recover(), "guest.New: inUse is nil"; got != want {
			t.Errorf("panic %v, want %q", got, want)
		}
	}()
	guest.New(nil, event.NewBus(), nil, nil)
}

func TestAChangeThatChangesNothingIsNotTold(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		var created, after struct{ Data record }
		if err := json.Unmarshal([]byte(h.send("POST", "/create", fullBody, 201)), &created); err != nil {
			t.Fatal(err)
		}
		whole, err := json.Marshal(created.Data) // as clients send it back
		if err != nil {
			t.Fatal(err)
		}
		path, told := "/"+created.Data["_id"].(string), len(h.events)
		for _, body := range []string{`{}`, string(whole), `{"email":"Asha@Example.com"}`} {
			if err := json.Unmarshal([]byte(h.send("PUT", path+"/update", body, 200)), &after); err != nil {
				t.Fatal(err)
			}
			if len(h.events) != told || after.Data["updatedAt"] != created.Data["updatedAt"] {
				t.Errorf("%s published %v and leaves %v", body, h.events[told:], after.Data["updatedAt"])
			}
		}
		h.send("PUT", path+"/update", `{"notes":"Late riser"}`, 200)
		if len(h.events) != told+1 || h.events[told].Action != "guest.updated" {
			t.Errorf("a change published %v", h.events[told:])
		}
	})
}
