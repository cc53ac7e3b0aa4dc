package app_test

import (
	"regexp"
	"slices"
	"sync"
	"testing"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
	"sarai/internal/record/listing"
)

// takenElsewhere are the indexes that this walk has no use for, unless a job happens to run meanwhile, and what has.
var takenElsewhere = map[string]string{
	"bookings_departed":                "the chart of stays, which asks for days",
	"folio_moves_by_time":              "what is unbilled, once the last day of a month is closed",
	"guest_erasures_by_next":           "the job that removes what terms have ended for",
	"guests_by_company":                "the deletion of a company, which must not be a guest's",
	"guests_unkeyed":                   "the job that gives records from before their keys",
	"housekeeping_assignments_by_room": "the deletion of a room, which must not be assigned",
	"idempotency_keys_by_time":         "the job that deletes what has expired",
	"invoice_lines_with_credit":        "profit and loss of a hotel with a GSTIN that claims by its sales",
	"login_devices_by_expiry":          "the job that deletes what has expired",
	"outbox_settled":                   "the job that deletes mails whose period is over",
	"one_time_tokens_by_email":         "whoever is invited, in the sign-up",
	"one_time_tokens_by_expiry":        "the job that deletes what has expired",
	"payout_lines_late":                "GSTR-1 of a hotel with a GSTIN",
	"rate_plans_by_cancellation":       "the deletion of a policy, which must not be in use",
	"rate_products_by_category":        "the deletion of a category, which must not be for sale",
	"sessions_by_expiry":               "the job that deletes what has expired",
}

// Every index is taken by the plan of some statement: one that isn't only makes writing slower.
func TestEveryIndexIsTaken(t *testing.T) {
	few := listing.Gathered
	defer func() { listing.Gathered = few }()
	s := apptest.New(t, kittest.SQLite)
	var lock sync.Mutex
	statements := map[string][]any{}
	watch := func(do func()) {
		defer db.Watch(func(_ *db.Tx, query string, args []any) {
			lock.Lock()
			defer lock.Unlock()
			statements[query] = args
		})()
		do()
	}
	var w *world
	watch(func() { w = newWorld(s) })
	c := &collector{org: w.owner.Org, known: map[string]bool{}, answers: map[string]string{}}
	for _, listing.Gathered = range []int{few, 0} {
		w.askLists(c)
	}
	watch(func() {
		for _, r := range w.App.Routes {
			if r.Method == "GET" {
				w.owner.Do(r.Method, w.path(r, w.ids), nil)
			}
		}
		w.walkWrites()
	})
	for _, a := range c.all() {
		statements[a.query] = a.args
	}
	taken := takenIndexes(t, s.DB, statements)
	known := indexes(t, s.DB)
	for _, index := range known {
		if !taken[index] && takenElsewhere[index] == "" {
			t.Errorf("no statement takes %s", index)
		}
	}
	for index := range takenElsewhere {
		if !slices.Contains(known, index) {
			t.Errorf("there is no %s", index)
		}
	}
	t.Logf("%d statements take %d indexes", len(statements), len(taken))
}

func indexes(t *testing.T, d *db.DB) (names []string) {
	names, err := db.Read(t.Context(), d, func(tx *db.Tx) ([]string, error) {
		return db.All(tx, db.Value[string],
			`SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND sql NOT LIKE 'CREATE UNIQUE%'`)
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

var index = regexp.MustCompile(`INDEX (\w+)`)

func takenIndexes(t *testing.T, d *db.DB, statements map[string][]any) map[string]bool {
	taken := map[string]bool{}
	for query, args := range statements {
		for _, step := range explained(t, d, asked{query: query, args: args}) {
			if found := index.FindStringSubmatch(step); found != nil {
				taken[found[1]] = true
			}
		}
	}
	return taken
}
