package organization

import "testing"

func TestAMissingHookStopsTheStart(t *testing.T) {
	defer func() {
		if got, want := recover(), "organization.Hooks.OnCreate is not connected"; got != want {
			t.Errorf("panic %v, want %q", got, want)
		}
	}()
	New(nil, nil, SignUpOpen).Routes()
}
