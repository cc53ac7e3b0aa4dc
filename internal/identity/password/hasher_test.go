package password

import (
	"context"
	"errors"
	"strings"
	"testing"

	"sarai/internal/kit/admit"
	"sarai/internal/kit/errs"
)

func TestPasswordFitsItsOwnHashAlone(t *testing.T) {
	h := newHasher(Cost{})
	const password = "  पासवर्ड with spaces "
	phc, err := h.hash(t.Context(), password)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(phc, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("not the PHC string of argon2id with 19 MiB, 2 passes, 1 lane: %s", phc)
	}
	for tried, want := range map[string]bool{password: true, strings.TrimSpace(password): false, "": false} {
		if fits, err := h.fits(t.Context(), tried, phc); err != nil || fits != want {
			t.Errorf("fits(%q) = %v, %v; want %v", tried, fits, err, want)
		}
	}
	if again, err := h.hash(t.Context(), password); err != nil || again == phc {
		t.Errorf("a second hash of the same password is the same (%v): the salt is not random", err)
	}
}

// The cost can be raised: who has a password of before still gets in with it.
func TestAPasswordOfAnotherCostFits(t *testing.T) {
	phc, err := newHasher(Cost{MemoryKiB: 64, Passes: 1}).hash(t.Context(), "password")
	if err != nil {
		t.Fatal(err)
	}
	h := newHasher(Cost{MemoryKiB: 128, Passes: 2})
	for tried, want := range map[string]bool{"password": true, "Password": false} {
		if fits, err := h.fits(t.Context(), tried, phc); err != nil || fits != want {
			t.Errorf("fits(%q) = %v, %v; want %v", tried, fits, err, want)
		}
	}
}

func TestNothingFitsALoginWithoutPassword(t *testing.T) {
	h := newHasher(Cost{})
	for _, tried := range []string{"", "password"} {
		if fits, err := h.fits(t.Context(), tried, ""); fits || err != nil {
			t.Errorf("fits(%q) = %v, %v; want false", tried, fits, err)
		}
	}
}

func TestDamagedHashIsAnError(t *testing.T) {
	h := newHasher(Cost{})
	for _, phc := range []string{"x", "$argon2i$v=19$m=19456,t=2,p=1$AAAA$AAAA", h.prefix, h.prefix + "AAAA",
		h.prefix + "AAAA$!", h.prefix + "AAAA$AAAA",
		strings.Replace(h.prefix, "m=19456", "m=99999999", 1) + nobodysKey} {
		if fits, err := h.fits(t.Context(), "password", phc); fits || err == nil {
			t.Errorf("fits with %q = %v, %v; want an error", phc, fits, err)
		}
	}
}

func TestFullLineAnswersTooMany(t *testing.T) {
	h := newHasher(Cost{})
	h.cores = admit.NewPlaces(1, 0)
	if _, err := h.cores.Enter(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := h.hash(t.Context(), "password"); !errs.Is(err, errs.KindTooMany) {
		t.Errorf("hashing with a full line: %v; want TooMany", err)
	}
	// So a login that doesn't exist waits and computes as one that does: its answer takes as long.
	if _, err := h.fits(t.Context(), "password", ""); !errs.Is(err, errs.KindTooMany) {
		t.Errorf("trying a password of nobody with a full line: %v; want TooMany", err)
	}
}

func TestWaitingEndsWithItsContext(t *testing.T) {
	h := newHasher(Cost{})
	h.cores = admit.NewPlaces(1, 1)
	if _, err := h.cores.Enter(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.hash(ctx, "password"); !errors.Is(err, context.Canceled) {
		t.Errorf("hashing with an ended context and no free core: %v; want context.Canceled", err)
	}
	if _, err := h.hash(ctx, "password"); !errors.Is(err, context.Canceled) {
		t.Errorf("whoever gave up waiting still stands in the line: %v", err)
	}
}
