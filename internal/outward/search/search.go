package search

import (
	"cmp"
	"slices"

	"sarai/internal/billing/invoice"
	"sarai/internal/kit/date"
	"sarai/internal/property/company"
	"sarai/internal/property/guest"
	"sarai/internal/property/room"
	"sarai/internal/record/wordindex"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/group"
)

// mostOfAKind is how many records of a kind an answer has.
const mostOfAKind = 8

// visitor is a guest with the check-in date of the last stay that has begun; "" for none.
type visitor struct {
	guest.Guest
	lastStay date.Date
}

// found is what a search found; nil is a kind that the caller may not view. Records have only what the views show.
type found struct {
	guests    []visitor
	companies []company.Company
	bookings  []*booking.Booking
	groups    []group.Group
	rooms     []room.Room
	invoices  []invoice.Invoice
}

// best are the records that the query finds, the best first: those with more of its words whole, then as order says.
func best[T any](q wordindex.Query, records []T, words func(T) wordindex.Words, order func(a, b T) int) []T {
	whole := map[int]int{} // by the place in records
	places := []int{}
	for i, record := range records {
		if number, matches := q.Matches(words(record)); matches {
			whole[i] = number
			places = append(places, i)
		}
	}
	slices.SortStableFunc(places, func(a, b int) int {
		return cmp.Or(cmp.Compare(whole[b], whole[a]), order(records[a], records[b]))
	})
	list := []T{}
	for _, i := range places[:min(mostOfAKind, len(places))] {
		list = append(list, records[i])
	}
	return list
}

// statusOrder is in which order bookings are of interest.
var statusOrder = []string{booking.CheckedIn, booking.Confirmed, booking.CheckedOut, booking.Cancelled}

// bookingOrder puts what the front desk deals with first, and what is nearest to today.
func bookingOrder(a, b *booking.Booking) int {
	away := func(b *booking.Booking) int { return max(b.Today.DaysUntil(b.CheckIn), b.CheckIn.DaysUntil(b.Today)) }
	return cmp.Or(cmp.Compare(slices.Index(statusOrder, a.Status), slices.Index(statusOrder, b.Status)),
		cmp.Compare(away(a), away(b)), cmp.Compare(b.CreatedAt, a.CreatedAt), cmp.Compare(b.ID, a.ID))
}

// groupOrder puts the groups that arrive last first: those to come, then the latest of the past.
func groupOrder(a, b group.Group) int {
	return cmp.Or(cmp.Compare(b.CheckIn, a.CheckIn), cmp.Compare(b.ID, a.ID))
}

// latest puts what was changed last first.
func latest(changedA, changedB int64, a, b string) int {
	return cmp.Or(cmp.Compare(changedB, changedA), cmp.Compare(b, a))
}

func guestOrder(a, b guest.Guest) int       { return latest(a.UpdatedAt, b.UpdatedAt, a.ID, b.ID) }
func companyOrder(a, b company.Company) int { return latest(a.UpdatedAt, b.UpdatedAt, a.ID, b.ID) }
func invoiceOrder(a, b invoice.Invoice) int { return latest(a.UpdatedAt, b.UpdatedAt, a.ID, b.ID) }

func roomWords(r room.Room) (words wordindex.Words) {
	words.Number(r.Number)
	words.Text(r.Number)
	words.Text(r.Category)
	return words
}

// asListed keeps the order of the rooms' list, by number.
func asListed(room.Room, room.Room) int { return 0 }
