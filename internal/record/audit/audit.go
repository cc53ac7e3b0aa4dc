package audit

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"sarai/internal/kit/chain"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
)

// Nobody is the user id of what the system itself, a sign-up or a spreadsheet did.
const Nobody = "000000000000000000000000"

// entry is one thing that somebody did.
type entry struct {
	Org          string `db:"org_id,key"`
	ID           string `db:"entry_id,key"`
	UserID       string `db:"user_id"` // empty for Nobody
	UserName     string `db:"user_name"`
	Action       string `db:"action"`
	ResourceType string `db:"resource_type"`
	ResourceID   string `db:"resource_id"`
	Details      string `db:"details"` // a JSON object
	IP           string `db:"ip"`
	UserAgent    string `db:"user_agent"`
	CreatedAt    int64  `db:"created_at"` // UTC milliseconds
	Number       int64  `db:"number"`     // in the organization's chain, from 1 on
	Link         string `db:"link"`       // what ties the entry to the one before
}

// linked returns the entry as the next of a chain that ends with the head. Migration 24 links the same fields in the
// same order.
func (e entry) linked(h head) entry {
	e.Number = h.Number + 1
	e.Link = chain.Link(h.Link, e.Number, e.Org, e.ID, e.UserID, e.UserName, e.Action, e.ResourceType, e.ResourceID,
		e.Details, e.IP, e.UserAgent, strconv.FormatInt(e.CreatedAt, 10))
	return e
}

// head is where an organization's chain ends.
type head struct {
	Org    string `db:"org_id,key"`
	Number int64  `db:"number"` // of the last entry; 0: there is none
	Link   string `db:"link"`   // of the last entry
	Mark   string `db:"mark"`   // our signature; empty if the head before wasn't signed
}

func (h head) text() []byte { return chain.Head(h.Org, h.Number, h.Link) }

// storedUser returns a user id as entries have it.
func storedUser(userID string) string {
	if userID == Nobody {
		return ""
	}
	return userID
}

// closedDay is the type of the one resource whose id in entries isn't an ObjectId but a date. The contract has
// ObjectIds, so clients see one: the four bytes of its time say the date, and the rest the organization.
const closedDay = "night_audit"

// shownResource returns a resource's id as clients see it.
func shownResource(org, resourceType, resourceID string) string {
	day, err := date.Parse(resourceID)
	if resourceType != closedDay || err != nil {
		return resourceID
	}
	return fmt.Sprintf("%08x", uint32(day.Time().Unix())) + org[8:]
}

// storedResource returns a resource's id, which may be as clients see it, as entries have it.
func storedResource(org, resourceType, resourceID string) string {
	seconds, err := strconv.ParseUint(resourceID[:min(8, len(resourceID))], 16, 32)
	if err != nil {
		return resourceID
	}
	day := string(date.Of(time.Unix(int64(seconds), 0), time.UTC))
	if shownResource(org, resourceType, day) != resourceID {
		return resourceID
	}
	return day
}

// filter chooses entries. An empty field is no limit.
type filter struct {
	action       string `list:"action"`
	userID       string `list:"userId"`
	resourceType string `list:"resourceType"`
	from         *int64 `list:"from"`  // UTC milliseconds
	until        *int64 `list:"until"` // UTC milliseconds, excluded
}

// between limits the entries to those from start to end, both included and each "" for no limit. A date means the whole
// day in the hotel's zone.
func (f *filter) between(start, end string, zone *time.Location) error {
	var bad errs.Fields
	from, _, err := readBound(start, zone)
	if err != nil {
		bad.Add("startDate", "%s", err)
	}
	_, until, err := readBound(end, zone)
	if err != nil {
		bad.Add("endDate", "%s", err)
	}
	if len(bad) == 0 && from != nil && until != nil && *from >= *until {
		bad.Add("endDate", "must not be before startDate")
	}
	f.from, f.until = from, until
	return bad.Err()
}

// forever is how clients write a range without an end; no hotel's calendar goes that far.
const forever = "9999-12-31"

var errBound = errors.New("must be a date such as 2026-04-01 or an instant such as 2026-04-01T09:30:00Z " +
	"(a + in it is written %2B)")

// readBound reads an instant or a date as the half-open interval of milliseconds that it covers; nil: unlimited.
func readBound(text string, zone *time.Location) (from, until *int64, err error) {
	if text == "" {
		return nil, nil, nil
	}
	if instant, ok := readInstant(text, zone); ok {
		first := instant.UnixMilli()
		next := first + 1
		return &first, &next, nil
	}
	if text == forever {
		first := int64(math.MaxInt64)
		return &first, nil, nil
	}
	day, err := date.Parse(text)
	if err != nil {
		return nil, nil, errBound
	}
	first := day.Start(zone).UnixMilli()
	next := day.AddDays(1).Start(zone).UnixMilli()
	return &first, &next, nil
}

// readInstant reads an ISO 8601 instant of the years 1900 to 9999. The seconds may be left out, and so may the offset:
// then the time is that of the hotel's clock.
func readInstant(text string, zone *time.Location) (instant time.Time, ok bool) {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05", "2006-01-02T15:04"} {
		if instant, err := time.ParseInLocation(layout, text, zone); err == nil {
			year := instant.UTC().Year()
			return instant, year >= 1900 && year <= 9999
		}
	}
	return instant, false
}
