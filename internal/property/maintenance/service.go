package maintenance

import (
	"context"
	"errors"

	"sarai/internal/identity/user"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/shelf"
	"sarai/internal/property/room"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
)

// HasExpense tells whether the hotel has an expense of this id.
type HasExpense func(tx *db.Tx, sc scope.Scope, expenseID string) (bool, error)

// Service keeps tickets and schedules.
type Service struct {
	db         *db.DB
	bus        *event.Bus
	rooms      *room.Service
	hasExpense HasExpense
}

// New makes the service. Expenses are above it.
func New(d *db.DB, bus *event.Bus, rooms *room.Service, hasExpense HasExpense) *Service {
	if hasExpense == nil {
		panic("maintenance.New: hasExpense is nil")
	}
	return &Service{d, bus, rooms, hasExpense}
}

// Shown is a ticket with the block of its room. Repeated requests are answered from what package idempotency keeps of
// it, hence its fields are exported.
type Shown struct {
	Ticket
	Block *room.Block // nil: none
}

func shown(tx *db.Tx, sc scope.Scope, list ...Ticket) ([]Shown, error) {
	var ids []string
	for _, t := range list {
		if t.BlockID != "" {
			ids = append(ids, t.BlockID)
		}
	}
	blocks, err := room.BlocksNamed(tx, sc, ids)
	all := make([]Shown, len(list))
	for i, t := range list {
		all[i] = Shown{Ticket: t}
		if b, there := blocks[t.BlockID]; there {
			all[i].Block = &b
		}
	}
	return all, err
}

func one(tx *db.Tx, sc scope.Scope, t Ticket) (Shown, error) {
	all, err := shown(tx, sc, t)
	return all[0], err
}

// create stores a new ticket, which takes its room out of order for the nights, if there are any.
func (s *Service) create(ctx context.Context, sc scope.Scope, wanted Ticket, nights *Nights) (Shown, error) {
	if err := wanted.check(); err != nil {
		return Shown{}, err
	}
	if nights != nil && wanted.RoomID == "" {
		var bad errs.Fields
		bad.Add("roomId", "must be given where there is block: only rooms can be blocked")
		bad.Add("block", "must be left out at a place: only rooms can be blocked")
		return Shown{}, bad.Err()
	}
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Shown, error) {
		t := wanted
		t.ID, t.Status, t.ReportedBy, t.ReportedByName = id.New(), Open, sc.User, sc.UserName
		t.CreatedAt, t.UpdatedAt, t.Version = tx.Now.UnixMilli(), tx.Now.UnixMilli(), 1
		if err := s.complete(tx, sc, Ticket{}, &t); err != nil {
			return Shown{}, err
		}
		if err := s.block(tx, sc, &t, nights); err != nil {
			return Shown{}, errs.In("block", err)
		}
		if err := insert(tx, sc, t); err != nil {
			return Shown{}, err
		}
		if err := s.bus.Publish(tx, sc, created.Of(t.ID, t.facts(sc))); err != nil {
			return Shown{}, err
		}
		return one(tx, sc, t)
	})
}

// complete looks up what a ticket names that it didn't name before.
func (s *Service) complete(tx *db.Tx, sc scope.Scope, before Ticket, t *Ticket) (err error) {
	var bad errs.Fields
	if t.RoomID != before.RoomID {
		if t.RoomNumber, err = s.roomNumber(tx, sc, &bad, t.RoomID); err != nil {
			return err
		}
	}
	if t.AssigneeID != before.AssigneeID {
		if t.AssigneeName, err = memberName(tx, sc, &bad, t.AssigneeID); err != nil {
			return err
		}
	}
	if t.ExpenseID != before.ExpenseID && t.ExpenseID != "" {
		known, err := s.hasExpense(tx, sc, t.ExpenseID)
		if err != nil {
			return err
		}
		if !known {
			bad.Add("expenseId", "must be the id of one of the hotel's expenses")
		}
	}
	return bad.Err()
}

func (s *Service) roomNumber(tx *db.Tx, sc scope.Scope, bad *errs.Fields, roomID string) (string, error) {
	if roomID == "" {
		return "", nil
	}
	rooms, err := s.rooms.LockShared(tx, sc, []string{roomID}).Get()
	r, known := rooms[roomID]
	if err == nil && !known {
		bad.Add("roomId", "must be the id of one of the hotel's rooms")
	}
	return r.Number, err
}

func memberName(tx *db.Tx, sc scope.Scope, bad *errs.Fields, login string) (string, error) {
	if login == "" {
		return "", nil
	}
	name, err := user.ActiveName(tx, sc.Org, login)
	if errors.Is(err, db.ErrNoRows) {
		bad.Add("assigneeId", "must be the id of an active user of the hotel")
		err = nil
	}
	return name, err
}

// block takes the ticket's room out of order for the nights, in place of those for which it is; nil changes nothing.
func (s *Service) block(tx *db.Tx, sc scope.Scope, t *Ticket, nights *Nights) error {
	if nights == nil {
		return nil
	}
	if t.RoomID == "" {
		return errs.Conflict("%s is at a place, and only rooms can be blocked.", t.Title)
	}
	if !t.live() {
		return errs.Conflict("%s is %s: open it again to block the room.", t.Title, t.Status)
	}
	blocks, err := room.BlocksNamed(tx, sc, []string{t.BlockID})
	if err != nil {
		return err
	}
	if b, there := blocks[t.BlockID]; there && b.From == nights.From && b.To == nights.To {
		return nil
	}
	if err := s.unblock(tx, sc, t); err != nil {
		return err
	}
	b, err := s.rooms.BlockIn(tx, sc, room.Block{RoomID: t.RoomID, From: nights.From, To: nights.To, Reason: t.Title})
	t.BlockID = b.ID
	return err
}

// unblock gives back the nights from today on that the ticket takes from its room.
func (s *Service) unblock(tx *db.Tx, sc scope.Scope, t *Ticket) error {
	if t.BlockID == "" {
		return nil
	}
	blockID := t.BlockID
	t.BlockID = ""
	return s.rooms.EndBlock(tx, sc, t.RoomID, blockID)
}

// change runs one operation on a ticket, and tells of it if the ticket differs.
func (s *Service) change(ctx context.Context, sc scope.Scope, ticketID string,
	edit func(tx *db.Tx, t *Ticket) error) (Shown, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Shown, error) {
		before, err := lock(tx, sc, ticketID)
		if err == nil {
			err = sc.CheckVersion(before.Version)
		}
		if err != nil {
			return Shown{}, err
		}
		after := before
		if err := edit(tx, &after); err != nil {
			return Shown{}, err
		}
		if after == before {
			return one(tx, sc, before)
		}
		if err := save(tx, sc, &after); err != nil {
			return Shown{}, err
		}
		if err := s.bus.Publish(tx, sc, updated.Of(after.ID, updatedDetails{after.Title, after.where(),
			event.Changes[facts]{Before: before.facts(sc), After: after.facts(sc)}})); err != nil {
			return Shown{}, err
		}
		return one(tx, sc, after)
	})
}

// update changes what a ticket says.
func (s *Service) update(ctx context.Context, sc scope.Scope, ticketID string, edit func(*Ticket) error) (Shown,
	error) {
	return s.change(ctx, sc, ticketID, func(tx *db.Tx, t *Ticket) error {
		before := *t
		if err := edit(t); err != nil {
			return err
		}
		if err := t.check(); err != nil {
			return err
		}
		return s.complete(tx, sc, before, t)
	})
}

// setStatus says how far a ticket is. One that is done or cancelled blocks its room no longer.
func (s *Service) setStatus(ctx context.Context, sc scope.Scope, ticketID, status string,
	edit func(*Ticket) error) (Shown, error) {
	return s.change(ctx, sc, ticketID, func(tx *db.Tx, t *Ticket) error {
		wasLive := t.live()
		if err := edit(t); err != nil {
			return err
		}
		t.Status = status
		switch {
		case t.live():
			t.EndedAt, t.EndedByName = nil, ""
		case wasLive:
			t.EndedAt, t.EndedByName = new(tx.Now.UnixMilli()), sc.UserName
		}
		if t.live() {
			return nil
		}
		return s.unblock(tx, sc, t)
	})
}

func (s *Service) setBlock(ctx context.Context, sc scope.Scope, ticketID string, nights Nights) (Shown, error) {
	return s.change(ctx, sc, ticketID, func(tx *db.Tx, t *Ticket) error { return s.block(tx, sc, t, &nights) })
}

func (s *Service) endBlock(ctx context.Context, sc scope.Scope, ticketID string) (Shown, error) {
	return s.change(ctx, sc, ticketID, func(tx *db.Tx, t *Ticket) error { return s.unblock(tx, sc, t) })
}

func (s *Service) get(ctx context.Context, sc scope.Scope, ticketID string) (Shown, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Shown, error) {
		t, err := find(tx, sc, ticketID)
		if err != nil {
			return Shown{}, err
		}
		return one(tx, sc, t)
	})
}

func (s *Service) list(ctx context.Context, sc scope.Scope, in *listInput) (listing.Page[Shown], error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (listing.Page[Shown], error) {
		page, err := list.Page(tx, sc, *in, in.Paging)
		if err != nil {
			return listing.Page[Shown]{}, err
		}
		all, err := shown(tx, sc, page.Records...)
		return listing.Of(page, all), err
	})
}

func (s *Service) setPhoto(ctx context.Context, sc scope.Scope, ticketID string, position int, file []byte) (
	kept int, err error) {
	content, err := shelf.Photo(sc.Org, file)
	if err != nil {
		return 0, err
	}
	return len(content), s.changePhoto(ctx, sc, ticketID, position, true, func(tx *db.Tx) error {
		return photos.Put(tx, sc, ticketID, position, content)
	})
}

func (s *Service) removePhoto(ctx context.Context, sc scope.Scope, ticketID string, position int) error {
	return s.changePhoto(ctx, sc, ticketID, position, false, func(tx *db.Tx) error {
		return photos.Remove(tx, sc, ticketID, position)
	})
}

// changePhoto notes that the ticket has a photo, or none any more.
func (s *Service) changePhoto(ctx context.Context, sc scope.Scope, ticketID string, position int, has bool,
	write func(tx *db.Tx) error) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		t, err := lock(tx, sc, ticketID)
		if err == nil {
			err = sc.CheckVersion(t.Version)
		}
		if err != nil {
			return err
		}
		if !has && !t.Photos.Has(position) {
			return errNoPhoto
		}
		t.Photos = t.Photos.With(position, has)
		if err := save(tx, sc, &t); err != nil {
			return err
		}
		if err := write(tx); err != nil {
			return err
		}
		happened := photoRemoved
		if has {
			happened = photographed
		}
		return s.bus.Publish(tx, sc, happened.Of(t.ID, photoDetails{t.Title, t.where(), position}))
	})
}

func (s *Service) photo(ctx context.Context, sc scope.Scope, ticketID string, position int) ([]byte, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) ([]byte, error) {
		if _, err := find(tx, sc, ticketID); err != nil {
			return nil, err
		}
		return photos.Get(tx, sc, ticketID, position)
	})
}

// Follow keeps rooms from being deleted that somebody is to put something right in.
func (s *Service) Follow(tx *db.Tx, sc scope.Scope, e event.Event) error {
	if e.Action != "room.deleted" {
		return nil
	}
	live, err := liveIn(tx, sc, e.ResourceID)
	if err != nil {
		return err
	}
	if live > 0 {
		return errs.Conflict("The room has %d maintenance tickets that aren't done. Finish or cancel them first.", live)
	}
	all, err := schedules(tx, sc)
	for _, one := range all {
		if err == nil && one.RoomID == e.ResourceID {
			err = errs.Conflict("The maintenance schedule %q is for the room. Delete it first.", one.Title)
		}
	}
	return err
}

// today is the day in the hotel.
func today(tx *db.Tx, sc scope.Scope) date.Date { return sc.Today(tx.Now) }
