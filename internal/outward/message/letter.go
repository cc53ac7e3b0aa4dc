package message

import (
	"slices"
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/stay/booking"
)

// Kind says which letter it is.
type Kind string

// The kinds of letters.
const (
	Confirmation Kind = "confirmation"
	PreArrival   Kind = "pre-arrival"
	Arrival      Kind = "arrival"
	InStay       Kind = "in-stay"
	Farewell     Kind = "farewell"
	Review       Kind = "review"
)

// Kinds are all kinds, in the order of a stay.
var Kinds = []Kind{Confirmation, PreArrival, Arrival, InStay, Farewell, Review}

// What a letter's days are counted from.
const (
	fromBooking   = "booking"
	fromArrival   = "arrival"
	fromDeparture = "departure"
)

// What became of a letter.
const (
	Queued    = "queued"
	Sent      = "sent"
	Failed    = "failed"
	Skipped   = "skipped"
	Simulated = "simulated" // handed to a carrier that sends nothing
)

// By what a letter goes.
const (
	ByMail     = "email"
	ByWhatsApp = "whatsapp"
	BySMS      = "sms"
)

// optional tells whether a guest can unsubscribe from the kind: it isn't about what was booked.
func (k Kind) optional() bool { return k == InStay || k == Review }

// span is how many days from the anchor a kind may be.
type span struct{ least, most int }

// anchors are what each kind's days may be counted from, and how many they may be.
var anchors = map[Kind]map[string]span{
	Confirmation: {fromBooking: {0, 0}},
	PreArrival:   {fromArrival: {-60, -1}},
	Arrival:      {fromArrival: {0, 0}},
	InStay:       {fromArrival: {0, 30}, fromDeparture: {-30, -1}},
	Farewell:     {fromDeparture: {0, 7}},
	Review:       {fromDeparture: {0, 30}},
}

// Letter is how a hotel wants the letters of a kind.
type Letter struct {
	Kind   Kind       `json:"kind"`
	On     bool       `json:"on"`
	Since  int64      `json:"since"` // UTC milliseconds; since when it is on
	Anchor string     `json:"anchor"`
	Days   int        `json:"days"` // from the anchor; below zero: before it
	At     date.Clock `json:"at"`   // in the hotel's time zone; "" of a confirmation, which goes at once
}

// usual are the letters as a hotel finds them: all of them are off.
func usual() []Letter {
	return []Letter{
		{Kind: Confirmation, Anchor: fromBooking}, {Kind: PreArrival, Anchor: fromArrival, Days: -3, At: "10:00"},
		{Kind: Arrival, Anchor: fromArrival, At: "08:00"}, {Kind: InStay, Anchor: fromArrival, Days: 1, At: "11:00"},
		{Kind: Farewell, Anchor: fromDeparture, At: "13:00"},
		{Kind: Review, Anchor: fromDeparture, Days: 2, At: "11:00"},
	}
}

// Settings are a hotel's.
type Settings struct {
	Letters    []Letter           `db:"letters,json"`
	QuietFrom  date.OptionalClock `db:"quiet_from"` // "": no hour is quiet
	QuietUntil date.OptionalClock `db:"quiet_until"`
	Phone      string             `db:"phone"`     // ByWhatsApp or BySMS: letters go to telephones, too; "": they don't
	KeptDays   int                `db:"kept_days"` // days for which letters are kept
	UpdatedAt  int64              `db:"updated_at"`
	Version    int64              `db:"version,version"`
}

func defaults() Settings {
	return Settings{Letters: usual(), QuietFrom: "22:00", QuietUntil: "07:00", KeptDays: 1095, Version: 1}
}

// of is how the hotel wants the letters of a kind.
func (s Settings) of(k Kind) Letter {
	return s.Letters[slices.IndexFunc(s.Letters, func(l Letter) bool { return l.Kind == k })]
}

// anyOn tells whether the hotel wants any letter.
func (s Settings) anyOn() bool {
	return slices.ContainsFunc(s.Letters, func(l Letter) bool { return l.On })
}

// check refuses what no letter can be. places are where the letters stand in the body that changes them.
func (s Settings) check(places map[Kind]string) error {
	var bad errs.Fields
	for i, l := range s.Letters {
		field := func(name string) string { return places[l.Kind] + "." + name }
		allowed, ok := anchors[l.Kind][l.Anchor]
		switch {
		case !ok:
			bad.Add(field("anchor"), "must be %s", anchorsOf(l.Kind))
		case l.Days < allowed.least || l.Days > allowed.most:
			bad.Add(field("days"), "must be from %d to %d", allowed.least, allowed.most)
		}
		if l.Kind != Confirmation && l.At == "" {
			bad.Add(field("at"), "must be a time of day written HH:mm")
		}
		if l.Kind == Confirmation {
			s.Letters[i].At = "" // it goes at once
		}
	}
	if s.QuietFrom == "" && s.QuietUntil != "" {
		bad.Add("quietFrom", "must be given with quietUntil, or neither of them")
	} else if s.QuietUntil == "" && s.QuietFrom != "" {
		bad.Add("quietUntil", "must be given with quietFrom, or neither of them")
	} else if s.QuietFrom != "" && s.QuietFrom == s.QuietUntil {
		bad.Add("quietUntil", "must be another time than quietFrom: a whole day can't be quiet")
	}
	return bad.Err()
}

func anchorsOf(k Kind) string {
	if k == InStay {
		return "arrival or departure"
	}
	for anchor := range anchors[k] {
		return anchor
	}
	return ""
}

// stay is what the time of a letter depends on.
type stay struct {
	bookingID         string
	status            string
	checkIn, checkOut date.Date
	createdAt         int64  // UTC milliseconds
	leftAt            *int64 // nil: the guest hasn't left
}

func stayOf(b *booking.Booking) stay {
	return stay{b.ID, b.Status, b.CheckIn, b.CheckOut, b.CreatedAt, b.CheckedOutAt}
}

// departure is the day on which the guest left, if that was before the day that was booked, and else that one.
func (s stay) departure(h house) date.Date {
	if s.leftAt == nil {
		return s.checkOut
	}
	return min(s.checkOut, date.Of(time.UnixMilli(*s.leftAt), h.zone))
}

// house is what of a hotel times depend on.
type house struct {
	zone    *time.Location
	checkIn string // HH:mm, from when rooms are ready
}

// at is the instant of a time of day on a date.
func (h house) at(day date.Date, clock string) time.Time {
	t := day.Time()
	of, err := time.Parse("15:04", clock)
	if err != nil { // the hotel has no such time
		return day.Start(h.zone)
	}
	return time.Date(t.Year(), t.Month(), t.Day(), of.Hour(), of.Minute(), 0, 0, h.zone)
}

// awake is the instant, or the end of the quiet hours that it is in.
func (s Settings) awake(t time.Time, h house) time.Time {
	if s.QuietFrom == "" {
		return t
	}
	clock, day := date.OptionalClock(t.In(h.zone).Format("15:04")), date.Of(t, h.zone)
	from, until := s.QuietFrom, s.QuietUntil
	switch {
	case from < until && (clock < from || clock >= until), from > until && clock < from && clock >= until:
		return t
	case from > until && clock >= from:
		day = day.AddDays(1)
	}
	return h.at(day, string(until))
}

// lateBy is how long after its moment a letter after the departure still goes: the guest may have left later, the
// invoice may have been late.
const lateBy = 7 * 24 * time.Hour

// window is from when on the letter is due, and from when on it is too late to make sense; from is zero if the stay
// gets no such letter. It goes by no quiet hours.
//   - A confirmation goes within a day of the booking.
//   - Before the arrival goes until rooms are ready on the day of arrival, but not to who booked on that day.
//   - That of the day of arrival goes on that day.
//   - In the stay ends with the night before the departure, so that stays of one night get none.
//   - What follows the departure goes within a week of its moment.
func (l Letter) window(s stay, h house) (from, until time.Time) {
	made := time.UnixMilli(s.createdAt)
	switch l.Anchor {
	case fromBooking:
		return made, made.Add(24 * time.Hour)
	case fromDeparture:
		from = h.at(s.departure(h).AddDays(l.Days), string(l.At))
	default:
		from = h.at(s.checkIn.AddDays(l.Days), string(l.At))
	}
	switch l.Kind {
	case PreArrival:
		until = h.at(s.checkIn, h.checkIn)
		if date.Of(made, h.zone) >= s.checkIn {
			return time.Time{}, until
		}
	case Arrival:
		until = s.checkIn.AddDays(1).Start(h.zone)
	case InStay:
		until = s.checkOut.Start(h.zone)
	default:
		until = from.Add(lateBy)
	}
	if made.After(from) {
		from = made
	}
	return from, until
}

// statuses are those of the stays that get letters of each kind.
var statuses = map[Kind][]string{Confirmation: {booking.Confirmed, booking.CheckedIn}, PreArrival: {booking.Confirmed},
	Arrival: {booking.Confirmed}, InStay: {booking.CheckedIn}, Farewell: {booking.CheckedOut},
	Review: {booking.CheckedOut}}

// when is from when on a stay's letter of the kind can be written; false if it never is, as the stay stands. Ahead are
// stays that don't have the status yet.
func (s Settings) when(k Kind, of stay, h house, ahead bool) (at, until time.Time, ok bool) {
	l := s.of(k)
	from, until := l.window(of, h)
	if !l.On || from.IsZero() || from.UnixMilli() < l.Since || !slices.Contains(statuses[k], of.status) && !ahead {
		return from, until, false
	}
	if k != Confirmation {
		from = s.awake(from, h)
	}
	return from, until, from.Before(until)
}

// due tells whether a stay's letter of the kind is to be written now.
func (s Settings) due(k Kind, of stay, h house, now time.Time) bool {
	from, until, ok := s.when(k, of, h, false)
	return ok && !now.Before(from) && now.Before(until) && (k == Confirmation || s.awake(now, h).Equal(now))
}
