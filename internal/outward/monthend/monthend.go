package monthend

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
)

// What can stand in the way.
const (
	OpenDays      = "open-days"
	OpenShifts    = "open-shifts"
	BankLines     = "bank-lines"
	DraftInvoices = "drafts"
	Unbilled      = "unbilled"
	Unapplied     = "unapplied"
	Approvals     = "approvals"
	Commission    = "commission"
	AgentBills    = "agent-bills"
	TDS           = "tds"
	NotZero       = "not-zero"
)

// Whether the month's books can be locked.
const (
	Open   = "open"
	Ready  = "ready"
	Locked = "locked"
)

// month is one of the calendar.
type month struct{ first, last date.Date }

// monthOf is the day's month.
func monthOf(day date.Date) month {
	first := day[:len("2026-01-")] + "01"
	next := first.AddDays(31)
	return month{first, (next[:len("2026-01-")] + "01").AddDays(-1)}
}

func (m month) name() string { return string(m.first[:len("2026-01")]) }

// record is one document, booking or account that stands in the way.
type record struct {
	ID     string
	In     string // the account that the line of a bank is in
	Code   string // its number or code; "": none
	Name   string
	Day    date.Date
	Amount money.Amount
}

// item is what of one kind stands in the way.
type item struct {
	kind    string
	records []record // the oldest first
}

func (i item) sum() (sum money.Amount) {
	for _, r := range i.records {
		sum += r.Amount
	}
	return sum
}

// list is what stands in the way of a month.
type list struct {
	month
	lockedUntil date.Date
	items       []item // those with records
}

func (l list) status() string {
	switch {
	case l.lockedUntil >= l.last:
		return Locked
	case len(l.items) > 0:
		return Open
	}
	return Ready
}

// title is what an item is called on paper.
var titles = map[string]string{OpenDays: "Days that are not closed", OpenShifts: "Shifts that are open",
	BankLines: "Lines of banks that are not matched", DraftInvoices: "Invoices that are drafts",
	Unbilled: "Earned and not invoiced", Unapplied: "Received and not applied",
	Approvals: "What waits for a second person", Commission: "Commission that no bill has",
	AgentBills: "Bills of travel agents that are not paid", TDS: "Tax withheld and not deposited",
	NotZero: "Accounts that are not zero"}
