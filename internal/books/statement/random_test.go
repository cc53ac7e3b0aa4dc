package statement_test

import (
	"fmt"
	"maps"
	"testing"

	"pgregory.net/rapid"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/kittest"
)

// Random vouchers, payments, invoices, expenses and reversals over several days: as of each day the trial balance adds
// up to zero and the balance sheet balances, and what a day adds to the result is its profit and loss. Closing a year
// moves no figure but from one row of equity to another.
func TestStatementsAgreeAfterAnything(t *testing.T) {
	apptest.RapidDefault(t, "checks", "5")
	apptest.RapidDefault(t, "steps", "40")
	apptest.RapidDefault(t, "nofailfile", "true")
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			s := apptest.New(t, engine)
			owner := s.Hotel()
			rapid.Check(t, func(rt *rapid.T) {
				s.Clock.Set(apptest.Noon)
				h := newHouse(rt, owner.Refreshed().AnotherHotel())
				rt.Repeat(map[string]func(*rapid.T){
					"post":          h.post,
					"post again":    h.post,
					"and again":     h.post,
					"reverse":       h.reverse,
					"pay":           h.pay,
					"bill":          h.bill,
					"void":          h.void,
					"spend":         h.spend,
					"open":          h.open,
					"close the day": h.closeDay,
					"lock":          h.lock,
					"close a year":  h.closeYear,
					"the next day":  h.nextDay,
				})
				h.desk = s.Login(h.desk.Org, h.desk.Email)
				apptest.BooksBalance(rt, h.desk)
				h.agrees(rt)
			})
		})
	}
}

// house is a hotel whose books are moved at random.
type house struct {
	desk               *apptest.Caller
	accounts           []string // that vouchers take
	money              []string
	booking            string
	vouchers, invoices []string
	days               int // since the first day
}

const firstOffset = -20 // nothing is dated before

func newHouse(rt *rapid.T, desk *apptest.Caller) *house {
	h := &house{desk: desk, money: []string{desk.DefaultAccount("cash"), desk.DefaultAccount("bank")}}
	if rapid.Bool().Draw(rt, "registered") {
		desk.Put("/api/organization/"+desk.Org+"/update", object{"gstin": apptest.HotelGSTIN}).Want(200)
	}
	h.accounts = append([]string{"cgst", "input-tax", "opening", "unclaimed-tax"}, h.money...)
	for i, kind := range []string{"asset", "liability", "equity", "income", "income", "expense", "expense"} {
		h.accounts = append(h.accounts, account(desk, fmt.Sprintf("%s %d", kind, i), kind))
	}
	h.booking = desk.BookNewRoom("2026-04-14", "2026-04-30")
	return h
}

// ask sends a request that may be refused, but only with a 400 or 404.
func (h *house) ask(rt *rapid.T, method, path string, body any) (apptest.Answer, bool) {
	rt.Helper()
	a, err := h.desk.Try(method, path, body)
	if err != nil {
		rt.Fatal(err)
	}
	rt.Logf("%s %s %v: %d %s", method, path, body, a.Status, a.Raw)
	if a.Status != 200 && a.Status != 201 && a.Status != 400 && a.Status != 404 {
		rt.Fatalf("%s %s %v: %d %s", method, path, body, a.Status, a.Raw)
	}
	return a, a.Status < 400
}

func (h *house) day(rt *rapid.T) string {
	return apptest.Date(rapid.IntRange(max(firstOffset, h.days-20), h.days).Draw(rt, "day"))
}

func some(rt *rapid.T, what string, ids []string) string {
	if len(ids) == 0 {
		rt.Skip("there is no " + what)
	}
	return rapid.SampledFrom(ids).Draw(rt, what)
}

func amountOf(rt *rapid.T) float64 {
	return float64(rapid.Int64Range(1, 1_000_000).Draw(rt, "paise")) / 100
}

// post posts a voucher of several lines; now and then one that doesn't balance, which must be refused.
func (h *house) post(rt *rapid.T) {
	var lines []object
	var sum int64
	for range rapid.IntRange(1, 4).Draw(rt, "lines") {
		paise := rapid.Int64Range(1, 1_000_000).Draw(rt, "paise")
		side := rapid.SampledFrom([]string{"debit", "credit"}).Draw(rt, "side")
		if lines = append(lines, object{"account": some(rt, "account", h.accounts), side: float64(paise) / 100}); side ==
			"credit" {
			paise = -paise
		}
		sum += paise
	}
	wrong := rapid.IntRange(0, 7).Draw(rt, "unbalanced") == 0
	if wrong {
		sum++
	}
	if last := some(rt, "account", h.accounts); sum > 0 {
		lines = append(lines, object{"account": last, "credit": float64(sum) / 100})
	} else if sum < 0 {
		lines = append(lines, object{"account": last, "debit": float64(-sum) / 100})
	}
	a, ok := h.ask(rt, "POST", "/api/vouchers/{org}/create", object{"kind": "journal", "date": h.day(rt),
		"narration": "x", "lines": lines})
	if ok && wrong {
		rt.Errorf("an unbalanced voucher was posted: %v", lines)
	}
	if ok {
		h.vouchers = append(h.vouchers, a.Text("data", "_id"))
	}
}

func (h *house) reverse(rt *rapid.T) {
	body := object{"reason": "x"}
	if rapid.Bool().Draw(rt, "dated") {
		body["date"] = h.day(rt)
	}
	a, ok := h.ask(rt, "POST", "/api/vouchers/{org}/"+some(rt, "voucher", h.vouchers)+"/reverse", body)
	if ok {
		h.vouchers = append(h.vouchers, a.Text("data", "_id"))
	}
}

func (h *house) pay(rt *rapid.T) {
	body := object{"method": "cash", "amount": amountOf(rt), "accountId": some(rt, "account", h.money)}
	if len(h.invoices) > 0 && rapid.Bool().Draw(rt, "an invoice") {
		body["invoiceId"] = some(rt, "invoice", h.invoices)
	} else {
		body["bookingId"] = h.booking
	}
	h.ask(rt, "POST", apptest.Payments+"/create", body)
}

func (h *house) bill(rt *rapid.T) {
	a, ok := h.ask(rt, "POST", "/api/invoices/{org}/create", object{"lines": []object{{"description": "Banquet",
		"unitPrice": amountOf(rt)}}, "buyer": object{"name": "Ravi Das"}, "issue": true})
	if ok {
		h.invoices = append(h.invoices, a.Text("data", "_id"))
	}
}

func (h *house) void(rt *rapid.T) {
	h.ask(rt, "POST", "/api/invoices/{org}/"+some(rt, "invoice", h.invoices)+"/void", object{"reason": "x"})
}

func (h *house) spend(rt *rapid.T) {
	h.ask(rt, "POST", "/api/expenses/{org}/create", object{"category": "Linen", "amount": amountOf(rt), "tax": 1.5,
		"method": "cash", "date": h.day(rt)})
}

func (h *house) open(rt *rapid.T) {
	h.ask(rt, "PUT", "/api/accounts/{org}/"+some(rt, "account", h.money)+"/update",
		object{"openingBalance": amountOf(rt)})
}

func (h *house) closeDay(rt *rapid.T) {
	if rapid.IntRange(0, 3).Draw(rt, "seldom") > 0 { // what is closed takes no vouchers
		rt.Skip("not now")
	}
	h.ask(rt, "POST", apptest.NightAudits, object{"date": apptest.Date(h.days - rapid.IntRange(0, 1).Draw(rt, "ago"))})
}

func (h *house) lock(rt *rapid.T) {
	if rapid.IntRange(0, 2).Draw(rt, "unlock") == 0 {
		h.ask(rt, "DELETE", lockPath, nil)
		return
	}
	h.ask(rt, "PUT", lockPath, object{"until": rapid.SampledFrom([]string{"2026-03-25", "2026-03-31"}).Draw(rt, "until"),
		"reason": "x"})
}

func (h *house) closeYear(rt *rapid.T) {
	path := sheetPath + "?months=2"
	before, _ := h.ask(rt, "GET", path, nil)
	if rapid.IntRange(0, 2).Draw(rt, "reopen") == 0 {
		h.ask(rt, "DELETE", closePath, nil)
	} else {
		h.ask(rt, "PUT", lockPath, object{"until": "2026-03-31", "reason": "x"})
		h.ask(rt, "POST", closePath, object{"year": rapid.SampledFrom([]int{2024, 2025, 2025, 2026}).Draw(rt, "year")})
	}
	after, _ := h.ask(rt, "GET", path, nil)
	for _, section := range []string{"assets", "liabilities", "equity"} {
		a, b := before.At("data", section, "totals"), after.At("data", section, "totals")
		if fmt.Sprint(a) != fmt.Sprint(b) {
			rt.Errorf("closing a year changed %s from %v to %v", section, a, b)
		}
	}
}

func (h *house) nextDay(rt *rapid.T) {
	if h.days >= 12 {
		rt.Skip("enough days")
	}
	h.days += rapid.IntRange(1, 3).Draw(rt, "days")
	h.desk = h.desk.OnDay(apptest.Date(h.days))
}

// agrees fails unless the statements of every day agree with each other.
func (h *house) agrees(rt *rapid.T) {
	rt.Helper()
	earned := func(sheet apptest.Answer) (sum int64) {
		for _, name := range []string{"retained-earnings", "earlier-results", "result"} {
			sum += apptest.Paise(rowOf(sheet, name, "data", "equity")["amounts"].([]any)[0])
		}
		return sum
	}
	var before, whole int64
	last := h.days + 2 // today may be closed, and the business day be another
	for day := firstOffset - 1; day <= last; day++ {
		on := apptest.Date(day)
		trial := h.desk.Get("/api/accounts/{org}/trial-balance?date=" + on).Want(200)
		if d, c := apptest.Paise(trial.At("data", "totalDebit")), apptest.Paise(trial.At("data", "totalCredit")); d != c {
			rt.Errorf("the trial balance of %s has debits of %d, credits of %d", on, d, c)
		}
		sheet := h.desk.Get(sheetPath + "?asOf=" + on).Want(200)
		balanced(rt, sheet)
		profit := h.desk.Get(profitPath + "?from=" + on + "&to=" + on).Want(200)
		now, result := earned(sheet), apptest.Paise(profit.At("data", "result", 0))
		if now-before != result {
			rt.Errorf("%s adds %d to the result, and its profit and loss is %d", on, now-before, result)
		}
		before, whole = now, whole+result
	}
	h.columnsAreSheets(rt, apptest.Date(last))
	h.columnsAreSheets(rt, "2026-04-30")
	all := h.desk.Get(profitPath + "?from=" + apptest.Date(firstOffset-1) + "&to=" + apptest.Date(last) + "&by=month").
		Want(200)
	var months int64
	for i := range all.List("data", "columns") {
		if i > 0 {
			months += apptest.Paise(all.At("data", "result", i))
		}
	}
	if total := apptest.Paise(all.At("data", "result", 0)); total != whole || months != whole {
		rt.Errorf("profit and loss is %d, of its days %d, of its months %d", total, whole, months)
	}
}

// columnsAreSheets fails unless each column of a balance sheet of many days is that of its day alone.
func (h *house) columnsAreSheets(rt *rapid.T, day string) {
	rt.Helper()
	many := h.desk.Get(sheetPath + "?months=14&compare=last-year&asOf=" + day).Want(200)
	amounts := func(sheet apptest.Answer, column int) map[string]any {
		found := map[string]any{}
		for _, side := range []string{"assets", "liabilities", "equity"} {
			for i := range sheet.List("data", side, "rows") {
				if amount := sheet.At("data", side, "rows", i, "amounts", column); amount != 0.0 {
					found[side+" "+sheet.Text("data", side, "rows", i, "account")] = amount
				}
			}
			found[side] = sheet.At("data", side, "totals", column)
		}
		return found
	}
	for i := range many.List("data", "columns") {
		on := many.Text("data", "columns", i)
		alone := amounts(h.desk.Get(sheetPath+"?asOf="+on).Want(200), 0)
		if column := amounts(many, i); !maps.Equal(column, alone) {
			rt.Errorf("%s is a column of %v, and alone %v", on, column, alone)
		}
	}
}
