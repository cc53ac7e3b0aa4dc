package auth_test

import (
	"testing"

	"sarai/internal/identity/auth"
)

func TestAMissingHookStopsTheStart(t *testing.T) {
	defer func() {
		if got, want := recover(), "auth.Hooks.OnSessionsEnd is not connected"; got != want {
			t.Errorf("panic %v, want %q", got, want)
		}
	}()
	auth.New(auth.Config{Keys: testKeys(t)}).Routes()
}
