package app_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/web"
)

// Every write may run again: on SQLite when another write of its batch is refused, on PostgreSQL after a deadlock or a
// lost connection. Here each runs twice, and does what it does on a server where each runs once.
func TestEveryWriteMayRunAgain(t *testing.T) {
	once := newWorld(apptest.New(t, kittest.SQLite)).walkWrites()
	t.Setenv(kittest.Rehearse, "1")
	twice := newWorld(apptest.New(t, kittest.SQLite)).walkWrites()
	if len(once) < 100 || len(once) != len(twice) {
		t.Fatalf("%d writes were walked, and %d", len(once), len(twice))
	}
	for i := range once {
		if once[i] != twice[i] {
			t.Errorf("a write runs once: %s\nand twice: %s", once[i], twice[i])
		}
	}
}

var amounts = regexp.MustCompile(`:-?\d+(\.\d+)?[,}\]]`)

// walkWrites asks for every route that writes, deletions last, and tells the answers' status and numbers, and how many
// rows each table has then.
func (w *world) walkWrites() (done []string) {
	var deletions []web.Route
	for _, r := range w.App.Routes {
		switch {
		case r.Method == "GET" || strings.HasPrefix(r.Path, "/api/auth/"):
		case r.Method == "DELETE":
			deletions = append(deletions, r)
		default:
			w.renewFor(r)
			done = append(done, w.told(r))
		}
	}
	apptest.BooksHold(w.T, w.owner)
	slices.SortStableFunc(deletions, func(a, b web.Route) int { return len(b.Path) - len(a.Path) })
	for _, r := range deletions {
		done = append(done, w.told(r))
	}
	return done
}

func (w *world) told(r web.Route) string {
	body := w.request(r)
	a := w.owner.Do(r.Method, w.path(r, w.ids), body)
	numbers := amounts.FindAllString(string(a.Raw), -1)
	slices.Sort(numbers)
	return fmt.Sprintln(key(r), a.Status, numbers, w.owner.RowCounts())
}
