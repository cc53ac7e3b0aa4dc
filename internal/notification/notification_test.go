package notification

import (
	"slices"
	"testing"

	"sarai/internal/event"
	"sarai/internal/kit/db"
	"sarai/internal/kit/id"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/scope"
)

func TestRecord(t *testing.T) {
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		sc, unseeded := scope.Scope{Org: id.New()}, scope.Scope{Org: id.New()}
		write(t, d, func(tx *db.Tx) error { return Seed(tx, sc.Org) })
		for _, kind := range append(slices.Clone(types), "custom", "booking") {
			notice := &event.Notice{Type: kind, Title: "Title", Message: "Message"}
			e := event.Event{Action: "booking.created", ResourceType: "booking", ResourceID: "b1", Notice: notice}
			write(t, d, func(tx *db.Tx) error { return Record(tx, sc, e) })
			write(t, d, func(tx *db.Tx) error { return Record(tx, unseeded, e) })
		}
		write(t, d, func(tx *db.Tx) error { return Record(tx, sc, event.Event{Action: "room.created"}) })
		write(t, d, func(tx *db.Tx) error {
			written := map[string]int{}
			rows, err := db.All(tx, func(row db.Scanner) (line string, err error) {
				var org, kind, title, message, reference, referenceType string
				var at int64
				err = row.Scan(&org, &kind, &title, &message, &reference, &referenceType, &at)
				if org != sc.Org || title != "Title" || message != "Message" || reference != "b1" || referenceType != "booking" || at < 1_700_000_000_000 {
					t.Errorf("%s %s %s %s %s %s %d", org, kind, title, message, reference, referenceType, at)
				}
				written[kind]++
				return kind, err
			}, `SELECT org_id, type, title, message, reference_id, reference_type, created_at FROM notifications WHERE org_id IN ($1, $2)`, sc.Org, unseeded.Org)
			for _, kind := range types {
				if written[kind] != 1 {
					t.Errorf("%d notifications of type %s, want 1", written[kind], kind)
				}
			}
			if len(rows) != len(types) {
				t.Errorf("wrote %v; types that are not enabled, or organizations without a configuration, must get none", rows)
			}
			return err
		})
	})
}

func TestTypeSwitchedOff(t *testing.T) {
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		sc := scope.Scope{Org: id.New()}
		write(t, d, func(tx *db.Tx) error {
			if err := Seed(tx, sc.Org); err != nil {
				return err
			}
			_, err := tx.Exec(`UPDATE notification_configs SET enabled_types = '["booking_updated"]' WHERE org_id = $1`, sc.Org)
			return err
		})
		write(t, d, func(tx *db.Tx) error { return Seed(tx, sc.Org) }) // seeding again keeps what was chosen
		for _, kind := range []string{BookingCreated, BookingUpdated} {
			write(t, d, func(tx *db.Tx) error { return Record(tx, sc, event.Event{Notice: &event.Notice{Type: kind}}) })
		}
		write(t, d, func(tx *db.Tx) error {
			var number int
			var kind string
			err := tx.QueryRow(`SELECT COUNT(*), MIN(type) FROM notifications WHERE org_id = $1`, sc.Org).Scan(&number, &kind)
			if number != 1 || kind != BookingUpdated {
				t.Errorf("%d notifications, %s; want one of %s", number, kind, BookingUpdated)
			}
			return err
		})
	})
}

func write(t *testing.T, d *db.DB, fn func(tx *db.Tx) error) {
	t.Helper()
	if err := d.Write(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}
