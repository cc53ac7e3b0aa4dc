package room

import (
	"context"
	"errors"

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
	ID        string
	RoomID    string
	From, To  date.Date
	Reason    string
	CreatedAt int64
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

// CreateBlock takes the room out of order; the block's ID and time are set here. A night that is held already is a
// Conflict that names it.
func (s *Service) CreateBlock(ctx context.Context, sc scope.Scope, b Block) (created Block, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		created, err = idempotency.Do(tx, sc, func() (Block, error) {
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
			return b, s.publish(tx, sc, "updated", room, b.described(room, "blocked"))
		})
		return err
	})
	return created, err
}

func (s *Service) deleteBlock(ctx context.Context, sc scope.Scope, roomID, blockID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		room, err := lock(tx, sc, roomID)
		if err != nil {
			return err
		}
		b, err := db.One(tx, scanBlock, selectBlocks+` AND block_id = $3`, sc.Org, roomID, blockID)
		if errors.Is(err, db.ErrNoRows) {
			return errNoBlock
		}
		if err != nil {
			return err
		}
		if _, err := tx.Exec(`DELETE FROM room_blocks WHERE org_id = $1 AND block_id = $2`, sc.Org, b.ID); err != nil {
			return err
		}
		if err := inventory.ReleaseAll(tx, sc, b.ID); err != nil {
			return err
		}
		return s.publish(tx, sc, "updated", room, b.described(room, "unblocked"))
	})
}

// blocks is one page of the room's blocks, newest first, and how many it has in all.
func (s *Service) blocks(ctx context.Context, sc scope.Scope, roomID string, limit, offset int) (page []Block, total int, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		if _, err := find(tx, sc, roomID); err != nil {
			return err
		}
		if err := tx.QueryRow(`SELECT COUNT(*) FROM room_blocks WHERE org_id = $1 AND room_id = $2`,
			sc.Org, roomID).Scan(&total); err != nil {
			return err
		}
		page, err = db.All(tx, scanBlock, selectBlocks+` ORDER BY created_at DESC, block_id DESC LIMIT $3 OFFSET $4`,
			sc.Org, roomID, limit, offset)
		return err
	})
	return page, total, err
}

// described is what events tell about the block.
func (b Block) described(r Room, change string) map[string]any {
	return map[string]any{"roomNumber": r.Number, "change": change, "blockId": b.ID,
		"from": string(b.From), "to": string(b.To), "reason": b.Reason}
}

const selectBlocks = `SELECT block_id, room_id, from_date, to_date, reason, created_at FROM room_blocks
	WHERE org_id = $1 AND room_id = $2`

func scanBlock(row db.Scanner) (b Block, err error) {
	err = row.Scan(&b.ID, &b.RoomID, (*string)(&b.From), (*string)(&b.To), &b.Reason, &b.CreatedAt)
	return b, err
}

func insertBlock(tx *db.Tx, sc scope.Scope, b Block) error {
	_, err := tx.Exec(`INSERT INTO room_blocks (org_id, block_id, room_id, from_date, to_date, reason, created_by, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		sc.Org, b.ID, b.RoomID, string(b.From), string(b.To), b.Reason, sc.User, b.CreatedAt)
	return err
}

// removeBlocks deletes all blocks of the room and gives their nights back.
func removeBlocks(tx *db.Tx, sc scope.Scope, roomID string) error {
	blocks, err := db.All(tx, scanBlock, selectBlocks, sc.Org, roomID)
	if err != nil {
		return err
	}
	for _, b := range blocks {
		if err := inventory.ReleaseAll(tx, sc, b.ID); err != nil {
			return err
		}
	}
	_, err = tx.Exec(`DELETE FROM room_blocks WHERE org_id = $1 AND room_id = $2`, sc.Org, roomID)
	return err
}
