package apptest

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"sarai/internal/kit/db"
)

// BookingPath is the path of a booking, with the rest after its id: BookingPath(id, "/cancel").
func BookingPath(bookingID, rest string) string { return "/api/bookings/{org}/" + bookingID + rest }

// HeldNights lists the held nights of the organization as "room night", with what holds each.
func (c *Caller) HeldNights() map[string]string {
	c.Server.T.Helper()
	held := map[string]string{}
	c.QueryRows(`SELECT room_id, night, holder_id FROM room_nights WHERE org_id = $1`, func(row db.Scanner) error {
		var room, night, holder string
		err := row.Scan(&room, &night, &holder)
		held[room+" "+night] = holder
		return err
	})
	return held
}

// HoldsNights fails unless the booking holds exactly these nights of the room.
func (c *Caller) HoldsNights(bookingID, room string, nights ...string) {
	c.Server.T.Helper()
	var held []string
	for at, holder := range c.HeldNights() {
		if night, ok := strings.CutPrefix(at, room+" "); ok && holder == bookingID {
			held = append(held, night)
		}
	}
	slices.Sort(held)
	if !slices.Equal(held, nights) {
		c.Server.T.Fatalf("the booking holds %v of the room, want %v", held, nights)
	}
}

// paise is an amount of the answer in its minor unit.
func (a Answer) paise(path ...any) int64 {
	a.T.Helper()
	return int64(math.Round(a.Number(path...) * 100))
}

// CheckedFolio reads a booking's folio. It fails unless the folio's sums agree with each other and with the booking.
func (c *Caller) CheckedFolio(id string) Answer {
	c.Server.T.Helper()
	f, b := c.Get(BookingPath(id, "/folio")).Want(200), c.Get(BookingPath(id, "")).Want(200)
	var amounts, totals, lodging, taxes, paid, refunded int64
	for i, line := range f.List("data", "lines") {
		amounts += f.paise("data", "lines", i, "amount")
		totals += f.paise("data", "lines", i, "totalAmount")
		if line.(map[string]any)["type"] == "tax" {
			taxes += f.paise("data", "lines", i, "amount")
		} else if line.(map[string]any)["lodging"] == true {
			lodging += f.paise("data", "lines", i, "totalAmount")
		}
	}
	for i, p := range f.List("data", "payments") {
		if p.(map[string]any)["type"] == "refund" {
			refunded += f.paise("data", "payments", i, "amount")
		} else {
			paid += f.paise("data", "payments", i, "amount")
		}
	}
	sum := func(name string) int64 { return f.paise("data", "totals", name) }
	for what, equal := range map[string]bool{
		"the amounts of the lines and their totals": amounts == totals && totals == sum("chargedAmount"),
		"lodging and extras": lodging == sum("lodgingAmount") &&
			totals-lodging == sum("extrasAmount") && sum("extrasAmount") == b.paise("data", "extrasAmount"),
		"taxes": taxes == sum("taxAmount"),
		"payments": paid == sum("paidAmount") && paid == b.paise("data", "paidAmount") &&
			refunded == sum("refundAmount") && refunded == b.paise("data", "refundAmount"),
		"the balance": sum("balance") == totals-paid+refunded,
		"the balance due": sum("balanceDue") == sum("balance")+sum("toBePosted")-sum("routedAmount") &&
			sum("balanceDue") == b.paise("data", "balanceDue"),
		"the contract's balance due": b.paise("data", "balanceDue") == owedFor(b)+b.paise("data", "extrasAmount")-
			paid+refunded-sum("routedAmount"),
	} {
		if !equal {
			c.Server.T.Fatalf("%s don't agree: %s\n%s", what, f.Raw, b.Raw)
		}
	}
	return f
}

// owedFor is what the booking itself costs with its taxes, without extras.
func owedFor(b Answer) int64 {
	sum := b.paise("data", "totalAmount")
	if b.Text("data", "status") == "cancelled" {
		sum = b.paise("data", "cancellationCharge") + b.paise("data", "retainedAmount")
	}
	if b.At("data", "pricesIncludeTax") == false {
		sum += b.paise("data", "taxAmount")
	}
	return sum
}

// ChargedLines are the lines of a folio that count, except taxes, as "type date amount-with-tax rate".
func ChargedLines(f Answer) []string {
	var list []string
	for _, line := range f.List("data", "lines") {
		l := line.(map[string]any)
		if l["type"] != "tax" && l["status"] != "reversed" && l["status"] != "reversal" {
			list = append(list, fmt.Sprint(l["type"], " ", l["date"], " ", l["totalAmount"], " at ", l["taxRate"]))
		}
	}
	return list
}

// HasCharges fails unless the folio has these lines; see ChargedLines.
func (a Answer) HasCharges(lines ...string) Answer {
	a.T.Helper()
	if got := ChargedLines(a); fmt.Sprint(got) != fmt.Sprint(lines) {
		a.T.Fatalf("charged are\n%s\nwant\n%s\n%s", strings.Join(got, "\n"), strings.Join(lines, "\n"), a.Raw)
	}
	return a
}

// Arrive checks the guests of a booking in.
func (c *Caller) Arrive(id string) {
	c.Server.T.Helper()
	c.Post(BookingPath(id, "/arrival"), Object{}).Want(200)
}

// Leave checks them out, with these fields in the body.
func (c *Caller) Leave(id string, fields Object) {
	c.Server.T.Helper()
	c.Put(BookingPath(id, "/checkout"), Object{}.Merged(fields)).Want(200)
}

// BookAt makes a booking of the rooms at this rate a night, with these fields besides, and returns its id.
func (c *Caller) BookAt(rate any, fields Object, from, to string, rooms ...string) string {
	c.Server.T.Helper()
	body := Stay(from, to, rooms...)
	for _, entry := range body["rooms"].([]Object) {
		entry["ratePerNight"] = rate
	}
	return c.Post("/api/bookings/{org}/create", body.Merged(fields)).Want(201).Text("data", "bookingId")
}

// CreateRooms makes a category and rooms of it, numbered from 101, and returns their ids.
func (c *Caller) CreateRooms(number int) []string {
	c.Server.T.Helper()
	category := c.Post("/api/room-categories/{org}/create", Object{"name": "Deluxe", "baseRate": 5000}).Want(201).
		Text("data", "_id")
	var ids []string
	for i := range number {
		ids = append(ids, c.Post("/api/rooms/{org}/create", Object{"roomNumber": fmt.Sprint(101 + i), "categoryId": category,
			"floor": "1"}).Want(201).Text("data", "_id"))
	}
	return ids
}

// Stay is the body that books rooms from one date to another, at 5000 a night.
func Stay(from, to string, rooms ...string) Object {
	entries := []Object{}
	for _, room := range rooms {
		entries = append(entries, Object{"roomId": room, "roomNumber": "x", "roomType": "x", "ratePerNight": 5000,
			"adults": 2})
	}
	return Object{"guestName": "Asha Rao", "guestPhone": "+91 98450 12345", "checkIn": from, "checkOut": to,
		"rooms": entries}
}

// Book makes a booking and returns its id.
func (c *Caller) Book(from, to string, rooms ...string) string {
	c.Server.T.Helper()
	return c.Post("/api/bookings/{org}/create", Stay(from, to, rooms...)).Want(201).Text("data", "bookingId")
}

// BookFromToday makes the first room, books it for two nights from today, and returns the booking's id.
func (c *Caller) BookFromToday(fields ...Object) string {
	c.Server.T.Helper()
	body := Stay("2026-04-14", "2026-04-16", c.CreateRooms(1)[0])
	for _, f := range fields {
		body = body.Merged(f)
	}
	return c.Post("/api/bookings/{org}/create", body).Want(201).Text("data", "bookingId")
}

// FolioLines are the charges on a booking's folio without the lines that show their taxes, and the whole folio.
func (c *Caller) FolioLines(bookingID string) (lines []map[string]any, whole Answer) {
	c.Server.T.Helper()
	whole = c.Get(BookingPath(bookingID, "/folio")).Want(200)
	for _, line := range whole.List("data", "lines") {
		if line := line.(map[string]any); line["lineId"] != "" {
			lines = append(lines, line)
		}
	}
	return lines, whole
}

// AddCharge puts a charge on the booking's folio and returns the id of its line.
func (c *Caller) AddCharge(bookingID, description string, price any) string {
	c.Server.T.Helper()
	return c.Post(BookingPath(bookingID, "/charges"), Object{"description": description, "unitPrice": price}).Want(201).
		Text("data", "lineId")
}

// BookNewRoom makes a room, books it and returns the booking's id.
func (c *Caller) BookNewRoom(from, to string, fields ...Object) string {
	c.Server.T.Helper()
	number := Serial()
	category := c.Post("/api/room-categories/{org}/create", Object{"name": fmt.Sprint("Category ", number),
		"baseRate": 5000}).Want(201).Text("data", "_id")
	room := c.Post("/api/rooms/{org}/create", Object{"roomNumber": fmt.Sprint("R", number), "categoryId": category}).
		Want(201).Text("data", "_id")
	body := Stay(from, to, room)
	for _, f := range fields {
		body = body.Merged(f)
	}
	return c.Post("/api/bookings/{org}/create", body).Want(201).Text("data", "bookingId")
}

// Consecutive fails unless the bookings have the numbers BK-1, BK-2 … without a gap, and the next one follows.
func (c *Caller) Consecutive(bookings int) {
	c.Server.T.Helper()
	var codes, want []string
	c.QueryRows(`SELECT code FROM bookings WHERE org_id = $1`, func(row db.Scanner) error {
		var code string
		err := row.Scan(&code)
		codes = append(codes, code)
		return err
	})
	for i := range bookings {
		want = append(want, fmt.Sprintf("BK-%d", i+1))
	}
	slices.Sort(codes)
	slices.Sort(want)
	if !slices.Equal(codes, want) {
		c.Server.T.Errorf("the bookings have the numbers %v, want %d without a gap", codes, bookings)
	}
	c.Get("/api/series/{org}/booking/preview").Want(200).Is(bookings+1, "data", "nextNumber")
}
