package minibar

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
)

// Request is what was taken from a room.
type Request struct {
	Key    string // the phone's own, "" for none
	RoomID string
	At     *int64 // UTC milliseconds; nil: now
	Items  []Item
}

// Item is how many of a service were taken.
type Item struct {
	ServiceID string
	Count     int
}

// request is what is done once for each key.
type request struct {
	key    string // "": it has none
	roomID string
	asked  any
}

// fingerprint tells requests apart that have the same key.
func (r request) fingerprint() (string, error) {
	text, err := json.Marshal(r.asked)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), err
}

const (
	ahead  = 5 * time.Minute     // a phone's clock may be
	oldest = 30 * 24 * time.Hour // that is posted
)

// instant is when it was done; hint is what to do with what is too old.
func instant(at *int64, now time.Time, hint string) (int64, error) {
	if at == nil {
		return now.UnixMilli(), nil
	}
	switch at := time.UnixMilli(*at); {
	case at.After(now.Add(ahead)):
		return 0, errs.InvalidField("at", "must not be in the future")
	case at.Before(now.Add(-oldest)):
		return 0, errs.InvalidField("at", "must not be more than 30 days ago%s", hint)
	}
	return min(*at, now.UnixMilli()), nil
}

func (r Request) check() error {
	var bad errs.Fields
	bad.CheckLine("key", r.Key)
	checkItems(&bad, r.Items)
	return bad.Err()
}

func checkItems(bad *errs.Fields, items []Item) {
	seen := map[string]bool{}
	for i, item := range items {
		if seen[item.ServiceID] {
			bad.Add(fmt.Sprintf("items[%d].serviceId", i), "must not be given twice: add the counts up")
		}
		seen[item.ServiceID] = true
	}
}

// Posting is what was charged.
type Posting struct {
	Key        string
	RoomID     string
	RoomNumber string
	BookingID  string
	Code       string
	Date       date.Date // the business day
	Lines      []Line
	Total      money.Amount // with tax
}

// Line is what was charged of an item.
type Line struct {
	ServiceID string
	SaleID    string
	LineID    string // of the folio
	Name      string
	Count     int
	Price     money.Amount // of one
}
