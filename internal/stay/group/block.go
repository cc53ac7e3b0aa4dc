package group

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/property/allotment"
)

// Block is what is kept for a group, and what it costs.
type Block struct {
	Group
	Nights     []allotment.Night
	Rates      []Rate
	Categories map[string]string // names by ids
}

// Set is what is to be changed on the nights [From, To) in a category.
type Set struct {
	Field      string // its place in the request, such as "nights[2]."
	CategoryID string
	From, To   date.Date
	Rooms      *int          // nil: as it is
	Rate       *money.Amount // nil: as it is
}

// mostSet bounds how many nights of categories one request changes, and a block has.
const mostSet = 5000

// readBlock reads what is kept for the group.
func (s *Service) readBlock(tx *db.Tx, sc scope.Scope, groupID string) (b Block, err error) {
	if b.Group, err = Find(tx, sc, groupID); err != nil {
		return b, err
	}
	asked := allotment.Of(tx, sc, groupID)
	if b.Rates, err = Rates(tx, sc, groupID); err != nil {
		return b, err
	}
	if b.Nights, err = asked.Get(); err != nil {
		return b, err
	}
	b.Categories, err = s.categoryNames(tx, sc, b)
	return b, err
}

func (s *Service) categoryNames(tx *db.Tx, sc scope.Scope, b Block) (map[string]string, error) {
	names := map[string]string{}
	note := func(categoryID string) error {
		if _, known := names[categoryID]; known {
			return nil
		}
		c, err := s.rooms.FindCategory(tx, sc, "categoryId", categoryID)
		if errs.Is(err, errs.KindInvalid) {
			err = nil // deleted
		}
		names[categoryID] = c.Name
		return err
	}
	for _, n := range b.Nights {
		if err := note(n.CategoryID); err != nil {
			return nil, err
		}
	}
	for _, r := range b.Rates {
		if err := note(r.CategoryID); err != nil {
			return nil, err
		}
	}
	return names, nil
}

func (s *Service) block(ctx context.Context, sc scope.Scope, groupID string) (Block, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Block, error) { return s.readBlock(tx, sc, groupID) })
}

// SetBlock changes how many rooms are kept for the group, and what they cost. All of it, or nothing.
func (s *Service) SetBlock(ctx context.Context, sc scope.Scope, groupID string, sets []Set) (Block, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Block, error) {
		g, err := s.lockLive(tx, sc, groupID)
		if err != nil {
			return Block{}, err
		}
		if err := s.checkSets(tx, sc, g, sets); err != nil {
			return Block{}, err
		}
		told := blockFacts{Code: g.Code, From: sets[0].From, To: sets[0].To}
		rooms := allotment.Rooms{}
		for _, set := range sets {
			told.From, told.To = min(told.From, set.From), max(told.To, set.To)
			if set.Rooms != nil {
				told.RoomNights += *set.Rooms * set.From.DaysUntil(set.To)
				rooms.Add(set.CategoryID, set.From, set.To, *set.Rooms)
			}
			for _, night := range date.Days(set.From, set.To) {
				if set.Rate == nil {
					break
				}
				told.Rates++
				if err := setRate(tx, sc, g.ID, Rate{set.CategoryID, night, *set.Rate}); err != nil {
					return Block{}, err
				}
			}
		}
		if err := allotment.Block(tx, sc, g.ID, rooms, g.Holds); err != nil {
			return Block{}, err
		}
		return s.touched(tx, sc, &g, func() error { return s.bus.Publish(tx, sc, blocked.Of(g.ID, told)) })
	})
}

// touched raises the group's version, tells, and reads the block.
func (s *Service) touched(tx *db.Tx, sc scope.Scope, g *Group, tell func() error) (Block, error) {
	g.UpdatedAt = tx.Now.UnixMilli()
	if err := save(tx, sc, g); err != nil {
		return Block{}, err
	}
	if err := tell(); err != nil {
		return Block{}, err
	}
	return s.readBlock(tx, sc, g.ID)
}

// checkSets refuses categories that aren't the hotel's, and nights that are not the group's, are over, or are there
// twice.
func (s *Service) checkSets(tx *db.Tx, sc scope.Scope, g Group, sets []Set) error {
	var fields errs.Fields
	today, number := sc.Today(tx.Now), 0
	seen := map[allotment.Night]bool{}
	for _, set := range sets {
		if _, err := s.rooms.FindCategory(tx, sc, set.Field+"categoryId", set.CategoryID); errs.Is(err, errs.KindInvalid) {
			fields = append(fields, errs.FieldsOf(err)...)
		} else if err != nil {
			return err
		}
		switch {
		case set.From < max(g.CheckIn, today) || set.From >= g.CheckOut:
			fields.Add(set.Field+"from", "must be one of the group's nights to come, from %s to %s",
				max(g.CheckIn, today).Short(), g.CheckOut.AddDays(-1).Short())
			continue
		case set.To <= set.From || set.To > g.CheckOut:
			fields.Add(set.Field+"to", "must be after from, and not after the group's departure (%s)", g.CheckOut.Short())
			continue
		case set.Rooms == nil && set.Rate == nil:
			fields.Add(set.Field+"rooms", "must be given, or rate")
		}
		for _, night := range date.Days(set.From, set.To) {
			key := allotment.Night{CategoryID: set.CategoryID, Night: night}
			if seen[key] {
				fields.Add(set.Field+"from", "names the night of %s in the same category a second time", night.Short())
				break
			}
			seen[key] = true
			number++
		}
	}
	if number > mostSet {
		fields.Add("nights", "must be at most %d nights of categories together", mostSet)
	}
	return fields.Err()
}

// Washing is what of a block is to be taken off.
type Washing struct {
	CategoryID string // "": all
	From, To   date.Date
	Percent    int
}

// wash takes rooms off the block that were not picked up. It tells how many room-nights.
func (s *Service) wash(ctx context.Context, sc scope.Scope, groupID string, w Washing) (Block, int, error) {
	return s.free(ctx, sc, groupID, func(tx *db.Tx, g Group) (int, error) {
		if err := s.checkWashing(tx, sc, w); err != nil {
			return 0, err
		}
		from, to := max(w.From, sc.Today(tx.Now)), cmp.Or(w.To, endOfTime)
		number, err := allotment.Wash(tx, sc, g.ID, w.CategoryID, from, to, w.Percent)
		if err != nil || number == 0 {
			return 0, err
		}
		return number, s.bus.Publish(tx, sc, washed.Of(g.ID, freedFacts{g.Code, number}))
	})
}

func (s *Service) checkWashing(tx *db.Tx, sc scope.Scope, w Washing) error {
	var fields errs.Fields
	for field, day := range map[string]date.Date{"from": w.From, "to": w.To} {
		date.CheckDay(&fields, field, day)
	}
	if w.From != "" && w.To != "" && w.From >= w.To && len(fields) == 0 {
		fields.Add("to", "must be after from")
	}
	if w.CategoryID == "" || len(fields) > 0 {
		return fields.Err()
	}
	_, err := s.rooms.FindCategory(tx, sc, "categoryId", w.CategoryID)
	return err
}

// release releases all of the block that was not picked up. It tells how many room-nights.
func (s *Service) release(ctx context.Context, sc scope.Scope, groupID string) (Block, int, error) {
	return s.free(ctx, sc, groupID, func(tx *db.Tx, g Group) (int, error) {
		number, err := allotment.Release(tx, sc, g.ID, endOfTime)
		if err != nil || number == 0 {
			return 0, err
		}
		return number, s.bus.Publish(tx, sc, released.Of(g.ID, freedFacts{g.Code, number}))
	})
}

func (s *Service) free(ctx context.Context, sc scope.Scope, groupID string,
	operation func(tx *db.Tx, g Group) (int, error)) (b Block, number int, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		g, err := s.lockLive(tx, sc, groupID)
		if err != nil {
			return err
		}
		if number, err = operation(tx, g); err != nil {
			return err
		}
		if number == 0 {
			b, err = s.readBlock(tx, sc, g.ID)
			return err
		}
		b, err = s.touched(tx, sc, &g, func() error { return nil })
		return err
	})
	return b, number, err
}

// ReleaseDue releases what is due of the hotel's groups: nights at their cut-off, and nights that are over. Every node
// may call it at any time; each night is released once.
func (s *Service) ReleaseDue(ctx context.Context, sc scope.Scope) error {
	due, err := db.Read(ctx, s.db, func(tx *db.Tx) ([]allotment.Due, error) { return allotment.Unreleased(tx, sc) })
	if err != nil {
		return err
	}
	for _, d := range due {
		err = errors.Join(err, s.db.Write(ctx, func(tx *db.Tx) error { return s.releaseDue(tx, sc, d) }))
	}
	return err
}

func (s *Service) releaseDue(tx *db.Tx, sc scope.Scope, due allotment.Due) error {
	g, err := Find(tx, sc, due.HolderID)
	if err != nil || g.releasedBefore(sc.Today(tx.Now)) <= due.First {
		return err
	}
	if g, err = Lock(tx, sc, due.HolderID); err != nil {
		return err
	}
	number, err := allotment.Release(tx, sc, g.ID, g.releasedBefore(sc.Today(tx.Now)))
	if err != nil || number == 0 {
		return err
	}
	return s.bus.Publish(tx, sc, released.Of(g.ID, freedFacts{g.Code, number}))
}

// Figures are what is blocked and picked up of a group's nights.
type Figures struct{ Blocked, Picked int }

// NightFigures are those of one night, now and a week before.
type NightFigures struct {
	Night       date.Date
	Now, Before Figures
}

// PickUp is how much of a block was picked up, now and a week before.
type PickUp struct {
	Since       date.Date // the day a week before: Before are the figures at its end
	Now, Before Figures
	Nights      []NightFigures
}

// pickUp compares what was picked up with what was a week before.
func (s *Service) pickUp(ctx context.Context, sc scope.Scope, groupID string) (PickUp, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (p PickUp, err error) {
		if _, err = Find(tx, sc, groupID); err != nil {
			return p, err
		}
		asked := allotment.Of(tx, sc, groupID)
		p.Since = sc.Today(tx.Now).AddDays(-7)
		before, err := allotment.On(tx, sc, groupID, p.Since)
		if err != nil {
			return p, err
		}
		now, err := asked.Get()
		p.compare(now, before)
		return p, err
	})
}

// compare adds the figures of all categories up.
func (p *PickUp) compare(now, before []allotment.Night) {
	byNight := map[date.Date]NightFigures{}
	for _, n := range now {
		f := byNight[n.Night]
		f.Now.add(n)
		p.Now.add(n)
		byNight[n.Night] = f
	}
	for _, n := range before {
		f := byNight[n.Night]
		f.Before.add(n)
		p.Before.add(n)
		byNight[n.Night] = f
	}
	for _, night := range slices.Sorted(maps.Keys(byNight)) {
		f := byNight[night]
		f.Night = night
		p.Nights = append(p.Nights, f)
	}
}

func (f *Figures) add(n allotment.Night) {
	f.Blocked += n.Blocked
	f.Picked += n.Picked
}
