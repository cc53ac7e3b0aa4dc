package main_test

import (
	"fmt"
	"testing"
)

// What a later version has migrated is neither served nor changed, and a server under which it happens isn't ready.
func TestADatabaseOfALaterVersion(t *testing.T) {
	eachEngine(t, func(t *testing.T, p *place) {
		s := p.serve()
		p.change("INSERT INTO goose_db_version (version_id, is_applied) VALUES (9001, TRUE)")
		s.anyone().get("/readyz").refused(503, "a later version has migrated the database")
		s.stop()
		before := fmt.Sprint(p.query("SELECT version_id FROM goose_db_version ORDER BY id"))
		for _, args := range [][]string{{"serve"}, {"migrate"}, {"check"}, {"organization", "create", "H", "h@h.example"},
			{"login", "remove-second-factor", "h@h.example"}, {"demo"}, {"serve", "--demo"},
			{"audit", "verify"}} {
			p.start(args...).ended("the database is newer than this program: a later version has brought its schema to 9001")
		}
		if after := fmt.Sprint(p.query("SELECT version_id FROM goose_db_version ORDER BY id")); after != before {
			t.Errorf("the versions were %s and are %s", before, after)
		}
	})
}
