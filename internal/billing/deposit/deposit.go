package deposit

import (
	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
)

// Deposit is what somebody has left at the desk.
type Deposit struct {
	ID            string        `db:"deposit_id,key"`
	Number        string        `db:"number"`
	Kind          string        `db:"kind"`       // key, damage or other
	State         string        `db:"state"`      // open, or settled
	BookingID     string        `db:"booking_id"` // "": of none
	Payer         string        `db:"payer"`
	Amount        money.Amount  `db:"amount"`
	Returned      money.Amount  `db:"returned"`
	Kept          money.Amount  `db:"kept"`
	Method        ledger.Method `db:"method"`
	AccountID     string        `db:"account_id"`
	Reference     string        `db:"reference"`
	Notes         string        `db:"notes"`
	Date          date.Date     `db:"business_date"`
	CreatedBy     string        `db:"created_by"`
	CreatedByName string        `db:"created_by_name"`
	CreatedAt     int64         `db:"created_at"` // UTC milliseconds
}

// End is what was given back of a deposit, or kept.
type End struct {
	DepositID     string        `db:"deposit_id,key"`
	ID            string        `db:"end_id,key"`
	Kind          string        `db:"kind"` // returned or kept
	Amount        money.Amount  `db:"amount"`
	Method        ledger.Method `db:"method"`     // "" of what was kept
	AccountID     string        `db:"account_id"` // "" of what was kept
	Reference     string        `db:"reference"`
	Reason        string        `db:"reason"`
	Date          date.Date     `db:"business_date"`
	CreatedBy     string        `db:"created_by"`
	CreatedByName string        `db:"created_by_name"`
	CreatedAt     int64         `db:"created_at"` // UTC milliseconds
}

const (
	open     = "open"
	settled  = "settled"
	returned = "returned"
	kept     = "kept"
)

// left is what the hotel still owes of it.
func (d Deposit) left() money.Amount { return d.Amount - d.Returned - d.Kept }

// taken is the posting of the deposit.
func (d Deposit) taken() ledger.Posting {
	return ledger.Posting{Document: "deposit", DocumentID: d.ID, Number: d.Number, Day: d.Date, Note: d.Payer,
		Entries: []ledger.Entry{{Account: d.AccountID, Amount: d.Amount}, {Account: ledger.Deposits, Amount: -d.Amount}}}
}

// ended is the posting of what was given back or kept.
func (d Deposit) ended(e End) ledger.Posting {
	to := e.AccountID
	if e.Kind == kept {
		to = ledger.DepositsKept
	}
	return ledger.Posting{Document: "deposit", DocumentID: d.ID, Number: d.Number, Day: e.Date, Note: e.Reason,
		Entries: []ledger.Entry{{Account: ledger.Deposits, Amount: e.Amount}, {Account: to, Amount: -e.Amount}}}
}
