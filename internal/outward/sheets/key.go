package sheets

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"time"

	"sarai/internal/identity/role"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/token"
	"sarai/internal/record/event"
	"sarai/internal/record/may"
)

// reach is what a sheet key lets its holder do: book, change, delete and cancel, and time out invitations.
var reach = scope.Permissions{may.Bookings: scope.Create | scope.Update | scope.Delete, may.Users: scope.Update}

const (
	longestKey = 500 // bytes; a longer header is refused before anything is computed
	usedWithin = time.Minute
)

var (
	errKey          = errs.Unauthorized("Send a valid sheet key in the header X-Sheet-Key.")
	errOrganization = errs.NotFound("There is no such organization, or the key is not for it.")
	errNoKey        = errs.NotFound("The organization has no sheet key.")
	errBeyondCaller = errs.Forbidden("A sheet key can create, change and cancel bookings and time out invitations: you " +
		"need bookings.create, bookings.update, bookings.delete and users.update to make one.")
)

// Authenticate is web.AuthenticateKey. With the server-wide key and no organization in the path, the scope has no
// organization yet: the handler finds it by the record that the request names.
func (s *Service) Authenticate(ctx context.Context, key, org string, sc scope.Scope) (scope.Scope, error) {
	sc.UserName = "Spreadsheet"
	if s.isServerKey(key) {
		if org == "" {
			return sc, nil
		}
		return s.enter(ctx, sc, org)
	}
	owner, err := s.ownerOf(ctx, key)
	if err != nil {
		return sc, err
	}
	entered, err := s.enter(ctx, sc, owner)
	switch {
	case errs.Is(err, errs.KindNotFound): // deleted, and its key with it
		return sc, errKey
	case err == nil && org != "" && org != owner:
		return entered, errOrganization
	}
	return entered, err
}

func (s *Service) isServerKey(key string) bool {
	given, own := sha256.Sum256([]byte(key)), sha256.Sum256([]byte(s.serverKey))
	return subtle.ConstantTimeCompare(given[:], own[:]) == 1 && s.serverKey != ""
}

// ownerOf finds the organization whose own key this is, and records to the minute that it was used.
func (s *Service) ownerOf(ctx context.Context, key string) (string, error) {
	if key == "" || len(key) > longestKey {
		return "", errKey
	}
	hash := token.Hash(key)
	k, err := db.ReadOne(ctx, s.db, func(tx *db.Tx) (storedKey, error) { return keyByHash(tx, hash) })
	if errors.Is(err, db.ErrNoRows) || err == nil && subtle.ConstantTimeCompare([]byte(k.Hash), []byte(hash)) != 1 {
		return "", errKey
	}
	if err != nil {
		return "", err
	}
	if k.UsedAt == nil || s.clock.Now().Sub(time.UnixMilli(*k.UsedAt)) >= usedWithin {
		err = s.db.Write(ctx, func(tx *db.Tx) error { return saveUse(tx, k) })
	}
	return k.Org, err
}

// madeKey is what is stored of a new key for a repeated request.
type madeKey struct {
	Salt      string    `json:"salt"`
	Hash      string    `json:"hash"`
	CreatedAt time.Time `json:"createdAt"`
}

// makeKey gives the organization a new key of its own, and returns it with the time at which it was made. The one
// before is no longer valid.
func (s *Service) makeKey(ctx context.Context, sc scope.Scope) (key string, at time.Time, err error) {
	made, err := idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (madeKey, error) {
		sc, err := role.LockMembers(tx, sc, may.Update(may.Organization))
		if err != nil {
			return madeKey{}, err
		}
		if !reach.Within(sc.Permissions) {
			return madeKey{}, errBeyondCaller
		}
		salt := token.Random()
		made := madeKey{Salt: salt, Hash: token.Hash(s.derive(sc.Org, salt)), CreatedAt: tx.Now}
		replaced, err := saveKey(tx, sc, made.Hash)
		if err != nil {
			return made, err
		}
		happened := keyMade
		if replaced {
			happened = keyReplaced
		}
		return made, s.bus.Publish(tx, sc, happened.Of(sc.Org, event.None{}))
	})
	if err != nil {
		return "", at, err
	}
	key = s.derive(sc.Org, made.Salt)
	if token.Hash(key) != made.Hash { // the server's token key has changed since
		return "", at, errs.Conflict("This key can't be shown again. Make a new one, with a new Idempotency-Key.")
	}
	return key, made.CreatedAt, nil
}

func (s *Service) derive(org, salt string) string { return s.keys.Derive("sheet key "+org, salt) }

// key is the organization's own key; errNoKey if it has none.
func (s *Service) key(ctx context.Context, sc scope.Scope) (storedKey, error) {
	k, err := db.ReadOne(ctx, s.db, func(tx *db.Tx) (storedKey, error) { return keyOf(tx, sc) })
	if errors.Is(err, db.ErrNoRows) {
		return k, errNoKey
	}
	return k, err
}

// deleteKey ends the organization's own key.
func (s *Service) deleteKey(ctx context.Context, sc scope.Scope) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		sc, err := role.LockMembers(tx, sc, may.Update(may.Organization))
		if err != nil {
			return err
		}
		removed, err := removeKey(tx, sc)
		if err != nil {
			return err
		}
		if !removed {
			return errNoKey
		}
		return s.bus.Publish(tx, sc, keyEnded.Of(sc.Org, event.None{}))
	})
}
