package tax

import (
	"context"
	"slices"

	"sarai/internal/books/ledger"
	"sarai/internal/books/ledger/events"
	"sarai/internal/country/india"
	"sarai/internal/country/packs"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
)

// InUse reports whether a folio or a document has a line that bears the tax.
type InUse func(tx *db.Tx, sc scope.Scope, r Record) (bool, error)

// Edit changes a record as a request asks, and adds what is wrong with the request to bad.
type Edit func(r *Record, bad *errs.Fields)

// Service keeps the taxes.
type Service struct {
	db    *db.DB
	bus   *event.Bus
	inUse InUse
}

// New makes the service.
func New(d *db.DB, bus *event.Bus, inUse InUse) *Service {
	return &Service{db: d, bus: bus, inUse: inUse}
}

// Follow hears events. An organization that changes its currency, as it may before its first booking, gets the taxes of
// its new country, and one whose premises become specified ones, or cease to be, those on its food.
func (s *Service) Follow(tx *db.Tx, sc scope.Scope, e event.Event) error {
	if events.SettingsUpdated.Is(e) {
		return s.followPremises(tx, sc)
	}
	if !organization.Updated.Is(e) {
		return nil
	}
	o, err := organization.Get(tx, sc.Org).Get()
	if err != nil || o.Currency == sc.Currency && o.Country == sc.Country {
		return err
	}
	records, err := all(tx, sc)
	if err != nil {
		return err
	}
	for _, record := range records {
		if record.Seeded {
			return nil
		}
	}
	return Seed(tx, o)
}

// followPremises lets the seeded taxes on food end where their rate isn't that of the premises any more, and others
// begin today.
func (s *Service) followPremises(tx *db.Tx, sc scope.Scope) error {
	books, err := ledger.Read(tx, sc).Get()
	if err != nil {
		return err
	}
	rate, today := india.PlainFood, sc.Today(tx.Now)
	if books.SpecifiedPremises {
		rate = india.PremisesFood
	}
	records, err := all(tx, sc)
	if err != nil {
		return err
	}
	for _, r := range records {
		if !r.Seeded || r.AppliesTo != Services || r.SAC != india.FoodSAC || !r.InForce(today) || r.Slabs.highest() == rate {
			continue
		}
		next := Record{ID: id.New(), Name: r.Name, Kind: r.Kind, AppliesTo: Services, SAC: r.SAC, From: today,
			Slabs: Slabs{{Rate: rate}}, Active: true, Seeded: true, Version: 1}
		next.CreatedAt, next.UpdatedAt, r.UpdatedAt = tx.Now.UnixMilli(), tx.Now.UnixMilli(), tx.Now.UnixMilli()
		if r.From == today {
			r.Active = false
		} else {
			r.To = today.AddDays(-1)
		}
		if err := save(tx, sc, &r); err != nil {
			return err
		}
		if err := insert(tx, sc.Org, next); err != nil {
			return err
		}
	}
	return nil
}

// Create adds one of the organization's own taxes: an active one from today on, unless fill says otherwise.
func (s *Service) Create(ctx context.Context, sc scope.Scope, fill Edit) (Record, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Record, error) {
		now, bad := tx.Now.UnixMilli(), errs.Fields{}
		record := Record{ID: id.New(), From: sc.Today(tx.Now), Active: true, CreatedAt: now, UpdatedAt: now,
			Version: 1}
		fill(&record, &bad)
		record, err := record.checked(packs.Of(sc.Country), &bad)
		if err != nil {
			return record, err
		}
		if err := insert(tx, sc.Org, record); err != nil {
			return record, err
		}
		return record, s.bus.Publish(tx, sc, created.Of(record.ID, record.facts(sc.Currency)))
	})
}

// update edits a tax. An edit that changes nothing leaves no trace. Once a tax was charged, what its charges were made
// by can't change.
func (s *Service) update(ctx context.Context, sc scope.Scope, taxID string, edit Edit) (Record, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Record, error) {
		before, err := lock(tx, sc, taxID)
		if err != nil {
			return before, err
		}
		if err := sc.CheckVersion(before.Version); err != nil {
			return before, err
		}
		after, bad := before, errs.Fields{}
		edit(&after, &bad)
		if after, err = after.checked(packs.Of(sc.Country), &bad); err != nil {
			return after, err
		}
		changes := event.Changes[facts]{Before: before.facts(sc.Currency), After: after.facts(sc.Currency)}
		if changes.None() {
			return before, nil
		}
		if err := s.protectCharged(tx, sc, before, changes.Fields()); err != nil {
			return after, err
		}
		after.UpdatedAt = tx.Now.UnixMilli()
		if err := save(tx, sc, &after); err != nil {
			return after, err
		}
		return after, s.bus.Publish(tx, sc, updated.Of(after.ID, updatedDetails{after.Name, changes}))
	})
}

// protectCharged refuses changes of what charges were made by, if there are any.
func (s *Service) protectCharged(tx *db.Tx, sc scope.Scope, before Record, changed []string) error {
	var bad errs.Fields
	for _, field := range []string{"name", "kind", "appliesTo", "rate", "slabs", "from"} {
		if slices.Contains(changed, field) {
			bad.Add(field, "must stay as it is, since this tax was charged already; end it with to and make another")
		}
	}
	if len(bad) == 0 {
		return nil
	}
	used, err := s.inUse(tx, sc, before)
	if err != nil || !used {
		return err
	}
	return bad.Err()
}

func (s *Service) delete(ctx context.Context, sc scope.Scope, taxID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		record, err := lock(tx, sc, taxID)
		if err != nil {
			return err
		}
		if record.Seeded {
			return errs.Conflict("%s came with the organization and can't be deleted. End it with to, or switch it off with "+
				"isActive.", record.Name)
		}
		used, err := s.inUse(tx, sc, record)
		if err != nil {
			return err
		}
		if used {
			return errs.Conflict("%s was charged already and can't be deleted. End it with to, or switch it off with isActive.",
				record.Name)
		}
		if err := remove(tx, sc, taxID); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, deleted.Of(record.ID, record.facts(sc.Currency)))
	})
}

func (s *Service) get(ctx context.Context, sc scope.Scope, taxID string) (Record, error) {
	return db.ReadOne(ctx, s.db, func(tx *db.Tx) (Record, error) { return find(tx, sc, taxID) })
}

func (s *Service) list(ctx context.Context, sc scope.Scope, in *listInput) (listing.Page[Record], error) {
	return list.Read(ctx, s.db, sc, *in, in.Paging)
}

// calculate finds the tax of each night of the stay.
func (s *Service) calculate(ctx context.Context, sc scope.Scope, asked stay) (calculation, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (calculation, error) {
		rules, err := Load(tx, sc).Get()
		if err != nil {
			return calculation{}, err
		}
		inclusive := asked.inclusive
		if inclusive == nil {
			books, err := ledger.Read(tx, sc).Get()
			if err != nil {
				return calculation{}, err
			}
			inclusive = &books.PricesIncludeTax
		}
		return rules.calculate(asked, *inclusive), nil
	})
}
