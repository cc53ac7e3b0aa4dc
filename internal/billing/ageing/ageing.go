// Package ageing tells how old what is owed is: by companies to the hotel, and by the hotel to its vendors.
package ageing

import (
	"cmp"
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/money"
)

// Due is what of a company's or a vendor's account is due on a day. If the day is "", it is paid for no document yet,
// as a sum below zero.
type Due struct {
	ID     string // the company's or the vendor's
	Day    date.Date
	Amount money.Amount
}

// ScanDue reads an id, a day and an amount.
func ScanDue(row db.Scanner) (d Due, err error) { return d, row.Scan(&d.ID, &d.Day, &d.Amount) }

// Aged is what one company or vendor has due.
type Aged struct {
	ID, Name string
	Ages
}

// Of adds up what is due by company or vendor, as it is at the end of asOf, in the order of their names.
func Of(dues []Due, asOf date.Date, names map[string]string) (list []Aged) {
	at := map[string]int{}
	for _, d := range dues {
		n, known := at[d.ID]
		if !known {
			n = len(list)
			at[d.ID], list = n, append(list, Aged{ID: d.ID, Name: names[d.ID]})
		}
		list[n].add(d.Day, asOf, d.Amount)
	}
	list = slices.DeleteFunc(list, func(a Aged) bool { return a.Ages == Ages{} })
	slices.SortFunc(list, func(a, b Aged) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID)) })
	return list
}

// Ages are what is owed by how long it has been due.
type Ages struct {
	Current, To30, To60, To90, To120, Older money.Amount // Current is not due yet, Older more than 120 days
	Unapplied                               money.Amount // payments that are for no document yet
}

// Total is what is owed less what is unapplied.
func (a Ages) Total() money.Amount {
	return a.Current + a.To30 + a.To60 + a.To90 + a.To120 + a.Older - a.Unapplied
}

// add adds what is due on a day, as it is at the end of asOf. Without a day it is unapplied, as a sum below zero.
func (a *Ages) add(due, asOf date.Date, amount money.Amount) {
	switch days := due.DaysUntil(asOf); {
	case due == "":
		a.Unapplied -= amount
	case days <= 0:
		a.Current += amount
	case days <= 30:
		a.To30 += amount
	case days <= 60:
		a.To60 += amount
	case days <= 90:
		a.To90 += amount
	case days <= 120:
		a.To120 += amount
	default:
		a.Older += amount
	}
}

// Plus adds those of somebody else.
func (a *Ages) Plus(b Ages) {
	a.Current, a.To30, a.To60, a.To90 = a.Current+b.Current, a.To30+b.To30, a.To60+b.To60, a.To90+b.To90
	a.To120, a.Older, a.Unapplied = a.To120+b.To120, a.Older+b.Older, a.Unapplied+b.Unapplied
}
