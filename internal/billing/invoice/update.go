package invoice

import (
	"fmt"
	"reflect"
	"slices"

	"sarai/internal/billing/buyer"
	"sarai/internal/billing/invoice/events"
	"sarai/internal/country/packs"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/folio"
)

// draftEdit changes what a draft says, adds what it can't set to fields, and returns the lines that the draft is to
// have.
type draftEdit func(i *Invoice, fields *errs.Fields) selection

// selection names the lines that replace those of a draft. An empty one keeps them.
type selection struct {
	items []folio.Item // for a draft without a booking
	picks []pick       // lines of the booking's folio, for a draft with one
}

// pick is a line of the folio that a request names in this field.
type pick struct{ lineID, field string }

func picksOf(lineIDs []string) []pick {
	picks := make([]pick, len(lineIDs))
	for n, lineID := range lineIDs {
		picks[n] = pick{lineID, fmt.Sprintf("lineIds[%d]", n)}
	}
	return picks
}

// edit changes the draft; its totals are not summed up yet.
func (i *Invoice) edit(tx *db.Tx, sc scope.Scope, edit draftEdit) (err error) {
	var fields errs.Fields
	due := i.DueDate
	selected := edit(i, &fields)
	i.Buyer = buyer.Placed(packs.Of(sc.Country), i.Buyer, &fields)
	if i.Buyer.Name == "" {
		fields.Add("buyer.name", "must not be empty")
	}
	if i.DueDate != due {
		checkDue(i.DueDate, sc.Today(tx.Now), &fields)
	}
	if len(selected.items) > 0 {
		i.given = folio.Discounts(selected.items) - i.Discount
		if i.Lines, err = priced(tx, sc, i.PricesIncludeTax, selected.items, &fields); err != nil {
			return err
		}
	}
	if err := fields.Err(); err != nil || len(selected.picks) == 0 {
		return err
	}
	return i.rebill(tx, sc, selected.picks)
}

// rebill puts the picked lines of the folio on the draft, in place of those that it has.
func (i *Invoice) rebill(tx *db.Tx, sc scope.Scope, picks []pick) error {
	if err := folio.Unbill(tx, sc, i.ID); err != nil {
		return err
	}
	lines, err := folio.Lines(tx, sc, i.BookingID).Get()
	if err != nil {
		return err
	}
	picked, err := chosen(lines, picks)
	if err != nil {
		return err
	}
	i.Lines, i.Split = nil, leavesSome(lines, picks)
	return i.bill(tx, sc, picked)
}

// chosen are the picked lines of the folio, in its order.
func chosen(lines []folio.Line, picks []pick) ([]folio.Line, error) {
	var fields errs.Fields
	byID, picked := map[string]folio.Line{}, []folio.Line{}
	for _, l := range lines {
		byID[l.ID] = l
	}
	for _, p := range picks {
		line, known := byID[p.lineID]
		switch {
		case !known:
			fields.Add(p.field, "must be the id of a line of the booking's folio, each once")
		case line.OnMaster():
			fields.Add(p.field, "is a line that the group's master account pays: bill the group, or move it back first")
		}
		delete(byID, p.lineID)
		picked = append(picked, line)
	}
	slices.SortFunc(picked, func(a, b folio.Line) int { return a.Position - b.Position })
	return picked, fields.Err()
}

// changes lists what differs between two states of a draft.
func changes(before, after Invoice, currency string) events.Changes {
	facts := func(i Invoice) events.Facts {
		return events.Facts{Buyer: i.Buyer, DueDate: string(i.DueDate), Notes: i.Notes,
			TotalAmount: i.Total.Number(currency), Lines: linesText(i.Lines, currency)}
	}
	return events.Between(facts(before), facts(after), !reflect.DeepEqual(before.Lines, after.Lines))
}

const mostDescribed = 20

// linesText names lines with their totals: "Laundry 350; Tea 80".
func linesText(lines []Line, currency string) string {
	text := ""
	for n, l := range lines {
		if n == mostDescribed {
			return text + fmt.Sprintf("; %d more", len(lines)-n)
		}
		if n > 0 {
			text += "; "
		}
		text += l.Description + " " + string(l.Total.Number(currency))
	}
	return text
}
