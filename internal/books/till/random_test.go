package till_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"sarai/internal/app/apptest"
	"sarai/internal/books/till"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
)

// Random shifts of two drawers by two people, with payments, refunds, drops, paid-outs, tips, transfers, corrections
// and days that are closed between them: the books balance after every step, and a drawer's account has what was
// counted.
func TestDrawersHoldWhatWasCounted(t *testing.T) {
	apptest.RapidDefault(t, "checks", "5")
	apptest.RapidDefault(t, "steps", "50")
	apptest.RapidDefault(t, "nofailfile", "true")
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			s := apptest.New(t, engine)
			owner := s.Hotel()
			rapid.Check(t, func(rt *rapid.T) {
				s.Clock.Set(apptest.Noon)
				d := newDesk(owner.Refreshed().AnotherHotel())
				rt.Repeat(map[string]func(*rapid.T){
					"":           d.holds,
					"open":       d.open,
					"close":      d.close,
					"hand over":  d.handOver,
					"pay":        d.pay,
					"pay again":  d.pay,
					"refund":     d.refund,
					"void":       d.void,
					"drop":       d.drop,
					"pay out":    d.payOut,
					"tip":        d.tip,
					"transfer":   d.transfer,
					"correct":    d.correct,
					"setting":    d.setting,
					"close days": d.closeDay,
				})
				apptest.BooksBalance(rt, d.owner)
			})
		})
	}
}

// cashDesk is a hotel with two drawers, and who works them.
type cashDesk struct {
	owner   *apptest.Caller
	people  []*apptest.Caller
	drawers []string
	bank    string
	booking string
	started map[string]string // the path of the open shift, by drawer
	closed  []string
	paid    []string
	last    map[string]float64 // what was counted last, by drawer, while nothing has moved since
	bags    int
	day     int
}

func newDesk(owner *apptest.Caller) *cashDesk {
	return &cashDesk{owner: owner, people: []*apptest.Caller{owner, owner.Member("Clerk", desk)},
		drawers: []string{owner.DefaultAccount("cash"), drawerOf(owner, "Bar")}, bank: owner.DefaultAccount("bank"),
		booking: owner.BookFromToday(), started: map[string]string{}, last: map[string]float64{}}
}

// holds fails unless the books and the shifts agree, and each idle drawer has what was counted in it.
func (d *cashDesk) holds(rt *rapid.T) {
	apptest.BooksHold(rt, d.owner)
	err := d.owner.Server.DB.Read(d.owner.Server.T.Context(), func(tx *db.Tx) error {
		faults, err := till.Never().Faults(tx, d.owner.Org)
		for _, fault := range faults {
			rt.Errorf("%s", fault)
		}
		return err
	})
	if err != nil {
		rt.Errorf("%v", err)
	}
	for account, counted := range d.last {
		if balance := d.owner.Balance(account); balance != counted {
			rt.Errorf("the drawer's account has %v, and %v was counted in it", balance, counted)
		}
	}
}

// ask sends a request that may be refused, but not fail. It returns the answer and whether it was accepted.
func (d *cashDesk) ask(rt *rapid.T, c *apptest.Caller, path string, body object) (apptest.Answer, bool) {
	a := c.Post(path, body)
	if a.Status >= 300 && a.Status != 400 {
		rt.Fatalf("POST %s answered %d: %s", path, a.Status, a.Raw)
	}
	return a, a.Status < 300
}

func (d *cashDesk) person(rt *rapid.T) *apptest.Caller {
	return rapid.SampledFrom(d.people).Draw(rt, "person")
}
func (d *cashDesk) drawer(rt *rapid.T) string { return rapid.SampledFrom(d.drawers).Draw(rt, "drawer") }

func amount(rt *rapid.T) float64 { return float64(rapid.IntRange(1, 40).Draw(rt, "amount")) * 12.5 }

// shift is the path of the shift that is open on the drawer; that of one that isn't there if none is.
func (d *cashDesk) shift(drawer string) string {
	if path := d.started[drawer]; path != "" {
		return path
	}
	return "/api/shifts/{org}/" + apptest.Nobody
}

func (d *cashDesk) open(rt *rapid.T) {
	drawer, counted := d.drawer(rt), amount(rt)
	body := object{"accountId": drawer, "openingFloat": total(counted)}
	if rapid.Bool().Draw(rt, "from the bank") {
		body["floatFromAccountId"] = d.bank
	}
	a, ok := d.ask(rt, d.person(rt), "/api/shifts/{org}/open", body)
	if ok != (d.started[drawer] == "") {
		rt.Fatalf("opening a drawer with the open shift %q answered %d: %s", d.started[drawer], a.Status, a.Raw)
	}
	if ok {
		d.started[drawer], d.last[drawer] = "/api/shifts/{org}/"+a.Text("data", "_id"), counted
	}
}

func (d *cashDesk) close(rt *rapid.T) {
	drawer, counted := d.drawer(rt), amount(rt)
	if d.started[drawer] == "" {
		return
	}
	if _, ok := d.ask(rt, d.person(rt), d.started[drawer]+"/close", object{"counted": total(counted)}); ok {
		d.closed = append(d.closed, d.started[drawer])
		d.last[drawer] = counted
		delete(d.started, drawer)
	}
}

func (d *cashDesk) handOver(rt *rapid.T) {
	drawer, counted := d.drawer(rt), amount(rt)
	if d.started[drawer] == "" {
		return
	}
	if a, ok := d.ask(rt, d.person(rt), d.started[drawer]+"/hand-over", object{"counted": total(counted)}); ok {
		d.closed = append(d.closed, d.started[drawer])
		d.started[drawer], d.last[drawer] = "/api/shifts/{org}/"+a.Text("data", "_id"), counted
	}
}

// moved forgets what was counted in all drawers.
func (d *cashDesk) moved(ok bool) {
	if ok {
		clear(d.last)
	}
}

func (d *cashDesk) pay(rt *rapid.T) {
	body := object{"bookingId": d.booking, "amount": amount(rt), "method": rapid.SampledFrom([]string{"cash", "cash",
		"upi"}).Draw(rt, "method")}
	if body["method"] == "cash" {
		body["accountId"] = d.drawer(rt)
	}
	a, ok := d.ask(rt, d.person(rt), "/api/payments/{org}/create", body)
	if ok {
		d.paid = append(d.paid, a.Text("data", "_id"))
	}
	d.moved(ok)
}

func (d *cashDesk) refund(rt *rapid.T) {
	if len(d.paid) > 0 {
		_, ok := d.ask(rt, d.owner, "/api/payments/{org}/"+rapid.SampledFrom(d.paid).Draw(rt, "payment")+"/refund",
			object{"amount": amount(rt), "reason": "Broken", "method": "cash", "accountId": d.drawer(rt)})
		d.moved(ok)
	}
}

func (d *cashDesk) void(rt *rapid.T) {
	if len(d.paid) > 0 {
		_, ok := d.ask(rt, d.owner, "/api/payments/{org}/"+rapid.SampledFrom(d.paid).Draw(rt, "payment")+"/void",
			object{"reason": "Typed twice"})
		d.moved(ok)
	}
}

func (d *cashDesk) working(rt *rapid.T) (path string, there bool) {
	drawer := d.drawer(rt)
	return d.shift(drawer), d.started[drawer] != ""
}

func (d *cashDesk) drop(rt *rapid.T) {
	if path, there := d.working(rt); there {
		d.bags++
		_, ok := d.ask(rt, d.person(rt), path+"/drops", object{"amount": amount(rt), "toAccountId": d.bank,
			"bagNumber": fmt.Sprintf("B-%d", d.bags/2)})
		d.moved(ok)
	}
}

func (d *cashDesk) payOut(rt *rapid.T) {
	if path, there := d.working(rt); there {
		_, ok := d.ask(rt, d.person(rt), path+"/paid-outs", object{"amount": amount(rt), "reason": "Taxi"})
		d.moved(ok)
	}
}

func (d *cashDesk) tip(rt *rapid.T) {
	if path, there := d.working(rt); there {
		_, ok := d.ask(rt, d.person(rt), path+"/tips", object{"amount": amount(rt),
			"direction": rapid.SampledFrom([]string{"in", "out"}).Draw(rt, "direction")})
		d.moved(ok)
	}
}

func (d *cashDesk) transfer(rt *rapid.T) {
	_, ok := d.ask(rt, d.owner, "/api/accounts/{org}/transfer", object{"fromAccountId": d.drawer(rt),
		"toAccountId": rapid.SampledFrom([]string{d.bank, d.drawers[0]}).Draw(rt, "to"), "amount": amount(rt)})
	d.moved(ok)
}

func (d *cashDesk) correct(rt *rapid.T) {
	if len(d.closed) == 0 {
		return
	}
	path, truth := rapid.SampledFrom(d.closed).Draw(rt, "shift"), amount(rt)
	before := d.owner.Get(path).Want(200)
	_, ok := d.ask(rt, d.owner, path+"/corrections", object{"counted": total(truth), "reason": "Below the tray"})
	drawer := before.Text("data", "accountId")
	if last, idle := d.last[drawer]; ok && idle && last == before.Number("data", "countedInTruth") &&
		d.started[drawer] == "" && d.closedLast(drawer, path) {
		d.last[drawer] = truth
	}
	d.owner.Get(path).Want(200).Is(before.At("data", "counted"), "data", "counted").
		Is(before.At("data", "difference"), "data", "difference")
}

// closedLast tells whether the shift is the last one of its drawer.
func (d *cashDesk) closedLast(drawer, path string) bool {
	return d.owner.Get("/api/shifts/{org}/list?accountId="+drawer).Want(200).Number("pagination", "total") ==
		d.owner.Get(path).Number("data", "number")
}

func (d *cashDesk) setting(rt *rapid.T) {
	d.owner.SetBilling(object{"cashNeedsShift": rapid.Bool().Draw(rt, "needs a shift")})
}

func (d *cashDesk) closeDay(rt *rapid.T) {
	d.ask(rt, d.owner, "/api/bookings/{org}/night-audit", object{"date": apptest.Date(d.day), "markNoShows": false})
	d.day++
	d.owner.Server.Clock.Set(apptest.Noon.AddDate(0, 0, d.day))
	for i, person := range d.people {
		d.people[i] = person.Refreshed()
	}
	d.owner = d.people[0]
}
