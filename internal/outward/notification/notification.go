package notification

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"sarai/internal/kit/errs"
	"sarai/internal/record/event"
)

const defaultRetentionDays = 90

// notification is one row with its recipients; without recipients everyone in the organization shares it.
type notification struct {
	ID            string   `db:"notification_id,key"`
	Type          string   `db:"type"`
	Title         string   `db:"title"`
	Message       string   `db:"message"`
	ReferenceID   string   `db:"reference_id"`
	ReferenceType string   `db:"reference_type"`
	CreatedAt     int64    `db:"created_at,fixed"`
	Addressed     bool     `db:"addressed,fixed"` // it has recipients
	Recipients    []string // user ids in order, none twice
	Author        string   // who addressed it to others; "" for a shared one, and if the author is a recipient
}

// config is what an organization has chosen.
type config struct {
	Email         bool    `db:"email_enabled"`
	Push          bool    `db:"push_enabled"`
	RetentionDays int64   `db:"retention_days"`
	Enabled       typeSet `db:"enabled_types"` // these make notifications
	GuestLetters  typeSet `db:"guest_letters"` // guests get a letter of these
	StaffMails    typeSet `db:"staff_mails"`   // staff get a mail of these
	UpdatedAt     int64   `db:"updated_at"`
	Version       int64   `db:"version,version"` // every change raises it
}

// initial is the configuration of a new organization.
func initial(now time.Time) config {
	return config{
		Email: true, Push: true, RetentionDays: defaultRetentionDays,
		Enabled: setOf(switchable...),
		GuestLetters: setOf(event.BookingCreated.String(), event.BookingCancelled.String(), event.PaymentReceived.String(),
			event.InvoiceGenerated.String()),
		StaffMails: setOf(),
		UpdatedAt:  now.UnixMilli(),
	}
}

// allows reports whether people may write a notification of the type: any type except those that are switched off.
func (c config) allows(word string) bool {
	return !slices.Contains(switchable, word) || c.Enabled.has(word)
}

// oldest is the instant before which notifications are removed.
func (c config) oldest(now time.Time) int64 {
	return now.Add(-time.Duration(c.RetentionDays) * 24 * time.Hour).UnixMilli()
}

// switchable are the words of the types that an organization can switch on and off: those of package event.
var switchable = wordsOf(func(string) bool { return true })

// general and forDesk share them out: clients that know the general ones alone, which were there first, see no others
// in their list, and switch no others off.
var (
	general = wordsOf(func(word string) bool { return !isForDesk(word) })
	forDesk = wordsOf(isForDesk)
)

func isForDesk(word string) bool {
	return slices.ContainsFunc([]event.NoticeType{event.WaitlistOpened, event.HoldEnding, event.FormDue,
		event.ApprovalRequested, event.ApprovalDecided}, func(t event.NoticeType) bool { return t.String() == word })
}

func wordsOf(kept func(word string) bool) []string {
	words := []string{}
	for _, t := range event.NoticeTypes() {
		if kept(t.String()) {
			words = append(words, t.String())
		}
	}
	return words
}

// typeSet is a set of such words as the database stores it: a JSON list in the order of switchable.
type typeSet string

func setOf(words ...string) typeSet {
	sorted := []string{}
	for _, word := range switchable {
		if slices.Contains(words, word) {
			sorted = append(sorted, word)
		}
	}
	encoded, err := json.Marshal(sorted)
	if err != nil {
		panic(err) // strings
	}
	return typeSet(encoded)
}

// has looks for the word with its quotes: decoding the list would cost each booking more than its notification.
func (s typeSet) has(word string) bool { return strings.Contains(string(s), `"`+word+`"`) }

func (s typeSet) words() []string { return s.among(switchable) }

// among are those of the words that are in the set.
func (s typeSet) among(words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(word string) bool { return !s.has(word) })
}

var errUnknown = errs.NotFound("There is no such notification.")
