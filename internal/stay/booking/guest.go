package booking

import (
	"context"
	"fmt"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
)

// ArrivalPlan says when and how the guest means to arrive. Nil keeps what the booking has.
type ArrivalPlan struct{ Time, TransportMode, TransportDetails *string }

// GuestDetails are what is to change of the guest's details. Nil keeps what there is.
type GuestDetails struct{ Name, Email, Phone, IDType, IDNumber *string }

// NewGuest is to whom a booking is given: an existing guest, or with GuestID "" a new one.
type NewGuest struct {
	GuestID, Name, Phone, Email string
	Force                       bool // against what the hotel's settings refuse; it needs bookings.manage
}

// PlanArrival notes when and how the guest means to arrive.
func (s *Service) PlanArrival(ctx context.Context, sc scope.Scope, bookingID string, p ArrivalPlan) (*Booking, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (*Booking, error) {
		return Change(tx, sc, bookingID, func(b *Booking) (*Booking, error) {
			if err := b.RequireOpen("its expected arrival can't change any more"); err != nil {
				return nil, err
			}
			was := b.Copy()
			set(&b.ExpectedArrival, p.Time)
			set(&b.TransportMode, p.TransportMode)
			set(&b.TransportDetails, p.TransportDetails)
			if b.Is(was) {
				return b, nil
			}
			return b, b.Publish(tx, s.bus, sc, Updated("expected arrival details changed", ArrivalPlanned.Of(b.ID,
				ArrivalPlannedDetails{b.About(), b.ExpectedArrival, b.TransportMode})))
		})
	})
}

func set(field, given *string) {
	if given != nil {
		*field = *given
	}
}

// UpdateGuest corrects the guest's details on this booking; the document goes to the guest's own record only. When no
// later booking is the guest's, name, e-mail and phone go to that record too; UpdateGuest tells whether they changed
// it.
func (s *Service) UpdateGuest(ctx context.Context, sc scope.Scope, bookingID string, d GuestDetails) (bool, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (bool, error) { return s.UpdateGuestIn(tx, sc, bookingID, d) })
}

// UpdateGuestIn is UpdateGuest inside the caller's transaction.
func (s *Service) UpdateGuestIn(tx *db.Tx, sc scope.Scope, bookingID string, d GuestDetails) (bool, error) {
	return Change(tx, sc, bookingID, func(b *Booking) (recorded bool, err error) {
		was := b.Copy()
		set(&b.GuestName, d.Name)
		set(&b.GuestEmail, d.Email)
		set(&b.GuestPhone, d.Phone)
		var fields errs.Fields
		contact.CheckNewEmail(&fields, "guestEmail", was.GuestEmail, b.GuestEmail)
		if err := fields.Err(); err != nil {
			return false, err
		}
		before, after, err := s.correctGuest(tx, sc, b, d)
		if err != nil {
			return false, err
		}
		recorded = before.Name != after.Name || before.Email != after.Email || before.Phone != after.Phone
		changed := changedDetails(was, *b, before, after)
		if len(changed) == 0 {
			return recorded, nil
		}
		return recorded, b.Publish(tx, s.bus, sc, Updated("guest details changed",
			GuestCorrected.Of(b.ID, GuestCorrectedDetails{b.About(), b.GuestName, changed})))
	})
}

// correctGuest corrects the guest's own record, as far as it follows this booking, and returns it before and after.
func (s *Service) correctGuest(tx *db.Tx, sc scope.Scope, b *Booking,
	d GuestDetails) (before, after guest.Guest, err error) {
	latest, err := isLatest(tx, sc, b)
	if err != nil {
		return before, after, err
	}
	after, err = s.guests.Change(tx, sc, b.GuestID, func(g *guest.Guest, _ date.Date) error {
		before = *g
		if latest {
			set(&g.Name, d.Name)
			set(&g.Email, d.Email)
			set(&g.Phone, d.Phone)
		}
		if d.IDType == nil && d.IDNumber == nil {
			return nil
		}
		idType, number := g.IDType, g.IDNumber.Masked()
		set(&idType, d.IDType)
		set(&number, d.IDNumber)
		return g.Identify(idType, number)
	})
	return before, after, err
}

// changedDetails names what differs on the booking, and of the document in the guest's record.
func changedDetails(was, is Booking, before, after guest.Guest) []string {
	var names []string
	add := func(name string, differs bool) {
		if differs {
			names = append(names, name)
		}
	}
	add("guestName", was.GuestName != is.GuestName)
	add("guestEmail", was.GuestEmail != is.GuestEmail)
	add("guestPhone", was.GuestPhone != is.GuestPhone)
	add("idType", before.IDType != after.IDType)
	add("idNumber", before.IDNumber != after.IDNumber)
	return names
}

// GuestChange names the guests of ChangeGuest.
type GuestChange struct {
	Previous string
	*Booking
}

// ChangeGuest gives the booking to another guest. Invalid names bad values by the fields of the bookings' API.
func (s *Service) ChangeGuest(ctx context.Context, sc scope.Scope, bookingID string, g NewGuest) (GuestChange, error) {
	var fields errs.Fields
	contact.CheckEmail(&fields, "newGuestEmail", g.Email)
	contact.CheckPhone(&fields, "newGuestPhone", g.Phone)
	if err := fields.Err(); err != nil {
		return GuestChange{}, err
	}
	return db.Write(ctx, s.db, func(tx *db.Tx) (GuestChange, error) {
		return Change(tx, sc, bookingID, func(b *Booking) (GuestChange, error) {
			was, change := b.Copy(), GuestChange{b.GuestName, b}
			if err := b.RequireOpen("its guest can't change any more"); err != nil {
				return change, err
			}
			settings, shunned := ledger.Read(tx, sc), guest.NotToRent(tx, sc, g.GuestID, g.Phone, g.Email)
			rules, err := settings.Get()
			if err != nil {
				return change, err
			}
			b.GuestName, b.GuestPhone, b.GuestEmail = g.Name, g.Phone, g.Email
			if err := s.giveTo(tx, sc, b, g.GuestID); err != nil || b.Is(was) {
				return change, err
			}
			if b.Warnings, err = heedDoNotRent(sc, rules.DeskRules, shunned, g.Force); err != nil {
				return change, err
			}
			return change, b.Publish(tx, s.bus, sc, Updated(fmt.Sprintf("guest changed from %s to %s", was.GuestName, g.Name),
				GuestChanged.Of(b.ID, GuestChangedDetails{b.About(), was.GuestName, g.Name, b.GuestID})))
		})
	})
}

// giveTo links the booking to the guest with this id, or with "" to a new one.
func (s *Service) giveTo(tx *db.Tx, sc scope.Scope, b *Booking, guestID string) error {
	if guestID == "" {
		return s.makeGuest(tx, sc, b)
	}
	b.GuestID = guestID
	return s.lockGuest(tx, sc, "newGuestId", guestID)
}
