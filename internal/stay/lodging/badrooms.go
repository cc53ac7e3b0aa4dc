package lodging

import (
	"fmt"

	"sarai/internal/kit/errs"
)

// BadRooms says which of the rooms asked for can't be booked, and why. It unwraps to an Invalid that names their fields
// as the bookings' API does; another API names them by Fields.
type BadRooms []BadRoom

// BadRoom is one of BadRooms.
type BadRoom struct {
	Index   int // in the request
	Problem string
}

// Fields is the Invalid that names each room's field by the format, such as "roomIds[%d]".
func (bad BadRooms) Fields(format string) error {
	var fields errs.Fields
	for _, room := range bad {
		fields.Add(fmt.Sprintf(format, room.Index), "%s", room.Problem)
	}
	return fields.Err()
}

func (bad BadRooms) Error() string { return bad.Unwrap().Error() }

// Unwrap names the fields as the bookings' API does.
func (bad BadRooms) Unwrap() error { return bad.Fields("rooms[%d].roomId") }
