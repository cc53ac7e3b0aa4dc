package main

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"time"

	validation "github.com/go-ozzo/ozzo-validation/v4"
	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
)

// request is the body that books rooms.
type request struct {
	GuestName     string  `json:"guestName"`
	GuestEmail    string  `json:"guestEmail"`
	GuestPhone    string  `json:"guestPhone"`
	CheckIn       string  `json:"checkIn"`
	CheckOut      string  `json:"checkOut"`
	Notes         string  `json:"notes"`
	Rooms         []room  `json:"rooms"`
	AdvanceAmount float64 `json:"advanceAmount"`
	PaymentMethod string  `json:"paymentMethod"`
}

type room struct {
	RoomID       string  `json:"roomId"`
	RoomNumber   string  `json:"roomNumber"`
	RoomType     string  `json:"roomType"`
	RatePerNight float64 `json:"ratePerNight"`
	Adults       int     `json:"adults"`
	Children     int     `json:"children"`
}

type night struct {
	Date       string  `json:"date"`
	RoomID     string  `json:"roomId"`
	RoomNumber string  `json:"roomNumber"`
	Amount     float64 `json:"amount"`
}

// nights are those of all rooms.
func (r request) nights() (list []night, err error) {
	from, err := time.Parse(time.DateOnly, r.CheckIn)
	to, wrong := time.Parse(time.DateOnly, r.CheckOut)
	if err := errors.Join(err, wrong); err != nil {
		return nil, err
	}
	for _, room := range r.Rooms {
		for day := from; day.Before(to); day = day.AddDate(0, 0, 1) {
			list = append(list, night{day.Format(time.DateOnly), room.RoomID, room.RoomNumber, room.RatePerNight})
		}
	}
	if len(list) == 0 {
		return nil, errors.New("there are no rooms or no nights")
	}
	return list, nil
}

// errTaken is the guard's: another booking has the room in that night.
var errTaken = errors.New("a room is taken in these nights")

// create books rooms, and records the advance, in one transaction.
func create(e *core.RequestEvent) error {
	var r request
	if err := e.BindBody(&r); err != nil {
		return e.BadRequestError("", err)
	}
	nights, err := r.nights()
	if err != nil {
		return e.BadRequestError(err.Error(), nil)
	}
	b := &booking{request: r, hotel: e.Request.PathValue("hotel"), id: core.GenerateDefaultRandomId(), nights: nights,
		user: e.Auth, ip: e.RealIP(), advance: paise(r.AdvanceAmount)}
	for _, night := range nights {
		b.total += paise(night.Amount)
	}
	err = e.App.RunInTransaction(func(tx core.App) error { return b.write(tx) })
	if errors.Is(err, errTaken) {
		return apis.NewApiError(http.StatusConflict, err.Error(), nil)
	}
	if err != nil {
		return err
	}
	return e.JSON(http.StatusCreated, map[string]any{"success": true, "data": map[string]any{"bookingId": b.id,
		"code": b.code, "status": "confirmed", "guestName": r.GuestName, "checkIn": r.CheckIn, "checkOut": r.CheckOut,
		"rooms": r.Rooms, "totalAmount": b.total / 100, "taxAmount": 0, "balanceDue": (b.total - b.advance) / 100,
		"nights": nights, "version": 1}})
}

func paise(amount float64) int { return int(math.Round(amount * 100)) }

// booking is a new one on its way into the database.
type booking struct {
	request
	hotel, id, code string
	nights          []night
	user            *core.Record
	ip              string
	total, advance  int
}

func (b *booking) write(tx core.App) error {
	for _, night := range b.nights {
		err := save(tx, "room_nights", map[string]any{"hotel": b.hotel, "room": night.RoomID, "night": night.Date,
			"booking": b.id})
		if isTaken(err) {
			return errTaken
		}
		if err != nil {
			return err
		}
	}
	receipt, err := b.number(tx)
	if err != nil {
		return err
	}
	if err := save(tx, "bookings", map[string]any{"id": b.id, "hotel": b.hotel, "code": b.code, "status": "confirmed",
		"guestName": b.GuestName, "guestEmail": b.GuestEmail, "guestPhone": b.GuestPhone, "checkIn": b.CheckIn,
		"checkOut": b.CheckOut, "notes": b.Notes, "source": "walk-in", "mealPlan": "EP", "pricesIncludeTax": true,
		"totalAmount": b.total, "advanceAmount": b.advance, "paidAmount": b.advance, "createdBy": b.user.Id,
		"version": 1}); err != nil {
		return err
	}
	for i, room := range b.Rooms {
		if err := save(tx, "booking_rooms", map[string]any{"booking": b.id, "position": i, "roomId": room.RoomID,
			"roomNumber": room.RoomNumber, "roomType": room.RoomType, "ratePerNight": paise(room.RatePerNight),
			"adults": room.Adults, "children": room.Children, "fromDate": b.CheckIn, "toDate": b.CheckOut,
			"locked": true}); err != nil {
			return err
		}
	}
	if b.advance > 0 {
		if err := b.pay(tx, receipt); err != nil {
			return err
		}
	}
	return save(tx, "audit_entries", map[string]any{"hotel": b.hotel, "user": b.user.Id,
		"userName": b.user.GetString("name"), "action": "booking.created", "resource": b.id, "ip": b.ip,
		"details": map[string]any{"code": b.code, "guestName": b.GuestName, "checkIn": b.CheckIn, "checkOut": b.CheckOut,
			"total": b.total / 100}})
}

// number gives the booking its code, and returns the number of its receipt.
func (b *booking) number(tx core.App) (receipt string, err error) {
	var last struct {
		Bookings int `db:"bookings"`
		Receipts int `db:"receipts"`
	}
	receipts := 0
	if b.advance > 0 {
		receipts = 1
	}
	err = tx.DB().NewQuery("UPDATE counters SET bookings = bookings + 1, receipts = receipts + {:receipts} " +
		"WHERE hotel = {:hotel} RETURNING bookings, receipts").
		Bind(dbx.Params{"hotel": b.hotel, "receipts": receipts}).One(&last)
	b.code = fmt.Sprintf("BK-%d", last.Bookings)
	return fmt.Sprintf("PAY-%d", last.Receipts), err
}

// pay records the advance, and enters it into the books.
func (b *booking) pay(tx core.App, receipt string) error {
	return errors.Join(
		save(tx, "payments", map[string]any{"hotel": b.hotel, "number": receipt, "booking": b.id, "amount": b.advance,
			"method": b.PaymentMethod, "receivedBy": b.user.Id}),
		save(tx, "ledger_entries", map[string]any{"hotel": b.hotel, "account": b.PaymentMethod, "debit": b.advance,
			"reference": receipt}),
		save(tx, "ledger_entries", map[string]any{"hotel": b.hotel, "account": "advances", "credit": b.advance,
			"reference": receipt}))
}

// save stores a new record.
func save(tx core.App, collection string, values map[string]any) error {
	c, err := tx.FindCachedCollectionByNameOrId(collection)
	if err != nil {
		return err
	}
	record := core.NewRecord(c)
	record.Load(values)
	return tx.Save(record)
}

// isTaken tells whether a unique index has refused the record.
func isTaken(err error) bool {
	var fields validation.Errors
	if !errors.As(err, &fields) {
		return false
	}
	for _, field := range fields {
		var wrong validation.Error
		if errors.As(field, &wrong) && wrong.Code() == "validation_not_unique" {
			return true
		}
	}
	return false
}
