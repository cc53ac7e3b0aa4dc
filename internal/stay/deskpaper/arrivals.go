package deskpaper

import (
	"strings"

	"sarai/internal/country/words"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/document"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/registration"
)

// mostRequests is how many characters of a guest's requests a list shows.
const mostRequests = 300

// arrivals is the list of the bookings: those of which somebody is expected, then those that are here.
func arrivals(bookings []*booking.Booking, sc scope.Scope) document.List {
	language := words.Of(sc)
	expected := document.ListGroup{Name: language.Sense("Expected", "guests")}
	here := document.ListGroup{Name: language.Say("Checked in")}
	rooms, guests := 0, 0
	for _, b := range bookings {
		adults, children := registration.Party(b)
		rooms, guests = rooms+len(registration.Present(b)), guests+adults+children
		group := &expected
		if b.Status == booking.CheckedIn && len(b.Expected()) == 0 {
			group = &here
		}
		group.Rows = append(group.Rows, row(b, sc))
	}
	list := document.List{Kind: document.ArrivalsList, Columns: []document.ListColumn{
		{Title: "Guest", Share: 26, Number: false}, {Title: "Rooms", Share: 20}, {Title: "Nights", Share: 8, Number: true},
		{Title: "Persons", Share: 9, Number: true}, {Title: "Expected", Share: 10},
		{Title: "Balance", Share: 14, Number: true}, {Title: "Requests", Share: 26}}}
	list.Summary = strings.Join([]string{language.Count(len(bookings), "1 booking", "%d bookings"),
		language.Count(rooms, "1 room", "%d rooms"), language.Count(guests, "1 person", "%d persons")}, ", ")
	for _, group := range []document.ListGroup{expected, here} {
		if len(group.Rows) > 0 {
			list.Groups = append(list.Groups, group)
		}
	}
	return list
}

func row(b *booking.Booking, sc scope.Scope) []string {
	requests := []rune(b.SpecialRequests)
	if len(requests) > mostRequests {
		requests = append(requests[:mostRequests], '…')
	}
	return []string{oneLine(b.GuestName) + "\n" + b.Code + " · " + b.GuestPhone, registration.Rooms(b, words.Of(sc)),
		registration.Nights(b, words.Of(sc)), registration.Persons(b),
		b.ExpectedArrival, b.BalanceDue().Grouped(sc.Currency), oneLine(string(requests))}
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
