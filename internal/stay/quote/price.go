package quote

import (
	"fmt"
	"strings"

	"sarai/internal/books/tax"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/property/room"
	"sarai/internal/stay/folio"
	"sarai/internal/stay/lodging"
)

const (
	maxNights = 365
	maxRooms  = 100 // of one booking
	validDays = 14  // unless the request says otherwise
)

// check finds what is wrong with the quote's own values, and completes them. Amounts are checked when it is priced. The
// address that it had before stays.
func (q *Quote) check(fields *errs.Fields, emailBefore string, today date.Date) {
	if q.GuestName == "" {
		fields.Add("guestName", "must not be empty")
	}
	contact.CheckNewEmail(fields, "guestEmail", emailBefore, q.GuestEmail)
	contact.CheckPhone(fields, "guestPhone", q.GuestPhone)
	q.checkStay(fields, today)
	if q.ValidUntil == "" {
		if q.ValidUntil = today.AddDays(validDays); q.CheckIn != "" {
			q.ValidUntil = min(q.ValidUntil, q.CheckIn)
		}
		return
	}
	switch _, err := date.Parse(string(q.ValidUntil)); {
	case err != nil:
		fields.Add("validUntil", "%s", err)
	case q.ValidUntil < today:
		fields.Add("validUntil", "must not be before today (%s)", today.Short())
	case q.CheckIn != "" && q.ValidUntil > q.CheckIn:
		fields.Add("validUntil", "must not be after checkIn (%s)", q.CheckIn.Short())
	}
}

// checkStay finds what is wrong with the dates, which go with rooms and with nothing else.
func (q *Quote) checkStay(fields *errs.Fields, today date.Date) {
	if len(q.Rooms) == 0 && q.CheckIn == "" && q.CheckOut == "" {
		if len(q.Lines) == 0 {
			fields.Add("rooms", "must have at least one entry, unless there are lines")
		}
		return
	}
	if len(q.Rooms) == 0 {
		fields.Add("rooms", "must have at least one entry for a stay")
	}
	_, badIn := date.Parse(string(q.CheckIn))
	_, badOut := date.Parse(string(q.CheckOut))
	switch {
	case badIn != nil:
		fields.Add("checkIn", "%s", badIn)
	case q.CheckIn < today:
		fields.Add("checkIn", "must not be before today (%s)", today.Short())
	}
	switch {
	case badOut != nil:
		fields.Add("checkOut", "%s", badOut)
	case badIn != nil:
	case q.CheckOut <= q.CheckIn:
		fields.Add("checkOut", "must be after checkIn")
	case q.nights() > maxNights:
		fields.Add("checkOut", "must be at most %d nights after checkIn (this stay has %d)", maxNights, q.nights())
	}
}

// describe gives the rooms the hotel's own numbers and categories.
func (s *Service) describe(tx *db.Tx, sc scope.Scope, q *Quote, fields *errs.Fields) error {
	if len(q.Rooms) == 0 {
		return nil
	}
	all, err := s.rooms.All(tx, sc)
	if err != nil {
		return err
	}
	named, number := map[string]bool{}, 0
	for i := range q.Rooms {
		r, place := &q.Rooms[i], fmt.Sprintf("rooms[%d].", i)
		number += r.Count
		if r.RoomID == "" {
			describeCategory(r, all, place, fields)
			continue
		}
		describeRoom(r, all, place, fields)
		if named[r.RoomID] {
			fields.Add(place+"roomId", "names room %s, which the quote has already", r.Number)
		}
		named[r.RoomID] = true
	}
	if number > maxRooms {
		fields.Add("rooms", "must be at most %d rooms in all", maxRooms)
	} else {
		lodging.CheckSize(fields, number*q.nights())
	}
	return nil
}

func describeRoom(r *Room, all []room.Room, place string, fields *errs.Fields) {
	if r.Count != 1 {
		fields.Add(place+"count", "must be 1 where a room is named")
	}
	for _, known := range all {
		if known.ID == r.RoomID {
			r.Number, r.Type = known.Number, known.Category
			if !known.Active {
				fields.Add(place+"roomId", "names room %s, which is not in use", known.Number)
			}
			return
		}
	}
	fields.Add(place+"roomId", "must be the id of one of the hotel's rooms")
}

func describeCategory(r *Room, all []room.Room, place string, fields *errs.Fields) {
	if r.Type == "" {
		fields.Add(place+"roomId", "must be given, or roomType")
		return
	}
	there := 0
	for _, known := range all {
		if known.Active && strings.EqualFold(known.Category, r.Type) {
			r.Type = known.Category
			there++
		}
	}
	if there == 0 {
		fields.Add(place+"roomType", "must be a category of which the hotel has a room in use")
	} else if r.Count > there {
		fields.Add(place+"count", "must be at most %d: the hotel has no more rooms of this category", there)
	}
}

// price finds the taxes of rooms and lines, and sums all of it up. The rest of the quote has been checked.
func (q *Quote) price(pricing folio.Pricing, lines []folio.Item, fields *errs.Fields) {
	q.Lines = nil
	for i, line := range lines {
		charge := pricing.Price(line, fmt.Sprintf("lines[%d].", i), fields)
		q.Lines = append(q.Lines, Line{TaxID: line.TaxID, Charge: charge, TaxKind: charge.Applied.Kind})
	}
	for i := range q.Rooms {
		r := &q.Rooms[i]
		if r.Rate > money.Max/money.Amount(r.Count*q.nights()) {
			fields.Add(fmt.Sprintf("rooms[%d].ratePerNight", i), "makes over all nights more than an amount can be")
			return
		}
		r.tax(pricing.Rules, date.Days(q.CheckIn, q.CheckOut), q.PricesIncludeTax)
	}
	if q.add(); q.Sum.Total > money.Max {
		fields.Add("rooms", "cost with the lines more than an amount can be")
	}
}

// pricing is how the quote's lines are priced today.
func (q *Quote) pricing(tx *db.Tx, sc scope.Scope) (folio.Pricing, error) {
	rules, err := tax.Load(tx, sc).Get()
	return folio.Pricing{Rules: rules, Inclusive: q.PricesIncludeTax, Today: today(tx, sc), Currency: sc.Currency}, err
}

// items are the quote's lines as they would be asked for.
func items(lines []Line) []folio.Item {
	list := make([]folio.Item, 0, len(lines))
	for _, line := range lines {
		list = append(list, folio.Item{Description: line.Description, Quantity: line.Quantity, UnitPrice: line.UnitPrice,
			Discount: line.Discount, TaxID: line.TaxID, SAC: line.SAC})
	}
	return list
}
