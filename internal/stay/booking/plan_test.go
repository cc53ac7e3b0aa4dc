package booking

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sarai/internal/books/tax"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/stay/folio"
)

// stayModel is a booking whose folio is kept in memory.
type stayModel struct {
	b     *Booking
	lines []folio.Line
	day   date.Date
	rooms int
}

// post does with the lines what account.post does with rows.
func (m *stayModel) post(t *rapid.T, p posting) {
	for _, taken := range p.reverse {
		i := slices.IndexFunc(m.lines, func(l folio.Line) bool { return l.ID == taken.ID })
		if !m.lines[i].Open() {
			t.Fatalf("the line %+v can't be reversed", m.lines[i])
		}
		m.add(folio.Line{Charge: taken.TakenBack(""), Reverses: taken.ID})
		m.lines[i].ReversedBy = m.lines[len(m.lines)-1].ID
	}
	for _, c := range p.charges(&tax.Rules{}, m.b.PricesIncludeTax, m.day) {
		if c.Total < 0 {
			t.Fatalf("%+v is charged, below zero", c)
		}
		m.add(folio.Line{Charge: c})
	}
}

func (m *stayModel) add(l folio.Line) {
	l.ID, l.Position = fmt.Sprint(len(m.lines)), len(m.lines)
	m.lines = append(m.lines, l)
}

// follow is what followStay does.
func (m *stayModel) follow(t *rapid.T) {
	day := date.Date("")
	if m.b.Status == CheckedIn {
		day = m.day
	}
	if !m.b.closed() {
		m.post(t, m.b.survey(m.b.Rooms, m.lines).upTo(day))
	}
}

// rearrange is what replaceRooms does.
func (m *stayModel) rearrange(t *rapid.T, rooms []Room) {
	m.b.Total = max(m.b.Total+price(rooms)-price(m.b.Rooms), 0)
	for i := range rooms {
		rooms[i].Position = i
	}
	m.b.Rooms = rooms
	m.follow(t)
}

func (m *stayModel) charged() (sum money.Amount) {
	for _, l := range m.lines {
		if l.Lodging {
			sum += m.b.priceOf(l)
		}
	}
	return sum
}

func (m *stayModel) check(t *rapid.T) {
	nights := map[place]bool{}
	for _, l := range m.lines {
		if l.Kind == folio.RoomNight && l.Reverses == "" && l.ReversedBy == "" {
			if p := (place{l.RoomID, l.Day}); nights[p] {
				t.Fatalf("the night %v is charged twice", p)
			} else {
				nights[p] = true
			}
		}
	}
	l := m.b.survey(m.b.Rooms, m.lines)
	planned := l.fixed + priceOfAll(l.shares)
	for _, line := range l.other {
		planned += m.b.priceOf(line)
	}
	missing := slices.ContainsFunc(l.shares, func(s share) bool { return s.line == nil })
	if due := m.b.owed() + l.surplus; planned != due && (missing || planned > due) {
		t.Fatalf("lines and nights to come add up to %d, owed are %d and charged too much %d", planned, m.b.owed(), l.surplus)
	}
	if l.surplus > 0 && !slices.ContainsFunc(m.lines, func(l folio.Line) bool { return l.InvoiceID != "" }) && m.b.closed() {
		t.Fatalf("%d are charged too much though nothing is billed", l.surplus)
	}
	if m.b.closed() && m.charged() != m.b.owed()+l.surplus {
		t.Fatalf("the folio of a %s booking charges %d, owed are %d, charged too much %d", m.b.Status, m.charged(), m.b.owed(), l.surplus)
	}
}

func (m *stayModel) operations() map[string]func(*rapid.T) {
	open := func(t *rapid.T) {
		if m.b.closed() {
			t.Skip("closed")
		}
	}
	end := func(t *rapid.T, agreed money.Amount, leaving []*Room) {
		before := slices.Clone(m.b.Rooms)
		for _, r := range leaving {
			r.Released = left
			r.cutAt(m.day)
		}
		if m.b.Status == CheckedOut {
			m.post(t, m.b.ending(agreed, before, m.b.Rooms, m.lines))
		} else {
			m.post(t, m.b.leaving(before, m.b.Rooms, m.lines))
		}
	}
	amount := rapid.Int64Range(0, 5_000_001)
	return map[string]func(*rapid.T){
		"": m.check,
		"arrive": func(t *rapid.T) {
			open(t)
			m.b.Status = CheckedIn
			m.follow(t)
		},
		"next day": func(t *rapid.T) {
			m.follow(t)
			m.day = m.day.AddDays(1)
		},
		"change dates": func(t *rapid.T) {
			open(t)
			in, out := m.b.CheckIn.AddDays(rapid.IntRange(-2, 2).Draw(t, "from")), m.b.CheckOut.AddDays(rapid.IntRange(-3, 3).Draw(t, "to"))
			if m.b.Status == CheckedIn {
				in = m.b.CheckIn
			}
			rooms, err := m.b.restay(in, out)
			if err != nil || in >= out || m.b.Status == CheckedIn && out < m.day || checkApart(rooms) != nil {
				t.Skip("no such stay")
			}
			m.b.CheckIn, m.b.CheckOut = in, out
			m.rearrange(t, rooms)
		},
		"add a room": func(t *rapid.T) {
			open(t)
			from := m.b.CheckIn
			if m.b.Status == CheckedIn {
				from = max(from, m.day)
			}
			if from >= m.b.CheckOut || m.rooms > 4 {
				t.Skip("too late")
			}
			m.rooms++
			m.rearrange(t, append(slices.Clone(m.b.Rooms), Room{RoomID: fmt.Sprint("room ", m.rooms), Rate: money.Amount(amount.Draw(t, "rate")), From: from, To: m.b.CheckOut}))
		},
		"move": func(t *rapid.T) {
			open(t)
			old := rapid.SampledFrom(m.b.current()).Draw(t, "room")
			from, err := moveDay(m.b, old, "", m.day)
			if err != nil {
				t.Skip("too late")
			}
			m.rooms++
			target := *old
			target.RoomID, target.From = fmt.Sprint("room ", m.rooms), from
			m.rearrange(t, moveFrom(m.b.Rooms, old.Position, target))
		},
		"leave a room": func(t *rapid.T) {
			open(t)
			room := rapid.SampledFrom(m.b.current()).Draw(t, "room")
			if len(m.b.current()) == 1 || m.b.awaits(room, m.day) {
				t.Skip("the last one")
			}
			end(t, m.b.Total, []*Room{room})
		},
		"check out": func(t *rapid.T) {
			if m.b.Status == Cancelled {
				t.Skip("cancelled")
			}
			agreed := m.b.Total
			if rapid.Bool().Draw(t, "final") {
				m.b.Total = money.Amount(amount.Draw(t, "total"))
			}
			if m.b.Status == CheckedOut {
				m.post(t, m.b.ending(agreed, m.b.Rooms, m.b.Rooms, m.lines))
			} else {
				m.b.Status = CheckedOut
				end(t, agreed, m.b.everyRoom(m.day))
			}
			if again := m.b.ending(m.b.Total, m.b.Rooms, m.b.Rooms, m.lines); len(again.reverse)+len(again.nights) > 0 || again.amount != 0 {
				t.Fatalf("checking out twice posts %+v", again)
			}
		},
		"cancel": func(t *rapid.T) {
			if m.b.Status == CheckedOut {
				t.Skip("checked out")
			}
			if m.b.Status != Cancelled {
				m.b.StatusBeforeCancel, m.b.Status = m.b.Status, Cancelled
			}
			m.b.CancellationCharge = money.Amount(amount.Draw(t, "charge"))
			m.post(t, m.b.calledOff(m.lines))
		},
		"reinstate": func(t *rapid.T) {
			if m.b.Status != Cancelled {
				t.Skip("not cancelled")
			}
			m.b.Status = m.b.StatusBeforeCancel
			m.post(t, posting{reverse: m.b.survey(m.b.Rooms, m.lines).other})
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
			m.post(t, m.b.ending(m.b.Total, m.b.Rooms, m.b.Rooms, m.lines))
			if got := m.b.survey(m.b.Rooms, m.lines); m.charged() != m.b.owed()+got.surplus {
				t.Fatalf("charged are %d, owed %d, charged too much %d", m.charged(), m.b.owed(), got.surplus)
			}
		},
		"credit": func(t *rapid.T) {
			value := money.Amount(-amount.Draw(t, "credit"))
			for _, c := range m.b.credits([]folio.Charge{{Applied: tax.Applied{Taxable: value, Total: value}}}, m.b.survey(m.b.Rooms, m.lines).surplus) {
				m.add(folio.Line{Charge: c, InvoiceID: "invoice"})
			}
		},
	}
}

// Whatever becomes of a stay, what is charged for its rooms and what is still to be charged add up to what it owes for
// them, and no night is charged twice.
func TestLodgingAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first := date.Date("2025-09-20")
		m := &stayModel{day: first, rooms: 2}
		m.b = &Booking{Status: Confirmed, CheckIn: first, CheckOut: first.AddDays(rapid.IntRange(1, 6).Draw(t, "nights")), PricesIncludeTax: rapid.Bool().Draw(t, "inclusive")}
		for i := range 2 {
			m.b.Rooms = append(m.b.Rooms, Room{Position: i, RoomID: fmt.Sprint("room ", i+1), Rate: money.Amount(rapid.Int64Range(0, 1_000_001).Draw(t, "rate")), From: first, To: m.b.CheckOut})
		}
		m.b.Total = price(m.b.Rooms)
		if rapid.Bool().Draw(t, "agreed") {
			m.b.Total = money.Amount(rapid.Int64Range(0, 10_000_001).Draw(t, "total"))
		}
		t.Repeat(m.operations())
	})
}
