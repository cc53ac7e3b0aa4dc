package registration

import (
	"context"
	"encoding/base64"
	"slices"
	"time"

	"sarai/internal/country/words"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/seal"
	"sarai/internal/paper/document"
	"sarai/internal/property/guest"
	"sarai/internal/record/event"
	"sarai/internal/record/may"
	"sarai/internal/record/series"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/party"
)

// Service keeps the cards of all hotels.
type Service struct {
	db        *db.DB
	bus       *event.Bus
	guests    *guest.Service
	links     *seal.Box
	publicURL string
}

// New makes the service. Links are sealed in the box, and begin with the URL.
func New(d *db.DB, bus *event.Bus, guests *guest.Service, links *seal.Box, publicURL string) *Service {
	return &Service{db: d, bus: bus, guests: guests, links: links, publicURL: publicURL}
}

// sheet reads a card with all that is printed on it. NotFound if the booking has no such guest, or the hotel's cards
// are not his.
func (s *Service) sheet(tx *db.Tx, sc scope.Scope, b *booking.Booking, personID string) (c sheet, err error) {
	c.booking = b
	set, err := settings(tx, sc)
	if err != nil {
		return c, err
	}
	c.perGuest = set.Cards == ofGuest
	if c.people, err = party.Of(tx, sc, b).Get(); err != nil {
		return c, err
	}
	list := holders(b, c.people, set)
	at := slices.IndexFunc(list, func(p party.Person) bool { return p.ID == personID })
	if at < 0 {
		return c, errNoCard
	}
	c.person = list[at]
	if c.card, err = find(tx, sc, b.ID, personID); err != nil {
		return c, err
	}
	if sc.Permissions.Has(may.Guests, scope.View) && c.person.GuestID != "" {
		whole, err := s.guests.Whole(tx, sc, c.person.GuestID)
		if err != nil {
			return c, err
		}
		c.guest, c.travel = whole.Guest, whole.Travel
	}
	c.organization, err = organization.Get(tx, sc.Org).Get()
	return c, err
}

// Paper is a registration card as it is printed; personID "" is the booking's own guest.
func (s *Service) Paper(ctx context.Context, sc scope.Scope, bookingID, personID string) (document.Card, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (paper document.Card, err error) {
		found, err := Find(tx, sc, bookingID)
		if err != nil {
			return paper, err
		}
		c, err := s.sheet(tx, sc, found[0], personOr(personID, bookingID))
		if err != nil {
			return paper, err
		}
		paper = document.Card{Number: c.booking.Code, Serial: c.card.Number, Printed: words.Of(sc).Moment(tx.Now.In(sc.Zone)),
			Created: tx.Now, Sections: c.sections(sc), Terms: Terms(c.organization, words.Of(sc)), SignedOn: c.card.signedOn(sc)}
		if c.card.Signature != "" {
			if paper.Signature, err = base64.StdEncoding.DecodeString(c.card.Signature); err != nil {
				return paper, err
			}
		}
		if paper.Seller, err = document.Seller(tx, sc); err != nil {
			return paper, err
		}
		paper.Logo, err = document.LogoOf(tx, sc, paper.Seller)
		return paper, err
	})
}

func personOr(personID, bookingID string) string {
	if personID == "" {
		return bookingID
	}
	return personID
}

// Find reads bookings, with the categories' names as the types of rooms that aren't assigned.
func Find(tx *db.Tx, sc scope.Scope, ids ...string) ([]*booking.Booking, error) {
	names, err := categories(tx, sc)
	if err != nil {
		return nil, err
	}
	list := make([]*booking.Booking, len(ids))
	for i, id := range ids {
		if list[i], err = booking.Find(tx, sc, id).Get(); err != nil {
			return nil, err
		}
		for _, r := range list[i].Shown() {
			if !r.Assigned() {
				r.Type = names[r.CategoryID]
			}
		}
	}
	return list, nil
}

// Held is a card, and whose it is.
type Held struct {
	Card
	Person party.Person
}

// Cards are those of a booking, by the hotel's choice, in the order of its people; also those that aren't issued.
func (s *Service) Cards(tx *db.Tx, sc scope.Scope, b *booking.Booking) ([]Held, error) {
	set, err := settings(tx, sc)
	if err != nil {
		return nil, err
	}
	people, err := party.Of(tx, sc, b).Get()
	if err != nil {
		return nil, err
	}
	kept, err := ofBookings(tx, sc, []*booking.Booking{b})
	if err != nil {
		return nil, err
	}
	list := []Held{}
	for _, p := range holders(b, people, set) {
		c, known := kept[p.ID]
		if !known {
			c = noCard(b.ID, p.ID)
		}
		list = append(list, Held{c, p})
	}
	return list, nil
}

// List reads the cards of a booking, also those that aren't issued.
func (s *Service) List(ctx context.Context, sc scope.Scope, bookingID string) ([]Held, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) ([]Held, error) {
		b, err := booking.Find(tx, sc, bookingID).Get()
		if err != nil {
			return nil, err
		}
		return s.Cards(tx, sc, b)
	})
}

// Get reads a card of a booking, also one that isn't issued.
func (s *Service) Get(ctx context.Context, sc scope.Scope, bookingID, personID string) (Held, error) {
	list, err := s.List(ctx, sc, bookingID)
	if err != nil {
		return Held{}, err
	}
	at := slices.IndexFunc(list, func(h Held) bool { return h.StayGuestID == personID })
	if at < 0 {
		return Held{}, errNoCard
	}
	return list[at], nil
}

// Issue gives each card of the booking its number, if it has none. Again, it changes nothing.
func (s *Service) Issue(ctx context.Context, sc scope.Scope, bookingID string) ([]Held, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) ([]Held, error) {
		b, err := lockLive(tx, sc, bookingID)
		if err != nil {
			return nil, err
		}
		list, err := s.Cards(tx, sc, b)
		if err != nil {
			return nil, err
		}
		for i := range list {
			if list[i].Number != "" {
				continue
			}
			if err := s.number(tx, sc, b, &list[i].Card, list[i].Person); err != nil {
				return nil, err
			}
			if err := save(tx, sc, &list[i].Card); err != nil {
				return nil, err
			}
		}
		return list, nil
	})
}

// number issues a card.
func (s *Service) number(tx *db.Tx, sc scope.Scope, b *booking.Booking, c *Card, p party.Person) (err error) {
	if c.Number, err = series.Next(tx, sc, series.Registration).Get(); err != nil {
		return err
	}
	return s.bus.Publish(tx, sc, issued.Of(b.ID, issuedDetails{b.Code, p.Name, c.Number}))
}

// lockLive locks a booking that isn't cancelled.
func lockLive(tx *db.Tx, sc scope.Scope, bookingID string) (*booking.Booking, error) {
	b, err := booking.Lock(tx, sc, bookingID).Get()
	if err == nil && b.Status == booking.Cancelled {
		err = errs.Conflict("Booking %s is cancelled: there is nothing to sign.", b.Code)
	}
	return b, err
}

// change edits a card of a booking that isn't cancelled, and issues it if it isn't yet.
func (s *Service) change(tx *db.Tx, sc scope.Scope, bookingID, personID string,
	edit func(b *booking.Booking, h *Held) (e event.Event, changed bool, err error)) (Held, error) {
	b, err := lockLive(tx, sc, bookingID)
	if err != nil {
		return Held{}, err
	}
	list, err := s.Cards(tx, sc, b)
	if err != nil {
		return Held{}, err
	}
	at := slices.IndexFunc(list, func(h Held) bool { return h.StayGuestID == personID })
	if at < 0 {
		return Held{}, errNoCard
	}
	h := list[at]
	if err := sc.CheckVersion(h.Version); err != nil {
		return h, err
	}
	e, changed, err := edit(b, &h)
	if err != nil || !changed {
		return h, err
	}
	if h.Number == "" {
		if err := s.number(tx, sc, b, &h.Card, h.Person); err != nil {
			return h, err
		}
	}
	if err := save(tx, sc, &h.Card); err != nil {
		return h, err
	}
	return h, s.bus.Publish(tx, sc, e)
}

// Answer notes what the guest says, and whether the card was signed on paper; nil leaves that as it is.
func (s *Service) Answer(ctx context.Context, sc scope.Scope, bookingID, personID string, edit func(*Answers),
	onPaper *bool) (Held, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Held, error) {
		return s.change(tx, sc, bookingID, personID, func(b *booking.Booking, h *Held) (event.Event, bool, error) {
			before := h.Card
			edit(&h.Answers)
			e := answered.Of(b.ID, detailsOf(b))
			switch {
			case onPaper == nil:
			case *onPaper && h.SignedAt == nil:
				h.SignedAt, h.SignedHow = new(tx.Now.UnixMilli()), OnPaper
				e = signedEvent.Of(b.ID, signedDetails{b.Code, h.Person.Name})
			case !*onPaper && h.SignedHow == OnPaper:
				h.SignedAt, h.SignedHow = nil, ""
				e = signatureRemoved.Of(b.ID, signedDetails{b.Code, h.Person.Name})
			}
			return e, h.Answers != before.Answers || h.SignedHow != before.SignedHow, nil
		})
	})
}

func (s *Service) settings(ctx context.Context, sc scope.Scope) (Settings, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Settings, error) { return settings(tx, sc) })
}

func (s *Service) setSettings(ctx context.Context, sc scope.Scope, edit func(*Settings)) (Settings, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Settings, error) {
		was, err := lockSettings(tx, sc)
		if err != nil {
			return was, err
		}
		if err := sc.CheckVersion(was.Version); err != nil {
			return was, err
		}
		now := was
		if edit(&now); now == was {
			return was, nil
		}
		if err := saveSettings(tx, sc, &now); err != nil {
			return now, err
		}
		return now, s.bus.Publish(tx, sc, settingsChanged.Of(sc.Org, settingsDetails{now.Cards, now.KeptDays}))
	})
}

// Expire deletes what guests have signed and answered when the hotel's period is over.
func (s *Service) Expire(ctx context.Context, sc scope.Scope) error {
	var before int64
	due, err := db.Read(ctx, s.db, func(tx *db.Tx) (bool, error) {
		set, err := settings(tx, sc)
		if err != nil {
			return false, err
		}
		before = tx.Now.Add(-time.Duration(set.KeptDays) * 24 * time.Hour).UnixMilli()
		return anyBefore(tx, sc, before)
	})
	if err != nil || !due {
		return err
	}
	return s.db.Write(ctx, func(tx *db.Tx) error { return expire(tx, sc, before) })
}
