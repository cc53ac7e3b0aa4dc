package booking

import (
	"cmp"
	"fmt"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/property/room"
	"sarai/internal/record/may"
	"sarai/internal/stay/folio"
	"sarai/internal/stay/lodging"
	"sarai/internal/stay/offer"
)

// Request is what is asked for when rooms are booked.
type Request struct {
	GuestID    string // "": a guest record is made
	GuestName  string
	GuestEmail string // may be empty
	GuestPhone string

	CheckIn, CheckOut date.Date
	DayUse            bool // the daytime of CheckIn, which is CheckOut then
	Rooms             []RoomRequest
	Details           // with Source or MealPlan "": the default

	Total         *money.Amount // spread over the nights; nil: what they cost together
	Advance       money.Amount  // taken now; recorded as a payment
	PaymentMethod string        // of the advance; "" is cash
	// PaymentReference is the advance's, such as that of a UPI transfer.
	PaymentReference string
	ExpectedArrival  string // HH:mm; "" is not known
	// PricesIncludeTax is how the price was agreed; nil: as the books say of new bookings.
	PricesIncludeTax *bool
	CompanyID        string         // "": none
	HoldID           string         // whose nights it takes, and without Rooms its rooms; "": none
	WaitlistID       string         // the entry of the waitlist that it is for; "": none
	GroupID          string         // the group that it is to belong to; "": none
	GroupRef         string         // what the group's rooming list calls it
	PickedUp         bool           // the caller has taken its rooms from the block already (allotment.PickUp)
	Routing          *folio.Routing // its own rules; nil: those of its group
	groups           folio.Routing  // the rules of its group
	Try              string         // a room that seems free for its one room of a category (inventory.FreeRooms)
	Services         []offer.Added
	Overbook         bool // although no room of the category is free; it needs bookings.manage
	Force            bool // against what the hotel's settings refuse; it needs bookings.manage
}

// RoomRequest is a room that is to be part of a booking.
type RoomRequest struct {
	OfferToken       string         // says category and party, and the prices unless there are Rates
	RoomID           string         // "": any of the category
	CategoryID       string         // "": just the room
	Rate             *money.Amount  // a night; nil: the room's own
	Rates            []lodging.Rate // of each night; nil: all cost Rate
	Adults, Children int
	Sold             *lodging.Sold // what an offer promised; nil: there is none
	Field            string        // its place in the request, for messages: "" or such as "rooms[2]."
	Services         []offer.Added // that its offer has promised
}

// check refuses what is wrong with the request's own values, and what its caller may not ask for.
func (r Request) check(sc scope.Scope) error {
	var fields errs.Fields
	if r.checkFields(&fields); len(fields) > 0 {
		return fields.Err()
	}
	if r.Overbook && !sc.Permissions.Has(may.Bookings, scope.Manage) {
		return errs.Forbidden("Your role does not allow overbook: it needs the permission bookings.manage.")
	}
	return nil
}

func (r Request) checkFields(fields *errs.Fields) {
	lodging.CheckStay(fields, r.CheckIn, r.CheckOut, r.DayUse, len(r.Rooms))
	contact.CheckEmail(fields, "guestEmail", r.GuestEmail)
	contact.CheckPhone(fields, "guestPhone", r.GuestPhone)
}

// roomIDs are those of the rooms that the request names.
func (r Request) roomIDs() []string {
	ids := make([]string, 0, len(r.Rooms))
	for _, w := range r.Rooms {
		if w.RoomID != "" {
			ids = append(ids, w.RoomID)
		}
	}
	return ids
}

// anyRoom tells whether any room of the category is asked for.
func (r RoomRequest) anyRoom() bool { return r.RoomID == "" && r.CategoryID != "" }

// unusable says what is wrong with a room that was asked for; "" is nothing.
func unusable(found room.Room, known bool) string {
	switch {
	case !known:
		return "must be the id of one of the hotel's rooms"
	case !found.Active:
		return fmt.Sprintf("names room %s, which is not in use", found.Number)
	}
	return ""
}

// room is the found room as it joins a booking. It adds to fields what is wrong with its rates.
func (r RoomRequest) room(fields *errs.Fields, found room.Room, position int, from, to date.Date) lodging.Room {
	joins := lodging.Room{Position: position, EntryID: id.New(), RoomID: found.ID, CategoryID: r.CategoryID,
		Locked: found.ID != "" && r.CategoryID == "", Number: found.Number, Type: found.Category, Rate: found.Rate,
		Adults: r.Adults, Children: r.Children, Sold: r.Sold, DayUse: from == to}
	if joins.DayUse && found.ID == "" {
		fields.Add(r.Field+"roomId", "is required for a day use, which has a room from the start")
	}
	if r.Rate != nil {
		joins.Rate = *r.Rate
	}
	joins = joins.Priced(from, to)
	if r.Rates != nil {
		joins.PriceNights(fields, r.Field+"rates", r.Rates)
	}
	return joins
}

// unpromised counts by category the rooms that are asked for without an offer.
func (r Request) unpromised(known []room.Room) map[string]int {
	categories, number := map[string]string{}, map[string]int{}
	for _, found := range known {
		categories[found.ID] = found.CategoryID
	}
	for _, w := range r.Rooms {
		if category := cmp.Or(categories[w.RoomID], w.CategoryID); category != "" && w.OfferToken == "" {
			number[category]++
		}
	}
	return number
}
