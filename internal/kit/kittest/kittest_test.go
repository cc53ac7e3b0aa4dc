package kittest_test

import (
	"testing"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/kittest/pgserver"
)

func TestEveryDatabaseIsMigratedEmptyAndItsOwn(t *testing.T) {
	kittest.EachEngine(t, func(t *testing.T, first *db.DB) {
		second := kittest.New(t, first.Dialect().String(), clock.System{})
		for _, d := range []*db.DB{first, second} {
			err := d.Write(t.Context(), func(tx *db.Tx) error {
				var organizations int
				if err := tx.QueryRow("SELECT COUNT(*) FROM organizations").Scan(&organizations); err != nil {
					return err
				}
				if organizations != 0 {
					t.Errorf("a fresh database holds %d organizations", organizations)
				}
				_, err := tx.Exec("CREATE TABLE only_here (id TEXT PRIMARY KEY)")
				return err
			})
			if err != nil {
				t.Error(err)
			}
		}
	})
}

// One test after another on one engine: PostgreSQL's second database is the first one, emptied.
func TestAUsedDatabaseIsFreshAgain(t *testing.T) {
	for _, engine := range kittest.Engines() {
		for _, round := range []string{"first", "second", "third"} {
			t.Run(engine+"/"+round, func(t *testing.T) {
				d := kittest.New(t, engine, clock.System{})
				err := d.Write(t.Context(), func(tx *db.Tx) error {
					var installations, signUps int
					err := tx.QueryRow("SELECT COUNT(*), SUM(sign_ups) FROM installation").Scan(&installations, &signUps)
					if installations != 1 || signUps != 0 {
						t.Errorf("%d installations with %d sign-ups, want 1 with 0", installations, signUps)
					}
					if err != nil {
						return err
					}
					if _, err := tx.Exec("UPDATE installation SET sign_ups = 7"); err != nil || round == "first" {
						return err
					}
					_, err = tx.Exec("CREATE TABLE only_here (id TEXT PRIMARY KEY)")
					return err
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
	}
}

func TestURLNamesADatabaseWithoutTables(t *testing.T) {
	for _, engine := range kittest.Engines() {
		d, err := db.Open(t.Context(), db.Config{URL: kittest.URL(t, engine)})
		if err != nil {
			t.Fatal(err)
		}
		err = d.Write(t.Context(), func(tx *db.Tx) error {
			_, err := tx.Exec("CREATE TABLE organizations (id TEXT PRIMARY KEY)")
			return err
		})
		if err != nil {
			t.Errorf("%s: %v", engine, err)
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestAForeignServerIsRefused(t *testing.T) {
	for _, address := range []string{
		"postgres://sarai@db.example.com/sarai",
		"postgres://postgres@/postgres?host=/var/run/postgresql",
		"postgres://postgres@/postgres?host=" + t.TempDir(),
	} {
		t.Setenv(pgserver.URLVariable, address)
		if accepted, err := pgserver.Inherited(); err == nil {
			t.Errorf("%s is accepted as %s", address, accepted)
		}
	}
}
