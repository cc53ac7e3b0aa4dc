package profile

import (
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
)

// Notes keeps the notes about guests. No law has a hotel keep them.
var Notes = guest.Keeper{Name: "notes", Move: moveNotes, Tell: tellNotes,
	Erase: func(tx *db.Tx, sc scope.Scope, e guest.Erasure) (guest.Erased, error) {
		removed, err := removeNotes(tx, sc, e.GuestID)
		return guest.Erased{Removed: int(removed)}, err
	}}

// Consents keeps what guests have consented to.
var Consents = guest.Keeper{Name: "consents", Move: moveConsents, Tell: tellConsents, Erase: eraseConsents}

func tellNotes(tx *db.Tx, sc scope.Scope, guestID string) (guest.Section, error) {
	s := guest.Section{Facts: []guest.Fact{{Name: "createdAt", Label: "Written"}, {Name: "department", Label: "For"},
		{Name: "note", Label: "Note"}}}
	list, err := notesOf(tx, sc, guestID)
	for _, n := range list {
		s.Records = append(s.Records, []string{moment(n.CreatedAt, sc), n.Department, n.Text})
	}
	return s, err
}

func tellConsents(tx *db.Tx, sc scope.Scope, guestID string) (guest.Section, error) {
	s := guest.Section{Facts: []guest.Fact{{Name: "notedAt", Label: "Noted"}, {Name: "purpose", Label: "Purpose"},
		{Name: "answer", Label: "Answer"}, {Name: "noticeVersion", Label: "Notice"}, {Name: "channel", Label: "Channel"}}}
	list, err := consentsOf(tx, sc, guestID)
	for _, c := range list {
		answer := "withdrawn or refused"
		if c.Granted {
			answer = "granted"
		}
		s.Records = append(s.Records, []string{moment(c.NotedAt, sc), c.Purpose, answer, c.Notice, c.Channel})
	}
	return s, err
}

func moment(at int64, sc scope.Scope) string {
	return time.UnixMilli(at).In(sc.Zone).Format("2 Jan 2006, 15:04")
}

// eraseConsents keeps the proof of what a guest has consented to for a year: the DPDP Rules, 2025, have logs of
// processing kept as long.
func eraseConsents(tx *db.Tx, sc scope.Scope, e guest.Erasure) (erased guest.Erased, err error) {
	const why = "The DPDP Rules, 2025, have records of processing kept for a year."
	until := date.Date(time.UnixMilli(e.AskedAt).In(sc.Zone).Format(time.DateOnly)).AddDays(365)
	if e.Today > until {
		removed, err := removeConsents(tx, sc, e.GuestID)
		return guest.Erased{Removed: int(removed)}, err
	}
	list, err := consentsOf(tx, sc, e.GuestID)
	for range list {
		erased.Keep("what the guest has consented to, without name", why, until)
	}
	return erased, err
}
