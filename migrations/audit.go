package migrations

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"

	"sarai/internal/kit/chain"
)

// chainAudit links the audit entries of before, in the order of their times, and signs where each chain ends.
func chainAudit(sign func(text []byte) string) func(ctx context.Context, tx *sql.Tx) error {
	return func(ctx context.Context, tx *sql.Tx) error {
		var orgs []string
		err := each(ctx, tx, func(row *sql.Rows) error {
			var org string
			err := row.Scan(&org)
			orgs = append(orgs, org)
			return err
		}, `SELECT DISTINCT org_id FROM audit_entries ORDER BY org_id`)
		if err != nil {
			return err
		}
		for _, org := range orgs {
			if err := chainOrganization(ctx, tx, org, sign); err != nil {
				return fmt.Errorf("chain the audit entries of %s: %w", org, err)
			}
		}
		return nil
	}
}

func chainOrganization(ctx context.Context, tx *sql.Tx, org string, sign func(text []byte) string) error {
	last := oldEntry{}
	for {
		page, err := oldEntries(ctx, tx, org, last)
		if err != nil {
			return err
		}
		if len(page) == 0 {
			break
		}
		for _, e := range page {
			e.number = last.number + 1
			e.link = chain.Link(last.link, e.number, e.fields...)
			_, err := tx.ExecContext(ctx, `UPDATE audit_entries SET number = $3, link = $4
				WHERE org_id = $1 AND entry_id = $2`, org, e.id, e.number, e.link)
			if err != nil {
				return err
			}
			last = e
		}
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO audit_heads (org_id, number, link, mark) VALUES ($1, $2, $3, $4)`,
		org, last.number, last.link, sign(chain.Head(org, last.number, last.link)))
	return err
}

type oldEntry struct {
	id      string
	created int64
	fields  []string // as package audit links them
	number  int64
	link    string
}

func oldEntries(ctx context.Context, tx *sql.Tx, org string, after oldEntry) (page []oldEntry, err error) {
	err = each(ctx, tx, func(row *sql.Rows) error {
		e := oldEntry{fields: make([]string, 11)}
		f := e.fields
		err := row.Scan(&f[0], &f[1], &f[2], &f[3], &f[4], &f[5], &f[6], &f[7], &f[8], &f[9], &e.created)
		e.id, f[10] = f[1], strconv.FormatInt(e.created, 10)
		page = append(page, e)
		return err
	}, `SELECT org_id, entry_id, user_id, user_name, action, resource_type, resource_id, details, ip, user_agent,
			created_at FROM audit_entries
		WHERE org_id = $1 AND (created_at > $2 OR created_at = $2 AND entry_id > $3)
		ORDER BY created_at, entry_id LIMIT 1000`, org, after.created, after.id)
	return page, err
}
