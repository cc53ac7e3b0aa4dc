package audit

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/id"
	"sarai/internal/kit/kittest"
	"sarai/migrations"
)

// The migration chains what was logged before, signs it, and the log goes on from there.
func TestEntriesOfBeforeAreChained(t *testing.T) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			d, err := db.Open(t.Context(), db.Config{URL: kittest.URL(t, engine), Clock: clock.System{}})
			noError(t, err)
			t.Cleanup(func() { noError(t, d.Close()) })
			before := fstest.MapFS{}
			names, err := fs.Glob(migrations.FS, "*.sql")
			noError(t, err)
			for _, name := range names {
				if name < "0023" {
					content, err := fs.ReadFile(migrations.FS, name)
					noError(t, err)
					before[name] = &fstest.MapFile{Data: content}
				}
			}
			noError(t, d.Migrate(t.Context(), before, migrations.Steps(nil)[0]))
			orgs := []string{id.New(), id.New()}
			noError(t, d.Write(t.Context(), func(tx *db.Tx) error { return oldEntries(tx, orgs) }))
			ours := keys(t, "one")
			noError(t, d.Migrate(t.Context(), migrations.FS, migrations.Steps(Marks(ours).Sign)...))

			w := &world{t: t, db: d, audit: New(d, ours, alone)}
			for i, org := range orgs {
				w.sc.Org = org
				if h := w.head(); h.Number != int64(1500-i) {
					t.Errorf("%d entries are chained", h.Number)
				}
				w.log(made(2)...)
				if h := w.head(); h.Number != int64(1502-i) {
					t.Errorf("the log goes on to %d", h.Number)
				}
			}
			w.exec(`UPDATE audit_entries SET details = '{}' WHERE org_id = $1 AND number = 1234`)
			if got := withoutNames(w.fault()); !strings.HasPrefix(got, "entry 1234 isn't what was linked") {
				t.Errorf("found %q", got)
			}
		})
	}
}

// oldEntries logs 1,500 and 1,499 entries, of which many have the same time.
func oldEntries(tx *db.Tx, orgs []string) error {
	var args []any
	for i := range 2999 {
		args = append(args, orgs[i%2], id.New(), fmt.Sprintf(`{"n":%d}`, i), fmt.Sprint(i/100))
	}
	for len(args) > 0 {
		n := min(len(args), 400)
		_, err := tx.Exec(`INSERT INTO audit_entries (org_id, entry_id, details, created_at, user_id, user_name, action,
			resource_type, resource_id, ip, user_agent) SELECT column1, column2, column3, CAST(column4 AS BIGINT), '',
			'System', 'room.created', 'room', '', '', '' FROM (VALUES `+db.Rows(4, n/4)+`) AS old`, args[:n]...)
		if err != nil {
			return err
		}
		args = args[n:]
	}
	return nil
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
