package gst

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/kittest"
)

// noon is 12:00 in India on a day when one financial year is asked for.
var noon = time.Date(2026, 7, 14, 6, 30, 0, 0, time.UTC)

// secrets are what an operator may have put into the settings; no log line may hold any.
var secrets = []string{"user-s3cret", "pass-s3cret", "path-s3cret", "query-s3cret", "header-s3cret"}

// records is a server that speaks the wire format; what it answers can be changed at any time.
type records struct {
	*httptest.Server
	search, returns   atomic.Pointer[http.HandlerFunc]
	searches, filings atomic.Int64
	lock              sync.Mutex
	asked             []*http.Request
}

func newRecords(t *testing.T) *records {
	r := &records{}
	r.answer(text200(whole), text200(`{"EFiledlist":[{"dof":"11-07-2026","rtntype":"GSTR1","status":"Filed"}]}`))
	r.Server = httptest.NewServer(r)
	t.Cleanup(r.Close)
	return r
}

func (r *records) answer(search, returns http.HandlerFunc) {
	if search != nil {
		r.search.Store(&search)
	}
	if returns != nil {
		r.returns.Store(&returns)
	}
}

func (r *records) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	r.lock.Lock()
	r.asked = append(r.asked, q)
	r.lock.Unlock()
	if strings.HasSuffix(q.URL.Path, "/search") {
		r.searches.Add(1)
		(*r.search.Load())(w, q)
		return
	}
	r.filings.Add(1)
	(*r.returns.Load())(w, q)
}

// made checks how many calls there were so far.
func (r *records) made(t *testing.T, searches, filings int64) {
	t.Helper()
	if s, f := r.searches.Load(), r.filings.Load(); s != searches || f != filings {
		t.Errorf("%d searches and %d calls for returns, want %d and %d", s, f, searches, filings)
	}
}

func textOf(status int, kind, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body) // a client that has read enough may be gone
	}
}

func text200(body string) http.HandlerFunc { return textOf(200, "application/json", body) }

// journal is a log that can be read while it is written.
type journal struct {
	lock sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(b []byte) (int, error) {
	j.lock.Lock()
	defer j.lock.Unlock()
	return j.text.Write(b)
}

func (j *journal) String() string {
	j.lock.Lock()
	defer j.lock.Unlock()
	return j.text.String()
}

// desk is a service with its surroundings.
type desk struct {
	*Service
	t       *testing.T
	clock   *clock.Fake
	db      *db.DB
	records *records
	journal *journal
}

func newDesk(t *testing.T, engine string) *desk {
	t.Helper()
	now := clock.NewFake(noon)
	d := &desk{t: t, clock: now, db: kittest.New(t, engine, now), records: newRecords(t), journal: &journal{}}
	d.restart()
	return d
}

// restart is a service that remembers nothing but what the database does.
func (d *desk) restart() {
	d.t.Helper()
	d.Service = d.service(d.records.URL)
}

func (d *desk) service(address string) *Service {
	d.t.Helper()
	u, err := ParseUpstream(withSecrets(address), []string{"x-api-key: header-s3cret"})
	if err != nil {
		d.t.Fatal(err)
	}
	s := New(d.db, d.clock, slog.New(slog.NewTextHandler(d.journal, nil)), u)
	d.t.Cleanup(s.client.http.CloseIdleConnections)
	return s
}

func withSecrets(address string) string {
	scheme, host, _ := strings.Cut(address, "://")
	return scheme + "://user-s3cret:pass-s3cret@" + host + "/path-s3cret?key=query-s3cret"
}

func (d *desk) found(gstin string) Record {
	d.t.Helper()
	r, err := d.Check(d.t.Context(), "gstin", gstin)
	if err != nil {
		d.t.Fatalf("%v; the log: %s", err, d.journal)
	}
	return r
}

func (d *desk) failed(kind errs.Kind, words string) {
	d.t.Helper()
	_, err := d.Check(d.t.Context(), "gstin", hotel)
	if !errs.Is(err, kind) || !strings.Contains(err.Error(), words) {
		d.t.Errorf("%v, want the kind %d and %q; the log: %s", err, kind, words, d.journal)
	}
}

// keepsSecrets fails the test when the log holds what it mustn't.
func (d *desk) keepsSecrets() {
	d.t.Helper()
	log := d.journal.String()
	for _, secret := range append(secrets, hotel, "Haveli", d.records.URL+"/") {
		if strings.Contains(log, secret) {
			d.t.Errorf("the log holds %s: %s", secret, log)
		}
	}
}

func eachDesk(t *testing.T, fn func(t *testing.T, d *desk)) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) { fn(t, newDesk(t, engine)) })
	}
}

func TestALookupAsksAsTheProviderWants(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		want := wholeRecord.with(filing{"2026-07-11", "GSTR1"})
		if got := d.found("  " + strings.ToLower(hotel) + "\n"); fmt.Sprint(got.Address, got.LegalName, *got.LastFilingDate,
			*got.LastFilingType) !=
			fmt.Sprint(want.Address, want.LegalName, *want.LastFilingDate, *want.LastFilingType) {
			t.Errorf("got %+v", got)
		}
		for i, query := range []string{"action=TP&gstin=" + hotel, "action=RETTRACK&fy=2026-27&gstin=" + hotel} {
			q := d.records.asked[i]
			path := []string{"/path-s3cret/search", "/path-s3cret/returns"}[i]
			user, password, _ := q.BasicAuth()
			if q.Method != "GET" || q.URL.Path != path || q.URL.RawQuery != "key=query-s3cret&"+query ||
				q.Header.Get("X-Api-Key") != "header-s3cret" ||
				user != "user-s3cret" || password != "pass-s3cret" || q.Header.Get("Accept") != "application/json" {
				t.Errorf("asked %s %s with %v", q.Method, q.URL, q.Header)
			}
		}
		d.keepsSecrets()
		if log := d.journal.String(); !strings.Contains(log, "outcome=found") || !strings.Contains(log,
			"upstream="+strings.TrimPrefix(d.records.URL, "http://")+" ") {
			t.Errorf("the log says %s", log)
		}
	})
}

func TestTwoYearsInApril(t *testing.T) {
	d := newDesk(t, kittest.SQLite)
	d.clock.Set(time.Date(2026, 4, 14, 6, 30, 0, 0, time.UTC))
	d.records.answer(nil, func(w http.ResponseWriter, q *http.Request) {
		day := map[string]string{"2026-27": "", "2025-26": "20-03-2026"}[q.URL.Query().Get("fy")]
		fmt.Fprintf(w, `{"EFiledlist":[{"dof":"%s","rtntype":"GSTR3B","status":"Filed"}]}`, day)
	})
	if r := d.found(hotel); *r.LastFilingDate != "2026-03-20" || *r.LastFilingType != "GSTR3B" {
		t.Errorf("%+v", r)
	}
	d.records.made(t, 1, 2)
}

func TestWhatIsNoGSTINIsNotAskedFor(t *testing.T) {
	d := newDesk(t, kittest.SQLite)
	for _, wrong := range []string{"", "x", "22AAAAA0000A1Z5", "27AAICA3918J1CT", "0717UNO00157UNO", hotel + "\x00",
		hotel + "&gstin=1"} {
		_, err := d.Check(t.Context(), "gstin", wrong)
		if !errs.Is(err, errs.KindInvalid) || !strings.HasPrefix(err.Error(), "gstin ") {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	d.records.made(t, 0, 0)
}

func TestNoUpstream(t *testing.T) {
	u, err := ParseUpstream("", nil)
	if u != nil || err != nil || u.Host() != "" || u.Exposed() {
		t.Fatalf("%v %v", u, err)
	}
	s := New(kittest.New(t, kittest.SQLite, clock.System{}), clock.System{},
		slog.New(slog.NewTextHandler(io.Discard, nil)), nil)
	if _, err := s.Check(t.Context(), "gstin", hotel); !errs.Is(err, errs.KindUpstream) || !strings.Contains(err.Error(),
		"No GST upstream is set") {
		t.Error(err)
	}
	if _, err := s.Check(t.Context(), "gstin", "x"); !errs.Is(err, errs.KindInvalid) {
		t.Error(err)
	}
	if s.Host() != "" || s.Stats() != (Stats{}) {
		t.Errorf("%q %+v", s.Host(), s.Stats())
	}
}

func TestUnknownNumbersAreNotKept(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.records.answer(text200(`{"status_cd":"0","error":{"message":"Invalid GSTIN / UID","error_cd":"SWEB_9035"}}`), nil)
		for range 2 * failures { // it is an answer, so no breaker opens
			d.failed(errs.KindNotFound, hotel)
		}
		d.records.made(t, 2*failures, 0)
		d.records.answer(text200(whole), nil)
		d.found(hotel)
		d.keepsSecrets()
		if s := d.Stats(); s != (Stats{Found: 1, Unknown: 2 * failures}) {
			t.Errorf("%+v", s)
		}
	})
}

// hangUp closes the connection after these bytes.
func hangUp(raw string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		connection, _, err := http.NewResponseController(w).Hijack()
		if err == nil {
			_, _ = io.WriteString(connection, raw)
			connection.Close()
		}
	}
}

// faults are all ways in which an upstream may fail. Each says why in the log, and sends back what it was given.
func faults(elsewhere string) map[string]struct {
	answer http.HandlerFunc
	reason string
} {
	type fault = struct {
		answer http.HandlerFunc
		reason string
	}
	all := strings.Join(secrets, " ") + " " + hotel
	redirect := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, q *http.Request) { http.Redirect(w, q, elsewhere+"?"+q.URL.RawQuery, code) }
	}
	list := map[string]fault{
		"slow headers": {func(_ http.ResponseWriter, q *http.Request) { <-q.Context().Done() }, "it did not answer in time"},
		"slow body": {func(w http.ResponseWriter, q *http.Request) {
			_, _ = io.WriteString(w, whole[:100])
			_ = http.NewResponseController(w).Flush()
			<-q.Context().Done()
		}, "it did not answer in time"},
		"HTML":           {textOf(200, "text/html", "<html>"+all+"</html>"), "it is no JSON object"},
		"text":           {textOf(200, "application/json", all), "it is no JSON object"},
		"half an answer": {text200(whole[:100]), "it is no JSON object"},
		"nothing":        {text200(""), "it is no JSON object"},
		"null":           {text200("null"), "it is no JSON object"},
		"a list":         {text200("[" + whole + "]"), "it is no JSON object"},
		"wrong types": {text200(`{"gstin":[],"lgnm":{"a":1},"tradeNam":[1],"sts":true,"rgdt":1,"pradr":[]}`),
			"describes no taxpayer"},
		"an error": {text200(`{"status_cd":"0","error":{"message":"` + all + `","error_cd":"` + all + `"}}`),
			"it refused"},
		"an error with a code": {text200(`{"status_cd":"0","error":{"message":"` + all + `","error_cd":"SWEB_9000"}}`),
			"it refused with SWEB_9000"},
		"another number":        {text200(strings.Replace(whole, hotel, "27AAPFU0939F1ZV", 1)), "about another number"},
		"closed":                {hangUp(""), "the connection to it broke"},
		"closed in the headers": {hangUp("HTTP/1.1 200 OK\r\nX-Echo: " + all), "the connection to it broke"},
		"closed in the body": {hangUp("HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n" + whole),
			"the connection to it broke"},
		"no HTTP":         {hangUp(all + "\r\n\r\n"), "the connection to it broke"},
		"a broken header": {hangUp("HTTP/1.1 200 OK\r\n" + all + "\r\n\r\n"), "the connection to it broke"},
		"a broken chunk": {hangUp("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz" + all + "\r\n"),
			"the connection to it broke"},
		"huge headers": {hangUp("HTTP/1.1 200 OK\r\nX-Echo: " + strings.Repeat("x", 1<<20) + "\r\n\r\n"),
			"the connection to it broke"},
		"huge":               {text200(`{"lgnm":"` + strings.Repeat("x", 2*most) + `"}`), "too long"},
		"huge when unpacked": {packed, "too long"},
	}
	for _, code := range []int{204, 400, 401, 402, 403, 404, 429, 500, 502, 503, 504} {
		body := whole
		if code == 204 {
			body = ""
		}
		list[fmt.Sprint(code)] = fault{textOf(code, "application/json", body), fmt.Sprint("status ", code)}
	}
	for _, code := range []int{301, 302, 303, 307, 308} {
		list[fmt.Sprint(code)] = fault{redirect(code), fmt.Sprint("status ", code)}
	}
	return list
}

func packed(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Encoding", "gzip")
	packer := gzip.NewWriter(w)
	_, _ = packer.Write(bytes.Repeat([]byte(" "), 8*most)) // the client stops reading
	_ = packer.Close()
}

// Every fault is one sentence for the caller and its reason in the log; it is not kept, and nothing that the upstream
// says and nothing of the settings gets out.
func TestFaults(t *testing.T) {
	var strayed atomic.Int64
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { strayed.Add(1) }))
	defer elsewhere.Close()
	d := newDesk(t, kittest.SQLite)
	for name, f := range faults(elsewhere.URL) {
		t.Run(name, func(t *testing.T) {
			d.t, d.journal = t, &journal{}
			d.restart() // with its breaker closed
			if strings.HasPrefix(name, "slow") {
				d.patience = 100 * time.Millisecond
			}
			d.records.answer(f.answer, nil)
			before := d.records.searches.Load()
			d.failed(errs.KindUpstream, "can't be reached at the moment")
			d.failed(errs.KindUpstream, "can't be reached at the moment")
			if after := d.records.searches.Load(); after < before+2 {
				t.Error("the failure was kept")
			}
			reason := strings.Replace(f.reason, "it is no", "its answer is no", 1)
			if log := d.journal.String(); !strings.Contains(log, reason) {
				t.Errorf("the log doesn't say %q: %s", reason, log)
			}
			d.keepsSecrets()
		})
	}
	if n := strayed.Load(); n > 0 {
		t.Errorf("%d redirects were followed", n)
	}
	d.t = t
	d.restart()
	d.records.answer(text200(whole), nil)
	d.found(hotel)
}

// The same faults of the call for returns leave the record without a filing; only that call is made again.
func TestFaultsOfReturns(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		good := *d.records.returns.Load()
		for name, f := range faults("http://127.0.0.1:1") {
			t.Run(name, func(t *testing.T) {
				d.t, d.journal = t, &journal{}
				d.clock.Advance(2 * freshness)
				d.restart()
				if strings.HasPrefix(name, "slow") {
					d.patience = 300 * time.Millisecond
				}
				d.records.answer(nil, f.answer)
				before := d.records.searches.Load()
				for range 2 {
					if r := d.found(hotel); r.LastFilingDate != nil || r.LastFilingType != nil ||
						r.LegalName != wholeRecord.LegalName {
						t.Errorf("%+v", r)
					}
				}
				d.restart()
				d.records.answer(nil, good)
				for range 2 {
					if r := d.found(hotel); r.LastFilingDate == nil || *r.LastFilingDate != "2026-07-11" {
						t.Errorf("the call for returns was not made again: %+v", r)
					}
				}
				if after := d.records.searches.Load(); after != before+1 {
					t.Errorf("%d searches, want 1", after-before)
				}
				d.keepsSecrets()
			})
		}
	})
}

func TestHostsThatCantBeReached(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed := listener.Addr().String()
	listener.Close()
	encrypted := httptest.NewTLSServer(http.NotFoundHandler())
	encrypted.Config.ErrorLog = slog.NewLogLogger(slog.NewTextHandler(io.Discard, nil), slog.LevelInfo)
	defer encrypted.Close()
	for address, reason := range map[string]string{
		"http://" + closed: "it refused the connection",
		encrypted.URL:      "its certificate is not trusted",
	} {
		d := newDesk(t, kittest.SQLite)
		d.Service = d.service(address)
		d.failed(errs.KindUpstream, "can't be reached")
		if log := d.journal.String(); !strings.Contains(log, reason) {
			t.Errorf("%s: the log doesn't say %q: %s", address, reason, log)
		}
		d.keepsSecrets()
	}
	// Name servers answer differently everywhere, so this one is not asked.
	unknown := &url.Error{Op: "Get", URL: withSecrets("https://gsp.example.com"),
		Err: &net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", IsNotFound: true}}}
	if got := reason(unknown); got != "its host's name was not found" {
		t.Errorf("%v is %q", unknown, got)
	}
}

func TestFiftyCallersMakeOneCall(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		all, calling := make(chan struct{}), sync.WaitGroup{}
		calling.Add(50)
		go func() { calling.Wait(); close(all) }()
		d.records.answer(func(w http.ResponseWriter, q *http.Request) {
			<-all
			text200(whole)(w, q)
		}, nil)
		var answered sync.WaitGroup
		for range 50 {
			answered.Go(func() {
				calling.Done()
				if r, err := d.Check(t.Context(), "gstin", hotel); err != nil || r.LegalName != wholeRecord.LegalName ||
					*r.LastFilingType != "GSTR1" {
					t.Errorf("%+v, %v", r, err)
				}
			})
		}
		answered.Wait()
		d.records.made(t, 1, 1)
	})
}

func TestWhoGivesUpLeavesTheCallToOthers(t *testing.T) {
	d := newDesk(t, kittest.SQLite)
	asked, goOn := make(chan struct{}), make(chan struct{})
	d.records.answer(func(w http.ResponseWriter, q *http.Request) {
		close(asked)
		<-goOn
		text200(whole)(w, q)
	}, nil)
	impatient, giveUp := context.WithCancel(t.Context())
	gone := make(chan error)
	go func() {
		_, err := d.Check(impatient, "gstin", hotel)
		gone <- err
	}()
	<-asked
	other := make(chan error)
	go func() {
		_, err := d.Check(t.Context(), "gstin", hotel)
		other <- err
	}()
	giveUp()
	if err := <-gone; err == nil {
		t.Error("it did not give up")
	}
	close(goOn)
	if err := <-other; err != nil {
		t.Error(err)
	}
	d.records.made(t, 1, 1)
}

func TestAnswersCountForADay(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.found(hotel)
		d.records.answer(text200(strings.Replace(whole, `"Active"`, `"Suspended"`, 1)), nil)
		d.clock.Advance(freshness - time.Millisecond)
		for _, how := range []string{"in memory", "in the database"} {
			if r := d.found(hotel); r.Status != "Active" || *r.LastFilingType != "GSTR1" {
				t.Errorf("%s: %+v", how, r)
			}
			d.restart()
		}
		d.found(hotel)
		d.records.made(t, 1, 1)
		d.clock.Advance(time.Millisecond)
		if r := d.found(hotel); r.Status != "Suspended" {
			t.Errorf("after a day: %+v", r)
		}
		d.restart()
		if r := d.found(hotel); r.Status != "Suspended" {
			t.Errorf("after another restart: %+v", r)
		}
		d.records.made(t, 2, 2)

		d.clock.Advance(freshness - time.Millisecond)
		left := func() (n int) {
			err := d.db.Write(t.Context(), func(tx *db.Tx) error {
				return errors.Join(Sweep(tx), tx.QueryRow(`SELECT COUNT(*) FROM gst_answers`).Scan(&n))
			})
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		if n := left(); n != 1 {
			t.Errorf("%d answers before their day is over", n)
		}
		d.clock.Advance(time.Millisecond)
		if n := left(); n != 0 {
			t.Errorf("%d answers after their day", n)
		}
	})
}

// Two nodes on one database; on PostgreSQL they would be two processes.
func TestNodesShareAnswers(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		one, other := d.service(d.records.URL), d.service(d.records.URL)
		for _, s := range []*Service{one, other, one, other} {
			if r, err := s.Check(t.Context(), "gstin", hotel); err != nil || r.LegalName != wholeRecord.LegalName {
				t.Errorf("%+v, %v", r, err)
			}
		}
		d.records.made(t, 1, 1)
		if s := other.Stats(); s != (Stats{Remembered: 2}) {
			t.Errorf("%+v", s)
		}
	})
}

func TestAnswersOfAnotherUpstreamDontCount(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.found(hotel)
		real := newRecords(t)
		real.answer(text200(strings.Replace(whole, `"Active"`, `"Cancelled"`, 1)), nil)
		d.Service = d.service(real.URL)
		if r := d.found(hotel); r.Status != "Cancelled" {
			t.Errorf("%+v", r)
		}
		real.made(t, 1, 1)
	})
}

func TestAnAnswerThatCantBeKeptIsStillGiven(t *testing.T) {
	d := newDesk(t, kittest.SQLite)
	if err := d.db.Write(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec(`CREATE TRIGGER gst_full BEFORE INSERT ON gst_answers BEGIN SELECT RAISE(ABORT, 'full'); END`)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	d.found(hotel)
	d.found(hotel)
	d.records.made(t, 1, 1)
	if !strings.Contains(d.journal.String(), "gst answer not kept") {
		t.Errorf("the log says %s", d.journal)
	}
	d.keepsSecrets()
}

func TestAfterRepeatedFailuresNobodyWaits(t *testing.T) {
	d := newDesk(t, kittest.SQLite)
	d.records.answer(textOf(503, "text/plain", "down"), nil)
	for range 2 * failures {
		d.failed(errs.KindUpstream, "can't be reached")
	}
	d.records.made(t, failures, 0)
	if s := d.Stats(); s != (Stats{Failed: 2 * failures, Open: true}) {
		t.Errorf("%+v", s)
	}
	if log := d.journal.String(); !strings.Contains(log, "from=closed to=open") || !strings.Contains(log,
		"it failed repeatedly and is not asked") {
		t.Errorf("the log says %s", log)
	}
	d.keepsSecrets()
}

// The breaker takes its time from package time, so this test runs where that is moved: in a bubble.
func TestTheBreakerOpensTriesAndCloses(t *testing.T) {
	r := newRecords(t)
	trying, goOn := make(chan struct{}), make(chan struct{}) // outside of the bubble, where the server is
	synctest.Test(t, func(t *testing.T) {
		u, err := ParseUpstream(r.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		log := &journal{}
		c := newClient(u, slog.New(slog.NewTextHandler(log, nil)))
		ask := func(want bool, searches int64) {
			t.Helper()
			_, err := c.taxpayer(t.Context(), hotel)
			if (err == nil) != want || r.searches.Load() != searches {
				t.Errorf("%v after %d searches, want success %t after %d", err, r.searches.Load(), want, searches)
			}
		}
		pass := func(d time.Duration) {
			c.http.CloseIdleConnections() // time stands still while somebody listens on the network
			time.Sleep(d)
		}
		down, up := textOf(503, "text/plain", "down"), text200(whole)

		r.answer(down, nil)
		ask(false, 1)
		r.answer(up, nil)
		ask(true, 2) // one success, and counting begins anew
		r.answer(down, nil)
		for i := range int64(failures) {
			ask(false, 3+i)
		}
		const open = 2 + failures
		r.answer(up, nil)
		ask(false, open) // open: not asked
		pass(rest - time.Millisecond)
		ask(false, open)
		pass(2 * time.Millisecond)
		r.answer(down, nil)
		ask(false, open+1) // one try fails: open again
		r.answer(up, nil)
		ask(false, open+1)
		pass(rest + time.Millisecond)

		// Half open: while one call tries, nobody else does.
		r.answer(func(w http.ResponseWriter, q *http.Request) {
			trying <- struct{}{}
			<-goOn
			up(w, q)
		}, nil)
		tried := make(chan error)
		go func() {
			_, err := c.taxpayer(t.Context(), hotel)
			tried <- err
		}()
		<-trying
		ask(false, open+2)
		close(goOn)
		if err := <-tried; err != nil {
			t.Error(err)
		}
		r.answer(up, nil)
		ask(true, open+3)
		c.http.CloseIdleConnections()
		for _, change := range []string{"from=closed to=open", "from=open to=half-open", "from=half-open to=open",
			"from=half-open to=closed"} {
			if !strings.Contains(log.String(), change) {
				t.Errorf("the log doesn't say %s: %s", change, log)
			}
		}
	})
}

func TestUpstreamSettings(t *testing.T) {
	for _, c := range []struct {
		address string
		exposed bool
	}{
		{"https://gsp.example.com", false}, {"http://gsp.example.com/v1", true}, {"http://localhost:8090", false},
		{"http://127.0.0.1:8090", false},
		{"http://[::1]:8090", false}, {"http://10.0.0.7", true}, {"https://10.0.0.7", false},
	} {
		u, err := ParseUpstream(c.address, nil)
		if err != nil || u.Exposed() != c.exposed || !strings.Contains(c.address, u.Host()) || u.Host() == "" {
			t.Errorf("%s: %v %+v", c.address, err, u)
		}
	}
	u, err := ParseUpstream("https://me:s3cret@gsp.example.com:444/s3cret?k=s3cret",
		[]string{" x-api-key:  a:b ", "", "X-Two: 1", "x-two: 2"})
	if err != nil || u.Host() != "gsp.example.com:444" || u.headers.Get("X-Api-Key") != "a:b" ||
		len(u.headers.Values("X-Two")) != 2 {
		t.Errorf("%v %+v", err, u)
	}
	for _, address := range []string{"gsp.example.com", "/s3cret", "ftp://s3cret.example.com", "https://", "https://:443",
		"https://a b.example.com/s3cret", "https://s3cret@x:port", "https://x/#s3cret", "%zz"} {
		if _, err := ParseUpstream(address, nil); err == nil || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: %v", address, err)
		}
	}
	for _, header := range []string{"s3cret", "s3cret:", ": s3cret", "x y: s3cret", "x: s3cret\r\ny: 1",
		"x: s3cr\xc3\xa9t"} {
		if _, err := ParseUpstream("https://x.example.com", []string{header}); err == nil || strings.Contains(err.Error(),
			"s3cr") {
			t.Errorf("%q: %v", header, err)
		}
	}
}
