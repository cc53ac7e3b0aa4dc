package simulator

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/kittest"
	"sarai/internal/record/gst"
)

var noon = time.Date(2026, 4, 14, 6, 30, 0, 0, time.UTC)

// against is the look-up of GSTINs, set up with a simulator.
func against(t *testing.T, f Faults) *gst.Service {
	t.Helper()
	now := clock.NewFake(noon)
	records := httptest.NewServer(New(now, f))
	t.Cleanup(records.Close)
	upstream, err := gst.ParseUpstream(records.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	return gst.New(kittest.New(t, kittest.SQLite, now), now, slog.New(slog.NewTextHandler(io.Discard, nil)), upstream)
}

func TestNumbers(t *testing.T) {
	s, statuses, types := against(t, Faults{}), map[string]int{}, map[string]int{}
	numbers := New(clock.System{}, Faults{}).Numbers()
	if len(numbers) < 9 || numbers[0] != "08AAACH0000A1ZR" {
		t.Errorf("the numbers are %v", numbers)
	}
	for _, gstin := range numbers {
		if gstin[7:11] != "0000" {
			t.Errorf("%s may belong to somebody: its PAN's serial isn't 0000", gstin)
		}
		r, err := s.Check(t.Context(), "gstin", gstin)
		if err != nil {
			t.Errorf("%s: %v", gstin, err)
			continue
		}
		statuses[r.Status]++
		types[r.TaxpayerType]++
		if !strings.HasSuffix(r.LegalName, "(simulated)") || r.RegistrationDate == "" || r.Address.State == "" ||
			r.Address.Street == "" || len(r.Address.Pincode) != 6 {
			t.Errorf("%s: %+v", gstin, r)
		}
	}
	if statuses["Active"] < 5 || statuses["Cancelled"] < 1 || statuses["Suspended"] < 2 || len(statuses) != 3 ||
		types["SEZ"] < 1 || types["Composition"] < 1 {
		t.Errorf("the statuses are %v, the types %v", statuses, types)
	}
	if _, err := s.Check(t.Context(), "gstin", "38AAACL0000J1Z1"); !errs.Is(err, errs.KindNotFound) {
		t.Errorf("an unknown number: %v", err)
	}
}

func TestReturnsGoOnWithTime(t *testing.T) {
	n := number{Files: "monthly"}
	for at, want := range map[string]string{"2026-04-10": "", "2026-04-11": "11-04-2026", "2026-04-19": "11-04-2026",
		"2026-05-01": "20-04-2026", "2030-01-01": "20-03-2027"} {
		now, err := time.Parse(time.DateOnly, at)
		if err != nil {
			t.Fatal(err)
		}
		last := ""
		for _, entry := range n.filed(2026, now) {
			last = entry["dof"].(string)
		}
		if last != want {
			t.Errorf("on %s the last return is of %q, want %q", at, last, want)
		}
	}
}

func TestFaults(t *testing.T) {
	for name, f := range map[string]Faults{"failing": {Failing: true}, "malformed": {Malformed: true}} {
		if _, err := against(t, f).Check(t.Context(), "gstin", "08AAACH0000A1ZR"); !errs.Is(err, errs.KindUpstream) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := against(t, Faults{Unknown: true}).Check(t.Context(), "gstin", "08AAACH0000A1ZR"); !errs.Is(err,
		errs.KindNotFound) {
		t.Errorf("unknown: %v", err)
	}
	if _, err := against(t, Faults{Slow: time.Millisecond}).Check(t.Context(), "gstin", "08AAACH0000A1ZR"); err != nil {
		t.Errorf("a little slow: %v", err)
	}
}

func TestItSaysWhatItIs(t *testing.T) {
	records := httptest.NewServer(New(clock.System{}, Faults{}))
	defer records.Close()
	for path, status := range map[string]int{"/": 404, "/search": 404, "/search?action=X": 404, "/search?action=TP": 200,
		"/returns?action=RETTRACK&fy=x&gstin=08AAACH0000A1ZR": 200,
		"/returns?action=RETTRACK&gstin=08AAACH0000A1ZR":      200, "/returns?action=RETTRACK": 200} {
		response, err := http.Get(records.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != status || !strings.Contains(response.Header.Get("X-Simulator"), "no real records") {
			t.Errorf("%s: %d %v", path, response.StatusCode, response.Header)
		}
	}
}
