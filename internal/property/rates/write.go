package rates

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/property/rateplan"
	"sarai/internal/property/tariff"
)

const (
	longestChange = 1100 // days
	mostSubjects  = 2000 // products and categories of one write, over all its changes
	yearLength    = 4    // characters of a date
	yearsFirst    = "-01-01"
	yearsLast     = "-12-31"
)

// Place is where a change stands in a request, for messages.
type Place struct {
	At     string // such as "changes[0]"
	Single bool   // it names one product or category and one date
}

func (p Place) field(name string) string {
	if p.Single && (name == "from" || name == "to") {
		name = "date"
	}
	return p.At + "." + name
}

// subject is the place of the i-th product or category, as word says.
func (p Place) subject(word string, i int) string {
	if p.Single {
		return p.At + "." + word + "Id"
	}
	return fmt.Sprintf("%s.%sIds[%d]", p.At, word, i)
}

// Days are the weekdays among the days From to To, both included.
type Days struct {
	From, To date.Date
	Weekdays tariff.Weekdays
}

// Change sets what it says for its products on its days.
type Change struct {
	Place
	Products []string
	Days
	Cell CellChange
}

// CellChange is what is set; what is nil stays.
type CellChange struct {
	Price             *Given[money.Amount]
	MinStayArrival    *int
	MinStayThrough    *int
	MaxStay           *int
	ClosedToArrival   *bool
	ClosedToDeparture *bool
	Closed            *bool
}

// Given is a value that is set or, with None, taken back: nothing is set then, which isn't the same as 0.
type Given[T any] struct {
	Value T
	None  bool
}

func (c CellChange) apply(cell tariff.Cell) tariff.Cell {
	if c.Price != nil {
		cell.Priced, cell.Price = !c.Price.None, c.Price.Value
	}
	set(&cell.MinStayArrival, c.MinStayArrival)
	set(&cell.MinStayThrough, c.MinStayThrough)
	set(&cell.MaxStay, c.MaxStay)
	set(&cell.ClosedToArrival, c.ClosedToArrival)
	set(&cell.ClosedToDeparture, c.ClosedToDeparture)
	set(&cell.Closed, c.Closed)
	return cell
}

func set[T any](field, value *T) {
	if value != nil {
		*field = *value
	}
}

// fields are the names of what is set, each with whether a product that inherits so derives it.
func (c CellChange) fields(i tariff.Inherits) (names []string, derived []string) {
	for _, field := range []struct {
		name    string
		set     bool
		derives bool
	}{
		{"price", c.Price != nil, i.Price}, {"minStayArrival", c.MinStayArrival != nil, i.MinStay},
		{"minStayThrough", c.MinStayThrough != nil, i.MinStay}, {"maxStay", c.MaxStay != nil, i.MaxStay},
		{"closedToArrival", c.ClosedToArrival != nil, i.ClosedToArrival},
		{"closedToDeparture", c.ClosedToDeparture != nil, i.ClosedToDeparture}, {"closed", c.Closed != nil, i.Closed},
	} {
		if field.set {
			names = append(names, field.name)
			if field.derives {
				derived = append(derived, field.name)
			}
		}
	}
	return names, derived
}

// CategoryChange sets what it says for its categories on its days.
type CategoryChange struct {
	Place
	Categories []string
	Days
	Closed      *bool
	SellLimit   *Given[int]
	Overbooking *int
}

func (c CategoryChange) apply(cell tariff.CategoryCell) tariff.CategoryCell {
	set(&cell.Closed, c.Closed)
	set(&cell.Overbooking, c.Overbooking)
	if c.SellLimit != nil {
		cell.Limited, cell.SellLimit = !c.SellLimit.None, c.SellLimit.Value
	}
	return cell
}

// Write is any number of changes that are made together.
type Write struct {
	Changes    []Change
	Categories []CategoryChange
}

// Written is what a write did.
type Written struct {
	ChangeID int64 // the version of the rates since then
	Cells    int   // that the write named
}

// noted is a part of a write as the list of changes keeps it.
type noted struct {
	Products   []string  `json:"productIds"`
	Categories []string  `json:"categoryIds"`
	From       date.Date `json:"from"`
	To         date.Date `json:"to"`
}

// check finds what is wrong with the write as such, and counts its cells.
func (w Write) check() (cells int, err error) {
	var bad errs.Fields
	subjects := 0
	for _, c := range w.Changes {
		c.Days.check(&bad, c.Place)
		subjects += len(c.Products)
		if names, _ := c.Cell.fields(tariff.Inherits{}); len(names) == 0 {
			bad.Add(c.field("price"), "must be given, or another value to set")
		}
	}
	for _, c := range w.Categories {
		c.Days.check(&bad, c.Place)
		subjects += len(c.Categories)
		if c.Closed == nil && c.SellLimit == nil && c.Overbooking == nil {
			bad.Add(c.field("closed"), "must be given, or another value to set")
		}
	}
	if subjects > mostSubjects {
		bad.Add("changes", "must name at most %d products and categories in all", mostSubjects)
	}
	if err := bad.Err(); err != nil {
		return 0, err
	}
	for _, c := range w.Changes {
		cells += len(c.Products) * c.Weekdays.Count(c.From, c.To)
	}
	for _, c := range w.Categories {
		cells += len(c.Categories) * c.Weekdays.Count(c.From, c.To)
	}
	return cells, nil
}

func (d Days) check(bad *errs.Fields, at Place) {
	_, noFrom := date.Parse(string(d.From))
	_, noTo := date.Parse(string(d.To))
	switch {
	case noFrom != nil:
		bad.Add(at.field("from"), "%s", noFrom)
	case noTo != nil:
		bad.Add(at.field("to"), "%s", noTo)
	case d.To < d.From:
		bad.Add(at.field("to"), "must not be before from")
	case d.From.DaysUntil(d.To) >= longestChange:
		bad.Add(at.field("to"), "must be less than %d days after from", longestChange)
	}
}

// writeCells makes changes of one kind. Only years that differ afterwards are stored.
func writeCells[C comparable](tx *db.Tx, sc scope.Scope, t *cellTable[C], subjects []string, parts []part[C]) (
	changed bool, err error) {
	if len(parts) == 0 {
		return false, nil
	}
	from, to := parts[0].From, parts[0].To
	for _, p := range parts {
		from, to = min(from, p.From), max(to, p.To)
	}
	before, err := t.read(tx, sc, subjects, from[:yearLength], to[:yearLength])
	if err != nil {
		return false, err
	}
	after := map[row]tariff.Ranges[C]{}
	for _, p := range parts {
		for year := range years(p.From, p.To) {
			of := row{p.subject, string(year)}
			ranges, known := after[of]
			if !known {
				ranges = before[of]
			}
			after[of] = ranges.Write(max(p.From, year+yearsFirst), min(p.To, year+yearsLast), p.Weekdays, p.change)
		}
	}
	for of, ranges := range after {
		if slices.Equal(ranges, before[of]) {
			delete(after, of)
		}
	}
	return len(after) > 0, t.save(tx, sc, after)
}

// part is a change of one product or category.
type part[C comparable] struct {
	subject string
	Days
	change func(C) C
}

// years are those of the days.
func years(from, to date.Date) func(yield func(date.Date) bool) {
	return func(yield func(date.Date) bool) {
		for day := from; day <= to; day = (day[:yearLength] + yearsLast).AddDays(1) {
			if !yield(day[:yearLength]) {
				return
			}
		}
	}
}

// products are those that the write names.
func (w Write) products() (ids []string) {
	for _, c := range w.Changes {
		ids = append(ids, c.Products...)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// categories are those that the write names.
func (w Write) categories() (ids []string) {
	for _, c := range w.Categories {
		ids = append(ids, c.Categories...)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func (w Write) productParts() (parts []part[tariff.Cell]) {
	for _, c := range w.Changes {
		for _, productID := range c.Products {
			parts = append(parts, part[tariff.Cell]{productID, c.Days, c.Cell.apply})
		}
	}
	return parts
}

func (w Write) categoryParts() (parts []part[tariff.CategoryCell]) {
	for _, c := range w.Categories {
		for _, categoryID := range c.Categories {
			parts = append(parts, part[tariff.CategoryCell]{categoryID, c.Days, c.apply})
		}
	}
	return parts
}

// allow refuses what the hotel doesn't have, and what products derive.
func (w Write) allow(tx *db.Tx, sc scope.Scope) error {
	var bad errs.Fields
	products, err := rateplan.ProductsByID(tx, sc, w.products())
	if err != nil {
		return err
	}
	byID := make(map[string]tariff.Product, len(products))
	for _, p := range products {
		byID[p.ID] = p
	}
	for _, c := range w.Changes {
		for i, productID := range c.Products {
			p, known := byID[productID]
			if !known {
				bad.Add(c.subject("product", i), "must be the id of one of the hotel's products")
				continue
			}
			_, derived := c.Cell.fields(p.Derives())
			for _, field := range derived {
				bad.Add(c.field(field), "derives from product %s, so it must be written there, or inherits must say otherwise",
					*p.ParentID)
			}
		}
	}
	categories, err := categoryIDs(tx, sc)
	if err != nil {
		return err
	}
	for _, c := range w.Categories {
		for i, categoryID := range c.Categories {
			if !categories[categoryID] {
				bad.Add(c.subject("category", i), "must be the id of one of the hotel's room categories")
			}
		}
	}
	return bad.Err()
}

// note keeps the write as a change and publishes it.
func (s *Service) note(tx *db.Tx, sc scope.Scope, w Write, cells int) (version int64, err error) {
	var parts []noted
	var fields []string
	for _, c := range w.Changes {
		parts = append(parts, noted{c.Products, []string{}, c.From, c.To})
		names, _ := c.Cell.fields(tariff.Inherits{})
		fields = append(fields, names...)
	}
	for _, c := range w.Categories {
		parts = append(parts, noted{[]string{}, c.Categories, c.From, c.To})
		fields = append(fields, "availability")
	}
	text, err := json.Marshal(parts)
	if err != nil {
		return 0, err
	}
	first, last := parts[0].From, parts[0].To
	for _, p := range parts {
		first, last = min(first, p.From), max(last, p.To)
	}
	slices.Sort(fields)
	e := updated.Of(sc.Org, updatedDetails{cells, first, last, strings.Join(slices.Compact(fields), ", ")})
	if version, err = rateplan.Note(tx, sc, e, string(text)); err != nil {
		return 0, err
	}
	return version, s.bus.Publish(tx, sc, e)
}
