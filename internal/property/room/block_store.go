package room

import (
	"errors"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/scope"
	"sarai/internal/property/inventory"
	"sarai/internal/record/listing"
)

// blockTable is also owned by who made the block, which no answer shows.
var blockTable = table.Of[Block]("room_blocks", "org_id", "created_by")

var blockList = listing.New[listBlocksInput](blockTable.Scan, listing.Spec{Table: "room_blocks", Key: "block_id",
	Columns: blockTable.Columns(""), Order: "created_at DESC, block_id DESC",
	Filters: []listing.Filter{listing.By("roomId", listing.Own, "room_id = ?")}})

var selectBlocks = `SELECT ` + blockTable.Columns("") + ` FROM room_blocks WHERE org_id = $1 AND room_id = $2`

func insertBlock(tx *db.Tx, sc scope.Scope, b Block) error {
	return blockTable.Insert(tx, []any{sc.Org, sc.User}, b)
}

func findBlock(tx *db.Tx, sc scope.Scope, roomID, blockID string) (Block, error) {
	b, err := db.One(tx, blockTable.Scan, selectBlocks+` AND block_id = $3`, sc.Org, roomID, blockID)
	if errors.Is(err, db.ErrNoRows) {
		return b, errNoBlock
	}
	return b, err
}

// BlocksNamed are those of the blocks with these ids that are there, by id.
func BlocksNamed(tx *db.Tx, sc scope.Scope, ids []string) (map[string]Block, error) {
	blocks, args := map[string]Block{}, []any{sc.Org}
	if len(ids) == 0 {
		return blocks, nil
	}
	for _, id := range ids {
		args = append(args, id)
	}
	found, err := db.All(tx, blockTable.Scan, `SELECT `+blockTable.Columns("")+` FROM room_blocks
		WHERE org_id = $1 AND block_id IN (`+db.Placeholders(2, len(ids))+`)`, args...)
	for _, b := range found {
		blocks[b.ID] = b
	}
	return blocks, err
}

func saveBlock(tx *db.Tx, sc scope.Scope, b Block) error {
	return tx.Do(`UPDATE room_blocks SET from_date = $3, to_date = $4, reason = $5
		WHERE org_id = $1 AND block_id = $2`, sc.Org, b.ID, b.From, b.To, b.Reason)
}

func removeBlock(tx *db.Tx, sc scope.Scope, blockID string) error {
	return tx.Do(`DELETE FROM room_blocks WHERE org_id = $1 AND block_id = $2`, sc.Org, blockID)
}

// removeBlocks deletes all blocks of the room and gives their nights back.
func removeBlocks(tx *db.Tx, sc scope.Scope, roomID string) error {
	blocks, err := db.All(tx, blockTable.Scan, selectBlocks, sc.Org, roomID)
	if err != nil {
		return err
	}
	for _, b := range blocks {
		if err := inventory.ReleaseAll(tx, sc, b.ID); err != nil {
			return err
		}
	}
	return tx.Do(`DELETE FROM room_blocks WHERE org_id = $1 AND room_id = $2`, sc.Org, roomID)
}
