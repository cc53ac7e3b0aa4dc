package user

import "testing"

func TestAMissingHookStopsTheStart(t *testing.T) {
	defer func() {
		if got, want := recover(), "user.Hooks.OnInvite is not connected"; got != want {
			t.Errorf("panic %v, want %q", got, want)
		}
	}()
	New(nil, nil).Routes()
}
