package vendorledger

import (
	"cmp"

	"sarai/internal/billing/expense"
	"sarai/internal/billing/payable"
	"sarai/internal/billing/vendors"
	"sarai/internal/books/businessday"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// Payment is a payment to a vendor.
type Payment struct {
	ID         string        `db:"vendor_payment_id,key"`
	Number     string        `db:"number"`
	VendorID   string        `db:"vendor_id"`
	Amount     money.Amount  `db:"amount"`    // what the vendor is owed less
	Withheld   money.Amount  `db:"withheld"`  // what of Amount was withheld as tax
	Unapplied  money.Amount  `db:"unapplied"` // what of Amount is for no bill yet
	AccountID  string        `db:"account_id"`
	Method     ledger.Method `db:"method"`
	Reference  string        `db:"reference"`
	Notes      string        `db:"notes"`
	RunID      string        `db:"run_id"` // the payment run that it is of; "": of none
	Date       date.Date     `db:"paid_date"`
	PostedOn   date.Date     `db:"posted_on"` // the business day in whose books it is
	Status     string        `db:"status"`    // recorded or void
	VoidReason string        `db:"void_reason"`
	VoidedAt   *int64        `db:"voided_at"` // UTC milliseconds
	CreatedBy  string        `db:"created_by"`
	CreatedAt  int64         `db:"created_at"` // UTC milliseconds
}

const (
	recorded = "recorded"
	void     = "void"
)

// Made is a payment with its vendor and the bills that it pays.
type Made struct {
	Payment
	Vendor vendors.Vendor
	Parts  []expense.Part
}

// Paid is what has left the account.
func (p Payment) Paid() money.Amount { return p.Amount - p.Withheld }

// posting is what the payment does in the books, or with a sign of -1 undoes.
func (p Payment) posting(sign money.Amount, note string) ledger.Posting {
	return ledger.Posting{Document: "vendor-payment", DocumentID: p.ID, Number: p.Number, Day: p.PostedOn, Note: note,
		Entries: []ledger.Entry{{Account: ledger.Payables, Amount: sign * p.Amount},
			{Account: p.AccountID, Amount: -sign * p.Paid()}}}
}

// advance is a line of what no bill has of the payment.
func (p Payment) advance(document string, day date.Date, amount money.Amount) payable.Line {
	return payable.Line{VendorID: p.VendorID, Day: day, Document: document, DocumentID: p.ID, Number: p.Number,
		Amount: amount}
}

// lines are those of the vendor's account: what the payment takes off what is owed.
func (m Made) lines() (list []payable.Line) {
	for _, part := range m.Parts {
		list = append(list, part.Bill.Line(payable.Payment, m.ID, m.Number, m.PostedOn, -part.Amount))
	}
	return append(list, m.advance(payable.Payment, m.PostedOn, -m.Unapplied))
}

// bill is the payment as those of bills are kept.
func (p Payment) bill() expense.Payment {
	return expense.Payment{AccountID: p.AccountID, Reference: p.Reference, Date: p.Date, PostedOn: p.PostedOn, Of: p.ID}
}

// Allocation is what of a payment a bill gets.
type Allocation struct {
	BillID string
	Amount money.Amount
	Field  string // before the names of its fields in errors
}

// NewPayment is a payment to record.
type NewPayment struct {
	Payment
	OldestFirst bool
	Allocations []Allocation
}

// day is the day of the payment, which may be today or before.
func (p Payment) day(days businessday.Days) (date.Date, error) {
	var bad errs.Fields
	day := cmp.Or(p.Date, days.Today)
	bad.CheckLine("reference", p.Reference)
	bad.CheckLine("notes", p.Notes)
	if _, err := date.Parse(string(day)); err != nil {
		bad.Add("date", "%s", err)
	} else if day > days.Today {
		bad.Add("date", "must not be after today (%s)", days.Today.Short())
	} else if err := days.CheckLocked("date", day); err != nil {
		bad = append(bad, errs.FieldsOf(err)...)
	}
	return day, bad.Err()
}

// oldest spreads the amount over the bills in their order.
func oldest(bills []expense.OpenBill, amount money.Amount) (parts []expense.Part) {
	for _, b := range bills {
		if part := min(b.Owed(), amount); part > 0 {
			parts, amount = append(parts, expense.Part{Bill: b, Amount: part}), amount-part
		}
	}
	return parts
}

// allocated are the parts that the allocations ask for of the bills, which come to amount at most.
func allocated(sc scope.Scope, bills []expense.OpenBill, list []Allocation, amount money.Amount) (
	parts []expense.Part, err error) {
	open, sum := map[string]expense.OpenBill{}, money.Amount(0)
	for _, b := range bills {
		open[b.ID] = b
	}
	var fields errs.Fields
	for _, a := range list {
		b, there := open[a.BillID]
		switch {
		case !there:
			fields.Add(a.Field+"billId", "must be a bill on which something is owed to this vendor, once")
		case a.Amount > b.Owed():
			fields.Add(a.Field+"amount", "must not be more than is owed on bill %s, %s", b.Number, b.Owed().Text(sc.Currency))
		}
		delete(open, a.BillID)
		parts, sum = append(parts, expense.Part{Bill: b, Amount: a.Amount}), sum+a.Amount
	}
	if sum > amount && len(fields) == 0 {
		fields.Add("amount", "must be as much as the allocations come to, %s", sum.Text(sc.Currency))
		fields.Add("allocations", "must not come to more than there is to allocate, %s: they come to %s",
			amount.Text(sc.Currency), sum.Text(sc.Currency))
	}
	return parts, fields.Err()
}

func sumOf(parts []expense.Part) (sum money.Amount) {
	for _, p := range parts {
		sum += p.Amount
	}
	return sum
}

// Statement is a vendor's account on the days [From, To]. Opening and the lines add up to Closing.
type Statement struct {
	Vendor           vendors.Vendor
	From, To         date.Date
	Opening, Closing money.Amount
	Lines            []payable.Line
}
