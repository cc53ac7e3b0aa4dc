package rooming

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/property/room"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/group"
	"sarai/internal/stay/lodging"
	"sarai/internal/stay/party"
)

// RoomPeople are the people of a room of the group.
type RoomPeople struct {
	*booking.Booking
	Room     *lodging.Room
	Status   string // of the room: confirmed until its people have come
	Floor    string
	Category string         // its name: of the room, or until one is assigned of what was booked
	People   []party.Person // the first of the room before the others
}

// People lists who of the group is in which room: bookings that aren't cancelled, by the day of arrival and the room.
func (s *Service) People(ctx context.Context, sc scope.Scope, groupID string) ([]RoomPeople, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) ([]RoomPeople, error) {
		if _, err := group.Find(tx, sc, groupID); err != nil {
			return nil, err
		}
		bookings, err := booking.OfGroup(tx, sc, groupID).Get()
		if err != nil {
			return nil, err
		}
		bookings = slices.DeleteFunc(bookings, func(b *booking.Booking) bool { return b.Status == booking.Cancelled })
		people, err := party.OfAll(tx, sc, bookings)
		if err != nil {
			return nil, err
		}
		rooms, err := s.rooms.All(tx, sc)
		if err != nil {
			return nil, err
		}
		categories, err := room.Categories(tx, sc)
		return inRooms(bookings, people, rooms, categories), err
	})
}

func inRooms(bookings []*booking.Booking, people map[string][]party.Person, rooms []room.Room,
	categories []room.Category) (list []RoomPeople) {
	place, floors, names := map[string]int{}, map[string]string{}, map[string]string{}
	for i, r := range rooms { // by their numbers, as on the doors
		place[r.ID], floors[r.ID], names[r.ID] = i, r.Floor, r.Category
	}
	for _, c := range categories {
		names[c.ID] = c.Name
	}
	for _, b := range bookings {
		for _, r := range b.Shown() {
			status := b.Status
			if status == booking.CheckedIn && !r.Arrived() {
				status = booking.Confirmed
			}
			category := names[r.CategoryID]
			if r.Assigned() {
				category = cmp.Or(names[r.RoomID], r.Type)
			}
			list = append(list, RoomPeople{b, r, status, floors[r.RoomID], category, party.In(people[b.ID], r.EntryID)})
		}
	}
	slices.SortStableFunc(list, func(a, b RoomPeople) int {
		return cmp.Or(strings.Compare(string(a.Room.From), string(b.Room.From)),
			cmp.Compare(place[a.Room.RoomID], place[b.Room.RoomID]), strings.Compare(a.GuestName, b.GuestName))
	})
	return list
}
