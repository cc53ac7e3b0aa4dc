package inventory_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"sarai/internal/books/businessday"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/scope"
	"sarai/internal/property/inventory"
)

var (
	hotel = scope.ForJob("aaaaaaaaaaaaaaaaaaaaaaaa", "INR", time.UTC)
	other = scope.ForJob("bbbbbbbbbbbbbbbbbbbbbbbb", "INR", time.UTC)
	april = func(day int) date.Date { return date.Date("2026-04-01").AddDays(day - 1) }
)

// eachEngine gives both hotels the books that every organization has.
func eachEngine(t *testing.T, fn func(t *testing.T, d *db.DB)) {
	t.Helper()
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		for _, sc := range []scope.Scope{hotel, other} {
			if err := d.Write(t.Context(), func(tx *db.Tx) error { return businessday.Seed(tx, sc.Org) }); err != nil {
				t.Fatal(err)
			}
		}
		fn(t, d)
	})
}

func room(number string, from, to int) inventory.Stay {
	return inventory.Stay{RoomID: "room-" + number, RoomNumber: number, From: april(from), To: april(to)}
}

func hold(t *testing.T, d *db.DB, sc scope.Scope, kind, holder string, stays ...inventory.Stay) error {
	t.Helper()
	return d.Write(t.Context(), func(tx *db.Tx) error { return holding(inventory.Hold(tx, sc, kind, holder, stays)) })
}

func mustHold(t *testing.T, d *db.DB, sc scope.Scope, kind, holder string, stays ...inventory.Stay) {
	t.Helper()
	if err := hold(t, d, sc, kind, holder, stays...); err != nil {
		t.Fatal(err)
	}
}

func change(t *testing.T, d *db.DB, fn func(tx *db.Tx) error) {
	t.Helper()
	if err := d.Write(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

// held lists the nights of April 2026 as "101 on 3".
func held(t *testing.T, d *db.DB, sc scope.Scope) string {
	t.Helper()
	list, err := db.Read(t.Context(), d, func(tx *db.Tx) ([]string, error) {
		scan := func(row db.Scanner) (string, error) {
			var roomID string
			var night date.Date
			err := row.Scan(&roomID, &night)
			return fmt.Sprintf("%s on %d", strings.TrimPrefix(roomID, "room-"), april(1).DaysUntil(night)+1), err
		}
		return db.All(tx, scan, `SELECT room_id, night FROM room_nights
			WHERE org_id = $1 AND night >= $2 AND night < $3 ORDER BY night, room_id`,
			sc.Org, string(april(1)), string(april(31)))
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(list, ", ")
}

func wantConflict(t *testing.T, err error, message string) {
	t.Helper()
	if !errs.Is(err, errs.KindConflict) || err.Error() != message {
		t.Errorf("got %v; want the conflict %q", err, message)
	}
}

func TestOneCallerGetsTheLastRoom(t *testing.T) {
	eachEngine(t, func(t *testing.T, d *db.DB) {
		const callers = 40
		outcomes := make([]error, callers)
		var ready, done sync.WaitGroup
		start := make(chan struct{})
		for i := range callers {
			ready.Add(1)
			done.Go(func() {
				ready.Done()
				<-start
				outcomes[i] = d.Write(t.Context(), func(tx *db.Tx) error {
					return holding(inventory.Hold(tx, hotel, inventory.Booking, id.New(), []inventory.Stay{room("101", 3, 6)}))
				})
			})
		}
		ready.Wait()
		close(start)
		done.Wait()
		won := 0
		for _, err := range outcomes {
			if err == nil {
				won++
				continue
			}
			wantConflict(t, err, "Room 101 is taken on 3 Apr 2026, 4 Apr 2026 and 5 Apr 2026.")
		}
		if won != 1 {
			t.Errorf("%d of %d callers got the room", won, callers)
		}
	})
}

// Callers ask for the same rooms in opposite orders; one of them gets all rooms.
func TestCrossingHoldsHaveOneWinner(t *testing.T) {
	eachEngine(t, func(t *testing.T, d *db.DB) {
		forwards := []inventory.Stay{room("101", 1, 8), room("102", 1, 8), room("103", 1, 8)}
		backwards := []inventory.Stay{forwards[2], forwards[1], forwards[0]}
		outcomes := make([]error, 20)
		var done sync.WaitGroup
		for i := range outcomes {
			stays := forwards
			if i%2 == 1 {
				stays = backwards
			}
			done.Go(func() {
				outcomes[i] = d.Write(t.Context(), func(tx *db.Tx) error {
					return holding(inventory.Hold(tx, hotel, inventory.Booking, id.New(), stays))
				})
			})
		}
		done.Wait()
		won := 0
		for _, err := range outcomes {
			if err == nil {
				won++
			} else if !errs.Is(err, errs.KindConflict) {
				t.Errorf("a refused caller got %v", err)
			}
		}
		if won != 1 {
			t.Errorf("%d callers got the rooms", won)
		}
	})
}

func TestConflictsNameRoomsAndNights(t *testing.T) {
	eachEngine(t, func(t *testing.T, d *db.DB) {
		mustHold(t, d, hotel, inventory.Booking, "first", room("101", 3, 4), room("102", 1, 11), room("9", 2, 6))
		mustHold(t, d, hotel, inventory.Block, "block", room("103", 5, 7))
		before := held(t, d, hotel)
		for _, test := range []struct {
			message string
			stays   []inventory.Stay
		}{
			{"Room 101 is taken on 3 Apr 2026.", []inventory.Stay{room("101", 1, 10)}},
			{"Room 9 is taken on 2 Apr 2026, 3 Apr 2026, 4 Apr 2026 and one more night.",
				[]inventory.Stay{room("9", 1, 20)}},
			{"Room 102 is taken on 5 Apr 2026, 6 Apr 2026, 7 Apr 2026 and 3 more nights.",
				[]inventory.Stay{room("102", 5, 20)}},
			{"Room 103 is blocked on 5 Apr 2026 and 6 Apr 2026.", []inventory.Stay{room("103", 4, 9)}},
			{"Room 103 is blocked on 6 Apr 2026. Room 101 is taken on 3 Apr 2026.",
				[]inventory.Stay{room("103", 6, 8), room("104", 1, 9), room("101", 3, 4)}},
			{"Room 105 is asked for twice on 4 Apr 2026.", []inventory.Stay{room("105", 1, 5), room("105", 4, 6)}},
		} {
			wantConflict(t, hold(t, d, hotel, inventory.Booking, "second", test.stays...), test.message)
		}
		if after := held(t, d, hotel); after != before {
			t.Errorf("refused holds left %s; before it was %s", after, before)
		}
		if err := hold(t, d, hotel, inventory.Booking, "first", room("101", 3, 4)); !errs.Is(err, errs.KindConflict) {
			t.Errorf("holding a night twice for the same booking: %v", err)
		}
	})
}

func TestConflictsNameAtMostFiveRooms(t *testing.T) {
	eachEngine(t, func(t *testing.T, d *db.DB) {
		var stays []inventory.Stay
		for number := 1; number <= 7; number++ {
			stays = append(stays, room(fmt.Sprint(number), 1, 2))
		}
		mustHold(t, d, hotel, inventory.Booking, "first", stays...)
		wantConflict(t, hold(t, d, hotel, inventory.Booking, "second", stays...),
			"Room 1 is taken on 1 Apr 2026. Room 2 is taken on 1 Apr 2026. Room 3 is taken on 1 Apr 2026. "+
				"Room 4 is taken on 1 Apr 2026. Room 5 is taken on 1 Apr 2026. 2 more rooms are taken.")
	})
}

func TestReleasedNightsAreFreeAgain(t *testing.T) {
	eachEngine(t, func(t *testing.T, d *db.DB) {
		mustHold(t, d, hotel, inventory.Booking, "first", room("101", 1, 6), room("102", 1, 3))
		mustHold(t, d, hotel, inventory.Booking, "second", room("101", 6, 8)) // the check-out day is free
		mustHold(t, d, other, inventory.Booking, "first", room("101", 1, 3))  // another hotel's room of that id

		change(t, d, func(tx *db.Tx) error { // the second's nights stay
			return inventory.Exchange(tx, hotel, inventory.Booking, "first",
				[]inventory.Stay{room("101", 1, 8)}, []inventory.Stay{room("101", 1, 4)})
		})
		if got, want := held(t, d, hotel), "101 on 1, 102 on 1, 101 on 2, 102 on 2, 101 on 3, 101 on 6, "+
			"101 on 7"; got != want {
			t.Errorf("after Exchange: %s; want %s", got, want)
		}
		change(t, d, func(tx *db.Tx) error { return inventory.ReleaseAll(tx, hotel, "first") })
		if got, want := held(t, d, hotel), "101 on 6, 101 on 7"; got != want {
			t.Errorf("after ReleaseAll: %s; want %s", got, want)
		}
		if got, want := held(t, d, other), "101 on 1, 101 on 2"; got != want {
			t.Errorf("the other hotel holds %s; want %s", got, want)
		}
		mustHold(t, d, hotel, inventory.Booking, "third", room("101", 1, 6))
	})
}

// A year of seven rooms is more rows than one statement inserts.
func TestHoldsOfManyNightsAreComplete(t *testing.T) {
	eachEngine(t, func(t *testing.T, d *db.DB) {
		var stays []inventory.Stay
		for number := range 7 {
			stays = append(stays, room(fmt.Sprint(number), 1, 366))
		}
		mustHold(t, d, hotel, inventory.Booking, "first", stays...)
		err := hold(t, d, hotel, inventory.Booking, "second", room("6", 365, 400))
		wantConflict(t, err, "Room 6 is taken on 31 Mar 2027.")
	})
}

func TestFirstHeldAndFree(t *testing.T) {
	eachEngine(t, func(t *testing.T, d *db.DB) {
		change(t, d, func(tx *db.Tx) error {
			if _, err := tx.Exec(`INSERT INTO room_categories (org_id, category_id, name, name_key, code, description, base_rate,
				max_adults, max_children, amenities, created_at, updated_at)
				VALUES ($1, 'c', 'C', 'c', '', '', 0, 2, 0, '[]', 0, 0)`, hotel.Org); err != nil {
				return err
			}
			for _, number := range []string{"101", "102", "103"} {
				if _, err := tx.Exec(`INSERT INTO rooms (org_id, room_id, room_number, number_key, category_id, floor, housekeeping,
					is_active, notes, created_at, updated_at) VALUES ($1, $2, $3, $3, 'c', '', 'clean', $4, '', 0, 0)`,
					hotel.Org, "room-"+number, number, true); err != nil {
					return err
				}
			}
			return nil
		})
		mustHold(t, d, hotel, inventory.Booking, "booking", room("101", 3, 6))
		mustHold(t, d, hotel, inventory.Block, "block", room("102", 5, 7))
		mustHold(t, d, other, inventory.Booking, "foreign", room("103", 1, 9))
		if err := d.Read(t.Context(), func(tx *db.Tx) error {
			for _, test := range []struct {
				kind, number string
				from         int
				night        date.Date
			}{
				{inventory.Booking, "101", 1, april(3)},
				{inventory.Booking, "101", 5, april(5)},
				{inventory.Booking, "101", 6, ""},
				{inventory.Block, "101", 1, ""},
				{inventory.Block, "102", 1, april(5)},
			} {
				night, ok, err := inventory.FirstHeld(tx, hotel, test.kind, "room-"+test.number, april(test.from))
				if err != nil || night != test.night || ok != (test.night != "") {
					t.Errorf("FirstHeld(%s, %s, %d) = %q, %v, %v; want %q", test.kind, test.number, test.from, night, ok, err,
						test.night)
				}
			}
			for _, test := range []struct {
				from, to int
				free     string
			}{{1, 3, "101 102 103"}, {1, 4, "102 103"}, {5, 6, "103"}, {6, 7, "101 103"}, {7, 9, "101 102 103"}} {
				free, err := inventory.Free(tx, hotel, april(test.from), april(test.to), "")
				var numbers []string
				for _, number := range []string{"101", "102", "103"} {
					if free["room-"+number] {
						numbers = append(numbers, number)
					}
				}
				if got := strings.Join(numbers, " "); err != nil || got != test.free {
					t.Errorf("Free(%d, %d) = %s, %v; want %s", test.from, test.to, got, err, test.free)
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	})
}

func holding(nights db.Later[int]) error {
	_, err := nights.Get()
	return err
}
