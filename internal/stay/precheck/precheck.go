package precheck

import (
	"crypto/subtle"
	"slices"
	"strings"
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/party"
	"sarai/internal/stay/registration"
)

// The states of an online check-in.
const (
	None     = "none"
	Started  = "started"
	Complete = "complete"
	Verified = "verified"
)

// The steps, in their order.
const (
	stepStay      = "stay"
	stepParty     = "party"
	stepDocuments = "documents"
	stepCard      = "card"
	stepArrival   = "arrival"
	stepDue       = "due"
)

var steps = []string{stepStay, stepParty, stepDocuments, stepCard, stepArrival, stepDue}

// Record is the online check-in of a booking.
type Record struct {
	BookingID   string    `db:"booking_id,key"`
	From        date.Date `db:"confirmed_from"` // of the stay as the guest has confirmed it; "": not yet
	To          date.Date `db:"confirmed_to"`
	Done        []string  `db:"done,json"`    // steps; of those of one guest with a colon and the guest of the stay
	Tries       int       `db:"tries"`        // wrong digits since the last right ones
	LockedUntil int64     `db:"locked_until"` // UTC milliseconds, as those below
	StartedAt   *int64    `db:"started_at"`
	CompletedAt *int64    `db:"completed_at"`
	VerifiedAt  *int64    `db:"verified_at"`
	VerifiedBy  string    `db:"verified_by"` // a member's name
	CreatedAt   int64     `db:"created_at,fixed"`
	UpdatedAt   int64     `db:"updated_at"`
	Version     int64     `db:"version,version"` // 1: nothing is kept yet
}

// Settings are a hotel's.
type Settings struct {
	Enabled    bool  `db:"enabled"`
	DaysBefore int   `db:"days_before"` // the arrival, from which the pages take something
	Version    int64 `db:"version"`     // 1: the defaults
}

var defaults = Settings{Enabled: true, DaysBefore: 7, Version: 1}

// opensOn is the hotel's day from which the guest can begin.
func (s Settings) opensOn(b *booking.Booking) date.Date { return b.CheckIn.AddDays(-s.DaysBefore) }

const (
	maxLinks  = 20 // of a booking: the oldest end
	digits    = 4
	freeTries = 5
	firstLock = 15 * time.Minute
	maxLock   = 24 * time.Hour
)

// State is that of a stay with these dates: once they change, the guest has to confirm them again.
func (r Record) State(from, to date.Date) string {
	switch {
	case r.VerifiedAt != nil:
		return Verified
	case r.CompletedAt != nil && r.From == from && r.To == to:
		return Complete
	case r.StartedAt != nil:
		return Started
	}
	return None
}

func (r *Record) has(what string) bool { return slices.Contains(r.Done, what) }

func (r *Record) mark(what string) {
	if !r.has(what) {
		r.Done = append(r.Done, what)
	}
}

// lockAfter is for how long digits aren't taken after so many wrong tries; 0: they are.
func lockAfter(tries int) time.Duration {
	if tries == 0 || tries%freeTries != 0 {
		return 0
	}
	return min(firstLock<<min(tries/freeTries-1, 10), maxLock)
}

// lastFour are the last digits of a telephone; "" if it has fewer.
func lastFour(phone string) string {
	only := digitsOf(phone)
	if len(only) < digits {
		return ""
	}
	return only[len(only)-digits:]
}

// digitsOf are the digits of a text, those of Hindi's keyboards too.
func digitsOf(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9':
			return r
		case r >= '०' && r <= '९':
			return r - '०' + '0'
		}
		return -1
	}, text)
}

// isRight tells whether somebody has typed the last digits of the telephone.
func isRight(phone, typed string) bool {
	want := lastFour(phone)
	return want != "" && subtle.ConstantTimeCompare([]byte(want), []byte(digitsOf(typed))) == 1
}

// firstName is what the page calls a guest whom it doesn't know yet: no title, and no family name.
func firstName(name string) string {
	words := strings.Fields(name)
	for i, word := range words {
		if i == len(words)-1 || !strings.HasSuffix(word, ".") && !slices.Contains(titles, strings.ToLower(word)) {
			return word
		}
	}
	return ""
}

var titles = []string{"mr", "mrs", "ms", "miss", "dr", "prof", "shri", "smt", "kumari",
	"श्री", "श्रीमती", "डॉ", "सुश्री", "कुमारी"}

// requireOpen refuses what can't be done with a booking that has arrived or is over, or in a hotel without it.
func requireOpen(b *booking.Booking, set Settings) error {
	if !set.Enabled {
		return errs.Conflict("Online check-in is switched off in the hotel's settings.")
	}
	if b.Status != booking.Confirmed || b.Today > b.CheckOut {
		return errs.Conflict("Booking %s is %s: there is nothing to check in online.", b.Code, b.Status)
	}
	if lastFour(b.GuestPhone) == "" {
		return errs.InvalidField("guestPhone", "must have at least %d digits: the guest proves with the last ones that "+
			"the link is theirs. Correct the booking's telephone first", digits)
	}
	return nil
}

// withRecord are the people who have a record, in which documents are noted: all but children without one.
func withRecord(people []party.Person) (list []party.Person) {
	for _, p := range people {
		if p.GuestID != "" && p.Age == nil {
			list = append(list, p)
		}
	}
	return list
}

// missing are the steps that the guest still has to do.
func (r *Record) missing(b *booking.Booking, people []party.Person, cards []registration.Held) (list []string) {
	for _, step := range steps {
		open := step != stepDue && step != stepDocuments && step != stepCard && !r.has(step)
		switch step {
		case stepStay:
			open = r.From != b.CheckIn || r.To != b.CheckOut
		case stepDocuments:
			open = slices.ContainsFunc(withRecord(people), func(p party.Person) bool { return !r.has(of(step, p.ID)) })
		case stepCard:
			open = slices.ContainsFunc(cards, func(h registration.Held) bool {
				return h.SignedAt == nil && !r.has(of(step, h.StayGuestID))
			})
		}
		if open {
			list = append(list, step)
		}
	}
	return list
}

// of names what is done for one of the guests of the stay.
func of(step, personID string) string { return step + ":" + personID }
