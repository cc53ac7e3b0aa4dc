package accrual

import (
	"context"
	"maps"
	"slices"

	"sarai/internal/books/ledger"
	"sarai/internal/books/profit"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/money"
	"sarai/internal/kit/paging"
	"sarai/internal/kit/scope"
	"sarai/internal/record/listing"
	"sarai/internal/stay/nightaudit"
)

// Service tells what is unbilled.
type Service struct{ db *db.DB }

// New makes the service.
func New(d *db.DB) *Service { return &Service{db: d} }

// Close posts what the day has earned and what was invoiced on it, before it is closed, and so for open days before it:
// the first day that is ever closed closes these, too.
func Close(books ledger.Locked, sc scope.Scope, last date.Date) error {
	tx, first := books.Tx(), books.Days.FirstOpen()
	var postings []ledger.Posting
	accrued, err := firstAccrued(tx, sc)
	if err != nil {
		return err
	}
	if accrued == "" && first != "" {
		before, err := until(tx, sc, first.AddDays(-1))
		if err != nil {
			return err
		}
		if before.unbilled() != 0 {
			postings = append(postings, day{first, before}.opening())
		}
	}
	days, err := byDay(tx, sc, first, last)
	if err != nil {
		return err
	}
	for _, d := range days {
		postings = append(postings, d.posting())
	}
	for _, p := range postings {
		if err := ledger.Post(books, sc, p); err != nil {
			return err
		}
	}
	return keep(tx, sc, last)
}

// Earned is what the days [from, to] have earned: what folios charge on them, closed or not, and the direct revenue.
// Days after today have earned nothing, though nights that were invoiced in advance are on folios already.
func Earned(tx *db.Tx, sc scope.Scope, from, to date.Date) (e profit.Earned, err error) {
	if e.Rooms, e.Other, err = nightaudit.Revenue(tx, sc, from, min(to, sc.Today(tx.Now))); err != nil {
		return e, err
	}
	direct, err := Direct(tx, sc, from, to)
	for _, earned := range direct {
		e.Direct += earned
	}
	return e, err
}

// list is what was unbilled after a day.
type list struct {
	day      date.Date // "" if nothing was accrued by then
	total    moved
	page     listing.Page[folio]
	bookings map[string]booking // of the page, by id
}

// oldestFirst are the folios by their bookings.
var oldestFirst = listing.Held[folio]{Name: "unbilled",
	Place: func(f folio) []any { return []any{f.bookingID} }}

// unbilled lists what was unbilled after the day, or after the last closed one if that is earlier or the day is empty.
func (s *Service) unbilled(ctx context.Context, sc scope.Scope, asked date.Date, paging paging.Query) (list, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (l list, err error) {
		if l.day, err = chosenDay(tx, sc, asked); err != nil {
			return l, err
		}
		var folios []folio
		if l.day != "" {
			if folios, err = byFolio(tx, sc, l.day); err != nil {
				return l, err
			}
		}
		l.total = total(folios)
		if l.page, err = oldestFirst.Page(sc, asked, folios, paging); err != nil {
			return l, err
		}
		ids := make([]string, len(l.page.Records))
		for n, f := range l.page.Records {
			ids[n] = f.bookingID
		}
		l.bookings, err = bookingsOf(tx, sc, ids)
		return l, err
	})
}

// chosenDay is the closed day to list; "" if nothing was accrued by then.
func chosenDay(tx *db.Tx, sc scope.Scope, asked date.Date) (date.Date, error) {
	_, last, err := nightaudit.ClosedDays(tx, sc)
	if err != nil {
		return "", err
	}
	if asked != "" {
		last = min(asked, last)
	}
	first, err := firstAccrued(tx, sc)
	if first == "" || last < first {
		last = ""
	}
	return last, err
}

// Left is what a stay that has ended has earned and no invoice has.
type Left struct {
	BookingID, Code, Guest string
	CheckOut               date.Date
	Unbilled               money.Amount // without tax; below zero where more is invoiced than earned
}

// LeftUnbilled are the stays that had ended by the day with something unbilled at its end, the oldest booking first.
func LeftUnbilled(tx *db.Tx, sc scope.Scope, day date.Date) (left []Left, err error) {
	amounts, err := unbilledAfter(tx, sc, day)
	if err != nil {
		return nil, err
	}
	ids := slices.Sorted(maps.Keys(amounts))
	bookings, err := bookingsOf(tx, sc, ids)
	for _, id := range ids {
		if b := bookings[id]; b.checkOut <= day && b.status != "checked-in" {
			left = append(left, Left{b.id, b.code, b.guest, b.checkOut, amounts[id]})
		}
	}
	return left, err
}
