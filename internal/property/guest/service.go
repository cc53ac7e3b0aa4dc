package guest

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/seal"
	"sarai/internal/property/company"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
)

// Service reads and changes guest records.
type Service struct {
	db    *db.DB
	bus   *event.Bus
	box   *seal.Box
	inUse InUse
}

// InUse reports whether a booking or an invoice refers to the guest, whose record then has to stay.
type InUse func(tx *db.Tx, sc scope.Scope, guestID string) (bool, error)

// New makes the service. Numbers of documents are sealed in the box. It panics without inUse, which packages above
// know.
func New(d *db.DB, bus *event.Bus, box *seal.Box, inUse InUse) *Service {
	if inUse == nil {
		panic("guest.New: inUse is nil")
	}
	return &Service{db: d, bus: bus, box: box, inUse: inUse}
}

// Edit changes a guest's record, or fails naming the fields that it can't set. today is the hotel's date.
type Edit func(g *Guest, today date.Date) error

// Create stores a new guest, sets its ID and times, and returns the ID. Callers have checked the fields.
func (s *Service) Create(tx *db.Tx, sc scope.Scope, g Guest) (guestID string, err error) {
	number := string(g.IDNumber)
	g.IDNumber = ""
	if err := g.Identify(g.IDType, number); err != nil {
		return "", err
	}
	if err := checkCompany(tx, sc, "", g.CompanyID); err != nil {
		return "", err
	}
	g.ID = id.New()
	g.CreatedAt, g.UpdatedAt, g.Version = tx.Now.UnixMilli(), tx.Now.UnixMilli(), 1
	if err := insert(tx, sc, s.seal(sc, g)); err != nil {
		return "", err
	}
	return g.ID, s.bus.Publish(tx, sc, created.Of(g.ID, named{g.Name}))
}

// Get reads a guest, with the number of the document masked; NotFound when the organization has none with that id.
func (s *Service) Get(tx *db.Tx, sc scope.Scope, guestID string) (Guest, error) {
	g, err := find(tx, sc, guestID)
	return g.Guest, err
}

// GetAll reads guests by their ids, as Get does. Ids of none, such as "", are left out.
func (s *Service) GetAll(tx *db.Tx, sc scope.Scope, ids []string) (map[string]Guest, error) {
	guests := map[string]Guest{}
	rows, err := findAll(tx, sc, ids)
	for _, row := range rows {
		guests[row.ID] = row.Guest
	}
	return guests, err
}

// Lock reads a guest and keeps the record from being changed or deleted until the transaction ends; NotFound when the
// organization has none with that id.
func (s *Service) Lock(tx *db.Tx, sc scope.Scope, guestID string) (Guest, error) {
	g, err := lock(tx, sc, guestID)
	return g.Guest, err
}

// Change applies edit to a guest's record and returns the record. It stores and publishes nothing when nothing differs.
func (s *Service) Change(tx *db.Tx, sc scope.Scope, guestID string, edit Edit) (Guest, error) {
	was, err := lock(tx, sc, guestID)
	if err == nil {
		err = was.RequireKnown()
	}
	if err != nil {
		return Guest{}, err
	}
	before := s.open(sc, was)
	after := before
	if err := edit(&after, sc.Today(tx.Now)); err != nil {
		return Guest{}, err
	}
	changed := changedFields(before, after)
	if len(changed) == 0 {
		return before, nil
	}
	if err := checkCompany(tx, sc, before.CompanyID, after.CompanyID); err != nil {
		return Guest{}, err
	}
	after.UpdatedAt = tx.Now.UnixMilli()
	row := s.sealOver(sc, was, after)
	if err := save(tx, sc, &row); err != nil {
		return Guest{}, err
	}
	after.Version = row.Version
	return after, s.bus.Publish(tx, sc, updated.Of(after.ID, updatedDetails{after.Name, changed}))
}

// checkCompany refuses, as Invalid naming companyId, a company that a record is newly linked to and that isn't one of
// the hotel's active ones.
func checkCompany(tx *db.Tx, sc scope.Scope, before, after string) error {
	if after == "" || after == before {
		return nil
	}
	return company.RequireActive(tx, sc, after)
}

// Add makes the guest that fill describes in an empty record.
func (s *Service) Add(ctx context.Context, sc scope.Scope, fill Edit) (View, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (View, error) {
		var g Guest
		if err := fill(&g, sc.Today(tx.Now)); err != nil {
			return View{}, err
		}
		guestID, err := s.Create(tx, sc, g)
		if err != nil {
			return View{}, err
		}
		g, err = s.Get(tx, sc, guestID)
		return g.view(sc), err
	})
}

// Update is Change in a transaction of its own.
func (s *Service) Update(ctx context.Context, sc scope.Scope, guestID string, edit Edit) (Guest, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Guest, error) {
		return s.Change(tx, sc, guestID, func(g *Guest, today date.Date) error {
			if err := sc.CheckVersion(g.Version); err != nil {
				return err
			}
			return edit(g, today)
		})
	})
}

func (s *Service) get(ctx context.Context, sc scope.Scope, guestID string) (Guest, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Guest, error) { return s.Get(tx, sc, guestID) })
}

func (s *Service) list(ctx context.Context, sc scope.Scope, in *listInput) (listing.Page[stored], error) {
	return list.Read(ctx, s.db, sc, *in, in.Paging)
}

func (s *Service) delete(ctx context.Context, sc scope.Scope, guestID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		g, err := lock(tx, sc, guestID)
		if err != nil {
			return err
		}
		used, err := s.inUse(tx, sc, guestID)
		if err != nil {
			return err
		}
		if used {
			return errs.Conflict("%s has bookings or invoices, so the record must stay.", g.Name)
		}
		if err := remove(tx, sc, guestID); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, deleted.Of(g.ID, named{g.Name}))
	})
}
