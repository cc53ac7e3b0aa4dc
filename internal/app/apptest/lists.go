package apptest

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"time"
)

// summedList is a list whose answers have totals of all that they find. Each of its filters is a field of its rows.
type summedList struct {
	path, day string
	filters   []string
	totals    []string
	add       func(row Object, totals map[string]int64) // nil: each total is a field
}

var summedLists = []summedList{
	{path: Invoices, day: "invoiceDate", filters: []string{"status"},
		totals: []string{"subtotal", "taxAmount", "totalAmount", "amountPaid", "amountCredited", "balanceDue"}},
	{path: "/api/credit-notes/{org}", day: "creditNoteDate", totals: []string{"subtotal", "taxAmount", "totalAmount"}},
	{path: "/api/expenses/{org}", day: "date", filters: []string{"vendorId", "category", "accountId"},
		totals: []string{"amount", "tax", "totalAmount"}},
	{path: Payments, day: "date", filters: []string{"type", "method", "accountId", "status"},
		totals: []string{"received", "refunded", "net"}, add: func(row Object, totals map[string]int64) {
			amount := Paise(row["amount"])
			switch {
			case row["type"] == "refund":
				totals["refunded"] += amount
				totals["net"] -= amount
			case row["status"] == "recorded":
				totals["received"] += amount
				totals["net"] += amount
			}
		}},
}

// ListsAddUp fails unless the totals of lists, between any days and by any filter, are those of the rows that match.
func ListsAddUp(t Reporter, c *Caller) {
	t.Helper()
	for _, l := range summedLists {
		rows := l.rows(c)
		days, kinds := boundaries(rows, l.day), l.kinds(rows)
		for n, from := range days {
			for m, to := range days {
				if to != "" && from > to {
					continue
				}
				l.check(t, c, rows, from, to, nil)
				l.check(t, c, rows, from, to, kinds[(n*len(days)+m)%len(kinds)])
			}
		}
		for _, kind := range kinds {
			l.check(t, c, rows, "", "", kind)
		}
	}
}

// rows are all rows of the list.
func (l summedList) rows(c *Caller) (rows []Object) {
	c.Server.T.Helper()
	for {
		page := c.Get(fmt.Sprintf("%s/list?limit=7&page=%d", l.path, len(rows)/7+1)).Want(200).List("data")
		for _, row := range page {
			rows = append(rows, row.(map[string]any))
		}
		if len(page) < 7 {
			return rows
		}
	}
}

// kinds are what the list can be narrowed to beside days: filters with the values that rows have, and first none.
func (l summedList) kinds(rows []Object) []Object {
	kinds := []Object{nil}
	for _, filter := range l.filters {
		values := map[string]bool{}
		for _, row := range rows {
			values[row[filter].(string)] = true
		}
		delete(values, "")
		for _, value := range slices.Sorted(maps.Keys(values)) {
			kinds = append(kinds, Object{filter: value})
		}
	}
	return kinds
}

// boundaries are days that the rows have, the first and the last of their months, those beside them, and none.
func boundaries(rows []Object, field string) []string {
	found := map[string]bool{"": true}
	for _, row := range rows {
		day, err := time.Parse(time.DateOnly, row[field].(string))
		if err != nil {
			continue // a draft
		}
		first := day.AddDate(0, 0, 1-day.Day())
		for _, d := range []time.Time{day, first.AddDate(0, 0, -1), first, first.AddDate(0, 1, -1)} {
			found[d.Format(time.DateOnly)] = true
		}
	}
	days := slices.Sorted(maps.Keys(found))
	if len(days) > 12 { // the middle of long spans is like its neighbours
		days = slices.Concat(days[:6], days[len(days)-6:])
	}
	return days
}

// check asks for what is between the days and of the kind, and compares the answer with the rows.
func (l summedList) check(t Reporter, c *Caller, rows []Object, from, to string, kind Object) {
	t.Helper()
	want, number := map[string]int64{}, 0
	for _, row := range rows {
		if !l.matches(row, from, to, kind) {
			continue
		}
		number++
		if l.add != nil {
			l.add(row, want)
			continue
		}
		for _, total := range l.totals {
			want[total] += Paise(row[total])
		}
	}
	query := url.Values{"limit": {"1"}}
	for name, value := range kind.Merged(Object{"from": from, "to": to}) {
		if value != "" {
			query.Set(name, value.(string))
		}
	}
	a := c.Get(l.path + "/list?" + query.Encode()).Want(200)
	if found := int(a.Number("pagination", "total")); found != number {
		t.Errorf("%s finds %d, want %d", a.Path, found, number)
	}
	for _, total := range l.totals {
		if got := Paise(a.At("totals", total)); got != want[total] {
			t.Errorf("%s: %s is %d, want %d of %d rows", a.Path, total, got, want[total], number)
		}
	}
}

func (l summedList) matches(row Object, from, to string, kind Object) bool {
	day := row[l.day].(string)
	if (from != "" || to != "") && day == "" || from != "" && day < from || to != "" && day > to {
		return false
	}
	for filter, value := range kind {
		if row[filter] != value {
			return false
		}
	}
	return true
}
