package deskpaper

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"sarai/internal/country"
	"sarai/internal/country/packs"
	"sarai/internal/country/words"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/document"
	"sarai/internal/property/guest"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/lodging"
)

// sections are what a registration card asks for: what is known, and places for the rest.
func sections(b *booking.Booking, g guest.Guest, o organization.Organization, sc scope.Scope) []document.CardSection {
	law, language := packs.Of(sc.Country).Registration, words.Of(sc)
	return []document.CardSection{
		{Name: "GUEST", Fields: []document.CardField{
			{Name: "Name", Value: b.GuestName, Sixths: 4}, {Name: "Phone", Value: b.GuestPhone, Sixths: 2},
			{Name: "E-mail", Value: cmp.Or(b.GuestEmail, g.Email), Sixths: 3},
			{Name: "Company", Value: g.Company, Sixths: 3},
			{Name: "Address", Value: address(g.Address), Sixths: 6},
			{Name: "Nationality", Value: g.Nationality, Sixths: 2},
			{Name: "Date of birth", Value: language.Day(g.DateOfBirth), Sixths: 1},
			{Name: "Identity document", Value: g.IDType, Sixths: 2}, {Name: "Number", Value: idNumber(g), Sixths: 1}}},
		{Name: "STAY", Fields: append([]document.CardField{
			{Name: "Arrival", Value: arrival(b, sc), Sixths: 2},
			{Name: "Departure", Value: departure(b, o, language), Sixths: 2},
			{Name: "Nights", Value: nights(b, language), Sixths: 1}, {Name: "Persons", Value: persons(b), Sixths: 1},
			{Name: "Rooms", Value: rooms(b, language), Sixths: 4}, {Name: "Meals", Value: b.MealPlan, Sixths: 2}},
			prices(b, sc)...)},
		{Name: "TO BE COMPLETED BY THE GUEST", Fields: append(asked(law.Asked), document.CardField{
			Name: "Arriving by", Value: strings.TrimSpace(b.TransportMode + " " + b.TransportDetails), Sixths: 2})},
		{Name: law.Whom, Fields: asked(law.Abroad)},
	}
}

// asked are the questions of the law, as fields that the guest fills in.
func asked(questions []country.Question) []document.CardField {
	fields := make([]document.CardField, len(questions))
	for i, q := range questions {
		fields[i] = document.CardField{Name: q.Name, Sixths: q.Sixths}
	}
	return fields
}

// terms are what the guest signs.
func terms(o organization.Organization) string {
	return o.Language.Say(agreed, o.DefaultCheckOut) + " " + o.Language.Say(packs.Of(o.Country).Registration.Law)
}

const agreed = "What is stated above is right. I agree to pay for the stay and for whatever else is charged to my " +
	"rooms, to keep to the rules of the house, and to leave the rooms by %s on the day of departure."

func address(a contact.Address) string {
	var parts []string
	place := strings.TrimSpace(a.City + " " + a.Pincode)
	for _, part := range []string{a.Line1, a.Line2, place, a.State, a.Country} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
}

// idNumber is at most the last four characters.
func idNumber(g guest.Guest) string { return g.IDNumber.Masked() }

func arrival(b *booking.Booking, sc scope.Scope) string {
	language := words.Of(sc)
	switch {
	case b.ArrivedAt != nil:
		return clockTime(time.UnixMilli(*b.ArrivedAt), sc)
	case b.ExpectedArrival != "":
		return language.Say("%s, expected %s", language.Day(b.CheckIn), b.ExpectedArrival)
	}
	return language.Day(b.CheckIn)
}

func departure(b *booking.Booking, o organization.Organization, language words.Language) string {
	if b.DayUse() {
		return language.Day(b.CheckOut)
	}
	return language.Say("%s, by %s", language.Day(b.CheckOut), o.DefaultCheckOut)
}

func nights(b *booking.Booking, language words.Language) string {
	if b.DayUse() {
		return language.Say("Day use")
	}
	return fmt.Sprint(b.CheckIn.DaysUntil(b.CheckOut))
}

// party counts the people of the booking's rooms, but those that its party moves on to.
func party(b *booking.Booking) (adults, children int) {
	for _, r := range present(b) {
		adults, children = adults+r.Adults, children+r.Children
	}
	return adults, children
}

// present are the rooms of the stay without those of a move: each party counts once.
func present(b *booking.Booking) (list []*lodging.Room) {
	for _, r := range b.Shown() {
		if r.Released != lodging.Moved {
			list = append(list, r)
		}
	}
	return list
}

func persons(b *booking.Booking) string {
	adults, children := party(b)
	if children > 0 {
		return fmt.Sprintf("%d + %d", adults, children)
	}
	return fmt.Sprint(adults)
}

// rooms names the rooms with their categories.
func rooms(b *booking.Booking, language words.Language) string {
	var names []string
	for _, r := range present(b) {
		if r.Assigned() {
			names = append(names, strings.TrimSpace(r.Number+" "+r.Type))
		} else {
			names = append(names, language.Say("%s (to be assigned)", r.Type))
		}
	}
	return strings.Join(names, ", ")
}

// prices are what the stay costs.
func prices(b *booking.Booking, sc scope.Scope) []document.CardField {
	currency := sc.Currency
	return []document.CardField{{Name: "Rate a night", Value: rate(b, sc), Sixths: 2},
		{Name: "Total with tax", Value: b.Gross().Text(currency), Sixths: 1},
		{Name: "Paid", Value: (b.Paid - b.Refunded).Text(currency), Sixths: 1},
		{Name: "Balance due", Value: b.BalanceDue().Text(currency), Sixths: 2}}
}

// rate is what a room costs a night: from the cheapest to the dearest.
func rate(b *booking.Booking, sc scope.Scope) string {
	var least, most money.Amount
	for i, r := range present(b) {
		if i == 0 {
			least, most = r.Rate, r.Rate
		}
		least, most = min(least, r.Rate), max(most, r.Rate)
	}
	text := least.Text(sc.Currency)
	if most > least {
		text += " – " + most.Text(sc.Currency)
	}
	if !b.PricesIncludeTax {
		return words.Of(sc).Say("%s, plus tax", text)
	}
	return text
}
