package password

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

	"sarai/internal/kit/admit"
	"sarai/internal/kit/errs"
)

// Cost is what argon2id costs for each try of a password. The zero value is the real cost: two passes over
// 19 MiB (OWASP's minimum), about 36 ms. Tests that are not about passwords take less. Hashes of another cost are tried
// at theirs, so that the real one can be raised.
type Cost struct {
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
	cost   Cost
	prefix string // of the PHC strings of this cost
	cores  *admit.Places
}

func newHasher(cost Cost) *hasher {
	if cost == (Cost{}) {
		cost = Cost{MemoryKiB: 19 * 1024, Passes: 2}
	}
	cores := runtime.GOMAXPROCS(0)
	return &hasher{
		cost:   cost,
		prefix: fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$", argon2.Version, cost.MemoryKiB, cost.Passes, hashLanes),
		cores:  admit.NewPlaces(cores, cores*waitingPerCore),
	}
}

// hash makes the PHC string of a new password.
func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, saltBytes)
	rand.Read(salt)
	return h.hashWith(ctx, password, salt)
}

func (h *hasher) hashWith(ctx context.Context, password string, salt []byte) (string, error) {
	key, err := h.compute(ctx, password, salt, h.cost)
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
	cost, salt, key, err := parse(phc)
	if err != nil {
		return false, err
	}
	computed, err := h.compute(ctx, password, salt, cost)
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(computed, key) == 1 && known, nil
}

// parse reads a PHC string of argon2id, of any cost that a server can pay.
func parse(phc string) (cost Cost, salt, key []byte, err error) {
	parts := strings.Split(phc, "$") // "", "argon2id", "v=19", "m=…,t=…,p=…", salt, key
	if len(parts) != 6 || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return cost, nil, nil, errors.New("a password hash is none of argon2id")
	}
	lanes := 0
	_, errCost := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &cost.MemoryKiB, &cost.Passes, &lanes)
	salt, errSalt := base64.RawStdEncoding.DecodeString(parts[4])
	key, errKey := base64.RawStdEncoding.DecodeString(parts[5])
	if err := errors.Join(errCost, errSalt, errKey); err != nil || len(key) != hashBytes || lanes != hashLanes ||
		cost.Passes < 1 || cost.Passes > 20 || cost.MemoryKiB > 1<<20 {
		return cost, nil, nil, fmt.Errorf("a password hash is damaged: %w", err)
	}
	return cost, salt, key, nil
}

// compute waits for a core, as long as ctx lasts; a full line answers TooMany at once.
func (h *hasher) compute(ctx context.Context, password string, salt []byte, cost Cost) ([]byte, error) {
	leave, err := h.cores.Enter(ctx)
	if errors.Is(err, admit.ErrFull) {
		return nil, errs.TooMany("Too many people are signing in at this moment. Try again in a few seconds.", 5*time.Second)
	}
	if err != nil {
		return nil, err
	}
	defer leave()
	return argon2.IDKey([]byte(password), salt, cost.Passes, cost.MemoryKiB, hashLanes, hashBytes), nil
}
