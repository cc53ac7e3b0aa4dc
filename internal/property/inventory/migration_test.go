package inventory_test

import (
	"fmt"
	"io/fs"
	"testing"
	"testing/fstest"
	"time"

	"pgregory.net/rapid"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
	"sarai/migrations"
)

// Rooms of before are in use since the day on which they were created by the hotel's calendar, or the first night for
// which they were booked, until the day on which they were made inactive.
func TestRoomsOfBeforeAreInUse(t *testing.T) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			d, err := db.Open(t.Context(), db.Config{URL: kittest.URL(t, engine), Clock: clock.NewFake(time.Now())})
			must(t, err)
			t.Cleanup(func() { must(t, d.Close()) })
			before := fstest.MapFS{}
			names, err := fs.Glob(migrations.FS, "*.sql")
			must(t, err)
			for _, name := range names {
				if name < "0008" {
					content, err := fs.ReadFile(migrations.FS, name)
					must(t, err)
					before[name] = &fstest.MapFile{Data: content}
				}
			}
			must(t, d.Migrate(t.Context(), before))
			want := map[string]string{}
			must(t, d.Write(t.Context(), func(tx *db.Tx) error { return oldRooms(tx, want) }))
			must(t, d.Migrate(t.Context(), migrations.FS))
			got := map[string]string{}
			must(t, d.Read(t.Context(), func(tx *db.Tx) error {
				_, err := db.All(tx, func(row db.Scanner) (id string, err error) {
					var from, to string
					err = row.Scan(&id, &from, &to)
					got[id] = from + " " + to
					return id, err
				}, `SELECT room_id, from_day, to_day FROM rooms_in_service WHERE org_id IN ('hotel', 'inn')`)
				return err
			}))
			for id := range want {
				if got[id] != want[id] {
					t.Errorf("room %s is in use %q, want %q", id, got[id], want[id])
				}
			}
			if len(got) != len(want) {
				t.Errorf("%d rooms are in use, want %d", len(got), len(want))
			}
		})
	}
}

// oldRooms writes rooms of two hotels that were created and changed at all kinds of times.
func oldRooms(tx *db.Tx, want map[string]string) error {
	instants := rapid.Int64Range(0, 4_102_444_800_000) // to the year 2100
	for _, o := range []struct{ id, zone string }{{"hotel", "Asia/Kolkata"}, {"inn", "UTC"}} {
		zone, err := time.LoadLocation(o.zone)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(`INSERT INTO organizations (org_id, name, email, phone, gstin, pan, address, currency, timezone,
			logo, default_check_in, default_check_out, members_version, created_at, updated_at)
			VALUES ($1, 'x', '', '', '', '', '{}', 'INR', $2, '', '', '', 1, 0, 0)`, o.id, o.zone); err != nil {
			return err
		}
		if _, err := tx.Exec(`INSERT INTO room_categories (org_id, category_id, name, name_key, code, description, base_rate,
			max_adults, max_children, amenities, created_at, updated_at)
			VALUES ($1, 'c', 'C', 'c', '', '', 0, 2, 0, '[]', 0, 0)`, o.id); err != nil {
			return err
		}
		for i := range 200 {
			id, active, booked := fmt.Sprint(o.id, i), i%3 > 0, i%5 == 0
			created := instants.Example(2*i + 1)
			changed := max(created, instants.Example(2*i+2))
			from := date.Of(time.UnixMilli(created), zone)
			if _, err := tx.Exec(`INSERT INTO rooms (org_id, room_id, room_number, number_key, category_id, floor, housekeeping,
				is_active, notes, created_at, updated_at) VALUES ($1, $2, $2, $2, 'c', '', 'clean', $3, '', $4, $5)`,
				o.id, id, active, created, changed); err != nil {
				return err
			}
			if booked {
				from = from.AddDays(-3)
				if _, err := tx.Exec(`INSERT INTO room_nights (org_id, room_id, night, holder_kind, holder_id)
					VALUES ($1, $2, $3, 'booking', 'b')`, o.id, id, string(from)); err != nil {
					return err
				}
			}
			want[id] = string(from) + " "
			if !active {
				want[id] += string(date.Of(time.UnixMilli(changed), zone))
			}
		}
	}
	return nil
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
