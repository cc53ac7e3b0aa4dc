package auth

import (
	"context"
	"errors"
	"testing"
	"time"

	"sarai/internal/identity/attempt"
	"sarai/internal/identity/factor"
	"sarai/internal/kit/clock"
)

// Who gives no code yet, or one that can't be guessed, or comes from a device that is known, doesn't stand in the line.
func TestWhoPassesTheLine(t *testing.T) {
	now := clock.NewFake(time.Date(2026, 4, 1, 9, 30, 0, 0, time.UTC))
	s := &Service{guesses: attempt.NewForCodes(now, codesPerLogin, 60, "a line")}
	impatient, leave := context.WithCancel(t.Context())
	leave()
	guess := func(ip, device, code string) error {
		return s.guess(impatient, ip, "asha", device, code, func() error { return factor.ErrWrongCode })
	}
	for i := range codesPerLogin {
		if err := guess("10.0.0.1", "", "000000"); !errors.Is(err, factor.ErrWrongCode) {
			t.Fatalf("code %d: %v", i, err)
		}
	}
	if err := guess("10.0.0.2", "", "000000"); !errors.Is(err, context.Canceled) {
		t.Errorf("one more doesn't wait: %v", err)
	}
	for name, err := range map[string]error{
		"no code":         guess("10.0.0.2", "", ""),
		"a recovery code": guess("10.0.0.2", "", "ABCD-EFGH-IJKL-MNOP"),
		"a known device":  guess("10.0.0.2", "device", "000000"),
	} {
		if !errors.Is(err, factor.ErrWrongCode) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
