package account_test

import (
	"testing"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

// An allowance never comes to more than what is charged, however the stay changes: its guest could not be checked out,
// or
// a cancelled booking would have more to give back than was ever paid.
func TestAllowancesNeverExceedTheFolio(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		desk := s.Hotel(object{"gstin": "27AAPFU0939F1ZV"})
		rooms := desk.CreateRooms(2)
		id := desk.Book("2026-04-14", "2026-04-16", rooms[0])
		desk.Arrive(id)
		allowance := desk.Post(apptest.BookingPath(id, "/charges"),
			object{"type": "adjustment", "description": "Noise", "unitPrice": -9000}).Want(201).Text("data", "lineId")
		desk.Put(apptest.BookingPath(id, "/stay"), object{"checkOut": "2026-04-15"}).Refused(400, "allowance")
		desk.Post(apptest.BookingPath(id, "/charges/"+allowance+"/reverse"), object{"reason": "x"}).Want(200)
		desk.Post(apptest.BookingPath(id, "/charges"), object{"type": "adjustment", "description": "Noise",
			"unitPrice": -5000}).Want(201)
		desk.Put(apptest.BookingPath(id, "/stay"), object{"checkOut": "2026-04-15"}).Want(200)
		desk.Leave(id, object{})
		desk.Get(apptest.BookingPath(id, "/folio")).Want(200).Is(0, "data", "totals", "balanceDue")

		id = desk.Book("2026-04-14", "2026-04-16", rooms[1])
		desk.Post(apptest.BookingPath(id, "/charges"), object{"description": "Laundry", "unitPrice": 300}).Want(201)
		desk.Post(apptest.BookingPath(id, "/charges"), object{"type": "adjustment", "description": "Noise",
			"unitPrice": -500}).Want(201)
		desk.Post(apptest.BookingPath(id, "/no-show"), object{"cancellationCharge": 1000}).Want(200)
		desk.Get(apptest.BookingPath(id, "/folio")).Want(200).Is(1300, "data", "totals", "balanceDue").
			Is(1300, "data", "totals", "chargedAmount")
		apptest.BooksBalance(t, desk)
		apptest.FoliosAddUp(t, desk)
	})
}
