package tariff

import (
	"slices"
	"strings"
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
)

// Cell is what was set for a product on a date. The zero value sets nothing.
type Cell struct {
	Priced            bool         `json:"priced,omitzero"` // Price was set; it may be 0
	Price             money.Amount `json:"price,omitzero"`
	MinStayArrival    int          `json:"minStayArrival,omitzero"` // nights; 0: none
	MinStayThrough    int          `json:"minStayThrough,omitzero"`
	MaxStay           int          `json:"maxStay,omitzero"`
	ClosedToArrival   bool         `json:"closedToArrival,omitzero"`
	ClosedToDeparture bool         `json:"closedToDeparture,omitzero"`
	Closed            bool         `json:"closed,omitzero"`
}

// CategoryCell is what was set for a category on a date. The zero value sets nothing.
type CategoryCell struct {
	Closed      bool `json:"closed,omitzero"`
	Limited     bool `json:"limited,omitzero"` // SellLimit was set; it may be 0
	SellLimit   int  `json:"sellLimit,omitzero"`
	Overbooking int  `json:"overbooking,omitzero"` // rooms that may be sold beyond those there are
}

// Range is the days From to To, both included, that have the same cell.
type Range[C comparable] struct {
	From date.Date `json:"from"`
	To   date.Date `json:"to"`
	Cell C         `json:"cell"`
}

// Ranges are the cells of a product or a category.
type Ranges[C comparable] []Range[C]

// On is the cell of the day.
func (r Ranges[C]) On(day date.Date) (cell C) {
	if i := r.from(day); i < len(r) && r[i].From <= day {
		return r[i].Cell
	}
	return cell
}

// from is the index of the first range that doesn't end before the day.
func (r Ranges[C]) from(day date.Date) int {
	i, _ := slices.BinarySearchFunc(r, day, func(r Range[C], day date.Date) int {
		return strings.Compare(string(r.To), string(day))
	})
	return i
}

// Write changes the cells of the weekdays among the days from to to, both included.
func (r Ranges[C]) Write(from, to date.Date, days Weekdays, change func(C) C) Ranges[C] {
	first, rest := r.from(from), r.from(to)
	if rest < len(r) && r[rest].From <= to {
		rest++
	}
	after := slices.Clone(r[:first])
	if first < rest {
		after = after.with(r[first].From, min(r[first].To, from.AddDays(-1)), r[first].Cell)
	}
	begin, weekday := from, weekdayOf(from)
	var run C // the cell of the days since begin
	for day := from; day <= to; day, weekday = day.AddDays(1), (weekday+1)%7 {
		cell := r[:rest].On(day)
		if days.Has(weekday) {
			cell = change(cell)
		}
		if cell != run {
			after = after.with(begin, day.AddDays(-1), run)
			begin, run = day, cell
		}
	}
	after = after.with(begin, to, run)
	if first < rest {
		after = after.with(max(r[rest-1].From, to.AddDays(1)), r[rest-1].To, r[rest-1].Cell)
	}
	for _, later := range r[rest:] {
		after = after.with(later.From, later.To, later.Cell)
	}
	return after
}

// with adds days after the last range, as a part of it if they follow it with the same cell. Cells that set nothing
// and days that are none add nothing.
func (r Ranges[C]) with(from, to date.Date, cell C) Ranges[C] {
	var nothing C
	if from > to || cell == nothing {
		return r
	}
	if n := len(r); n > 0 && r[n-1].Cell == cell && r[n-1].To.AddDays(1) == from {
		r[n-1].To = to
		return r
	}
	return append(r, Range[C]{from, to, cell})
}

// Weekdays are days of the week, a bit each from Sunday on. The zero value means all of them.
type Weekdays uint8

// weekdayNames are the API's words, from Sunday on as in package time.
var weekdayNames = []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}

// WeekdaysOf are the days with these names, which are the API's: sun to sat.
func WeekdaysOf(names []string) (days Weekdays) {
	for _, name := range names {
		days |= 1 << slices.Index(weekdayNames, name)
	}
	return days
}

// Has reports whether the day is one of them.
func (w Weekdays) Has(day time.Weekday) bool { return w == 0 || w&(1<<day) != 0 }

func weekdayOf(day date.Date) time.Weekday { return day.Time().Weekday() }

// Count is the number of these weekdays among the days from to to, both included.
func (w Weekdays) Count(from, to date.Date) (n int) {
	weekday := weekdayOf(from)
	for range from.DaysUntil(to) + 1 {
		if w.Has(weekday) {
			n++
		}
		weekday = (weekday + 1) % 7
	}
	return n
}
