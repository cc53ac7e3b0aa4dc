package auth

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"golang.org/x/crypto/argon2"

	"sarai/internal/kit/errs"
)

// PasswordCost is what argon2id costs for each try of a password. The zero value is the real cost: two passes over
// 19 MiB (OWASP's minimum), about 36 ms. Tests that are not about passwords take less; a server accepts only hashes of
// its own cost.
type PasswordCost struct {
	MemoryKiB uint32
	Passes    uint32
}

const (
	hashLanes = 1
	hashBytes = 32
	saltBytes = 16

	// nobodysKey belongs to no password. With it the answer to an address without a login takes as long as to any other.
	nobodysKey = "AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

	// waitingPerCore bounds the line for hashing to about two seconds of work.
	waitingPerCore = 64
)

// hasher computes password hashes, at most one at a time a core, so that log-ins can't starve everything else.
type hasher struct {
	cost   PasswordCost
	prefix string        // of the PHC strings of this cost
	line   chan struct{} // holds one entry for each caller that waits or computes
	cores  chan struct{} // holds one entry for each caller that computes
}

func newHasher(cost PasswordCost) *hasher {
	if cost == (PasswordCost{}) {
		cost = PasswordCost{MemoryKiB: 19 * 1024, Passes: 2}
	}
	cores := runtime.GOMAXPROCS(0)
	return &hasher{
		cost:   cost,
		prefix: fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$", argon2.Version, cost.MemoryKiB, cost.Passes, hashLanes),
		line:   make(chan struct{}, cores*(waitingPerCore+1)),
		cores:  make(chan struct{}, cores),
	}
}

// hash makes the PHC string of a new password.
func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, saltBytes)
	rand.Read(salt)
	return h.hashWith(ctx, password, salt)
}

func (h *hasher) hashWith(ctx context.Context, password string, salt []byte) (string, error) {
	key, err := h.compute(ctx, password, salt)
	if err != nil {
		return "", err
	}
	return h.prefix + base64.RawStdEncoding.EncodeToString(salt) + "$" + base64.RawStdEncoding.EncodeToString(key), nil
}

// fits tells whether password is the one that phc was made of. An empty phc (no such login, or one without a
// password) costs the same and never fits.
func (h *hasher) fits(ctx context.Context, password, phc string) (bool, error) {
	known := phc != ""
	if !known {
		phc = h.prefix + nobodysKey
	}
	salt, key, err := h.parse(phc)
	if err != nil {
		return false, err
	}
	computed, err := h.compute(ctx, password, salt)
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(computed, key) == 1 && known, nil
}

func (h *hasher) parse(phc string) (salt, key []byte, err error) {
	parameters, ok := strings.CutPrefix(phc, h.prefix)
	encodedSalt, encodedKey, _ := strings.Cut(parameters, "$")
	if !ok {
		return nil, nil, errors.New("a password hash was made with other parameters than " + h.prefix)
	}
	salt, errSalt := base64.RawStdEncoding.DecodeString(encodedSalt)
	key, errKey := base64.RawStdEncoding.DecodeString(encodedKey)
	if err := errors.Join(errSalt, errKey); err != nil || len(key) != hashBytes {
		return nil, nil, fmt.Errorf("a password hash is damaged: %w", err)
	}
	return salt, key, nil
}

// compute waits for a core, as long as ctx lasts; a full line answers TooMany at once.
func (h *hasher) compute(ctx context.Context, password string, salt []byte) ([]byte, error) {
	select {
	case h.line <- struct{}{}:
		defer func() { <-h.line }()
	default:
		return nil, errs.TooMany("Too many people are signing in at this moment. Try again in a few seconds.", 5*time.Second)
	}
	select {
	case h.cores <- struct{}{}:
		defer func() { <-h.cores }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return argon2.IDKey([]byte(password), salt, h.cost.Passes, h.cost.MemoryKiB, hashLanes, hashBytes), nil
}
