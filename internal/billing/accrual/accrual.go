package accrual

import (
	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
)

// moved is what was earned and what was invoiced, in minor units without tax.
type moved struct{ earned, invoiced money.Amount }

func (m moved) unbilled() money.Amount { return m.earned - m.invoiced }

// day is what has moved on a day.
type day struct {
	day date.Date
	moved
}

// posting is the day in the books: what it earned, and what was invoiced on it.
func (d day) posting() ledger.Posting {
	return ledger.Posting{Document: "accrual", DocumentID: string(d.day), Day: d.day,
		Note: "Earned on folios, less invoiced", Entries: []ledger.Entry{
			{Account: ledger.Unbilled, Amount: d.earned},
			{Account: ledger.Accrued, Amount: -d.earned},
			{Account: ledger.Accrued, Amount: d.invoiced},
			{Account: ledger.Unbilled, Amount: -d.invoiced},
		}}
}

// opening is what was unbilled before the first day that is accrued, which is d's.
func (d day) opening() ledger.Posting {
	return ledger.Posting{Document: "accrual", DocumentID: string(d.day), Day: d.day,
		Note: "Unbilled before the first accrual", Entries: []ledger.Entry{
			{Account: ledger.Unbilled, Amount: d.unbilled()},
			{Account: ledger.Opening, Amount: -d.unbilled()},
		}}
}

// folio is what has moved on a booking's folio.
type folio struct {
	bookingID string
	moved
}

// total adds up folios.
func total(folios []folio) (sum moved) {
	for _, f := range folios {
		sum.earned, sum.invoiced = sum.earned+f.earned, sum.invoiced+f.invoiced
	}
	return sum
}

// booking is whose folio it is.
type booking struct {
	id, code, guest, status string
	checkIn, checkOut       date.Date
}
