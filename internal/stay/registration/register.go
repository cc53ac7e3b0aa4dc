package registration

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"sarai/internal/books/businessday"
	"sarai/internal/country/words"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/export"
	"sarai/internal/kit/paging"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/document"
	"sarai/internal/property/guest"
	"sarai/internal/record/listing"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/lodging"
	"sarai/internal/stay/party"
)

// entry is a guest in the register.
type entry struct {
	card    Card
	booking *booking.Booking
	room    *lodging.Room
	person  party.Person
	guest   guest.Guest // the zero value of a child
	arrived int64       // UTC milliseconds
}

// inOrder is the order in which they came.
var inOrder = listing.Held[entry]{Name: "register",
	Place: func(e entry) []any { return []any{e.arrived, e.person.ID} }}

// day is one page of who arrived on the day; "" becomes the business day.
func (s *Service) day(ctx context.Context, sc scope.Scope, day *date.Date,
	p paging.Query) (listing.Page[entry], error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (page listing.Page[entry], err error) {
		list, err := s.register(tx, sc, day)
		if err != nil {
			return page, err
		}
		if page, err = inOrder.Page(sc, *day, list, p); err != nil {
			return page, err
		}
		return page, s.addGuests(tx, sc, page.Records)
	})
}

// whole is the register with the records of all guests.
func (s *Service) whole(tx *db.Tx, sc scope.Scope, day *date.Date) ([]entry, error) {
	list, err := s.register(tx, sc, day)
	if err != nil {
		return nil, err
	}
	return list, s.addGuests(tx, sc, list)
}

// register lists who arrived on the day, in the order in which they came, without the records of the guests; "" is the
// business day. Invalid names a bad day as date.
func (s *Service) register(tx *db.Tx, sc scope.Scope, day *date.Date) (list []entry, err error) {
	if *day == "" {
		if *day, err = businessday.Business(tx, sc); err != nil {
			return nil, err
		}
	}
	if _, err := date.Parse(string(*day)); err != nil {
		return nil, errs.InvalidField("date", "%s", err)
	}
	from, until := day.Start(sc.Zone).UnixMilli(), day.AddDays(1).Start(sc.Zone).UnixMilli()
	ids, err := booking.ArrivedBetween(tx, sc, from, until)
	if err != nil {
		return nil, err
	}
	bookings, err := Find(tx, sc, ids...)
	if err != nil {
		return nil, err
	}
	list, err = arrivals(tx, sc, bookings, from, until)
	slices.SortStableFunc(list, func(x, y entry) int { return cmp.Compare(x.arrived, y.arrived) })
	return list, err
}

// arrivals are the guests of the bookings whose rooms' parties came in the time, without their records.
func arrivals(tx *db.Tx, sc scope.Scope, bookings []*booking.Booking, from, until int64) (list []entry, err error) {
	people, err := party.OfAll(tx, sc, bookings)
	if err != nil {
		return nil, err
	}
	cards, err := ofBookings(tx, sc, bookings)
	if err != nil {
		return nil, err
	}
	for _, b := range bookings {
		for _, p := range people[b.ID] {
			room := roomOf(b, p)
			if room == nil || !room.Arrived() || *room.ArrivedAt < from || *room.ArrivedAt >= until || p.Name == "" {
				continue
			}
			list = append(list, entry{card: cards[p.ID], booking: b, room: room, person: p, arrived: *room.ArrivedAt})
		}
	}
	return list, nil
}

// addGuests gives the entries the records of their guests.
func (s *Service) addGuests(tx *db.Tx, sc scope.Scope, list []entry) error {
	ids := make([]string, len(list))
	for i, e := range list {
		ids[i] = e.person.GuestID
	}
	guests, err := s.guests.GetAll(tx, sc, ids)
	for i, e := range list {
		list[i].guest = guests[e.person.GuestID]
	}
	return err
}

// roomOf is the room that the person has now, or had last.
func roomOf(b *booking.Booking, p party.Person) (last *lodging.Room) {
	for i := range b.Rooms {
		if b.Rooms[i].EntryID == p.EntryID {
			last = &b.Rooms[i]
		}
	}
	return last
}

// leftAt is when the person's room was left, in UTC milliseconds; nil: not yet.
func (e entry) leftAt() *int64 { return cmp.Or(e.room.CheckedOutAt, e.booking.CheckedOutAt) }

// age is the person's on the day; "" where nobody knows.
func (e entry) age(day date.Date) string {
	if e.person.Age != nil {
		return strconv.Itoa(*e.person.Age)
	}
	birth := e.guest.DateOfBirth
	if birth == "" {
		return ""
	}
	years := day.Time().Year() - birth.Time().Year()
	if day[5:] < birth[5:] {
		years--
	}
	return strconv.Itoa(years)
}

func (s *Service) registerFile(ctx context.Context, sc scope.Scope, in *DayQuery) (export.File, error) {
	day := in.Date
	list, err := db.Read(ctx, s.db, func(tx *db.Tx) ([]entry, error) { return s.whole(tx, sc, &day) })
	if err != nil {
		return export.File{}, err
	}
	t := export.Table{Name: "Register", Rows: [][]export.Cell{}, Headings: export.Row("Card", "Booking", "Arrived at",
		"Name", "Age", "Nationality", "Document", "Number", "Phone", "Address", "Coming from", "Going to", "Purpose",
		"Vehicle",
		"Room", "Rate a night "+sc.Currency, "Departure", "Left at", "Signed")}
	for _, e := range list {
		a := e.card.Answers
		t.Rows = append(t.Rows, export.Row(e.card.Number, e.booking.Code, clockOf(&e.arrived, sc), e.person.Name,
			e.age(day), e.guest.Nationality, e.guest.IDType, e.guest.IDNumber.Masked(), e.guest.Phone,
			e.guest.Address.OneLine(), a.ComingFrom, a.GoingTo, a.Purpose, a.Vehicle, e.room.Number,
			e.room.Rate.Number(sc.Currency), e.booking.CheckOut,
			clockOf(e.leftAt(), sc), e.card.SignedHow))
	}
	return export.File{Name: export.Name("register", day, ""), Tables: []export.Table{t}}, nil
}

// clockOf is an instant as files have it; empty for none.
func clockOf(at *int64, sc scope.Scope) string {
	if at == nil {
		return ""
	}
	return time.UnixMilli(*at).In(sc.Zone).Format("2006-01-02 15:04")
}

func (s *Service) registerPaper(ctx context.Context, sc scope.Scope, day date.Date) (document.List, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (l document.List, err error) {
		entries, err := s.whole(tx, sc, &day)
		if err != nil {
			return l, err
		}
		language := words.Of(sc)
		l = document.List{Kind: document.PoliceRegister, Date: day, Printed: language.Moment(tx.Now.In(sc.Zone)),
			Created: tx.Now, Summary: language.Count(len(entries), "1 guest", "%d guests"),
			Columns: []document.ListColumn{{Title: "Card", Share: 11}, {Title: "Guest", Share: 26},
				{Title: "Nationality", Share: 15}, {Title: "Identity document", Share: 18}, {Title: "Address", Share: 26},
				{Title: "From, to", Share: 18}, {Title: "Room", Share: 8}}}
		group := document.ListGroup{}
		for _, e := range entries {
			group.Rows = append(group.Rows, e.row(day, sc))
		}
		if len(group.Rows) > 0 {
			l.Groups = []document.ListGroup{group}
		}
		l.Seller, err = document.Seller(tx, sc)
		return l, err
	})
}

// row is the guest on paper.
func (e entry) row(day date.Date, sc scope.Scope) []string {
	a := e.card.Answers
	number := e.card.Number
	if number == "" {
		number = e.booking.Code
	}
	clock := time.UnixMilli(e.arrived).In(sc.Zone).Format("15:04")
	return []string{number + "\n" + clock, oneLine(listed(e.person.Name, e.age(day))) + "\n" + e.guest.Phone,
		e.guest.Nationality, oneLine(e.guest.IDType) + "\n" + e.guest.IDNumber.Masked(), e.guest.Address.OneLine(),
		oneLine(listed(a.ComingFrom, a.GoingTo)) + "\n" + oneLine(listed(a.Purpose, a.Vehicle)),
		e.room.Number}
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
