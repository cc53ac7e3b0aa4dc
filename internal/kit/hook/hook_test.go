package hook_test

import (
	"testing"

	"sarai/internal/kit/hook"
)

type hooks struct {
	OnCheckOut func() error
	OnCancel   func() error
}

func TestRequireNamesTheHookThatIsMissing(t *testing.T) {
	done := func() error { return nil }
	hook.Require(hooks{OnCheckOut: done, OnCancel: done})

	defer func() {
		if got, want := recover(), "hook_test.hooks.OnCancel is not connected"; got != want {
			t.Errorf("panic %v, want %q", got, want)
		}
	}()
	hook.Require(hooks{OnCheckOut: done})
}
