package agentfee

import (
	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
)

// Agent is what is agreed with a travel agent. Rates are hundredths of a percent.
type Agent struct {
	CompanyID string `db:"company_id,key"`
	Rooms     int64  `db:"rooms"`
	Food      int64  `db:"food"`
	Other     int64  `db:"other"`
	TDS       int64  `db:"tds"` // of the commission, section 194H, above its threshold
	GST       int64  `db:"gst"` // on the commission; 0: it isn't registered
	UpdatedBy string `db:"updated_by"`
	UpdatedAt int64  `db:"updated_at"` // UTC milliseconds
}

// The statuses of a bill.
const (
	unpaid   = "unpaid"
	paid     = "paid"
	reversed = "reversed"
)

// Bill is a bill of an agent.
type Bill struct {
	ID             string       `db:"bill_id,key"`
	CompanyID      string       `db:"company_id"`
	Number         string       `db:"number"` // the agent's
	Status         string       `db:"status"`
	From           date.Date    `db:"period_from"`
	To             date.Date    `db:"period_to"`
	Date           date.Date    `db:"business_date"`
	Commission     money.Amount `db:"commission"`
	GST            money.Amount `db:"gst"`
	TDS            money.Amount `db:"tds"`
	Payable        money.Amount `db:"payable"`
	PaidOn         date.Date    `db:"paid_on"` // "": not yet
	AccountID      string       `db:"account_id"`
	Reference      string       `db:"reference"`
	ReversalReason string       `db:"reversal_reason"`
	CreatedBy      string       `db:"created_by"`
	CreatedByName  string       `db:"created_by_name"`
	CreatedAt      int64        `db:"created_at"` // UTC milliseconds
}

// Line is what a bill or a statement has of a booking.
type Line struct {
	BillID     string       `db:"bill_id,key"`
	Position   int          `db:"position,key"`
	BookingID  string       `db:"booking_id"`
	Code       string       `db:"booking_code"`
	LeftOn     date.Date    `db:"left_on"`
	Rooms      money.Amount `db:"rooms"` // what commission is reckoned on, before tax
	Food       money.Amount `db:"food"`
	Other      money.Amount `db:"other"`
	Commission money.Amount `db:"commission"` // less what earlier bills have
	Stands     money.Amount `db:"stands"`     // the same, or 0 once the bill is reversed
}

// stay is a line with the agent that it is of.
type stay struct {
	agent string
	Line
}

// Owed is what is to be billed by an agent, or to be paid to it.
type Owed struct {
	ID      string // of the agent, or of its bill
	agent   string // the company
	Number  string // of the bill; "": none
	Company string
	Day     date.Date // on which the first guest left, or the bill was recorded
	Amount  money.Amount
}

// standing is an agent with what it has earned and got.
type standing struct {
	Agent
	company string
	due     money.Amount // commission that no bill has
	sums
}

// sums are those of an agent's bills.
type sums struct {
	billed money.Amount // commission, before GST
	paid   money.Amount // with GST, less what was withheld
	unpaid money.Amount // likewise
}

// whole percents are so many.
const whole = 10_000

// earned is the commission on what the line has.
func (a Agent) earned(l Line) money.Amount {
	return l.Rooms.Times(a.Rooms, whole) + l.Food.Times(a.Food, whole) + l.Other.Times(a.Other, whole)
}

// bill makes the bill over the lines, without what is withheld.
func (a Agent) bill(lines []Line) (b Bill) {
	b.CompanyID, b.Status = a.CompanyID, unpaid
	for _, l := range lines {
		b.Commission += l.Commission
	}
	b.GST = b.Commission.Times(a.GST, whole)
	b.Payable = b.Commission + b.GST
	return b
}

// withhold takes the tax off what is owed.
func (b *Bill) withhold(amount money.Amount) { b.TDS, b.Payable = amount, b.Payable-amount }

// posting is what recording the bill does to the books; back takes it back on a day.
func (b Bill) posting(back bool, day date.Date) ledger.Posting {
	entries := []ledger.Entry{{Account: ledger.Commission, Amount: b.Commission},
		{Account: ledger.InputTax, Amount: b.GST}, {Account: ledger.TDSPayable, Amount: -b.TDS},
		{Account: ledger.AgentPayable, Amount: -b.Payable}}
	if back {
		for n := range entries {
			entries[n].Amount = -entries[n].Amount
		}
	}
	return ledger.Posting{Document: "commission", DocumentID: b.ID, Number: b.Number, Day: day, Note: b.ReversalReason,
		Entries: entries}
}

// payment is what paying the bill does to the books.
func (b Bill) payment() ledger.Posting {
	return ledger.Posting{Document: "commission", DocumentID: b.ID, Number: b.Number, Day: b.PaidOn, Note: b.Reference,
		Entries: []ledger.Entry{{Account: ledger.AgentPayable, Amount: b.Payable},
			{Account: b.AccountID, Amount: -b.Payable}}}
}
