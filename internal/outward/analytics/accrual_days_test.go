package analytics_test

import (
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"pgregory.net/rapid"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/date"
)

// sale is what an entry of the journal does to revenue.
type sale struct {
	day      date.Date
	document string
	number   string // of the invoice or the note
	account  string // by name
	amount   int64  // paise; above zero: revenue
}

var revenueAccounts = map[string]bool{"Sales of rooms": true, "Other sales": true, "Rounding": true,
	"Accrued revenue": true}

// sales are the entries of the revenue accounts, by the journal of a year until the last business day.
func (h *randomHotel) sales(rt *rapid.T) (list []sale) {
	to := h.today().AddDays(1)
	path := fmt.Sprint("/api/accounts/{org}/journal/export.csv?from=", to.AddDays(-300), "&to=", to)
	a, err := h.desk.Try("GET", path, nil)
	if err != nil || a.Status != 200 {
		rt.Fatalf("the journal: %v %d", err, a.Status)
	}
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(a.Raw), "\ufeff"))).ReadAll()
	if err != nil {
		rt.Fatal(err)
	}
	amount := func(cell string) int64 {
		number, err := strconv.ParseFloat(cell, 64)
		if err != nil {
			rt.Fatal(err)
		}
		return apptest.Paise(number)
	}
	for _, row := range rows[1:] { // date, document, number, account, debit, credit
		if revenueAccounts[row[3]] {
			list = append(list, sale{date.Date(row[0]), row[1], row[2], row[3], amount(row[5]) - amount(row[4])})
		}
	}
	return list
}

// bookingsOfPapers are the bookings of invoices and credit notes by their numbers; "" for those of none.
func (h *randomHotel) bookingsOfPapers() map[string]string {
	of, invoices := map[string]string{}, map[string]string{}
	for _, i := range h.lists.invoices {
		booking, _ := i["bookingId"].(string)
		of[i["invoiceNumber"].(string)], invoices[i["_id"].(string)] = booking, booking
	}
	for _, n := range h.lists.notes {
		of[n["creditNoteNumber"].(string)] = invoices[n["invoiceId"].(string)]
	}
	return of
}

// compareAccrual checks that by accrual any days have earned what their key figures say, and that the books agree on
// closed days, folio by folio.
func (h *randomHotel) compareAccrual(rt *rapid.T) {
	sales, of := h.sales(rt), h.bookingsOfPapers()
	to := h.today().AddDays(-rapid.IntRange(-1, 2).Draw(rt, "profit to"))
	h.compareProfit(rt, sales, of, to.AddDays(-rapid.IntRange(0, 9).Draw(rt, "profit days")), to)
	h.compareProfit(rt, sales, of, "2025-04-01", "2026-03-31")
	h.compareProfit(rt, sales, of, "2026-03-01", "2026-03-31")
	h.compareProfit(rt, sales, of, "2026-04-01", "2026-04-30")
	closed := h.firstOpen(rt)
	if closed == "" {
		return
	}
	h.compareBooks(rt, sales, of, closed.AddDays(-1))
	h.compareUnbilled(rt, sales, of, closed.AddDays(-1))
}

// compareProfit checks the three bases of profit and loss on the days [from, to].
func (h *randomHotel) compareProfit(rt *rapid.T, sales []sale, of map[string]string, from, to date.Date) {
	var direct, invoiced int64
	for _, s := range sales {
		if s.day < from || s.day > to || s.document == "accrual" {
			continue
		}
		invoiced += s.amount
		if of[s.number] == "" {
			direct += s.amount
		}
	}
	rooms, others := h.revenueOf(from, min(to, h.today()))
	received, _ := h.revenue(from, to)
	if to <= h.today() { // later days have no key figures yet
		kpis := h.read(rt, fmt.Sprint("/api/analytics/{org}/kpis?from=", from, "&to=", to))
		h.want(rt, fmt.Sprint("key figures from ", from, " to ", to),
			fmt.Sprint(apptest.Paise(kpis.At("data", "roomsRevenue")), apptest.Paise(kpis.At("data", "otherRevenue"))),
			fmt.Sprint(rooms, others))
	}
	for basis, want := range map[string][]int64{"accrual": {rooms, others, rooms + others + direct, direct},
		"cash": {0, 0, received, received}} {
		a := h.read(rt, fmt.Sprint("/api/accounts/{org}/profit-and-loss?basis=", basis, "&from=", from, "&to=", to))
		var got []int64
		beside := map[string]string{"accrual": "directRevenue", "cash": "received"}[basis]
		for _, name := range []string{"roomRevenue", "otherRevenue", "totalRevenue", beside} {
			got = append(got, apptest.Paise(a.At("data", name)))
		}
		h.want(rt, fmt.Sprint(basis, " from ", from, " to ", to), got, want)
	}
	a := h.read(rt, fmt.Sprint("/api/accounts/{org}/profit-and-loss?from=", from, "&to=", to))
	h.want(rt, fmt.Sprint("invoices from ", from, " to ", to), apptest.Paise(a.At("data", "totalRevenue")), invoiced)
}

// compareBooks checks that all revenue accounts together have, on each closed day, the revenue by accrual.
func (h *randomHotel) compareBooks(rt *rapid.T, sales []sale, of map[string]string, closed date.Date) {
	got, direct := map[date.Date]int64{}, map[date.Date]int64{}
	for _, s := range sales {
		got[s.day] += s.amount
		if s.document != "accrual" && of[s.number] == "" {
			direct[s.day] += s.amount
		}
	}
	for _, day := range date.Days(closed.AddDays(-20), closed.AddDays(1)) {
		rooms, others := h.revenueOf(day, day)
		h.want(rt, "revenue in the books of "+string(day), got[day], rooms+others+direct[day])
	}
}

// compareUnbilled checks the list of what is unbilled after the last closed day, and its account.
func (h *randomHotel) compareUnbilled(rt *rapid.T, sales []sale, of map[string]string, closed date.Date) {
	want := map[string]int64{}
	var sum int64
	for id, lines := range h.lists.folios {
		for _, l := range lines {
			if l["type"] != "tax" && dateOf(l["postedOn"]) <= closed {
				want[id] += apptest.Paise(l["amount"])
			}
		}
	}
	for _, s := range sales {
		if booking := of[s.number]; s.document != "accrual" && booking != "" && s.day <= closed {
			want[booking] -= s.amount
		}
	}
	for id, amount := range want {
		sum += amount
		if amount == 0 {
			delete(want, id)
		}
	}
	got, listed := map[string]int64{}, h.read(rt, "/api/accounts/{org}/unbilled?limit=100")
	for i := range listed.List("data") {
		got[listed.Text("data", i, "bookingId")] = apptest.Paise(listed.At("data", i, "unbilled"))
	}
	if listed.At("totals", "date") == "" { // nothing was ever earned or invoiced
		h.want(rt, "unbilled before anything was", len(got)+len(want), 0)
		return
	}
	h.want(rt, "unbilled after "+string(closed), got, want)
	h.want(rt, "unbilled in all", fmt.Sprint(listed.At("totals", "date"), apptest.Paise(listed.At("totals", "unbilled"))),
		fmt.Sprint(closed, sum))
	var balance int64
	trial := h.read(rt, "/api/accounts/{org}/trial-balance?date="+string(closed))
	for i := range trial.List("data", "accounts") {
		if trial.At("data", "accounts", i, "account") == "unbilled" {
			balance = apptest.Paise(trial.At("data", "accounts", i, "debit")) -
				apptest.Paise(trial.At("data", "accounts", i, "credit"))
		}
	}
	h.want(rt, "the account of unbilled revenue", balance, sum)
}
