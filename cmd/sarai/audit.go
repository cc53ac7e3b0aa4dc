package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"

	"sarai/internal/app"
	"sarai/internal/kit/db"
	"sarai/internal/record/audit"
	"sarai/migrations"
)

type verifyAuditCommand struct{ Org, Heads string }

func (c *verifyAuditCommand) flags(f *flag.FlagSet) {
	f.StringVar(&c.Org, "org", "", "Only the log of the organization with this id.")
	f.StringVar(&c.Heads, "heads", "", "Compare with the heads that this command printed into this file before.")
}

// Help is the long text of `sarai audit verify --help`.
func (verifyAuditCommand) Help() string {
	return `It prints where each organization's log ends, its head. Keep that somewhere
else: an older copy of the whole database is found by comparing with it only. It
ends with an error if a log isn't whole, and names the first bad entry of each.`
}

// Run checks the database as it is: it neither creates nor migrates one.
func (c verifyAuditCommand) Run(ctx context.Context, s *Settings) error {
	var earlier []audit.Head
	if c.Heads != "" {
		file, err := os.Open(c.Heads)
		if err != nil {
			return err
		}
		defer file.Close()
		if earlier, err = audit.ReadHeads(file); err != nil {
			return err
		}
	}
	d, err := s.openAsIs(ctx, s.DatabaseDeadline)
	if err != nil {
		return err
	}
	if _, err := d.SchemaState(ctx, migrations.FS, migrations.Steps(nil)...); errors.Is(err, db.ErrNewer) {
		return closing(d, err)
	}
	keys, err := s.keys()
	if err != nil {
		return closing(d, err)
	}
	verdicts, err := app.AuditLog(d, keys).Verify(ctx, c.Org, earlier)
	if err != nil {
		return closing(d, err)
	}
	bad := 0
	for _, v := range verdicts {
		if v.Fault == "" {
			fmt.Println(v.Head)
			continue
		}
		bad++
		fmt.Fprintf(os.Stderr, "The log of %s is not whole: %s.\n", v.Org, v.Fault)
	}
	if bad > 0 {
		return closing(d, fmt.Errorf("%d of %d audit logs are not whole", bad, len(verdicts)))
	}
	return d.Close()
}
