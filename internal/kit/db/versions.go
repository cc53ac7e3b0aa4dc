package db

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/database"
)

// first is the migration that every program has.
const first = 1

// versions is goose's table of applied migrations, by two rules that goose doesn't have:
//
//   - A migration that the program doesn't know is ErrNewer. Goose would take no notice of it.
//   - With the first migration that it applies, the row of the first of all is removed, and is thought to be there from
//     then on. Programs from before these rules look for that row, and refuse to start without it.
type versions struct {
	database.StoreExtender
	known []int64
}

func newVersions(dialect database.Dialect) (*versions, error) {
	store, err := database.NewStore(dialect, goose.DefaultTablename)
	if err != nil {
		return nil, err
	}
	return &versions{StoreExtender: store.(database.StoreExtender)}, nil // as goose itself takes it
}

// TableExists asks SQLite itself, of which goose can't.
func (v *versions) TableExists(ctx context.Context, db database.DBTxConn) (exists bool, err error) {
	exists, err = v.StoreExtender.TableExists(ctx, db)
	if errors.Is(err, errors.ErrUnsupported) {
		err = db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?)`,
			v.Tablename()).Scan(&exists)
	}
	return exists, err
}

// Insert notes that a migration is applied, in its transaction.
func (v *versions) Insert(ctx context.Context, db database.DBTxConn, req database.InsertRequest) error {
	if err := v.StoreExtender.Insert(ctx, db, req); err != nil || req.Version <= first {
		return err
	}
	return v.Delete(ctx, db, first)
}

// ListMigrations are those that are applied. It fails with ErrNewer.
func (v *versions) ListMigrations(ctx context.Context, db database.DBTxConn) ([]*database.ListMigrationsResult, error) {
	list, err := v.StoreExtender.ListMigrations(ctx, db)
	if err != nil {
		return nil, err
	}
	newest := int64(0)
	for _, applied := range list {
		newest = max(newest, applied.Version)
	}
	for _, applied := range list {
		if applied.Version >= first && !slices.Contains(v.known, applied.Version) {
			return nil, fmt.Errorf("%w: a later version has brought its schema to %d, and this one knows %d. Start the "+
				"later version again, or restore a backup that was made before it", ErrNewer, newest, slices.Max(v.known))
		}
	}
	if newest > first && !isApplied(list, first) {
		list = append(list, &database.ListMigrationsResult{Version: first, IsApplied: true})
	}
	return list, nil
}

func isApplied(list []*database.ListMigrationsResult, version int64) bool {
	return slices.ContainsFunc(list, func(m *database.ListMigrationsResult) bool { return m.Version == version })
}
