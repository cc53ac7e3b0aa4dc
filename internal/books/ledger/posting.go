package ledger

import (
	"fmt"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/id"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// The books' own accounts, beside those of money that the hotel keeps in table accounts. A debit is above zero.
const (
	Guests     = "guests"      // what guests owe by invoices, less what they have paid: below zero they have advances
	RoomSales  = "room-sales"  // before tax
	OtherSales = "other-sales" // before tax
	CGST       = "cgst"        // collected, owed to the government
	SGST       = "sgst"        // likewise; UTGST too
	OtherTax   = "other-tax"   // likewise
	Rounding   = "rounding"    // whole-rupee rounding of invoices
	Expenses   = "expenses"    // before tax
	InputTax   = "input-tax"   // tax paid on expenses
	Opening    = "opening"     // the other side of opening balances
)

// Leg is one side of a posting: a debit is above zero.
type Leg struct {
	Account string // an account's id or one of the books' own
	Amount  money.Amount
}

// Posting is one movement in the books. Its legs add up to zero.
type Posting struct {
	Document   string // what kind of document it is of: "payment", "invoice" …
	DocumentID string
	Number     string
	Day        date.Date
	Note       string
	Legs       []Leg
}

// Post writes the posting, leaving out legs of zero. Legs that don't add up to zero are a programming error and fail.
func Post(books Locked, sc scope.Scope, p Posting) error {
	tx := books.Tx()
	var sum money.Amount
	var legs []Leg
	for _, leg := range p.Legs {
		sum += leg.Amount
		if leg.Amount != 0 {
			legs = append(legs, leg)
		}
	}
	if sum != 0 {
		return fmt.Errorf("posting of %s %s: its legs add up to %d, not to zero", p.Document, p.Number, sum)
	}
	if len(legs) == 0 {
		return nil
	}
	posting, now := id.New(), tx.Now.UnixMilli()
	args := make([]any, 0, 12*len(legs))
	for i, leg := range legs {
		args = append(args, sc.Org, posting, i, leg.Account, int64(leg.Amount), string(p.Day), p.Document, p.DocumentID, p.Number, p.Note, sc.User, now)
	}
	if _, err := tx.Exec(`INSERT INTO ledger_entries (org_id, posting_id, position, account, amount, business_date, document, document_id, number, note, created_by, created_at)
		VALUES `+db.Rows(12, len(legs)), args...); err != nil {
		return err
	}
	for _, leg := range legs {
		if !id.Valid(leg.Account) {
			continue
		}
		if _, err := tx.Exec(`UPDATE accounts SET balance = balance + $3 WHERE org_id = $1 AND account_id = $2`, sc.Org, leg.Account, int64(leg.Amount)); err != nil {
			return err
		}
	}
	return nil
}
