package invoice

import (
	"fmt"
	"slices"

	"sarai/internal/books/tax"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/document"
	"sarai/internal/stay/folio"
)

// pick is a line of the folio that a request names in this field.
type pick struct{ lineID, field string }

func picksOf(lineIDs []string) []pick {
	var picks []pick
	for n, lineID := range lineIDs {
		picks = append(picks, pick{lineID, fmt.Sprintf("lineIds[%d]", n)})
	}
	return picks
}

// rebill puts these lines of the folio on the draft, in place of those that it has.
func rebill(tx *db.Tx, sc scope.Scope, i *Invoice, picks []pick) error {
	if err := folio.Unbill(tx, sc, i.ID); err != nil {
		return err
	}
	lines, err := folio.Lines(tx, sc, i.BookingID)
	if err != nil {
		return err
	}
	picked, err := chosen(lines, picks)
	if err != nil {
		return err
	}
	i.Lines = nil
	return take(tx, sc, i, picked)
}

// chosen are the folio's lines that are picked, or else all open ones.
func chosen(lines []folio.Line, picks []pick) ([]folio.Line, error) {
	if len(picks) == 0 {
		return slices.DeleteFunc(lines, func(l folio.Line) bool { return !l.Open() }), nil
	}
	var fields errs.Fields
	byID, picked := map[string]folio.Line{}, []folio.Line{}
	for _, l := range lines {
		byID[l.ID] = l
	}
	for _, p := range picks {
		line, known := byID[p.lineID]
		if !known {
			fields.Add(p.field, "must be the id of a line of the booking's folio, each once")
		}
		delete(byID, p.lineID)
		picked = append(picked, line)
	}
	slices.SortFunc(picked, func(a, b folio.Line) int { return a.Position - b.Position })
	return picked, fields.Err()
}

// apply makes the draft what the request asks for; its totals are not summed up yet.
func (b UpdateBody) apply(tx *db.Tx, sc scope.Scope, i *Invoice, rules *tax.Rules) error {
	var fields errs.Fields
	if b.Buyer.Null {
		i.Buyer = document.Party{}
	}
	i.Buyer = b.Buyer.Value.apply(i.Buyer, &fields)
	if i.Buyer.Name == "" {
		fields.Add("buyer.name", "must not be empty")
	}
	if i.BookingID == "" && b.LineIDs.Set && len(b.LineIDs.Value) > 0 {
		fields.Add("lineIds", "are lines of a booking's folio, and this invoice has no booking")
	}
	today := sc.Today(tx.Now)
	if due := date.Date(b.DueDate.Or(string(i.DueDate))); due != i.DueDate {
		i.DueDate = due
		checkDue(due, today, &fields)
	}
	i.Notes = b.Notes.Or(i.Notes)
	if i.BookingID == "" && b.Lines.Set {
		if i.Lines = free(sc, rules, i.PricesIncludeTax, today, b.Lines.Value, &fields); len(i.Lines) == 0 {
			fields.Add("lines", "must not be empty: delete the draft instead")
		}
	}
	picks := b.picks(i.BookingID != "", &fields)
	if err := fields.Err(); err != nil || len(picks) == 0 {
		return err
	}
	return rebill(tx, sc, i, picks)
}

// picks are the lines of the folio that the request names, in one way and the other.
func (b UpdateBody) picks(booked bool, fields *errs.Fields) []pick {
	if !booked || !b.LineIDs.Set && !b.Lines.Set {
		return nil
	}
	picks := picksOf(b.LineIDs.Value)
	for n, line := range b.Lines.Value {
		field := fmt.Sprintf("lines[%d].lineId", n)
		if line.LineID == "" {
			fields.Add(field, "must be given: charge extras to the booking first")
		} else if !slices.Contains(b.LineIDs.Value, line.LineID) {
			picks = append(picks, pick{line.LineID, field})
		}
	}
	if len(picks) == 0 {
		fields.Add("lineIds", "must not be empty: delete the draft instead")
	}
	return picks
}
