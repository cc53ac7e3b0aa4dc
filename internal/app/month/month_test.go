// Package month_test plays a month of a hotel as its accountant sees it, over the API, and keeps books of its own
// beside it: what each document does to which account is written down here from the law and from double entry, in
// amounts worked out by hand. Nothing is taken from the service but ids. Day after day the balance sheet, the profit
// and loss and what is owed must be what these books say, to the paisa, and the month must close at the end.
package month_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"
	"time"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

func TestMonth(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		h := open(t, s)
		h.firstWeek()
		h.secondWeek()
		h.lastWeeks()
		h.end()
		apptest.BooksBalance(t, h.desk)
	})
}

// hotel is the API, and the accountant's books beside it.
type hotel struct {
	t        *testing.T
	desk     *apptest.Caller
	books    map[string]int64 // paise by account: a debit, a credit below zero
	accounts map[string]string
	rooms    []string
	today    string
}

// The accounts of the accountant's books which the service's are summed into. What is earned and not yet invoiced is
// income, whichever account it is on.
var named = map[string]string{"room-sales": "income", "other-sales": "income", "accrued": "income", "cgst": "gst",
	"sgst": "gst", "claimed-tax": "input tax", "input-tax": "input tax"}

// post writes down a posting: names and rupees by turns, debits above zero.
func (h *hotel) post(entries ...any) {
	h.t.Helper()
	var sum int64
	for i := 0; i < len(entries); i += 2 {
		amount := paise(entries[i+1])
		sum += amount
		h.books[entries[i].(string)] += amount
	}
	if sum != 0 {
		h.t.Fatalf("the accountant's own posting %v adds up to %d", entries, sum)
	}
}

func paise(rupees any) int64 {
	switch r := rupees.(type) {
	case int:
		return int64(r) * 100
	case float64:
		return int64(math.Round(r * 100))
	}
	panic(fmt.Sprintf("%T", rupees))
}

func rupees(a int64) json.Number { return json.Number(fmt.Sprintf("%.2f", float64(a)/100)) }

var india = time.FixedZone("IST", 5*3600+1800)

// on moves to a day at noon, closing those before it.
func (h *hotel) on(day string) {
	h.t.Helper()
	now, err := time.ParseInLocation(time.DateOnly, day, india)
	if err != nil {
		h.t.Fatal(err)
	}
	h.desk.Server.Clock.Set(now.Add(12 * time.Hour))
	h.desk = h.desk.Refreshed()
	before := now.AddDate(0, 0, -1).Format(time.DateOnly)
	if h.today != "" && before >= h.today {
		h.desk.Post(apptest.NightAudits, object{"date": before}).Want(200)
	}
	h.today = day
}

// open is a hotel in Rajasthan with two rooms, an owner's capital and what it owns.
func open(t *testing.T, s *apptest.Server) *hotel {
	s.Clock.Set(time.Date(2026, 5, 1, 12, 0, 0, 0, india))
	h := &hotel{t: t, books: map[string]int64{}, accounts: map[string]string{}, today: "2026-05-01",
		desk: s.Hotel(object{"gstin": apptest.HotelGSTIN})}
	h.desk.SetBilling(object{"pricesIncludeTax": false, "nightAuditHour": -1, "dueDays": 30, "issueAtCheckout": true,
		"inputTaxRule": "all", "refuseBalanceOwed": false, "refuseDirtyRoom": false})
	h.rooms = h.desk.CreateRooms(2)
	for _, kind := range []string{"cash", "bank", "upi"} {
		h.accounts[kind] = h.desk.DefaultAccount(kind)
	}
	h.chart("capital", "equity", "")
	h.chart("furniture", "asset", "")
	h.chart("depreciation", "expense", "undistributed")
	h.chart("bank charges", "expense", "undistributed")
	h.journal("furniture", "capital", 600_000)
	h.journal("bank", "capital", 250_000)
	h.contra("cash", "bank", 5_000)
	return h
}

func (h *hotel) chart(name, kind, department string) {
	h.t.Helper()
	body := object{"name": name, "kind": kind}
	if department != "" {
		body["department"] = department
	}
	h.accounts[name] = h.desk.Post("/api/accounts/{org}/chart/create", body).Want(201).Text("data", "account")
}

func (h *hotel) account(name string) string {
	if id, ok := h.accounts[name]; ok {
		return id
	}
	return name
}

func (h *hotel) journal(debit, credit string, amount int) {
	h.t.Helper()
	h.voucher("journal", debit, credit, amount)
}
func (h *hotel) contra(debit, credit string, amount int) {
	h.t.Helper()
	h.voucher("contra", debit, credit, amount)
}

func (h *hotel) voucher(kind, debit, credit string, amount int) {
	h.t.Helper()
	h.desk.Post("/api/vouchers/{org}/create", object{"kind": kind, "narration": debit + " from " + credit,
		"lines": []object{{"account": h.account(debit), "debit": amount}, {"account": h.account(credit), "credit": amount}}}).
		Want(201)
	h.post(debit, amount, credit, -amount)
}

// invoiced is the id of the booking's one invoice.
func (h *hotel) invoiced(booking string) string {
	h.t.Helper()
	list := h.desk.InvoicesOf(booking).List("data")
	if len(list) != 1 {
		h.t.Fatalf("the booking has %d invoices", len(list))
	}
	return list[0].(map[string]any)["_id"].(string)
}

// compare fails unless the balance sheet and the profit of the month are what the accountant's books say.
func (h *hotel) compare() {
	h.t.Helper()
	found := map[string]int64{}
	sheet := h.desk.Get("/api/accounts/{org}/balance-sheet").Want(200)
	for section, sign := range map[string]int64{"assets": 1, "liabilities": -1, "equity": -1} {
		for _, row := range sheet.List("data", section, "rows") {
			h.take(found, row, sign)
		}
	}
	for _, name := range []string{"retained-earnings", "earlier-results", "result"} {
		delete(found, name) // income and expenses, which come from the other report
	}
	profit := h.desk.Get("/api/accounts/{org}/profit-and-loss/accounts?from=2026-05-01&to=" + h.today).Want(200)
	for d := range profit.List("data", "departments") {
		for section, sign := range map[string]int64{"income": -1, "expenses": 1} {
			for _, row := range profit.List("data", "departments", d, section, "rows") {
				h.take(found, row, sign)
			}
		}
	}
	names := maps.Clone(h.books)
	maps.Copy(names, found)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if found[name] != h.books[name] {
			h.t.Errorf("on %s %s is %s, and the accountant says %s", h.today, name, rupees(found[name]), rupees(h.books[name]))
		}
	}
}

func (h *hotel) take(found map[string]int64, row any, sign int64) {
	r := row.(map[string]any)
	name := r["account"].(string)
	for mine, id := range h.accounts {
		if id == name {
			name = mine
		}
	}
	if sum, ok := named[name]; ok {
		name = sum
	}
	found[name] += sign * apptest.Paise(r["amounts"].([]any)[0])
}
