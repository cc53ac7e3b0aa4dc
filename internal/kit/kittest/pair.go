package kittest

import (
	"testing"

	"sarai/internal/kit/kittest/pgserver"
)

// SynchronousPair is a primary with a standby that confirms each of its commits, for tests that let machines fail.
// Where the run leaves PostgreSQL out, the test is skipped.
func SynchronousPair(t testing.TB) *pgserver.Pair {
	t.Helper()
	NeedPostgreSQL(t)
	pair, err := pgserver.StartPair()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := pair.Stop(); err != nil {
			t.Error(err)
		}
	})
	return pair
}
