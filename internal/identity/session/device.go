package session

import (
	"context"
	"time"

	"sarai/internal/kit/db"
	"sarai/internal/kit/token"
)

const (
	// deviceCookie is the name of the cookie by which a browser is known that a login has signed in with before.
	deviceCookie = "device"
	deviceLife   = 400 * 24 * time.Hour // from the last sign-in; browsers keep no cookie longer
	// devicesKept is how many a login has at most. Clients without a cookie store leave one at each sign-in.
	devicesKept = 20
)

// KnownDevice returns the hash of a device's secret if the login of the address has signed in with it, else "".
func (s *Service) KnownDevice(ctx context.Context, email, secret string) (string, error) {
	if secret == "" {
		return "", nil
	}
	hash := token.Hash(secret)
	known, err := db.ReadOne(ctx, s.DB, func(tx *db.Tx) (bool, error) { return isKnownDevice(tx, email, hash) })
	if err != nil || !known {
		return "", err
	}
	return hash, nil
}
