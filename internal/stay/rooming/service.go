package rooming

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"sarai/internal/books/businessday"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/property/allotment"
	"sarai/internal/property/inventory"
	"sarai/internal/property/room"
	"sarai/internal/record/event"
	"sarai/internal/record/series"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/change"
	"sarai/internal/stay/desk"
	"sarai/internal/stay/frontdesk"
	"sarai/internal/stay/group"
	"sarai/internal/stay/party"
)

// Service works on the bookings of groups.
type Service struct {
	db       *db.DB
	bus      *event.Bus
	rooms    *room.Service
	groups   *group.Service
	bookings *booking.Service
	changes  *change.Service
	desk     *desk.Service
	front    *frontdesk.Service
	parties  *party.Service
}

// New makes the service.
func New(d *db.DB, bus *event.Bus, rooms *room.Service, groups *group.Service, bookings *booking.Service,
	changes *change.Service, desk *desk.Service, front *frontdesk.Service, parties *party.Service) *Service {
	return &Service{d, bus, rooms, groups, bookings, changes, desk, front, parties}
}

// Report is what a list has done, or would do.
type Report struct {
	Parties  []*Party
	Problems []errs.Field       // by row; then nothing is done
	Missing  []*booking.Booking // that have a reference, and are not on the list: they stay as they are
	Applied  bool
}

var errTried = errors.New("only tried")

// Take makes the bookings of a rooming list, and changes those that it has made before, as far as they differ. With dry
// it only tells what it would do, and what is wrong with which row; else Invalid names all of that.
func (s *Service) Take(ctx context.Context, sc scope.Scope, groupID string, rows []Row, dry bool) (r Report,
	err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		if r, err = s.take(tx, sc, groupID, rows, dry); err != nil {
			return err
		}
		if dry {
			return errTried
		}
		return nil
	})
	if errors.Is(err, errTried) {
		err = nil
	}
	return r, err
}

func (s *Service) take(tx *db.Tx, sc scope.Scope, groupID string, rows []Row, dry bool) (r Report, err error) {
	books, err := ledger.Lock(tx, sc).Get()
	if err != nil {
		return r, err
	}
	businessday.Hold(tx, sc)
	g, err := group.Lock(tx, sc, groupID)
	if err == nil {
		err = cmp.Or(sc.CheckVersion(g.Version), g.RequireLive())
	}
	if err != nil {
		return r, err
	}
	sc.Expected = 0 // that was the group's; bookings have versions of their own
	l, err := s.load(tx, sc, g)
	if err != nil {
		return r, err
	}
	var fields errs.Fields
	r.Parties = parties(&fields, rows, g, l.categories)
	for _, p := range r.Parties {
		p.compare(&fields, l.byReference, g)
	}
	r.Missing = l.missing(r.Parties)
	if err := s.lock(tx, sc, r.Parties); err != nil {
		return r, err
	}
	if err := s.checkStock(tx, sc, g, &fields, r.Parties); err != nil {
		return r, err
	}
	if r.Problems = fields; dry && len(fields) > 0 {
		return r, nil
	}
	if err := fields.Err(); err != nil {
		return r, err
	}
	if err := allotment.PickUp(tx, sc, g.ID, toMake(r.Parties)); err != nil {
		return r, err
	}
	if err := findRooms(tx, sc, r.Parties); err != nil {
		return r, err
	}
	for _, p := range r.Parties {
		if err := s.apply(books, sc, g, l, p); err != nil {
			return r, errs.In(strings.TrimSuffix(p.lead().Field, "."), err)
		}
	}
	r.Applied = !dry
	if dry || !r.does() {
		return r, nil
	}
	return r, s.bus.Publish(tx, sc, listed.Of(g.ID, r.facts(g)))
}

// hotel is what a list needs to know.
type hotel struct {
	categories  []room.Category
	rates       []group.Rate
	bookings    []*booking.Booking
	byReference map[string]*booking.Booking
}

func (s *Service) load(tx *db.Tx, sc scope.Scope, g group.Group) (h hotel, err error) {
	if h.categories, err = room.Categories(tx, sc); err != nil {
		return h, err
	}
	if h.rates, err = group.Rates(tx, sc, g.ID); err != nil {
		return h, err
	}
	if h.bookings, err = booking.OfGroup(tx, sc, g.ID).Get(); err != nil {
		return h, err
	}
	h.byReference = map[string]*booking.Booking{}
	for _, b := range h.bookings {
		if b.GroupRef != "" {
			h.byReference[strings.ToLower(b.GroupRef)] = b
		}
	}
	return h, nil
}

// missing are the group's bookings of former lists that are not on this one.
func (h hotel) missing(list []*Party) (missing []*booking.Booking) {
	listed := map[string]bool{}
	for _, p := range list {
		listed[strings.ToLower(p.Reference)] = true
	}
	for _, b := range h.bookings {
		if b.GroupRef != "" && !b.Closed() && !listed[strings.ToLower(b.GroupRef)] {
			missing = append(missing, b)
		}
	}
	return missing
}

// lock locks what the list changes, in the order of the ranks: bookings, numbers, categories.
func (s *Service) lock(tx *db.Tx, sc scope.Scope, list []*Party) error {
	changes := map[string]*Party{}
	for _, p := range list {
		if p.Action == Change {
			changes[p.Booking.ID] = p
		}
	}
	for _, id := range slices.Sorted(maps.Keys(changes)) {
		b, err := booking.Lock(tx, sc, id).Get()
		if err != nil {
			return err
		}
		changes[id].Booking = b
	}
	if err := series.Lock(tx, sc); err != nil {
		return err
	}
	return allotment.Lock(tx, sc, categoriesOf(list))
}

// checkStock adds to fields the rows for which there is no room.
func (s *Service) checkStock(tx *db.Tx, sc scope.Scope, g group.Group, fields *errs.Fields, list []*Party) error {
	from, to := span(list)
	if from == "" {
		return nil
	}
	block, err := allotment.Of(tx, sc, g.ID).Get()
	if err != nil {
		return err
	}
	found, err := s.front.CategoriesIn(tx, sc, from, to)
	if err != nil {
		return err
	}
	left := stock{map[string]map[date.Date]int{}, map[string]map[date.Date]int{}}
	for _, n := range block {
		if left.block[n.CategoryID] == nil {
			left.block[n.CategoryID] = map[date.Date]int{}
		}
		left.block[n.CategoryID][n.Night] = n.Held()
	}
	for _, c := range found {
		left.free[c.ID] = map[date.Date]int{}
		for _, n := range c.Nights {
			left.free[c.ID][n.Date] = n.Free
		}
	}
	left.take(fields, list)
	return nil
}

// findRooms finds for each room that is to be made one of the hotel's that seems free.
func findRooms(tx *db.Tx, sc scope.Scope, list []*Party) error {
	byCategory := map[string][]*Party{}
	for _, p := range list {
		if p.Action == Create {
			byCategory[p.CategoryID] = append(byCategory[p.CategoryID], p)
		}
	}
	for _, categoryID := range slices.Sorted(maps.Keys(byCategory)) {
		var entries []inventory.Entry
		for _, p := range byCategory[categoryID] {
			lead := p.lead()
			entries = append(entries, inventory.Entry{CategoryID: categoryID, From: lead.CheckIn, To: lead.CheckOut})
		}
		rooms, err := inventory.FreeRooms(tx, sc, entries)
		if err != nil {
			return err
		}
		for i, p := range byCategory[categoryID] {
			p.try = rooms[i]
		}
	}
	return nil
}

// apply does what is to be done for one room of the list.
func (s *Service) apply(books ledger.Locked, sc scope.Scope, g group.Group, h hotel, p *Party) (err error) {
	switch p.Action {
	case Create:
		if p.Booking, err = s.bookings.CreateIn(books, sc, p.request(g, h)); err == nil && len(p.Rows) > 1 {
			err = s.share(books.Tx(), sc, p)
		}
	case Change:
		err = s.change(books.Tx(), sc, p)
	}
	return err
}

// share names who shares the room. Who is in it already stays, on the list or not: the desk has put them there.
func (s *Service) share(tx *db.Tx, sc scope.Scope, p *Party) error {
	room := p.Booking.Rooms.Current()[0]
	var sharers []party.Sharer
	for _, r := range p.Rows[1:] {
		sharers = append(sharers, party.Sharer{Name: r.Name, Contact: party.Contact{Phone: r.Phone, Email: r.Email}})
	}
	_, err := booking.ChangeLocked(tx, sc, p.Booking, func(b *booking.Booking) (*booking.Booking, error) {
		return b, s.parties.ShareIn(tx, sc, b, room.Name(), sharers, room.Arrived())
	})
	return err
}

func (p *Party) request(g group.Group, h hotel) booking.Request {
	lead := p.lead()
	var c room.Category
	for _, one := range h.categories {
		if one.ID == p.CategoryID {
			c = one
		}
	}
	rates := priced(h.rates, c, lead.CheckIn, lead.CheckOut)
	r := booking.Request{GuestName: lead.Name, GuestPhone: lead.Phone, GuestEmail: lead.Email, CheckIn: lead.CheckIn,
		CheckOut: lead.CheckOut, GroupID: g.ID, GroupRef: p.Reference, PickedUp: true, Try: p.try,
		Rooms: []booking.RoomRequest{{CategoryID: p.CategoryID, Rate: &rates[0].Price, Rates: rates, Adults: p.adults(),
			Children: p.children()}},
		Details: booking.Details{Source: "phone", SpecialRequests: p.requests()}}
	if r.GuestPhone == "" {
		r.GuestPhone = g.ContactPhone
	}
	return r
}

func (s *Service) change(tx *db.Tx, sc scope.Scope, p *Party) error {
	lead := p.lead()
	if p.changes("name") || p.changes("phone") || p.changes("email") {
		d := booking.GuestDetails{Name: &lead.Name}
		if p.changes("phone") {
			d.Phone = &lead.Phone
		}
		if p.changes("email") {
			d.Email = &lead.Email
		}
		if _, err := s.bookings.UpdateGuestIn(tx, sc, p.Booking.ID, d); err != nil {
			return err
		}
	}
	b, err := s.changes.MakeIn(tx, sc, p.Booking.ID, change.NewStay{CheckIn: lead.CheckIn, CheckOut: lead.CheckOut,
		Price: change.KeepPrice, Edit: func(d *booking.Details) {
			if p.changes("requests") {
				d.SpecialRequests = p.requests()
			}
		}})
	if err != nil {
		return err
	}
	if p.Booking = b; p.changes("sharing") {
		return s.share(tx, sc, p)
	}
	return nil
}

// does tells whether the list does anything.
func (r Report) does() bool {
	for _, p := range r.Parties {
		if p.Action != Same {
			return true
		}
	}
	return false
}
