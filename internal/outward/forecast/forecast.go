package forecast

import (
	"math"
	"time"

	"sarai/internal/kit/date"
)

// Definitions say what each figure is.
var Definitions = map[string]string{
	"roomsToSell": "The rooms in use on the night, less the blocked ones",
	"onTheBooks": "Rooms that are booked for the night now, guests in house among them; day uses, holds and rooms that " +
		"are kept for groups don't count",
	"expectedPickUp": "What came in on average, less what was cancelled, after the same lead time for the reference " +
		"nights: those 364 and 728 days before and the same weekday of the weeks beside them, as far as they are over and " +
		"their bookings are known. Null without any",
	"forecast": "onTheBooks + expectedPickUp, but not above roomsToSell or below nothing; without reference nights it " +
		"is what is on the books, and basis says so",
	"error": "How many rooms the same forecast was off on average, made with the same lead time for each of the last " +
		"28 nights: the mean of the differences from the rooms whose guests came, whichever way. Null if no booking is as " +
		"old as that",
	"occupancy": "forecast / roomsToSell × 100",
}

const (
	yearBefore = 364 // days: the same day of the week
	years      = 2
	beside     = 1  // weeks on each side of a night of the years before
	tested     = 28 // nights, up to the last
)

// room is a room of a booking with its nights.
type room struct {
	came            bool
	booked          int64     // UTC milliseconds, as the next two are
	cancelled, left *int64    // nil: the booking isn't cancelled, the party hasn't left
	from, to        date.Date // it holds, or has held, the nights [from, to)
	nights          int       // from from on, with those after to that were given back by leaving early
}

// days counts days. The moment of a day is the hour of now on it, so that all lead times are of whole days.
type days struct {
	zone *time.Location
	hour int64 // milliseconds from midnight to now
}

const dayLength = int64(24 * time.Hour / time.Millisecond)

func (d days) local(at int64) int64 {
	_, offset := time.UnixMilli(at).In(d.zone).Zone()
	return at + int64(offset)*1000
}

func daysAt(now time.Time, zone *time.Location) days {
	d := days{zone: zone}
	d.hour = d.local(now.UnixMilli()) % dayLength
	return d
}

// of is the first day by whose moment something has happened.
func (d days) of(at int64) int {
	return int(math.Ceil(float64(d.local(at)-d.hour) / float64(dayLength)))
}

func number(day date.Date) int { return int(day.Time().Unix() / (24 * 3600)) }

// night is what is known of a night.
type night struct {
	slept int   // rooms whose guests came
	books []int // what was on the books, by lead time; until summed, the differences
}

// history is what was on the books for nights.
type history struct {
	days
	today int
	most  int // the longest lead time
	first int // the first day with a booking on the books; above today for none
	sell  map[int]int
	known map[int]*night
}

// add notes the nights of a room from the first to the last.
func (h *history) add(r room, first, last int) {
	booked, gone, left := h.of(r.booked), math.MaxInt32, math.MaxInt32
	if r.cancelled != nil {
		gone = h.of(*r.cancelled)
	}
	if r.left != nil {
		left = h.of(*r.left)
	}
	from, to := number(r.from), number(r.to)
	for day := max(from, first); day <= min(max(from+r.nights, to)-1, last); day++ {
		n := h.known[day]
		if n == nil {
			n = &night{books: make([]int, h.most+2)}
			h.known[day] = n
		}
		end := gone
		if day >= to {
			end = min(end, left)
		} else if r.came {
			n.slept++
		}
		shortest, longest := max(0, day-end+1), min(h.most, day-booked)
		if shortest <= longest {
			n.books[longest]++
			if shortest > 0 {
				n.books[shortest-1]--
			}
		}
	}
}

// sum makes sums of the differences, once all rooms are added.
func (h *history) sum() {
	for _, n := range h.known {
		for lead := h.most - 1; lead >= 0; lead-- {
			n.books[lead] += n.books[lead+1]
		}
	}
}

func (h *history) books(day, lead int) int {
	if n := h.known[day]; n != nil {
		return n.books[lead]
	}
	return 0
}

func (h *history) slept(day int) int {
	if n := h.known[day]; n != nil {
		return n.slept
	}
	return 0
}

// pickUp is what came in on average for the reference nights of a night, as known on a day, and how many those are.
func (h *history) pickUp(day, asOf int) (mean float64, nights int) {
	lead, sum := day-asOf, 0
	for year := 1; year <= years; year++ {
		for week := -beside; week <= beside; week++ {
			then := day - year*yearBefore + week*7
			if then < asOf && then-lead >= h.first {
				nights++
				sum += h.slept(then) - h.books(then, lead)
			}
		}
	}
	if nights == 0 {
		return 0, 0
	}
	return float64(sum) / float64(nights), nights
}

// forecast is how many rooms are occupied on a night, as known on a day.
func (h *history) forecast(day, asOf int) float64 {
	books := float64(h.books(day, day-asOf))
	mean, _ := h.pickUp(day, asOf)
	return max(0, min(books+mean, max(books, float64(h.sell[day]))))
}

// off is how many rooms the forecasts with a lead time were off for the last nights, and for how many there are any.
func (h *history) off(lead int) (mean float64, nights int) {
	sum := 0.0
	for day := h.today - tested; day < h.today; day++ {
		if day-lead >= h.first {
			nights++
			sum += math.Abs(h.forecast(day, day-lead) - float64(h.slept(day)))
		}
	}
	if nights == 0 {
		return 0, 0
	}
	return sum / float64(nights), nights
}

// coming is the forecast of a night.
type coming struct {
	day                date.Date
	sell, books        int
	pickUp             float64
	references, tested int // nights
	rooms, off         float64
}

func (h *history) coming(day date.Date) coming {
	at := number(day)
	c := coming{day: day, sell: h.sell[at], books: h.books(at, at-h.today), rooms: h.forecast(at, h.today)}
	c.pickUp, c.references = h.pickUp(at, h.today)
	c.off, c.tested = h.off(at - h.today)
	return c
}

func rounded(value float64) float64 { return math.Round(value*100) / 100 }
