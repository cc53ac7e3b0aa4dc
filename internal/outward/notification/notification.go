package notification

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"sarai/internal/kit/errs"
	"sarai/internal/record/event"
)

// switchable are the types that an organization can switch on and off: the words of the event package's.
var switchable = func() []string {
	words := []string{}
	for _, t := range event.NoticeTypes() {
		words = append(words, t.String())
	}
	return words
}()

const defaultRetentionDays = 90

// notification is one row with its recipients; without any it is shared by everyone of the organization.
type notification struct {
	org, id                    string
	kind                       string
	title, message             string
	referenceID, referenceType string
	recipients                 []string // user ids in order, none twice
	createdAt                  int64
}

func (n notification) addressed() bool { return len(n.recipients) > 0 }

// config is what an organization has chosen.
type config struct {
	email, push   bool
	retentionDays int64
	enabled       string // the types that are on, as a JSON list
}

// allows tells whether a notification of the type is to be written: every type but those that are switched off.
func (c config) allows(kind string) bool { return !slices.Contains(switchable, kind) || c.on(kind) }

// on looks for the type with its quotes: reading the list as JSON would cost each booking more than its notification.
func (c config) on(kind string) bool { return strings.Contains(c.enabled, `"`+kind+`"`) }

func (c config) types() []string {
	on := []string{}
	for _, kind := range switchable {
		if c.on(kind) {
			on = append(on, kind)
		}
	}
	return on
}

// oldest is the instant before which notifications are removed.
func (c config) oldest(now time.Time) int64 {
	return now.Add(-time.Duration(c.retentionDays) * 24 * time.Hour).UnixMilli()
}

func encodeTypes(on []string) (string, error) {
	encoded, err := json.Marshal(on)
	return string(encoded), err
}

var errUnknown = errs.NotFound("There is no such notification.")
