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
		return errs.InvalidField("from", "must be today (%s) or later", today)
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
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Block, error) {
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
		stay := inventory.Stay{RoomID: room.ID, RoomNumber: room.Number, From: b.From, To: b.To}
		if err := inventory.Hold(tx, sc, inventory.Block, b.ID, []inventory.Stay{stay}); err != nil {
			return b, err
		}
		return b, s.publishBlock(tx, sc, room, b, "blocked")
	})
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
		if err := removeBlock(tx, sc, b.ID); err != nil {
			return err
		}
		if err := inventory.ReleaseAll(tx, sc, b.ID); err != nil {
			return err
		}
		return s.publishBlock(tx, sc, room, b, "unblocked")
	})
}

// publishBlock tells of a change to the room's blocks as a change of the room.
func (s *Service) publishBlock(tx *db.Tx, sc scope.Scope, room Room, b Block, change string) error {
	if err := touch(tx, sc, room.ID); err != nil {
		return err
	}
	return s.publish(tx, sc, "updated", room, b.described(room, change))
}

// foundBlocks is one page of blocks and how many there are on all pages.
type foundBlocks struct {
	blocks []Block
	total  int
}

// blocks returns one page of the room's blocks, newest first.
func (s *Service) blocks(
	ctx context.Context, sc scope.Scope, roomID string, limit, offset int,
) (foundBlocks, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (foundBlocks, error) {
		if _, err := find(tx, sc, roomID); err != nil {
			return foundBlocks{}, err
		}
		return blockPage(tx, sc, roomID, limit, offset)
	})
}

// described returns what events tell about the block.
func (b Block) described(r Room, change string) map[string]any {
	return map[string]any{"roomNumber": r.Number, "change": change, "blockId": b.ID,
		"from": string(b.From), "to": string(b.To), "reason": b.Reason}
}
