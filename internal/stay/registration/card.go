package registration

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"sarai/internal/country"
	"sarai/internal/country/packs"
	"sarai/internal/country/words"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/document"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/lodging"
)

// sections are what a registration card asks for: what is known, and places for the rest.
func (c sheet) sections(sc scope.Scope) []document.CardSection {
	law, language, b, g := packs.Of(sc.Country).Registration, words.Of(sc), c.booking, c.guest
	phone, email := g.Phone, g.Email
	if c.person.OfBooking(b) {
		phone, email = b.GuestPhone, cmp.Or(b.GuestEmail, g.Email)
	}
	return []document.CardSection{
		{Name: "GUEST", Fields: []document.CardField{
			{Name: "Name", Value: c.person.Name, Sixths: 4}, {Name: "Phone", Value: phone, Sixths: 2},
			{Name: "E-mail", Value: email, Sixths: 3}, {Name: "Company", Value: g.Company, Sixths: 3},
			{Name: "Address", Value: g.Address.OneLine(), Sixths: 6},
			{Name: "Nationality", Value: g.Nationality, Sixths: 2},
			{Name: "Date of birth", Value: language.Day(g.DateOfBirth), Sixths: 1},
			{Name: "Identity document", Value: g.IDType, Sixths: 2},
			{Name: "Number", Value: g.IDNumber.Masked(), Sixths: 1}}},
		{Name: "STAY", Fields: append([]document.CardField{
			{Name: "Arrival", Value: arrival(b, sc), Sixths: 2},
			{Name: "Departure", Value: departure(b, c.organization, language), Sixths: 2},
			{Name: "Nights", Value: Nights(b, language), Sixths: 1}, {Name: "Persons", Value: c.persons(), Sixths: 1},
			{Name: "Rooms", Value: c.rooms(language), Sixths: 4}, {Name: "Meals", Value: b.MealPlan, Sixths: 2}},
			prices(b, sc)...)},
		{Name: "TO BE COMPLETED BY THE GUEST", Fields: append(asked(law.Asked, c.answers()), document.CardField{
			Name: "Arriving by", Value: strings.TrimSpace(b.TransportMode + " " + b.TransportDetails), Sixths: 2})},
		{Name: law.Whom, Fields: asked(law.Abroad, c.abroad(language))},
	}
}

// answers are what the guest has said, by the names of the law's questions.
func (c sheet) answers() map[string]string {
	a := c.card.Answers
	return map[string]string{"Arriving from": a.ComingFrom, "Going to": a.GoingTo, "Purpose of the visit": a.Purpose,
		"Vehicle number": a.Vehicle}
}

// abroad is what is known of a guest from abroad, by the names of the law's questions; numbers are masked.
func (c sheet) abroad(language words.Language) map[string]string {
	t := c.travel
	return map[string]string{
		"Passport: number, issued at, valid until": listed(t.PassportNumber.Masked(), t.PassportPlace,
			language.Day(t.PassportExpires)),
		"Visa: number, type, valid until": listed(t.VisaNumber.Masked(), t.VisaType, language.Day(t.VisaExpires)),
		"Phone at home":                   t.HomePhone}
}

// listed are the texts that aren't empty.
func listed(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(text string) bool { return text == "" }), ", ")
}

// asked are the questions of the law, as fields that the guest fills in where nothing is known.
func asked(questions []country.Question, known map[string]string) []document.CardField {
	fields := make([]document.CardField, len(questions))
	for i, q := range questions {
		fields[i] = document.CardField{Name: q.Name, Value: known[q.Name], Sixths: q.Sixths}
	}
	return fields
}

// Terms are what the guest signs.
func Terms(o organization.Organization, language words.Language) string {
	return language.Say(agreed, o.DefaultCheckOut) + " " + language.Say(packs.Of(o.Country).Registration.Law)
}

const agreed = "What is stated above is right. I agree to pay for the stay and for whatever else is charged to my " +
	"rooms, to keep to the rules of the house, and to leave the rooms by %s on the day of departure."

func arrival(b *booking.Booking, sc scope.Scope) string {
	language := words.Of(sc)
	switch {
	case b.ArrivedAt != nil:
		return language.Moment(time.UnixMilli(*b.ArrivedAt).In(sc.Zone))
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

// Nights says how long the stay is.
func Nights(b *booking.Booking, language words.Language) string {
	if b.DayUse() {
		return language.Say("Day use")
	}
	return fmt.Sprint(b.CheckIn.DaysUntil(b.CheckOut))
}

// Party counts the people of the booking's rooms, but those that its party moves on to.
func Party(b *booking.Booking) (adults, children int) {
	for _, r := range Present(b) {
		adults, children = adults+r.Adults, children+r.Children
	}
	return adults, children
}

// Present are the rooms of the stay without those of a move: each party counts once.
func Present(b *booking.Booking) (list []*lodging.Room) {
	for _, r := range b.Shown() {
		if r.Released != lodging.Moved {
			list = append(list, r)
		}
	}
	return list
}

// Persons are those of all rooms: adults, and children after a plus.
func Persons(b *booking.Booking) string {
	adults, children := Party(b)
	if children > 0 {
		return fmt.Sprintf("%d + %d", adults, children)
	}
	return fmt.Sprint(adults)
}

// Rooms names the rooms with their categories.
func Rooms(b *booking.Booking, language words.Language) string {
	var names []string
	for _, r := range Present(b) {
		names = append(names, roomName(r, language))
	}
	return strings.Join(names, ", ")
}

func roomName(r *lodging.Room, language words.Language) string {
	if r.Assigned() {
		return strings.TrimSpace(r.Number + " " + r.Type)
	}
	return language.Say("%s (to be assigned)", r.Type)
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
	for i, r := range Present(b) {
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
