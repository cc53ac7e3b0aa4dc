package guest

import (
	"context"

	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

// seal makes the row of a guest: of a number it has the masked form, and the whole one encrypted.
func (s *Service) seal(sc scope.Scope, g Guest) stored {
	row := stored{Guest: g}
	row.SearchText, row.Keys = g.searchText(), s.keysOf(sc, g)
	row.IDNumber, row.Sealed = s.sealNumber(sc, g.ID, g.IDNumber)
	return row
}

// sealOver is seal for a guest that was stored before. A number that is the same stays as it is sealed, also one whose
// key is gone.
func (s *Service) sealOver(sc scope.Scope, was stored, g Guest) stored {
	row := s.seal(sc, g)
	if was.Sealed != "" && g.IDNumber == s.open(sc, was).IDNumber {
		row.IDNumber, row.Sealed, row.DocumentKey = was.IDNumber, was.Sealed, was.DocumentKey
	}
	return row
}

// open is the guest of a row, with the whole number. A number whose key is gone stays masked.
func (s *Service) open(sc scope.Scope, row stored) Guest {
	g := row.Guest
	g.IDNumber = s.openNumber(sc, g.ID, g.IDNumber, row.Sealed)
	return g
}

func (s *Service) sealNumber(sc scope.Scope, guestID string, number IDNumber) (masked IDNumber, sealed string) {
	if number == "" || number.isMasked() {
		return number, ""
	}
	return IDNumber(number.Masked()), s.box.Seal([]byte(number), sc.Org+"/"+guestID)
}

func (s *Service) openNumber(sc scope.Scope, guestID string, masked IDNumber, sealed string) IDNumber {
	if sealed == "" {
		return masked
	}
	number, err := s.box.Open(sealed, sc.Org+"/"+guestID)
	if err != nil {
		return masked
	}
	return IDNumber(number)
}

// resealed is the number sealed with the first key.
func (s *Service) resealed(sc scope.Scope, guestID, sealed string) (string, error) {
	if sealed == "" {
		return "", nil
	}
	number, err := s.box.Open(sealed, sc.Org+"/"+guestID)
	if err != nil {
		return "", err
	}
	return s.box.Seal(number, sc.Org+"/"+guestID), nil
}

// sealAtOnce is how many guests' numbers one transaction seals.
const sealAtOnce = 200

// SealNumbers seals the numbers of documents from before they were sealed. A guest that changes meanwhile is sealed by
// the change.
func (s *Service) SealNumbers(ctx context.Context, sc scope.Scope) error {
	return inPortions(ctx, s.db, sc, unsealed, func(tx *db.Tx, row stored) error {
		return setNumber(tx, sc, row.Sealed, s.seal(sc, row.Guest))
	})
}

// Reseal seals all numbers with the first of the token keys. It fails if one was sealed with a key that isn't
// configured any more.
func (s *Service) Reseal(ctx context.Context, sc scope.Scope) error {
	err := inPortions(ctx, s.db, sc, sealedNumbers, func(tx *db.Tx, row stored) error {
		if _, err := s.resealed(sc, row.ID, row.Sealed); err != nil {
			return err
		}
		return setNumber(tx, sc, row.Sealed, s.seal(sc, s.open(sc, row)))
	})
	if err != nil {
		return err
	}
	return inPortions(ctx, s.db, sc, sealedTravel, func(tx *db.Tx, row storedTravel) error {
		passport, err := s.resealed(sc, row.GuestID, row.PassportSealed)
		if err != nil {
			return err
		}
		visa, err := s.resealed(sc, row.GuestID, row.VisaSealed)
		if err != nil {
			return err
		}
		return setTravelNumbers(tx, sc, row, passport, visa)
	})
}

// inPortions does something to rows in the order of their ids, in transactions of their own.
func inPortions[T interface{ key() string }](ctx context.Context, d *db.DB, sc scope.Scope,
	next func(tx *db.Tx, sc scope.Scope, after string) ([]T, error), do func(tx *db.Tx, row T) error) error {
	for after := ""; ; {
		rows, err := db.Read(ctx, d, func(tx *db.Tx) ([]T, error) { return next(tx, sc, after) })
		if err != nil || len(rows) == 0 {
			return err
		}
		after = rows[len(rows)-1].key()
		err = d.Write(ctx, func(tx *db.Tx) error {
			for _, row := range rows {
				if err := do(tx, row); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
}

// FillKeys gives the hotel's records from before the keys theirs, until none is left or ctx ends.
func (s *Service) FillKeys(ctx context.Context, sc scope.Scope) error {
	for {
		more, err := db.Read(ctx, s.db, func(tx *db.Tx) (bool, error) { return anyUnkeyed(tx, sc) })
		if err != nil || !more {
			return err
		}
		err = s.db.Write(ctx, func(tx *db.Tx) error {
			rows, err := unkeyed(tx, sc)
			for _, row := range rows {
				if err == nil {
					err = setKeys(tx, sc, row.ID, s.keysOf(sc, s.open(sc, row)))
				}
			}
			return err
		})
		if err != nil {
			return err
		}
	}
}
