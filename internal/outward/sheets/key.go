package sheets

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"time"

	"sarai/internal/identity/organization"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/token"
	"sarai/internal/kit/web"
	"sarai/internal/record/event"
	"sarai/internal/record/may"
)

// reach is what a sheet key lets its holder do: book, change, delete and cancel, and end the time of invitations.
var reach = scope.Permissions{may.Bookings: scope.Create | scope.Update | scope.Delete, may.Users: scope.Update}

const (
	longestKey = 500 // bytes; a longer header is refused before anything is computed
	usedWithin = time.Minute
)

var (
	errKey          = errs.Unauthorized("Send a valid sheet key in the header X-Sheet-Key.")
	errOrganization = errs.NotFound("There is no such organization, or the key is not for it.")
	errNoKey        = errs.NotFound("The organization has no sheet key.")
)

// Authenticate is web.AuthenticateKey. With the server-wide key and no organization in the path, the organization is
// left open: the handler finds it by what the request names.
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

// ownerOf finds the organization whose own key this is, and notes to the minute that it was used.
func (s *Service) ownerOf(ctx context.Context, key string) (string, error) {
	if key == "" || len(key) > longestKey {
		return "", errKey
	}
	var k storedKey
	hash := token.Hash(key)
	err := s.db.Read(ctx, func(tx *db.Tx) (err error) {
		k, err = keyByHash(tx, hash)
		return err
	})
	if errors.Is(err, db.ErrNoRows) || err == nil && subtle.ConstantTimeCompare([]byte(k.hash), []byte(hash)) != 1 {
		return "", errKey
	}
	if err != nil {
		return "", err
	}
	if used := k.usedAt; used == nil || s.clock.Now().Sub(time.UnixMilli(*used)) >= usedWithin {
		err = s.db.Write(ctx, func(tx *db.Tx) error { return noteUse(tx, k.org, hash) })
	}
	return k.org, err
}

// enter places sc in the organization.
func (s *Service) enter(ctx context.Context, sc scope.Scope, org string) (entered scope.Scope, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		o, err := organization.Get(tx, org)
		if errors.Is(err, db.ErrNoRows) {
			return errOrganization
		}
		if err != nil {
			return err
		}
		entered, err = o.Scope(sc)
		return err
	})
	if err != nil {
		return sc, err
	}
	return entered, nil
}

// madeKey is what is kept of a new key for a repeated request.
type madeKey struct {
	Salt      string   `json:"salt"`
	Hash      string   `json:"hash"`
	CreatedAt web.Time `json:"createdAt"`
}

// makeKey gives the organization a new key of its own; an old one ends.
func (s *Service) makeKey(ctx context.Context, sc scope.Scope) (KeyView, error) {
	if !reach.Within(sc.Permissions) {
		return KeyView{}, errs.Forbidden("A sheet key can create, change and cancel bookings and time out invitations: you need bookings.create, bookings.update, bookings.delete and users.update to make one.")
	}
	var made madeKey
	err := s.db.Write(ctx, func(tx *db.Tx) (err error) {
		made, err = idempotency.Do(tx, sc, func() (madeKey, error) {
			made := madeKey{Salt: token.Random(), CreatedAt: web.TimeOf(tx.Now)}
			made.Hash = token.Hash(s.derive(sc.Org, made.Salt))
			replaced, err := saveKey(tx, sc, made.Hash)
			if err != nil {
				return madeKey{}, err
			}
			change := "sheet-key-made"
			if replaced {
				change = "sheet-key-replaced"
			}
			return made, s.publish(tx, sc, change)
		})
		return err
	})
	if err != nil {
		return KeyView{}, err
	}
	key := s.derive(sc.Org, made.Salt)
	if token.Hash(key) != made.Hash { // the server's token key has changed since
		return KeyView{}, errs.Conflict("This key can't be shown again. Make a new one, with a new Idempotency-Key.")
	}
	return KeyView{Key: key, CreatedAt: made.CreatedAt}, nil
}

func (s *Service) derive(org, salt string) string { return s.keys.Derive("sheet key "+org, salt) }

// removeKey ends the organization's own key.
func (s *Service) removeKey(ctx context.Context, sc scope.Scope) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		removed, err := deleteKey(tx, sc)
		if err != nil {
			return err
		}
		if !removed {
			return errNoKey
		}
		return s.publish(tx, sc, "sheet-key-ended")
	})
}

// publish tells what was done with the key, never the key.
func (s *Service) publish(tx *db.Tx, sc scope.Scope, change string) error {
	return s.bus.Publish(tx, sc, event.Event{Action: "settings.updated", ResourceType: "organization", ResourceID: sc.Org, Details: map[string]any{"change": change}})
}
