package room

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
	"sarai/internal/property/inventory"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
)

// maxBlockNights bounds one block; a room that is out of order for longer is made inactive.
const maxBlockNights = 365

// Block takes a room out of order for the nights [From, To).
type Block struct {
	ID        string    `db:"block_id,key"`
	RoomID    string    `db:"room_id"`
	From      date.Date `db:"from_date"`
	To        date.Date `db:"to_date"`
	Reason    string    `db:"reason"`
	CreatedAt int64     `db:"created_at,fixed"` // UTC milliseconds
}

var errNoBlock = errs.NotFound("There is no such block.")

// checkBlock names what is wrong with a block's dates on this day.
func checkBlock(b Block, today date.Date) error {
	switch {
	case b.From < today:
		return errs.InvalidField("from", "must be today (%s) or later", today.Short())
	case b.To <= b.From:
		return errs.InvalidField("to", "must be after from")
	case b.From.DaysUntil(b.To) > maxBlockNights:
		return errs.InvalidField("to", "must be at most %d nights after from", maxBlockNights)
	}
	return nil
}

// CreateBlock takes the room out of order, and sets the block's ID and time. It is a Conflict that names the night when
// a night is held already.
func (s *Service) CreateBlock(ctx context.Context, sc scope.Scope, b Block) (Block, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Block, error) { return s.BlockIn(tx, sc, b) })
}

// BlockIn is CreateBlock in a transaction.
func (s *Service) BlockIn(tx *db.Tx, sc scope.Scope, b Block) (Block, error) {
	b.ID, b.CreatedAt = id.New(), tx.Now.UnixMilli()
	room, err := lock(tx, sc, b.RoomID)
	if err != nil {
		return b, err
	}
	if err := checkBlock(b, sc.Today(tx.Now)); err != nil {
		return b, err
	}
	if !room.Active {
		return b, errs.Conflict("Room %s is inactive, so there is nothing to block.", room.Number)
	}
	if err := insertBlock(tx, sc, b); err != nil {
		return b, err
	}
	if _, err := inventory.Hold(tx, sc, inventory.Block, b.ID, b.stays(room)).Get(); err != nil {
		return b, err
	}
	return b, s.publishBlock(tx, sc, room, b, blocked)
}

// EndBlock gives a block's nights from today on back, if there are any: a block that hasn't begun is deleted, and one
// that has ends today. It does nothing to a block that isn't there any more.
func (s *Service) EndBlock(tx *db.Tx, sc scope.Scope, roomID, blockID string) error {
	room, err := lock(tx, sc, roomID)
	if err != nil {
		return err
	}
	before, err := findBlock(tx, sc, roomID, blockID)
	today := sc.Today(tx.Now)
	switch {
	case errs.Is(err, errs.KindNotFound):
		return nil
	case err != nil:
		return err
	case before.To <= today:
		return nil
	case before.From >= today:
		return blockEditor{s}.unblock(tx, sc, room, before)
	}
	after := before
	after.To = today
	if err := saveBlock(tx, sc, after); err != nil {
		return err
	}
	if err := inventory.Exchange(tx, sc, inventory.Block, after.ID, before.stays(room), after.stays(room)); err != nil {
		return err
	}
	return s.publishBlock(tx, sc, room, after, blockChanged)
}

// unblock deletes a block and gives all its nights back.
func (s blockEditor) unblock(tx *db.Tx, sc scope.Scope, room Room, b Block) error {
	if err := removeBlock(tx, sc, b.ID); err != nil {
		return err
	}
	if err := inventory.ReleaseAll(tx, sc, b.ID); err != nil {
		return err
	}
	return s.publishBlock(tx, sc, room, b, unblocked)
}

// blockEdit is what of a block changes; what is not given stays.
type blockEdit struct {
	from, to *date.Date
	reason   *string
}

// apply makes the changes. Nights before today stay what they were: held, or not.
func (e blockEdit) apply(b *Block, today date.Date) error {
	before := *b
	if e.reason != nil {
		b.Reason = *e.reason
	}
	if e.from != nil {
		b.From = *e.from
	}
	if e.to != nil {
		b.To = *e.to
	}
	switch {
	case b.From != before.From && before.From < today:
		return errs.InvalidField("from", "can't change, because the block has begun")
	case b.To != before.To && b.To < today:
		return errs.InvalidField("to", "must be today (%s) or later", today.Short())
	case b.From != before.From && b.To <= b.From:
		return errs.InvalidField("from", "must be before to")
	case b.From == before.From:
		return checkBlock(*b, min(b.From, today))
	}
	return checkBlock(*b, today)
}

// blockEditor changes blocks that are there.
type blockEditor struct{ *Service }

// update changes a block's dates and reason. It is a Conflict as making a block is, and changes nothing then.
func (s blockEditor) update(ctx context.Context, sc scope.Scope, roomID, blockID string, e blockEdit) (Block, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Block, error) {
		room, err := lock(tx, sc, roomID)
		if err == nil {
			err = sc.CheckVersion(room.Version)
		}
		if err != nil {
			return Block{}, err
		}
		before, err := findBlock(tx, sc, roomID, blockID)
		if err != nil {
			return before, err
		}
		after := before
		if err := e.apply(&after, sc.Today(tx.Now)); err != nil || after == before {
			return after, err
		}
		if !room.Active && after.To > before.To {
			return after, errs.Conflict("Room %s is inactive, so there is nothing to block.", room.Number)
		}
		if err := saveBlock(tx, sc, after); err != nil {
			return after, err
		}
		if err := inventory.Exchange(tx, sc, inventory.Block, after.ID, before.stays(room), after.stays(room)); err != nil {
			return after, err
		}
		return after, s.publishBlock(tx, sc, room, after, blockChanged)
	})
}

// stays are the nights that the block holds.
func (b Block) stays(r Room) []inventory.Stay {
	return []inventory.Stay{{RoomID: r.ID, RoomNumber: r.Number, From: b.From, To: b.To}}
}

func (s *Service) deleteBlock(ctx context.Context, sc scope.Scope, roomID, blockID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		room, err := lock(tx, sc, roomID)
		if err != nil {
			return err
		}
		b, err := findBlock(tx, sc, roomID, blockID)
		if err != nil {
			return err
		}
		return blockEditor{s}.unblock(tx, sc, room, b)
	})
}

// publishBlock tells of a change to the room's blocks as a change of the room.
func (s *Service) publishBlock(tx *db.Tx, sc scope.Scope, room Room, b Block,
	happened event.Typed[blockDetails]) error {
	if err := touch(tx, sc, room.ID); err != nil {
		return err
	}
	return s.bus.Publish(tx, sc, happened.Of(room.ID, blockDetails{room.Number, b.ID, b.From, b.To, b.Reason}))
}

// blocks returns one page of the room's blocks, newest first.
func (s *Service) blocks(ctx context.Context, sc scope.Scope, in *listBlocksInput) (listing.Page[Block], error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (listing.Page[Block], error) {
		if _, err := find(tx, sc, in.RoomID.String()); err != nil {
			return listing.Page[Block]{}, err
		}
		return blockList.Page(tx, sc, *in, in.Paging)
	})
}
