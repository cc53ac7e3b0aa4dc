package inventory

import (
	"slices"
	"strings"
	"testing"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/scope"
)

// What frees or prolongs the nights of one holder reads those alone, not all of the hotel.
func TestNightsOfAHolderAreReadAlone(t *testing.T) {
	d := kittest.New(t, kittest.SQLite, clock.System{})
	sc := scope.Scope{Org: "org"}
	for name, free := range map[string]func(tx *db.Tx) error{
		"of a kind": func(tx *db.Tx) error { return releaseKind(tx, sc, Unassigned, "booking") },
		"all":       func(tx *db.Tx) error { return ReleaseAll(tx, sc, "booking") },
		"prolonged": func(tx *db.Tx) error { _, err := Prolong(tx, sc, "hold", 1); return err },
	} {
		var plan []string
		err := d.Write(t.Context(), func(tx *db.Tx) error {
			var query string
			var args []any
			stop := db.Watch(func(_ *db.Tx, asked string, values []any) {
				if strings.Contains(asked, "room_nights") {
					query, args = asked, slices.Clone(values)
				}
			})
			err := free(tx)
			stop()
			if err != nil {
				return err
			}
			plan, err = db.All(tx, func(row db.Scanner) (step string, err error) {
				var node, parent, unused int
				err = row.Scan(&node, &parent, &unused, &step)
				return step, err
			}, "EXPLAIN QUERY PLAN "+query, args...)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if text := strings.Join(plan, "\n"); !strings.Contains(text, "holder_id=?") {
			t.Errorf("%s: %s", name, text)
		}
	}
}
