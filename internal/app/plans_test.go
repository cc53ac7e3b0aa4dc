package app_test

import (
	"cmp"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/web"
	"sarai/internal/record/listing"
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
	answers   map[string]string // by path
}

// asks says which list is asked from now on.
func (c *collector) asks(path string) {
	c.Lock()
	defer c.Unlock()
	c.path = path
}

// add keeps a request's statement. What works behind the server asks too, at any time.
func (c *collector) add(tx *db.Tx, query string, args []any) {
	if tx.Context().Value(http.ServerContextKey) == nil {
		return
	}
	c.Lock()
	defer c.Unlock()
	if len(args) > 0 && args[0] == c.org && !c.known[query] {
		c.known[query] = true
		c.found = append(c.found, asked{c.path, query, args})
	}
}

// all are the statements so far.
func (c *collector) all() []asked {
	c.Lock()
	defer c.Unlock()
	return slices.Clone(c.found)
}

// Every paginated list, asked by each of its filters with each of its orders, finds its page and its total in indexes:
// no plan scans a table or sorts more than a page, but for what is gathered by a filter first. Gathering and walking
// answer the same. Which lists there are is the API's document, so that a new one can't be forgotten.
func TestListsAreReadFromIndexes(t *testing.T) {
	columns, _, _ := schema(t)
	few := listing.Gathered
	defer func() { listing.Gathered = few }()
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			s := apptest.New(t, engine)
			w := newWorld(s)
			c := &collector{org: w.owner.Org, known: map[string]bool{}, answers: map[string]string{}}
			for _, listing.Gathered = range []int{few, 0} {
				if lists := w.askLists(c); lists < 20 {
					t.Errorf("only %d lists were found", lists)
				}
			}
			for _, a := range c.all() {
				if table := unnamed(columns, a.query); table != "" {
					t.Errorf("%s names no organization for %s: %s", a.path, table, strings.Join(strings.Fields(a.query), " "))
				}
				plan := explained(t, s.DB, a)
				if bad := refused(s.DB.Dialect(), a.query, plan); bad != "" {
					t.Errorf("%s: %s\n%s\n%s", a.path, bad, strings.Join(strings.Fields(a.query), " "), strings.Join(plan, "\n"))
				}
			}
			t.Logf("the lists ask %d statements", len(c.found))
		})
	}
}

// unnamed is a table that a statement, or a subquery of it, reads without an organization; "" if there is none. Lists
// put their statements together when they are asked, which the walks over the source don't see.
func unnamed(columns map[string][]column, query string) string {
	query = strings.Join(strings.Fields(query), " ")
	for _, part := range append(subqueries(query), query) {
		tenants := 0
		for _, table := range fromTable.FindAllStringSubmatch(part, -1) {
			if columns[table[1]] != nil && notByOrganization[table[1]] == "" {
				if tenants++; strings.Count(part, "org_id") < tenants || !strings.Contains(part, "org_id = $1") {
					return table[1]
				}
			}
		}
	}
	return ""
}

func (w *world) askLists(c *collector) (lists int) {
	stop := db.Watch(c.add)
	defer stop()
	for _, r := range w.App.Routes {
		filters, orders := listQueries(w, r)
		if filters != nil {
			lists++
		}
		for _, filter := range filters {
			for _, order := range orders {
				path := w.path(r, w.ids) + "?" + strings.Trim(filter+"&"+order, "&")
				w.ask(c, path)
				path = strings.TrimRight(path, "?&") + map[bool]string{true: "&", false: "?"}[filter+order != ""]
				for cursor := "start"; cursor != ""; {
					cursor = w.ask(c, path+"limit=1&cursor="+cursor).nextCursor()
				}
			}
		}
	}
	return lists
}

// page is what a list has answered.
type page struct{ apptest.Answer }

func (w *world) ask(c *collector, path string) page {
	c.asks(path)
	answer := page{w.owner.Get(path).Want(200)}
	if before, asked := c.answers[path]; asked && before != string(answer.Raw) {
		w.T.Errorf("%s answers %s when it gathers, and %s when it walks", path, before, answer.Raw)
	}
	c.answers[path] = string(answer.Raw)
	return answer
}

// nextCursor is where the next page begins; "" on the last one.
func (p page) nextCursor() string {
	next, _ := p.At("pagination").(map[string]any)["nextCursor"].(string)
	return next
}

// listQueries are the filters of a paginated list, one at a time and the first none but what is required, and its
// orders; nil for any other route.
func listQueries(w *world, r web.Route) (filters, orders []string) {
	filters, orders = []string{""}, []string{""}
	parameters, _ := operation(w.Document, r)["parameters"].([]any)
	paged, required := false, ""
	for _, p := range parameters {
		p := p.(map[string]any)
		if p["in"] != "query" {
			continue
		}
		f := field{p["name"].(string), resolve(w.Document, p["schema"]), p["required"] == true}
		switch f.place {
		case "page":
			paged = true
		case "limit", "search", "fields", "cursor":
		case "sort":
			orders = filterBy(w, f)
		default:
			if f.required {
				required += filterBy(w, f)[0] + "&"
				continue
			}
			filters = append(filters, filterBy(w, f)...)
		}
	}
	for i := range filters {
		filters[i] = strings.TrimRight(required+filters[i], "&")
	}
	if !paged || r.Method != "GET" {
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
	case f.place == "account":
		value = "guests"
	}
	return []string{f.place + "=" + value}
}

func explained(t *testing.T, d *db.DB, a asked) (plan []string) {
	t.Helper()
	err := d.Read(t.Context(), func(tx *db.Tx) (err error) {
		if tx.Dialect() == db.PostgreSQL {
			// There are too few rows for an index to pay: a scan remains where there is no index to take.
			if _, err := tx.Exec("SET LOCAL enable_seqscan = off"); err != nil {
				return err
			}
			plan, err = db.All(tx, db.Value[string], "EXPLAIN "+a.query, a.args...)
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

// smallTables have one row in a hotel, tens, or few each day: reading all of these is no scan.
var smallTables = regexp.MustCompile(`^(organizations|hotels|business_days|room_categories|rooms|room_blocks|taxes|` +
	`rate_plan_companies|rate_plans|` +
	`booking_counts|(payment|invoice|credit_note|expense|transfer)_months|audit_heads|accounts|night_audits|` +
	`housekeeping_\w+|minibar_pars|memberships|roles|chart_places|` +
	`account_mappings|agents|maintenance_schedules|kept_reports|approval_limits|approval_codes)$`)

var (
	fromTable  = regexp.MustCompile(`\b(?:FROM|JOIN) (\w+)(?: (?:AS )?([a-z]\w*))?`)
	sqliteStep = regexp.MustCompile(`^(SCAN|SEARCH) (\w+)(.*)$`)
	gathers    = regexp.MustCompile(` \+ 0| \|\| ''|booking_counts k`)
	onlyOrg    = regexp.MustCompile(`\(org_id=\?\)$`)
	seqScan    = regexp.MustCompile(`Seq Scan on (\w+)`)
)

// refused says what is wrong with a plan; "" for nothing. A page's rows are put into order once more, and what is
// gathered is sorted.
func refused(dialect db.Dialect, query string, plan []string) string {
	if dialect == db.PostgreSQL {
		for _, step := range plan {
			if found := seqScan.FindStringSubmatch(step); found != nil && !smallTables.MatchString(found[1]) {
				return "a scan of " + found[1]
			}
		}
		return ""
	}
	tables := map[string]string{}
	for _, found := range fromTable.FindAllStringSubmatch(strings.Join(strings.Fields(query), " "), -1) {
		tables[cmp.Or(found[2], found[1])], tables[found[1]] = found[1], found[1]
	}
	sorts, small := 0, false
	for _, step := range plan {
		sorts += strings.Count(step, "USE TEMP B-TREE FOR ORDER BY")
		found := sqliteStep.FindStringSubmatch(step)
		if found == nil {
			continue
		}
		table := tables[found[2]]
		small = small || smallTables.MatchString(table)
		switch {
		case table == "" || smallTables.MatchString(table):
		case found[1] == "SCAN":
			return "a scan of " + table
		case onlyOrg.MatchString(found[3]) && !strings.Contains(found[3], "COVERING"):
			return "all rows of " + table + " are read"
		}
	}
	allowed := 0
	if strings.Contains(query, "AS page CROSS JOIN") {
		allowed++ // the page's rows
	}
	if gathers.MatchString(query) {
		allowed++ // gathered
	}
	own := strings.Contains(query, " IN ($2") || // of a page's records, or of one
		strings.Contains(query, "AS own ") && strings.Contains(query, "UNION")
	if sorts > allowed && !small && !own {
		return "a sort"
	}
	return ""
}

// allBefore are searches of all bookings that have left, or of all days before one.
var allBefore = regexp.MustCompile(`bookings_by_kind \(org_id=\? AND status=\?\)|` +
	`bookings_by_check_(in|out) \(org_id=\? AND check_(in|out)<\?\)`)

// The front desk's overview and the closing of a day look at the bookings of the day and at those in house or expected,
// never at all that have left or all days before: SQLite, which has no statistics, would.
func TestTheDayIsReadAlone(t *testing.T) {
	s := apptest.New(t, kittest.SQLite)
	w := newWorld(s)
	c := &collector{org: w.owner.Org, known: map[string]bool{}}
	stop := db.Watch(c.add)
	w.owner.Get("/api/bookings/{org}/overview").Want(200)
	w.owner.Get("/api/analytics/{org}/overview").Want(200)
	w.owner.Post("/api/bookings/{org}/night-audit", nil).Want(200)
	stop()
	for _, a := range c.all() {
		if !strings.HasPrefix(a.query, "SELECT") {
			continue
		}
		for _, step := range explained(t, s.DB, a) {
			few := strings.Contains(a.query, "status = 'confirmed'") || strings.Contains(a.query, "status = 'checked-in'")
			if allBefore.MatchString(step) && !(few && strings.Contains(step, "bookings_by_kind")) {
				t.Errorf("%s: %s", strings.Join(strings.Fields(a.query), " "), step)
			}
		}
	}
}
