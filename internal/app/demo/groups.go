package demo

import (
	"context"
	"fmt"
	"time"

	"sarai/internal/billing/payment"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/outward/filing"
	"sarai/internal/property/guest"
	"sarai/internal/stay/desk"
	"sarai/internal/stay/folio"
	"sarai/internal/stay/group"
	"sarai/internal/stay/rooming"
)

// groupDesk is who looks after the groups.
type groupDesk struct {
	*hotel
	groups  [len(parties)]string   // ids
	members [len(parties)][]string // ids of bookings, by place on the rooming list
}

// lateFor is how long ago the late guest has come: long enough to see it, short enough to report it in time.
const lateFor = 5 * time.Hour

// lateArrival is when the late guest of the wedding comes, and on which day: beside the night audit.
func (h *groupDesk) lateArrival() (day int, at time.Time) {
	at, midnight := h.clock.end.Add(-lateFor), h.today.Start(h.zone)
	if at.Before(midnight) {
		return -1, latest(at, midnight.Add(-90*time.Minute))
	}
	return 0, latest(at, midnight.Add(auditTime+30*time.Minute))
}

func latest(one, other time.Time) time.Time {
	if one.Before(other) {
		return other
	}
	return one
}

// host does what there is to do for the groups in the afternoon of a day.
func (h *groupDesk) host(ctx context.Context, day int) error {
	switch day {
	case wingOpens:
		if err := furnishRooms(ctx, h.hotel, garden); err != nil {
			return err
		}
		return h.eachParty(ctx, h.agree)
	case listsCome:
		if err := h.eachParty(ctx, h.takeList); err != nil {
			return err
		}
		return h.noteForeigners(ctx)
	case weddingFrom:
		arriving := h.members[wedding][:late]
		if _, err := h.app.Desk.ArriveAll(ctx, h.staff[frontDesk], arriving, desk.Arrival{}); err != nil {
			return err
		}
		return h.deposit(ctx, wedding, 1)
	case -1:
		_, err := h.app.Masters.Charge(ctx, h.staff[frontDesk], h.groups[wedding], "", folio.Item{
			Description: "Sangeet dinner, 60 covers", Quantity: folio.One, UnitPrice: 96_000 * rupee, TaxID: h.taxes[food]})
		if err != nil {
			return err
		}
		if err := h.file(ctx); err != nil {
			return err
		}
		return h.app.LookAtForms(ctx) // tells of the one that nobody has filed
	}
	return nil
}

func (h *groupDesk) eachParty(ctx context.Context, do func(ctx context.Context, which int) error) error {
	for which := range parties {
		if err := do(ctx, which); err != nil {
			return err
		}
	}
	return nil
}

// agree makes a group with its block and its rules, and takes the first deposit of the wedding.
func (h *groupDesk) agree(ctx context.Context, which int) error {
	p, sc := parties[which], h.staff[manager]
	g := p.group
	g.Status, g.MasterPays = group.Definite, group.PaysNothing
	g.CheckIn, g.CheckOut = h.today.AddDays(p.from), h.today.AddDays(p.to)
	for i, amount := range p.deposits {
		due := h.today.AddDays(p.from - 3*(len(p.deposits)-1-i))
		g.Deposits = append(g.Deposits, group.Deposit{Due: due, Amount: amount})
	}
	made, err := h.app.Groups.Create(ctx, sc, g)
	if err != nil {
		return err
	}
	h.groups[which] = made.ID
	if _, err = h.app.Groups.SetBlock(ctx, sc, made.ID, []group.Set{{CategoryID: h.kinds[garden.Name],
		From: g.CheckIn, To: g.CheckOut, Rooms: &p.rooms, Rate: &p.rate}}); err != nil {
		return err
	}
	if _, err = h.app.Masters.RouteGroup(ctx, sc, made.ID, p.routing, false, false); err != nil || which == tour {
		return err
	}
	return h.deposit(ctx, which, 0)
}

func (h *groupDesk) deposit(ctx context.Context, which, n int) error {
	_, err := h.app.Payments.Create(ctx, h.staff[frontDesk], payment.NewPayment{Method: "bank_transfer",
		Targets: []payment.Target{{GroupID: h.groups[which], Amount: parties[which].deposits[n]}}})
	return err
}

// takeList takes a group's rooming list, and gives each of its bookings a room.
func (h *groupDesk) takeList(ctx context.Context, which int) error {
	p, sc := parties[which], h.staff[frontDesk]
	var rows []rooming.Row
	for i, r := range p.list {
		from := p.from
		if which == wedding && i == late {
			from, _ = h.lateArrival()
		}
		for n, name := range r.names {
			row := rooming.Row{Field: fmt.Sprintf("rows[%d].", len(rows)), Name: name, Category: garden.Name,
				CheckIn: h.today.AddDays(from), CheckOut: h.today.AddDays(p.to), Sharing: fmt.Sprint(i + 1),
				Reference: fmt.Sprint(i + 1)}
			if n == 0 {
				row.Phone, row.Requests, row.Children = r.phone, r.requests, r.children
			}
			rows = append(rows, row)
		}
	}
	report, err := h.app.Rooming.Take(ctx, sc, h.groups[which], rows, false)
	if err != nil {
		return err
	}
	for _, made := range report.Parties {
		h.members[which] = append(h.members[which], made.Booking.ID)
	}
	_, err = h.app.Rooming.Assign(ctx, sc, h.groups[which], nil, false)
	return err
}

// noteForeigners notes what is known of the wedding's guests from abroad before they come.
func (h *groupDesk) noteForeigners(ctx context.Context) error {
	sc := h.staff[frontDesk]
	for _, f := range foreigners {
		b, err := h.app.Bookings.Get(ctx, sc, h.members[wedding][f.place])
		if err != nil {
			return err
		}
		if _, err = h.app.Guests.Update(ctx, sc, b.GuestID, func(g *guest.Guest, _ date.Date) error {
			g.Nationality, g.Address, g.DateOfBirth = f.nationality, f.home, f.born
			return nil
		}); err != nil {
			return err
		}
		known := f.travel
		if known.PassportNumber != "" {
			known.PassportIssued, known.PassportExpires = h.today.AddDays(-900), h.today.AddDays(2700)
		}
		if known.VisaNumber != "" {
			known.VisaIssued, known.VisaExpires = h.today.AddDays(-30), h.today.AddDays(150)
		}
		if err := h.db.Write(ctx, func(tx *db.Tx) error {
			_, err := h.app.Guests.ChangeTravel(tx, sc, b.GuestID, func(t *guest.Travel) { *t = known })
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

// file fills in the form of the first of the guests from abroad, and notes that it was filed.
func (h *groupDesk) file(ctx context.Context) error {
	sc, f := h.staff[frontDesk], foreigners[0]
	forms, err := db.Read(ctx, h.db, func(tx *db.Tx) ([]filing.Form, error) {
		return filing.OfBooking(tx, sc, h.members[wedding][f.place])
	})
	if err != nil {
		return err
	}
	if _, err = h.app.Filing.Answer(ctx, sc, forms[0].ID, func(a *filing.Answers) {
		a.ArrivedFromCountry, a.ArrivedFromCity, a.ArrivedFromPlace = f.nationality, "London", "Heathrow"
		a.ArrivedInIndia, a.EmployedInIndia, a.Purpose = string(h.today.AddDays(weddingFrom-4)), "no", f.purpose
		a.NextInIndia, a.NextPlace, a.NextState = "yes", "Jaisalmer", "Rajasthan"
	}); err != nil {
		return err
	}
	_, err = h.app.Filing.Submit(ctx, sc, forms[0].ID, filing.Arrival, "RJ0814-"+string(h.today)[:4]+"-1187")
	return err
}

// welcomeLate has the late guest of the wedding arrive, if this is the day.
func (h *groupDesk) welcomeLate(ctx context.Context, day int) error {
	on, at := h.lateArrival()
	if on != day {
		return nil
	}
	h.clock.fake.Set(at)
	_, err := h.app.Desk.Arrive(ctx, h.staff[frontDesk], h.members[wedding][late], desk.Arrival{})
	return err
}
