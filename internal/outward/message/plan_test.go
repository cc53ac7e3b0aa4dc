package message

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
)

// A look reads the stays of its days from indexes alone, however many bookings a hotel has.
func TestALookReadsWhatIsDue(t *testing.T) {
	d := kittest.New(t, "sqlite", clock.System{})
	for name, ask := range map[string]func(tx *db.Tx) ([]stay, error){
		"made": func(tx *db.Tx) ([]stay, error) { return made(tx, "org", Confirmation, time.UnixMilli(0)) },
		"arriving": func(tx *db.Tx) ([]stay, error) {
			return arriving(tx, "org", PreArrival, "2026-04-14", "2026-04-17")
		},
		"in house": func(tx *db.Tx) ([]stay, error) { return inHouse(tx, "org", InStay) },
		"departed": func(tx *db.Tx) ([]stay, error) { return departed(tx, "org", Review, "2026-04-14") },
	} {
		err := d.Read(t.Context(), func(tx *db.Tx) error {
			var query string
			var args []any
			stop := db.Watch(func(_ *db.Tx, asked string, values []any) { query, args = asked, slices.Clone(values) })
			_, err := ask(tx)
			stop()
			if err != nil {
				return err
			}
			plan, err := db.All(tx, func(row db.Scanner) (step string, err error) {
				var node, parent, unused int
				err = row.Scan(&node, &parent, &unused, &step)
				return step, err
			}, "EXPLAIN QUERY PLAN "+query, args...)
			text := strings.Join(plan, "\n")
			ranged := map[string]string{"made": "(org_id=? AND created_at>?", "arriving": "check_in>? AND check_in<?",
				"in house": "(org_id=? AND status=?", "departed": "(org_id=? AND check_out>?"}[name]
			if strings.Contains(text, "SCAN") || !strings.Contains(text, ranged) {
				t.Errorf("%s:\n%s", name, text)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
