// Package ageing tells how old what is owed is: by companies to the hotel, and by the hotel to its vendors.
package ageing

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
)

// Ages are what is owed by how long it has been due.
type Ages struct {
	Current, To30, To60, To90, To120, Older money.Amount // Current is not due yet, Older more than 120 days
	Unapplied                               money.Amount // payments that are for no document yet
}

// Total is what is owed less what is unapplied.
func (a Ages) Total() money.Amount {
	return a.Current + a.To30 + a.To60 + a.To90 + a.To120 + a.Older - a.Unapplied
}

// Add adds what is due on a day, as it is at the end of asOf. Without a day it is unapplied, as a sum below zero.
func (a *Ages) Add(due, asOf date.Date, amount money.Amount) {
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
