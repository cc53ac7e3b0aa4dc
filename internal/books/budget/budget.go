package budget

import (
	"cmp"
	"fmt"
	"slices"

	"sarai/internal/country/packs"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// Kinds of departments.
const (
	Rooms     = "rooms"      // the price of the rooms
	OfService = "department" // of services, by its name
	Other     = "other"      // all else on folios
	Direct    = "direct"     // invoices of no booking
)

// Department is a department of the hotel, or what stands for none.
type Department struct {
	Kind string `json:"kind"`
	Name string `json:"name"` // "" but of kind OfService
}

// budget is what is meant to be sold in a year.
type budget struct {
	Year      int     `db:"year,key"`
	Months    []month `db:"months,json"`
	UpdatedAt int64   `db:"updated_at"`      // UTC milliseconds; 0 before it was ever given
	Version   int64   `db:"version,version"` // every change raises it
}

// month is what is meant to be sold in one.
type month struct {
	Month       date.Date `json:"month"` // its first day
	Rooms       *int      `json:"rooms"` // room-nights to sell; nil: not budgeted
	Departments []line    `json:"departments"`
}

// line is the revenue of a department.
type line struct {
	Department
	Revenue money.Amount `json:"revenue"` // without tax
}

// unset is the budget of a year of which none was given.
func unset(year int) budget { return budget{Year: year, Months: []month{}, Version: 1} }

// ordered has the months and their departments in the order in which they are shown.
func (b budget) ordered() budget {
	for _, m := range b.Months {
		slices.SortFunc(m.Departments, func(x, y line) int { return Compare(x.Department, y.Department) })
	}
	slices.SortFunc(b.Months, func(x, y month) int { return cmp.Compare(x.Month, y.Month) })
	return b
}

// kinds are the kinds of departments in their order.
var kinds = []string{Rooms, OfService, Other, Direct}

// Compare orders departments: rooms first, then those of services by name, then all else.
func Compare(a, b Department) int {
	return cmp.Or(slices.Index(kinds, a.Kind)-slices.Index(kinds, b.Kind), cmp.Compare(a.Name, b.Name))
}

// check fails with Invalid, naming fields, for what no budget of the year can say.
func (b budget) check(sc scope.Scope) error {
	var bad errs.Fields
	begins, _ := packs.Of(sc.Country).Year(b.Year)
	seen := map[date.Date]bool{}
	for i, m := range b.Months {
		field := fmt.Sprintf("months[%d].", i)
		switch {
		case packs.Of(sc.Country).FirstOfYear(m.Month) != begins:
			bad.Add(field+"month", "must be a month of the financial year that begins on %s", begins.Short())
		case seen[m.Month]:
			bad.Add(field+"month", "must not be given twice")
		}
		seen[m.Month] = true
		known := map[Department]bool{}
		for j, l := range m.Departments {
			if (l.Name != "") != (l.Kind == OfService) {
				bad.Add(fmt.Sprintf("%sdepartments[%d].department", field, j),
					"must be the department's name with kind department, and left out with others")
			}
			bad.CheckLine(fmt.Sprintf("%sdepartments[%d].department", field, j), l.Name)
			if known[l.Department] {
				bad.Add(fmt.Sprintf("%sdepartments[%d].kind", field, j), "must not be given twice for a department of the month")
			}
			known[l.Department] = true
		}
	}
	return bad.Err()
}

// Sums are what is budgeted for some days.
type Sums struct {
	Rooms   *int // nil: not budgeted
	Revenue map[Department]money.Amount
}

// Total is all revenue; nil where none is budgeted.
func (s Sums) Total() *money.Amount {
	if len(s.Revenue) == 0 {
		return nil
	}
	var sum money.Amount
	for _, revenue := range s.Revenue {
		sum += revenue
	}
	return &sum
}

// add adds the part of a month that its days among [from, to] are.
func (s *Sums) add(m month, from, to date.Date) {
	next := m.Month.AddDays(31)[:len("2026-05-")] + "01"
	all, days := m.Month.DaysUntil(next), max(from, m.Month).DaysUntil(min(to.AddDays(1), next))
	if days <= 0 {
		return
	}
	if m.Rooms != nil {
		part := int(money.Amount(*m.Rooms).Times(int64(days), int64(all)))
		if s.Rooms != nil {
			part += *s.Rooms
		}
		s.Rooms = &part
	}
	for _, l := range m.Departments {
		s.Revenue[l.Department] += l.Revenue.Times(int64(days), int64(all))
	}
}
