package guestfile

import (
	"sarai/internal/kit/db"
	"sarai/internal/property/guest"
	"sarai/internal/record/event"
)

// Service does what concerns all that is kept of a guest.
type Service struct {
	db      *db.DB
	bus     *event.Bus
	guests  *guest.Service
	keepers []guest.Keeper
}

// New makes the service.
func New(d *db.DB, bus *event.Bus, guests *guest.Service, keepers []guest.Keeper) *Service {
	return &Service{d, bus, guests, keepers}
}
