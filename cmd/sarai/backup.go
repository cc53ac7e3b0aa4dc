package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"sarai/internal/kit/db"
	"sarai/internal/outward/backup"
	"sarai/migrations"
)

type backupCommand struct{ File string }

// Help is the long text of `sarai backup --help`.
func (backupCommand) Help() string {
	return `The copy is consistent, also while the server runs. Before it gets its name it
is opened, its pages are checked, and its rows counted. Then it goes to the
storage, if the settings name one, and is checked as sarai check does; a fault
ends the command with 1 and leaves the copy where it is.`
}

// Run copies the database as it is. It creates no database and doesn't migrate, since the running server may be an
// older version.
func (c backupCommand) Run(ctx context.Context, s *Settings) error {
	to, err := s.backups()
	if err != nil {
		return err
	}
	d, err := s.openAsIs(ctx, s.DatabaseDeadline)
	if err != nil {
		return err
	}
	copied, err := d.Backup(ctx, c.File)
	if err := closing(d, err); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "The copy is in %s, whole: %d rows in %d tables.\n", c.File, copied.Rows, copied.Tables)
	if to.Storage != nil {
		if err := backup.Send(ctx, to.Storage, to.Keep, time.Now(), c.File); err != nil {
			return fmt.Errorf("the copy is in %s, but not in storage: %w", c.File, err)
		}
		fmt.Fprintln(os.Stderr, "It is in storage at", to.Storage.Host(), "too.")
	}
	return s.checkCopy(ctx, c.File)
}

// checkCopy checks what a copy holds, as far as this version can: of an older schema, or a newer one, or without token
// keys, its pages are all that it can judge.
func (s *Settings) checkCopy(ctx context.Context, file string) error {
	hasKeys, err := s.hasKeys()
	if err != nil || !hasKeys {
		return err
	}
	d, err := db.Open(ctx, db.Config{URL: "sqlite:" + file, Deadline: checkDeadline})
	if err != nil {
		return err
	}
	state, err := d.SchemaState(ctx, migrations.FS, migrations.Steps(nil)...)
	if err != nil || state != db.SchemaCurrent {
		fmt.Fprintln(os.Stderr, "It hasn't this version's schema, so what it holds wasn't checked beyond its pages.")
		return d.Close()
	}
	return closing(d, s.check(ctx, d))
}
