package creditnote_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"sarai/internal/app/apptest"
)

// However nights are credited, given up, made cheaper and billed again, the guest owes each night that the stay has,
// less what was credited of it, and nothing of the others: whatever came first, everything is lowered once.
func TestCreditedNightsAreLoweredOnce(t *testing.T) {
	apptest.RapidDefault(t, "checks", "10")
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		rapid.Check(t, func(rt *rapid.T) {
			s.Clock.Set(apptest.Noon)
			h := &creditedStay{desk: owner.Refreshed().AnotherHotel(object{"gstin": "27AAPFU0939F1ZV"})}
			h.begin(rt)
			rt.Repeat(map[string]func(*rapid.T){
				"": h.compare, "credit": h.credit, "credit more": h.credit, "give up": h.giveUp, "cheaper": h.cheaper,
				"bill again": h.billAgain,
			})
		})
	})
}

type creditedStay struct {
	desk   *apptest.Caller
	id     string
	nights []*creditedNight
	held   int // the first nights, which the stay still has
}

// creditedNight is a billed night; amounts are rupees.
type creditedNight struct {
	line, invoice  string
	billed, price  int
	credited, left int // left: of the invoice's line
}

func (h *creditedStay) begin(rt *rapid.T) {
	rates := []object{}
	for n := range rapid.IntRange(2, 5).Draw(rt, "nights") {
		price := rapid.SampledFrom([]int{1000, 5000, 7000, 9000}).Draw(rt, "price")
		rates = append(rates, object{"date": apptest.Date(n), "amount": price})
		h.nights = append(h.nights, &creditedNight{billed: price, price: price, left: price})
	}
	h.held = len(h.nights)
	body := apptest.Stay(apptest.Date(0), apptest.Date(h.held), h.desk.CreateRooms(1)...)
	body["rooms"].([]object)[0]["rates"] = rates
	h.id = h.desk.Post("/api/bookings/{org}/create", body).Want(201).Text("data", "bookingId")
	h.desk.Arrive(h.id)
	i := issued(h.desk, object{"bookingId": h.id})
	for n, night := range h.nights {
		night.invoice, night.line = i.Text("data", "_id"), i.Text("data", "lines", n, "lineId")
	}
}

func (h *creditedStay) night(rt *rapid.T, most int) *creditedNight {
	return h.nights[rapid.IntRange(0, most-1).Draw(rt, "night")]
}

func (h *creditedStay) credit(rt *rapid.T) {
	n := h.night(rt, len(h.nights))
	if n.left == 0 {
		rt.Skip("nothing is left of it")
	}
	line := object{"lineId": n.line}
	amount := n.left
	if rapid.Bool().Draw(rt, "a part") {
		amount = rapid.IntRange(1, n.left).Draw(rt, "amount")
		line["amount"] = amount
	}
	credited(h.desk, n.invoice, object{"lines": []object{line}})
	n.credited, n.left = n.credited+amount, n.left-amount
}

func (h *creditedStay) giveUp(rt *rapid.T) {
	if h.held < 2 {
		rt.Skip("one night stays")
	}
	h.held = rapid.IntRange(1, h.held-1).Draw(rt, "nights")
	h.desk.Put(apptest.BookingPath(h.id, "/stay"), object{"checkOut": apptest.Date(h.held)}).Want(200)
}

func (h *creditedStay) cheaper(rt *rapid.T) {
	at := rapid.IntRange(0, h.held-1).Draw(rt, "night")
	n := h.nights[at]
	price := rapid.IntRange(0, n.billed+1).Draw(rt, "to")
	a := h.desk.Put(apptest.BookingPath(h.id, "/nights"), object{"reason": "Noise",
		"rates": []object{{"date": apptest.Date(at), "amount": price}}})
	if least := min(n.price, n.left); price < least || price > n.price {
		a.Refused(400, "credit note")
		return
	}
	a.Want(200)
	n.price = price
}

func (h *creditedStay) billAgain(rt *rapid.T) {
	n := h.night(rt, h.held)
	if n.left > 0 || n.price < n.billed {
		rt.Skip("it isn't credited as a whole, or costs something else now")
	}
	i := issued(h.desk, object{"bookingId": h.id, "lineIds": []string{n.line}})
	n.invoice, n.credited, n.left = i.Text("data", "_id"), 0, n.billed
}

func (h *creditedStay) compare(rt *rapid.T) {
	want := 0
	for _, n := range h.nights[:h.held] {
		want += n.left
	}
	if got := h.desk.Get(apptest.BookingPath(h.id, "")).Want(200).Number("data", "balanceDue"); got != float64(want) {
		rt.Fatalf("the guest owes %v, want %d: %s", got, want, fmt.Sprint(h.held, h.describe()))
	}
	apptest.BooksHold(rt, h.desk)
}

func (h *creditedStay) describe() (list []creditedNight) {
	for _, n := range h.nights {
		list = append(list, *n)
	}
	return list
}
