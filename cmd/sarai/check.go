package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/migrations"
)

// checkDeadline is how long one of the checks of one organization may take.
const checkDeadline = 6 * time.Hour

type checkCommand struct{}

// Help is the long text of `sarai check --help`.
func (checkCommand) Help() string {
	return `It reads everything and changes nothing, also while the server runs: the pages
of a SQLite file, and of each organization what is kept about its rows (sums,
counts, the index of words), its books and its audit log. It ends with 1 and
names what isn't as it must be.`
}

// Run checks the database as it is: it neither creates nor migrates one.
func (checkCommand) Run(ctx context.Context, s *Settings) error {
	d, err := s.openAsIs(ctx, checkDeadline)
	if err != nil {
		return err
	}
	return closing(d, s.check(ctx, d))
}

func (s *Settings) check(ctx context.Context, d *db.DB) error {
	damage, err := d.Damage(ctx, true)
	if err != nil {
		return err
	}
	if len(damage) > 0 {
		for _, what := range damage {
			fmt.Fprintln(os.Stderr, "Damaged:", what)
		}
		return errors.New("the database is damaged, so that nothing else of it was checked: restore a backup")
	}
	state, err := d.SchemaState(ctx, migrations.FS, migrations.Steps(nil)...)
	if err != nil {
		return err
	}
	if state != db.SchemaCurrent {
		return errors.New("the database hasn't this version's schema: run sarai migrate first")
	}
	a, err := s.build(d, clock.System{})
	if err != nil {
		return err
	}
	organizations, faults, err := a.Check(ctx, func(fault string) { fmt.Fprintln(os.Stderr, fault) })
	if err != nil {
		return err
	}
	if faults > 0 {
		return fmt.Errorf("%d things are not as they must be: keep the database as it is, and report them", faults)
	}
	_, err = fmt.Printf("The database and all its %d organizations are as they must be.\n", organizations)
	return err
}
