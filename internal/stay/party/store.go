package party

import (
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/booking"
)

var (
	persons       = table.Of[Person]("stay_guests", "org_id", "booking_id")
	selectPersons = `SELECT ` + persons.Columns("") + ` FROM stay_guests WHERE org_id = $1 AND booking_id = $2`
)

// Of are the people of a booking, room by room, the lead of each first.
func Of(tx *db.Tx, sc scope.Scope, b *booking.Booking) db.Later[[]Person] {
	return db.Then(db.AskAll(tx, persons.Scan, selectPersons, sc.Org, b.ID),
		func(people []Person) ([]Person, error) { return complete(b, people), nil })
}

// OfAll are the people of several bookings, by their ids, as Of has them.
func OfAll(tx *db.Tx, sc scope.Scope, bookings []*booking.Booking) (map[string][]Person, error) {
	people := map[string][]Person{}
	if len(bookings) == 0 {
		return people, nil
	}
	args := []any{sc.Org}
	for _, b := range bookings {
		args = append(args, b.ID)
	}
	_, err := db.All(tx, func(row db.Scanner) (bookingID string, err error) {
		var p Person
		err = row.Scan(append([]any{&bookingID}, persons.Pointers(&p)...)...)
		people[bookingID] = append(people[bookingID], p)
		return bookingID, err
	}, `SELECT booking_id, `+persons.Columns("")+` FROM stay_guests WHERE org_id = $1
		AND booking_id IN (`+db.Placeholders(2, len(bookings))+`) ORDER BY booking_id, position, stay_guest_id`, args...)
	for _, b := range bookings {
		people[b.ID] = complete(b, people[b.ID])
	}
	return people, err
}

// save writes a person; of the booking's own guest only where and when that guest stays.
func save(tx *db.Tx, sc scope.Scope, b *booking.Booking, p Person) error {
	if p.OfBooking(b) {
		p.GuestID, p.Name = "", ""
	}
	if err := remove(tx, sc, b, p.ID); err != nil {
		return err
	}
	return persons.Insert(tx, []any{sc.Org, b.ID}, p)
}

func remove(tx *db.Tx, sc scope.Scope, b *booking.Booking, id string) error {
	return tx.Do(`DELETE FROM stay_guests WHERE org_id = $1 AND booking_id = $2 AND stay_guest_id = $3`,
		sc.Org, b.ID, id)
}

// GuestInUse tells whether the guest's record is that of somebody in a booking.
func GuestInUse(tx *db.Tx, sc scope.Scope, guestID string) (bool, error) {
	ids, err := BookingsOf(tx, sc, guestID)
	return len(ids) > 0, err
}

// BookingsOf are the ids of the bookings in which the guest is a person beside the booking's own.
func BookingsOf(tx *db.Tx, sc scope.Scope, guestID string) ([]string, error) {
	return db.All(tx, db.Value[string], `SELECT DISTINCT booking_id FROM stay_guests
		WHERE org_id = $1 AND guest_id = $2 ORDER BY booking_id`, sc.Org, guestID)
}

// whose is a person of a booking.
type whose struct{ bookingID, personID string }

// personsOf are the persons who are the guest, beside bookings' own guests.
func personsOf(tx *db.Tx, sc scope.Scope, guestID string) ([]whose, error) {
	return db.All(tx, func(row db.Scanner) (w whose, err error) {
		err = row.Scan(&w.bookingID, &w.personID)
		return w, err
	}, `SELECT booking_id, stay_guest_id FROM stay_guests WHERE org_id = $1 AND guest_id = $2
		ORDER BY booking_id, stay_guest_id`, sc.Org, guestID)
}

// setGuest says that a person is another guest. Callers have locked the booking.
func setGuest(tx *db.Tx, sc scope.Scope, from, to, personID string) error {
	return tx.Do(`UPDATE stay_guests SET guest_id = $3 WHERE org_id = $1 AND guest_id = $2 AND stay_guest_id = $4`,
		sc.Org, from, to, personID)
}
