package room

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"sarai/internal/books/businessday"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
)

// bulk does for many rooms at once, all or none, what Service does for one.
type bulk struct{ *Service }

// create is Create for all of the rooms or, if one can't be made, for none.
func (b bulk) create(ctx context.Context, sc scope.Scope, list []Room) ([]View, error) {
	return idempotency.Write(ctx, b.db, sc, func(tx *db.Tx) ([]View, error) {
		days, err := businessday.Hold(tx, sc).Get()
		if err != nil {
			return nil, err
		}
		views := make([]View, len(list))
		for i, r := range list {
			created, err := b.Service.create(tx, sc, r, days)
			if err != nil {
				return nil, errs.In(fmt.Sprintf("rooms[%d]", i), err)
			}
			views[i] = created.view(sc, available) // nobody can have booked it yet
		}
		return views, nil
	})
}

// setHousekeeping is SetHousekeeping for all of the rooms or, if one is none of the hotel's, for none.
func (b bulk) setHousekeeping(ctx context.Context, sc scope.Scope, roomIDs []string,
	housekeeping string) ([]View, error) {
	return db.Write(ctx, b.db, func(tx *db.Tx) ([]View, error) {
		days, err := businessday.Hold(tx, sc).Get()
		if err != nil {
			return nil, err
		}
		rooms := make([]Room, len(roomIDs))
		// In the order of their ids, so that two such requests don't wait for each other.
		for _, i := range inOrder(roomIDs) {
			rooms[i], err = b.ChangeIn(tx, sc, roomIDs[i], days, func(r *Room) error {
				r.Housekeeping = housekeeping
				return nil
			})
			if err != nil {
				return nil, errs.In(fmt.Sprintf("roomIds[%d]", i), err)
			}
		}
		statuses, err := b.statuses(tx, sc, sc.Today(tx.Now))
		views := make([]View, len(rooms))
		for i, room := range rooms {
			views[i] = room.view(sc, statusOf(statuses, room.ID))
		}
		return views, err
	})
}

// inOrder are the positions of the ids in the ids' order.
func inOrder(ids []string) []int {
	positions := make([]int, len(ids))
	for i := range ids {
		positions[i] = i
	}
	slices.SortFunc(positions, func(a, b int) int { return strings.Compare(ids[a], ids[b]) })
	return positions
}
