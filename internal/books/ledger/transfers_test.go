package ledger_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"sarai/internal/app/apptest"
	"sarai/internal/record/listing"
)

// The transfers of some days, months and accounts are those that a look at every one finds, on pages from either end:
// where they are few and gathered by days, and where they are many.
func TestTransfersAreListed(t *testing.T) {
	few := listing.Gathered
	defer func() { listing.Gathered = few }()
	for _, listing.Gathered = range []int{few, 0} {
		t.Run(fmt.Sprintf("up to %d are gathered", listing.Gathered), func(t *testing.T) {
			apptest.EachScenario(t, nil, []apptest.Scenario{{Name: "transfers", Run: transfersListed}},
				apptest.BooksBalance)
		})
	}
}

func transfersListed(t *testing.T, desk *apptest.Caller) {
	accounts := []string{desk.DefaultAccount("cash"), desk.DefaultAccount("bank"), desk.DefaultAccount("upi"),
		desk.DefaultAccount("card")}
	type transfer struct{ id, day, from, to string }
	var made []transfer // the newest first
	for i, day := range []string{"2026-01-30", "2026-04-10", "2026-02-01", "2026-02-28", "2026-03-01", "2026-01-31",
		"2026-03-31", "2026-04-01", "2026-02-14", "2026-04-14", "2026-03-15", "2025-12-31", "2026-04-14"} {
		desk.Server.Clock.Advance(time.Second)
		one := transfer{day: day, from: accounts[i%2], to: accounts[1+i%3]}
		if one.from == one.to {
			one.to = accounts[0]
		}
		one.id = desk.Post("/api/accounts/{org}/transfer", object{"fromAccountId": one.from, "toAccountId": one.to,
			"amount": 1, "date": day}).Want(201).Text("data", "_id")
		made = slices.Insert(made, 0, one)
	}
	days := []string{"", "2025-12-31", "2026-01-31", "2026-02-01", "2026-02-20", "2026-03-31", "2026-04-14"}
	for _, account := range append(accounts, "") {
		for i, to := range days {
			for _, from := range days[:max(i+1, len(days)*(1-min(i, 1)))] {
				var want, got []string
				for _, one := range made {
					if (account == "" || account == one.from || account == one.to) && one.day >= from &&
						(to == "" || one.day <= to) {
						want = append(want, one.id)
					}
				}
				path := fmt.Sprintf("/api/accounts/{org}/transfers?limit=3&accountId=%s&from=%s&to=%s", account, from, to)
				for page := 1; page <= len(want)/3+1; page++ {
					list := desk.Get(fmt.Sprintf("%s&page=%d", path, page)).Want(200).Is(len(want), "pagination", "total")
					for _, entry := range list.List("data") {
						got = append(got, entry.(map[string]any)["_id"].(string))
					}
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s lists %v, want %v", path, got, want)
				}
			}
		}
	}
}
