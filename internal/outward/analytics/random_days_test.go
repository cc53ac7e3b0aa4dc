package analytics_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/date"
	"sarai/internal/kit/kittest"
)

// Random days of a hotel, across midnight, the end of the month and of the financial year, and a change of clocks: at
// every point each figure follows from the lists that the API answers.
func TestAnalyticsOfRandomDays(t *testing.T) {
	apptest.RapidDefault(t, "checks", "3")
	apptest.RapidDefault(t, "steps", "65") // the time grows with the square of a run
	apptest.RapidDefault(t, "nofailfile", "true")
	for _, engine := range kittest.Engines() {
		for _, where := range []struct{ zone, currency, gstin string }{{"Asia/Kolkata", "INR", "27AAPFU0939F1ZV"},
			{"Europe/Berlin", "EUR", ""}} {
			t.Run(engine+" "+where.zone, func(t *testing.T) {
				t.Parallel()
				s := apptest.New(t, engine)
				owner := s.Hotel()
				zone, err := time.LoadLocation(where.zone)
				if err != nil {
					t.Fatal(err)
				}
				rapid.Check(t, func(rt *rapid.T) {
					s.Clock.Set(time.Date(2026, 3, 27, 19, 30, 0, 0, zone))
					h := &randomHotel{zone: zone, filesGST: where.gstin != "", held: map[string]map[roomNight]int64{},
						reports: map[date.Date]map[string]any{}, counted: map[string]bool{}, started: map[string]date.Date{},
						desk: owner.Refreshed().
							AnotherHotel(object{"timezone": where.zone, "currency": where.currency, "gstin": where.gstin})}
					h.rooms = h.desk.CreateRooms(5)
					for _, room := range h.rooms {
						h.started[room] = h.today()
					}
					rt.Repeat(map[string]func(*rapid.T){
						"book": h.book, "book again": h.book, "and book again": h.book, "arrive": h.arrive, "arrive again": h.arrive,
						"move": h.move, "stay": h.stay, "rooms out": h.roomsOut,
						"check out": h.checkOut, "cancel": h.cancel, "reinstate": h.reinstate, "block": h.block,
						"room in use": h.roomInUse, "new room": h.newRoom, "delete a room": h.deleteRoom,
						"charge": h.charge, "bill": h.bill, "bill a hall": h.billHall, "issue": h.issue,
						"void an invoice": h.voidInvoice,
						"credit":          h.credit,
						"pay":             h.pay, "pay again": h.pay, "refund": h.refund, "void a payment": h.voidPayment,
						"spend":   h.spend,
						"unspend": h.unspend, "close the day": h.closeDay, "close it again": h.closeDay,
						"later": h.later, "much later": h.later, "and later": h.later,
					})
					h.compare(rt)
				})
			})
		}
	}
}

type randomHotel struct {
	desk     *apptest.Caller
	zone     *time.Location
	rooms    []string
	lists    records
	filesGST bool // the hotel has a GSTIN
	// past nights by booking, with their rates: a booking no longer shows rooms that its party moved out of
	held    map[string]map[roomNight]int64
	reports map[date.Date]map[string]any // of the closed days, as they were when they were closed
	counted map[string]bool              // the folio lines of the nights that the reports count
	started map[string]date.Date         // by room: the first day on which it was in use
	retired []serviceChange              // and how that changed since
}

// serviceChange is that a room is in use, or no more, from a day on.
type serviceChange struct {
	room string
	day  date.Date
	in   bool
}

type roomNight struct {
	room string
	day  date.Date
}

// records are the hotel's records as the API lists them.
type records struct {
	rooms, bookings, invoices, notes, payments, blocks []map[string]any
	folios                                             map[string][]map[string]any // by booking
}

func (h *randomHotel) today() date.Date { return date.Of(h.desk.Server.Clock.Now(), h.zone) }

func (h *randomHotel) read(rt *rapid.T, path string) apptest.Answer {
	a, err := h.desk.Try("GET", path, nil)
	if err != nil || a.Status != 200 {
		rt.Fatalf("GET %s: %v %d %s", path, err, a.Status, a.Raw)
	}
	return a
}

// all reads every page of a list.
func (h *randomHotel) all(rt *rapid.T, path string) (list []map[string]any) {
	for page := 1; ; page++ {
		a := h.read(rt, fmt.Sprint(path, "?limit=100&page=", page))
		for _, entry := range a.List("data") {
			list = append(list, entry.(map[string]any))
		}
		if len(list) >= int(a.Number("pagination", "total")) {
			return list
		}
	}
}

// each reads the records of a list one by one.
func (h *randomHotel) each(rt *rapid.T, group, id string) (list []map[string]any) {
	for _, entry := range h.all(rt, "/api/"+group+"/{org}/list") {
		list = append(list, h.read(rt, "/api/"+group+"/{org}/"+entry[id].(string)).At("data").(map[string]any))
	}
	return list
}

func (h *randomHotel) readAll(rt *rapid.T) {
	l := records{rooms: h.all(rt, "/api/rooms/{org}/list"), bookings: h.each(rt, "bookings", "bookingId"),
		invoices: h.each(rt, "invoices", "_id"),
		notes:    h.each(rt, "credit-notes", "_id"), payments: h.all(rt, "/api/payments/{org}/list"),
		folios: map[string][]map[string]any{}}
	for _, room := range h.rooms {
		for _, block := range h.all(rt, "/api/rooms/{org}/"+room+"/blocks") {
			block["roomId"] = room
			l.blocks = append(l.blocks, block)
		}
	}
	open := h.firstOpen(rt)
	for _, b := range l.bookings {
		id := b["bookingId"].(string)
		for _, r := range roomsOf(b) { // a room is in use from the first night that it held, but for closed days
			h.started[r.id] = min(h.started[r.id], max(r.from, open))
		}
		for _, line := range h.read(rt, apptest.BookingPath(id, "/folio")).List("data", "lines") {
			l.folios[id] = append(l.folios[id], line.(map[string]any))
		}
		if status := b["status"]; status == "checked-in" || status == "checked-out" {
			for night, rate := range nightsShown(b) {
				if night.day < h.today() {
					if h.held[id] == nil {
						h.held[id] = map[roomNight]int64{}
					}
					h.held[id][night] = rate
				}
			}
		}
	}
	h.lists = l
}

// nightsShown are the nights of the rooms that a booking shows, with their rates.
func nightsShown(booking map[string]any) map[roomNight]int64 {
	nights := map[roomNight]int64{}
	for _, r := range roomsOf(booking) {
		for day := r.from; day < r.to; day = day.AddDays(1) {
			nights[roomNight{r.id, day}] = r.rate
		}
	}
	return nights
}

// pricesShown is what each night of the booking costs, those of rooms that its party has left among them.
func pricesShown(booking map[string]any) map[roomNight]int64 {
	prices := map[roomNight]int64{}
	for _, entry := range booking["nights"].([]any) {
		n := entry.(map[string]any)
		night := roomNight{n["roomId"].(string), dateOf(n["date"])}
		if _, known := prices[night]; !known || n["stayed"] == true {
			prices[night] = apptest.Paise(n["amount"])
		}
	}
	return prices
}

type shownRoom struct {
	id       string
	from, to date.Date
	left     bool
	rate     int64
}

func roomsOf(booking map[string]any) (list []shownRoom) {
	for _, entry := range booking["rooms"].([]any) {
		r := entry.(map[string]any)
		list = append(list, shownRoom{r["roomId"].(string), dateOf(r["from"]), dateOf(r["to"]), r["checkedOut"].(bool),
			apptest.Paise(r["ratePerNight"])})
	}
	return list
}

func dateOf(value any) date.Date { return date.Date(value.(string)) }

// do sends a request that may be refused, but must not fail otherwise.
func (h *randomHotel) do(rt *rapid.T, method, path string, body any) apptest.Answer {
	a, err := h.desk.Try(method, path, body)
	if err != nil || a.Status != 200 && a.Status != 201 && a.Status != 400 {
		rt.Fatalf("%s %s %v: %v %d %s", method, path, body, err, a.Status, a.Raw)
	}
	rt.Logf("%s %s %v: %d", method, path, body, a.Status)
	return a
}

// pick chooses one of the records that fit.
func (h *randomHotel) pick(rt *rapid.T, path, id string, fits func(map[string]any) bool) (string, map[string]any) {
	var list []map[string]any
	for _, entry := range h.all(rt, path) {
		if fits(entry) {
			list = append(list, entry)
		}
	}
	if len(list) == 0 {
		rt.Skip("nothing fits")
	}
	chosen := rapid.SampledFrom(list).Draw(rt, "record")
	return chosen[id].(string), chosen
}

func (h *randomHotel) booking(rt *rapid.T, statuses ...any) string {
	id, _ := h.pick(rt, "/api/bookings/{org}/list", "bookingId", func(b map[string]any) bool {
		return slices.Contains(statuses, b["status"])
	})
	return id
}

func money(rt *rapid.T, name string, amounts ...float64) float64 {
	return rapid.SampledFrom(amounts).Draw(rt, name)
}

func (h *randomHotel) room(rt *rapid.T, name string) string {
	return rapid.SampledFrom(h.rooms).Draw(rt, name)
}

func (h *randomHotel) book(rt *rapid.T) {
	from := h.today().AddDays(rapid.IntRange(-1, 3).Draw(rt, "from"))
	to := from.AddDays(rapid.IntRange(1, 5).Draw(rt, "nights"))
	entries := []object{}
	for _, room := range rapid.SliceOfNDistinct(rapid.SampledFrom(h.rooms), 1, 2, rapid.ID[string]).Draw(rt, "rooms") {
		entries = append(entries, object{"roomId": room, "roomNumber": "x", "roomType": "x",
			"ratePerNight": money(rt, "rate", 1234.57, 5000, 7500.01, 9000, 0), "adults": 1})
	}
	body := object{"guestName": rapid.SampledFrom([]string{"Asha Rao", "Ravi Das", "Meera Nair"}).Draw(rt, "guest"),
		"guestPhone": "+91 98450 12345", "checkIn": from, "checkOut": to, "rooms": entries,
		"source":        rapid.SampledFrom([]string{"walk-in", "phone", "online", "ota"}).Draw(rt, "source"),
		"mealPlan":      rapid.SampledFrom([]string{"EP", "CP", "MAP"}).Draw(rt, "plan"),
		"advanceAmount": money(rt, "advance", 0, 0, 100.01, 500)}
	if rapid.IntRange(0, 4).Draw(rt, "agreed") == 0 {
		body["totalAmount"] = money(rt, "total", 0, 3333.33, 10000)
		body["advanceAmount"] = 0
	}
	h.do(rt, "POST", "/api/bookings/{org}/create", body)
}

func (h *randomHotel) arrive(rt *rapid.T) {
	h.do(rt, "POST", apptest.BookingPath(h.booking(rt, "confirmed"), "/arrival"), nil)
}

func (h *randomHotel) move(rt *rapid.T) {
	h.readAll(rt) // before a booking stops showing rooms
	id := h.booking(rt, "confirmed", "checked-in")
	from := roomsOf(h.read(rt, apptest.BookingPath(id, "")).At("data").(map[string]any))
	h.do(rt, "POST", apptest.BookingPath(id, "/move-room"), object{"fromRoomId": rapid.SampledFrom(from).Draw(rt, "from").
		id, "toRoomId": h.room(rt, "to")})
}

func (h *randomHotel) stay(rt *rapid.T) {
	h.readAll(rt)
	id := h.booking(rt, "confirmed", "checked-in")
	h.do(rt, "PUT", apptest.BookingPath(id, "/stay"), object{"checkOut": h.today().
		AddDays(rapid.IntRange(0, 4).Draw(rt, "until"))})
}

func (h *randomHotel) roomsOut(rt *rapid.T) {
	id := h.booking(rt, "checked-in")
	rooms := roomsOf(h.read(rt, apptest.BookingPath(id, "")).At("data").(map[string]any))
	h.do(rt, "POST", apptest.BookingPath(id, "/checkout-rooms"),
		object{"roomIds": []string{rapid.SampledFrom(rooms).Draw(rt, "room").id}})
}

func (h *randomHotel) checkOut(rt *rapid.T) {
	body := object{}
	if rapid.IntRange(0, 2).Draw(rt, "final") == 0 {
		body["finalAmount"] = money(rt, "final amount", 20000, 12345.67, 4000)
	}
	h.do(rt, "PUT", apptest.BookingPath(h.booking(rt, "checked-in", "checked-in", "checked-out"), "/checkout"), body)
}

func (h *randomHotel) cancel(rt *rapid.T) {
	body := object{"reason": "x"}
	if rapid.Bool().Draw(rt, "charged") {
		body["cancellationCharge"] = money(rt, "charge", 0, 300.5)
	}
	if rapid.Bool().Draw(rt, "given back") {
		body["refundAmount"] = money(rt, "refund", 100, 50.5)
	}
	if rapid.Bool().Draw(rt, "no-show") {
		h.do(rt, "POST", apptest.BookingPath(h.booking(rt, "confirmed"), "/no-show"), body)
		return
	}
	h.do(rt, "PUT", apptest.BookingPath(h.booking(rt, "confirmed", "checked-in", "cancelled"), "/cancel"), body)
}

func (h *randomHotel) reinstate(rt *rapid.T) {
	h.do(rt, "POST", apptest.BookingPath(h.booking(rt, "cancelled"), "/reinstate"), nil)
}

func (h *randomHotel) block(rt *rapid.T) {
	from := h.today().AddDays(rapid.IntRange(0, 3).Draw(rt, "from"))
	h.do(rt, "POST", "/api/rooms/{org}/"+h.room(rt, "room")+"/blocks",
		object{"from": from, "to": from.AddDays(rapid.IntRange(1, 2).Draw(rt, "nights")), "reason": "Paint"})
}

func (h *randomHotel) roomInUse(rt *rapid.T) {
	room, active := h.room(rt, "room"), rapid.IntRange(0, 7).Draw(rt, "active") > 0
	if h.do(rt, "PUT", "/api/rooms/{org}/"+room+"/update", object{"isActive": active}).Status == 200 {
		h.retired = append(h.retired, serviceChange{room, h.businessDay(rt), active})
	}
}

func (h *randomHotel) newRoom(rt *rapid.T) {
	if len(h.rooms) > 6 {
		rt.Skip("there are enough")
	}
	category := h.read(rt, "/api/room-categories/{org}/list").Text("data", 0, "_id")
	a := h.do(rt, "POST", "/api/rooms/{org}/create",
		object{"roomNumber": fmt.Sprint("new ", len(h.started)), "categoryId": category})
	id := a.Text("data", "_id")
	h.rooms, h.started[id] = append(h.rooms, id), h.businessDay(rt)
}

func (h *randomHotel) deleteRoom(rt *rapid.T) {
	room := h.rooms[len(h.rooms)-1]
	if h.do(rt, "DELETE", "/api/rooms/{org}/"+room+"/delete", nil).Status == 200 {
		h.rooms = h.rooms[:len(h.rooms)-1]
		h.retired = append(h.retired, serviceChange{room, h.businessDay(rt), false})
	}
}

// businessDay is today, or the day after the last closed one if that is later.
func (h *randomHotel) businessDay(rt *rapid.T) date.Date { return max(h.today(), h.firstOpen(rt)) }

func (h *randomHotel) firstOpen(rt *rapid.T) date.Date {
	if closed := dateOf(h.read(rt, "/api/accounts/{org}/settings").At("data", "lastClosedDay")); closed != "" {
		return closed.AddDays(1)
	}
	return ""
}

// inUse is how many rooms were in use on a day; on days before the first, those of its day.
func (h *randomHotel) inUse(day date.Date) (number int) {
	on := func(room string, day date.Date) bool {
		in := h.started[room] <= day
		for _, c := range h.retired {
			if c.room == room && c.day <= day {
				in = c.in
			}
		}
		return in
	}
	var first date.Date
	for room, started := range h.started {
		if on(room, started) && (first == "" || started < first) {
			first = started
		}
	}
	for room := range h.started {
		if on(room, max(day, first)) {
			number++
		}
	}
	return number
}

func (h *randomHotel) charge(rt *rapid.T) {
	h.do(rt, "POST", apptest.BookingPath(h.booking(rt, "confirmed", "checked-in"), "/charges"),
		object{"description": "Laundry", "unitPrice": money(rt, "price", 350, 99.99)})
}

func (h *randomHotel) bill(rt *rapid.T) {
	h.do(rt, "POST", "/api/invoices/{org}/create",
		object{"bookingId": h.booking(rt, "confirmed", "checked-in", "checked-out", "cancelled"),
			"postedOnly": rapid.Bool().Draw(rt, "posted only"), "issue": rapid.Bool().Draw(rt, "issue")})
}

func (h *randomHotel) billHall(rt *rapid.T) {
	h.do(rt, "POST", "/api/invoices/{org}/create",
		object{"lines": []object{{"description": "Hall", "unitPrice": money(rt, "price", 4000, 1999.99)}},
			"buyer":   object{"name": "Rao Textiles"},
			"dueDate": h.today().AddDays(rapid.IntRange(0, 3).Draw(rt, "due")), "issue": true})
}

func (h *randomHotel) invoice(rt *rapid.T, statuses ...any) string {
	id, _ := h.pick(rt, "/api/invoices/{org}/list", "_id", func(i map[string]any) bool {
		return slices.Contains(statuses, i["status"])
	})
	return id
}

func (h *randomHotel) issue(rt *rapid.T) {
	h.do(rt, "POST", "/api/invoices/{org}/"+h.invoice(rt, "draft")+"/issue", nil)
}

func (h *randomHotel) voidInvoice(rt *rapid.T) {
	h.do(rt, "POST", "/api/invoices/{org}/"+h.invoice(rt, "issued")+"/void", object{"reason": "x"})
}

func (h *randomHotel) credit(rt *rapid.T) {
	body := object{"invoiceId": h.invoice(rt, "issued", "partially_paid", "paid"), "reason": "x"}
	switch rapid.IntRange(0, 5).Draw(rt, "part") {
	case 0:
	case 1, 2:
		body["amount"] = money(rt, "amount", 100, 333.33)
	case 3:
		body["lines"] = []object{{"position": rapid.IntRange(0, 2).Draw(rt, "line"), "amount": money(rt, "amount", 100, 500)}}
	default:
		body["lines"] = []object{{"position": rapid.IntRange(0, 2).Draw(rt, "line")}}
	}
	h.do(rt, "POST", "/api/credit-notes/{org}/create", body)
}

func (h *randomHotel) pay(rt *rapid.T) {
	body := object{"amount": money(rt, "amount", 500, 1000.01, 6000),
		"method": rapid.SampledFrom([]string{"cash", "upi", "card"}).Draw(rt, "method")}
	if rapid.Bool().Draw(rt, "of a booking") {
		body["bookingId"] = h.booking(rt, "confirmed", "checked-in", "checked-out")
	} else {
		body["invoiceId"] = h.invoice(rt, "issued", "partially_paid")
	}
	if rapid.IntRange(0, 3).Draw(rt, "before") == 0 {
		body["receivedAt"] = h.desk.Server.Clock.Now().Add(-20 * time.Hour)
	}
	h.do(rt, "POST", "/api/payments/{org}/create", body)
}

func (h *randomHotel) payment(rt *rapid.T) string {
	id, _ := h.pick(rt, "/api/payments/{org}/list", "_id", func(p map[string]any) bool {
		return p["type"] == "payment" && p["status"] == "recorded"
	})
	return id
}

func (h *randomHotel) refund(rt *rapid.T) {
	h.do(rt, "POST", "/api/payments/{org}/"+h.payment(rt)+"/refund",
		object{"amount": money(rt, "amount", 50, 500, 99.99), "reason": "x"})
}

func (h *randomHotel) voidPayment(rt *rapid.T) {
	h.do(rt, "POST", "/api/payments/{org}/"+h.payment(rt)+"/void", object{"reason": "x"})
}

func (h *randomHotel) spend(rt *rapid.T) {
	h.do(rt, "POST", "/api/expenses/{org}/create", object{"category": "Laundry",
		"amount": money(rt, "amount", 1000, 99.99), "tax": money(rt, "tax", 0, 180.01),
		"date": h.today().AddDays(-rapid.IntRange(0, 40).Draw(rt, "ago"))})
}

func (h *randomHotel) unspend(rt *rapid.T) {
	id, _ := h.pick(rt, "/api/expenses/{org}/list", "_id", func(map[string]any) bool { return true })
	if rapid.Bool().Draw(rt, "delete") {
		h.do(rt, "DELETE", "/api/expenses/{org}/"+id+"/delete", nil)
		return
	}
	h.do(rt, "PUT", "/api/expenses/{org}/"+id+"/update", object{"amount": money(rt, "amount", 10, 5000.5),
		"date": h.today().AddDays(-rapid.IntRange(0, 40).Draw(rt, "ago"))})
}

func (h *randomHotel) closeDay(rt *rapid.T) {
	h.readAll(rt)
	day := h.today().AddDays(-rapid.IntRange(0, 1).Draw(rt, "days ago"))
	a := h.do(rt, "POST", "/api/bookings/{org}/night-audit",
		object{"date": day, "markNoShows": rapid.Bool().Draw(rt, "no-shows")})
	if a.Status == 200 {
		h.readAll(rt)
		h.compareReports(rt)
	}
}

// later moves the clock, and compares before and after.
func (h *randomHotel) later(rt *rapid.T) {
	h.compare(rt)
	h.desk.Server.Clock.Advance(rapid.SampledFrom([]time.Duration{4*time.Hour + 31*time.Minute, 13 * time.Hour,
		24 * time.Hour, time.Hour, 90 * time.Minute}).Draw(rt, "hours"))
	h.desk = h.desk.Refreshed()
	h.compare(rt)
}

// compare checks every figure against what follows from the lists.
func (h *randomHotel) compare(rt *rapid.T) {
	h.readAll(rt)
	h.compareOverview(rt)
	h.compareOccupancy(rt)
	h.compareMoney(rt)
	h.compareOutstanding(rt)
	h.compareCalendar(rt)
	h.compareKPIs(rt)
	h.compareReports(rt)
	h.compareCredits(rt)
	h.compareAccrual(rt)
	apptest.BooksHold(rt, h.desk)
}

func (h *randomHotel) want(rt *rapid.T, figure string, got, want any) {
	if fmt.Sprint(got) != fmt.Sprint(want) {
		rt.Fatalf("on %s %s is\n%v, but by the lists it is\n%v", h.today(), figure, got, want)
	}
}

// activeRooms are the rooms in use.
func (h *randomHotel) activeRooms() map[string]bool {
	active := map[string]bool{}
	for _, r := range h.lists.rooms {
		if r["isActive"].(bool) {
			active[r["_id"].(string)] = true
		}
	}
	return active
}

// occupied counts the active rooms with a guest in them today.
func (h *randomHotel) occupied() int {
	taken, active, today := map[string]bool{}, h.activeRooms(), h.today()
	for _, b := range h.lists.bookings {
		for _, r := range roomsOf(b) {
			covers, overstays := r.from <= today && today < r.to, !r.left && r.to <= today && !movesOn(b, r)
			if b["status"] == "checked-in" && active[r.id] && (covers || overstays || h.early(b, r)) {
				taken[r.id] = true
			}
		}
	}
	return len(taken)
}

// early tells whether the guest came before the stay in the room begins.
func (h *randomHotel) early(b map[string]any, r shownRoom) bool {
	return b["status"] == "checked-in" && !r.left && h.today() < r.from && r.from == dateOf(b["checkIn"])
}

func (h *randomHotel) compareOverview(rt *rapid.T) {
	var arrivals, departures int
	today, active := string(h.today()), len(h.activeRooms())
	owed := map[any]int64{}
	var outstanding int64
	for _, i := range h.lists.invoices {
		if s := i["status"]; s == "issued" || s == "partially_paid" {
			due := apptest.Paise(i["totalAmount"]) - apptest.Paise(i["amountCredited"]) - apptest.Paise(i["amountPaid"])
			owed[i["bookingId"]] += due
			outstanding += due
		}
	}
	for _, b := range h.lists.bookings {
		status := b["status"]
		if b["checkIn"] == today && (status == "confirmed" || status == "checked-in") {
			arrivals++
		}
		if b["checkOut"] == today && (status == "checked-in" || status == "checked-out") {
			departures++
		}
		if status == "checked-in" {
			outstanding += max(0, apptest.Paise(b["balanceDue"])-owed[b["bookingId"]])
		}
	}
	revenue, _ := h.revenue(h.today(), h.today())
	a := h.read(rt, "/api/analytics/{org}/overview")
	got := fmt.Sprint(a.At("data", "occupiedRooms"), a.At("data", "totalRooms"), a.At("data", "occupancyRate"),
		a.At("data", "checkInsToday"), a.At("data", "checkOutsToday"),
		apptest.Paise(a.At("data", "revenueToday")), apptest.Paise(a.At("data", "outstandingBalance")))
	h.want(rt, "overview", got, fmt.Sprint(h.occupied(), active, percentOf(h.occupied(), active), arrivals, departures,
		revenue, outstanding))
	desk := h.read(rt, "/api/bookings/{org}/overview")
	h.want(rt, "the desk's overview", fmt.Sprint(desk.At("data", "today", "arrivals"),
		desk.At("data", "today", "departures"), desk.At("data", "occupancy", "occupied"),
		apptest.Paise(desk.At("data", "revenue", "today"))), fmt.Sprint(arrivals, departures, h.occupied(), revenue))
}

// percentOf is part / whole × 100 with two decimals.
func percentOf(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return math.Round(float64(part)/float64(whole)*10000) / 100
}

func (h *randomHotel) compareOccupancy(rt *rapid.T) {
	const days = 9
	nights := map[date.Date]int{}
	for _, b := range h.lists.bookings {
		if s := b["status"]; s == "checked-in" || s == "checked-out" {
			for night := range h.held[b["bookingId"].(string)] {
				nights[night.day]++
			}
		}
	}
	var want, got []string
	for i := range days {
		day := h.today().AddDays(i + 1 - days)
		occupied, total := nights[day], h.inUse(day)
		if day == h.today() {
			occupied, total = h.occupied(), len(h.activeRooms())
		}
		want = append(want, fmt.Sprint(day, " ", percentOf(occupied, total), " ", occupied, "/", total))
	}
	a := h.read(rt, fmt.Sprint("/api/analytics/{org}/occupancy?days=", days))
	for i := range a.List("data") {
		got = append(got, fmt.Sprint(a.At("data", i, "date"), " ", a.At("data", i, "occupancy"), " ",
			a.At("data", i, "occupied"), "/", a.At("data", i, "total")))
	}
	h.want(rt, "occupancy", got, want)
}

// revenue is the payments less refunds from one day to another, and how many payments there were.
func (h *randomHotel) revenue(from, to date.Date) (sum int64, count int) {
	for _, p := range h.lists.payments {
		if on := dateOf(p["date"]); p["status"] != "recorded" || on < from || on > to {
			continue
		}
		if p["type"] == "refund" {
			sum -= apptest.Paise(p["amount"])
			continue
		}
		sum += apptest.Paise(p["amount"])
		count++
	}
	return sum, count
}

// compareMoney compares revenue by day, week and month, and expenses by month.
func (h *randomHotel) compareMoney(rt *rapid.T) {
	today := h.today()
	for period, name := range map[string]func(time.Time) string{
		"daily":   func(t time.Time) string { return t.Format("2006-01-02") },
		"weekly":  func(t time.Time) string { year, week := t.ISOWeek(); return fmt.Sprintf("%d-W%02d", year, week) },
		"monthly": func(t time.Time) string { return t.Format("2006-01") },
	} {
		const days = 12
		amounts, counts, order := map[string]int64{}, map[string]int{}, []string{}
		for i := range days {
			day := today.AddDays(i + 1 - days)
			amount, count := h.revenue(day, day)
			label := name(day.Time())
			if !slices.Contains(order, label) {
				order = append(order, label)
			}
			amounts[label] += amount
			counts[label] += count
		}
		var want, got []string
		for _, label := range order {
			want = append(want, fmt.Sprint(label, " ", amounts[label], " ", counts[label]))
		}
		a := h.read(rt, fmt.Sprint("/api/analytics/{org}/revenue?period=", period, "&days=", days))
		for i := range a.List("data") {
			got = append(got, fmt.Sprint(a.At("data", i, "label"), " ", apptest.Paise(a.At("data", i, "amount")), " ",
				a.At("data", i, "count")))
		}
		h.want(rt, "revenue "+period, got, want)
	}
	const days = 45
	from := today.AddDays(1 - days)
	spent := h.spent(rt, from, today)
	var want, got []string
	var revenues, expenses int64
	for month := from[:8] + "01"; month <= today; month = date.Date(month.AddDays(31)[:8] + "01") {
		first, last := max(from, month), min(today, date.Date(month.AddDays(31)[:8]+"01").AddDays(-1))
		revenue, _ := h.revenue(first, last)
		var expense int64
		for on, amount := range spent {
			if on >= first && on <= last {
				expense += amount
			}
		}
		want = append(want, fmt.Sprint(month[:7], " ", revenue, " ", expense))
		revenues, expenses = revenues+revenue, expenses+expense
	}
	a := h.read(rt, fmt.Sprint("/api/analytics/{org}/expense-revenue?days=", days))
	for i := range a.List("data", "data") {
		got = append(got, fmt.Sprint(a.At("data", "data", i, "month"), " ", apptest.Paise(a.At("data", "data", i, "revenue")),
			" ", apptest.Paise(a.At("data", "data", i, "expense"))))
	}
	h.want(rt, "expense-revenue", got, want)
	h.want(rt, "net profit", fmt.Sprint(apptest.Paise(a.At("data", "summary", "totalRevenue")),
		apptest.Paise(a.At("data", "summary", "totalExpense")), apptest.Paise(a.At("data", "summary", "netProfit"))),
		fmt.Sprint(revenues, expenses, revenues-expenses))
}

// spent is what the accounts have paid for expenses, by business day.
func (h *randomHotel) spent(rt *rapid.T, from, to date.Date) map[date.Date]int64 {
	days := map[date.Date]int64{}
	for _, account := range h.read(rt, "/api/accounts/{org}/list").List("data") {
		id := account.(map[string]any)["_id"].(string)
		statement := h.read(rt, fmt.Sprint("/api/accounts/{org}/", id, "/statement?from=", from, "&to=", to))
		for _, entry := range statement.List("data", "entries") {
			if e := entry.(map[string]any); e["document"] == "expense" {
				days[dateOf(e["date"])] -= apptest.Paise(e["amount"])
			}
		}
	}
	return days
}

func (h *randomHotel) compareOutstanding(rt *rapid.T) {
	type debt struct {
		amount int64
		due    date.Date
		id     string
	}
	var debts []debt
	counts, sums, all := [4]int{}, [4]int64{}, int64(0)
	for _, i := range h.lists.invoices {
		if s := i["status"]; s != "issued" && s != "partially_paid" {
			continue
		}
		d := debt{apptest.Paise(i["totalAmount"]) - apptest.Paise(i["amountCredited"]) - apptest.Paise(i["amountPaid"]),
			dateOf(i["dueDate"]), i["_id"].(string)}
		debts = append(debts, d)
		bracket := 0
		for _, limit := range []int{30, 60, 90} {
			if d.due.DaysUntil(h.today()) > limit {
				bracket++
			}
		}
		counts[bracket]++
		sums[bracket] += d.amount
		all += d.amount
	}
	a := h.read(rt, "/api/analytics/{org}/outstanding")
	got := fmt.Sprint(apptest.Paise(a.At("data", "totalOutstanding")))
	want := fmt.Sprint(all)
	for i := range 4 {
		got += fmt.Sprint(" ", a.At("data", "brackets", i, "count"), "×", apptest.Paise(a.At("data", "brackets", i, "total")))
		want += fmt.Sprint(" ", counts[i], "×", sums[i])
	}
	slices.SortFunc(debts, func(a, b debt) int {
		return cmp.Or(cmp.Compare(b.amount, a.amount), cmp.Compare(a.due, b.due), cmp.Compare(a.id, b.id))
	})
	for i, d := range debts[:min(10, len(debts))] {
		got += fmt.Sprint(" ", a.At("data", "topInvoices", i, "invoiceId"),
			apptest.Paise(a.At("data", "topInvoices", i, "amount")), a.At("data", "topInvoices", i, "daysOverdue"))
		want += fmt.Sprint(" ", d.id, d.amount, max(0, d.due.DaysUntil(h.today())))
	}
	h.want(rt, "outstanding", got, want)
}

// cells are what the calendar may show of a room's day: more than one only if two guests overstay in the room.
func (h *randomHotel) cells(room string, day date.Date) []string {
	today := h.today()
	by := map[string][]string{}
	for _, b := range h.lists.bookings {
		name := " " + b["guestName"].(string)
		for _, r := range roomsOf(b) {
			if r.id != room || b["status"] != "confirmed" && b["status"] != "checked-in" {
				continue
			}
			in, covers := b["status"] == "checked-in", r.from <= day && day < r.to
			switch {
			case covers && in:
				by["in"] = append(by["in"], "occupied"+name)
			case !r.left && in && r.to < today && day == today, h.early(b, r) && day == today:
				by["over"] = append(by["over"], "occupied"+name)
			case covers:
				by["reserved"] = append(by["reserved"], "reserved"+name)
			case h.early(b, r) && today.DaysUntil(r.from) <= 3 && day < r.from:
				by["early"] = append(by["early"], "occupied"+name)
			case !r.left && r.to == day && !movesOn(b, r):
				by["out"] = append(by["out"], "checkout"+name)
			}
		}
	}
	for _, block := range h.lists.blocks {
		if block["roomId"] == room && dateOf(block["from"]) <= day && day < dateOf(block["to"]) {
			by["block"] = append(by["block"], "maintenance <nil>")
		}
	}
	for _, kind := range []string{"in", "over", "reserved", "block", "early", "out"} {
		if by[kind] != nil {
			return by[kind]
		}
	}
	return []string{"available <nil>"}
}

// movesOn reports whether the party leaves the room for another one, rather than the hotel.
func movesOn(booking map[string]any, r shownRoom) bool {
	return slices.ContainsFunc(roomsOf(booking), func(other shownRoom) bool {
		return other.from == r.to && r.to < dateOf(booking["checkOut"])
	})
}

func (h *randomHotel) compareCalendar(rt *rapid.T) {
	const days = 6
	active, shown := h.activeRooms(), map[string]bool{}
	a := h.read(rt, fmt.Sprint("/api/analytics/{org}/calendar?days=", days))
	for i := range a.List("data", "rooms") {
		room := a.Text("data", "rooms", i, "roomId")
		shown[room] = true
		for n := range days {
			day := h.today().AddDays(n)
			got := fmt.Sprint(a.At("data", "rooms", i, "days", n, "status"), " ",
				a.At("data", "rooms", i, "days", n, "guestName"))
			if want := h.cells(room, day); !slices.Contains(want, got) ||
				a.At("data", "rooms", i, "days", n, "date") != string(day) {
				rt.Fatalf("on %s room %s is %q on %s, but by the lists %q", h.today(), a.At("data", "rooms", i, "roomNumber"), got,
					day, want)
			}
		}
	}
	for room := range active {
		if !shown[room] {
			rt.Fatalf("the calendar has no room %s", room)
		}
	}
}

// revenueOf is what folios charge on the business days, before tax, less what credit notes have taken off it: for
// rooms, and for everything else.
func (h *randomHotel) revenueOf(from, to date.Date) (rooms, others int64) {
	for _, lines := range h.lists.folios {
		ofRooms := map[string]bool{}
		for _, l := range lines {
			if l["lineId"] != "" {
				ofRooms[l["lineId"].(string)] = l["lodging"] == true
			}
		}
		for _, l := range lines {
			if on := dateOf(l["postedOn"]); l["type"] == "tax" || on < from || on > to {
				continue
			}
			counts := ofRooms[l["lineId"].(string)]
			if credited := l["credits"].(string); credited != "" {
				counts = ofRooms[credited]
			}
			if counts {
				rooms += apptest.Paise(l["amount"])
			} else {
				others += apptest.Paise(l["amount"])
			}
		}
	}
	return rooms, others
}

// compareCredits checks that what notes take back is on the folios, on the business day of the note or of a night to
// come, and that the list and GSTR-1 have the notes by their dates.
func (h *randomHotel) compareCredits(rt *rapid.T) {
	type credit struct {
		line, note string
		on         date.Date
	}
	posted, booked, got, want := map[string]date.Date{}, map[string]string{}, map[credit]int64{}, map[credit]int64{}
	for _, lines := range h.lists.folios {
		for _, l := range lines {
			if l["lineId"] != "" {
				posted[l["lineId"].(string)] = dateOf(l["postedOn"])
			}
			number, isNote := strings.CutPrefix(l["description"].(string), "Credit note ")
			if number, _, _ = strings.Cut(number, ":"); isNote && l["type"] != "tax" && l["credits"] != "" {
				got[credit{l["credits"].(string), number, dateOf(l["postedOn"])}] -= apptest.Paise(l["totalAmount"])
			}
		}
	}
	month := h.today()[:7]
	var listed, filed int64
	for _, i := range h.lists.invoices {
		booked[i["_id"].(string)], _ = i["bookingId"].(string)
		if on := i["invoiceDate"].(string); i["status"] != "void" && on != "" && on[:7] == string(month) {
			filed += apptest.Paise(i["subtotal"])
		}
	}
	for _, n := range h.lists.notes {
		if dateOf(n["creditNoteDate"])[:7] == month {
			listed += apptest.Paise(n["totalAmount"])
			filed -= apptest.Paise(n["subtotal"])
		}
		for _, l := range n["lines"].([]any) {
			l := l.(map[string]any)
			if line := l["lineId"].(string); line != "" {
				on := max(dateOf(n["postedOn"]), posted[line])
				want[credit{line, n["creditNoteNumber"].(string), on}] += apptest.Paise(l["totalAmount"])
			}
		}
	}
	h.want(rt, "credits on folios", got, want)
	first := month + "-01"
	list := h.read(rt, fmt.Sprint("/api/credit-notes/{org}/list?from=", first, "&to=", first.AddDays(31)[:8]+"01"))
	if next := first.AddDays(31)[:8] + "01"; !slices.ContainsFunc(h.lists.notes, func(n map[string]any) bool {
		return dateOf(n["creditNoteDate"]) == next
	}) {
		h.want(rt, "the month's credit notes", apptest.Paise(list.At("totals", "totalAmount")), listed)
	}
	if !h.filesGST {
		return
	}
	var sum int64
	gstr1 := h.read(rt, "/api/invoices/{org}/gstr1?period="+string(month))
	for i := range gstr1.List("data", "b2cs") {
		sum += apptest.Paise(gstr1.At("data", "b2cs", i, "txval"))
	}
	for i := range gstr1.List("data", "nil", "inv") {
		for _, column := range []string{"expt_amt", "nil_amt", "ngsup_amt"} {
			sum += apptest.Paise(gstr1.At("data", "nil", "inv", i, column))
		}
	}
	h.want(rt, "the taxable value in GSTR-1", sum, filed)
}

// compareReports checks the reports of closed days: those that are new against the lists, the old ones against what
// they said when they were new.
func (h *randomHotel) compareReports(rt *rapid.T) {
	closed := h.all(rt, "/api/bookings/{org}/night-audit/list")
	slices.Reverse(closed) // oldest first
	for _, head := range closed {
		day := dateOf(head["date"])
		report := h.read(rt, "/api/bookings/{org}/night-audit?date="+string(day)).At("data").(map[string]any)
		if known := h.reports[day]; known != nil {
			h.want(rt, "the report of "+string(day), report, known)
			continue
		}
		h.want(rt, "the rooms in use on "+string(day), report["roomsTotal"], h.inUse(day))
		h.compareReport(rt, day, report)
		h.reports[day] = report
	}
}

// compareReport checks a new report against the lists as they are just after the day was closed.
func (h *randomHotel) compareReport(rt *rapid.T, day date.Date, report map[string]any) {
	var posted, late int
	var nights, others int64
	for _, lines := range h.lists.folios {
		for _, l := range lines {
			switch on := dateOf(l["postedOn"]); {
			case on != day || l["type"] == "tax":
				continue
			case l["type"] == "room-night":
				posted += signOf(l)
				nights += apptest.Paise(l["totalAmount"])
			default:
				others += apptest.Paise(l["totalAmount"])
			}
			if dateOf(l["date"]) < day {
				late++
			}
		}
	}
	received, _ := h.revenue(day, day)
	rooms, _ := h.revenueOf(day, day)
	h.want(rt, "the new report of "+string(day), fmt.Sprint(report["roomNightsPosted"],
		apptest.Paise(report["roomNightsAmount"]), apptest.Paise(report["otherCharges"]),
		apptest.Paise(report["roomsRevenue"]), apptest.Paise(report["revenue"]), len(report["latePostings"].([]any)),
		report["roomsSold"].(float64)+report["complimentary"].(float64)),
		fmt.Sprint(posted, nights, others, rooms, received, late, h.countNights(day)))
}

func signOf(line map[string]any) int {
	if line["status"] == "reversal" {
		return -1
	}
	return 1
}

// countNights counts the nights that the report of the day has to count: what guests have slept and no report has, of
// the day and those closed before, less what was taken back of nights that an earlier report has.
func (h *randomHotel) countNights(day date.Date) (number int) {
	for _, b := range h.lists.bookings {
		id := b["bookingId"].(string)
		came := b["status"] == "checked-in" || b["status"] == "checked-out"
		var nights []map[string]any
		held := map[date.Date]int{}
		for night := range h.nightsOf(b) {
			held[night.day]++
		}
		for _, l := range h.lists.folios[id] {
			if l["type"] != "room-night" || dateOf(l["postedOn"]) > day {
				continue
			}
			if l["status"] == "reversal" {
				if h.counted[l["reverses"].(string)] && dateOf(l["postedOn"]) == day {
					number--
				}
				continue
			}
			if l["reversedBy"] == "" && (dateOf(l["date"]) == day || h.reports[dateOf(l["date"])] != nil) {
				nights = append(nights, l)
			}
			if h.counted[l["lineId"].(string)] && l["reversedBy"] == "" {
				held[dateOf(l["date"])]--
			}
		}
		for _, l := range nights {
			if lineID := l["lineId"].(string); came && !h.counted[lineID] && held[dateOf(l["date"])] > 0 {
				held[dateOf(l["date"])]--
				h.counted[lineID] = true
				number++
			}
		}
	}
	return number
}

// nightsOf are all nights that a booking has held until now, with those to come.
func (h *randomHotel) nightsOf(b map[string]any) map[roomNight]int64 {
	nights := nightsShown(b)
	for night, rate := range h.held[b["bookingId"].(string)] {
		nights[night] = rate
	}
	return nights
}

// nights counts the nights that were sold from one day to another, and those that cost nothing: of closed days as their
// reports say, of others as bookings hold them.
func (h *randomHotel) nights(from, to date.Date) (sold, free int) {
	for _, day := range date.Days(from, to.AddDays(1)) {
		if report := h.reports[day]; report != nil {
			sold, free = sold+int(report["roomsSold"].(float64)), free+int(report["complimentary"].(float64))
		}
	}
	for _, b := range h.lists.bookings {
		if s := b["status"]; s != "checked-in" && s != "checked-out" {
			continue
		}
		prices := pricesShown(b)
		count := func(night roomNight) {
			if night.day < from || night.day > to || h.reports[night.day] != nil {
				return
			}
			if prices[night] == 0 {
				free++
			} else {
				sold++
			}
		}
		for night := range h.held[b["bookingId"].(string)] {
			count(night)
		}
		for night := range nightsShown(b) {
			if night.day == h.today() {
				count(night)
			}
		}
	}
	return sold, free
}

func (h *randomHotel) compareKPIs(rt *rapid.T) {
	to := h.today().AddDays(-rapid.IntRange(0, 2).Draw(rt, "to"))
	from := to.AddDays(-rapid.IntRange(0, 9).Draw(rt, "days"))
	var arrivals, cancelled, noShows, stays, lead int
	sources := map[string]int{}
	for _, b := range h.lists.bookings {
		if in := dateOf(b["checkIn"]); in < from || in > to {
			continue
		}
		switch {
		case b["noShow"] == true:
			noShows++
			continue
		case b["status"] == "cancelled":
			cancelled++
			continue
		case b["status"] == "confirmed":
			continue
		}
		arrivals++
		sources[b["source"].(string)]++
		var left date.Date
		for _, r := range roomsOf(b) {
			left = max(left, r.to)
		}
		booked, err := time.Parse(time.RFC3339, b["createdAt"].(string))
		if err != nil {
			rt.Fatal(err)
		}
		stays += dateOf(b["checkIn"]).DaysUntil(left)
		lead += max(0, date.Of(booked, h.zone).DaysUntil(dateOf(b["checkIn"])))
	}
	available := 0
	for _, day := range date.Days(from, to.AddDays(1)) {
		available += h.inUse(day)
	}
	sold, free := h.nights(from, to)
	revenue, others := h.revenueOf(from, to)
	a := h.read(rt, fmt.Sprint("/api/analytics/{org}/kpis?from=", from, "&to=", to))
	var got []string
	for _, name := range []string{"roomsAvailable", "roomsSold", "complimentaryRooms", "arrivals", "cancellations",
		"noShows", "occupancy", "averageStay", "averageLeadTime"} {
		got = append(got, fmt.Sprint(name, " ", a.At("data", name)))
	}
	for _, name := range []string{"roomsRevenue", "otherRevenue", "adr", "revPar"} {
		got = append(got, fmt.Sprint(name, " ", apptest.Paise(a.At("data", name))))
	}
	mean := func(sum, number int) float64 {
		if number == 0 {
			return 0
		}
		return math.Round(float64(sum)/float64(number)*100) / 100
	}
	share := func(number int) int64 {
		if number <= 0 {
			return 0
		}
		return int64(math.Round(float64(revenue) / float64(number)))
	}
	want := fmt.Sprintf("roomsAvailable %d|roomsSold %d|complimentaryRooms %d|arrivals %d|cancellations %d|noShows %d|"+
		"occupancy %v|averageStay %v|averageLeadTime %v|roomsRevenue %d|otherRevenue %d|adr %d|revPar %d",
		available, sold, free, arrivals, cancelled, noShows, percentOf(sold, available), mean(stays, arrivals),
		mean(lead, arrivals), revenue, others, share(sold), share(available))
	h.want(rt, fmt.Sprintf("kpis of %s to %s", from, to), strings.Join(got, "|"), want)
	for i := range a.List("data", "sourceMix") {
		source := a.Text("data", "sourceMix", i, "source")
		h.want(rt, "the part of "+source, fmt.Sprint(a.At("data", "sourceMix", i, "bookings"),
			a.At("data", "sourceMix", i, "share")), fmt.Sprint(sources[source], percentOf(sources[source], arrivals)))
		delete(sources, source)
	}
	h.want(rt, "sources missing from the mix", len(sources), 0)
}
