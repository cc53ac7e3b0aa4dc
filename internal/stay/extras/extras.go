package extras

import (
	"cmp"
	"slices"

	"sarai/internal/country/words"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/property/tariff"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/folio"
	"sarai/internal/stay/lodging"
)

// Sale is a service that was sold to a booking.
type Sale struct {
	ID           string       `db:"sale_id,key"`
	ServiceID    string       `db:"service_id,fixed"`
	Name         string       `db:"name,fixed"`
	Department   string       `db:"department,fixed"`
	Per          string       `db:"per,fixed"`
	PostOn       string       `db:"post_on,fixed"`
	NextMorning  bool         `db:"next_morning,fixed"`
	Price        money.Amount `db:"price,fixed"`     // of one; 0 of what is included
	Inclusive    bool         `db:"inclusive,fixed"` // the price includes the tax
	Included     bool         `db:"included,fixed"`  // the price of the nights has it inside
	Party        string       `db:"party,fixed"`     // the rooms that it is for (lodging.Sold); "": all
	Quantity     int          `db:"quantity"`        // how many times
	Persons      int          `db:"persons"`         // for so many; 0: for all who sleep there
	FromNight    date.Date    `db:"from_night"`      // "": from the first one
	UntilNight   date.Date    `db:"until_night"`     // the last one; "": until the end of the stay
	PostedUntil  date.Date    `db:"posted_until"`    // the last day whose close has posted it
	CancelledAt  *int64       `db:"cancelled_at"`    // UTC milliseconds
	CancelReason string       `db:"cancel_reason"`
	CreatedBy    string       `db:"created_by,fixed"`
	CreatedAt    int64        `db:"created_at,fixed"` // UTC milliseconds
	UpdatedAt    int64        `db:"updated_at"`       // UTC milliseconds
	Version      int64        `db:"version,version"`
}

// night is what was posted and consumed of a sale's portion.
type night struct {
	SaleID   string    `db:"sale_id,key"`
	Night    date.Date `db:"night,key"` // "": what it has once for the stay
	Posted   int       `db:"posted"`
	LineID   string    `db:"line_id"` // "": nothing is posted
	Consumed int       `db:"consumed"`
	Reversed bool      // the line was taken back
}

// portion is what a sale has for a night, or once for the stay.
type portion struct {
	night
	Given    date.Date // the day on which the guest has it
	Quantity int
}

func (p portion) isPosted() bool { return p.LineID != "" }

// stay is what of a booking sales follow.
type stay struct {
	CheckIn, CheckOut date.Date
	Status            string
	Rooms             lodging.Rooms
}

func stayOf(b *booking.Booking) stay { return stay{b.CheckIn, b.CheckOut, b.Status, b.Rooms} }

func (s stay) dayUse() bool { return s.CheckIn == s.CheckOut }

// nightly tells whether the service has something for each night.
func (s Sale) nightly() bool { return s.Per == tariff.PerNight || s.Per == tariff.PerPersonNight }

// isFor tells whether the sale is for the room's party.
func (s Sale) isFor(r lodging.Room) bool {
	return s.Party == "" || r.Sold != nil && r.Sold.Party == s.Party
}

// persons counts who sleeps in the rooms that the sale is for, and tells whether there is such a room. held leaves out
// nights that were given back.
func (s Sale) persons(rooms lodging.Rooms, day date.Date, held bool) (persons int, any bool) {
	for _, r := range rooms {
		if !s.isFor(r) || r.Night(day) == nil {
			continue
		}
		if held && !r.DayUse && day >= r.To {
			continue
		}
		persons, any = persons+r.Adults+r.Children, true
	}
	return persons, any
}

// quantity is how many the sale has for so many persons.
func (s Sale) quantity(persons int) int {
	if s.Persons > 0 {
		persons = s.Persons
	}
	if s.Per == tariff.PerPerson || s.Per == tariff.PerPersonNight {
		return s.Quantity * persons
	}
	return s.Quantity
}

// nights are the days from the first to the last night that any room was booked for.
func (s stay) nights() []date.Date {
	var first, end date.Date
	for _, r := range s.Rooms {
		if len(r.Nights) > 0 && (first == "" || r.From < first) {
			first = r.From
		}
		if len(r.Nights) > 0 {
			end = max(end, r.BookedEnd())
		}
	}
	if first == "" {
		return nil
	}
	return date.Days(first, end)
}

// portions are what the sale has by the stay as it is, with what was posted and consumed. What was posted or consumed
// stays, also of a night that the stay doesn't have any more.
func (s Sale) portions(st stay, known []night) (list []portion) {
	most, any := 0, false
	for _, day := range st.nights() {
		booked, there := s.persons(st.Rooms, day, false)
		if any = any || there; there {
			most = max(most, booked)
		}
		held, there := s.persons(st.Rooms, day, true)
		if s.nightly() && there && s.has(day) {
			list = append(list, portion{night: night{SaleID: s.ID, Night: day}, Quantity: s.quantity(held)})
		}
	}
	if !s.nightly() && any {
		list = append(list, portion{night: night{SaleID: s.ID}, Quantity: s.quantity(most)})
	}
	if s.CancelledAt != nil || st.Status == booking.Cancelled {
		list = nil
	}
	for _, n := range known {
		if n.SaleID != s.ID {
			continue
		}
		i := slices.IndexFunc(list, func(p portion) bool { return p.Night == n.Night })
		if i < 0 {
			i, list = len(list), append(list, portion{})
		}
		switch list[i].night = n; {
		case n.Reversed:
			list[i].Quantity = n.Consumed
		case n.LineID != "":
			list[i].Quantity = n.Posted
		default:
			list[i].Quantity = max(list[i].Quantity, n.Consumed)
		}
	}
	for i := range list {
		list[i].Given = s.given(st, list[i].Night)
	}
	slices.SortFunc(list, func(a, b portion) int { return cmp.Compare(a.Night, b.Night) })
	return list
}

// has tells whether the sale is for the night.
func (s Sale) has(day date.Date) bool {
	return day >= s.FromNight && (s.UntilNight == "" || day <= s.UntilNight)
}

// given is the day on which the guest has what the sale has for the night, or for the stay.
func (s Sale) given(st stay, day date.Date) date.Date {
	switch {
	case day != "" && s.NextMorning && !st.dayUse():
		return day.AddDays(1)
	case day != "":
		return day
	case s.PostOn == tariff.PostOnDeparture:
		return st.CheckOut
	}
	return max(st.CheckIn, s.FromNight)
}

// moment is when portions are posted.
type moment struct {
	day       date.Date // nights until this one are due, "" for none
	departing bool
}

// due are the portions that are to be posted at the moment.
func (s Sale) due(st stay, m moment, known []night) (list []portion) {
	if s.Included || s.CancelledAt != nil {
		return nil
	}
	for _, p := range s.portions(st, known) {
		slept := p.Night != "" && p.Night <= m.day
		due := false
		switch s.PostOn {
		case tariff.PostOnArrival:
			due = true
		case tariff.PostOnDeparture:
			due = m.departing && (p.Night == "" || slept)
		default:
			due = slept || p.Night == "" && (m.departing || max(st.CheckIn, s.FromNight) <= m.day)
		}
		if m.departing && p.Night != "" && !slept {
			due = false
		}
		if due && !p.isPosted() && p.Quantity > 0 {
			list = append(list, p)
		}
	}
	return list
}

// batches put together what is charged by one line: each night by its own, and all nights by one where they are charged
// at once.
func (s Sale) batches(due []portion) (list [][]portion) {
	if s.PostOn != tariff.PostEveryNight && len(due) > 0 {
		return [][]portion{due}
	}
	for i := range due {
		list = append(list, due[i:i+1])
	}
	return list
}

// together is the quantity of a batch.
func together(batch []portion) (sum folio.Quantity) {
	for _, p := range batch {
		sum += folio.Quantity(p.Quantity) * folio.One
	}
	return sum
}

// item is what a batch is charged as, today at the latest.
func (s Sale) item(batch []portion, today date.Date, language words.Language) folio.Item {
	item := folio.Item{Description: s.Name, Quantity: together(batch), UnitPrice: s.Price, Date: today}
	switch {
	case s.PostOn == tariff.PostEveryNight && batch[0].Night != "":
		item.Date = min(batch[0].Night, today)
		item.Description = language.Say("%s, night of %s", s.Name, language.Weekday(batch[0].Night))
	case len(batch) > 1:
		item.Description = language.Say("%s, %d nights", s.Name, len(batch))
	}
	return item
}
