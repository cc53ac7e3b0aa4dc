package elevendays_test

import (
	"fmt"
	"slices"
	"strings"

	"sarai/internal/app/apptest"
)

// compareBookings compares every booking, and the folios of those that have changed.
func (h *hotel) compareBookings() {
	h.t.Helper()
	shown := map[string]map[string]any{}
	for page := 1; len(shown) < len(h.bookings); page++ {
		a := h.desk.Get(fmt.Sprint("/api/bookings/{org}/list?fields=full&limit=100&page=", page)).Want(200)
		for _, entry := range a.List("data") {
			b := entry.(map[string]any)
			shown[b["bookingId"].(string)] = b
		}
		if page == 1 {
			h.same("bookings", a.Number("pagination", "total"), len(h.bookings))
		}
	}
	for _, b := range h.bookings {
		h.compareBooking(shown[b.id], b)
		if b.stale {
			h.compareFolio(b)
		}
	}
}

func (h *hotel) compareBooking(shown map[string]any, b *booking) {
	h.t.Helper()
	for _, f := range []figure{{"code", b.code}, {"status", b.status}, {"pricesIncludeTax", b.inclusive},
		{"noShow", b.noShow}, {"checkIn", b.in}, {"checkOut", b.out}, {"source", b.source}} {
		h.same(b.code+" "+f.name, shown[f.name], f.want)
	}
	for name, amount := range map[string]paise{"totalAmount": b.total(), "taxAmount": b.roomTax(),
		"extrasAmount": b.extras(), "paidAmount": b.paid, "refundAmount": b.refunded, "balanceDue": b.due(),
		"cancellationCharge": b.charge, "retainedAmount": b.retained} {
		h.money(b.code+" "+name, shown[name], amount)
	}
	var got, want []string
	for _, entry := range shown["nights"].([]any) {
		n := entry.(map[string]any)
		room := n["roomId"].(string) + n["entryId"].(string)
		got = append(got, fmt.Sprint(n["date"], " ", room, " ", apptest.Paise(n["amount"]), " ", n["posted"], " ",
			n["complimentary"]))
	}
	for _, n := range b.nights {
		want = append(want, fmt.Sprint(n.day, " ", n.room, " ", n.price, " ", n.line != nil, " ", n.price == 0))
	}
	h.sameLists(b.code+" nights", got, want)
}

// sameLists compares two lists in any order, each entry as a figure.
func (h *hotel) sameLists(name string, got, want []string) {
	h.t.Helper()
	slices.Sort(got)
	slices.Sort(want)
	h.same(name+", how many", len(got), len(want))
	if len(got) != len(want) {
		h.t.Fatalf("%s are\n%s\nbut by the ledger\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for i := range got {
		h.same(name, got[i], want[i])
	}
}

// status is what a folio calls a line.
func (x *line) status() string {
	switch {
	case x.takes != nil:
		return "reversal"
	case x.gone:
		return "reversed"
	case x.invoice != nil:
		return "billed"
	}
	return "open"
}

// compareFolio compares a folio line by line, and notes the ids of the lines.
func (h *hotel) compareFolio(b *booking) {
	h.t.Helper()
	f := h.desk.Get(apptest.BookingPath(b.id, "/folio")).Want(200)
	type shownLine struct{ text, id string }
	var got []shownLine
	for _, entry := range f.List("data", "lines") {
		l := entry.(map[string]any)
		if l["type"] == "tax" {
			continue
		}
		got = append(got, shownLine{fmt.Sprint(l["type"], " ", l["date"], " ", l["postedOn"], " ", l["roomNumber"], " ",
			l["lodging"], " ", l["sac"], " at ", l["taxRate"], ": ", apptest.Paise(l["amount"]), " + ",
			apptest.Paise(l["taxAmount"]), " = ", apptest.Paise(l["totalAmount"]), ", ", l["status"]), l["lineId"].(string)})
	}
	want := slices.Clone(b.lines)
	text := func(x *line) string {
		return fmt.Sprint(x.kind, " ", x.of, " ", x.posted, " ", h.roomOf(x.room).number, " ", x.lodging, " ", x.sac, " at ",
			x.rate, ": ", x.value, " + ", x.tax(), " = ", x.total(), ", ", x.status())
	}
	slices.SortStableFunc(got, func(a, b shownLine) int { return strings.Compare(a.text, b.text) })
	slices.SortStableFunc(want, func(a, b *line) int { return strings.Compare(text(a), text(b)) })
	var texts, lines []string
	for _, x := range want {
		lines = append(lines, text(x))
	}
	for _, l := range got {
		texts = append(texts, l.text)
	}
	h.sameLists(b.code+" folio", texts, lines)
	for i, x := range want {
		x.id = got[i].id
	}
	h.compareTotals(b, f)
	b.stale = false
}

func (h *hotel) compareTotals(b *booking, f apptest.Answer) {
	h.t.Helper()
	var lodging, tax, billed paise
	for _, x := range b.lines {
		tax += x.tax()
		if x.lodging {
			lodging += x.total()
		}
		if x.status() == "billed" {
			billed += x.total()
		}
	}
	for name, amount := range map[string]paise{"lodgingAmount": lodging, "extrasAmount": b.extras(), "taxAmount": tax,
		"chargedAmount": b.charged(), "billedAmount": billed, "paidAmount": b.paid, "refundAmount": b.refunded,
		"balance": b.charged() - b.paid + b.refunded, "toBePosted": b.toBePosted(), "balanceDue": b.due()} {
		h.money(b.code+" folio "+name, f.At("data", "totals", name), amount)
	}
}
