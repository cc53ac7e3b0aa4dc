package till

import (
	"slices"
	"strconv"
	"strings"

	"sarai/internal/books/drawer"
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
	Number      int64        `db:"number,fixed"`     // of the drawer's shifts: 1, 2, 3 …
	State       string       `db:"state"`            // Open or Closed
	CashierID   string       `db:"cashier_id,fixed"` // who works the drawer
	OpenedAt    int64        `db:"opened_at,fixed"`  // UTC milliseconds
	OpenedOn    date.Date    `db:"opened_on,fixed"`  // the business day
	Float       money.Amount `db:"float_amount,fixed"`
	FloatPieces []Pieces     `db:"float_pieces,json"`
	FloatFrom   string       `db:"float_from,fixed"`   // the account that what the float differs by came from; "" is none
	Books       money.Amount `db:"books_amount,fixed"` // the balance of the drawer's account when the float was counted
	Notes       string       `db:"notes"`
	ClosedAt    *int64       `db:"closed_at"` // UTC milliseconds
	ClosedOn    date.Date    `db:"closed_on"` // the business day; "" while it is open
	ClosedBy    string       `db:"closed_by"`
	Counted     money.Amount `db:"counted"`
	Pieces      []Pieces     `db:"pieces,json"`
	Expected    money.Amount `db:"expected"` // of an open one 0: see expectedNow
	NextID      string       `db:"next_id"`  // the shift that it was handed over to; "" if it was not
	ApprovedAt  *int64       `db:"approved_at"`
	ApprovedBy  string       `db:"approved_by"`
	UpdatedAt   int64        `db:"updated_at"`      // UTC milliseconds
	Version     int64        `db:"version,version"` // every change raises it
}

// Difference is what was counted beyond what was expected; below zero it was missing.
func (s Shift) Difference() money.Amount { return s.Counted - s.Expected }

// FloatDifference is what the float was beyond what the books said, and no account has given; below zero it was
// missing.
func (s Shift) FloatDifference() money.Amount {
	if s.FloatFrom != "" {
		return 0
	}
	return s.Float - s.Books
}

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
	Pieces    []Pieces     `db:"pieces,json"`
	Amount    money.Amount `db:"amount"` // what was posted: Counted less what stood before
	Reason    string       `db:"reason"`
	CreatedBy string       `db:"created_by"`
	CreatedAt int64        `db:"created_at"` // UTC milliseconds
}

// Sums are what the entries on the drawer of a shift come to. All are positive or zero but Other, Difference and
// Corrected.
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

// sumsOf adds up what is in the drawer by what it is.
func sumsOf(sums []drawer.Sum) (s Sums) {
	for _, e := range sums {
		if !e.InDrawer {
			continue
		}
		switch e.Document {
		case ledger.Payment:
			s.Payments += e.In - e.Out
		case ledger.Refund:
			s.Refunds += e.Out - e.In
		case "expense", "expense-payment":
			s.PaidOuts += e.Out - e.In
		case "transfer":
			s.Drops += e.Out
			s.Brought += e.In
		case documentTip:
			s.TipsIn += e.In
			s.TipsOut += e.Out
		case documentShift:
			s.Difference += e.In - e.Out
		case documentCorrection:
			s.Corrected += e.In - e.Out
		default:
			s.Other += e.In - e.Out
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
	documentFloat      = "shift-opening"    // what a float differs by from the books
	documentShift      = "shift"            // what a count differs by
	documentCorrection = "shift-correction" // what a correction changes
	documentTip        = "tip"
)

// Taking is what was taken and given back by a method.
type Taking struct {
	Method   string
	InDrawer bool
	Entries  int
	Received money.Amount // less void ones
	Refunded money.Amount
}

// takingsOf adds up payments and refunds by method, those of the drawer first.
func takingsOf(sums []drawer.Sum) (takings []Taking) {
	for _, e := range sums {
		if e.Method == "" {
			continue
		}
		i := slices.IndexFunc(takings, func(t Taking) bool { return t.Method == e.Method && t.InDrawer == e.InDrawer })
		if i < 0 {
			i, takings = len(takings), append(takings, Taking{Method: e.Method, InDrawer: e.InDrawer})
		}
		takings[i].Entries += e.Entries
		if e.Document == ledger.Refund {
			takings[i].Refunded += e.Out - e.In
		} else {
			takings[i].Received += e.In - e.Out
		}
	}
	return takings
}

// Share is what a person has put into a drawer and taken out of it.
type Share struct {
	PersonID string
	Entries  int
	In, Out  money.Amount
}

// sharesOf adds up what moved in the drawer by who recorded it, without what counts differ by.
func sharesOf(sums []drawer.Sum) (shares []Share) {
	for _, e := range sums {
		if !e.InDrawer || e.Document == documentShift || e.Document == documentCorrection {
			continue
		}
		i := slices.IndexFunc(shares, func(s Share) bool { return s.PersonID == e.CreatedBy })
		if i < 0 {
			i, shares = len(shares), append(shares, Share{PersonID: e.CreatedBy})
		}
		shares[i].Entries += e.Entries
		shares[i].In += e.In
		shares[i].Out += e.Out
	}
	return shares
}
