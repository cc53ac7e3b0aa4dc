package booking

import (
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
	"sarai/internal/record/lockorder"
)

// Past is what a guest's history takes of a booking.
type Past struct {
	Status            string
	NoShow            bool
	CheckIn, CheckOut date.Date
	Received          money.Amount // less refunds
}

// PastOf are the guest's bookings by their check-in.
func PastOf(tx *db.Tx, sc scope.Scope, guestID string) ([]Past, error) {
	return db.All(tx, func(row db.Scanner) (p Past, err error) {
		err = row.Scan(&p.Status, &p.NoShow, &p.CheckIn, &p.CheckOut, &p.Received)
		return p, err
	}, `SELECT status, no_show, check_in, check_out, paid - refunded FROM bookings
		WHERE org_id = $1 AND guest_id = $2 ORDER BY check_in`, sc.Org, guestID)
}

// MoveToGuest gives bookings to another guest. What they say of their guest stays as it was when they were made.
func MoveToGuest(tx *db.Tx, sc scope.Scope, m guest.Move) ([]string, error) {
	ids, err := m.Chosen(IDsOfGuest(tx, sc, m.From))
	for some := range slices.Chunk(ids, guest.MovedAtOnce) {
		for _, id := range some {
			tx.Locks(lockorder.Bookings, id)
		}
		if err == nil {
			args := append(guest.Args(sc, m.To, some), tx.Now.UnixMilli())
			err = tx.Do(`UPDATE bookings SET guest_id = $2, version = version + 1,
				updated_at = `+db.Placeholders(len(args), 1)+` WHERE org_id = $1
				AND booking_id IN (`+db.Placeholders(3, len(some))+`)`, args...)
		}
	}
	return ids, err
}

// IDsOfGuest are the ids of the guest's bookings, in the order in which they are locked.
func IDsOfGuest(tx *db.Tx, sc scope.Scope, guestID string) ([]string, error) {
	return db.All(tx, db.Value[string], `SELECT booking_id FROM bookings WHERE org_id = $1 AND guest_id = $2
		ORDER BY booking_id`, sc.Org, guestID)
}

// OfGuest reads the guest's bookings, in the order in which they are locked.
func OfGuest(tx *db.Tx, sc scope.Scope, guestID string) ([]*Booking, error) {
	ids, err := IDsOfGuest(tx, sc, guestID)
	if err != nil {
		return nil, err
	}
	return FindMany(tx, sc, ids)
}

// FindMany reads bookings, also more than one statement may.
func FindMany(tx *db.Tx, sc scope.Scope, ids []string) ([]*Booking, error) {
	all := []*Booking{}
	for some := range slices.Chunk(ids, guest.MovedAtOnce) {
		found, err := FindAll(tx, sc, some).Get()
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}
