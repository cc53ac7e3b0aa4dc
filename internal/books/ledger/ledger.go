package ledger

import (
	"slices"
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/record/wordindex"
)

// The kinds of movements.
const (
	Payment = "payment" // taken from the guest
	Refund  = "refund"  // given back
)

// The statuses of a movement. A refund is never void.
const (
	Recorded = "recorded"
	Void     = "void"
)

// Method is a way in which money moves.
type Method string

// The methods (docs/contract.md#money-documents).
const (
	Cash         Method = "cash"
	Card         Method = "card"
	UPI          Method = "upi"
	BankTransfer Method = "bank_transfer"
	OTA          Method = "ota"
	OtherMethod  Method = "other"
)

// Methods are all of them, in the order in which reports list them.
var Methods = []Method{Cash, Card, UPI, BankTransfer, OTA, OtherMethod}

// MethodOf is the method that people mean when they write "Credit Card" or "UPI": OtherMethod if it is none of Methods,
// and Cash if they wrote nothing.
func MethodOf(written string) Method {
	word := strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(written))
	switch word {
	case "":
		return Cash
	case "credit_card", "debit_card":
		return Card
	case "bank", "neft", "rtgs", "imps", "wire":
		return BankTransfer
	}
	if method := Method(word); slices.Contains(Methods, method) {
		return method
	}
	return OtherMethod
}

// Text is the method as people write it: Cash, UPI, Bank transfer.
func (m Method) Text() string {
	if m == UPI || m == OTA {
		return strings.ToUpper(string(m))
	}
	words := strings.ReplaceAll(string(m), "_", " ")
	return strings.ToUpper(words[:1]) + words[1:]
}

// Movement is a payment or refund that was recorded.
type Movement struct {
	ID         string       `db:"payment_id,key"`
	Number     string       `db:"number"`
	Kind       string       `db:"kind"`       // Payment or Refund
	BookingID  string       `db:"booking_id"` // "" for several bookings, or for none
	Amount     money.Amount `db:"amount"`
	Refunded   money.Amount `db:"refunded"` // how much of a payment was given back
	Method     Method       `db:"method"`
	AccountID  string       `db:"account_id"`
	Reference  string       `db:"reference"`
	Notes      string       `db:"notes"`
	Payer      string       `db:"payer"`
	PayerEmail string       `db:"payer_email"`
	Status     string       `db:"status"`    // Recorded or Void
	RefundOf   string       `db:"refund_of"` // the payment that a refund gives back
	VoidReason string       `db:"void_reason"`
	VoidedAt   *int64       `db:"voided_at"`     // UTC milliseconds
	Advance    money.Amount `db:"advance"`       // what was for no invoice when it was recorded
	Date       date.Date    `db:"business_date"` // the business day on which it is posted
	ReceivedAt int64        `db:"received_at"`   // UTC milliseconds
	CreatedBy  string       `db:"created_by"`
	CreatedAt  int64        `db:"created_at"` // UTC milliseconds
}

func (m Movement) searchText() string {
	return strings.ToLower(strings.Join([]string{m.Number, m.Payer, m.Reference}, "\n"))
}

// Words are what the movement is searched by beside its number, without the payer's name where it is that of its
// booking's guest.
func (m Movement) Words(ofGuest bool) (words wordindex.Words) {
	words.Text(m.Payer)
	if ofGuest {
		words = wordindex.Digits(words)
	}
	words.Text(m.Reference)
	words.Number(m.Reference)
	return words
}

// checkVoidable fails with Conflict for anything but a payment of the business day of which nothing was refunded.
func (m Movement) checkVoidable(day date.Date) error {
	switch {
	case m.Kind == Refund:
		return errs.Conflict("%s is a refund: a refund can't be void. Record what came back as a payment.", m.Number)
	case m.Status == Void:
		return errs.Conflict("Payment %s is void already.", m.Number)
	case m.Refunded > 0:
		return errs.Conflict("Something of payment %s was refunded: it can't be void any more. Refund the rest of it.",
			m.Number)
	case m.Date != day:
		return errs.Conflict("Payment %s is of %s: a payment can be made void on its own day only. Refund it instead.",
			m.Number, m.Date.Short())
	}
	return nil
}

// Part is what a part of a payment is for: a booking's advance (no invoice), an invoice, or nobody's yet (neither).
type Part struct {
	PaymentID string       `db:"payment_id,key"`
	Position  int          `db:"position,key"`
	BookingID string       `db:"booking_id"`
	InvoiceID string       `db:"invoice_id"`
	Amount    money.Amount `db:"amount"`
}

func sum(parts []Part) (total money.Amount) {
	for _, p := range parts {
		total += p.Amount
	}
	return total
}

// joined adds up parts for the same booking and invoice. Each sum stands where the first of its parts stood.
func joined(parts []Part) []Part {
	var list []Part
	at := map[[2]string]int{}
	for _, p := range parts {
		key := [2]string{p.BookingID, p.InvoiceID}
		if i, known := at[key]; known {
			list[i].Amount += p.Amount
			continue
		}
		at[key], p.Position = len(list), len(list)
		list = append(list, p)
	}
	return list
}

// The books' own accounts, besides those that the hotel's money is in. A positive balance is a debit.
const (
	Guests       = "guests"        // what guests owe on invoices less what they paid; negative: advances
	Companies    = "companies"     // what companies owe on their accounts; negative: they have paid more
	Unbilled     = "unbilled"      // what folios have earned on closed days and no invoice has; negative: in advance
	RoomSales    = "room-sales"    // before tax
	OtherSales   = "other-sales"   // before tax
	CGST, SGST   = "cgst", "sgst"  // collected for the government; SGST is UTGST too
	OtherTax     = "other-tax"     // likewise
	Rounding     = "rounding"      // of invoices, to whole rupees
	Accrued      = "accrued"       // what Unbilled has earned beyond the sales of invoices
	Expenses     = "expenses"      // before tax
	InputTax     = "input-tax"     // tax on expenses, claimed back as the hotel's rule says
	ClaimedTax   = "claimed-tax"   // tax on expenses that is claimed back whatever the rule is
	UnclaimedTax = "unclaimed-tax" // tax on expenses that is a cost
	TDSPayable   = "tds-payable"   // tax that was withheld from vendors and agents, and is owed to the government
	Payables     = "payables"      // what is owed on bills that were recorded unpaid
	Deposits     = "deposits"      // what guests have left for keys and damage; negative: it is owed to them
	DepositsKept = "deposits-kept" // what was kept of it; without tax
	Tips         = "tips"          // taken for the staff and not given to it yet
	OverShort    = "over-short"    // what counts of drawers differ by; positive: missing
	TDS          = "tds"           // tax that companies withheld: the government owes it
	Discounts    = "discounts"     // that companies took when they paid
	BadDebts     = "bad-debts"     // what companies owed, and nobody will pay
	TCS          = "tcs"           // GST that marketplaces collected at source: the government owes it
	Commission   = "commission"    // what companies keep for selling rooms, and other fees of theirs
	Opening      = "opening"       // the other side of opening balances
	AgentPayable = "agent-payable" // what the hotel owes travel agents on their bills
)

// OwnAccounts are the books' own accounts with their names, in the order of a trial balance.
var OwnAccounts = [][2]string{
	{"foreign-cash", "Foreign cash"}, {Guests, "Guests"}, {Companies, "Companies"}, {TDS, "TDS receivable"},
	{TCS, "TCS receivable"}, {Unbilled, "Unbilled revenue"}, {RoomSales, "Sales of rooms"}, {OtherSales, "Other sales"},
	{CGST, "CGST"}, {SGST, "SGST/UTGST"}, {OtherTax, "Other taxes"}, {Rounding, "Rounding"},
	{Accrued, "Accrued revenue"}, {Expenses, "Expenses"}, {InputTax, "Tax on expenses"},
	{ClaimedTax, "Tax on expenses, claimed"}, {UnclaimedTax, "Tax on expenses, not claimed"},
	{Payables, "Unpaid bills"}, {AgentPayable, "Commission payable"}, {TDSPayable, "TDS payable"},
	{Deposits, "Deposits of guests"}, {DepositsKept, "Deposits kept"}, {Tips, "Tips to give out"},
	{OverShort, "Cash over and short"}, {Commission, "Commission"}, {"exchange-gains", "Gains of exchange"},
	{Discounts, "Discounts allowed"}, {BadDebts, "Bad debts"}, {Opening, "Opening balances"},
}

// Entry is what a posting does to one account. A positive amount is a debit.
type Entry struct {
	Account string // an account's id, or one of the books' own accounts
	Amount  money.Amount
}

// Posting is what a document does to the books. Its entries add up to zero.
type Posting struct {
	Document   string // the kind of document behind it: "payment", "invoice" …
	DocumentID string
	Number     string
	Day        date.Date
	Note       string
	Entries    []Entry
	Method     Method // of a payment or refund
	Shift      string // of entries on drawers; "" is the one that is open
	NoShift    bool   // it counts or fills a drawer before its shift begins, so it belongs to none
}
