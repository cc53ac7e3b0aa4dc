package wordindex_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/id"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/scope"
	"sarai/internal/record/wordindex"
)

// record is what a model remembers of a record: names are words as they are, and the phone number is digits.
type record struct {
	names []string
	phone string
}

func (r record) words() (words wordindex.Words) {
	words.Text(strings.Join(r.names, " "))
	words.Phone(r.phone)
	return words
}

// matches is the search as a user understands it.
func (r record) matches(wanted []string) bool {
	for _, w := range wanted {
		isName := slices.ContainsFunc(r.names, func(name string) bool { return strings.HasPrefix(name, w) })
		isPhone := r.phone != "" && (strings.HasPrefix(r.phone[max(0, len(r.phone)-10):], w) ||
			len(w) >= 4 && strings.HasSuffix(r.phone, w))
		if !isName && !isPhone {
			return false
		}
	}
	return true
}

var (
	names  = rapid.SliceOfN(rapid.StringMatching(`[ab]{1,3}|[अन]{1,2}|[12]{1,3}`), 0, 3)
	phones = rapid.StringMatching(`([12]{5,6}|9[12]{11})?`)
	wanted = rapid.SliceOfNDistinct(rapid.StringMatching(`[ab]{1,3}|[अन]{1,2}|[12]{1,6}`), 1, 3, rapid.ID[string])
)

// However records come, change and go, a search finds those that a look at each of them finds, in its own organization
// and kind only.
func TestFindsWhatAModelFinds(t *testing.T) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			d := kittest.New(t, engine, clock.System{})
			rapid.Check(t, func(t *rapid.T) { compareWithModel(t, d) })
		})
	}
}

type place struct {
	org  string
	kind wordindex.Kind
}

func compareWithModel(t *rapid.T, d *db.DB) {
	models := map[place]map[string]record{}
	orgs := []string{id.New(), id.New()}
	for _, org := range orgs {
		for _, kind := range []wordindex.Kind{wordindex.Guest, wordindex.Booking} {
			models[place{org, kind}] = map[string]record{}
		}
	}
	at := func() (place, scope.Scope, map[string]record) {
		p := place{rapid.SampledFrom(orgs).Draw(t, "org"),
			rapid.SampledFrom([]wordindex.Kind{wordindex.Guest, wordindex.Booking}).Draw(t, "kind")}
		return p, scope.ForJob(p.org, "INR", time.UTC), models[p]
	}
	write := func(fn func(tx *db.Tx) error) {
		if err := d.Write(t.Context(), fn); err != nil {
			t.Fatal(err)
		}
	}
	t.Repeat(map[string]func(*rapid.T){
		"add": func(t *rapid.T) {
			p, sc, model := at()
			r, recordID := record{names.Draw(t, "names"), phones.Draw(t, "phone")}, id.New()
			if len(model) < 40 {
				write(func(tx *db.Tx) error { return wordindex.Add(tx, sc, p.kind, recordID, r.words()) })
				model[recordID] = r
			}
		},
		"change": func(t *rapid.T) {
			p, sc, model := at()
			if len(model) == 0 {
				return
			}
			recordID := rapid.SampledFrom(slices.Sorted(maps.Keys(model))).Draw(t, "record")
			r := record{names.Draw(t, "names"), phones.Draw(t, "phone")}
			write(func(tx *db.Tx) error { return wordindex.Set(tx, sc, p.kind, recordID, r.words()) })
			model[recordID] = r
		},
		"forget": func(t *rapid.T) {
			p, sc, model := at()
			if len(model) == 0 {
				return
			}
			recordID := rapid.SampledFrom(slices.Sorted(maps.Keys(model))).Draw(t, "record")
			write(func(tx *db.Tx) error { return wordindex.Forget(tx, sc, p.kind, recordID) })
			delete(model, recordID)
		},
		"": func(t *rapid.T) {
			p, sc, model := at()
			search := wanted.Draw(t, "search")
			if whole := strings.Join(search, ""); len(whole) >= 7 && strings.Trim(whole, "12") == "" {
				search = []string{whole} // a phone number in groups
			}
			var want []string
			for recordID, r := range model {
				if r.matches(search) {
					want = append(want, recordID)
				}
			}
			slices.Sort(want)
			got := find(t, d, sc, p.kind, strings.Join(search, " "))
			if !slices.Equal(got, want) {
				t.Fatalf("%q finds %v, want %v of %v", search, got, want, model)
			}
		},
	})
}

// find is what the index names.
func find(t *rapid.T, d *db.DB, sc scope.Scope, kind wordindex.Kind, text string) (found []string) {
	q, err := wordindex.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	found, err = db.Read(t.Context(), d, func(tx *db.Tx) ([]string, error) { return wordindex.Find(tx, sc, kind, q) })
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// Of thousands of records with the same words the newest are found, and those that have the word whole.
func TestFindsTheNewestOfMany(t *testing.T) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			d, sc := kittest.New(t, engine, clock.System{}), scope.ForJob(id.New(), "INR", time.UTC)
			const many = 5000
			recordID := func(i int) string { return fmt.Sprintf("%024x", i) }
			err := d.Write(t.Context(), func(tx *db.Tx) error {
				for i := range many {
					var words wordindex.Words
					words.Text([]string{"kumar", "kumari", "kum"}[i%3])
					words.Text([]string{"asha", "vikram"}[i/3%2])
					if i < 3 {
						words.Text("oldest")
					}
					if err := wordindex.Add(tx, sc, wordindex.Booking, recordID(i), words); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			for text, is := range map[string]func(i int) bool{
				"kum":         func(i int) bool { return i%3 == 2 },
				"kumari":      func(i int) bool { return i%3 == 1 },
				"kuma":        func(i int) bool { return i%3 < 2 },
				"asha kumari": func(i int) bool { return i%3 == 1 && i/3%2 == 0 },
				"a kumari":    func(i int) bool { return i%3 == 1 && i/3%2 == 0 },
				"k oldest":    func(i int) bool { return i < 3 },
			} {
				q, err := wordindex.Parse(text)
				if err != nil {
					t.Fatal(err)
				}
				got, err := db.Read(t.Context(), d, func(tx *db.Tx) ([]string, error) {
					return wordindex.Find(tx, sc, wordindex.Booking, q)
				})
				var newest []string // of all that match
				for i := many - 1; i >= 0; i-- {
					if is(i) {
						newest = append(newest, recordID(i))
					}
				}
				want := slices.Sorted(slices.Values(newest[:min(len(got), len(newest))]))
				if len(got) < min(20, len(newest)) {
					t.Errorf("%q finds only %d of %d records", text, len(got), len(newest))
				}
				if err != nil || !slices.Equal(got, want) {
					t.Errorf("%q finds %d records %v (%v), want %d %v", text, len(got), got, err, len(want), want)
				}
			}
		})
	}
}

// manyGuests have names that thousands of them have.
func manyGuests(tx *db.Tx, sc scope.Scope) error {
	for i := range 4000 {
		var words wordindex.Words
		words.Text([]string{"Asha", "Vikram", "Vikramhara", "Lata"}[i%4] + " " + []string{"Rao", "Kumari", "Ra%o_"}[i/4%3])
		words.Phone(fmt.Sprintf("+91 98%08d", i))
		if err := wordindex.Add(tx, sc, wordindex.Guest, fmt.Sprintf("%024x", i), words); err != nil {
			return err
		}
	}
	return nil
}

// PostgreSQL has no statistics of a new table, or after a restore, until it looks. Meanwhile it reads no more of the
// index: the test's server never looks.
func TestReadsNoMoreWithoutStatistics(t *testing.T) {
	kittest.NeedPostgreSQL(t)
	d, sc := kittest.New(t, kittest.PostgreSQL, clock.System{}), scope.ForJob(id.New(), "INR", time.UTC)
	err := d.Write(t.Context(), func(tx *db.Tx) error {
		if err := manyGuests(tx, sc); err != nil {
			return err
		}
		var query string
		var args []any
		stop := db.Watch(func(_ *db.Tx, asked string, values []any) { query, args = asked, slices.Clone(values) })
		q, err := wordindex.Parse("vik rao")
		if err == nil {
			_, err = wordindex.Find(tx, sc, wordindex.Guest, q)
		}
		stop()
		if err != nil {
			return err
		}
		plan, err := db.All(tx, db.Value[string], "EXPLAIN "+query, args...)
		if text := strings.Join(plan, "\n"); !strings.Contains(text, " AND (term = w.term)") {
			t.Errorf("reads the rows of all terms:\n%s", text)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
