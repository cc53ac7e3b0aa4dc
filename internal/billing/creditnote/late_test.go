package creditnote_test

import (
	"strings"
	"testing"

	"sarai/internal/app/apptest"
)

// A credit after 30 November that follows the financial year of its invoice is made, and warned of.
func TestLateCredits(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel(object{"gstin": "27AAPFU0939F1ZV"})
		rooms := owner.CreateRooms(2)
		april := issued(owner, object{"bookingId": owner.Book("2026-04-14", "2026-04-15", rooms[0])}).Text("data", "_id")
		untaxed := issued(owner, object{"lines": []object{apptest.FreeLine()}, "buyer": object{"name": "Rao"}}).
			Text("data", "_id")
		owner = owner.OnDay("2027-03-31")
		march := issued(owner, object{"bookingId": owner.Book("2027-03-31", "2027-04-01", rooms[1])}).Text("data", "_id")
		owner = owner.OnDay("2027-11-30")
		credited(owner, april, object{"amount": 100}).Is([]string{}, "warnings")
		owner = owner.OnDay("2027-12-01")
		keyed := owner.With("Idempotency-Key", "late")
		late := credited(keyed, april, object{"amount": 100}).Is("late-credit", "warnings", 0, "code")
		if again := credited(keyed, april, object{"amount": 100}); string(again.Raw) != string(late.Raw) {
			t.Errorf("a repetition answered %s", again.Raw)
		}
		credited(owner, march, object{"amount": 100}).Is("late-credit", "warnings", 0, "code")
		credited(owner, untaxed, object{"amount": 1}).Is([]string{}, "warnings")
		const gstr1 = "/api/invoices/{org}/gstr1?period="
		owner.Get(gstr1+"2027-11").Want(200).Is([]string{}, "warnings")
		filed := owner.Get(gstr1+"2027-12").Want(200).Is("late-credit", "warnings", 0, "code")
		if said := filed.Text("message"); !strings.Contains(said, "CN-2") || !strings.Contains(said, "CN-3") ||
			strings.Contains(said, "CN-4") {
			t.Errorf("the return says %q", said)
		}
		filed.Is(-190.48, "data", "b2cs", 0, "txval") // as it was credited
		// April 2027 is of the next financial year.
		next := issued(owner, object{"bookingId": owner.Book("2027-12-01", "2027-12-02", rooms[0])}).Text("data", "_id")
		owner = owner.OnDay("2028-11-30")
		credited(owner, next, object{"amount": 100}).Is([]string{}, "warnings")
	})
}
