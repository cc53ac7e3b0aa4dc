package fill

import (
	"fmt"
	"sync/atomic"

	"sarai/internal/kit/date"
)

// Desk gives each new booking a room and three free nights, far from the history.
type Desk struct {
	rooms int
	First date.Date      // of its stays
	taken []atomic.Int64 // by organization
}

// NewDesk begins where no booking has been made.
func NewDesk(in *Installation) *Desk {
	return &Desk{rooms: in.History.Rooms, First: Today().AddDays(400), taken: make([]atomic.Int64, len(in.Hotels))}
}

// Next returns the organization's next free room with the first and the last day of the stay.
func (d *Desk) Next(hotel int) (room int, from, to date.Date) {
	n := int(d.taken[hotel].Add(1)) - 1
	from = d.First.AddDays(n / d.rooms * NightsPerStay)
	return n % d.rooms, from, from.AddDays(NightsPerStay)
}

// Made returns how many bookings the desk has given out.
func (d *Desk) Made() (sum int64) {
	for i := range d.taken {
		sum += d.taken[i].Load()
	}
	return sum
}

// Create books a room for a new guest, in each of the organizations in turn.
func (in *Installation) Create(d *Desk, hotels int) func(connection int) func(buffer []byte) []byte {
	return in.Book(d, hotels, "")
}

// Book is Create with more fields in the body.
func (in *Installation) Book(d *Desk, hotels int, more string) func(connection int) func(buffer []byte) []byte {
	return func(connection int) func(buffer []byte) []byte {
		hotel := connection % hotels
		before := "POST /api/bookings/" + in.Hotels[hotel] + "/create" + in.Headers() +
			"Content-Type: application/json\r\nContent-Length: "
		return func(buffer []byte) []byte {
			room, from, to := d.Next(hotel)
			body := fmt.Sprintf(`{"guestName":"Asha Rao","guestPhone":"+91 98450 12345","checkIn":"%s","checkOut":"%s",`+
				`"rooms":[{"roomId":"%s","roomNumber":"%s","roomType":"Deluxe","ratePerNight":5000,"adults":2}]%s}`, from, to,
				RoomID(room), RoomNumber(room), more)
			return fmt.Appendf(append(buffer, before...), "%d\r\n\r\n%s", len(body), body)
		}
	}
}

// Hotel returns the organization that a connection works in.
func (in *Installation) Hotel(connection int) string { return in.Hotels[connection%len(in.Hotels)] }

// Headers ends the line of a request that was begun, and begins its headers: a body's and the empty line are to come.
func (in *Installation) Headers() string {
	return " HTTP/1.1\r\nHost: bench\r\nUser-Agent: bench\r\nAuthorization: Bearer " + in.Token + "\r\n"
}

// Scattered are requests that put one booking's ID after the other between the texts.
func Scattered(before, after string, first, bookings int) func(buffer []byte) []byte {
	n := first
	return func(buffer []byte) []byte {
		n = (n + 389) % bookings
		buffer = append(buffer, before...)
		buffer = append(buffer, BookingID(n)...)
		return append(buffer, after...)
	}
}

// ReadOne reads the organization's bookings one after the other, in a scattered order.
func (in *Installation) ReadOne(connection int) func(buffer []byte) []byte {
	return Scattered("GET /api/bookings/"+in.Hotel(connection)+"/", in.Headers()+"\r\n", connection, in.History.Bookings)
}

// ListPage reads the first page of the organization's bookings.
func (in *Installation) ListPage(connection int) func(buffer []byte) []byte {
	request := "GET /api/bookings/" + in.Hotel(connection) + "/list" + in.Headers() + "\r\n"
	return func(buffer []byte) []byte { return append(buffer, request...) }
}

// CheckAvailability asks for the free rooms of two nights around today.
func (in *Installation) CheckAvailability(connection int) func(buffer []byte) []byte {
	body := fmt.Sprintf(`{"checkIn":"%s","checkOut":"%s"}`, Today(), Today().AddDays(2))
	request := fmt.Sprintf("POST /api/bookings/%s/check-availability%sContent-Type: application/json\r\nContent-Length: "+
		"%d\r\n\r\n%s",
		in.Hotel(connection), in.Headers(), len(body), body)
	return func(buffer []byte) []byte { return append(buffer, request...) }
}
