package registration

import (
	"time"

	"sarai/internal/country/words"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/party"
)

// How a card is signed.
const (
	OnDesk   = "desk"
	OnTablet = "tablet"
	OnPaper  = "paper"
	Online   = "online" // on the guest's own phone, before the arrival
)

// Whose card it is.
const (
	ofParty = "party"
	ofGuest = "guest"
)

// Answers are what a guest says beside what records know. Texts are empty where nothing is said.
type Answers struct {
	ComingFrom string `db:"coming_from"`
	GoingTo    string `db:"going_to"`
	Purpose    string `db:"purpose"`
	Vehicle    string `db:"vehicle"` // the number of the car
}

// Card is what is kept of a card.
type Card struct {
	BookingID   string `db:"booking_id,key"`
	StayGuestID string `db:"stay_guest_id,key"` // of the booking's own guest the booking's
	Number      string `db:"number"`            // "": it isn't issued
	Answers
	Signature  string `db:"content"`   // the picture as base64; "": none, maybe since it is signed on paper
	SignedAt   *int64 `db:"signed_at"` // UTC milliseconds; nil: it isn't signed
	SignedHow  string `db:"signed_how"`
	SignedFrom string `db:"signed_from"` // the address of the tablet
	LinkID     string `db:"link_id"`     // of the link that works; "": none does
	CreatedAt  int64  `db:"created_at,fixed"`
	UpdatedAt  int64  `db:"updated_at"`
	Version    int64  `db:"version,version"` // 1: nothing is kept yet
}

// noCard is the card of which nothing is kept.
func noCard(bookingID, personID string) Card {
	return Card{BookingID: bookingID, StayGuestID: personID, Version: 1}
}

// signedOn is the date on the hotel's calendar; "" for a card that isn't signed.
func (c Card) signedOn(sc scope.Scope) string {
	if c.SignedAt == nil {
		return ""
	}
	return words.Of(sc).Day(date.Of(time.UnixMilli(*c.SignedAt), sc.Zone))
}

// Settings are a hotel's.
type Settings struct {
	Cards    string `db:"cards"`     // party or guest
	KeptDays int    `db:"kept_days"` // from the day of the card
	Version  int64  `db:"version"`   // 1: the defaults
}

// defaults keep cards for the year that states ask for, and a little longer than any of a year's guests stays.
var defaults = Settings{Cards: ofParty, KeptDays: 400, Version: 1}

var (
	errUnsigned = errs.NotFound("The registration card of this booking is not signed.")
	errNoCard   = errs.NotFound("There is no registration card of such a guest in this booking.")
	errLink     = errs.Forbidden("This link is no longer valid. Ask at the front desk for a new one.")
)

// sheet is a card with all that is printed on it.
type sheet struct {
	card         Card
	booking      *booking.Booking
	person       party.Person
	people       []party.Person // of the booking
	guest        guest.Guest    // the zero value for who may not view guests
	travel       guest.Travel   // likewise
	organization organization.Organization
	perGuest     bool
}

// persons are those whom the card is for.
func (c sheet) persons() string {
	if c.perGuest {
		return "1"
	}
	return Persons(c.booking)
}

// rooms are those whom the card is for have.
func (c sheet) rooms(language words.Language) string {
	if !c.perGuest {
		return Rooms(c.booking, language)
	}
	for _, r := range Present(c.booking) {
		if r.EntryID == c.person.EntryID {
			return roomName(r, language)
		}
	}
	return ""
}

// holders are the people who have a card, by the hotel's choice.
func holders(b *booking.Booking, people []party.Person, s Settings) (list []party.Person) {
	for _, p := range people {
		if p.OfBooking(b) || s.Cards == ofGuest && p.Age == nil {
			list = append(list, p)
		}
	}
	return list
}
