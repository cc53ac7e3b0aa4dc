package lodging

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sarai/internal/books/tax"
	"sarai/internal/country/words"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/stay/folio"
)

// The statuses of a model, as a booking has them.
const (
	confirmed  = "confirmed"
	checkedIn  = "checked-in"
	checkedOut = "checked-out"
	cancelled  = "cancelled"
)

// stayModel is a booking whose folio is kept in memory.
type stayModel struct {
	status, before    string // before it was cancelled
	checkIn, checkOut date.Date
	charge            money.Amount
	inclusive         bool
	rooms             Rooms
	lines             []folio.Line
	day               date.Date
}

func (m *stayModel) closed() bool { return m.status == checkedOut || m.status == cancelled }

func (m *stayModel) owed() money.Amount {
	if m.status == cancelled {
		return m.charge
	}
	return m.rooms.Price()
}

// terms are what the booking's own terms would be.
func (m *stayModel) terms() Terms {
	return Terms{Rooms: m.rooms, Owed: m.owed(), PricesIncludeTax: m.inclusive, Cancelled: m.status == cancelled}
}

// post does with the lines what booking does with rows.
func (m *stayModel) post(t *rapid.T, p Posting) {
	for _, taken := range p.Reverse {
		i := slices.IndexFunc(m.lines, func(l folio.Line) bool { return l.ID == taken.ID })
		if !m.lines[i].Open() {
			t.Fatalf("the line %+v can't be reversed", m.lines[i])
		}
		m.add(folio.Line{Charge: taken.Reversed(""), Reverses: taken.ID})
		m.lines[i].ReversedBy = m.lines[len(m.lines)-1].ID
	}
	for _, c := range p.Lines(&tax.Rules{}, m.inclusive, m.day, words.English) {
		if c.Total < 0 {
			t.Fatalf("%+v is charged, below zero", c)
		}
		m.add(folio.Line{Charge: c})
	}
	m.terms().MarkPosted(p, m.lines)
}

func (m *stayModel) add(l folio.Line) {
	l.ID, l.Position = fmt.Sprint(len(m.lines)), len(m.lines)
	m.lines = append(m.lines, l)
}

// follow is what followStay does.
func (m *stayModel) follow(t *rapid.T) {
	day := date.Date("")
	if m.status == checkedIn {
		day = m.day
	}
	if !m.closed() {
		m.post(t, m.terms().Reconcile(m.lines).UpTo(day))
	}
}

// rearrange is what a booking's rearrange does. It tells whether an invoice was in the way.
func (m *stayModel) rearrange(t *rapid.T, rooms Rooms) bool {
	for i := range rooms {
		rooms[i].Position = i
	}
	terms := m.terms()
	terms.Rooms = rooms
	if terms.FollowBilled(m.rooms, m.lines) != nil {
		return false
	}
	m.rooms = rooms
	m.follow(t)
	return true
}

// free draws a room that the party does not hold on the nights: one that it has left may be joined again.
func (m *stayModel) free(t *rapid.T, from, to date.Date) string {
	var list []string
	for i := range 5 {
		id := fmt.Sprint("room ", i+1)
		if !slices.ContainsFunc(m.rooms.Nights(), func(n NightOf) bool {
			return n.RoomID == id && n.Held && from <= n.Day && n.Day < to
		}) {
			list = append(list, id)
		}
	}
	if len(list) == 0 {
		t.Skip("no room is free")
	}
	return rapid.SampledFrom(list).Draw(t, "free room")
}

func (m *stayModel) charged() (sum money.Amount) {
	for _, l := range m.lines {
		if l.Lodging {
			sum += m.terms().priceOf(l.Charge)
		}
	}
	return sum
}

func (m *stayModel) check(t *rapid.T) {
	nights := map[roomNight]bool{}
	for _, l := range m.lines {
		if l.Kind == folio.RoomNight && l.Reverses == "" && l.ReversedBy == "" {
			if p := (roomNight{l.RoomID, l.Day}); nights[p] {
				t.Fatalf("the night %v is charged twice", p)
			} else {
				nights[p] = true
			}
		}
	}
	l := m.terms().Reconcile(m.lines)
	for _, c := range l.nights {
		if night := m.rooms.stored(c.NightOf); night.Posted != (c.line != nil) {
			t.Fatalf("%s in room %s is marked as posted: %t", c.Day, c.RoomID, night.Posted)
		}
		if c.line != nil && !c.billed() && m.terms().priceOf(c.line.Charge) != c.Price {
			t.Fatalf("%s in room %s costs %d, and the folio charges %d", c.Day, c.RoomID, c.Price, c.line.Taxable)
		}
		if c.Price < 0 || c.line != nil && m.status == cancelled && !c.billed() {
			t.Fatalf("a night of a %s stay costs %d and is charged by %+v", m.status, c.Price, c.line)
		}
	}
	if l.Surplus > 0 && !slices.ContainsFunc(m.lines, func(l folio.Line) bool { return l.InvoiceID != "" }) && m.closed() {
		t.Fatalf("%d are charged too much though nothing is billed", l.Surplus)
	}
	if m.closed() && m.charged() != m.owed()+l.Surplus {
		t.Fatalf("the folio of a %s booking charges %d, owed are %d, charged too much %d",
			m.status, m.charged(), m.owed(), l.Surplus)
	}
}

func (m *stayModel) operations() map[string]func(*rapid.T) {
	open := func(t *rapid.T) {
		if m.closed() {
			t.Skip("closed")
		}
	}
	leave := func(leaving []*Room) {
		for _, r := range leaving {
			r.Released = Left
			r.CutAt(m.day)
		}
	}
	amount := rapid.Int64Range(0, 5_000_001)
	return map[string]func(*rapid.T){
		"": m.check,
		"arrive": func(t *rapid.T) {
			open(t)
			m.status = checkedIn
			m.follow(t)
		},
		"next day": func(t *rapid.T) {
			m.follow(t)
			m.day = m.day.AddDays(1)
		},
		"change dates": func(t *rapid.T) {
			open(t)
			in := m.checkIn.AddDays(rapid.IntRange(-2, 2).Draw(t, "from"))
			out := m.checkOut.AddDays(rapid.IntRange(-3, 3).Draw(t, "to"))
			if m.status == checkedIn {
				in = m.checkIn
			}
			rooms, err := m.rooms.Restay(m.checkIn, in, out)
			if err != nil || in >= out || m.status == checkedIn && out < m.day || rooms.Check(nil) != nil {
				t.Skip("no such stay")
			}
			m.checkIn, m.checkOut = in, out
			m.rearrange(t, rooms)
		},
		"add a room": func(t *rapid.T) {
			open(t)
			from := m.checkIn
			if m.status == checkedIn {
				from = max(from, m.day)
			}
			if from >= m.checkOut {
				t.Skip("too late")
			}
			m.rearrange(t, append(m.rooms.Clone(), Room{RoomID: m.free(t, from, m.checkOut),
				Rate: money.Amount(amount.Draw(t, "rate"))}.Priced(from, m.checkOut)))
		},
		"move": func(t *rapid.T) {
			open(t)
			old := rapid.SampledFrom(m.rooms.Current()).Draw(t, "room")
			from := old.From
			if m.status == checkedIn {
				from = max(from, m.day)
			}
			if from >= old.To {
				t.Skip("too late")
			}
			target := *old
			target.RoomID = m.free(t, from, old.To)
			target.span(from, old.To)
			m.rearrange(t, m.rooms.Move(old.Position, target))
		},
		"reprice a night": func(t *rapid.T) {
			open(t)
			rooms := m.rooms.Clone()
			nights := rooms.Nights()
			night := rapid.SampledFrom(nights).Draw(t, "night")
			if !night.Held {
				t.Skip("given back")
			}
			price := money.Amount(amount.Draw(t, "price"))
			rooms.stored(night).Price = price
			reconciled := m.terms().Reconcile(m.lines)
			billed := slices.ContainsFunc(reconciled.nights, func(c charged) bool {
				return c.billed() && c.roomNight() == night.roomNight() && c.Held &&
					(price > night.Price || price < m.terms().priceOf(c.line.Charge)+reconciled.taken[c.line.ID])
			})
			if other := rooms.stored(night).Price != night.Price; m.rearrange(t, rooms) == (billed && other) {
				t.Fatalf("the night %+v changed its price: billed %t", night, billed)
			}
		},
		"leave a room": func(t *rapid.T) {
			open(t)
			room := rapid.SampledFrom(m.rooms.Current()).Draw(t, "room")
			if len(m.rooms.Current()) == 1 || m.rooms.Awaits(room, m.day) {
				t.Skip("the last one")
			}
			before := m.rooms.Clone()
			leave([]*Room{room})
			m.post(t, m.terms().Leave(before, m.lines))
		},
		"check out": func(t *rapid.T) {
			if m.status == cancelled {
				t.Skip("cancelled")
			}
			if m.status != checkedOut {
				m.status = checkedOut
				leave(m.rooms.Ahead(m.day))
			}
			if rapid.Bool().Draw(t, "final") {
				if !m.inclusive {
					m.terms().Reconcile(m.lines).IncludeTax(&tax.Rules{})
					m.inclusive = true
				}
				total := money.Amount(amount.Draw(t, "total"))
				if m.terms().Reconcile(m.lines).Settle(total); m.rooms.Price() != total {
					t.Fatalf("settled on %d, the nights cost %d", total, m.rooms.Price())
				}
			}
			m.post(t, m.terms().Reconcile(m.lines).End())
			if again := m.terms().Reconcile(m.lines).End(); len(again.Reverse)+len(again.nights) > 0 || again.amount != 0 {
				t.Fatalf("checking out twice posts %+v", again)
			}
		},
		"cancel": func(t *rapid.T) {
			if m.status == checkedOut {
				t.Skip("checked out")
			}
			if m.status != cancelled {
				m.before, m.status = m.status, cancelled
			}
			m.charge = money.Amount(amount.Draw(t, "charge"))
			m.post(t, m.terms().CallOff(m.lines))
		},
		"reinstate": func(t *rapid.T) {
			if m.status != cancelled {
				t.Skip("not cancelled")
			}
			reconciled := m.terms().Reconcile(m.lines)
			if reconciled.Named() != nil {
				t.Skip("a room is on an invoice for another night")
			}
			m.status = m.before
			m.post(t, reconciled.Reinstate())
			m.follow(t)
		},
		"bill": func(t *rapid.T) {
			for i := range m.lines {
				if m.lines[i].Open() && rapid.Bool().Draw(t, "bill") {
					m.lines[i].InvoiceID = "invoice"
				}
			}
		},
		"bill in advance": func(t *rapid.T) {
			open(t)
			m.post(t, m.terms().Reconcile(m.lines).End())
			if got := m.terms().Reconcile(m.lines); m.charged() != m.owed()+got.Surplus {
				t.Fatalf("charged are %d, owed %d, charged too much %d", m.charged(), m.owed(), got.Surplus)
			}
		},
		"credit": func(t *rapid.T) {
			value := money.Amount(-amount.Draw(t, "credit"))
			credit := folio.Credit{Charge: folio.Charge{Applied: tax.Applied{Taxable: value, Total: value}}}
			for _, c := range m.terms().Reconcile(m.lines).Credits([]folio.Credit{credit}, rapid.Bool().Draw(t, "named")) {
				m.add(folio.Line{Charge: c.Charge, Credits: c.LineID, InvoiceID: "invoice"})
			}
		},
	}
}

// Whatever becomes of a stay, what is charged for its rooms and what is still to be charged add up to what it owes for
// them, and no night is charged twice.
func TestLodgingAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first := date.Date("2025-09-20")
		m := &stayModel{status: confirmed, day: first, checkIn: first,
			checkOut:  first.AddDays(rapid.IntRange(1, 6).Draw(t, "nights")),
			inclusive: rapid.Bool().Draw(t, "inclusive")}
		for i := range 2 {
			rate := money.Amount(rapid.Int64Range(0, 1_000_001).Draw(t, "rate"))
			m.rooms = append(m.rooms, Room{Position: i, RoomID: fmt.Sprint("room ", i+1), Rate: rate}.Priced(first, m.checkOut))
		}
		if rapid.Bool().Draw(t, "agreed") {
			total := money.Amount(rapid.Int64Range(0, 10_000_001).Draw(t, "total"))
			if m.rooms.Spread(total, m.rooms.Nights()); m.rooms.Price() != total {
				t.Fatalf("%d spread over the nights make %d", total, m.rooms.Price())
			}
		}
		t.Repeat(m.operations())
	})
}
