package group

import (
	"context"

	"sarai/internal/books/businessday"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/hook"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
	"sarai/internal/property/allotment"
	"sarai/internal/property/company"
	"sarai/internal/property/room"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
	"sarai/internal/record/series"
	"sarai/internal/stay/folio"
)

// Service keeps the groups of all hotels.
type Service struct {
	db    *db.DB
	bus   *event.Bus
	rooms *room.Service
	hooks Hooks
}

// Hooks are what packages above do with groups.
type Hooks struct {
	// OnRouting is called when a locked group has other rules of what its master account pays: its bookings follow.
	OnRouting func(tx *db.Tx, sc scope.Scope, g Group) error
}

// Connect sets the hooks.
func (s *Service) Connect(h Hooks) {
	hook.Require(h)
	s.hooks = h
}

// New makes the service.
func New(d *db.DB, bus *event.Bus, rooms *room.Service) *Service {
	return &Service{db: d, bus: bus, rooms: rooms}
}

// Create adds a group. Without a code it gets the next number.
func (s *Service) Create(ctx context.Context, sc scope.Scope, g Group) (Group, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Group, error) {
		g := g.withDefaults()
		g.ID, g.CreatedBy, g.Version = id.New(), sc.User, 1
		g.Routing = routings[g.MasterPays]
		g.CreatedAt, g.UpdatedAt = tx.Now.UnixMilli(), tx.Now.UnixMilli()
		if err := g.check(""); err != nil {
			return g, err
		}
		if err := s.complete(tx, sc, &g); err != nil {
			return g, err
		}
		if err := number(tx, sc, &g); err != nil {
			return g, err
		}
		if err := insert(tx, sc, g); err != nil {
			return g, err
		}
		return g, s.bus.Publish(tx, sc, created.Of(g.ID, g.facts()))
	})
}

// number gives a group without a code the next one that no group was given by hand.
func number(tx *db.Tx, sc scope.Scope, g *Group) error {
	for g.Code == "" {
		code, err := series.Next(tx, sc, series.Group).Get()
		if err != nil {
			return err
		}
		taken, err := codeTaken(tx, sc, code)
		if err != nil {
			return err
		}
		if !taken {
			g.Code = code
		}
	}
	return nil
}

// complete decides whether the group holds its block. Invalid names a company that isn't the hotel's.
func (s *Service) complete(tx *db.Tx, sc scope.Scope, g *Group) error {
	settings, err := readSettings(tx, sc)
	if err != nil {
		return err
	}
	g.Holds = g.holdsAs(settings.TentativeHolds)
	if g.CompanyID == "" {
		return nil
	}
	return company.RequireActive(tx, sc, g.CompanyID)
}

// update edits a group that isn't cancelled. An edit that changes nothing leaves no trace.
func (s *Service) update(ctx context.Context, sc scope.Scope, groupID string, edit func(*Group)) (Group, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Group, error) {
		businessday.Hold(tx, sc) // before the group, since its bookings may follow
		before, err := s.lockLive(tx, sc, groupID)
		if err != nil {
			return before, err
		}
		after := before
		if edit(&after); after.MasterPays != before.MasterPays {
			after.Routing = routings[after.MasterPays]
		}
		if after.is(before) {
			return after, nil
		}
		if after.Code == "" {
			after.Code = before.Code
		}
		if err := after.check(before.ContactEmail); err != nil {
			return after, err
		}
		if err := s.settle(tx, sc, before, &after); err != nil {
			return after, err
		}
		after.UpdatedAt = tx.Now.UnixMilli()
		if err := save(tx, sc, &after); err != nil {
			return after, err
		}
		if err := s.bus.Publish(tx, sc, updated.Of(after.ID, changes{after.Code,
			event.FromTo[facts]{Before: before.facts(), After: after.facts()}})); err != nil ||
			after.Routing == before.Routing {
			return after, err
		}
		return after, s.hooks.OnRouting(tx, sc, after)
	})
}

// Route sets what the master account pays of a group that is locked and isn't cancelled. Its bookings follow.
func (s *Service) Route(tx *db.Tx, sc scope.Scope, g *Group, r folio.Routing) error {
	g.SetRouting(r)
	g.UpdatedAt = tx.Now.UnixMilli()
	if err := save(tx, sc, g); err != nil {
		return err
	}
	return s.hooks.OnRouting(tx, sc, *g)
}

// settle lets the group hold its block as its new status says, and checks its new company.
func (s *Service) settle(tx *db.Tx, sc scope.Scope, before Group, after *Group) error {
	if after.Status != before.Status {
		settings, err := readSettings(tx, sc)
		if err != nil {
			return err
		}
		after.Holds = after.holdsAs(settings.TentativeHolds)
	}
	if after.CompanyID != before.CompanyID && after.CompanyID != "" {
		if err := company.RequireActive(tx, sc, after.CompanyID); err != nil {
			return err
		}
	}
	if after.CheckIn > before.CheckIn || after.CheckOut < before.CheckOut {
		if err := requireWithin(tx, sc, after); err != nil {
			return err
		}
	}
	if after.Holds == before.Holds {
		return nil
	}
	return allotment.Hold(tx, sc, after.ID, sc.Today(tx.Now), after.Holds)
}

// requireWithin refuses dates of the group that leave nights of its block out.
func requireWithin(tx *db.Tx, sc scope.Scope, g *Group) error {
	nights, err := allotment.Of(tx, sc, g.ID).Get()
	if err != nil {
		return err
	}
	for _, n := range nights {
		field := ""
		switch {
		case n.Blocked == 0:
		case n.Night < g.CheckIn:
			field = "checkIn"
		case n.Night >= g.CheckOut:
			field = "checkOut"
		}
		if field != "" {
			return errs.InvalidField(field, "must not leave out %s, on which rooms are blocked: take them off first",
				n.Night.Short())
		}
	}
	return nil
}

// lockLive locks a group that isn't cancelled, in the version that the caller knows.
func (s *Service) lockLive(tx *db.Tx, sc scope.Scope, groupID string) (Group, error) {
	g, err := Lock(tx, sc, groupID)
	if err != nil {
		return g, err
	}
	if err := sc.CheckVersion(g.Version); err != nil {
		return g, err
	}
	return g, g.RequireLive()
}

// Join reads the group that a booking is to belong to, and keeps it from being changed until the transaction ends.
// Invalid names one that isn't the hotel's by the field; Conflict if it is cancelled.
func Join(tx *db.Tx, sc scope.Scope, field, groupID string) (Group, error) {
	g, err := lockShared(tx, sc, groupID)
	if errs.Is(err, errs.KindNotFound) {
		err = errs.InvalidField(field, "must be the id of one of the hotel's groups")
	}
	if err != nil {
		return g, err
	}
	return g, g.RequireLive()
}

// CancelIn cancels a group, inside the caller's transaction, and frees what its bookings have not picked up.
func (s *Service) CancelIn(tx *db.Tx, sc scope.Scope, groupID, reason string) (Group, error) {
	g, err := s.lockLive(tx, sc, groupID)
	if err != nil {
		return g, err
	}
	if _, err := allotment.Release(tx, sc, g.ID, endOfTime); err != nil {
		return g, err
	}
	g.Status, g.Holds, g.UpdatedAt = Cancelled, false, tx.Now.UnixMilli()
	if err := save(tx, sc, &g); err != nil {
		return g, err
	}
	return g, s.bus.Publish(tx, sc, cancelled.Of(g.ID, cancelledFacts{g.Code, g.Name, reason}))
}

func (s *Service) get(ctx context.Context, sc scope.Scope, groupID string) (Group, error) {
	return db.ReadOne(ctx, s.db, func(tx *db.Tx) (Group, error) { return Find(tx, sc, groupID) })
}

// listed is a group with the room-nights of its block.
type listed struct {
	Group
	Figures
}

func (s *Service) list(ctx context.Context, sc scope.Scope, in *listInput) (listing.Page[listed], error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (listing.Page[listed], error) {
		found, err := list.Page(tx, sc, *in, in.Paging)
		if err != nil {
			return listing.Page[listed]{}, err
		}
		ids := make([]string, len(found.Records))
		for i, g := range found.Records {
			ids[i] = g.ID
		}
		sums, err := allotment.Sums(tx, sc, ids)
		groups := make([]listed, len(ids))
		for i, g := range found.Records {
			groups[i] = listed{g, Figures{sums[g.ID].Blocked, sums[g.ID].Picked}}
		}
		return listing.Of(found, groups), err
	})
}

func (s *Service) settings(ctx context.Context, sc scope.Scope) (Settings, error) {
	return db.ReadOne(ctx, s.db, func(tx *db.Tx) (Settings, error) { return readSettings(tx, sc) })
}

// changeSettings is for groups that become tentative from now on. Those that are stay as they are.
func (s *Service) changeSettings(ctx context.Context, sc scope.Scope, tentativeHolds bool) (Settings, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Settings, error) {
		settings, err := readSettings(tx, sc)
		if err == nil {
			err = sc.CheckVersion(settings.Version)
		}
		if err != nil || settings.TentativeHolds == tentativeHolds {
			return settings, err
		}
		settings.TentativeHolds = tentativeHolds
		if err := saveSettings(tx, sc, &settings); err != nil {
			return settings, err
		}
		return settings, s.bus.Publish(tx, sc, settingsUpdated.Of(sc.Org, settingsFacts{tentativeHolds}))
	})
}
