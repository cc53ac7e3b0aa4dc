package app_test

import (
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
)

// asked is a statement that a list has asked.
type asked struct {
	path, query string
	args        []any
}

// collector keeps the statements of one organization, each text once.
type collector struct {
	sync.Mutex
	org, path string
	found     []asked
	known     map[string]bool
}

func (c *collector) add(_ *db.Tx, query string, args []any) {
	c.Lock()
	defer c.Unlock()
	if len(args) > 0 && args[0] == c.org && !c.known[query] {
		c.known[query] = true
		c.found = append(c.found, asked{c.path, query, args})
	}
}

// Every paginated list, asked by each of its filters with each of its orders, finds its page and its total in indexes:
// no plan scans a table or sorts more than a page, but for what is gathered by a filter first. Which lists there are is
// the API's document, so that a new one can't be forgotten.
func TestListsAreReadFromIndexes(t *testing.T) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			s := apptest.New(t, engine)
			w := newWorld(s)
			c := &collector{org: w.owner.Org, known: map[string]bool{}}
			stop := db.Watch(c.add)
			lists := 0
			for _, r := range w.App.Routes {
				if filters, orders := listQueries(w, r.Method+" "+r.Path); filters != nil {
					lists++
					for _, filter := range filters {
						for _, order := range orders {
							c.path = w.path(r, w.ids) + "?" + url.Values{}.Encode() + strings.Trim(filter+"&"+order, "&")
							w.owner.Get(c.path).Want(200)
						}
					}
				}
			}
			stop()
			if lists < 20 {
				t.Errorf("only %d lists were found", lists)
			}
			for _, a := range c.found {
				plan := explained(t, s.DB, a)
				if bad := refused(engine, a.query, plan); bad != "" {
					t.Errorf("%s: %s\n%s\n%s", a.path, bad, strings.Join(strings.Fields(a.query), " "), strings.Join(plan, "\n"))
				}
			}
			t.Logf("%d lists ask %d statements", lists, len(c.found))
		})
	}
}

// listQueries are the filters of a paginated list, one at a time and the first none, and its orders; nil for any other
// route.
func listQueries(w *world, route string) (filters, orders []string) {
	filters, orders = []string{""}, []string{""}
	paged := false
	for _, r := range w.App.Routes {
		if r.Method+" "+r.Path != route || r.Method != "GET" {
			continue
		}
		parameters, _ := operation(w.Document, r)["parameters"].([]any)
		for _, p := range parameters {
			p := p.(map[string]any)
			if p["in"] != "query" {
				continue
			}
			f := field{p["name"].(string), resolve(w.Document, p["schema"]), p["required"] == true}
			switch {
			case f.place == "page":
				paged = true
			case f.place == "limit", f.place == "search", f.place == "fields":
			case f.place == "sort":
				orders = nil
				for _, order := range f.schema["enum"].([]any) {
					orders = append(orders, "sort="+order.(string))
				}
			default:
				filters = append(filters, filterBy(w, f)...)
			}
		}
	}
	if !paged {
		return nil, nil
	}
	return filters, orders
}

// filterBy asks for every value of an enumeration, and for one of anything else.
func filterBy(w *world, f field) (filters []string) {
	if values, ok := f.schema["enum"].([]any); ok {
		for _, value := range values {
			filters = append(filters, f.place+"="+value.(string))
		}
		return filters
	}
	value := "x"
	switch {
	case f.schema["type"] == "boolean":
		value = "true"
	case f.schema["format"] == "date" || slices.Contains([]string{"startDate", "endDate"}, f.place):
		value = "2026-04-14"
	case f.place == "updatedSince":
		value = "2026-04-14T00:00:00Z"
	case w.ids[f.place] != "":
		value = w.ids[f.place]
	case f.place == "method":
		value = "cash"
	}
	return []string{f.place + "=" + value}
}

func explained(t *testing.T, d *db.DB, a asked) (plan []string) {
	t.Helper()
	err := d.Read(t.Context(), func(tx *db.Tx) (err error) {
		if tx.Dialect() == db.PostgreSQL {
			plan, err = db.All(tx, func(row db.Scanner) (step string, err error) {
				err = row.Scan(&step)
				return step, err
			}, "EXPLAIN "+a.query, a.args...)
			return err
		}
		plan, err = db.All(tx, func(row db.Scanner) (step string, err error) {
			var node, parent, unused int
			err = row.Scan(&node, &parent, &unused, &step)
			return step, err
		}, "EXPLAIN QUERY PLAN "+a.query, a.args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// refused says what is wrong with a plan; "" for nothing.
func refused(engine, query string, plan []string) string {
	sorts := 0
	for _, step := range plan {
		if strings.Contains(step, "TEMP B-TREE") {
			sorts++
		}
	}
	if sorts > 0 || engine == "postgres" {
		return "see"
	}
	return ""
}
