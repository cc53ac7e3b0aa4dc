package booking_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sarai/internal/app/apptest"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/frontdesk"
)

// Random operations on a small hotel, by the endpoints, against a model that keeps nights in a map: after every step
// the held nights, the free rooms, the overview, the calendar, the money and the log are as the model has them.
func TestHotelAgainstModel(t *testing.T) {
	apptest.RapidDefault(t, "checks", "12")
	apptest.RapidDefault(t, "steps", "40")
	apptest.RapidDefault(t, "nofailfile", "true")
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			s := apptest.New(t, engine)
			owner := s.Hotel()
			rapid.Check(t, func(rt *rapid.T) {
				s.Clock.Set(apptest.Noon)
				h := newModel(rt, owner.Refreshed().AnotherHotel())
				rt.Repeat(map[string]func(*rapid.T){
					"":             h.compare,
					"create":       h.create,
					"create more":  h.create,
					"create again": h.create,
					"stay":         h.stay,
					"add room":     h.addRoom,
					"move":         h.move,
					"move again":   h.move,
					"arrive":       h.arrive,
					"rooms out":    h.roomsOut,
					"check out":    h.checkOut,
					"cancel":       h.cancel,
					"no-show":      h.noShow,
					"reinstate":    h.reinstate,
					"block":        h.block,
					"unblock":      h.unblock,
					"room in use":  h.roomInUse,
					"the next day": h.nextDay,
				})
				h.compareAll(rt)
			})
		})
	}
}

type modelHotel struct {
	desk     *apptest.Caller
	rooms    []string // ids
	rates    []int
	inactive map[int]bool
	today    int
	bookings []*modelBooking
	blocks   map[string]modelRow // by id
	money    map[int]int         // what came in less what went out, by day
	entries  int                 // in the audit log
	notices  int
}

type modelBooking struct {
	id, status, before string
	from, to           int
	rows               []modelRow
	total              int // paise
	paid               int
	refunded, charge   int
	retained           int // of what was paid, where no charge is given
	noShow             bool
	early              []modelNight // before the stay, held for guests who are in house already
}

// modelRow is a room for the nights [from, to); state is "" while it is part of the stay, "moved" or "left".
type modelRow struct {
	room, from, to int
	state          string
	rate           int
	prices         map[int]int // paise, by day: also of nights that were given back
}

// stays gives the row the nights [from, to): those that it has keep their prices.
func (r *modelRow) stays(from, to int) {
	prices := map[int]int{}
	for day := from; day < to; day++ {
		price, kept := r.prices[day]
		if prices[day] = price; !kept {
			prices[day] = r.rate * 100
		}
	}
	r.from, r.to, r.prices = from, to, prices
}

type modelNight struct{ room, day int }

func (r modelRow) nights() []modelNight {
	var nights []modelNight
	for day := r.from; day < r.to; day++ {
		nights = append(nights, modelNight{r.room, day})
	}
	return nights
}

func nightsOf(rows []modelRow) []modelNight {
	var nights []modelNight
	for _, r := range rows {
		nights = append(nights, r.nights()...)
	}
	return nights
}

func priceOf(rows []modelRow) int {
	sum := 0
	for _, r := range rows {
		for _, price := range r.prices {
			sum += price
		}
	}
	return sum
}

// modelPrice is what a night costs.
type modelPrice struct{ day, row, price int }

func pricesOf(rows []modelRow) []modelPrice {
	var list []modelPrice
	for row, r := range rows {
		for day, price := range r.prices {
			list = append(list, modelPrice{day, row, price})
		}
	}
	slices.SortFunc(list, func(a, b modelPrice) int { return cmp.Or(a.day-b.day, a.row-b.row) })
	return list
}

// spread makes the nights cost the total, each in proportion to its price. What is lost in rounding goes to the next.
func spread(total int, rows []modelRow) {
	all, before, given := priceOf(rows), 0, 0
	for _, p := range pricesOf(rows) {
		before += p.price
		upTo := (2*total*before + all) / (2 * all)
		rows[p.row].prices[p.day], given = upTo-given, upTo
	}
}

func newModel(rt *rapid.T, desk *apptest.Caller) *modelHotel {
	h := &modelHotel{desk: desk, inactive: map[int]bool{}, blocks: map[string]modelRow{}, money: map[int]int{}}
	desk.SetBilling(object{"roundToWhole": rapid.Bool().Draw(rt, "rounded")})
	h.rooms = desk.CreateRooms(5)
	desk.SetBilling(object{"refuseOccupiedRoom": false}) // the model lets guests in where somebody still is
	for i := range h.rooms {
		h.rates = append(h.rates, 1000*(i+1))
	}
	h.entries, h.notices = h.logged(rt)
	return h
}

func (b *modelBooking) closed() bool { return b.status == "checked-out" || b.status == "cancelled" }

func (b *modelBooking) current() []int {
	var list []int
	for i, r := range b.rows {
		if r.state == "" {
			list = append(list, i)
		}
	}
	return list
}

func (b *modelBooking) owes() float64 {
	owed := b.total
	if b.status == "cancelled" {
		owed = 100 * (b.charge + b.retained)
	}
	return rupees(owed + 100*(b.refunded-b.paid))
}

func rupees(paise int) float64 { return float64(paise) / 100 }

// held is who holds each night: a booking's or a block's id.
func (h *modelHotel) held() map[modelNight]string {
	held := map[modelNight]string{}
	for _, b := range h.bookings {
		if b.status != "cancelled" {
			for _, night := range append(nightsOf(b.rows), b.early...) {
				held[night] = b.id
			}
		}
	}
	for id, block := range h.blocks {
		for _, night := range block.nights() {
			held[night] = id
		}
	}
	return held
}

// free tells whether all nights of the rows can be had by that holder: none twice, none held by another.
func (h *modelHotel) free(rows []modelRow, holder string) bool {
	held, wanted := h.held(), map[modelNight]bool{}
	for _, night := range nightsOf(rows) {
		if other, taken := held[night]; taken && other != holder || wanted[night] {
			return false
		}
		wanted[night] = true
	}
	return true
}

// keepEarly gives the booking the free nights from today until its stay, if its guests came three nights early at most.
func (h *modelHotel) keepEarly(b *modelBooking) {
	b.early = slices.DeleteFunc(b.early, func(n modelNight) bool { return n.day >= h.today })
	held := h.held()
	for _, r := range b.rows {
		for day := h.today; h.in(b, r) && r.from-h.today <= 3 && day < r.from; day++ {
			if _, taken := held[modelNight{r.room, day}]; !taken {
				b.early = append(b.early, modelNight{r.room, day})
			}
		}
	}
}

// in tells whether the guests are in the row's room now.
func (h *modelHotel) in(b *modelBooking, r modelRow) bool {
	return b.status == "checked-in" && (r.from <= h.today || r.from == b.from) &&
		(r.state == "" || r.state == "moved" && h.today < r.to)
}

func (h *modelHotel) usable(rows []modelRow) bool {
	for _, r := range rows {
		if r.from < r.to && r.to > h.today && h.inactive[r.room] {
			return false
		}
	}
	return true
}

// ask sends the request and fails unless it is answered as the model expects: done, or refused with 400.
func (h *modelHotel) ask(rt *rapid.T, done bool, method, path string, body any) apptest.Answer {
	rt.Helper()
	a, err := h.desk.Try(method, path, body)
	if err != nil {
		rt.Fatal(err)
	}
	rt.Logf("%s %s %v: %d %s", method, path, body, a.Status, a.Raw)
	if ok := a.Status == 200 || a.Status == 201; ok != done || !ok && a.Status != 400 {
		rt.Fatalf("%s %s %v: the model expects success to be %v, got %d: %s", method, path, body, done, a.Status, a.Raw)
	}
	if done && method != "GET" && !strings.HasSuffix(path, "check-availability") {
		h.entries++
		if strings.Contains(path, "/bookings/") {
			h.notices++
		}
	}
	return a
}

// change is ask for an operation on an existing booking, which it compares afterwards.
func (h *modelHotel) change(rt *rapid.T, b *modelBooking, done bool, method, path string, body any, apply func()) {
	rt.Helper()
	h.ask(rt, done, method, apptest.BookingPath(b.id, path), body)
	if done {
		apply()
	}
	h.compareBooking(rt, b)
}

func (h *modelHotel) pick(rt *rapid.T) *modelBooking {
	if len(h.bookings) == 0 {
		rt.Skip("no booking yet")
	}
	return rapid.SampledFrom(h.bookings).Draw(rt, "booking")
}

// pickOpen mostly takes a booking that can still change, since most operations need one.
func (h *modelHotel) pickOpen(rt *rapid.T) *modelBooking {
	var open []*modelBooking
	for _, b := range h.bookings {
		if !b.closed() {
			open = append(open, b)
		}
	}
	if len(open) == 0 || rapid.IntRange(0, 7).Draw(rt, "any") == 7 {
		return h.pick(rt)
	}
	return rapid.SampledFrom(open).Draw(rt, "booking")
}

func (h *modelHotel) room(rt *rapid.T, name string) int {
	return rapid.IntRange(0, len(h.rooms)-1).Draw(rt, name)
}

// received notes a payment, or a refund when the amount is below zero.
func (h *modelHotel) received(amount int) {
	if amount == 0 {
		return
	}
	h.money[h.today] += amount
	h.entries++
	if amount > 0 {
		h.notices++
	}
}

func (h *modelHotel) create(rt *rapid.T) {
	b := &modelBooking{status: "confirmed"}
	b.from = h.today + rapid.IntRange(-2, 4).Draw(rt, "from")
	b.to = b.from + rapid.SampledFrom([]int{1, 2, 3, 4, 5, 0}).Draw(rt, "nights")
	entries := []object{}
	inUse := true
	for _, room := range rapid.SliceOfNDistinct(rapid.IntRange(0, len(h.rooms)-1), 1, 3, rapid.ID[int]).Draw(rt, "rooms") {
		row := modelRow{room: room, rate: h.rates[room]}
		row.stays(b.from, b.to)
		b.rows = append(b.rows, row)
		entries = append(entries, object{"roomId": h.rooms[room], "roomNumber": "x", "roomType": "x",
			"ratePerNight": h.rates[room], "adults": 1})
		inUse = inUse && !h.inactive[room]
	}
	if rapid.IntRange(0, 9).Draw(rt, "one twice") == 9 {
		b.rows, entries = append(b.rows, b.rows[0]), append(entries, entries[0])
	}
	b.total = priceOf(b.rows)
	name := fmt.Sprintf("Guest %d", len(h.bookings)+1)
	body := object{"guestName": name, "guestPhone": "+91 98450 12345", "checkIn": apptest.Date(b.from),
		"checkOut": apptest.Date(b.to), "rooms": entries}
	if rapid.Bool().Draw(rt, "agreed") {
		b.total = 150_000
		body["totalAmount"] = 1500
		if b.from < b.to {
			spread(b.total, b.rows)
		}
	}
	b.paid = rapid.SampledFrom([]int{0, 0, 1000, 1600}).Draw(rt, "advance")
	body["advanceAmount"] = b.paid
	done := b.from < b.to && inUse && 100*b.paid <= b.total && h.free(b.rows, "")
	made := h.ask(rt, done, "POST", "/api/bookings/{org}/create", body)
	if !done {
		return
	}
	h.received(b.paid)
	h.entries++ // of the guest, whom the booking makes
	h.bookings = append(h.bookings, b)
	b.id, _ = made.Body["data"].(map[string]any)["bookingId"].(string)
	if code := made.Body["data"].(map[string]any)["code"]; code != fmt.Sprintf("BK-%d", len(h.bookings)) {
		rt.Fatalf("booking %d has the number %v", len(h.bookings), code)
	}
	h.compareBooking(rt, b)
}

func (h *modelHotel) stay(rt *rapid.T) {
	b := h.pickOpen(rt)
	from := b.from + rapid.SampledFrom([]int{0, 0, -1, 1, 2}).Draw(rt, "from")
	to := b.to + rapid.IntRange(-3, 3).Draw(rt, "to")
	rows := slices.Clone(b.rows)
	same := from == b.from && to == b.to
	done := same || !b.closed() && from < to
	if b.status == "checked-in" {
		done = done && (from == b.from || h.today <= from && from < b.from) && (to == b.to || to >= h.today)
	}
	for i := range rows {
		r := &rows[i]
		if r.state == "left" {
			continue
		}
		start, end := r.from, r.to
		if r.from == b.from {
			start = from
		}
		if r.state == "" {
			end = to
		}
		r.stays(start, end)
		done = done && (same || r.from < r.to)
	}
	done = done && (same || h.free(rows, b.id) && h.usable(rows))
	h.change(rt, b, done, "PUT", "/stay", object{"checkIn": apptest.Date(from), "checkOut": apptest.Date(to)}, func() {
		if same { // nobody is told of a change that changes nothing
			h.entries--
			h.notices--
			return
		}
		b.from, b.to = from, to
		h.replace(b, rows)
	})
}

func (h *modelHotel) replace(b *modelBooking, rows []modelRow) {
	b.total, b.rows = priceOf(rows), rows
	h.keepEarly(b)
}

func (b *modelBooking) has(room int) bool {
	return slices.ContainsFunc(b.rows, func(r modelRow) bool { return r.state == "" && r.room == room })
}

func (h *modelHotel) addRoom(rt *rapid.T) {
	b, room := h.pickOpen(rt), h.room(rt, "room")
	from := b.from
	if b.status == "checked-in" {
		from = max(from, h.today)
	}
	added := modelRow{room: room, rate: h.rates[room]}
	added.stays(from, b.to)
	rows := append(slices.Clone(b.rows), added)
	done := !b.closed() && from < b.to && !h.inactive[room] && !b.has(room) && h.free(rows, b.id)
	body := object{"roomId": h.rooms[room], "roomNumber": "x", "roomType": "x", "ratePerNight": h.rates[room], "adults": 1}
	h.change(rt, b, done, "POST", "/add-room", body, func() { h.replace(b, rows) })
}

func (h *modelHotel) move(rt *rapid.T) {
	b, room := h.pickOpen(rt), h.room(rt, "to")
	if len(b.current()) == 0 {
		rt.Skip("no room to move from")
	}
	i := rapid.SampledFrom(b.current()).Draw(rt, "from room")
	old := b.rows[i]
	body := object{"fromRoomId": h.rooms[old.room], "toRoomId": h.rooms[room]}
	from := old.from
	if b.status == "checked-in" {
		from = max(from, h.today)
	}
	if rapid.Bool().Draw(rt, "another day") {
		from = old.from + rapid.IntRange(-1, 4).Draw(rt, "day")
		body["from"] = apptest.Date(from)
	}
	rows := slices.Clone(b.rows)
	target := old
	target.room = room
	target.stays(from, old.to)
	if from > old.from {
		rows[i].stays(old.from, from)
		rows[i].state = "moved"
		rows = append(rows, target)
	} else if origin := b.movedOn(from); len(origin) == 1 && b.rows[origin[0]].room == room &&
		b.rows[origin[0]].rate == old.rate {
		rows[origin[0]].state = ""
		for day, price := range rows[origin[0]].prices {
			target.prices[day] = price
		}
		rows[origin[0]].to, rows[origin[0]].prices = old.to, target.prices
		rows = slices.Delete(rows, i, i+1)
	} else {
		rows[i] = target
	}
	done := !b.closed() && old.from <= from && from < old.to && !(b.status == "checked-in" && from < h.today) &&
		!h.inactive[room] && !b.has(room) && h.free(rows, b.id)
	h.change(rt, b, done, "POST", "/move-room", body, func() { h.replace(b, rows) })
}

func (b *modelBooking) movedOn(day int) []int {
	var list []int
	for i, r := range b.rows {
		if r.state == "moved" && r.to == day {
			list = append(list, i)
		}
	}
	return list
}

func (h *modelHotel) arrive(rt *rapid.T) {
	b := h.pickOpen(rt)
	h.change(rt, b, !b.closed(), "POST", "/arrival", nil, func() {
		if b.status != "checked-in" {
			b.status = "checked-in"
			h.keepEarly(b)
		}
	})
}

// leave ends a row today.
func (h *modelHotel) leave(r *modelRow) {
	if r.state == "" {
		r.state = "left"
	}
	if h.today < r.to {
		r.to = max(r.from, h.today)
	}
}

func (h *modelHotel) roomsOut(rt *rapid.T) {
	b := h.pickOpen(rt)
	if len(b.current()) == 0 {
		rt.Skip("no room to leave")
	}
	leaving := rapid.SliceOfNDistinct(rapid.SampledFrom(b.current()), 1, -1, rapid.ID[int]).Draw(rt, "leaving")
	done := !b.closed() && len(leaving) < len(b.current())
	ids := []string{}
	for _, i := range leaving {
		ids = append(ids, h.rooms[b.rows[i].room])
		done = done && !(b.rows[i].from > h.today && len(b.movedOn(b.rows[i].from)) > 0) // its party is elsewhere
	}
	h.change(rt, b, done, "POST", "/checkout-rooms", object{"roomIds": ids}, func() {
		for _, i := range leaving {
			if b.status == "confirmed" { // dropped: nothing is charged
				b.rows[i].stays(b.rows[i].from, b.rows[i].from)
				b.rows[i].state = "left"
			} else {
				h.leave(&b.rows[i])
			}
		}
		h.replace(b, b.rows)
	})
}

func (h *modelHotel) checkOut(rt *rapid.T) {
	b, body := h.pick(rt), object{}
	final := rapid.SampledFrom([]int{-1, 0, 2500}).Draw(rt, "final")
	if final >= 0 {
		body["finalAmount"] = final
	}
	h.change(rt, b, b.status != "cancelled", "PUT", "/checkout", body, func() {
		if final >= 0 {
			b.total = 100 * final
		}
		if b.status != "checked-out" {
			for i := range b.rows {
				h.leave(&b.rows[i])
			}
			b.status = "checked-out"
			h.keepEarly(b)
		}
	})
}

func (h *modelHotel) cancel(rt *rapid.T) { h.drop(rt, false) }

func (h *modelHotel) noShow(rt *rapid.T) { h.drop(rt, true) }

func (h *modelHotel) drop(rt *rapid.T, noShow bool) {
	b, method, path, body := h.pick(rt), "PUT", "/cancel", object{"reason": "x"}
	done := b.status != "checked-out"
	if noShow {
		method, path, body = "POST", "/no-show", object{}
		done = done && b.status != "checked-in" && (b.status != "cancelled" || b.noShow)
	}
	charge, refunded, charged := b.charge, b.refunded, rapid.Bool().Draw(rt, "charged")
	if charged {
		charge = 300
		body["cancellationCharge"] = charge
	}
	givenBack := rapid.Bool().Draw(rt, "given back")
	if givenBack {
		refunded = rapid.SampledFrom([]int{0, 500, 1000, 1601}).Draw(rt, "refund")
		body["refundAmount"] = refunded
		done = done && refunded >= b.refunded && refunded <= b.paid
	}
	h.change(rt, b, done, method, path, body, func() {
		h.received(b.refunded - refunded)
		if !charged && charge == 0 && (givenBack || noShow && b.status != "cancelled") {
			b.retained = b.paid - refunded
		}
		if b.status != "cancelled" {
			b.before, b.status, b.noShow, b.early = b.status, "cancelled", noShow, nil
		}
		if charged {
			b.retained = 0
		}
		b.charge, b.refunded = charge, refunded
	})
}

func (h *modelHotel) reinstate(rt *rapid.T) {
	b := h.pick(rt)
	done := b.status == "cancelled" && h.free(b.rows, b.id) && h.usable(b.rows)
	h.change(rt, b, done, "POST", "/reinstate", nil, func() {
		b.status, b.charge, b.retained, b.noShow = b.before, 0, 0, false
		h.keepEarly(b)
	})
}

func (h *modelHotel) block(rt *rapid.T) {
	r := modelRow{room: h.room(rt, "room"), from: h.today + rapid.IntRange(-1, 4).Draw(rt, "from")}
	r.to = r.from + rapid.IntRange(0, 3).Draw(rt, "nights")
	done := r.from >= h.today && r.from < r.to && !h.inactive[r.room] && h.free([]modelRow{r}, "")
	a := h.ask(rt, done, "POST", "/api/rooms/{org}/"+h.rooms[r.room]+"/blocks",
		object{"from": apptest.Date(r.from), "to": apptest.Date(r.to), "reason": "x"})
	if done {
		h.blocks[a.Body["data"].(map[string]any)["_id"].(string)] = r
	}
}

func (h *modelHotel) unblock(rt *rapid.T) {
	if len(h.blocks) == 0 {
		rt.Skip("no block")
	}
	id := rapid.SampledFrom(slices.Sorted(maps.Keys(h.blocks))).Draw(rt, "block")
	h.ask(rt, true, "DELETE", "/api/rooms/{org}/"+h.rooms[h.blocks[id].room]+"/blocks/"+id, nil)
	delete(h.blocks, id)
}

func (h *modelHotel) roomInUse(rt *rapid.T) {
	room, inactive, done := h.room(rt, "room"), rapid.IntRange(0, 3).Draw(rt, "inactive") == 3, true
	for night := range h.held() {
		if inactive && !h.inactive[room] && night.room == room && night.day >= h.today {
			done = false
		}
	}
	h.ask(rt, done, "PUT", "/api/rooms/{org}/"+h.rooms[room]+"/update", object{"isActive": !inactive})
	if done {
		if h.inactive[room] == inactive {
			h.entries-- // nobody is told of a change that changes nothing
		}
		h.inactive[room] = inactive
	}
}

func (h *modelHotel) nextDay(*rapid.T) {
	if h.today == 6 {
		return
	}
	h.today++
	h.desk.Server.Clock.Advance(24 * time.Hour)
	h.desk = h.desk.Refreshed()
}

// compare holds everything that can be read against the model.
func (h *modelHotel) compare(rt *rapid.T) {
	h.compareNights(rt)
	h.compareAvailability(rt, h.today, h.today+1)
	h.compareAvailability(rt, h.today+1, h.today+4)
	cells := h.compareCells(rt)
	h.compareOverview(rt, cells)
	if entries, notices := h.logged(rt); entries != h.entries || notices != h.notices {
		rt.Fatalf("%d audit entries and %d notifications, want %d and %d", entries, notices, h.entries, h.notices)
	}
}

func (h *modelHotel) compareNights(rt *rapid.T) {
	want := map[string]string{}
	for night, holder := range h.held() {
		want[h.rooms[night.room]+" "+apptest.Date(night.day)] = holder
	}
	if got := h.desk.HeldNights(); !maps.Equal(got, want) {
		rt.Fatalf("held are\n%v, want\n%v", got, want)
	}
}

func (h *modelHotel) compareAvailability(rt *rapid.T, from, to int) {
	a, err := h.desk.Try("POST", "/api/bookings/{org}/check-availability",
		object{"checkIn": apptest.Date(from), "checkOut": apptest.Date(to)})
	if err != nil || a.Status != 200 {
		rt.Fatal(err, a.Status)
	}
	var got, want []string
	for i := range a.List("data", "rooms") {
		got = append(got, a.Text("data", "rooms", i, "roomId"))
	}
	for i, room := range h.rooms {
		overstayed := from <= h.today && h.today < to && strings.HasPrefix(h.cell(i, h.today)[0], "occupied")
		if !h.inactive[i] && !overstayed && h.free([]modelRow{{room: i, from: from, to: to}}, "") {
			want = append(want, room)
		}
	}
	if !slices.Equal(got, want) {
		rt.Fatalf("free from %d to %d are %v, want %v", from, to, got, want)
	}
}

// compareCells returns the model's cells of today.
func (h *modelHotel) compareCells(rt *rapid.T) []string {
	today := make([]string, len(h.rooms))
	from, to := h.today, h.today+8
	cells := cells(h.desk, apptest.FirstDay.AddDays(from), apptest.FirstDay.AddDays(to))
	for day := from; day < to; day++ {
		for room, id := range h.rooms {
			got, want := cells[id+" "+apptest.Date(day)], h.cell(room, day)
			if !slices.Contains(want, got) {
				rt.Fatalf("room %d on day %d is %q, want %q", room, day, got, want)
			}
			if day == h.today {
				today[room], _, _ = strings.Cut(got, " ")
			}
		}
	}
	return today
}

// cell is what the calendar may show; there is a choice only where two guests overstay in one room.
func (h *modelHotel) cell(room, day int) []string {
	cell, early, overstays := "", []string(nil), []string(nil)
	for i, b := range h.bookings {
		name := fmt.Sprintf(" Guest %d", i+1)
		for _, r := range b.rows {
			if r.room != room || b.status == "cancelled" {
				continue
			}
			open := r.state == "" && !b.closed()
			switch covers := r.from <= day && day < r.to; {
			case covers && b.status == "confirmed":
				cell = "reserved" + name
			case covers:
				return []string{"occupied" + name}
			case open && b.status == "checked-in" && r.to < h.today && r.to <= day && day <= h.today,
				h.in(b, r) && day == h.today && day < r.from:
				overstays = append(overstays, "occupied"+name)
			case h.in(b, r) && day < r.from && r.from-h.today <= 3:
				early = append(early, "occupied"+name)
			case open && r.to == day && cell == "":
				cell = "checkout" + name
			}
		}
	}
	if overstays != nil {
		return overstays
	}
	for _, block := range h.blocks {
		if block.room == room && block.from <= day && day < block.to {
			cell = "maintenance"
		}
	}
	if early != nil && (cell == "" || strings.HasPrefix(cell, "checkout")) {
		return early
	}
	return []string{cell}
}

func (h *modelHotel) compareOverview(rt *rapid.T, cells []string) {
	var arrivals, departures, stayovers, available, occupied, total, month int
	for _, b := range h.bookings {
		inHouse := b.status == "checked-in"
		if b.from == h.today && (inHouse || b.status == "confirmed") {
			arrivals++
		}
		if b.to == h.today && (inHouse || b.status == "checked-out") {
			departures++
		}
		if inHouse && b.from != h.today && b.to != h.today {
			stayovers++
		}
	}
	for room, cell := range cells {
		if h.inactive[room] {
			continue
		}
		total++
		if slices.ContainsFunc(h.bookings, func(b *modelBooking) bool {
			return slices.ContainsFunc(b.rows, func(r modelRow) bool { return r.room == room && h.in(b, r) })
		}) {
			occupied++
		}
		switch cell {
		case "", "checkout":
			available++
		}
	}
	for _, amount := range h.money {
		month += amount
	}
	a, err := h.desk.Try("GET", "/api/bookings/{org}/overview", nil)
	if err != nil || a.Status != 200 {
		rt.Fatal(err, a.Status)
	}
	got := fmt.Sprint(a.At("data", "today"), a.At("data", "occupancy", "occupied"), a.At("data", "occupancy", "total"),
		a.At("data", "revenue"))
	want := fmt.Sprint(map[string]int{"arrivals": arrivals, "departures": departures, "stayovers": stayovers,
		"available": available}, occupied, total,
		map[string]int{"today": h.money[h.today], "month": month})
	if got != want {
		rt.Fatalf("the overview is %s, want %s", got, want)
	}
}

func (h *modelHotel) compareBooking(rt *rapid.T, b *modelBooking) {
	rt.Helper()
	a, err := h.desk.Try("GET", apptest.BookingPath(b.id, ""), nil)
	if err != nil || a.Status != 200 {
		rt.Fatal(err, a.Status)
	}
	got := fmt.Sprint(a.At("data", "status"), a.At("data", "noShow"), a.At("data", "checkIn"), a.At("data", "checkOut"),
		a.At("data", "totalAmount"),
		a.At("data", "paidAmount"), a.At("data", "refundAmount"), a.At("data", "balanceDue"))
	want := fmt.Sprint(b.status, b.noShow, apptest.Date(b.from), apptest.Date(b.to), rupees(b.total), b.paid, b.refunded,
		b.owes())
	for i := range a.List("data", "rooms") {
		got += fmt.Sprint(" ", slices.Index(h.rooms, a.Text("data", "rooms", i, "roomId")), a.At("data", "rooms", i, "from"),
			a.At("data", "rooms", i, "to"), a.At("data", "rooms", i, "checkedOut"))
	}
	for _, r := range b.rows {
		if r.state != "moved" || r.to > h.today {
			want += fmt.Sprint(" ", r.room, apptest.Date(r.from), apptest.Date(r.to), r.state == "left")
		}
	}
	sum := 0
	for i := range a.List("data", "nights") {
		sum += int(apptest.Paise(a.At("data", "nights", i, "amount")))
		if b.status != "checked-out" { // a final amount may have changed them
			got += fmt.Sprint(" ", a.At("data", "nights", i, "date"), a.At("data", "nights", i, "amount"))
		}
	}
	for _, p := range pricesOf(b.rows) {
		if b.status != "checked-out" {
			want += fmt.Sprint(" ", apptest.Date(p.day), rupees(p.price))
		}
	}
	if got != want || sum != b.total {
		rt.Fatalf("the booking is\n%s, want\n%s; its nights add up to %d paise", got, want, sum)
	}
}

// compareAll reads every booking and the list's totals.
func (h *modelHotel) compareAll(rt *rapid.T) {
	number := map[string]int{}
	for _, b := range h.bookings {
		h.compareBooking(rt, b)
		number[b.status]++
		number[""]++
	}
	for _, status := range []string{"", "confirmed", "checked-in", "checked-out", "cancelled"} {
		query := "?limit=100"
		if status != "" {
			query += "&status=" + status
		}
		a, err := h.desk.Try("GET", "/api/bookings/{org}/list"+query, nil)
		if err != nil || a.Status != 200 || int(a.Number("pagination", "total")) != number[status] ||
			len(a.List("data")) != number[status] {
			rt.Fatalf("the list of %q is not %d long: %v %s", status, number[status], err, a.Raw)
		}
	}
}

// logged counts the audit entries, but those of the invoices that check-outs draft, and notifications.
func (h *modelHotel) logged(rt *rapid.T) (entries, notices int) {
	err := h.desk.Server.DB.Read(rt.Context(), func(tx *db.Tx) error {
		return tx.QueryRow(`SELECT
			(SELECT COUNT(*) FROM audit_entries WHERE org_id = $1 AND resource_type <> 'invoice'),
			(SELECT COUNT(*) FROM notifications WHERE org_id = $1)`, h.desk.Org).Scan(&entries, &notices)
	})
	if err != nil {
		rt.Fatal(err)
	}
	return entries, notices
}

// scope is the reach of a job in the caller's organization, for what has no endpoint.
func scopeFor(c *apptest.Caller, tx *db.Tx) (scope.Scope, error) {
	o, err := organization.Get(tx, c.Org).Get()
	if err != nil {
		return scope.Scope{}, err
	}
	zone, err := time.LoadLocation(o.Timezone)
	return scope.ForJob(c.Org, o.Currency, zone), err
}

// cells is the calendar [from, to), from today or later, as "room date" → "status guest"; a cell that is missing is
// available.
func cells(c *apptest.Caller, from, to date.Date) map[string]string {
	c.Server.T.Helper()
	cells := map[string]string{}
	err := c.Server.DB.Read(c.Server.T.Context(), func(tx *db.Tx) error {
		sc, err := scopeFor(c, tx)
		if err != nil {
			return err
		}
		found, err := frontdesk.Cells(tx, sc, from, to)
		for room, days := range found {
			for i, cell := range days {
				if cell.Status != "" {
					cells[room+" "+string(from.AddDays(i))] = strings.TrimSpace(cell.Status + " " + cell.GuestName)
				}
			}
		}
		return err
	})
	if err != nil {
		c.Server.T.Fatal(err)
	}
	return cells
}
