package demo

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
)

// The days of the plan count from today, which is 0. A night belongs to the day on which it begins.
const (
	founded     = -98 // the hotel signs up; the next day it begins to take bookings
	opened      = -90 // the first guests arrive
	lastArrival = 29
	longestLead = 60   // days between booking and arrival
	never       = 1000 // a day that doesn't come
)

// What can become of a stay that doesn't go as booked.
const (
	cancelled = "cancelled"
	noShow    = "no-show"
	overstay  = "overstay" // should have left yesterday, and is still there
)

// vip is asked for with the dearest of today's arrivals.
const vip = "VIP: the general manager meets the guest at the door; flowers and sweets in the room"

// stay is one booking as it will happen.
type stay struct {
	visitor
	returning               int // index in the plan of the guest's first stay, or -1
	booked, arrives, leaves int
	rooms                   []plannedRoom
	source, plan, request   string
	total, advance          money.Amount
	extras                  []extra
	method, settlement      string // how the advance is paid, and how the rest
	expected                *travel
	fate                    string
	quoted                  bool     // it was a quote before it was a booking
	company                 *company // that pays for the stay, or nil
	pays                    int      // the company's day to pay
}

// extra is what a guest has besides the room.
type extra struct {
	day       int
	name, tax string
	price     money.Amount // with the tax
}

type plannedRoom struct {
	number, category string
	rate             money.Amount
	adults, children int
}

// visitor is who comes.
type visitor struct {
	name, email, phone string
	address            contact.Address
}

func (s stay) nights() int { return s.leaves - s.arrives }

// planner makes a plan. Its seed is fixed, so the same day always has the same plan.
type planner struct {
	*rand.Rand
	today    date.Date
	freeFrom map[string]int  // by room number: the room is free from this day on
	known    map[string]bool // names of guests
	stays    []stay
}

// plan lists every stay of the demo hotel in the order of arrival.
func plan(today date.Date) []stay {
	p := &planner{Rand: rand.New(rand.NewPCG(1734, 8)), today: today, freeFrom: map[string]int{}, known: map[string]bool{}}
	for _, c := range categories {
		for _, number := range c.rooms {
			p.freeFrom[number] = opened
		}
	}
	for day := opened; day <= lastArrival; day++ {
		if day == -1 {
			p.keepOne()
		}
		for p.taken(day) < p.wanted(day) || p.fullHouse(day) {
			if !p.add(day) {
				break
			}
		}
	}
	p.honourOne()
	p.bookSomeToday()
	p.cancelOne()
	p.missOne()
	p.quoteOne()
	p.billCompanies()
	return p.stays
}

func (p *planner) date(day int) date.Date { return p.today.AddDays(day) }

func (p *planner) weekday(day int) time.Weekday { return p.date(day).Start(time.UTC).Weekday() }

func (p *planner) taken(day int) (rooms int) {
	for _, from := range p.freeFrom {
		if from > day {
			rooms++
		}
	}
	return rooms
}

// fullHouse is the first Saturday that is at least three days ahead.
func (p *planner) fullHouse(day int) bool {
	return p.weekday(day) == time.Saturday && day >= 3 && day < 10
}

// wanted is how many rooms to fill on a day: fewer in the hotel's first days and in the weeks ahead, which are still
// being sold.
func (p *planner) wanted(day int) int {
	pace := 1.0
	if day < opened+3 {
		pace = 0.5 + 0.2*float64(day-opened)
	} else if day > 0 {
		pace = 1 - 0.005*float64(day)
	}
	rooms := float64(len(p.freeFrom)) * float64(wanted[p.weekday(day)]) / 100 * pace
	return int(math.Round(rooms + 2*p.Float64() - 1))
}

// add plans one more stay that begins on day, and reports whether a room was free for it.
func (p *planner) add(day int) bool {
	nights := p.weighted([]int{28, 34, 22, 10, 6}) + 1
	s := stay{returning: -1, arrives: day, leaves: day + nights}
	c, rooms := p.freeRooms(day, s.leaves)
	if len(rooms) == 0 {
		return false
	}
	meals := mealPlans[p.weighted(weights(mealPlans, func(m mealPlan) int { return m.weight }))]
	s.plan = meals.plan
	for _, number := range rooms[:min(len(rooms), p.weighted([]int{90, 8, 2})+1)] {
		r := plannedRoom{number: number, category: c.Name, adults: min(1+p.weighted([]int{18, 70, 12}), c.MaxAdults),
			children: min(p.weighted([]int{80, 14, 6}), c.MaxChildren)}
		r.rate = p.rate(c, day, s.leaves) + meals.price*money.Amount(r.adults)
		s.rooms = append(s.rooms, r)
		s.total += r.rate * money.Amount(nights)
		p.freeFrom[number] = s.leaves
	}
	p.sell(&s)
	p.invite(&s)
	if p.IntN(6) == 0 {
		s.request = pick(p, requests)
	}
	if day == 0 {
		s.expected = &travels[len(p.stays)%len(travels)]
	}
	p.stays = append(p.stays, s)
	return true
}

// freeRooms draws a category and returns its rooms that are free for the stay, in random order; none if no room is
// free.
func (p *planner) freeRooms(from, to int) (category, []string) {
	free := make([][]string, len(categories))
	for i, c := range categories {
		for _, number := range c.rooms {
			if p.freeFrom[number] <= from && !outOfOrder(number, from, to) {
				free[i] = append(free[i], number)
			}
		}
	}
	appeals := make([]int, len(categories))
	for i, c := range categories {
		appeals[i] = c.appeal * len(free[i]) // a category without a free room is never drawn
	}
	if slices.Max(appeals) == 0 {
		return category{}, nil
	}
	drawn := p.weighted(appeals)
	p.Shuffle(len(free[drawn]), func(i, j int) { free[drawn][i], free[drawn][j] = free[drawn][j], free[drawn][i] })
	return categories[drawn], free[drawn]
}

func outOfOrder(number string, from, to int) bool {
	return slices.ContainsFunc(blocks, func(b block) bool { return b.room == number && from < b.to && b.from < to })
}

// rate is the mean price of the nights, rounded to 50 rupees.
func (p *planner) rate(c category, from, to int) money.Amount {
	var sum money.Amount
	for day := from; day < to; day++ {
		price := c.BaseRate * money.Amount(seasonPercent(p.date(day))) / 100
		if weekday := p.weekday(day); weekday == time.Friday || weekday == time.Saturday {
			price = price * weekendPercent / 100
		}
		sum += price
	}
	return toStep(sum/money.Amount(to-from), 50*rupee)
}

func seasonPercent(day date.Date) int {
	monthDay := string(day[5:])
	for _, s := range seasons {
		if monthDay >= s.from && monthDay <= s.to {
			return s.percent
		}
	}
	return 100
}

// sell decides where and when the stay is booked, and how it is paid.
func (p *planner) sell(s *stay) {
	by := sources[p.weighted(weights(sources, func(s source) int { return s.weight }))]
	if by.source == walkIn && s.arrives >= 0 {
		by = sources[0] // nobody has walked in yet
	}
	s.source, s.booked = by.source, s.arrives
	if by.source != walkIn {
		latest := min(s.arrives, -1)
		earliest := max(s.arrives-longestLead, founded+1)
		s.booked = latest - int(math.Pow(p.Float64(), 1.5)*float64(latest-earliest))
	}
	paid := pick(p, by.deposits)
	if paid.percent > 0 {
		s.advance = min(s.total, toStep(s.total*money.Amount(paid.percent)/100, 100*rupee))
		s.method = pick(p, paid.methods)
		if paid.percent == 100 {
			s.advance = s.total
		}
	}
	if p.IntN(4) == 0 {
		p.enjoy(s)
	}
	if s.advance < s.total || len(s.extras) > 0 {
		s.settlement = pick(p, settlements)
	}
}

// enjoy plans a dinner on the first evening, and laundry on the second day of guests who spend much.
func (p *planner) enjoy(s *stay) {
	spent := toStep(money.Amount(400+p.IntN(4200))*rupee, 50*rupee)
	if spent > 2500*rupee && s.nights() > 1 {
		spent -= laundryPrice
		s.extras = append(s.extras, extra{s.arrives + 1, "Laundry", laundry, laundryPrice})
	}
	s.extras = append(s.extras, extra{s.arrives, meals[len(p.stays)%len(meals)], food, spent})
}

// invite decides who comes: one guest in eight has been here before.
func (p *planner) invite(s *stay) {
	if p.IntN(8) == 0 {
		for range 10 {
			i := p.IntN(len(p.stays) + 1)
			if i < len(p.stays) && p.stays[i].returning < 0 && p.stays[i].leaves <= s.booked {
				s.visitor, s.returning = p.stays[i].visitor, i
				return
			}
		}
	}
	s.visitor = p.stranger()
}

func (p *planner) stranger() visitor {
	for {
		o := origins[p.weighted(weights(origins, func(o origin) int { return o.weight }))]
		name := pick(p, o.first) + " " + pick(p, o.last)
		if p.known[name] {
			continue
		}
		p.known[name] = true
		phone := strings.Map(func(r rune) rune {
			if r == '#' {
				return rune('0' + p.IntN(10))
			}
			return r
		}, o.phone)
		email := mailbox.Replace(strings.ToLower(name)) + "@" + pick(p, mailDomains)
		return visitor{address: o.home, name: name, email: email, phone: phone}
	}
}

var mailbox = strings.NewReplacer(" ", ".", "é", "e", "è", "e", "ü", "ue")

// bookSomeToday moves three bookings to today, so that today's bookings and revenue have something to show.
func (p *planner) bookSomeToday() {
	for i, n := 0, 0; i < len(p.stays) && n < 3; i++ {
		if s := &p.stays[i]; s.arrives > 3 && s.booked > -8 && s.advance > 0 && s.source != "phone" {
			s.booked = 0
			n++
		}
	}
}

// honourOne makes the dearest of today's arrivals a VIP.
func (p *planner) honourOne() {
	dearest := -1
	for i, s := range p.stays {
		if s.arrives == 0 && (dearest < 0 || s.total > p.stays[dearest].total) {
			dearest = i
		}
	}
	p.stays[dearest].request = vip
}

// keepOne plans that guests who should leave yesterday don't. Nobody else gets their rooms before tomorrow.
func (p *planner) keepOne() {
	i := slices.IndexFunc(p.stays, func(s stay) bool { return s.leaves == -1 })
	p.stays[i].fate = overstay
	for _, r := range p.stays[i].rooms {
		p.freeFrom[r.number] = 1
	}
}

// cancelOne plans that the guest of one coming stay cancels, two days ago.
func (p *planner) cancelOne() {
	i := slices.IndexFunc(p.stays, func(s stay) bool {
		return s.arrives > 10 && s.booked < -5 && s.advance > 0 && s.source == "online"
	})
	p.stays[i].fate = cancelled
}

// missOne plans one no-show, within the last two weeks.
func (p *planner) missOne() {
	i := slices.IndexFunc(p.stays, func(s stay) bool {
		return s.fate == "" && s.arrives > -14 && s.arrives < -1 && s.source == "phone" && s.booked < s.arrives &&
			len(s.rooms) == 1
	})
	p.stays[i].fate = noShow
}

// quoteOne plans that one coming stay begins as a quote.
func (p *planner) quoteOne() {
	i := slices.IndexFunc(p.stays, func(s stay) bool {
		return s.fate == "" && s.arrives > 5 && s.booked < -1 && s.source == "phone" && s.advance > 0 && s.returning < 0
	})
	p.stays[i].quoted = true
}

// billCompanies plans that companies pay for every other stay that was booked by phone without an advance, a few days
// late. The latest of each month is never paid, so that something is owed of every age.
func (p *planner) billCompanies() {
	n, late := 0, map[int]bool{}
	for i := len(p.stays) - 1; i >= 0; i-- {
		s := &p.stays[i]
		if s.source != "phone" || s.advance > 0 || s.fate != "" || s.leaves >= 0 {
			continue
		}
		if n++; n%2 == 0 {
			continue
		}
		s.company, s.settlement = &companies[n/2%len(companies)], "bank_transfer"
		s.pays = s.leaves + dueDays + n%5
		if month := s.monthsLate(); !late[month] {
			late[month], s.pays = true, never
		}
	}
}

// monthsLate counts the months that the stay's invoice is overdue as the dashboard does: 0 for up to 30 days, 1 for up
// to 60, and so on.
func (s stay) monthsLate() int { return max(0, -(s.leaves+dueDays)-1) / 30 }

// weighted draws an index of the list, each as often as its weight says.
func (p *planner) weighted(weights []int) int {
	sum := 0
	for _, weight := range weights {
		sum += weight
	}
	drawn, i := p.IntN(sum), 0
	for drawn >= weights[i] {
		drawn -= weights[i]
		i++
	}
	return i
}

func weights[T any](list []T, weight func(T) int) []int {
	all := make([]int, len(list))
	for i, item := range list {
		all[i] = weight(item)
	}
	return all
}

func pick[T any](p *planner, list []T) T { return list[p.IntN(len(list))] }

func toStep(amount, step money.Amount) money.Amount { return (amount + step/2) / step * step }
