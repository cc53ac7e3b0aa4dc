package drawer

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/kit/paging"
)

// Entry is an entry of the books that belongs to a shift.
type Entry struct {
	ID         string       `db:"entry_id,key"`
	ShiftID    string       `db:"shift_id"`
	PostingID  string       `db:"posting_id"`
	Position   int          `db:"position"`
	InDrawer   bool         `db:"in_drawer"` // false: the cashier took it on another account
	Account    string       `db:"account"`
	Amount     money.Amount `db:"amount"`
	Day        date.Date    `db:"business_date"`
	Document   string       `db:"document"`
	DocumentID string       `db:"document_id"`
	Number     string       `db:"number"`
	Method     string       `db:"method"` // of a payment or refund; "" of anything else
	Note       string       `db:"note"`
	CreatedBy  string       `db:"created_by"`
	CreatedAt  int64        `db:"created_at"` // UTC milliseconds
}

// Sum is what the entries of a shift come to that are alike.
type Sum struct {
	InDrawer  bool         `db:"in_drawer"`
	Document  string       `db:"document"`
	Method    string       `db:"method"`
	CreatedBy string       `db:"created_by"`
	Entries   int          `db:"entries"`
	In        money.Amount `db:"received"`
	Out       money.Amount `db:"given"` // positive
}

// Query asks for a page of a shift's entries.
type Query struct {
	paging.Query
	ShiftID string `list:"shiftId"`
}
