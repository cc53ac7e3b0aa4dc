package till

import (
	"slices"
	"strconv"
	"strings"

	"sarai/internal/books/ledger"
	"sarai/internal/country/packs"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// The states of a shift.
const (
	Open   = "open"
	Closed = "closed"
)

// Shift is a shift of a drawer.
type Shift struct {
	ID          string       `db:"shift_id,key"`
	AccountID   string       `db:"account_id,fixed"` // the drawer
	State       string       `db:"state"`            // Open or Closed
	CashierID   string       `db:"cashier_id,fixed"` // who works the drawer
	OpenedAt    int64        `db:"opened_at,fixed"`  // UTC milliseconds
	OpenedOn    date.Date    `db:"opened_on,fixed"`  // the business day
	Float       money.Amount `db:"float_amount,fixed"`
	FloatPieces []Pieces     `db:"float_pieces,fixed"`
	Books       money.Amount `db:"books_amount,fixed"` // the balance of the drawer's account when it was opened
	Notes       string       `db:"notes"`
	ClosedAt    *int64       `db:"closed_at"` // UTC milliseconds
	ClosedOn    date.Date    `db:"closed_on"` // the business day; "" while it is open
	ClosedBy    string       `db:"closed_by"`
	Counted     money.Amount `db:"counted"`
	Pieces      []Pieces     `db:"pieces"`
	Expected    money.Amount `db:"expected"` // of an open one 0: see expectedNow
	NextID      string       `db:"next_id"`  // the shift that it was handed over to; "" if it was not
	ApprovedAt  *int64       `db:"approved_at"`
	ApprovedBy  string       `db:"approved_by"`
	UpdatedAt   int64        `db:"updated_at"`      // UTC milliseconds
	Version     int64        `db:"version,version"` // every change raises it
}

// Difference is what was counted beyond what was expected; below zero it was missing.
func (s Shift) Difference() money.Amount { return s.Counted - s.Expected }

// requireOpen refuses a shift that is closed.
func (s Shift) requireOpen() error {
	if s.State == Open {
		return nil
	}
	return errs.Conflict("The shift is closed: what was counted stays as it is. A correction can be put beside it.")
}

// requireClosed refuses a shift that is open.
func (s Shift) requireClosed() error {
	if s.State == Closed {
		return nil
	}
	return errs.Conflict("The shift is open: count the drawer and close it first.")
}

// Pieces are so many notes or coins of a value.
type Pieces struct {
	Value money.Amount `json:"value"` // of one, in minor units
	Count int64        `json:"count"`
}

// mostPieces bounds a count, so that no sum overflows.
const mostPieces = 1_000_000

// Count is what somebody has counted: a total, by denominations or not.
type Count struct {
	Total  money.Amount
	Pieces []Pieces
}

// Denominations are the notes and coins of the hotel's currency, the largest first; none where the country's rules know
// none of it.
func Denominations(sc scope.Scope) []money.Amount {
	if c := packs.Of(sc.Country); c.Currency == sc.Currency {
		return c.Cash
	}
	return nil
}

// checkPieces adds up counts by denomination, the largest value first. What is wrong is added to fields.
func checkPieces(sc scope.Scope, field string, pieces []Pieces, fields *errs.Fields) Count {
	known := Denominations(sc)
	c := Count{Pieces: slices.Clone(pieces)}
	slices.SortFunc(c.Pieces, func(a, b Pieces) int { return int(min(max(b.Value-a.Value, -1), 1)) })
	for i, p := range pieces {
		place := field + "[" + strconv.Itoa(i) + "]"
		switch {
		case len(known) > 0 && !slices.Contains(known, p.Value):
			fields.Add(place+".value", "must be one of %s", inWords(sc, known))
		case p.Value <= 0:
			fields.Add(place+".value", "must be above zero")
		case slices.ContainsFunc(pieces[:i], func(other Pieces) bool { return other.Value == p.Value }):
			fields.Add(place+".value", "is counted twice")
		case p.Count < 0 || p.Count > mostPieces:
			fields.Add(place+".count", "must be from 0 to %d", mostPieces)
		case p.Value > money.Max/mostPieces:
			fields.Add(place+".value", "is too large")
		default:
			c.Total += p.Value * money.Amount(p.Count)
		}
	}
	if c.Total > money.Max {
		fields.Add(field, "come to more than an amount can be")
	}
	return c
}

func inWords(sc scope.Scope, values []money.Amount) string {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = string(v.Number(sc.Currency))
	}
	return strings.Join(words, ", ")
}

// Drop is a bag of cash that went from a drawer to a safe, or to the bank.
type Drop struct {
	ID         string       `db:"drop_id"`
	ShiftID    string       `db:"shift_id"`
	BagNumber  string       `db:"bag_number"`
	TransferID string       `db:"transfer_id"`
	ToID       string       `db:"account_id"`
	Amount     money.Amount `db:"amount"`
	CreatedBy  string       `db:"created_by"`
	CreatedAt  int64        `db:"created_at"` // UTC milliseconds
}

// bagKey is what bag numbers are compared by.
func bagKey(number string) string { return strings.ToLower(strings.TrimSpace(number)) }

// Correction says what a count should have been.
type Correction struct {
	ID        string       `db:"correction_id,key"`
	ShiftID   string       `db:"shift_id"`
	Counted   money.Amount `db:"counted"` // what was there in truth
	Pieces    []Pieces     `db:"pieces"`
	Amount    money.Amount `db:"amount"` // what was posted: Counted less what stood before
	Reason    string       `db:"reason"`
	CreatedBy string       `db:"created_by"`
	CreatedAt int64        `db:"created_at"` // UTC milliseconds
}

// Sums are what the entries of a shift come to. All are positive or zero but Difference and Corrected.
type Sums struct {
	Payments   money.Amount // less void ones
	Refunds    money.Amount
	PaidOuts   money.Amount // expenses and bills, less what came back of them
	Drops      money.Amount // transfers to other accounts
	Brought    money.Amount // transfers from other accounts
	TipsIn     money.Amount
	TipsOut    money.Amount
	Other      money.Amount // of other documents; may be below zero
	Difference money.Amount
	Corrected  money.Amount
}

// sumsOf adds up entries by what they are.
func sumsOf(entries []ledger.ShiftEntry) (s Sums) {
	for _, e := range entries {
		switch e.Document {
		case ledger.Payment:
			s.Payments += e.Amount
		case ledger.Refund:
			s.Refunds -= e.Amount
		case "expense", "expense-payment":
			s.PaidOuts -= e.Amount
		case "transfer":
			s.Drops -= min(e.Amount, 0)
			s.Brought += max(e.Amount, 0)
		case documentTip:
			s.TipsIn += max(e.Amount, 0)
			s.TipsOut -= min(e.Amount, 0)
		case documentShift:
			s.Difference += e.Amount
		case documentCorrection:
			s.Corrected += e.Amount
		default:
			s.Other += e.Amount
		}
	}
	return s
}

// expected is what should be in a drawer with this float.
func (s Sums) expected(float money.Amount) money.Amount {
	return float + s.Payments - s.Refunds - s.PaidOuts - s.Drops + s.Brought + s.TipsIn - s.TipsOut + s.Other
}

// The documents of the till's own postings.
const (
	documentShift      = "shift"            // what a count differs by
	documentCorrection = "shift-correction" // what a correction changes
	documentTip        = "tip"
)

// Share is what a person or a method has of a shift.
type Share struct {
	Of      string // a person's id, or a method
	Entries int
	In, Out money.Amount
}

// sharesOf adds up entries by what of tells of them, without those that it says "" of, in the order of their first.
func sharesOf(entries []ledger.ShiftEntry, of func(ledger.ShiftEntry) string) (shares []Share) {
	at := map[string]int{}
	for _, e := range entries {
		whose := of(e)
		if whose == "" {
			continue
		}
		i, known := at[whose]
		if !known {
			i = len(shares)
			at[whose], shares = i, append(shares, Share{Of: whose})
		}
		shares[i].Entries++
		shares[i].In += max(e.Amount, 0)
		shares[i].Out -= min(e.Amount, 0)
	}
	return shares
}
