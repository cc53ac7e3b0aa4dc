package ledger_test

import (
	"strings"
	"testing"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/scope"
)

// most is the largest amount that is accepted, in rupees.
const most = 1e13

// The largest amounts are counted to the end; what would carry the books beyond what they can count is refused by its
// name, and changes nothing.
func TestTheLargestAmountsAddUp(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		desk := s.Hotel()
		desk.Post("/api/accounts/{org}/create", object{"name": "X", "kind": "bank", "openingBalance": most + 1}).
			Bad("openingBalance")
		for range 10 {
			desk.Pay(object{"amount": most, "invoiceId": desk.Bill(most)}).Want(201)
		}
		cash := desk.DefaultAccount("cash")
		desk.Post("/api/accounts/{org}/transfer", object{"fromAccountId": cash, "toAccountId": desk.DefaultAccount("bank"),
			"amount": most}).Want(201)
		if got := desk.Balance(cash); got != 9*most {
			t.Errorf("in cash there is %v, want nine times the largest amount", got)
		}
		reports := func() {
			read := 0
			for _, r := range s.App.Routes {
				path := strings.NewReplacer("{orgId}", "{org}", "{orgid}", "{org}", "{accountId}", cash).Replace(r.Path)
				if r.Method != "GET" || r.Need.Access != scope.AccessMember || strings.Count(path, "{") > 1 ||
					strings.HasSuffix(path, ".pdf") {
					continue
				}
				a, err := desk.Try("GET", path+"?from=2026-04-01&to=2026-04-30&period=2026-04", nil)
				if a.Status >= 500 || a.Status == 0 {
					t.Errorf("%s answered %d: %s %v", path, a.Status, a.Raw, err)
				}
				if a.Status == 200 {
					read++
				}
			}
			if read < 40 {
				t.Errorf("only %d routes were read", read)
			}
		}
		reports()
		desk.Get("/api/accounts/{org}/trial-balance").Want(200).Is(10*most, "data", "totalDebit")

		// A thousand of the largest are the bound. These many have been moved before.
		s.Exec(`UPDATE books SET turnover = $2 WHERE org_id = $1`, desk.Org, int64(999*most*100))
		last := desk.Bill(most)
		before := s.Snapshot()
		desk.Pay(object{"amount": most, "invoiceId": last}).Bad("amount")
		desk.Pay(object{"amount": 0.01, "invoiceId": last}).Bad("amount")
		desk.Post("/api/accounts/{org}/transfer", object{"fromAccountId": cash, "toAccountId": desk.DefaultAccount("bank"),
			"amount": 0.01}).Bad("amount")
		desk.Post("/api/expenses/{org}/create", object{"date": "2026-04-14", "category": "Linen", "description": "Sheets",
			"amount": 0.01, "paymentMethod": "cash"}).Bad("amount")
		s.Unchanged(before, "more than the books can count")
		reports()
	})
}
