package booking_test

import (
	"testing"

	"sarai/internal/app/apptest"
)

// Money that moves by way of a booking asks for what moving it directly asks for.
func TestMoneyOfBookingsAsksForPayments(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		rooms := owner.CreateRooms(2)
		all := object{"view": true, "create": true, "update": true, "delete": true}
		clerk := owner.Member("Clerk", object{"bookings": all, "guests": all, "quotes": all})
		const need = "payments.create"
		request := func(room string, more object) object {
			body := object{"guestName": "Asha Rao", "guestPhone": "+91 98450 12345", "checkIn": "2026-04-20",
				"checkOut": "2026-04-22", "rooms": []object{{"roomId": room, "roomNumber": "x", "roomType": "x",
					"ratePerNight": 5000, "adults": 2}}}
			for name, value := range more {
				body[name] = value
			}
			return body
		}
		clerk.Post("/api/bookings/{org}/create", request(rooms[0], object{"advanceAmount": 500})).Refused(403, need)
		clerk.Post("/api/bookings/{org}/create", request(rooms[0], object{"advanceAmount": 0})).Want(201)
		paid := owner.Post("/api/bookings/{org}/create", request(rooms[1], object{"advanceAmount": 500})).Want(201).
			Text("data", "bookingId")
		back := object{"reason": "x", "refundAmount": 500}
		clerk.Put(apptest.BookingPath(paid, "/cancel"), back).Refused(403, need)
		clerk.Put(apptest.BookingPath(paid, "/cancel?dryRun=true"), back).Refused(403, need)
		clerk.Post(apptest.BookingPath(paid, "/no-show"), back).Refused(403, need)
		frontDesk := owner.MemberOf("Ravi", apptest.RoleNamed(owner.Get("/api/roles/{org}/list").Want(200), "Front Desk"))
		frontDesk.Put(apptest.BookingPath(paid, "/cancel"), back).Want(200).Is(500, "data", "refundAmount")
	})
}
