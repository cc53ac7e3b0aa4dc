package elevendays_test

import (
	"fmt"
	"slices"
	"strings"

	"sarai/internal/app/apptest"
)

// closeDay closes a business day, and those open before it, and compares the report of each.
func (h *hotel) closeDay(day string, noShows bool) {
	h.t.Helper()
	a := h.desk.Post(apptest.NightAudits, object{"date": day, "markNoShows": noShows}).Want(200)
	first := day
	if h.closed != "" {
		first = plus(h.closed, 1)
	}
	for _, each := range days(first, plus(day, 1)) {
		h.reports[each] = h.audit(each, noShows)
		h.closed = each
		if each == day {
			h.compareReport(a, each)
		} else {
			h.compareReport(h.desk.Get(apptest.NightAudits+"?date="+each).Want(200), each)
		}
	}
	for _, b := range h.bookings {
		if b.noShow && b.stale {
			h.followRetained(b)
		}
	}
	h.compareDay()
}

// audit posts the day's nights, marks no-shows, counts what was slept, and writes the report.
func (l *ledger) audit(day string, noShows bool) []figure {
	var marked []*booking
	for _, b := range l.bookings {
		if b.status == "checked-in" {
			l.postNights(b, day)
		}
		if noShows && b.status == "confirmed" && b.in <= day {
			l.callOff(b, cancellation{noShow: true})
			marked = append(marked, b)
		}
	}
	l.count(day)
	return append(l.reportNights(day), l.reportGuests(day, marked)...)
}

// reportNights are what the report has of rooms and charges.
func (l *ledger) reportNights(day string) []figure {
	var posted int
	var nights, tax, other paise
	var late []string
	l.eachLine(day, day, func(b *booking, x *line) {
		if x.kind == "room-night" {
			posted, nights, tax = posted+x.sign(), nights+x.total(), tax+x.tax()
		} else {
			other += x.total()
		}
		if x.of < x.posted {
			late = append(late, fmt.Sprint(b.code, " ", x.kind, " ", x.of, " ", x.total()))
		}
	})
	slices.Sort(late)
	rooms, _ := l.revenue(day, day)
	sold, free := l.sold(day, day)
	money := l.takings(day, day, "")
	list := []figure{{"roomsTotal", len(l.inUse(day))}, {"roomsSold", sold}, {"complimentary", free},
		{"occupancy", percent(sold, len(l.inUse(day)))}, {"roomNightsPosted", posted}, {"roomNightsAmount", nights},
		{"roomNightsTax", tax}, {"otherCharges", other}, {"roomsRevenue", rooms}, {"received", money.received},
		{"refunded", money.refunded}, {"revenue", money.received - money.refunded}, {"latePostings", late}}
	var methods []string
	for _, method := range []string{"bank_transfer", "card", "cash", "other", "ota", "upi"} {
		if t := l.takings(day, day, method); t.payments+t.refunds > 0 {
			methods = append(methods, fmt.Sprint(method, " ", t))
		}
	}
	slices.Sort(methods)
	return append(list, figure{"payments", methods})
}

// reportGuests are what the report has of those who came, left and should have.
func (l *ledger) reportGuests(day string, marked []*booking) []figure {
	var expected, arrived, leaving, left int
	var lateIn, lateOut, noShows []string
	for _, b := range l.bookings {
		if b.status == "cancelled" {
			continue
		}
		if b.in == day {
			expected++
			if b.came() {
				arrived++
			}
		}
		if b.out == day {
			leaving++
			if b.status == "checked-out" {
				left++
			}
		}
		if b.status == "confirmed" && b.in <= day {
			lateIn = append(lateIn, b.code)
		}
		if b.status == "checked-in" && b.out <= day {
			lateOut = append(lateOut, b.code)
		}
	}
	for _, b := range marked {
		noShows = append(noShows, b.code)
	}
	slices.Sort(lateIn)
	slices.Sort(lateOut)
	slices.Sort(noShows)
	return []figure{{"arrivals", fmt.Sprint(expected, " ", arrived)}, {"departures", fmt.Sprint(leaving, " ", left)},
		{"overdueArrivals", lateIn}, {"overdueDepartures", lateOut}, {"noShows", noShows}}
}

// compareReport compares the report of a closed day with what the ledger had when the day was closed.
func (h *hotel) compareReport(a apptest.Answer, day string) {
	h.t.Helper()
	for _, f := range h.reports[day] {
		name := "report of " + day + " " + f.name
		switch want := f.want.(type) {
		case paise:
			h.money(name, a.At("data", f.name), want)
		case []string:
			var got []string
			for i := range a.List("data", f.name) {
				got = append(got, reported(a.At("data", f.name, i).(map[string]any)))
			}
			slices.Sort(got)
			h.same(name, strings.Join(got, ", "), strings.Join(want, ", "))
		default:
			got := a.At("data", f.name)
			if progress, ok := got.(map[string]any); ok {
				got = fmt.Sprint(progress["expected"], " ", progress["done"])
			}
			h.same(name, got, want)
		}
	}
}

// reported is an entry of one of a report's lists.
func reported(entry map[string]any) string {
	switch {
	case entry["lineId"] != nil:
		return fmt.Sprint(entry["code"], " ", entry["type"], " ", entry["date"], " ", apptest.Paise(entry["totalAmount"]))
	case entry["method"] != nil:
		return fmt.Sprint(entry["method"], " ", takings{int(entry["payments"].(float64)), int(entry["refunds"].(float64)),
			apptest.Paise(entry["received"]), apptest.Paise(entry["refunded"])})
	}
	return entry["code"].(string)
}
