package accrual_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sarai/internal/app/apptest"
	"sarai/internal/billing/accrual"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/scope"
)

// Whatever is booked, charged, billed, credited, given to other payers, called off and closed over months: what is
// unbilled after any day is what all folios of the hotel add up to.
func TestUnbilledIsWhatAllFoliosAddUpTo(t *testing.T) {
	apptest.RapidDefault(t, "checks", "2")
	apptest.RapidDefault(t, "nofailfile", "true")
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			s := apptest.New(t, engine)
			owner := s.Hotel()
			done := map[string]int{}
			rapid.Check(t, func(rt *rapid.T) {
				s.Clock.Set(apptest.Noon)
				p := &play{rt: rt, done: done, today: "2026-04-14",
					owner: owner.Refreshed().AnotherHotel(object{"gstin": apptest.HotelGSTIN})}
				p.rooms = p.owner.CreateRooms(5)
				p.group = p.owner.Post("/api/groups/{org}/create", object{"name": "Rao wedding", "checkIn": "2026-04-14",
					"checkOut": "2026-12-17", "status": "definite"}).Want(201).Text("data", "_id")
				actions := []func(){p.book, p.stay, p.arrive, p.arrive, p.arrive, p.charge, p.charge, p.leave,
					p.leave, p.bill, p.credit, p.void, p.cancel, p.bill, p.credit, p.give, p.give, p.give, p.billGroup,
					p.nextDays, p.nextDays, p.nextDays}
				for range 90 {
					actions[rapid.IntRange(0, len(actions)-1).Draw(rt, "action")]()
				}
				p.late()
			})
			t.Log(done)
		})
	}
}

// play is a hotel in which anything happens.
type play struct {
	rt              *rapid.T
	owner           *apptest.Caller
	today           date.Date
	rooms           []string
	group           string
	stays, invoices []string
	done            map[string]int
}

// try does what may be refused.
func (p *play) try(action, method, path string, body any) (apptest.Answer, bool) {
	a, err := p.owner.Try(method, path, body)
	if err != nil || a.Status >= 500 || a.Status == 401 || a.Status == 403 {
		p.rt.Fatalf("%s %s: %v %d %s", method, path, err, a.Status, a.Raw)
	}
	done := a.Status == 200 || a.Status == 201
	if done {
		p.done[action]++
	}
	return a, done
}

// one of the last of the list; Nobody as long as it is empty.
func (p *play) one(list []string) string {
	if len(list) == 0 {
		return apptest.Nobody
	}
	return rapid.SampledFrom(list[max(0, len(list)-4):]).Draw(p.rt, "one")
}

func (p *play) book() {
	from := p.today.AddDays(max(0, rapid.IntRange(-2, 1).Draw(p.rt, "in days")))
	to := from.AddDays(rapid.IntRange(1, 12).Draw(p.rt, "nights"))
	body := apptest.Stay(string(from), string(to), p.one(p.rooms[:4]))
	if rapid.IntRange(0, 3).Draw(p.rt, "in the group") > 0 {
		body["groupId"] = p.group
	}
	if a, done := p.try("book", "POST", "/api/bookings/{org}/create", body); done {
		p.stays = append(p.stays, a.Text("data", "bookingId"))
	}
}

func (p *play) arrive() {
	p.try("arrive", "POST", apptest.BookingPath(p.one(p.stays), "/arrival"), object{})
}

func (p *play) leave() {
	p.try("leave", "PUT", apptest.BookingPath(p.one(p.stays), "/checkout"), object{})
}

func (p *play) cancel() {
	p.try("cancel", "PUT", apptest.BookingPath(p.one(p.stays), "/cancel"), object{"reason": "Ill"})
}

func (p *play) charge() {
	p.try("charge", "POST", apptest.BookingPath(p.one(p.stays), "/charges"), object{"description": "Laundry",
		"unitPrice": rapid.IntRange(10, 900).Draw(p.rt, "price")})
}

func (p *play) bill() {
	stay := p.one(p.stays)
	if a, done := p.try("bill", "POST", "/api/invoices/{org}/create", object{"bookingId": stay, "issue": true}); done {
		p.invoices = append(p.invoices, a.Text("data", "_id"))
	}
}

func (p *play) billGroup() {
	if a, done := p.try("bill group", "POST", "/api/groups/{org}/"+p.group+"/invoices", object{"issue": true}); done {
		p.invoices = append(p.invoices, a.Text("data", "_id"))
	}
}

func (p *play) credit() {
	p.try("credit", "POST", "/api/credit-notes/{org}/create", object{"invoiceId": p.one(p.invoices), "reason": "Agreed",
		"amount": rapid.IntRange(1, 900).Draw(p.rt, "amount")})
}

func (p *play) void() {
	p.try("void", "POST", apptest.Invoices+"/"+p.one(p.invoices)+"/void", object{"reason": "Typed twice"})
}

// give gives a booking's charges to another payer, whatever day they are of.
func (p *play) give() {
	stay := p.one(p.stays)
	a, done := p.try("read", "GET", apptest.BookingPath(stay, "/folio"), nil)
	if !done {
		return
	}
	var lines []string
	for i := range a.List("data", "lines") {
		if a.Text("data", "lines", i, "status") == "open" && a.Text("data", "lines", i, "taxOf") == "" {
			lines = append(lines, a.Text("data", "lines", i, "lineId"))
		}
	}
	if len(lines) > 0 {
		to := rapid.SampledFrom([]string{"own", "master", "master"}).Draw(p.rt, "to")
		p.try("give to "+to, "POST", apptest.BookingPath(stay, "/routing/move"), object{"to": to,
			"lineIds": []string{p.one(lines)}, "reason": "Agreed"})
	}
}

// stay is a guest who comes at once, and stays over some of the next days.
func (p *play) stay() {
	before := len(p.stays)
	if p.book(); len(p.stays) > before {
		p.arrive()
		p.charge()
	}
}

// late gives a charge to the group's account after the month in which it was posted is closed, and bills it there.
func (p *play) late() {
	body := apptest.Stay(string(p.today), string(p.today.AddDays(70)), p.rooms[4])
	stay := p.owner.Post("/api/bookings/{org}/create", body.Merged(object{"groupId": p.group})).Want(201).
		Text("data", "bookingId")
	p.owner.Arrive(stay)
	line := p.owner.AddCharge(stay, "Laundry", 300)
	for month := p.today[:7]; p.today[:7] == month; {
		p.nextDays()
	}
	p.owner.Post(apptest.NightAudits, object{"markNoShows": true}).Want(200)
	p.agrees()
	p.owner.Post(apptest.BookingPath(stay, "/routing/move"), object{"to": "master", "lineIds": []string{line}}).Want(200)
	p.agrees()
	p.owner.Post("/api/groups/{org}/"+p.group+"/invoices", object{"issue": true}).Want(201)
	p.agrees()
	if p.owner.QueryInt(`SELECT COUNT(*) FROM unbilled_days WHERE org_id = $1`) == 0 {
		p.rt.Fatal("no day is kept")
	}
}

// nextDays closes today and lets some days pass.
func (p *play) nextDays() {
	p.try("close", "POST", apptest.NightAudits, object{"markNoShows": true})
	p.today = p.today.AddDays(rapid.IntRange(1, 8).Draw(p.rt, "days"))
	p.owner = at(p.owner, p.today)
	p.agrees()
}

func (p *play) agrees() {
	days := append(date.Days(p.today.AddDays(-3), p.today.AddDays(2)), "2026-04-30", "2026-05-31", p.today.AddDays(20),
		p.today.AddDays(-rapid.IntRange(4, 70).Draw(p.rt, "days ago")))
	slices.Sort(days)
	for _, day := range slices.Compact(days) {
		var agree bool
		var number int
		err := p.owner.Server.DB.Read(p.owner.Server.T.Context(), func(tx *db.Tx) (err error) {
			agree, number, err = accrual.Agrees(tx, scope.Scope{Org: p.owner.Org}, day)
			return err
		})
		if err != nil || !agree {
			p.rt.Fatalf("after %s: %v, with %d folios that have anything", day, err, number)
		}
	}
	if found := faults(p.owner); len(found) > 0 {
		p.rt.Fatal(fmt.Sprint(found))
	}
}
