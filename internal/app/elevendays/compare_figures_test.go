package elevendays_test

import (
	"fmt"

	"sarai/internal/app/apptest"
)

// compareDay compares what may have changed since the last time.
func (h *hotel) compareDay() {
	h.t.Helper()
	h.compareBookings()
	h.compareOverview()
	h.compareOutstanding()
	h.compareAvailability()
	h.compareMonths()
	h.compareKPIs(h.closed, h.closed)
	h.compareKPIs(max(firstDay, plus(h.closed, -6)), h.closed)
	h.compareKPIs(firstDay, h.today)
	h.compareSums()
	h.compareProfit(firstDay, h.business())
	h.compareProfit(h.closed, h.closed)
	h.compareTrial(h.closed)
	h.compareTrial(h.business())
}

// compareAll compares everything.
func (h *hotel) compareAll() {
	h.t.Helper()
	for _, b := range h.bookings {
		b.stale = true
	}
	h.compareDay()
	h.comparePapers()
	h.comparePayments()
	h.compareLists()
	for day := range h.reports {
		h.compareReport(h.desk.Get(apptest.NightAudits+"?date="+day).Want(200), day)
		h.compareKPIs(day, day)
		h.compareProfit(day, day)
	}
	h.compareProfit(firstDay, "2026-05-31")
	h.compareProfit("2026-06-01", h.business())
	h.compareOccupancy()
	h.compareTakings()
	h.compareReturn("2026-05")
	h.compareReturn("2026-06")
}

func (h *hotel) compareOverview() {
	h.t.Helper()
	var arrivals, departures int
	for _, b := range h.bookings {
		if b.in == h.today && (b.status == "confirmed" || b.status == "checked-in") {
			arrivals++
		}
		if b.out == h.today && b.came() {
			departures++
		}
	}
	money := h.takings(h.today, h.today, "")
	invoices, inHouse := h.outstanding()
	a := h.desk.Get("/api/analytics/{org}/overview").Want(200)
	rooms := len(h.inUse(h.business()))
	for _, f := range []figure{{"occupiedRooms", h.occupied()}, {"totalRooms", rooms}, {"checkInsToday", arrivals},
		{"checkOutsToday", departures}, {"occupancyRate", percent(h.occupied(), rooms)}} {
		h.same("overview "+f.name, a.At("data", f.name), f.want)
	}
	h.money("overview revenueToday", a.At("data", "revenueToday"), money.received-money.refunded)
	h.money("overview outstandingBalance", a.At("data", "outstandingBalance"), invoices+inHouse)
	desk := h.desk.Get("/api/bookings/{org}/overview").Want(200)
	h.same("the desk's arrivals", desk.At("data", "today", "arrivals"), arrivals)
	h.same("the desk's departures", desk.At("data", "today", "departures"), departures)
	h.same("the desk's occupied rooms", desk.At("data", "occupancy", "occupied"), h.occupied())
}

func (h *hotel) compareOutstanding() {
	h.t.Helper()
	var count int
	debts := map[string]paise{}
	for _, i := range h.invoices {
		if i.owed() > 0 {
			count++
			debts[i.number] = i.owed()
		}
	}
	all, _ := h.outstanding()
	a := h.desk.Get("/api/analytics/{org}/outstanding").Want(200)
	h.money("outstanding", a.At("data", "totalOutstanding"), all)
	h.same("invoices outstanding", a.At("data", "brackets", 0, "count"), count)
	h.money("outstanding of the first thirty days", a.At("data", "brackets", 0, "total"), all)
	for i := range a.List("data", "topInvoices") {
		number := a.Text("data", "topInvoices", i, "invoiceNumber")
		h.money(number+" outstanding", a.At("data", "topInvoices", i, "amount"), debts[number])
	}
}

// compareMonths compares money received and spent by month.
func (h *hotel) compareMonths() {
	h.t.Helper()
	a := h.desk.Get("/api/analytics/{org}/expense-revenue?days=30").Want(200)
	var revenues, expenses paise
	for i := range a.List("data", "data") {
		month := a.Text("data", "data", i, "month")
		from, to := month+"-01", min(month+"-31", h.today)
		money := h.takings(from, to, "")
		revenue, expense := money.received-money.refunded, h.spent(from, to)
		h.money("revenue of "+month, a.At("data", "data", i, "revenue"), revenue)
		h.money("expense of "+month, a.At("data", "data", i, "expense"), expense)
		revenues, expenses = revenues+revenue, expenses+expense
	}
	h.money("net profit in cash", a.At("data", "summary", "netProfit"), revenues-expenses)
}

// spent is what suppliers were paid on the days, with tax.
func (l *ledger) spent(from, to string) paise {
	return l.inBooks("expenses", from, to) + l.inBooks("input-tax", from, to)
}

func (h *hotel) compareKPIs(from, to string) {
	h.t.Helper()
	a := h.desk.Get(fmt.Sprint("/api/analytics/{org}/kpis?from=", from, "&to=", to)).Want(200)
	name := fmt.Sprint("kpis of ", from, " to ", to, ", ")
	sold, free := h.sold(from, min(to, h.closed))
	more, moreFree := h.heldOpen(from, to)
	sold, free = sold+more, free+moreFree
	available := 0
	for _, day := range days(from, plus(to, 1)) {
		available += len(h.inUse(day))
	}
	v := h.visits(from, to)
	for _, f := range []figure{{"roomsAvailable", available}, {"roomsSold", sold}, {"complimentaryRooms", free},
		{"occupancy", percent(sold, available)}, {"arrivals", v.arrivals}, {"cancellations", v.cancelled},
		{"noShows", v.noShows}, {"averageStay", percentOf(v.nights, v.arrivals)},
		{"averageLeadTime", percentOf(v.lead, v.arrivals)}} {
		h.same(name+f.name, a.At("data", f.name), f.want)
	}
	rooms, other := h.revenue(from, to)
	for _, f := range []figure{{"roomsRevenue", rooms}, {"otherRevenue", other}, {"adr", share(rooms, sold)},
		{"revPar", share(rooms, available)}} {
		h.money(name+f.name, a.At("data", f.name), f.want.(paise))
	}
	for list, counts := range map[string]map[string]int{"source": v.sources, "mealPlan": v.meals} {
		for i := range a.List("data", list+"Mix") {
			what := a.Text("data", list+"Mix", i, list)
			h.same(name+what, a.At("data", list+"Mix", i, "bookings"), counts[what])
			h.same(name+what+" share", a.At("data", list+"Mix", i, "share"), percent(counts[what], v.arrivals))
		}
		h.same(name+list+"s", len(a.List("data", list+"Mix")), len(counts))
	}
}

// percentOf is a mean with two decimals.
func percentOf(sum, number int) float64 { return percent(sum, number*100) }

func share(sum paise, number int) paise {
	if number <= 0 {
		return 0
	}
	return divided(sum, int64(number))
}

// compareSums compares what the reports add up to with the key figures and the folios, over all closed days.
func (h *hotel) compareSums() {
	h.t.Helper()
	sums := map[string]paise{}
	list := h.desk.Get(apptest.NightAudits + "/list?limit=100").Want(200)
	h.same("closed days", len(list.List("data")), len(h.reports))
	for i := range list.List("data") {
		for _, name := range []string{"roomsSold", "complimentary", "roomsTotal", "roomsRevenue", "roomNightsAmount",
			"otherCharges", "revenue"} {
			sums[name] += apptest.Paise(list.At("data", i, name))
		}
	}
	kpis := h.desk.Get(fmt.Sprint("/api/analytics/{org}/kpis?from=", firstDay, "&to=", min(h.closed, h.today))).Want(200)
	for report, kpi := range map[string]string{"roomsSold": "roomsSold", "complimentary": "complimentaryRooms",
		"roomsTotal": "roomsAvailable", "roomsRevenue": "roomsRevenue"} {
		h.money("the reports' and the key figures' "+kpi, kpis.At("data", kpi), sums[report])
	}
	var folios paise
	h.eachLine(firstDay, h.closed, func(_ *booking, x *line) { folios += x.total() })
	h.same("the reports and the folios", sums["roomNightsAmount"]+sums["otherCharges"], folios)
	money := h.takings(firstDay, h.closed, "")
	h.same("the reports and the payments", sums["revenue"], money.received-money.refunded)
}

// inUse are the rooms in use on a day, all of them from the day on which they were made.
func (l *ledger) inUse(day string) (ids []string) {
	for id, since := range l.since {
		if until := l.until[id]; since <= day && (until == "" || day < until) {
			ids = append(ids, id)
		}
	}
	return ids
}

// overdue tells whether a guest who should have left before today is still in the room.
func (l *ledger) overdue(id string) bool {
	for _, b := range l.bookings {
		for _, p := range b.places {
			if b.status == "checked-in" && !p.left && p.room == id && p.to < l.today {
				return true
			}
		}
	}
	return false
}

// compareAvailability compares how many rooms of each category are held and free on the next days.
func (h *hotel) compareAvailability() {
	h.t.Helper()
	a := h.desk.Get(fmt.Sprint("/api/availability/{org}/categories?from=", h.today, "&to=", plus(h.today, 4))).Want(200)
	for i := range a.List("data") {
		for c, id := range h.category {
			if id != a.At("data", i, "categoryId") {
				continue
			}
			for n := range a.List("data", i, "nights") {
				day := a.Text("data", i, "nights", n, "date")
				rooms, held, blocked := 0, h.kept(c, day), 0
				for _, r := range h.rooms {
					if r.category != c {
						continue
					}
					rooms++
					if h.taken(r.id, day) {
						held++
					} else if day == h.today && h.overdue(r.id) {
						blocked++ // nobody holds the night, but nobody else can sleep there
					}
				}
				name := fmt.Sprint(categories[c].name, " on ", day, ", ")
				h.same(name+"rooms", a.At("data", i, "nights", n, "rooms"), rooms)
				h.same(name+"held", a.At("data", i, "nights", n, "held"), held)
				h.same(name+"free", a.At("data", i, "nights", n, "free"), rooms-held-blocked)
			}
		}
	}
}

// compareOccupancy compares the rooms in use and held on every day until today.
func (h *hotel) compareOccupancy() {
	h.t.Helper()
	a := h.desk.Get(fmt.Sprint("/api/analytics/{org}/occupancy?days=", between(firstDay, h.today)+1)).Want(200)
	for i := range a.List("data") {
		day := a.Text("data", i, "date")
		occupied, rooms := h.slept(day), len(h.inUse(day))
		if day == h.today {
			occupied = h.occupied()
		}
		h.same("rooms occupied on "+day, a.At("data", i, "occupied"), occupied)
		h.same("rooms in use on "+day, a.At("data", i, "total"), rooms)
		h.same("occupancy on "+day, a.At("data", i, "occupancy"), percent(occupied, rooms))
	}
}

// compareTakings compares the money of every day.
func (h *hotel) compareTakings() {
	h.t.Helper()
	a := h.desk.Get(fmt.Sprint("/api/analytics/{org}/revenue?period=daily&days=", between(firstDay, h.today)+1)).Want(200)
	for i := range a.List("data") {
		day := a.Text("data", i, "label")
		money := h.takings(day, day, "")
		h.money("money of "+day, a.At("data", i, "amount"), money.received-money.refunded)
		h.same("payments of "+day, a.At("data", i, "count"), money.payments)
	}
}

// compareProfit compares what was earned and spent on the days.
func (h *hotel) compareProfit(from, to string) {
	h.t.Helper()
	a := h.desk.Get(fmt.Sprint("/api/accounts/{org}/profit-and-loss?from=", from, "&to=", to)).Want(200)
	rooms, other := -h.inBooks("room-sales", from, to), -h.inBooks("other-sales", from, to)
	expenses := h.inBooks("expenses", from, to)
	for name, want := range map[string]paise{"roomRevenue": rooms, "otherRevenue": other, "rounding": 0,
		"totalRevenue": rooms + other, "expenses": expenses, "unclaimedTax": 0, "totalExpenses": expenses,
		"claimableTax": h.inBooks("input-tax", from, to), "netProfit": rooms + other - expenses} {
		h.money(fmt.Sprint("profit and loss of ", from, " to ", to, ", ", name), a.At("data", name), want)
	}
}

// compareTrial compares the balance of every account after a day.
func (h *hotel) compareTrial(day string) {
	h.t.Helper()
	a := h.desk.Get("/api/accounts/{org}/trial-balance?date=" + day).Want(200)
	h.same("debits and credits after "+day, a.At("data", "totalDebit"), a.At("data", "totalCredit"))
	got := map[string]paise{}
	for i := range a.List("data", "accounts") {
		got[a.Text("data", "accounts", i, "account")] = apptest.Paise(a.At("data", "accounts", i, "debit")) -
			apptest.Paise(a.At("data", "accounts", i, "credit"))
	}
	for _, name := range []string{"guests", "room-sales", "other-sales", "cgst", "sgst", "other-tax", "rounding",
		"expenses", "input-tax"} {
		h.same("balance of "+name+" after "+day, got[name], h.inBooks(name, "", day))
	}
	for kind, id := range h.account {
		h.same("balance of "+kind+" after "+day, got[id], h.inBooks(kind, "", day))
	}
}
