package lodging

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
	total, charge     money.Amount
	inclusive         bool
	rooms             Rooms
	lines             []folio.Line
	day               date.Date
	known             int // rooms named so far
}

func (m *stayModel) closed() bool { return m.status == checkedOut || m.status == cancelled }

func (m *stayModel) owed() money.Amount {
	if m.status == cancelled {
		return m.charge
	}
	return m.total
}

// terms are what the booking's own terms would be.
func (m *stayModel) terms() Terms {
	return Terms{Rooms: m.rooms, CheckOut: m.checkOut, Agreed: m.total, Owed: m.owed(), PricesIncludeTax: m.inclusive}
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
	for _, c := range p.Lines(&tax.Rules{}, m.inclusive, m.day) {
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
	if m.status == checkedIn {
		day = m.day
	}
	if !m.closed() {
		m.post(t, m.terms().Reconcile(m.lines).UpTo(day))
	}
}

// rearrange is what replaceRooms does.
func (m *stayModel) rearrange(t *rapid.T, rooms Rooms) {
	m.total = max(m.total+rooms.Price()-m.rooms.Price(), 0)
	for i := range rooms {
		rooms[i].Position = i
	}
	m.rooms = rooms
	m.follow(t)
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
	planned := l.billed + priceOfAll(l.shares)
	for _, line := range l.other {
		planned += m.terms().priceOf(line.Charge)
	}
	missing := slices.ContainsFunc(l.shares, func(s share) bool { return s.line == nil })
	if due := m.owed() + l.Surplus; planned != due && (missing || planned > due) {
		t.Fatalf("lines and nights to come add up to %d, owed are %d and charged too much %d", planned, m.owed(), l.Surplus)
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
	end := func(t *rapid.T, agreed money.Amount, leaving []*Room) {
		terms := m.terms()
		terms.Rooms, terms.Agreed = slices.Clone(m.rooms), agreed
		for _, r := range leaving {
			r.Released = Left
			r.CutAt(m.day)
		}
		if m.status == checkedOut {
			m.post(t, terms.End(m.rooms, m.lines))
		} else {
			m.post(t, terms.Leave(m.rooms, m.lines))
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
			if err != nil || in >= out || m.status == checkedIn && out < m.day || rooms.CheckApart() != nil {
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
			if from >= m.checkOut || m.known > 4 {
				t.Skip("too late")
			}
			m.known++
			m.rearrange(t, append(slices.Clone(m.rooms), Room{RoomID: fmt.Sprint("room ", m.known),
				Rate: money.Amount(amount.Draw(t, "rate")), From: from, To: m.checkOut}))
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
			m.known++
			target := *old
			target.RoomID, target.From = fmt.Sprint("room ", m.known), from
			m.rearrange(t, m.rooms.Move(old.Position, target))
		},
		"leave a room": func(t *rapid.T) {
			open(t)
			room := rapid.SampledFrom(m.rooms.Current()).Draw(t, "room")
			if len(m.rooms.Current()) == 1 || m.rooms.Awaits(room, m.day) {
				t.Skip("the last one")
			}
			end(t, m.total, []*Room{room})
		},
		"check out": func(t *rapid.T) {
			if m.status == cancelled {
				t.Skip("cancelled")
			}
			agreed := m.total
			if rapid.Bool().Draw(t, "final") {
				m.total = money.Amount(amount.Draw(t, "total"))
			}
			if m.status == checkedOut {
				end(t, agreed, nil)
			} else {
				m.status = checkedOut
				end(t, agreed, m.rooms.Ahead(m.day))
			}
			if again := m.terms().End(m.rooms, m.lines); len(again.Reverse)+len(again.nights) > 0 || again.amount != 0 {
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
			m.status = m.before
			m.post(t, m.terms().Reconcile(m.lines).Reinstate())
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
			m.post(t, m.terms().End(m.rooms, m.lines))
			if got := m.terms().Reconcile(m.lines); m.charged() != m.owed()+got.Surplus {
				t.Fatalf("charged are %d, owed %d, charged too much %d", m.charged(), m.owed(), got.Surplus)
			}
		},
		"credit": func(t *rapid.T) {
			value := money.Amount(-amount.Draw(t, "credit"))
			for _, c := range m.terms().Credits([]folio.Charge{{Applied: tax.Applied{Taxable: value, Total: value}}},
				m.terms().Reconcile(m.lines).Surplus) {
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
		m := &stayModel{status: confirmed, day: first, known: 2, checkIn: first,
			checkOut:  first.AddDays(rapid.IntRange(1, 6).Draw(t, "nights")),
			inclusive: rapid.Bool().Draw(t, "inclusive")}
		for i := range 2 {
			rate := money.Amount(rapid.Int64Range(0, 1_000_001).Draw(t, "rate"))
			m.rooms = append(m.rooms, Room{Position: i, RoomID: fmt.Sprint("room ", i+1), Rate: rate, From: first,
				To: m.checkOut})
		}
		m.total = m.rooms.Price()
		if rapid.Bool().Draw(t, "agreed") {
			m.total = money.Amount(rapid.Int64Range(0, 10_000_001).Draw(t, "total"))
		}
		t.Repeat(m.operations())
	})
}
