// Package simulator speaks the wire format of the government's public GST search, with numbers that belong to nobody:
// PANs with the serial 0000 are never issued. With it, GSTINs can be looked up without a contract with a provider, and
// the tests of other packages have an upstream. Every name that it answers ends in "(simulated)".
//
// `sarai gst-simulator` and tests import it, nobody else.
package simulator

import (
	_ "embed"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"sarai/internal/kit/clock"
)

//go:embed numbers.json
var numbersFile []byte

// number is a taxpayer in the wire format, and how often it files returns: "monthly", "yearly" or never.
type number struct {
	Files    string         `json:"files"`
	Taxpayer map[string]any `json:"taxpayer"`
}

// Faults are what goes wrong, to try what then happens; the zero value is none.
type Faults struct {
	Slow      time.Duration // before each answer
	Failing   bool          // every answer is 503
	Malformed bool          // every answer is an HTML page
	Unknown   bool          // no number is known
}

// Simulator answers as the upstream does, at /search and /returns.
type Simulator struct {
	clock   clock.Clock
	faults  Faults
	numbers map[string]number
	list    []string
}

// New makes a simulator; the clock says which returns have been filed.
func New(c clock.Clock, f Faults) *Simulator {
	var all []number
	if err := json.Unmarshal(numbersFile, &all); err != nil {
		panic(err) // a test reads the file
	}
	s := &Simulator{clock: c, faults: f, numbers: map[string]number{}}
	for _, n := range all {
		gstin, _ := n.Taxpayer["gstin"].(string)
		s.numbers[gstin] = n
		s.list = append(s.list, gstin)
	}
	return s
}

// Numbers lists the GSTINs that are known, the demo hotel's first.
func (s *Simulator) Numbers() []string { return s.list }

// ServeHTTP implements http.Handler.
func (s *Simulator) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Simulator", "sarai gst-simulator; these are no real records")
	if s.faults.Slow > 0 {
		select {
		case <-time.After(s.faults.Slow):
		case <-r.Context().Done():
			return
		}
	}
	action := r.URL.Query().Get("action")
	switch {
	case s.faults.Failing:
		http.Error(w, "Service Unavailable", http.StatusServiceUnavailable)
	case s.faults.Malformed:
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<html><body><h1>Scheduled maintenance</h1></body></html>")) // the caller may be gone
	case r.Method == http.MethodGet && r.URL.Path == "/search" && action == "TP":
		s.search(w, r.URL.Query().Get("gstin"))
	case r.Method == http.MethodGet && r.URL.Path == "/returns" && action == "RETTRACK":
		s.returns(w, r.URL.Query().Get("gstin"), r.URL.Query().Get("fy"))
	default:
		http.NotFound(w, r)
	}
}

func (s *Simulator) search(w http.ResponseWriter, gstin string) {
	n, known := s.numbers[gstin]
	if !known || s.faults.Unknown {
		refuse(w, "SWEB_9035", "Invalid GSTIN / UID")
		return
	}
	answer(w, n.Taxpayer)
}

func (s *Simulator) returns(w http.ResponseWriter, gstin, year string) {
	n, known := s.numbers[gstin]
	if !known || s.faults.Unknown {
		refuse(w, "SWEB_9035", "Invalid GSTIN / UID")
		return
	}
	from, err := strconv.Atoi(year[:min(4, len(year))])
	if err != nil {
		refuse(w, "RET13509", "Invalid financial year")
		return
	}
	filed := n.filed(from, s.clock.Now())
	if len(filed) == 0 {
		refuse(w, "RET13510", "No Record found for the provided Inputs")
		return
	}
	answer(w, map[string]any{"EFiledlist": filed})
}

// filed are the returns that were filed in the financial year from April on, until now: monthly ones on the 11th
// (GSTR1) and the 20th (GSTR3B) for the month before, yearly ones on the 25th of April (GSTR4).
func (n number) filed(from int, now time.Time) []map[string]any {
	var list []map[string]any
	file := func(kind string, on, period time.Time) {
		if !on.After(now) {
			list = append(list, map[string]any{"valid": "Y", "mof": "ONLINE", "dof": on.Format("02-01-2006"),
				"ret_prd": period.Format("012006"),
				"rtntype": kind, "arn": "NA", "status": "Filed"})
		}
	}
	for month := range 12 {
		first := time.Date(from, time.April, 1, 0, 0, 0, 0, time.UTC).AddDate(0, month, 0)
		switch {
		case n.Files == "monthly":
			file("GSTR1", first.AddDate(0, 0, 10), first.AddDate(0, -1, 0))
			file("GSTR3B", first.AddDate(0, 0, 19), first.AddDate(0, -1, 0))
		case n.Files == "yearly" && month == 0:
			file("GSTR4", first.AddDate(0, 0, 24), first.AddDate(0, -1, 0))
		}
	}
	return list
}

func refuse(w http.ResponseWriter, code, message string) {
	answer(w, map[string]any{"status_cd": "0", "error": map[string]any{"message": message, "error_cd": code}})
}

func answer(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(value) // the caller may be gone
}
