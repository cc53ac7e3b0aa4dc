package creditnote_test

import (
	"strings"
	"testing"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/db"
	"sarai/migrations"
)

// Migration 0012 finds what credit notes of before have credited: after its columns were emptied, it fills them as they
// were.
func TestCreditsOfBefore(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel(object{"gstin": "27AAPFU0939F1ZV"})
		rooms := owner.CreateRooms(2)
		booking := owner.Book("2026-04-14", "2026-04-16", rooms[0])
		owner.AddCharge(booking, "Laundry", 300)
		invoice := issued(owner, object{"bookingId": booking}).Text("data", "_id")
		credited(owner, invoice, object{"amount": 1000})
		credited(owner, invoice, object{"lines": []object{{"position": 2}}})
		cancelled := owner.Book("2026-04-14", "2026-04-16", rooms[1])
		invoice = issued(owner, object{"bookingId": cancelled}).Text("data", "_id")
		credited(owner, invoice, object{"lines": []object{{"position": 0}}})
		owner.Put(apptest.BookingPath(cancelled, "/cancel"), object{"reason": "x"}).Want(200)

		text, err := migrations.FS.ReadFile("0012_credit.sql")
		if err != nil {
			t.Fatal(err)
		}
		want := creditsOf(t, owner)
		steps := []string{`UPDATE folio_lines SET posted_on = '2026-04-14', day = '2026-04-14' WHERE credits <> ''`,
			`UPDATE folio_lines SET credits = ''`,
			`UPDATE credit_note_lines SET folio_line_id = '', kind = '', day = '', room_id = '', room_number = ''`}
		for _, step := range strings.Split(string(text), ";\n") {
			if at := strings.Index(step, "UPDATE "); at >= 0 {
				steps = append(steps, step[at:])
			}
		}
		err = s.DB.Write(t.Context(), func(tx *db.Tx) error {
			for _, step := range steps {
				if _, err := tx.Exec(step); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := creditsOf(t, owner); got != want || len(steps) < 7 {
			t.Errorf("credited were\n%s\nand are after %d steps\n%s", want, len(steps), got)
		}
		apptest.BooksBalance(t, owner)
	})
}

func creditsOf(t *testing.T, c *apptest.Caller) string {
	t.Helper()
	var all strings.Builder
	err := c.Server.DB.Read(t.Context(), func(tx *db.Tx) error {
		rows, err := tx.Query(`SELECT f.description || ' ' || f.posted_on || ' ' || f.day || ' '
					|| COALESCE(c.description, '') FROM folio_lines f LEFT JOIN folio_lines c
					ON c.org_id = f.org_id AND c.booking_id = f.booking_id AND c.line_id = f.credits
				WHERE f.org_id = $1
			UNION ALL SELECT l.description || ' ' || l.folio_line_id || ' ' || l.kind || ' ' || l.day || ' ' || l.room_id
				|| ' ' || l.room_number FROM credit_note_lines l WHERE l.org_id = $1 ORDER BY 1`, c.Org)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var line string
			if err := rows.Scan(&line); err != nil {
				return err
			}
			all.WriteString(line + "\n")
		}
		return rows.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}
