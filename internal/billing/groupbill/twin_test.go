package groupbill_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sarai/internal/app/apptest"
)

// Two hotels have the same stays. In one, a master account pays what random rules and moves say; in the other, each
// guest pays. Who pays changes no charge and no tax, neither on the folios nor on the invoices nor in the books.
func TestWhoeverPaysTheStaysCostTheSame(t *testing.T) {
	apptest.RapidDefault(t, "checks", "10")
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		rapid.Check(t, func(rt *rapid.T) {
			s.Clock.Set(apptest.Noon)
			billing := object{"roundToWhole": false, "issueAtCheckout": false,
				"pricesIncludeTax": rapid.Bool().Draw(rt, "inclusive")}
			w := &twins{rt: rt}
			for i := range w.hotels {
				w.hotels[i] = newTwin(rt, owner, billing, i == routing)
			}
			rt.Repeat(w.actions())
			w.bill()
		})
	})
}

// The places of the twins: that with a master account first.
const (
	routing = iota
	plain
)

type twins struct {
	rt     *rapid.T
	hotels [2]*model
}

func newTwin(rt *rapid.T, owner *apptest.Caller, billing object, routed bool) *model {
	desk := owner.AnotherHotel(object{"gstin": apptest.HotelGSTIN}).Refreshed()
	desk.SetBilling(billing)
	m := &model{rt: rt, desk: desk}
	m.path, m.id = party(desk, nil)
	group := m.id
	if !routed {
		group = ""
	}
	numbers := desk.CreateRooms(4)
	for i, rate := range []any{5000.01, 9000, 999} {
		m.stays = append(m.stays, member(desk, group, numbers[i], rate))
	}
	m.spare = numbers[3]
	return m
}

// both does the same at both hotels, for the same stay, and expects the same answer.
func (w *twins) both(rt *rapid.T, do func(m *model, stay string) apptest.Answer) {
	at := rapid.IntRange(0, len(w.hotels[plain].stays)-1).Draw(rt, "stay")
	var answers [2]apptest.Answer
	for i, m := range w.hotels {
		answers[i] = m.try(do(m, m.stays[at]))
	}
	if answers[routing].Status != answers[plain].Status {
		rt.Fatalf("with a master account: %s\nwithout: %s", answers[routing].Raw, answers[plain].Raw)
	}
}

func (w *twins) actions() map[string]func(*rapid.T) {
	routed := w.hotels[routing]
	stay := func(path string, method func(m *model) func(string, any) apptest.Answer,
		body func(rt *rapid.T) object) func(*rapid.T) {
		return func(rt *rapid.T) {
			given := body(rt)
			w.both(rt, func(m *model, id string) apptest.Answer { return method(m)(apptest.BookingPath(id, path), given) })
		}
	}
	post := func(m *model) func(string, any) apptest.Answer { return m.desk.Post }
	put := func(m *model) func(string, any) apptest.Answer { return m.desk.Put }
	nothing := func(*rapid.T) object { return object{} }
	return map[string]func(*rapid.T){
		"":      w.compare,
		"group": func(rt *rapid.T) { routed.try(routed.desk.Put(routed.path+"/routing", routed.rules(rt))) },
		"booking": func(rt *rapid.T) {
			routed.try(routed.desk.Put(apptest.BookingPath(routed.stay(rt), "/routing"), routed.rules(rt)))
		},
		"move":   routed.moveLines,
		"arrive": stay("/arrival", post, nothing),
		"leave":  stay("/checkout", put, nothing),
		"charge": stay("/charges", post, routed.charge),
		"stay": stay("/stay", put, func(rt *rapid.T) object {
			return object{"checkOut": apptest.Date(rapid.IntRange(1, 4).Draw(rt, "to"))}
		}),
		"cancel": stay("/cancel", put, func(rt *rapid.T) object {
			// A charge that is corrected is posted anew, or as the difference where it is billed already: both are the same
			// only if their taxes need no rounding.
			return object{"reason": "x", "cancellationCharge": 420 * rapid.IntRange(0, 7).Draw(rt, "charge")}
		}),
		"reinstate": stay("/reinstate", post, nothing),
		"next day": func(*rapid.T) {
			w.hotels[plain].desk.Server.Clock.Advance(24 * time.Hour)
			for _, m := range w.hotels {
				m.desk = m.desk.Refreshed()
				m.try(m.desk.Post("/api/bookings/{org}/night-audit", object{"markNoShows": false}))
			}
		},
	}
}

// compare compares what each stay costs in the two hotels.
func (w *twins) compare(rt *rapid.T) {
	for i := range w.hotels[plain].stays {
		var folios [2]apptest.Answer
		for n, m := range w.hotels {
			folios[n] = m.desk.CheckedFolio(m.stays[i])
		}
		for _, name := range []string{"chargedAmount", "lodgingAmount", "extrasAmount", "taxAmount", "toBePosted"} {
			if a, b := folios[routing].At("data", "totals", name), folios[plain].At("data", "totals", name); a != b {
				rt.Fatalf("%s of stay %d is %v with a master account, and %v without: %s\n%s", name, i, a, b,
					folios[routing].Raw, folios[plain].Raw)
			}
		}
	}
}

// bill bills everything, and compares the invoices and the books.
func (w *twins) bill() {
	var sums [2]map[string]int64
	for i, m := range w.hotels {
		if i == routing {
			m.try(m.desk.Post(m.path+"/invoices", object{"issue": true, "wholeStays": true}))
		}
		for _, stay := range m.stays {
			m.try(m.desk.Post("/api/invoices/{org}/create", object{"bookingId": stay, "issue": true}))
		}
		for _, draft := range m.desk.Get("/api/invoices/{org}/list?limit=100&status=draft").Want(200).List("data") {
			m.try(m.desk.Post("/api/invoices/{org}/"+draft.(map[string]any)["_id"].(string)+"/issue", nil)) // of cancelled stays
		}
		apptest.BooksHold(w.rt, m.desk)
		if m.hasOpenLines() {
			w.rt.Fatalf("not everything is billed: %s", m.desk.Get("/api/invoices/{org}/list?limit=100").Raw)
		}
		sums[i] = map[string]int64{}
		for _, bill := range m.desk.Get("/api/invoices/{org}/list?limit=100").Want(200).List("data") {
			for _, name := range []string{"totalAmount", "taxAmount", "subtotal"} {
				sums[i][name] += apptest.Paise(bill.(map[string]any)[name])
			}
		}
		for _, row := range m.desk.Get("/api/accounts/{org}/trial-balance").Want(200).List("data", "accounts") {
			r := row.(map[string]any)
			sums[i]["account "+r["name"].(string)] += apptest.Paise(r["debit"]) - apptest.Paise(r["credit"])
		}
	}
	if maps.Equal(sums[routing], sums[plain]) {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(sums[plain])) {
		if sums[routing][name] != sums[plain][name] {
			w.rt.Errorf("%s is %d with a master account, and %d without", name, sums[routing][name], sums[plain][name])
		}
	}
	w.rt.FailNow()
}

func (m *model) hasOpenLines() bool {
	for _, stay := range m.stays {
		lines, _ := m.desk.FolioLines(stay)
		if slices.ContainsFunc(lines, func(l map[string]any) bool { return l["status"] == "open" }) {
			return true
		}
	}
	return false
}
