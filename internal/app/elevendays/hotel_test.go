// Package elevendays_test plays eleven days of a hotel with forty rooms over the API, and compares every figure of
// bookings, folios, reports, key figures, books and returns with a ledger of its own.
//
// The ledger (law, ledger, money, figures) knows what was done and what the law says of it. It computes every figure
// anew, to the paisa, without a package of the service, and reads nothing of its answers but ids. The script tells the
// story, with what each day brings by chance (routine) and with longer scenes. What it does goes through the desk, the
// till and the audit, which send a request and write it down. The comparisons count themselves.
package elevendays_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

// seed decides prices, guests, rooms and what they drink.
const seed = 20260522

// firstDay is a Friday; the last of the eleven days is the first of the next month.
const (
	firstDay = "2026-05-22"
	lastDay  = "2026-06-01"
)

// hotelGSTIN is that of a hotel in Maharashtra.
const hotelGSTIN = "27AAPFU0939F1ZV"

func TestElevenDays(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		began := time.Now()
		h := openHotel(t, s)
		t.Cleanup(func() {
			if t.Failed() {
				t.Logf("seed %d, on %s", seed, h.today)
			}
		})
		h.play()
		h.compareAll()
		apptest.BooksBalance(t, h.desk)
		sold, free := h.sold(firstDay, lastDay)
		t.Logf("%d figures compared: %d bookings, %d nights sold and %d given, %d invoices, %d credit notes, %d payments "+
			"and refunds, in %.1f s", h.compared, len(h.bookings), sold, free, h.issued, len(h.notes), len(h.payments),
			time.Since(began).Seconds())
	})
}

// hotel is the hotel as its people see it: the API, and beside it the ledger.
type hotel struct {
	ledger
	t                 *testing.T
	desk              *apptest.Caller
	rng               *rand.Rand
	rooms             []room
	category          map[int]string    // ids, by place in categories
	taxes             map[string]string // ids, by name
	account           map[string]string // ids of the default accounts, by kind
	company           map[string]string // ids, by GSTIN
	reports           map[string][]figure
	absent, overstays map[*booking]bool // who will not come, and who stays beyond the check-out day
	promised          map[string]bool   // rooms and nights that the script needs for those who stay longer
	compared          int
	wrong             int
}

// room is one of the forty, or one that was added.
type room struct {
	id, number string
	category   int
	idle       bool // nobody is given it
}

// categories are what the hotel sells, with the price of a night, of one at the weekend, and how many rooms there are.
var categories = []struct {
	name          string
	rate, weekend paise
	rooms, first  int
}{{"Standard", 3_200_00, 3_950_00, 16, 101}, {"Deluxe", 6_400_00, 7_900_00, 14, 201},
	{"Suite", 8_900_00, 11_500_00, 10, 301}}

// rupees writes an amount as the API does.
func rupees(a paise) json.Number {
	sign := ""
	if a < 0 {
		sign, a = "-", -a
	}
	return json.Number(fmt.Sprintf("%s%d.%02d", sign, a/100, a%100))
}

// india is the hotel's clock.
var india = time.FixedZone("IST", 5*3600+1800)

// at moves the clock to a day and time, and signs in again, since access tokens live for minutes only.
func (h *hotel) at(day, clock string) {
	now, err := time.ParseInLocation("2006-01-02 15:04", day+" "+clock, india)
	if err != nil {
		h.t.Fatal(err)
	}
	h.desk.Server.Clock.Set(now)
	h.desk = h.desk.Refreshed()
	h.today = day
}

// tick lets a moment pass, so that what is done next is later than what was done.
func (h *hotel) tick() { h.desk.Server.Clock.Advance(time.Second) }

func openHotel(t *testing.T, s *apptest.Server) *hotel {
	h := &hotel{t: t, rng: rand.New(rand.NewPCG(seed, 11)), category: map[int]string{}, taxes: map[string]string{},
		account: map[string]string{}, company: map[string]string{}, reports: map[string][]figure{},
		absent: map[*booking]bool{}, overstays: map[*booking]bool{}, promised: map[string]bool{},
		ledger: ledger{since: map[string]string{}, until: map[string]string{}}}
	now, _ := time.ParseInLocation("2006-01-02 15:04", firstDay+" 06:00", india)
	s.Clock.Set(now)
	h.today = firstDay
	h.desk = s.Hotel(object{"gstin": hotelGSTIN})
	h.desk.SetBilling(object{"pricesIncludeTax": true, "nightAuditHour": -1, "dueDays": dueDays, "issueAtCheckout": false,
		"refuseOccupiedRoom": false}) // guests of the script overstay, and others come
	h.buildRooms()
	h.sellPlans()
	h.desk.CreateTax(object{"name": "Liquor", "kind": "non-gst", "rate": 20, "sac": ""})
	h.desk.CreateTax(object{"name": "Old books", "kind": "exempt", "rate": 0, "sac": "4901"})
	for _, entry := range h.desk.Get(apptest.Taxes + "/list").Want(200).List("data") {
		tax := entry.(map[string]any)
		h.taxes[tax["name"].(string)] = tax["_id"].(string)
	}
	for _, gstin := range []string{raoGSTIN, ulGSTIN} {
		h.company[gstin] = h.desk.Post("/api/companies/{org}/create", object{"name": "Company " + gstin[:4],
			"gstin": gstin, "code": gstin[:4]}).Want(201).Text("data", "_id")
	}
	for _, kind := range []string{"cash", "bank", "card", "upi", "ota"} {
		h.account[kind] = h.desk.DefaultAccount(kind)
	}
	return h
}

// The companies that send guests: one of the state, one of another.
const (
	raoGSTIN = "27AAACR5055K1Z7"
	ulGSTIN  = "08AAPFU0939F1ZV"
)

func (h *hotel) buildRooms() {
	var bodies []object
	for c, each := range categories {
		h.category[c] = h.desk.Post("/api/room-categories/{org}/create", object{"name": each.name,
			"baseRate": rupees(each.rate)}).Want(201).Text("data", "_id")
		for n := range each.rooms {
			number := fmt.Sprint(each.first + n)
			bodies = append(bodies, object{"roomNumber": number, "categoryId": h.category[c]})
			h.rooms = append(h.rooms, room{number: number, category: c})
		}
	}
	made := h.desk.Post("/api/rooms/{org}/bulk-create", object{"rooms": bodies}).Want(201)
	for i := range h.rooms {
		h.rooms[i].id = made.Text("data", i, "_id")
		h.since[h.rooms[i].id] = firstDay
	}
}

// sellPlans makes the public plan, with dearer weekends, and that of companies.
func (h *hotel) sellPlans() {
	for _, code := range []string{"BAR", "CORP"} {
		plan := h.desk.Post("/api/rate-plans/{org}/create", object{"name": code, "code": code}).Want(201).
			Text("data", "_id")
		for c, each := range categories {
			h.desk.Post("/api/rate-plans/{org}/"+plan+"/products/create", object{"categoryId": h.category[c],
				"defaultPrice": rupees(each.rate), "weekdayPrices": object{"fri": rupees(each.weekend),
					"sat": rupees(each.weekend)}}).Want(201)
		}
	}
}

// rate is the public price of a night.
func rate(category int, day string) paise {
	if weekend(day) {
		return categories[category].weekend
	}
	return categories[category].rate
}

func (h *hotel) roomOf(id string) room {
	for _, r := range h.rooms {
		if r.id == id {
			return r
		}
	}
	return room{} // not assigned yet
}

// taken tells whether the ledger has, or had, a guest in the room on the night, or one to come.
func (h *hotel) taken(id, day string) bool {
	for _, b := range h.bookings {
		for _, n := range b.nights {
			if b.status != "cancelled" && n.held && n.room == id && n.day == day {
				return true
			}
		}
	}
	return false
}

// kept is how many rooms of a category are sold on the night without being assigned yet.
func (h *hotel) kept(category int, day string) (number int) {
	for _, b := range h.bookings {
		for _, n := range b.nights {
			if b.open() && n.held && n.day == day && h.roomOf(n.room).id == "" && b.category == category {
				number++
			}
		}
	}
	return number
}

// free finds rooms of a category that nobody has on any of the nights, in the order of chance.
func (h *hotel) free(category, number int, in, out string) (ids []string) {
	var found []string
	most := 0
	for _, day := range days(in, out) {
		most = max(most, h.kept(category, day))
	}
	for _, r := range h.rooms {
		isFree := r.category == category && !r.idle
		for _, day := range days(in, out) {
			isFree = isFree && !h.taken(r.id, day) && !h.promised[r.id+day]
		}
		if isFree {
			found = append(found, r.id)
		}
	}
	if len(found)-most < number {
		return nil
	}
	h.rng.Shuffle(len(found), func(i, j int) { found[i], found[j] = found[j], found[i] })
	return found[:number]
}

// need is free where the script counts on it: rooms of the category, or of another one if it is full.
func (h *hotel) need(category, number int, in, out string) []string {
	h.t.Helper()
	for n := range categories {
		if ids := h.free((category+n)%len(categories), number, in, out); ids != nil {
			return ids
		}
	}
	h.t.Fatalf("the script finds no %d rooms from %s to %s", number, in, out)
	return nil
}

// promise keeps a room free for what the script does with it later.
func (h *hotel) promise(room, from, to string) {
	for _, day := range days(from, to) {
		h.promised[room+day] = true
	}
}

// odd is a price near another one, with paise.
func (h *hotel) odd(near paise) paise { return near + h.rng.Int64N(30_000) + h.rng.Int64N(100) }

func pick[T any](h *hotel, list ...T) T { return list[h.rng.IntN(len(list))] }
