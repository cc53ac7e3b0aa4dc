package listing

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"sarai/internal/kit/db"
	"sarai/internal/kit/paging"
	"sarai/internal/kit/scope"
)

// Spec is what a list is made of: data, from which ways to a page follow. Texts of SQL are written in the source; what
// somebody asks for is an argument.
type Spec struct {
	Table   string // with its alias if joins or conditions need one: "invoices i"
	Key     string // identifies a record within the organization: "i.invoice_id"
	Columns string // what the list's scan reads
	Joins   string // what belongs to a record: "LEFT JOIN bookings b ON …"
	Always  string // a condition that all records of the list fulfil; "": there is none
	Covered string // a column by whose order an index has all Columns; nothing is joined then. "": there is none

	Order string            // the usual one. All columns of an order have one direction, and the last is Key
	Sorts map[string]string // other orders, by what the query's field sort says

	Filters []Filter // of those that records are gathered by, the first that is asked for leads
	Parts   []Part   // where the records' keys are, if that isn't one index
	Words   *Words   // what the query's field search looks into; nil: there is no such field
	Sums    *Sums    // what is kept of the numbers and sums of records; nil: they are counted
	Totals  []string // what is added up of all that is found, by columns of Sums
	Apart   []Apart  // what is added up, after Totals, of those alone that have something of their own
	Kept    Kept     // how many records there are, if something else keeps that
}

// Apart is a sum over those records that the condition, which leads to few, finds among all that is asked for.
type Apart struct{ Where, Of string }

// Kept is how many records there are of what the filters with Summed say: is has their values, "" for none.
type Kept func(tx *db.Tx, sc scope.Scope, is func(filter string) string) (int, error)

// Part is a table with keys of the list's records in an index by the list's order, which begins with the condition.
type Part struct{ Table, Where string }

// Filter narrows a list by a field of its query. In its condition each ? stands for the value, {today} for the day in
// the hotel, {now} for the instant and {user} for who asks.
type Filter struct {
	Name string // of the field
	Condition
	Of map[string]Condition // instead: for these values

	// Summed is the condition on the columns of Sums, whose Kinds they are: sums by it are kept. With Kept it is written,
	// too, to say that it is known how many there are.
	Summed string

	ids    string   // see Few
	sides  []string // see Sides
	end    end      // of a range; see From and To
	beyond []string // conditions of which exactly one holds for a record that isn't within the range
}

// Condition narrows a list.
type Condition struct {
	Where  string
	Leads  Lead
	Column string // of Gather; of Own, the column by which its index goes on, if there is one
}

// Lead is how a condition leads to records.
type Lead int

// The ways in which conditions lead.
const (
	Beside Lead = iota // not at all: it must choose no index, though one may begin with it
	Plain              // not at all: no index begins with it
	Own                // to a record's own few, or to what are always few: they are gathered
	Gather             // an index begins with its Column, in another order: what it finds is gathered if that isn't much
	Along              // an index begins with it and goes on in the list's order
	Narrow             // Along; what it finds is less than what days or the like find, so that it leads
)

// end is which end of a range a filter is.
type end int

const (
	none end = iota
	lower
	upper
)

// By is a filter with this condition.
func By(name string, leads Lead, where string) Filter {
	return Filter{Name: name, Condition: Condition{Where: where, Leads: leads}}
}

// Sides is a filter with conditions of which each begins an index in the list's order: what they find is merged.
func Sides(name string, conditions ...string) Filter {
	f := By(name, Narrow, strings.Join(conditions, " OR "))
	f.sides = conditions
	return f
}

// Few is a filter that selects the keys of a record's own few, as own_id, instead of a condition. They are put together
// anew ("|| ”"), so that SQLite finds them by the record, and not along an index that has them in an order.
func Few(name, ids string) Filter {
	f := By(name, Own, "")
	f.ids = ids
	return f
}

// GoesBy is a filter that leads to few by an index which goes on by the column.
func (f Filter) GoesBy(column string) Filter {
	f.Column = column
	return f
}

// Sum is the filter with its condition on the columns of Sums.
func (f Filter) Sum(condition string) Filter {
	f.Summed = condition
	return f
}

// From is the lower end of a range.
func From(name, column string) Filter {
	return Filter{Name: name, Condition: Condition{Where: column + " >= ?", Leads: Gather, Column: column}, end: lower,
		beyond: []string{column + " < ?"}}
}

// To is the upper end of a range. A column of days in which "" means that there is none begins after that.
func To(name, column string) Filter {
	return Filter{Name: name, Condition: Condition{Where: column + " <= ?", Leads: Gather, Column: column}, end: upper,
		beyond: []string{column + " > ?"}}
}

// Until is the upper end of a range that it doesn't belong to.
func Until(name, column string) Filter {
	f := To(name, column)
	f.Where, f.beyond = column+" < ?", []string{column + " >= ?"}
	return f
}

// And is the filter with another condition, which doesn't lead.
func (f Filter) And(where string) Filter {
	f.Where += " AND " + where
	return f
}

// Beyond is the filter with other conditions for what isn't within the range; exactly one holds for each such record.
func (f Filter) Beyond(conditions ...string) Filter {
	f.beyond = conditions
	return f
}

// List is a list of records R that are asked for by a query Q. The fields of Q name the filters by their tags: list, or
// else query or path. A paging.Query in it is no filter.
type List[Q, R any] struct {
	*Spec
	scan   func(db.Scanner) (R, error)
	fields []field // of Q: the filters in their order, then search and sort
	orders map[string]order
}

// field is a field of a query.
type field struct {
	name   string
	index  []int
	filter *Filter // nil for search and sort
}

const searchField, sortField = "search", "sort"

// New makes a list. It panics unless the fields of Q are the spec's filters, and search and sort if it has them.
func New[Q, R any](scan func(db.Scanner) (R, error), s Spec) *List[Q, R] {
	l := &List[Q, R]{Spec: &s, scan: scan, orders: map[string]order{"": orderOf(s.Order)}}
	for name, text := range s.Sorts {
		l.orders[name] = orderOf(text)
	}
	asked := map[string][]int{}
	fieldsOf(reflect.TypeFor[Q](), nil, asked)
	take := func(name string, filter *Filter) {
		if asked[name] == nil {
			panic(fmt.Sprintf("listing: the query for %s has no field %s", s.Table, name))
		}
		l.fields = append(l.fields, field{name, asked[name], filter})
		delete(asked, name)
	}
	for i := range s.Filters {
		take(s.Filters[i].Name, &s.Filters[i])
	}
	if s.Words != nil {
		take(searchField, nil)
	}
	if s.Sorts != nil {
		take(sortField, nil)
	}
	for name := range asked {
		panic(fmt.Sprintf("listing: the list of %s has no filter %s", s.Table, name))
	}
	return l
}

// fieldsOf notes where the query's fields are, by their names.
func fieldsOf(query reflect.Type, outer []int, into map[string][]int) {
	for i := range query.NumField() {
		f, index := query.Field(i), append(slices.Clone(outer), i)
		name := cmp.Or(f.Tag.Get("list"), f.Tag.Get("query"), f.Tag.Get("path"))
		switch {
		case name != "":
			into[name] = index
		case f.Anonymous && f.Type != reflect.TypeFor[paging.Query]():
			fieldsOf(f.Type, index, into)
		}
	}
}

// order is by what a list is sorted.
type order struct {
	text    string
	columns []string
	falls   bool // DESC
}

// places are values like those of the columns: instants are numbers, and all else is text.
func (o order) places() []any {
	like := make([]any, len(o.columns))
	for i, column := range o.columns {
		if like[i] = ""; isInstant(column) {
			like[i] = int64(0)
		}
	}
	return like
}

func isInstant(column string) bool { return strings.HasSuffix(column, "_at") }

func orderOf(text string) order {
	o := order{text: text}
	for i, column := range strings.Split(text, ", ") {
		column, falls := strings.CutSuffix(column, " DESC")
		if i > 0 && falls != o.falls {
			panic("listing: the order " + text + " has two directions")
		}
		o.columns, o.falls = append(o.columns, column), falls
	}
	return o
}
