package payout

import (
	"fmt"
	"slices"
	"strings"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// The statuses of a payout.
const (
	posted   = "posted"
	reversed = "reversed"
)

// document is what the books and accounts call it.
const document = "settlement"

// Sums are what a company collected, what it kept of it, and what it paid out.
type Sums struct {
	Gross         money.Amount `db:"gross"`
	Commission    money.Amount `db:"commission"`
	CommissionTax money.Amount `db:"commission_tax"` // GST on the commission
	TCS           money.Amount `db:"tcs"`            // GST collected at source, section 52
	TDS           money.Amount `db:"tds"`            // income tax, section 194-O
	Net           money.Amount `db:"net"`
}

// kept is what the company kept of gross.
func (s Sums) kept() money.Amount { return s.Commission + s.CommissionTax + s.TCS + s.TDS }

func (s Sums) plus(t Sums) Sums {
	return Sums{s.Gross + t.Gross, s.Commission + t.Commission, s.CommissionTax + t.CommissionTax, s.TCS + t.TCS,
		s.TDS + t.TDS, s.Net + t.Net}
}

// fields are the sums by their names in requests.
func (s Sums) fields() []named {
	return []named{{"grossAmount", s.Gross}, {"commissionAmount", s.Commission}, {"gstOnCommission", s.CommissionTax},
		{"tcsAmount", s.TCS}, {"tdsAmount", s.TDS}, {"netAmount", s.Net}}
}

type named struct {
	field  string
	amount money.Amount
}

// Payout is a settlement.
type Payout struct {
	ID        string    `db:"payout_id,key"`
	CompanyID string    `db:"company_id"`
	Number    string    `db:"statement_no"` // the company's
	Status    string    `db:"status"`
	Date      date.Date `db:"business_date"`
	From      date.Date `db:"period_from"` // "": unknown
	To        date.Date `db:"period_to"`   // "": unknown
	AccountID string    `db:"account_id"`
	Reference string    `db:"reference"`
	Notes     string    `db:"notes"`
	Sums
	Fees           money.Amount `db:"fees"` // of the whole, such as of the transfer
	ReversedOn     date.Date    `db:"reversed_on"`
	ReversalReason string       `db:"reversal_reason"`
	ReversedBy     string       `db:"reversed_by"`
	CreatedBy      string       `db:"created_by"`
	CreatedByName  string       `db:"created_by_name"`
	CreatedAt      int64        `db:"created_at"` // UTC milliseconds
}

// Line is a line of a payout.
type Line struct {
	PayoutID      string `db:"payout_id,key"`
	Position      int    `db:"position,key"` // from 1
	CompanyID     string `db:"company_id"`
	Reference     string `db:"reference"`  // as the company's statement has it
	InvoiceID     string `db:"invoice_id"` // "": for none yet
	InvoiceNumber string `db:"invoice_number"`
	BookingID     string `db:"booking_id"` // of the invoice
	Sums
	Settled   money.Amount `db:"settled"`   // of the invoice
	Unapplied money.Amount `db:"unapplied"` // on the company's account
	AppliedOn date.Date    `db:"applied_on"`
	Amends    string       `db:"amends_month"` // whose table 14 it has changed though it was locked; "": none's
}

// inMonth is an invoice with its month.
func inMonth(number, month string) string { return number + " (" + month + ")" }

// warnings say of which locked months the lines have changed table 14 of GSTR-1.
func warnings(lines []Line) (list []errs.Warning) {
	var late []string
	for _, l := range lines {
		if name := inMonth(l.InvoiceNumber, l.Amends); l.Amends != "" && l.Settled != 0 && !slices.Contains(late, name) {
			late = append(late, name)
		}
	}
	if len(late) > 0 {
		list = append(list, errs.Warning{Code: "locked-month", Message: "These invoices were sold through the company by " +
			"this settlement, in months that were locked already. If their GSTR-1 is filed, amend its table 14: " +
			strings.Join(late, ", ") + "."})
	}
	return list
}

// most is how many lines a payout may have.
const most = 500

// check refuses a payout that doesn't balance, naming the fields, and what they would be.
func (p Payout) check(sc scope.Scope, lines []Line) error {
	var bad errs.Fields
	var sum Sums
	for n, l := range lines {
		at := fmt.Sprintf("lines[%d].", n)
		l.balance(sc, &bad, at)
		l.checkSigns(&bad, at)
		sum = sum.plus(l.Sums)
	}
	wanted := sum.fields()
	wanted[len(wanted)-1].amount -= p.Fees
	for n, is := range p.fields() {
		if want := wanted[n].amount; is.amount != want {
			text := "must be what it is in all lines together, %s"
			if is.field == "netAmount" {
				text = "must be netAmount of all lines together, less otherFees: %s"
			}
			bad.Add(is.field, text, want.Number(sc.Currency))
		}
	}
	if fees := sum.Net - p.Net; fees != p.Fees {
		bad.Add("otherFees", "must be netAmount of all lines together less netAmount, %s", fees.Number(sc.Currency))
	}
	return bad.Err()
}

// balance refuses a line that doesn't balance: of each amount it says what it would be beside the others.
func (l Line) balance(sc scope.Scope, bad *errs.Fields, at string) {
	over := l.Net + l.kept() - l.Gross
	if over == 0 {
		return
	}
	for _, f := range l.fields() {
		switch f.field {
		case "netAmount":
			bad.Add(at+f.field, "must be grossAmount less what the company keeps, %s", (f.amount - over).Number(sc.Currency))
		case "grossAmount":
			bad.Add(at+f.field, "must be netAmount and what the company keeps together, %s",
				(f.amount + over).Number(sc.Currency))
		default:
			bad.Add(at+f.field, "must be what the other amounts leave of grossAmount, %s", (f.amount - over).Number(sc.Currency))
		}
	}
}

// checkSigns refuses amounts on both sides of zero: what is taken back is taken back with its deductions.
func (l Line) checkSigns(bad *errs.Fields, at string) {
	switch {
	case l.Gross == 0:
		bad.Add(at+"grossAmount", "must not be 0: what is for no booking belongs in otherFees")
	case l.Gross < 0 && l.InvoiceID == "":
		bad.Add(at+"invoiceId", "must be given for what the company takes back, with grossAmount below 0")
	}
	for _, f := range l.fields()[1:] {
		if f.field != "netAmount" && (f.amount < 0) != (l.Gross < 0) && f.amount != 0 && l.Gross != 0 {
			bad.Add(at+f.field, "must be on the same side of 0 as grossAmount")
		}
	}
}

// posting is what the payout does to the books; back takes it back.
func (p Payout) posting(back bool) ledger.Posting {
	entries := []ledger.Entry{{Account: p.AccountID, Amount: p.Net},
		{Account: ledger.Commission, Amount: p.Commission + p.Fees}, {Account: ledger.InputTax, Amount: p.CommissionTax},
		{Account: ledger.TCS, Amount: p.TCS}, {Account: ledger.TDS, Amount: p.TDS},
		{Account: ledger.Guests, Amount: -p.Gross}}
	post := ledger.Posting{Document: document, DocumentID: p.ID, Number: p.Number, Day: p.Date, Note: p.Notes,
		Entries: entries}
	if back {
		post.Day, post.Note = p.ReversedOn, p.ReversalReason
		for n := range entries {
			entries[n].Amount = -entries[n].Amount
		}
	}
	return post
}

// parts are what the lines settle, and what is unapplied; back takes it back.
func parts(lines []Line, back bool) (list []ledger.Part) {
	sign := money.Amount(1)
	if back {
		sign = -1
	}
	for _, l := range lines {
		if l.Settled != 0 {
			list = append(list, ledger.Part{BookingID: l.BookingID, InvoiceID: l.InvoiceID, Amount: sign * l.Settled})
		}
		if l.Unapplied != 0 {
			list = append(list, ledger.Part{BookingID: l.CompanyID, Amount: sign * l.Unapplied})
		}
	}
	return list
}

// key is what statement numbers are compared by.
func key(number string) string { return strings.ToLower(number) }
