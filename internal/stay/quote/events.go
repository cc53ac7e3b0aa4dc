package quote

import (
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

var (
	created = event.Define[wholeDetails]("quote.created", "quote", 1, "A quote was drafted.")

	updated = event.Define[updatedDetails]("quote.updated", "quote", 1, "A quote was changed.")

	sent = event.Define[sentDetails]("quote.sent", "quote", 1, "A quote was mailed.")

	accepted = event.Define[acceptedDetails]("quote.accepted", "quote", 1,
		"A quote was accepted; one with rooms became a booking.")

	declined = event.Define[declinedDetails]("quote.declined", "quote", 1, "A quote was declined.")

	expired = event.Define[expiredDetails]("quote.expired", "quote", 1, "The time of a quote is over.")

	deleted = event.Define[wholeDetails]("quote.deleted", "quote", 1, "The draft of a quote was deleted.")
)

type wholeDetails struct {
	Number string `json:"number" doc:"The quote's number" example:"QT-42"`
	Facts
}

// Facts are what events tell of a quote besides its number.
type Facts struct {
	GuestID     string       `json:"guestId" doc:"The guest; empty: none that is known"`
	GuestName   string       `json:"guestName" doc:"Whom it is for" example:"Asha Menon"`
	GuestEmail  string       `json:"guestEmail" doc:"The guest's address for mail" example:"asha@menon.example"`
	GuestPhone  string       `json:"guestPhone" doc:"The guest's phone number" example:"+91 98290 12345"`
	ValidUntil  date.Date    `json:"validUntil" doc:"The last day on which it can be accepted"`
	CheckIn     string       `json:"checkIn" doc:"The day of arrival; empty: it has no rooms" example:"2026-04-01"`
	CheckOut    string       `json:"checkOut" doc:"The day of departure; empty: it has no rooms" example:"2026-04-03"`
	MealPlan    string       `json:"mealPlan" doc:"Which meals are inside" example:"CP"`
	Notes       string       `json:"notes" doc:"What is noted about it" example:"With a view"`
	Rooms       string       `json:"rooms" doc:"In words, with commas between" example:"101 (Deluxe) at 5250"`
	Lines       string       `json:"lines" doc:"What else, in words, with commas between" example:"Taxi at 1200"`
	TotalAmount money.Number `json:"totalAmount" doc:"With tax" example:"11700"`
}

func (q Quote) eventFacts(sc scope.Scope) Facts {
	rooms, lines := make([]string, 0, len(q.Rooms)), make([]string, 0, len(q.Lines))
	for _, r := range q.Rooms {
		rooms = append(rooms, r.name()+" at "+string(r.Rate.Number(sc.Currency)))
	}
	for _, l := range q.Lines {
		lines = append(lines, l.Description+" at "+string(l.Total.Number(sc.Currency)))
	}
	return Facts{GuestID: q.GuestID, GuestName: q.GuestName, GuestEmail: q.GuestEmail, GuestPhone: q.GuestPhone,
		ValidUntil: q.ValidUntil, CheckIn: string(q.CheckIn), CheckOut: string(q.CheckOut), MealPlan: q.MealPlan,
		Notes: q.Notes, Rooms: strings.Join(rooms, ", "), Lines: strings.Join(lines, ", "),
		TotalAmount: q.Sum.Total.Number(sc.Currency)}
}

type updatedDetails struct {
	Number  string               `json:"number" doc:"The quote's number" example:"QT-42"`
	Changes event.Changes[Facts] `json:"changes" doc:"The fields that changed; none where it was saved as it was"`
}

type sentDetails struct {
	Number string `json:"number" doc:"The quote's number" example:"QT-42"`
	To     string `json:"to" doc:"The address" example:"asha@menon.example"`
}

type acceptedDetails struct {
	Number      string       `json:"number" doc:"The quote's number" example:"QT-42"`
	BookingID   string       `json:"bookingId" doc:"The booking; empty for a quote without rooms"`
	BookingCode string       `json:"bookingCode" doc:"The booking's code" example:"BK-42"`
	TotalAmount money.Number `json:"totalAmount" doc:"With tax" example:"11700"`

	DiscountAmount money.Number `json:"discountAmount,omitempty" doc:"Of the lines charged; left out: none" example:"50"`
}

// discount is what the lines of a quote that became a booking are less; "" if nothing.
func (q Quote) discount(currency string) money.Number {
	var sum money.Amount
	for _, l := range q.Lines {
		sum += l.Discount
	}
	if sum == 0 || q.BookingID == "" {
		return ""
	}
	return sum.Number(currency)
}

type declinedDetails struct {
	Number string `json:"number" doc:"The quote's number" example:"QT-42"`
	Reason string `json:"reason" doc:"Why" example:"Too dear"`
}

type expiredDetails struct {
	Number     string    `json:"number" doc:"The quote's number" example:"QT-42"`
	ValidUntil date.Date `json:"validUntil" doc:"The last day on which it could be accepted"`
}
