package sheets

import (
	"context"
	"errors"
	"slices"

	"sarai/internal/identity/invitation"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/token"
	"sarai/internal/property/room"
	"sarai/internal/record/event"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/change"
	"sarai/internal/stay/desk"
)

// Config is what the service is made of.
type Config struct {
	DB          *db.DB
	Bus         *event.Bus
	Clock       clock.Clock
	Keys        *token.Keys
	ServerKey   string // the server-wide key; empty: there is none
	Rooms       *room.Service
	Bookings    *booking.Service
	Changes     *change.Service
	Desk        *desk.Service
	Invitations *invitation.Service
}

// Service does what spreadsheets ask for, and keeps their keys.
type Service struct {
	db          *db.DB
	bus         *event.Bus
	clock       clock.Clock
	keys        *token.Keys
	serverKey   string
	rooms       *room.Service
	bookings    *booking.Service
	changes     *change.Service
	desk        *desk.Service
	invitations *invitation.Service
}

// New makes the service.
func New(c Config) *Service {
	return &Service{db: c.DB, bus: c.Bus, clock: c.Clock, keys: c.Keys, serverKey: c.ServerKey, rooms: c.Rooms,
		bookings: c.Bookings, changes: c.Changes, desk: c.Desk, invitations: c.Invitations}
}

// activeRooms are the rooms that can be booked, by number.
func (s *Service) activeRooms(ctx context.Context, sc scope.Scope) ([]room.Room, error) {
	rooms, err := db.Read(ctx, s.db, func(tx *db.Tx) ([]room.Room, error) { return s.rooms.All(tx, sc) })
	return slices.DeleteFunc(rooms, func(r room.Room) bool { return !r.Active }), err
}

// finder finds which of the organizations has the record; db.ErrNoRows if none has.
type finder func(tx *db.Tx, orgs []string, recordID string) (string, error)

func (s *Service) enterForBooking(ctx context.Context, sc scope.Scope, bookingID string) (scope.Scope, error) {
	return s.enterOrganizationOf(ctx, sc, booking.OrganizationOf, bookingID, errs.NotFound("There is no such booking."))
}

func (s *Service) enterForInvitation(ctx context.Context, sc scope.Scope, invitationID string) (scope.Scope, error) {
	return s.enterOrganizationOf(ctx, sc, invitation.OrganizationOf, invitationID,
		errs.NotFound("There is no such invitation."))
}

// enterOrganizationOf places a server-wide key's scope in the organization that has the record, or returns unknown. An
// own key's scope is in its organization already, where the operation itself looks for the record.
func (s *Service) enterOrganizationOf(
	ctx context.Context, sc scope.Scope, find finder, recordID string, unknown error,
) (scope.Scope, error) {
	if sc.Org != "" {
		return sc, nil
	}
	org, err := db.Read(ctx, s.db, func(tx *db.Tx) (string, error) { return organizationOf(tx, find, recordID) })
	if errors.Is(err, db.ErrNoRows) {
		return sc, unknown
	}
	if err != nil {
		return sc, err
	}
	return s.enter(ctx, sc, org)
}

// probedTogether keeps a statement's parameters within what both engines take.
const probedTogether = 500

// organizationOf asks every organization for the record, many in one statement: each costs a probe of a primary key,
// some microseconds. A table from ids to organizations would be faster with thousands of hotels on a server, but would
// slow down every booking; such servers give their hotels keys of their own, which cost nothing here.
func organizationOf(tx *db.Tx, find finder, recordID string) (string, error) {
	if !id.Valid(recordID) {
		return "", db.ErrNoRows
	}
	orgs, err := organization.IDs(tx)
	if err != nil {
		return "", err
	}
	for some := range slices.Chunk(orgs, probedTogether) {
		org, err := find(tx, some, recordID)
		if !errors.Is(err, db.ErrNoRows) {
			return org, err
		}
	}
	return "", db.ErrNoRows
}

// enterNamed places sc in the organization that a body names: the own key's, or any for the server-wide key.
func (s *Service) enterNamed(ctx context.Context, sc scope.Scope, org string) (scope.Scope, error) {
	switch {
	case sc.Org == "" && id.Valid(org):
		return s.enter(ctx, sc, org)
	case sc.Org == org:
		return sc, nil
	}
	return sc, errOrganization
}

// enter places sc in the organization.
func (s *Service) enter(ctx context.Context, sc scope.Scope, org string) (scope.Scope, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (scope.Scope, error) {
		o, err := organization.Get(tx, org).Get()
		if errors.Is(err, db.ErrNoRows) {
			return sc, errOrganization
		}
		if err != nil {
			return sc, err
		}
		return o.Scope(sc)
	})
}
