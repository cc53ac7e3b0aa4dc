package gst_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"sarai/internal/app"
	"sarai/internal/app/apptest"
	"sarai/internal/kit/clock"
	"sarai/internal/record/gst"
	"sarai/internal/record/gst/simulator"
	"sarai/migrations"
)

type object = apptest.Object

// withGST is a server whose upstream is this handler.
func withGST(t *testing.T, engine string, h http.Handler) (*apptest.Server, *httptest.Server) {
	t.Helper()
	records := httptest.NewServer(h)
	t.Cleanup(records.Close)
	return apptest.New(t, engine, func(c *app.Config) {
		upstream, err := gst.ParseUpstream(records.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		c.GST = upstream
	}), records
}

func TestGST(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		stranger := s.Hotel()
		nobody := owner.Member("No flag", object{})
		show := "/api/gst/{org}/" + apptest.HotelGSTIN + "/check"
		own := strings.ReplaceAll(show, "{org}", owner.Org)

		// Who may not.
		s.Anyone().Get(own).Refused(401, "")
		s.Anyone().Post("/api/gst/"+owner.Org+"/check", object{"gstin": apptest.HotelGSTIN}).Refused(401, "")
		stranger.Get(own).Refused(403, "not a member")
		stranger.Post("/api/gst/"+owner.Org+"/check", object{"gstin": "wrong"}).Refused(403, "not a member")
		owner.Get("/api/gst/0123456789abcdef01234567/"+apptest.HotelGSTIN+"/check").Refused(404, "")

		// What is wrong, before any call.
		owner.Post("/api/gst/{org}/check", object{}).Bad("gstin")
		owner.Post("/api/gst/{org}/check", object{"gstin": nil}).Bad("gstin")
		owner.Post("/api/gst/{org}/check", object{"gstin": 7}).Bad("gstin")
		for _, wrong := range []string{"", "22AAAAA0000A1Z5", "27AAPFU0939F1Z", "27AAPFU0939F1ZVV", "39AAACR5055K1Z4",
			"9917SGP29001OST", "27AAICA3918J1CT"} {
			owner.Post("/api/gst/{org}/check", object{"gstin": wrong}).Bad("gstin")
			if wrong != "" {
				owner.Get("/api/gst/{org}/" + wrong + "/check").Bad("gstId")
			}
		}
		owner.Post("/api/gst/{org}/check", object{"gstin": "22AAAAA0000A1Z5"}).Refused(400, "check character")
		owner.Get("/api/gst/{org}/0717UNO00157UNO/check").Refused(400, "UIN")

		// The record, field by field; both ways, for a member without any flag, in any case.
		want := map[string]any{"gstin": apptest.HotelGSTIN, "legalName": "Haveli Sagar Hotels Private Limited (simulated)",
			"tradeName": "Haveli Sagar", "status": "Active",
			"registrationDate": "2017-07-01", "taxpayerType": "Regular", "lastFilingDate": "2026-04-11",
			"lastFilingType": "GSTR1",
			"address": map[string]any{"building": "12, Haveli Sagar", "street": "Lake Road, Udaipur", "city": "Udaipur",
				"state": "Rajasthan", "pincode": "313001"}}
		for _, a := range []apptest.Answer{owner.Get(show), nobody.Get(show),
			owner.Post("/api/gst/{org}/check", object{"gstin": " " + strings.ToLower(apptest.HotelGSTIN) + " "}),
			nobody.Post("/api/gst/{org}/check", object{"gstin": apptest.HotelGSTIN}),
			owner.Get("/api/gst/{org}/" + strings.ToLower(apptest.HotelGSTIN) + "/check")} {
			same(t, a.Want(200).At("data"), want)
		}
		cancelled := owner.Get("/api/gst/{org}/07AAACH0000B1ZR/check").Want(200)
		if cancelled.Text("data", "status") != "Cancelled" || cancelled.At("data", "lastFilingDate") != nil ||
			cancelled.At("data", "lastFilingType") != nil {
			t.Errorf("%s", cancelled.Raw)
		}
		owner.Get("/api/gst/{org}/38AAACL0000J1Z1/check").Refused(404, "38AAACL0000J1Z1")
	})
}

// same compares two JSON values member by member.
func same(t *testing.T, got any, want map[string]any) {
	t.Helper()
	object, ok := got.(map[string]any)
	if !ok || len(object) != len(want) {
		t.Errorf("got %v, want %v", got, want)
		return
	}
	for name, value := range want {
		if inside, ok := value.(map[string]any); ok {
			same(t, object[name], inside)
		} else if object[name] != value {
			t.Errorf("%s is %v, want %v", name, object[name], value)
		}
	}
}

// Whatever the upstream does, package gst has the faults one by one; here it is what a client then sees.
func TestGSTUpstreamFails(t *testing.T) {
	var fault atomic.Pointer[http.Handler]
	use := func(h http.Handler) { fault.Store(&h) }
	s, _ := withGST(t, "sqlite",
		http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { (*fault.Load()).ServeHTTP(w, r) }))
	owner := s.Hotel()
	show := "/api/gst/{org}/" + apptest.HotelGSTIN + "/check"
	for _, f := range []simulator.Faults{{Failing: true}, {Malformed: true}} {
		use(simulator.New(s.Clock, f))
		owner.Get(show).Refused(502, "can't be reached")
		owner.Post("/api/gst/{org}/check", object{"gstin": apptest.HotelGSTIN}).Refused(502, "can't be reached")
	}
	use(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }))
	owner.Get(show).Refused(502, "can't be reached")
}

// ready is what /readyz answers once the server has looked at the schema, as `sarai serve` does.
func ready(s *apptest.Server) apptest.Answer {
	s.T.Helper()
	if err := s.DB.Migrate(s.T.Context(), migrations.FS, migrations.Steps(nil)...); err != nil {
		s.T.Fatal(err)
	}
	return s.Anyone().Get("/readyz").Want(200)
}

func TestGSTWithoutUpstream(t *testing.T) {
	s := apptest.New(t, "sqlite", func(c *app.Config) { c.GST = nil })
	owner := s.Hotel()
	owner.Get("/api/gst/{org}/"+apptest.HotelGSTIN+"/check").Refused(502, "no GST upstream is set")
	owner.Post("/api/gst/{org}/check", object{"gstin": apptest.HotelGSTIN}).Refused(502, "no GST upstream is set")
	owner.Post("/api/gst/{org}/check", object{"gstin": "x"}).Bad("gstin")
	if body := ready(s).Body; len(body) != 3 || body["gst"] != nil {
		t.Errorf("/readyz answers %v", body)
	}
}

func TestReadyTellsTheGSTUpstream(t *testing.T) {
	s, records := withGST(t, "sqlite", simulator.New(clock.System{}, simulator.Faults{}))
	owner := s.Hotel()
	owner.Get("/api/gst/{org}/" + apptest.HotelGSTIN + "/check").Want(200)
	owner.Get("/api/gst/{org}/" + apptest.HotelGSTIN + "/check").Want(200)
	owner.Get("/api/gst/{org}/38AAACL0000J1Z1/check").Want(404)
	if got := ready(s).Text("gst"); "http://"+got != records.URL {
		t.Errorf("/readyz says %s, the upstream is %s", got, records.URL)
	}
	_, metrics := apptest.Bare(t, "GET", s.URL+"/metrics", nil)
	for _, line := range []string{`sarai_gst_lookups_total{outcome="cached"} 1`,
		`sarai_gst_lookups_total{outcome="failed"} 0`, `sarai_gst_lookups_total{outcome="found"} 1`,
		`sarai_gst_lookups_total{outcome="unknown"} 1`, "sarai_gst_breaker_open 0"} {
		if !strings.Contains(string(metrics), line+"\n") {
			t.Errorf("the metrics don't have %s", line)
		}
	}
}
