package main

import (
	"encoding/json"
	"os"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

// history is what the hotel begins with.
type history struct {
	Hotels  []string
	Session struct{ Email, Password, UserName string }
	Rooms   []struct{ RoomID, RoomNumber string }

	Bookings []struct {
		BookingID, Code, Status, GuestName, GuestPhone, CheckIn, CheckOut, RoomID, RoomNumber, CreatedAt string
		Total, Rate                                                                                      int
		Nights                                                                                           []string
	}
}

// member is the rule of all that members of the hotel may read.
const member = "@request.auth.id != ''"

// fill makes the collections, and their records of a history.
func fill(app core.App, path string) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var h history
	if err := json.Unmarshal(content, &h); err != nil {
		return err
	}
	settings := app.Settings()
	settings.Logs.MaxDays = 0 // no row in the log for each request
	if err := app.Save(settings); err != nil {
		return err
	}
	return app.RunInTransaction(func(tx core.App) error {
		if err := design(tx); err != nil {
			return err
		}
		if err := save(tx, "users", map[string]any{"email": h.Session.Email, "password": h.Session.Password,
			"name": h.Session.UserName, "verified": true}); err != nil {
			return err
		}
		for _, hotel := range h.Hotels {
			if err := h.insert(tx.DB(), hotel); err != nil {
				return err
			}
		}
		_, err := tx.DB().NewQuery("ANALYZE").Execute()
		return err
	})
}

// design makes the collections. Amounts are paise, days are texts, as they have no time of day.
func design(tx core.App) error {
	rooms := base("rooms", "hotel number", "", "")
	if err := tx.Save(rooms); err != nil {
		return err
	}
	bookings := base("bookings", "hotel code status companyId guestId guestName guestEmail guestPhone checkIn checkOut "+
		"source mealPlan notes specialRequests channel externalReference expectedArrivalTime transportMode "+
		"transportDetails arrivalTime arrivalRemarks checkoutTime settlementMethod checkoutRemarks cancelledAt "+
		"cancellationReason createdBy", "totalAmount taxAmount extrasAmount advanceAmount paidAmount refundAmount "+
		"finalAmount cancellationCharge retainedAmount version", "dayUse pricesIncludeTax noShow overbooked")
	bookings.Fields.Add(&core.AutodateField{Name: "updated", OnCreate: true, OnUpdate: true})
	bookings.AddIndex("bookings_by_day", false, "hotel, status, checkIn", "")
	bookings.AddIndex("bookings_by_age", false, "hotel, status, created, id, checkIn", "")
	if err := tx.Save(bookings); err != nil {
		return err
	}
	booking := &core.RelationField{Name: "booking", CollectionId: bookings.Id, Required: true, MaxSelect: 1}
	parts := base("booking_rooms", "roomId roomNumber roomType categoryId fromDate toDate",
		"position ratePerNight adults children", "checkedOut locked")
	parts.Fields.Add(booking)
	parts.AddIndex("booking_rooms_by_booking", false, "booking", "")
	nights := base("room_nights", "hotel night booking", "", "")
	nights.Fields.Add(&core.RelationField{Name: "room", CollectionId: rooms.Id, Required: true, MaxSelect: 1})
	nights.AddIndex("room_nights_once", true, "hotel, room, night", "")
	payments := base("payments", "hotel number method receivedBy", "amount", "")
	payments.Fields.Add(booking)
	audit := base("audit_entries", "hotel user userName action resource ip", "", "")
	audit.Fields.Add(&core.JSONField{Name: "details"})
	counters := base("counters", "hotel", "bookings receipts", "")
	counters.AddIndex("counters_by_hotel", true, "hotel", "")
	for _, collection := range []*core.Collection{parts, nights, payments, audit, counters,
		base("ledger_entries", "hotel account reference", "debit credit", "")} {
		if err := tx.Save(collection); err != nil {
			return err
		}
	}
	return nil
}

// base is a collection with these fields, and the time when a record was made.
func base(name, texts, numbers, flags string) *core.Collection {
	c := core.NewBaseCollection(name)
	c.ListRule, c.ViewRule = types.Pointer(member), types.Pointer(member)
	for _, field := range strings.Fields(texts) {
		c.Fields.Add(&core.TextField{Name: field})
	}
	for _, field := range strings.Fields(numbers) {
		c.Fields.Add(&core.NumberField{Name: field, OnlyInt: true})
	}
	for _, field := range strings.Fields(flags) {
		c.Fields.Add(&core.BoolField{Name: field})
	}
	c.Fields.Add(&core.AutodateField{Name: "created", OnCreate: true})
	return c
}

// insert writes the rows without what Save does for each record, since it takes too long for so many.
func (h history) insert(db dbx.Builder, hotel string) (err error) {
	now := types.NowDateTime().String()
	into := func(table string, values dbx.Params) {
		if err == nil {
			_, err = db.Insert(table, values).Execute()
		}
	}
	into("counters", dbx.Params{"id": core.GenerateDefaultRandomId(), "hotel": hotel, "bookings": len(h.Bookings),
		"receipts": 0, "created": now})
	for _, room := range h.Rooms {
		into("rooms", dbx.Params{"id": room.RoomID, "hotel": hotel, "number": room.RoomNumber, "created": now})
	}
	for _, b := range h.Bookings {
		created := strings.Replace(b.CreatedAt, "T", " ", 1)
		into("bookings", dbx.Params{"id": b.BookingID, "hotel": hotel, "code": b.Code, "status": b.Status,
			"guestId": b.BookingID, "guestName": b.GuestName, "guestPhone": b.GuestPhone, "checkIn": b.CheckIn,
			"checkOut": b.CheckOut, "source": "walk-in", "mealPlan": "EP", "totalAmount": b.Total, "pricesIncludeTax": true,
			"version": 1, "created": created, "updated": created})
		into("booking_rooms", dbx.Params{"id": core.GenerateDefaultRandomId(), "booking": b.BookingID, "position": 0,
			"roomId": b.RoomID, "roomNumber": b.RoomNumber, "roomType": "Deluxe", "ratePerNight": b.Rate, "adults": 2,
			"fromDate": b.CheckIn, "toDate": b.CheckOut, "locked": true, "created": created})
		for _, night := range b.Nights {
			into("room_nights", dbx.Params{"id": core.GenerateDefaultRandomId(), "hotel": hotel, "room": b.RoomID,
				"night": night, "booking": b.BookingID, "created": created})
		}
	}
	return err
}
