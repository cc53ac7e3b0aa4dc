package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The command finds what was done to the database behind the server's back, and prints heads to compare with.
func TestVerifyTheAuditLog(t *testing.T) {
	eachEngine(t, func(t *testing.T, p *place) {
		s := p.serve()
		owner := s.hotel("Haveli", "owner@hotel.example")
		other := s.hotel("Mahal", "owner@mahal.example")
		owner.rooms(5)
		heads := p.mustRun("audit", "verify")
		if got := strings.Count(heads, "\n"); got != 2 || !strings.Contains(heads, owner.org) {
			t.Fatalf("the heads are %q", heads)
		}
		owner.post("/api/room-categories/{org}/create", object{"name": "Suite", "baseRate": 9000}).want(201)
		file := filepath.Join(t.TempDir(), "heads")
		if err := os.WriteFile(file, []byte(heads), 0o600); err != nil {
			t.Fatal(err)
		}
		p.mustRun("audit", "verify", "--heads", file)
		later := p.mustRun("audit", "verify", "--org", owner.org)

		finds := func(want string, args ...string) {
			t.Helper()
			code, stdout, stderr := p.run(append([]string{"audit", "verify"}, args...)...)
			if code == 0 || !strings.Contains(stderr, "The log of "+owner.org) || !strings.Contains(stderr, want) ||
				strings.Contains(stdout, owner.org) {
				t.Errorf("exit %d: %s%s", code, stdout, stderr)
			}
		}
		change := func(statement string) { t.Helper(); p.change(statement, owner.org) }
		change(`UPDATE audit_entries SET number = number + 1000 WHERE org_id = $1 AND number = 4`)
		finds("entry 4 is missing: it was removed")
		change(`UPDATE audit_entries SET number = number - 1000 WHERE org_id = $1 AND number = 1004`)
		change(`UPDATE audit_entries SET user_name = user_name || 'x' WHERE org_id = $1 AND number = 4`)
		finds("entry 4 (")
		finds("it was changed or moved", "--org", owner.org)
		p.mustRun("audit", "verify", "--org", other.org)
		change(`UPDATE audit_entries SET user_name = substr(user_name, 1, length(user_name) - 1)
			WHERE org_id = $1 AND number = 4`)
		if again := p.mustRun("audit", "verify", "--org", owner.org); again != later {
			t.Errorf("put back, its head is %q, and was %q", again, later)
		}
		change(`DELETE FROM audit_entries WHERE org_id = $1
			AND number = (SELECT number FROM audit_heads WHERE org_id = $1)`)
		finds("the log was cut")
		change(`DELETE FROM audit_heads WHERE org_id = $1`)
		finds("the head was removed", "--heads", file)
		s.stop()
	})
}

// What is no list of heads, no database or no key is said, and nothing is made.
func TestVerifyNeedsWhatIsThere(t *testing.T) {
	t.Parallel()
	p := newPlace(t, "sqlite")
	code, _, stderr := p.run("audit", "verify")
	entries, _ := os.ReadDir(p.dir)
	if code == 0 || !strings.Contains(stderr, "there is no database") || len(entries) > 0 {
		t.Errorf("exit %d: %s, %d files", code, stderr, len(entries))
	}
	file := filepath.Join(t.TempDir(), "heads")
	if err := os.WriteFile(file, []byte("nonsense"), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := p.run("audit", "verify", "--heads", file); code == 0 || !strings.Contains(stderr, "nonsense") {
		t.Errorf("exit %d: %s", code, stderr)
	}
}
