package deskpaper

import (
	"fmt"
	"strings"

	"sarai/internal/paper/document"
	"sarai/internal/stay/booking"
)

// mostRequests is how many characters of a guest's requests a list shows.
const mostRequests = 300

// arrivals is the list of the bookings: those that are expected, then those that are here.
func arrivals(bookings []*booking.Booking, currency string) document.List {
	expected, here := document.ListGroup{Name: "Expected"}, document.ListGroup{Name: "Checked in"}
	rooms, guests := 0, 0
	for _, b := range bookings {
		adults, children := party(b)
		rooms, guests = rooms+len(present(b)), guests+adults+children
		group := &expected
		if b.Status == booking.CheckedIn {
			group = &here
		}
		group.Rows = append(group.Rows, row(b, currency))
	}
	list := document.List{Kind: document.ArrivalsList, Columns: []document.ListColumn{
		{Title: "Guest", Share: 26, Number: false}, {Title: "Rooms", Share: 20}, {Title: "Nights", Share: 8, Number: true},
		{Title: "Persons", Share: 9, Number: true}, {Title: "Expected", Share: 10},
		{Title: "Balance", Share: 14, Number: true}, {Title: "Requests", Share: 26}}}
	list.Summary = fmt.Sprintf("%s, %s, %s", counted(len(bookings), "booking"), counted(rooms, "room"),
		counted(guests, "person"))
	for _, group := range []document.ListGroup{expected, here} {
		if len(group.Rows) > 0 {
			list.Groups = append(list.Groups, group)
		}
	}
	return list
}

func row(b *booking.Booking, currency string) []string {
	requests := []rune(b.SpecialRequests)
	if len(requests) > mostRequests {
		requests = append(requests[:mostRequests], '…')
	}
	return []string{oneLine(b.GuestName) + "\n" + b.Code + " · " + b.GuestPhone, rooms(b), nights(b), persons(b),
		b.ExpectedArrival, b.BalanceDue().Grouped(currency), oneLine(string(requests))}
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// counted is "1 room", "2 rooms".
func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
