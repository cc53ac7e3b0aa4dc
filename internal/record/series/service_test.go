package series

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"pgregory.net/rapid"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/event"
	"sarai/internal/record/may"
)

var kolkata = time.FixedZone("IST", 5*3600+1800)

// seeded is the scope of a new organization with its default series.
func seeded(t interface{ Fatal(args ...any) }, d *db.DB) scope.Scope {
	sc := scope.Scope{Org: id.New(), Zone: kolkata}
	if err := d.Write(context.Background(), func(tx *db.Tx) error { return Seed(tx, sc.Org) }); err != nil {
		t.Fatal(err)
	}
	return sc
}

func take(d *db.DB, sc scope.Scope, module string) (number string, err error) {
	err = d.Write(context.Background(), func(tx *db.Tx) error {
		number, err = Next(tx, sc, module).Get()
		return err
	})
	return number, err
}

func TestDefaults(t *testing.T) {
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		sc, other := seeded(t, d), seeded(t, d)
		want := []string{"BK-1", "INV-1", "QT-1", "PAY-1", "EXP-1", "CN-1", "REG-1", "GRP-1", "JV-1", "DEP-1",
			"VP-1", "ST-1"}
		var got []string
		for _, module := range modules {
			number, err := take(d, sc, module)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, number)
		}
		if !slices.Equal(got, want) {
			t.Errorf("first numbers %v, want %v", got, want)
		}
		if err := d.Write(t.Context(), func(tx *db.Tx) error { return Seed(tx, sc.Org) }); err != nil {
			t.Fatal(err)
		}
		if number, err := take(d, sc, Booking); number != "BK-2" || err != nil {
			t.Errorf("after a second seeding: %q, %v; want BK-2", number, err)
		}
		if number, err := take(d, other, Booking); number != "BK-1" || err != nil {
			t.Errorf("another organization's first: %q, %v; want BK-1", number, err)
		}
	})
}

func TestRefusedDocumentLeavesNoGap(t *testing.T) {
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		sc := seeded(t, d)
		refusal := errors.New("refused")
		err := d.Write(t.Context(), func(tx *db.Tx) error {
			if _, err := Next(tx, sc, Booking).Get(); err != nil {
				return err
			}
			return refusal
		})
		if !errors.Is(err, refusal) {
			t.Fatal(err)
		}
		if number, err := take(d, sc, Booking); number != "BK-1" || err != nil {
			t.Errorf("%q, %v; want BK-1", number, err)
		}
	})
}

func TestConcurrentTakersGetEachNumberOnce(t *testing.T) {
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		sc := seeded(t, d)
		const takers, each = 8, 10
		seen := make(chan string, takers*each)
		var running sync.WaitGroup
		for range takers {
			running.Go(func() {
				for range each {
					number, err := take(d, sc, Booking)
					if err != nil {
						t.Error(err)
					}
					seen <- number
				}
			})
		}
		running.Wait()
		close(seen)
		numbers := map[string]bool{}
		for number := range seen {
			numbers[number] = true
		}
		for n := int64(1); n <= takers*each; n++ {
			if !numbers[code("BK-", n)] {
				t.Errorf("%s is missing", code("BK-", n))
			}
		}
	})
}

func TestTooLongANumberIsRefused(t *testing.T) {
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		sc := seeded(t, d)
		s := New(d, event.NewBus())
		if _, err := s.change(t.Context(), sc, CreditNote, func(s *series) {
			s.Prefix, s.Next = "CREDITNOTE",
				99999
		}); err != nil {
			t.Fatal(err)
		}
		if number, err := take(d, sc, CreditNote); number != "CREDITNOTE-99999" || err != nil {
			t.Fatalf("%q, %v", number, err)
		}
		for range 2 { // the refusal takes no number
			_, err := take(d, sc, CreditNote)
			if !errs.Is(err, errs.KindConflict) || !strings.Contains(err.Error(), "CREDITNOTE-100000") {
				t.Fatalf("got %v, want a conflict that names CREDITNOTE-100000", err)
			}
		}
	})
}

// However prefix, separator and next number change in between, no number comes twice. The alphabet is small, so
// that stems which continue each other with digits are frequent.
func TestNoNumberIsIssuedTwice(t *testing.T) {
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		s := New(d, event.NewBus())
		rapid.Check(t, func(t *rapid.T) {
			sc := seeded(t, d)
			issued := map[string]bool{}
			t.Repeat(map[string]func(*rapid.T){
				"issue": func(t *rapid.T) {
					for range rapid.IntRange(1, 12).Draw(t, "documents") {
						number, err := take(d, sc, Booking)
						if err != nil {
							t.Fatal(err)
						}
						if issued[number] {
							t.Fatalf("%s was issued twice", number)
						}
						issued[number] = true
					}
				},
				"change": func(t *rapid.T) {
					prefix := rapid.SampledFrom([]string{"", "A", "A1", "A11", "A0", "A-", "A-1", "1"}).Draw(t, "prefix")
					separator := rapid.SampledFrom([]string{"", "", "-"}).Draw(t, "separator")
					next := rapid.Int64Range(1, 30).Draw(t, "next")
					change := func(s *series) { s.Prefix, s.Separator, s.Next = prefix, separator, next }
					if rapid.Bool().Draw(t, "number alone") {
						change = func(s *series) { s.Next = next }
					}
					_, err := s.change(context.Background(), sc, Booking, change)
					if err != nil && !errs.Is(err, errs.KindInvalid) {
						t.Fatal(err)
					}
				},
			})
		})
	})
}

// A stem that the series comes back to goes on where it was left, and a new one starts as low as it is told.
func TestReturnToAnOldStem(t *testing.T) {
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		sc := seeded(t, d)
		s := New(d, event.NewBus())
		for _, step := range []struct {
			prefix  string
			next    int64
			refused bool
			number  string // taken afterwards, "" for none
		}{
			{"BK", 20, false, "BK-20"},
			{"RES", 5, false, "RES-5"},
			{"RES", 5, true, "RES-6"},
			{"BK", 20, true, ""},
			{"BK", 21, false, ""},
			{"BK", 6, true, ""}, // though nothing was issued since the return
			{"NEW", 1, false, ""},
			{"NEW", 1, false, "NEW-1"},
			{"BK", 21, false, "BK-21"},
			{"RES", 6, true, "BK-22"},
		} {
			_, err := s.change(t.Context(), sc, Booking, func(s *series) { s.Prefix, s.Next = step.prefix, step.next })
			if errs.Is(err, errs.KindInvalid) != step.refused || err != nil && !step.refused {
				t.Fatalf("%+v: %v", step, err)
			}
			if step.number == "" {
				continue
			}
			if number, err := take(d, sc, Booking); number != step.number || err != nil {
				t.Fatalf("%+v: took %q, %v", step, number, err)
			}
		}
	})
}

// A change waits for a number that is being taken, and judges by it.
func TestChangeWaitsForATaker(t *testing.T) {
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		sc := seeded(t, d)
		s := New(d, event.NewBus())
		judged, changed := make(chan struct{}), make(chan error, 1)
		// SQLite runs both again, if it has them in one batch, because the change is refused.
		judge := sync.OnceFunc(func() { close(judged) })
		change := sync.OnceFunc(func() {
			go func() {
				_, err := s.change(t.Context(), sc, Booking, func(s *series) { s.Next = 1; judge() })
				changed <- err
			}()
		})
		err := d.Write(t.Context(), func(tx *db.Tx) error {
			if _, err := Next(tx, sc, Booking).Get(); err != nil {
				return err
			}
			change()
			if d.Dialect() == db.SQLite {
				return nil // has one writer: the change is behind this transaction in its queue
			}
			return waitForLock(t, d, judged)
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := <-changed; !errs.Is(err, errs.KindInvalid) {
			t.Errorf("the change back to 1 gave %v, want a refusal, because BK-1 is issued", err)
		}
	})
}

// waitForLock returns when a transaction of d's database waits for another one; judged closing first is a failure.
func waitForLock(t *testing.T, d *db.DB, judged chan struct{}) error {
	for waiting := 0; waiting == 0; {
		select {
		case <-judged:
			return errors.New("the change did not wait")
		default:
		}
		err := d.Read(t.Context(), func(tx *db.Tx) error {
			return tx.QueryRow(`SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database()
				AND wait_event_type = 'Lock'`).Scan(&waiting)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// serve is the routes' own handler; whoever calls has every flag of the series module in sc's organization.
func serve(
	t *testing.T, s *Service, sc scope.Scope,
) func(method, path, body string) (status int, answer map[string]any) {
	sc.Permissions = scope.Permissions{may.Series: scope.View | scope.Update}
	handler, _ := web.New(web.Config{
		Routes: s.Routes(), Clock: clock.System{}, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Metrics:      prometheus.NewRegistry(),
		Authenticate: func(context.Context, string, string, scope.Scope) (scope.Scope, error) { return sc, nil },
	})
	return func(method, path, body string) (int, map[string]any) {
		request := httptest.NewRequestWithContext(t.Context(), method, "/api/series/"+sc.Org+path, strings.NewReader(body))
		request.Header.Set("Authorization", "Bearer anybody")
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, request)
		var answer map[string]any
		if err := json.Unmarshal(recorder.Body.Bytes(), &answer); err != nil {
			t.Fatalf("%s: %v", recorder.Body, err)
		}
		return recorder.Code, answer
	}
}

func TestUpdate(t *testing.T) {
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		for _, test := range []struct {
			name, body string
			status     int
			field      string // the bad field
			preview    string // afterwards; BK-3 before
		}{
			{"all three", `{"prefix":"H/26","separator":"/","nextNumber":7}`, 200, "", "H/26/7"},
			{"the prefix alone", `{"prefix":"RES"}`, 200, "", "RES-3"},
			{"the separator alone", `{"separator":""}`, 200, "", "BK3"},
			{"a higher number alone", `{"nextNumber":1000}`, 200, "", "BK-1000"},
			{"nothing", `{}`, 200, "", "BK-3"},
			{"cleared", `{"prefix":null,"separator":null}`, 200, "", "3"},
			{"a whole record", `{"_id":"x","module":"invoice","orgId":"y","prefix":"BK","separator":"-","nextNumber":3,` +
				`"preview":"Z"}`, 200, "", "BK-3"},
			{"16 characters", `{"prefix":"ABCDEFGHIJ","nextNumber":99999}`, 200, "", "ABCDEFGHIJ-99999"},
			{"17 characters", `{"prefix":"ABCDEFGHIJ","nextNumber":100000}`, 400, "prefix", "BK-3"},
			{"an issued number", `{"nextNumber":2}`, 400, "nextNumber", "BK-3"},
			{"an issued number under a longer stem", `{"prefix":"BK-","separator":"","nextNumber":2}`, 400, "nextNumber",
				"BK-3"},
			{"zero", `{"nextNumber":0}`, 400, "nextNumber", "BK-3"},
			{"a negative number", `{"nextNumber":-1}`, 400, "nextNumber", "BK-3"},
			{"a fraction", `{"nextNumber":4.5}`, 400, "nextNumber", "BK-3"},
			{"too large a number", `{"nextNumber":1000000000000000000}`, 400, "nextNumber", "BK-3"},
			{"no number", `{"nextNumber":null}`, 400, "nextNumber", "BK-3"},
			{"a number as text", `{"nextNumber":"4"}`, 400, "nextNumber", "BK-3"},
			{"small letters", `{"prefix":"bk"}`, 400, "prefix", "BK-3"},
			{"another character", `{"prefix":"B_K"}`, 400, "prefix", "BK-3"},
			{"a letter of another alphabet", `{"prefix":"ब"}`, 400, "prefix", "BK-3"},
			{"a line break within", `{"prefix":"B\nK"}`, 400, "prefix", "BK-3"},
			{"11 characters", `{"prefix":"ABCDEFGHIJK"}`, 400, "prefix", "BK-3"},
			{"another separator", `{"separator":"_"}`, 400, "separator", "BK-3"},
			{"two separators", `{"separator":"--"}`, 400, "separator", "BK-3"},
			{"a separator of another type", `{"separator":5}`, 400, "separator", "BK-3"},
			{"no body", ``, 200, "", "BK-3"},
			{"a list", `[]`, 400, "body", "BK-3"},
			{"no word of the year", `{"yearly":"yes"}`, 400, "yearly", "BK-3"},
			{"still not yearly", `{"yearly":false}`, 200, "", "BK-3"},
			{"too long with the year", `{"prefix":"ABCDEFGHIJ","yearly":true}`, 400, "prefix", "BK-3"},
		} {
			t.Run(test.name, func(t *testing.T) {
				sc := seeded(t, d)
				bus := event.NewBus()
				events := 0
				bus.Listen(func(*db.Tx, scope.Scope, event.Event) error { events++; return nil })
				for range 2 {
					if _, err := take(d, sc, Booking); err != nil {
						t.Fatal(err)
					}
				}
				call := serve(t, New(d, bus), sc)
				status, answer := call("PUT", "/booking/update", test.body)
				if status != test.status {
					t.Fatalf("status %d, want %d: %v", status, test.status, answer)
				}
				if published := events == 1; published != (test.preview != "BK-3") {
					t.Errorf("%d events published", events)
				}
				if test.field != "" && !namesField(answer, test.field) {
					t.Errorf("the answer does not name %s: %v", test.field, answer)
				}
				_, answer = call("GET", "/booking/preview", "")
				if got := answer["data"].(map[string]any)["preview"]; got != test.preview {
					t.Errorf("preview afterwards %v, want %s", got, test.preview)
				}
			})
		}
	})
}

func namesField(answer map[string]any, field string) bool {
	bad, _ := answer["errors"].([]any)
	return slices.ContainsFunc(bad, func(one any) bool { return one.(map[string]any)["field"] == field })
}

func TestAnswers(t *testing.T) {
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		call := serve(t, New(d, event.NewBus()), seeded(t, d))
		whole := []string{"_id", "createdAt", "module", "nextNumber", "orgId", "prefix", "separator", "updatedAt", "version",
			"yearly"}
		for path, want := range map[string][]string{
			"/list":            {"_id", "module", "nextNumber", "prefix", "preview", "separator", "yearly"},
			"/invoice":         whole,
			"/invoice/preview": {"module", "nextNumber", "prefix", "preview", "separator", "yearly"},
		} {
			status, answer := call("GET", path, "")
			if status != http.StatusOK {
				t.Fatalf("%s: %d %v", path, status, answer)
			}
			record := answer["data"]
			if list, ok := record.([]any); ok {
				if len(list) != len(modules) {
					t.Errorf("%d series, want 11", len(list))
				}
				record = list[0]
			}
			if got := fieldsOf(record); !slices.Equal(got, want) {
				t.Errorf("%s has %v, want %v", path, got, want)
			}
		}
		if status, answer := call("PUT", "/invoice/update", `{}`); status != 200 || !slices.Equal(fieldsOf(answer["data"]),
			whole) {
			t.Errorf("update answered %d %v", status, answer)
		}
		for _, unknown := range []string{"/nonsense", "/nonsense/preview", "/BOOKING"} {
			if status, answer := call("GET", unknown, ""); status != http.StatusNotFound {
				t.Errorf("%s: %d %v", unknown, status, answer)
			}
		}
		if status, answer := call("PUT", "/nonsense/update", `{}`); status != http.StatusNotFound {
			t.Errorf("update of nonsense: %d %v", status, answer)
		}
	})
}

func fieldsOf(record any) (names []string) {
	for name := range record.(map[string]any) {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
