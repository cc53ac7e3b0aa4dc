package forecast

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sarai/internal/kit/date"
)

var (
	zone = time.FixedZone("Asia/Kolkata", 5*3600+1800)
	now  = time.Date(2028, 6, 14, 12, 20, 0, 0, zone)
)

// stays are rooms at random, in and around the days that a forecast looks at.
func stays(rt *rapid.T) []room {
	today, list := date.Of(now, zone), []room{}
	for range rapid.IntRange(0, 60).Draw(rt, "rooms") {
		year := rapid.IntRange(0, 2).Draw(rt, "years ago")
		from := today.AddDays(rapid.IntRange(-50, 25).Draw(rt, "from") - year*364)
		r := room{from: from, to: from.AddDays(rapid.IntRange(1, 9).Draw(rt, "nights"))}
		r.nights = r.from.DaysUntil(r.to) + rapid.IntRange(0, 3).Draw(rt, "given back")
		booked := from.Start(zone).Add(time.Duration(rapid.IntRange(-60*24, 24).Draw(rt, "hours")) * time.Hour)
		if booked.After(now) {
			booked = now
		}
		r.booked = booked.UnixMilli()
		then := booked.Add(time.Duration(rapid.IntRange(0, 60*24).Draw(rt, "later")) * time.Hour)
		switch at := then.UnixMilli(); {
		case then.After(now):
			r.nights = r.from.DaysUntil(r.to)
		case rapid.Bool().Draw(rt, "cancelled"):
			r.cancelled = &at
		default:
			r.came, r.left = true, &at
		}
		list = append(list, r)
	}
	return list
}

// told is what one would write down by hand: it looks at all rooms for each figure.
type told struct {
	rooms []room
	sell  int
	first time.Time
}

// moment is this hour, so many days before a night.
func moment(night date.Date, lead int) time.Time {
	return night.AddDays(-lead).Start(zone).Add(12*time.Hour + 20*time.Minute)
}

func (b told) books(night date.Date, at time.Time) (sum float64) {
	for _, r := range b.rooms {
		booked := r.booked <= at.UnixMilli() && (r.cancelled == nil || *r.cancelled > at.UnixMilli())
		inside := r.from <= night && night < r.to
		givenBack := night >= r.to && night < r.from.AddDays(r.nights) && (r.left == nil || *r.left > at.UnixMilli())
		if booked && (inside || givenBack) {
			sum++
		}
	}
	return sum
}

func (b told) slept(night date.Date) (sum float64) {
	for _, r := range b.rooms {
		if r.came && r.from <= night && night < r.to {
			sum++
		}
	}
	return sum
}

func (b told) forecast(night date.Date, lead int) float64 {
	sum, references := 0.0, 0.0
	for _, ago := range []int{357, 364, 371, 721, 728, 735} {
		then := night.AddDays(-ago)
		if then < night.AddDays(-lead) && !moment(then, lead).Before(b.first) {
			references++
			sum += b.slept(then) - b.books(then, moment(then, lead))
		}
	}
	books := b.books(night, moment(night, lead))
	if references > 0 {
		return max(0, min(max(books, float64(b.sell)), books+sum/references))
	}
	return min(books, max(books, float64(b.sell)))
}

func (b told) off(lead int) (float64, int) {
	sum, nights := 0.0, 0
	for ago := 1; ago <= 28; ago++ {
		night := date.Of(now, zone).AddDays(-ago)
		if !moment(night, lead).Before(b.first) {
			nights++
			sum += math.Abs(b.forecast(night, lead) - b.slept(night))
		}
	}
	if nights == 0 {
		return 0, 0
	}
	return sum / float64(nights), nights
}

// The forecast of each night, and its error, are what a list of the rooms says that is read again for each figure.
func TestForecastIsWhatTheListSays(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		today := date.Of(now, zone)
		b := told{rooms: stays(rt), sell: rapid.IntRange(0, 8).Draw(rt, "rooms to sell"), first: now.AddDate(9, 0, 0)}
		h := &history{days: daysAt(now, zone), today: number(today), most: 20, first: math.MaxInt32,
			sell: map[int]int{}, known: map[int]*night{}}
		for day := h.today - 30; day < h.today+30; day++ {
			h.sell[day] = b.sell
		}
		for _, r := range b.rooms {
			if at := time.UnixMilli(r.booked); at.Before(b.first) {
				b.first, h.first = at, h.of(r.booked)
			}
			h.add(r, math.MinInt32, math.MaxInt32)
		}
		h.sum()
		for _, lead := range []int{0, 1, rapid.IntRange(2, 20).Draw(rt, "lead")} {
			night := today.AddDays(lead)
			c := h.coming(night)
			off, tested := b.off(lead)
			if math.Abs(c.rooms-b.forecast(night, lead)) > 1e-9 || float64(c.books) != b.books(night, now) ||
				c.tested != tested || math.Abs(c.off-off) > 1e-9 {
				rt.Fatalf("%d days ahead it is %+v, want %v of %v on the books, off by %v in %d nights", lead, c,
					b.forecast(night, lead), b.books(night, now), off, tested)
			}
		}
	})
}
