package lodging

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
)

// Night is what a room costs for one night.
type Night struct {
	Price    money.Amount `json:"price"`              // as the booking quotes prices; 0: complimentary
	Discount money.Amount `json:"discount,omitempty"` // the allowance that the price is less already
	Plan     string       `json:"plan,omitempty"`     // the code of the rate plan that made the price
	Note     string       `json:"note,omitempty"`     // for the guest: it stands on the folio's line
	Posted   bool         `json:"posted,omitempty"`   // a line of the folio charges it
	PostedAs string       `json:"postedAs,omitempty"` // the room that the line names, if the party has moved since
}

// NightOf is a room's night and what it costs.
type NightOf struct {
	RoomID, RoomNumber string // the room's Name, and its number if there is one
	Day                date.Date
	Held               bool // false of a night that was given back when the room was left before its booked end
	DayUse             bool // the day's use, rather than a night
	Night

	row int // the room's index
}

// roomNight names a room's night.
type roomNight struct {
	roomID string
	day    date.Date
}

func (n NightOf) roomNight() roomNight { return roomNight{n.RoomID, n.Day} }

// BookedEnd is the day after the last night that the room was booked for; of a room that was left early it is later
// than To.
func (r Room) BookedEnd() date.Date { return r.From.AddDays(len(r.Nights)) }

// Night is the room's night on that day, or nil when it is booked for none.
func (r *Room) Night(day date.Date) *Night {
	if i := r.From.DaysUntil(day); i >= 0 && i < len(r.Nights) {
		return &r.Nights[i]
	}
	return nil
}

// span gives the room the nights [from, to), or of a day use the day from: those that it has keep their prices, new
// ones cost the room's rate.
func (r *Room) span(from, to date.Date) {
	days := date.Days(from, to)
	if r.DayUse {
		days = []date.Date{from}
	}
	nights := make([]Night, 0, len(days))
	for _, day := range days {
		if n := r.Night(day); n != nil {
			nights = append(nights, *n)
		} else {
			nights = append(nights, Night{Price: r.Rate})
		}
	}
	r.From, r.To, r.Nights = from, to, nights
}

// Priced gives the room the nights [from, to) at its rate.
func (r Room) Priced(from, to date.Date) Room {
	r.Nights = nil
	r.span(from, to)
	return r
}

// Prices are those of the room's nights.
func (r Room) Prices() []money.Amount {
	list := make([]money.Amount, len(r.Nights))
	for i, n := range r.Nights {
		list[i] = n.Price
	}
	return list
}

// Price is the sum of the room's nights.
func (r Room) Price() (sum money.Amount) {
	for _, n := range r.Nights {
		sum += n.Price
	}
	return sum
}

// Complimentary lists the days of the nights that cost nothing, for statements that count them.
func (r Room) Complimentary() string {
	var days []string
	for i, n := range r.Nights {
		if n.Price == 0 {
			days = append(days, string(r.From.AddDays(i)))
		}
	}
	return strings.Join(days, " ")
}

// Nights lists the nights of the rooms by day, and on a day in the order of the rooms; those that were given back are
// among them, since they have a price.
func (rooms Rooms) Nights() []NightOf {
	first, last, number := rooms.bookedSpan()
	starts, ends := make([]int, len(rooms)), make([]date.Date, len(rooms))
	for row := range rooms {
		starts[row], ends[row] = first.DaysUntil(rooms[row].From), rooms[row].end()
	}
	list := make([]NightOf, 0, number)
	// Day by day: a large booking is listed often, and sorting its nights took a tenth of all work on it.
	for i, day := range date.Days(first, last) {
		for row := range rooms {
			r, n := &rooms[row], i-starts[row]
			if n < 0 || n >= len(r.Nights) {
				continue
			}
			list = append(list, NightOf{RoomID: r.Name(), RoomNumber: r.Number, Day: day, Held: day < ends[row],
				DayUse: r.DayUse, Night: r.Nights[n], row: row})
		}
	}
	return list
}

// bookedSpan is from the first night that any room was booked for to the day after the last one, and how many there are
// in all rooms.
func (rooms Rooms) bookedSpan() (first, last date.Date, number int) {
	for i := range rooms {
		r := &rooms[i]
		if len(r.Nights) == 0 {
			continue
		}
		if number == 0 || r.From < first {
			first = r.From
		}
		last, number = max(last, r.BookedEnd()), number+len(r.Nights)
	}
	return first, last, number
}

// Clone is a copy that shares no night with the rooms.
func (rooms Rooms) Clone() Rooms {
	copied := slices.Clone(rooms)
	for i := range copied {
		copied[i].Nights = slices.Clone(copied[i].Nights)
	}
	return copied
}

// stored is where the rooms keep the night that Nights lists.
func (rooms Rooms) stored(n NightOf) *Night { return rooms[n.row].Night(n.Day) }

// Repriced says which nights cost something else now than in these rooms, such as "101 on 3 Apr 2026: 4500,
// before 5000".
func (rooms Rooms) Repriced(now Rooms, currency string) []string {
	var list []string
	was := rooms.Nights()
	for i, n := range now.Nights() {
		if n.Price != was[i].Price {
			list = append(list, fmt.Sprintf("%s on %s: %s, before %s", n.RoomNumber, n.Day.Short(),
				n.Price.Number(currency), was[i].Price.Number(currency)))
		}
	}
	return list
}

// Lessened are how much less nights cost now than in these rooms: less of those that still cost something, all together
// and below zero if they cost more, and free of those that are complimentary now. Other nights aren't looked at.
func (rooms Rooms) Lessened(now Rooms) (less, free money.Amount) {
	type partyNight struct {
		entryID string
		day     date.Date
	}
	was := map[partyNight]money.Amount{}
	for _, n := range rooms.Nights() {
		if n.Held {
			was[partyNight{rooms[n.row].EntryID, n.Day}] = n.Price
		}
	}
	for _, n := range now.Nights() {
		before, known := was[partyNight{now[n.row].EntryID, n.Day}]
		switch {
		case !known || !n.Held:
		case n.Price == 0:
			free += before
		default:
			less += before - n.Price
		}
	}
	return less, free
}

// Spread makes the nights cost the sum together, each in proportion to its price, or in equal parts where none has a
// price.
func (rooms Rooms) Spread(sum money.Amount, nights []NightOf) {
	for i, price := range sum.Apportion(weights(nights)) {
		rooms.stored(nights[i]).Price = price
	}
}

// Adjust adds the amount to the price of the nights together, in proportion to their prices; below zero it is an
// allowance, and must not be more than they cost. what is noted at each night.
func (rooms Rooms) Adjust(amount money.Amount, nights []NightOf, what string) {
	for i, share := range amount.Apportion(weights(nights)) {
		n := rooms.stored(nights[i])
		n.Price += share
		if share < 0 {
			n.Discount -= share
		}
		if n.Note != "" {
			n.Note += ", "
		}
		n.Note += what
	}
}

func weights(nights []NightOf) []int64 {
	list, all := make([]int64, len(nights)), int64(0)
	for i, n := range nights {
		list[i] = int64(n.Price)
		all += list[i]
	}
	if all == 0 {
		for i := range list {
			list[i] = 1
		}
	}
	return list
}

// Rate is what is asked for one night.
type Rate struct {
	Field  string // its place in the request, for messages
	RoomID string // the room's Name; "": the only room that has the night
	Day    date.Date
	Price  money.Amount
	Plan   *string // the code of the rate plan that makes the price; nil keeps what there is
	Note   *string
}

// RateOf is what a room costs a night that has these rates and is given no other: as much as the first night that costs
// anything.
func RateOf(rates []Rate) money.Amount {
	byDay := slices.SortedFunc(slices.Values(rates), func(a, b Rate) int { return cmp.Compare(a.Day, b.Day) })
	for _, r := range byDay {
		if r.Price > 0 {
			return r.Price
		}
	}
	return 0
}

// set gives the night what is asked for it; an allowance that it had is no part of another price.
func (n *Night) set(r Rate) {
	if n.Price != r.Price {
		n.Price, n.Discount = r.Price, 0
	}
	if r.Plan != nil {
		n.Plan = *r.Plan
	}
	if r.Note != nil {
		n.Note = *r.Note
	}
}

// PriceNights gives the room's nights the rates, one for each night that is not posted yet. It adds to fields what is
// wrong with them; field is the place of all.
func (r *Room) PriceNights(fields *errs.Fields, field string, rates []Rate) {
	given := map[date.Date]bool{}
	for _, rate := range rates {
		night := r.Night(rate.Day)
		switch {
		case rate.RoomID != "" && rate.RoomID != r.Name():
			fields.Add(rate.Field+".roomId", "must be the id of the room that it stands in, or be left out")
		case night == nil:
			fields.Add(rate.Field+".date", "must be a night in %s, from %s to %s", r.words(), r.From.Short(),
				r.BookedEnd().AddDays(-1).Short())
		case given[rate.Day]:
			fields.Add(rate.Field+".date", "must be given once; %s is there twice", rate.Day.Short())
		default:
			night.set(rate)
		}
		given[rate.Day] = true
	}
	for i, night := range r.Nights {
		if day := r.From.AddDays(i); !given[day] && !night.Posted {
			fields.Add(field, "must have a rate for each night; %s in %s has none", day.Short(), r.words())
		}
	}
}

// words name the room in a sentence, also while it has no number.
func (r *Room) words() string {
	if r.Number == "" {
		return "the room of the category"
	}
	return "room " + r.Number
}

// PriceNew gives the nights that the room didn't have before the price.
func (r *Room) PriceNew(before Room, price money.Amount) {
	for i := range r.Nights {
		if before.Night(r.From.AddDays(i)) == nil {
			r.Nights[i].Price = price
		}
	}
}

// PriceNights gives the nights of the current rooms the rates, one for each night that is not posted yet. It adds to
// fields what is wrong with them; field is the place of all.
func (rooms Rooms) PriceNights(fields *errs.Fields, field string, rates []Rate) {
	current := rooms.Current()
	byRoom := map[string][]Rate{}
	for _, rate := range rates {
		if rate.RoomID == "" && len(current) == 1 {
			rate.RoomID = current[0].Name()
		}
		if rooms.CurrentByName(rate.RoomID) == nil {
			fields.Add(rate.Field+".roomId", "must be the id of a room of this booking")
		}
		byRoom[rate.RoomID] = append(byRoom[rate.RoomID], rate)
	}
	for _, r := range current {
		r.PriceNights(fields, field, byRoom[r.Name()])
	}
}

// Reprice gives the nights that the rates name another price. It adds to fields what is wrong with them.
func (rooms Rooms) Reprice(fields *errs.Fields, rates []Rate) {
	given := map[*Night]bool{}
	for _, rate := range rates {
		night := rooms.named(fields, rate)
		switch {
		case night == nil:
		case given[night]:
			fields.Add(rate.Field, "names the night of %s in the same room a second time", rate.Day.Short())
		default:
			night.set(rate)
			given[night] = true
		}
	}
}

// named is the night that the rate is for, or nil with the reason in fields.
func (rooms Rooms) named(fields *errs.Fields, rate Rate) *Night {
	var found []*Night
	for i := range rooms {
		if r := &rooms[i]; rate.Day < r.end() && (rate.RoomID == "" || r.Name() == rate.RoomID) {
			if n := r.Night(rate.Day); n != nil {
				found = append(found, n)
			}
		}
	}
	switch {
	case len(found) == 1:
		return found[0]
	case len(found) > 1:
		fields.Add(rate.Field+".roomId", "must be given, since %d rooms have the night of %s", len(found),
			rate.Day.Short())
	case rate.RoomID != "" && !slices.ContainsFunc(rooms, func(r Room) bool { return r.Name() == rate.RoomID }):
		fields.Add(rate.Field+".roomId", "must be the id of a room of this booking")
	default:
		fields.Add(rate.Field+".date", "must be a night of the stay, in a room of it on that day")
	}
	return nil
}
