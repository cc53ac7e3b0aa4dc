package payable

import (
	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/id"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// The documents behind lines.
const (
	Bill        = "bill"
	BillPayment = "bill_payment" // one bill, or a part of it, was paid
	Payment     = "payment"      // over any number of bills
	Apply       = "apply"        // an advance came to a bill
	Void        = "void"         // a payment was taken back
	Moved       = "moved"        // a bill is due on another day, or is another vendor's
	Withheld    = "tds"          // tax was withheld: the government is owed it instead
)

// Line is a line of a vendor's account.
type Line struct {
	VendorID   string       `db:"vendor_id"`
	ID         string       `db:"entry_id,key"`
	Day        date.Date    `db:"business_date"`
	Document   string       `db:"document"`
	DocumentID string       `db:"document_id"`
	Number     string       `db:"number"`
	BillID     string       `db:"bill_id"`
	Due        date.Date    `db:"due_date"`
	Amount     money.Amount `db:"amount"` // above zero: the hotel owes more
	Note       string       `db:"note"`
	CreatedBy  string       `db:"created_by"`
	CreatedAt  int64        `db:"created_at"` // UTC milliseconds
}

// Write writes the lines but those of zero; a line of a closed day stands on the business day.
func Write(books ledger.Locked, sc scope.Scope, lines ...Line) error {
	var list []Line
	for _, l := range lines {
		if l.Amount == 0 {
			continue
		}
		l.ID, l.Day = id.New(), books.Days.Posting(l.Day)
		l.CreatedBy, l.CreatedAt = sc.User, books.Tx().Now.UnixMilli()
		list = append(list, l)
	}
	if len(list) == 0 {
		return nil
	}
	return lineTable.Insert(books.Tx(), []any{sc.Org}, list...)
}
