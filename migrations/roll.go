package migrations

import (
	"context"
	"database/sql"

	"sarai/internal/kit/chain"
)

// enrolLogs gives the server its roll of the audit logs, which says how many organizations have one, and which.
// It vouches for those that it finds.
func enrolLogs(sign func(text []byte) string) func(ctx context.Context, tx *sql.Tx) error {
	return func(ctx context.Context, tx *sql.Tx) error {
		for _, column := range []string{"logs BIGINT NOT NULL DEFAULT 0", "logs_digest TEXT NOT NULL DEFAULT ''",
			"logs_mark TEXT NOT NULL DEFAULT ''"} {
			if _, err := tx.ExecContext(ctx, "ALTER TABLE installation ADD COLUMN "+column); err != nil {
				return err
			}
		}
		number, digest := int64(0), ""
		err := each(ctx, tx, func(row *sql.Rows) error {
			var org string
			err := row.Scan(&org)
			number, digest = number+1, chain.Enter(digest, org)
			return err
		}, `SELECT org_id FROM organizations UNION SELECT org_id FROM audit_heads
			UNION SELECT org_id FROM audit_entries`)
		if err != nil || number == 0 {
			return err
		}
		_, err = tx.ExecContext(ctx, `UPDATE installation SET logs = $1, logs_digest = $2, logs_mark = $3`,
			number, digest, sign(chain.Roll(number, digest)))
		return err
	}
}
