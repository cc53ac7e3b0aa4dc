package master

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sarai/internal/books/businessday"
	"sarai/internal/books/takings"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/stay/account"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/folio"
	"sarai/internal/stay/group"
)

// Service keeps the master accounts of groups.
type Service struct {
	db     *db.DB
	bus    *event.Bus
	groups *group.Service
	folios *account.Service
}

// New makes the service.
func New(d *db.DB, bus *event.Bus, groups *group.Service, folios *account.Service) *Service {
	return &Service{d, bus, groups, folios}
}

// Follow gives the bookings of a locked group its rules, but for those that have rules of their own or are closed.
func (s *Service) Follow(tx *db.Tx, sc scope.Scope, g group.Group) error {
	_, err := s.each(tx, sc, g, func(*booking.Booking) ([]Moved, error) { return nil, nil })
	return err
}

// each gives every booking that follows the group its rules, and then does something with it.
func (s *Service) each(tx *db.Tx, sc scope.Scope, g group.Group,
	then func(b *booking.Booking) ([]Moved, error)) (o Outcome, err error) {
	sc.Expected = 0 // that was the group's: bookings have versions of their own
	list, err := booking.OfGroup(tx, sc, g.ID).Get()
	if err != nil {
		return o, err
	}
	for _, found := range list {
		if found.Closed() {
			continue
		}
		moved, err := booking.Change(tx, sc, found.ID, func(b *booking.Booking) ([]Moved, error) {
			if b.RoutingOwn || b.Closed() {
				return nil, nil
			}
			o.Bookings++
			if b.Routing != g.Routing {
				b.Routing = g.Routing
				if _, err := account.Route(tx, sc, b, stays); err != nil {
					return nil, err
				}
			}
			return then(b)
		})
		if err != nil {
			return o, err
		}
		o.Moved = append(o.Moved, moved...)
	}
	return o, nil
}

// stays leaves a line with its payer.
func stays(l folio.Line) string { return l.Payer }

// byRules makes the booking's open lines those of the payers that its rules say.
func (s *Service) byRules(tx *db.Tx, sc scope.Scope, b *booking.Booking) ([]Moved, error) {
	return s.give(tx, sc, b, "", func(l folio.Line) string { return b.Payer(l.Charge) })
}

// give makes open lines of the locked booking those of the payers that payer says, and notes it.
func (s *Service) give(tx *db.Tx, sc scope.Scope, b *booking.Booking, reason string,
	payer func(folio.Line) string) ([]Moved, error) {
	lines, err := account.Route(tx, sc, b, payer)
	if err != nil || len(lines) == 0 {
		return nil, err
	}
	var moved []Moved
	var noted []Move
	for _, l := range lines {
		to := payer(l)
		moved = append(moved, Moved{b, l, to})
		noted = append(noted, Move{BookingID: b.ID, GroupID: b.GroupID, Kind: OfCharge, RecordID: l.ID,
			Text: l.Description, From: l.Payer, To: to, Amount: l.Total, Reason: reason})
	}
	return moved, AddMoves(tx, sc, noted)
}

var errTried = errors.New("only tried")

// try does what a change would do, and takes it back if it is dry.
func (s *Service) try(ctx context.Context, dry bool, change func(tx *db.Tx) (Outcome, error)) (o Outcome, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		if o, err = change(tx); err == nil && dry {
			return errTried
		}
		return err
	})
	if errors.Is(err, errTried) {
		err = nil
	}
	return o, err
}

// lockLive locks a group that isn't cancelled, before its bookings, in the version that the caller knows.
func lockLive(tx *db.Tx, sc scope.Scope, groupID string) (group.Group, error) {
	businessday.Hold(tx, sc)
	g, err := group.Lock(tx, sc, groupID)
	if err == nil {
		err = sc.CheckVersion(g.Version)
	}
	if err != nil {
		return g, err
	}
	return g, g.RequireLive()
}

// RouteGroup sets what the master account pays, of what is posted from then on and, with apply, of what is on no
// invoice yet. With dry it only tells what that would move.
func (s *Service) RouteGroup(ctx context.Context, sc scope.Scope, groupID string, r folio.Routing,
	apply, dry bool) (Outcome, error) {
	var fields errs.Fields
	if r.Check(folio.Has{Master: true}, "", &fields); len(fields) > 0 {
		return Outcome{}, fields.Err()
	}
	return s.try(ctx, dry, func(tx *db.Tx) (o Outcome, err error) {
		g, err := lockLive(tx, sc, groupID)
		if err != nil {
			return o, err
		}
		same := g.Routing == r
		if !same {
			if err := s.groups.Route(tx, sc, &g, r); err != nil {
				return o, err
			}
		}
		o, err = s.each(tx, sc, g, func(b *booking.Booking) ([]Moved, error) {
			if !apply {
				return nil, nil
			}
			return s.byRules(tx, sc, b)
		})
		if o.Routing = r; err != nil || same && len(o.Moved) == 0 {
			return o, err
		}
		return o, s.bus.Publish(tx, sc, routed.Of(g.ID, rulesOf(g.Code, r, len(o.Moved))))
	})
}

// RouteBooking gives a booking rules of its own, or with nil those of its group again; apply and dry are as in
// RouteGroup.
func (s *Service) RouteBooking(ctx context.Context, sc scope.Scope, bookingID string, r *folio.Routing,
	apply, dry bool) (Outcome, error) {
	return s.try(ctx, dry, func(tx *db.Tx) (Outcome, error) {
		return booking.Change(tx, sc, bookingID, func(b *booking.Booking) (o Outcome, err error) {
			if err := b.RequireOpen("its rules can't be changed. Move its charges instead"); err != nil {
				return o, err
			}
			before, own := b.Routing, b.RoutingOwn
			if b.Routing, b.RoutingOwn = (folio.Routing{}), r != nil; r != nil {
				b.Routing = *r
			} else if b.GroupID != "" {
				g, err := group.Find(tx, sc, b.GroupID)
				if err != nil {
					return o, err
				}
				b.Routing = g.Routing
			}
			var fields errs.Fields
			if b.Routing.Check(b.Folios(), "", &fields); len(fields) > 0 {
				return o, fields.Err()
			}
			o = Outcome{Routing: b.Routing, Own: b.RoutingOwn, Bookings: 1}
			if apply {
				o.Moved, err = s.byRules(tx, sc, b)
			} else {
				_, err = account.Route(tx, sc, b, stays)
			}
			if err != nil || before == b.Routing && own == b.RoutingOwn && len(o.Moved) == 0 {
				return o, err
			}
			return o, s.bus.Publish(tx, sc, bookingRouted.Of(b.ID, rulesOf(b.Code, b.Routing, len(o.Moved))))
		})
	})
}

// MoveGroups is MoveCharges of a booking of the group, and returns the master's folio.
func (s *Service) MoveGroups(ctx context.Context, sc scope.Scope, groupID string, m Wanted) (Folio, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (f Folio, err error) {
		if _, err := group.Find(tx, sc, groupID); err != nil {
			return f, err
		}
		b, err := booking.Lock(tx, sc, m.BookingID).Get()
		if errs.Is(err, errs.KindNotFound) || err == nil && b.GroupID != groupID {
			return f, errs.InvalidField("bookingId", "must be the id of a booking of this group")
		}
		if err == nil {
			err = s.move(tx, sc, b, m)
		}
		if err != nil {
			return f, err
		}
		return s.read(tx, sc, groupID)
	})
}

// MoveCharges makes lines of a booking those of another of its folios. Invalid names a folio that it hasn't, and lines
// that aren't the booking's; Conflict tells of one that can't be moved. Lines that are there already stay.
func (s *Service) MoveCharges(ctx context.Context, sc scope.Scope, m Wanted) (b *booking.Booking, list []Move,
	err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		if b, err = booking.Lock(tx, sc, m.BookingID).Get(); err != nil {
			return err
		}
		if err := s.move(tx, sc, b, m); err != nil {
			return err
		}
		list, err = movesOfBooking(tx, sc, b.ID)
		return err
	})
	return b, list, err
}

// move moves lines of the locked booking, and publishes it.
func (s *Service) move(tx *db.Tx, sc scope.Scope, b *booking.Booking, m Wanted) error {
	var fields errs.Fields
	if b.Folios().Check("to", m.To, &fields); len(fields) > 0 {
		return fields.Err()
	}
	lines, err := folio.Lines(tx, sc, b.ID).Get()
	if err != nil {
		return err
	}
	to := m.To
	if to == folio.OfMaster {
		to = b.GroupID
	}
	named := map[string]bool{}
	for i, lineID := range m.LineIDs {
		at := slices.IndexFunc(lines, func(l folio.Line) bool { return l.ID == lineID })
		if at < 0 || named[lineID] {
			return errs.InvalidField(fmt.Sprintf("lineIds[%d]", i),
				"must be the id of a line of the booking's folio, each once")
		}
		if err := requireMovable(b, lines[at]); err != nil {
			return err
		}
		named[lineID] = true
	}
	moved, err := s.give(tx, sc, b, m.Reason, func(l folio.Line) string {
		if named[l.ID] {
			return to
		}
		return l.Payer
	})
	if err != nil || len(moved) == 0 {
		return err
	}
	return s.tell(tx, sc, b, moved, m.Reason)
}

// tell publishes what was moved of a booking, as one event for each payer.
func (s *Service) tell(tx *db.Tx, sc scope.Scope, b *booking.Booking, moved []Moved, reason string) error {
	var texts []string
	var sum money.Amount
	for _, m := range moved {
		texts, sum = append(texts, m.Line.Description), sum+m.Line.Total
	}
	m := Move{Text: strings.Join(texts, "; "), From: moved[0].Line.Payer, To: moved[0].To, Amount: sum, Reason: reason}
	e := chargesMoved.Of(b.ID, m.MovedFacts(b.Code, sc.Currency))
	e.Touched = map[string][]string{"group": {b.GroupID}}
	return s.bus.Publish(tx, sc, e)
}

// Booking reads a booking, and what was moved of it.
func (s *Service) Booking(ctx context.Context, sc scope.Scope, bookingID string) (b *booking.Booking, list []Move,
	err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		if b, err = booking.Find(tx, sc, bookingID).Get(); err != nil {
			return err
		}
		list, err = movesOfBooking(tx, sc, bookingID)
		return err
	})
	return b, list, err
}

// Folio reads a group's master folio.
func (s *Service) Folio(ctx context.Context, sc scope.Scope, groupID string) (Folio, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Folio, error) { return s.read(tx, sc, groupID) })
}

func (s *Service) read(tx *db.Tx, sc scope.Scope, groupID string) (f Folio, err error) {
	if f.Group, err = group.Find(tx, sc, groupID); err != nil {
		return f, err
	}
	list, err := booking.OfGroup(tx, sc, groupID).Get()
	if err != nil {
		return f, err
	}
	f.Bookings = map[string]*booking.Booking{}
	for _, b := range list {
		f.Bookings[b.ID] = b
		f.Coming += b.Routed
	}
	f.Members = slices.SortedFunc(slices.Values(list), func(a, b *booking.Booking) int {
		return cmp.Or(cmp.Compare(a.CheckIn, b.CheckIn), cmp.Compare(a.ID, b.ID))
	})
	if f.Lines, err = folio.OfPayer(tx, sc, groupID); err != nil {
		return f, err
	}
	f.Coming -= folio.Gross(f.Lines)
	if f.Payments, err = takings.SharesOf(tx, sc, groupID); err != nil {
		return f, err
	}
	f.Moves, err = movesOfGroup(tx, sc, groupID)
	return f, err
}

// Charge puts something that the master account pays, such as a banquet, on the folio of one of the group's bookings;
// "" is the first that isn't cancelled. Once for each Idempotency-Key. Conflict if there is none.
func (s *Service) Charge(ctx context.Context, sc scope.Scope, groupID, bookingID string, i folio.Item) (
	account.LineView, error) {
	list, err := db.Read(ctx, s.db, func(tx *db.Tx) ([]*booking.Booking, error) {
		if _, err := group.Find(tx, sc, groupID); err != nil {
			return nil, err
		}
		return booking.OfGroup(tx, sc, groupID).Get()
	})
	if err != nil {
		return account.LineView{}, err
	}
	at := slices.IndexFunc(list, func(b *booking.Booking) bool {
		return b.ID == bookingID || bookingID == "" && b.Status != booking.Cancelled
	})
	switch {
	case at < 0 && bookingID == "":
		return account.LineView{}, errs.Conflict("The group has no booking yet on whose folio this could be.")
	case at < 0:
		return account.LineView{}, errs.InvalidField("bookingId", "must be the id of a booking of this group")
	}
	return s.folios.AddCharge(ctx, sc, list[at].ID, account.NewCharge{Item: i, Payer: groupID})
}
