package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/pressly/goose/v3"
)

// The schema's rule: a table whose primary key begins with this column is an organization's, and lives with all else of
// that organization on one worker, beside its row of this table. The others are few and small.
const (
	tenantColumn = "org_id"
	tenantTable  = "organizations"
)

// distributionLock keeps nodes that start together from distributing the same table; any number that nobody else uses.
const distributionLock = 7_218_640_311

// Distribute makes Citus distribute the tables that migrations have made: those of organizations by organization, so
// that each statement and transaction of one reaches one worker; the others stay on the coordinator, and the workers
// know of them. It does nothing where the extension isn't installed, and before everything is migrated, only where
// tables are distributed already: the first migrations weren't written for tables on workers.
func (e *Engine) Distribute(ctx context.Context, migrated bool) error {
	conn, err := e.keeper.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	c := &coordinator{conn}
	distributed, err := c.yes(ctx, "SELECT to_regclass('pg_dist_partition') IS NOT NULL")
	if err == nil && distributed && !migrated {
		distributed, err = c.yes(ctx, "SELECT EXISTS (SELECT 1 FROM pg_dist_partition)")
	}
	if err != nil || !distributed {
		return err
	}
	return c.distribute(ctx)
}

// coordinator is a connection to Citus's coordinator, which alone may change the schema.
type coordinator struct{ *sql.Conn }

func (c *coordinator) distribute(ctx context.Context) error {
	coordinates, err := c.yes(ctx, "SELECT citus_is_coordinator()")
	if err != nil {
		return err
	}
	if !coordinates {
		return errors.New("migrations must go to Citus's coordinator, and the address is that of a worker: " +
			"give the coordinator's as SARAI_DATABASE_DIRECT_URL")
	}
	if _, err := c.ExecContext(ctx, "SELECT pg_advisory_lock($1)", int64(distributionLock)); err != nil {
		return err
	}
	defer c.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", int64(distributionLock))
	for {
		tables, err := c.undistributed(ctx)
		if err != nil || len(tables) == 0 {
			return err
		}
		for _, t := range tables {
			if err := c.place(ctx, t); err != nil {
				return fmt.Errorf("distribute the table %s: %w", t.name, err)
			}
		}
	}
}

func (c *coordinator) yes(ctx context.Context, question string) (answer bool, err error) {
	err = c.QueryRowContext(ctx, question).Scan(&answer)
	return answer, err
}

type citusTable struct {
	name   string
	tenant bool
}

// undistributed are the tables that Citus doesn't know yet and whose foreign keys lead to none but known ones.
func (c *coordinator) undistributed(ctx context.Context) ([]citusTable, error) {
	rows, err := c.QueryContext(ctx, `
		WITH unknown AS (
			SELECT oid, relname FROM pg_class
			WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
				AND oid NOT IN (SELECT logicalrelid FROM pg_dist_partition)
		)
		SELECT relname, EXISTS (
				SELECT 1 FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
				WHERE i.indrelid = u.oid AND i.indisprimary AND a.attname = $1)
		FROM unknown u
		WHERE NOT EXISTS (
			SELECT 1 FROM pg_constraint f
			WHERE f.contype = 'f' AND f.conrelid = u.oid AND f.confrelid <> u.oid
				AND f.confrelid IN (SELECT oid FROM unknown))
		ORDER BY relname <> $2, relname`, tenantColumn, tenantTable)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var tables []citusTable
	for rows.Next() {
		var t citusTable
		if err := rows.Scan(&t.name, &t.tenant); err != nil {
			return nil, err
		}
		tables = append(tables, t)
	}
	return tables, rows.Err()
}

func (c *coordinator) place(ctx context.Context, t citusTable) error {
	statement, args := "SELECT citus_add_local_table_to_metadata($1)", []any{t.name}
	switch {
	case t.name == tenantTable:
		statement, args = "SELECT create_distributed_table($1, $2)", []any{t.name, tenantColumn}
	case t.tenant:
		statement, args = "SELECT create_distributed_table($1, $2, colocate_with => $3)",
			[]any{t.name, tenantColumn, tenantTable}
	}
	_, err := c.ExecContext(ctx, statement, args...)
	if err == nil && t.name == goose.DefaultTablename { // what Citus makes of it counts from 1 again
		_, err = c.ExecContext(ctx, "SELECT setval(pg_get_serial_sequence($1, 'id'), MAX(id)) FROM "+t.name, t.name)
	}
	return err
}
