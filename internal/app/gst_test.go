package app_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"sarai/internal/app"
	"sarai/internal/kit/clock"
	"sarai/internal/record/gst"
	"sarai/internal/record/gst/simulator"
	"sarai/migrations"
)

const hotelGSTIN = "08AAACH0000A1ZR"

// withGST is a server whose upstream is this handler.
func withGST(t *testing.T, engine string, h http.Handler) (*server, *httptest.Server) {
	t.Helper()
	records := httptest.NewServer(h)
	t.Cleanup(records.Close)
	return newServer(t, engine, func(c *app.Config) {
		upstream, err := gst.ParseUpstream(records.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		c.GST = upstream
	}), records
}

func TestGST(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel()
		stranger := s.hotel()
		nobody := owner.member("No flag", object{})
		show := "/api/gst/{org}/" + hotelGSTIN + "/check"
		own := strings.ReplaceAll(show, "{org}", owner.org)

		// Who may not.
		s.anyone().get(own).refused(401, "")
		s.anyone().post("/api/gst/"+owner.org+"/check", object{"gstin": hotelGSTIN}).refused(401, "")
		stranger.get(own).refused(403, "not a member")
		stranger.post("/api/gst/"+owner.org+"/check", object{"gstin": "wrong"}).refused(403, "not a member")
		owner.get("/api/gst/0123456789abcdef01234567/"+hotelGSTIN+"/check").refused(404, "")

		// What is wrong, before any call.
		owner.post("/api/gst/{org}/check", object{}).bad("gstin")
		owner.post("/api/gst/{org}/check", object{"gstin": nil}).bad("gstin")
		owner.post("/api/gst/{org}/check", object{"gstin": 7}).bad("gstin")
		for _, wrong := range []string{"", "22AAAAA0000A1Z5", "27AAPFU0939F1Z", "27AAPFU0939F1ZVV", "39AAACR5055K1Z4", "9917SGP29001OST", "27AAICA3918J1CT"} {
			owner.post("/api/gst/{org}/check", object{"gstin": wrong}).bad("gstin")
			if wrong != "" {
				owner.get("/api/gst/{org}/" + wrong + "/check").bad("gstId")
			}
		}
		owner.post("/api/gst/{org}/check", object{"gstin": "22AAAAA0000A1Z5"}).refused(400, "check character")
		owner.get("/api/gst/{org}/0717UNO00157UNO/check").refused(400, "UIN")

		// The record, field by field; both ways, for a member without any flag, in any case.
		want := map[string]any{"gstin": hotelGSTIN, "legalName": "Haveli Sagar Hotels Private Limited (simulated)", "tradeName": "Haveli Sagar", "status": "Active",
			"registrationDate": "2017-07-01", "taxpayerType": "Regular", "lastFilingDate": "2026-04-11", "lastFilingType": "GSTR1",
			"address": map[string]any{"building": "12, Haveli Sagar", "street": "Lake Road, Udaipur", "city": "Udaipur", "state": "Rajasthan", "pincode": "313001"}}
		for _, a := range []answer{owner.get(show), nobody.get(show), owner.post("/api/gst/{org}/check", object{"gstin": " " + strings.ToLower(hotelGSTIN) + " "}),
			nobody.post("/api/gst/{org}/check", object{"gstin": hotelGSTIN}), owner.get("/api/gst/{org}/" + strings.ToLower(hotelGSTIN) + "/check")} {
			same(t, a.want(200).at("data"), want)
		}
		cancelled := owner.get("/api/gst/{org}/07AAACH0000B1ZR/check").want(200)
		if cancelled.text("data", "status") != "Cancelled" || cancelled.at("data", "lastFilingDate") != nil || cancelled.at("data", "lastFilingType") != nil {
			t.Errorf("%s", cancelled.raw)
		}
		owner.get("/api/gst/{org}/38AAACL0000J1Z1/check").refused(404, "38AAACL0000J1Z1")
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
	s, _ := withGST(t, "sqlite", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { (*fault.Load()).ServeHTTP(w, r) }))
	owner := s.hotel()
	show := "/api/gst/{org}/" + hotelGSTIN + "/check"
	for _, f := range []simulator.Faults{{Failing: true}, {Malformed: true}} {
		use(simulator.New(s.clock, f))
		owner.get(show).refused(502, "can't be reached")
		owner.post("/api/gst/{org}/check", object{"gstin": hotelGSTIN}).refused(502, "can't be reached")
	}
	use(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }))
	owner.get(show).refused(502, "can't be reached")
}

// ready is what /readyz answers once the server has looked at the schema, as `sarai serve` does.
func (s *server) ready() answer {
	s.t.Helper()
	if err := s.db.Migrate(s.t.Context(), migrations.FS); err != nil {
		s.t.Fatal(err)
	}
	return s.anyone().get("/readyz").want(200)
}

func TestGSTWithoutUpstream(t *testing.T) {
	s := newServer(t, "sqlite", func(c *app.Config) { c.GST = nil })
	owner := s.hotel()
	owner.get("/api/gst/{org}/"+hotelGSTIN+"/check").refused(502, "no GST upstream is set")
	owner.post("/api/gst/{org}/check", object{"gstin": hotelGSTIN}).refused(502, "no GST upstream is set")
	owner.post("/api/gst/{org}/check", object{"gstin": "x"}).bad("gstin")
	if body := s.ready().body; len(body) != 3 || body["gst"] != nil {
		t.Errorf("/readyz answers %v", body)
	}
}

func TestReadyTellsTheGSTUpstream(t *testing.T) {
	s, records := withGST(t, "sqlite", simulator.New(clock.System{}, simulator.Faults{}))
	owner := s.hotel()
	owner.get("/api/gst/{org}/" + hotelGSTIN + "/check").want(200)
	owner.get("/api/gst/{org}/" + hotelGSTIN + "/check").want(200)
	owner.get("/api/gst/{org}/38AAACL0000J1Z1/check").want(404)
	if got := s.ready().text("gst"); "http://"+got != records.URL {
		t.Errorf("/readyz says %s, the upstream is %s", got, records.URL)
	}
	_, metrics := bare(t, "GET", s.url+"/metrics", nil)
	for _, line := range []string{`sarai_gst_lookups_total{outcome="cached"} 1`, `sarai_gst_lookups_total{outcome="failed"} 0`, `sarai_gst_lookups_total{outcome="found"} 1`,
		`sarai_gst_lookups_total{outcome="unknown"} 1`, "sarai_gst_breaker_open 0"} {
		if !strings.Contains(string(metrics), line+"\n") {
			t.Errorf("the metrics don't have %s", line)
		}
	}
}
