package listing

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/db"
	"sarai/internal/kit/id"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/scope"
	"sarai/internal/record/wordindex"
)

// listed is a guest as the list's search knows one.
type listed struct {
	id, text string
	words    wordindex.Words
}

// A list's search finds what a look at each record finds, however many those are, whichever way it asks.
func TestListsFindWhatALookAtEachFinds(t *testing.T) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			d, sc := kittest.New(t, engine, clock.System{}), scope.ForJob(id.New(), "INR", time.UTC)
			var all []listed
			err := d.Write(t.Context(), func(tx *db.Tx) (err error) {
				all, err = manyGuests(tx, sc)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range []string{"asha", "rao", "a", "asha rao", "rao asha", "kumari vik", "99", "0042", "980", "zed",
				"zed asha", "hara", "sha r", "%", "_", "nobody", "a rao", "980 rao", "a b c d e f g h i j k",
				"98000 00042", "+91 98000", "98 vik", "vik ra", "ra vik 98", "k ra"} {
				compareList(t, d, sc, text, all)
			}
		})
	}
}

// manyGuests are more than a search names by their ids, with names that few and thousands of them have. Only the first
// ones, the oldest, are called Zed.
func manyGuests(tx *db.Tx, sc scope.Scope) ([]listed, error) {
	random := rand.New(rand.NewPCG(1, 2))
	var all []listed
	for i := range 4000 {
		name := []string{"Asha", "Vikram", "Vikramhara", "Lata"}[random.IntN(4)] + " " +
			[]string{"Rao", "Kumari", "Ra%o_"}[random.IntN(3)]
		if i < 5 {
			name = "Zed " + name
		}
		g := listed{id: fmt.Sprintf("%024x", i)}
		phone := fmt.Sprintf("+91 98%08d", i)
		g.text = contact.SearchText(phone, name)
		g.words.Text(name)
		g.words.Phone(phone)
		_, err := tx.Exec(`INSERT INTO guests (org_id, guest_id, name, email, phone, id_type, id_number, nationality, gstin,
				company, address, date_of_birth, notes, search_text, created_at, updated_at)
			VALUES ($1, $2, $3, '', $4, '', '', '', '', '', '{}', '', '', $5, $6, 0)`, sc.Org, g.id, name, phone, g.text, i)
		if err != nil {
			return nil, err
		}
		if err := wordindex.Add(tx, sc, wordindex.Guest, g.id, g.words); err != nil {
			return nil, err
		}
		all = append(all, g)
	}
	return all, nil
}

func compareList(t *testing.T, d *db.DB, sc scope.Scope, text string, all []listed) {
	t.Helper()
	err := d.Read(t.Context(), func(tx *db.Tx) error {
		list := &searched{Words: Words{Kind: wordindex.Guest}, table: "guests", as: "g", key: "guest_id"}
		hits, err := list.search(tx, sc, text)
		if err != nil {
			return err
		}
		want := lookAtEach(text, all, hits.Many())
		for _, walk := range []bool{false, true} {
			where := hits.where(sc.Org)
			hits.narrow(where, walk)
			conditions, args := where.SQL()
			order := "g.created_at DESC, g.guest_id DESC"
			if hits.Few() {
				order = gather(order)
			}
			got, err := db.All(tx, db.Value[string],
				`SELECT g.guest_id FROM `+hits.from("guests g")+` WHERE g.org_id = $1`+conditions+
					` ORDER BY `+order, args...)
			if err != nil {
				return err
			}
			if !slices.Equal(got, want) {
				t.Errorf("%q finds %d guests (walking: %t), want %d: %.200v instead of %.200v", text, len(got), walk, len(want),
					got, want)
			}
		}
		if !hits.Many() {
			return nil
		}
		number, err := hits.count(tx, sc).Get()
		if err == nil && int(number) != len(want) {
			t.Errorf("%q counts %d guests, want %d", text, number, len(want))
		}
		return err
	})
	if err != nil {
		t.Errorf("%q: %v", text, err)
	}
}

// lookAtEach are those with all words or, unless many have them, with the text anywhere if they are among the newest
// thousand; for a text without words all that have it. The newest come first.
func lookAtEach(text string, all []listed, many bool) (found []string) {
	q, err := wordindex.Parse(text)
	lower := strings.ToLower(text)
	digits := lower
	if strings.Trim(text, "0123456789+-(). ") == "" {
		digits = contact.Digits(text)
	}
	for i, g := range slices.Backward(all) {
		matches := false
		if err == nil {
			_, matches = q.Matches(g.words)
		}
		anywhere := strings.Contains(g.text, lower) || strings.Contains(g.text, digits)
		if matches || anywhere && !many && (err != nil || i >= len(all)-1000) {
			found = append(found, g.id)
		}
	}
	return found
}

// Payments are found by their numbers, by the names that their bookings have too, and by words of their own.
func TestFollowingFindsWhatALookAtEachFinds(t *testing.T) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			d, sc := kittest.New(t, engine, clock.System{}), scope.ForJob(id.New(), "INR", time.UTC)
			var all []listed
			err := d.Write(t.Context(), func(tx *db.Tx) (err error) {
				all, err = manyPayments(tx, sc)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			issued := wordindex.Numbers{"PAY-": 4000}
			for _, text := range []string{"asha", "zed", "zed asha", "asha zed", "rao zed", "PAY-77", "pay-3999", "3999", "77",
				"77 zed", "zed pay", "utr12", "utr 12", "12", "9800", "980000", "nobody", "%", "mehta", "meh", "ehta", "suite 7",
				"7 zed", "a b c d e f g h i j k", "pay-3 zed", "zéd"} {
				comparePayments(t, d, sc, text, all, issued)
			}
		})
	}
}

// manyPayments are those of as many bookings, whose guests' names some of the payers have, and whose phones none have.
func manyPayments(tx *db.Tx, sc scope.Scope) ([]listed, error) {
	random := rand.New(rand.NewPCG(3, 4))
	var all []listed
	for i := range 4000 {
		name := []string{"Asha", "Vikram"}[random.IntN(2)] + " " + []string{"Rao", "Kumari"}[random.IntN(2)]
		switch {
		case i%500 == 3:
			name = "Zed " + name
		case i%500 == 4:
			name += " 77th"
		}
		var guest, own wordindex.Words
		guest.Text(name)
		guest.Phone(fmt.Sprintf("+91 98%08d", i))
		payer, reference := name, ""
		own = wordindex.Digits(guest[:len(guest)-2])
		if i%40 == 7 {
			payer, reference = "Mehta", fmt.Sprintf("UTR-%d", i)
			own = nil
			own.Text(payer)
			own.Text(reference)
			own.Number(reference)
		}
		p := listed{id: fmt.Sprintf("%024x", i)}
		number := fmt.Sprintf("PAY-%d", i+1)
		p.text = strings.ToLower(number + "\n" + payer + "\n" + reference)
		p.words.Number(number)
		p.words.Text(payer)
		p.words.Text(reference)
		p.words.Number(reference)
		booking := fmt.Sprintf("b%023x", i)
		_, err := tx.Exec(`INSERT INTO payments (org_id, payment_id, number, kind, booking_id, amount, method, business_date,
				received_at, created_by, created_at, payer, search_text)
			VALUES ($1, $2, $3, 'payment', $4, 1, 'cash', '2026-04-14', 0, '', $5, $6, $7)`, sc.Org, p.id, number, booking, i,
			payer, p.text)
		if err != nil {
			return nil, err
		}
		if err := wordindex.Add(tx, sc, wordindex.Booking, booking, guest); err != nil {
			return nil, err
		}
		if err := wordindex.Add(tx, sc, wordindex.Payment, p.id, own); err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

func comparePayments(t *testing.T, d *db.DB, sc scope.Scope, text string, all []listed, issued wordindex.Numbers) {
	t.Helper()
	list := &searched{Words: Words{Kind: wordindex.Payment, Of: wordindex.Booking, By: "booking_id", Number: "number",
		Names: true}, table: "payments", as: "p", key: "payment_id"}
	err := d.Read(t.Context(), func(tx *db.Tx) error {
		hits, err := list.following(tx, sc, text, issued)
		if err != nil {
			return err
		}
		where := hits.where(sc.Org)
		hits.narrow(where, false)
		conditions, args := where.SQL()
		got, err := db.All(tx, db.Value[string],
			`SELECT p.payment_id FROM `+hits.from("payments p")+` WHERE p.org_id = $1`+conditions+` ORDER BY `+
				gather("p.created_at DESC, p.payment_id DESC"), args...)
		want := lookAtEach(text, all, false)
		if !hits.Few() {
			want = lookAnywhere(strings.Fields(text), all)
		}
		if err == nil && !slices.Equal(got, want) {
			t.Errorf("%q finds %d payments (few: %t), want %d: %.200v instead of %.200v", text, len(got), hits.Few(), len(want),
				got, want)
		}
		return err
	})
	if err != nil {
		t.Errorf("%q: %v", text, err)
	}
}

// lookAnywhere are those with all of the texts anywhere, the newest first.
func lookAnywhere(texts []string, all []listed) (found []string) {
	for _, p := range slices.Backward(all) {
		if !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(p.text, text) }) {
			found = append(found, p.id)
		}
	}
	return found
}
