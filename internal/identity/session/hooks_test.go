package session_test

import (
	"testing"

	"sarai/internal/identity/session"
	"sarai/internal/kit/token"
)

func TestAMissingHookStopsTheStart(t *testing.T) {
	keys, err := token.LoadOrCreate(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if got, want := recover(), "session.Hooks.OnSessionsEnd is not connected"; got != want {
			t.Errorf("panic %v, want %q", got, want)
		}
	}()
	session.New(session.Config{Keys: keys}).Routes()
}
