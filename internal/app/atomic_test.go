package app_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/db"
)

// everything is all that an operation on bookings writes, as text: each row of each table of the organization.
func allRows(c *apptest.Caller) string {
	c.Server.T.Helper()
	var lines []string
	err := c.Server.DB.Read(c.Server.T.Context(), func(tx *db.Tx) error {
		for _, table := range []string{"guests", "bookings", "booking_rooms", "booking_counts", "room_nights", "rooms",
			"payments", "series", "audit_entries",
			"notifications", "idempotency_keys"} {
			rows, err := tx.Query(`SELECT * FROM `+table+` WHERE org_id = $1`, c.Org)
			if err != nil {
				return err
			}
			columns, err := rows.Columns()
			if err != nil {
				return err
			}
			for rows.Next() {
				values := make([]any, len(columns))
				for i := range values {
					values[i] = new(any)
				}
				if err := rows.Scan(values...); err != nil {
					return err
				}
				line := table
				for _, value := range values {
					line += fmt.Sprintf(" %v", *value.(*any))
				}
				lines = append(lines, line)
			}
			if err := rows.Close(); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		c.Server.T.Fatal(err)
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// A step that fails takes the whole operation with it, wherever in the transaction it stands: no row of it stays, and
// when the step works again, so does the operation, with the next numbers and without a gap.
func TestAllOrNothing(t *testing.T) {
	away := func(table string) [2]string {
		return [2]string{"ALTER TABLE " + table + " RENAME TO away", "ALTER TABLE away RENAME TO " + table}
	}
	failures := []struct {
		name       string
		statements [2]string // what breaks the step, and what mends it
		status     int
		message    string
		of         string // the operations that it fails
	}{
		{"audit entry", away("audit_entries"), 500, "", "create cancel checkout arrival"},
		{"notification", away("notifications"), 500, "", "create cancel checkout arrival"},
		{"counts", away("booking_counts"), 500, "", "create cancel checkout arrival"},
		{"payment", away("payments"), 500, "", "create cancel"},
		{"kept answer", away("idempotency_keys"), 500, "", "create"},
		{"series step", away("series"), 500, "", "create cancel"},
		{"booking number that exists", [2]string{`UPDATE series SET next_number = next_number - 1 WHERE module = 'booking'`,
			`UPDATE series SET next_number = next_number + 1 WHERE module = 'booking'`}, 500, "", "create"},
		{"payment number that exists", [2]string{`UPDATE series SET next_number = next_number - 1 WHERE module = 'payment'`,
			`UPDATE series SET next_number = next_number + 1 WHERE module = 'payment'`}, 500, "", "create cancel"},
		{"end of the booking series", [2]string{`UPDATE series SET prefix = 'ABCDEFGHIJKLMNO' WHERE module = 'booking'`,
			`UPDATE series SET prefix = 'BK' WHERE module = 'booking'`}, 400, "more than the 16 characters", "create"},
		{"end of the payment series", [2]string{`UPDATE series SET prefix = 'ABCDEFGHIJKLMNO' WHERE module = 'payment'`,
			`UPDATE series SET prefix = 'PAY' WHERE module = 'payment'`}, 400, "more than the 16 characters", "create cancel"},
		{"guest", away("guests"), 500, "", "create"},
		{"rooms of the booking", away("booking_rooms"), 500, "", "create checkout"},
		{"nights", away("room_nights"), 500, "", "create cancel checkout"},
	}
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		desk := s.Hotel()
		rooms := desk.CreateRooms(2)
		// BK-1, PAY-1
		desk.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-01", "2026-04-02", rooms[0]).
			Merged(object{"advanceAmount": 1})).Want(201)
		made := 1
		for _, failure := range failures {
			for _, operation := range strings.Fields(failure.of) {
				body := apptest.Stay("2026-04-14", "2026-04-16", rooms...).Merged(object{"advanceAmount": 500})
				id := ""
				if operation != "create" {
					id = desk.Post("/api/bookings/{org}/create", body).Want(201).Text("data", "bookingId")
					made++
				}
				keyed := desk.With("Idempotency-Key", failure.name)
				do := func() apptest.Answer {
					switch operation {
					case "create":
						return keyed.Post("/api/bookings/{org}/create", body)
					case "cancel":
						return desk.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x", "cancellationCharge": 100,
							"refundAmount": 400})
					case "checkout":
						return desk.Put(apptest.BookingPath(id, "/checkout"), object{"finalAmount": 100})
					default:
						return desk.Post(apptest.BookingPath(id, "/arrival"), nil)
					}
				}
				before := allRows(desk)
				s.Exec(failure.statements[0])
				failed := do()
				s.Exec(failure.statements[1])
				if failed.Status != failure.status || failed.At("success") != false ||
					!strings.Contains(failed.Text("message"), failure.message) {
					t.Errorf("%s without %s: %d %s, want %d", operation, failure.name, failed.Status, failed.Raw, failure.status)
				}
				for _, told := range []string{"away", "SQL", "sql", "table", "relation", "constraint", "series ("} {
					if failed.Status == 500 && strings.Contains(string(failed.Raw), told) {
						t.Errorf("%s without %s shows the inside: %s", operation, failure.name, failed.Raw)
					}
				}
				if after := allRows(desk); after != before {
					t.Errorf("%s without %s left something:\n%s", operation, failure.name, difference(before, after))
				}
				succeeded := do()
				if succeeded.Status != 200 && succeeded.Status != 201 {
					t.Errorf("%s after %s is back: %s", operation, failure.name, succeeded.Raw)
				}
				if operation == "create" {
					id = succeeded.Text("data", "bookingId")
					made++
				}
				if operation == "create" || operation == "arrival" {
					desk.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x"}).Want(200) // make room for the next
				}
			}
		}
		desk.Consecutive(made)
		payments, last := 0, 0
		desk.QueryRows(`SELECT number FROM payments WHERE org_id = $1`, func(row db.Scanner) error {
			var number string
			err := row.Scan(&number)
			n := 0
			if _, scan := fmt.Sscanf(number, "PAY-%d", &n); scan != nil {
				return scan
			}
			payments, last = payments+1, max(last, n)
			return err
		})
		if payments == 0 || payments != last {
			t.Errorf("%d payments have numbers up to PAY-%d", payments, last)
		}
	})
}

// difference shows the lines that only one of the texts has.
func difference(before, after string) string {
	text := ""
	was, is := strings.Split(before, "\n"), strings.Split(after, "\n")
	for _, line := range was {
		if !slices.Contains(is, line) {
			text += "- " + line + "\n"
		}
	}
	for _, line := range is {
		if !slices.Contains(was, line) {
			text += "+ " + line + "\n"
		}
	}
	return text
}

// A create with many rooms of which the last is taken holds none of the others, and takes no number.
func TestRefusedBookingLeavesNothing(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		desk := s.Hotel()
		rooms := desk.CreateRooms(4)
		id := desk.Book("2026-04-20", "2026-04-22", rooms[2])
		before := allRows(desk)
		keyed := desk.With("Idempotency-Key", "refused")
		keyed.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-19", "2026-04-23", rooms...).
			Merged(object{"advanceAmount": 100})).
			Refused(400, "Room 103 is taken on 20 Apr 2026 and 21 Apr 2026.")
		keyed.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-19", "2026-04-20", rooms[0]).
			Merged(object{"guestId": "665f1c2ab7e4d90012ab34cd"})).Bad("guestId")
		desk.Post(apptest.BookingPath(id, "/add-room"), apptest.Stay("", "", rooms[2])["rooms"].([]object)[0]).Bad("roomId")
		desk.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x", "refundAmount": 1}).Bad("refundAmount")
		desk.Put(apptest.BookingPath(id, "/stay"), object{"checkOut": "2026-04-20", "notes": "lost"}).Bad("checkOut")
		desk.Put(apptest.BookingPath(id, "/change-guest"), object{"newGuestName": "Ravi", "newGuestPhone": "+91 98450 00000",
			"newGuestId": "665f1c2ab7e4d90012ab34cd"}).Bad("newGuestId")
		if after := allRows(desk); after != before {
			t.Errorf("refusals left something:\n%s", difference(before, after))
		}
		desk.Consecutive(1)
	})
}
