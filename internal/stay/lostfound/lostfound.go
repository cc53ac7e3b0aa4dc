package lostfound

import (
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/shelf"
)

// What became of an item.
const (
	Found    = "found"
	Claimed  = "claimed" // somebody says that it is theirs
	Given    = "given"
	Sent     = "sent"
	Disposed = "disposed"
)

// Item is something that was found. Texts are empty where nothing is known.
type Item struct {
	ID          string       `db:"item_id,key"`
	Description string       `db:"description"`
	Category    string       `db:"category"`
	RoomID      string       `db:"room_id"`
	RoomNumber  string       `db:"room_number"`
	Place       string       `db:"place"`
	Day         date.Date    `db:"found_day"`
	FoundBy     string       `db:"found_by"`
	KeptAt      string       `db:"kept_at"`
	Status      string       `db:"status"`
	GuestID     string       `db:"guest_id"`
	GuestName   string       `db:"guest_name"`
	BookingID   string       `db:"booking_id"`
	BookingCode string       `db:"booking_code"`
	Photos      shelf.Places `db:"photos"`
	Entries     int          `db:"entries"` // how many
	NotedBy     string       `db:"noted_by,fixed"`
	NotedByName string       `db:"noted_by_name,fixed"`
	CreatedAt   int64        `db:"created_at,fixed"` // UTC milliseconds
	UpdatedAt   int64        `db:"updated_at"`       // UTC milliseconds
	Version     int64        `db:"version,version"`  // every change raises it
}

// Entry says what became of an item.
type Entry struct {
	ItemID   string    `db:"item_id,key"`
	Position int       `db:"position,key"`
	Status   string    `db:"status"`
	Corrects bool      `db:"corrects"` // the entry before it was wrong
	Name     string    `db:"name"`     // to whom it was given or sent, or who claims it
	Document string    `db:"document"` // the kind that was shown
	Day      date.Date `db:"day"`
	Note     string    `db:"note"`
	By       string    `db:"by_login"`
	ByName   string    `db:"by_name"`
	At       int64     `db:"written_at"` // UTC milliseconds
}

// over tells whether the hotel has the item no more.
func over(status string) bool { return status == Given || status == Sent || status == Disposed }

func (i Item) check() error {
	var bad errs.Fields
	bad.RequireLine("description", i.Description)
	bad.CheckLine("category", i.Category)
	bad.CheckLine("place", i.Place)
	bad.CheckLine("foundBy", i.FoundBy)
	bad.CheckLine("keptAt", i.KeptAt)
	date.CheckDay(&bad, "foundOn", i.Day)
	if i.RoomID == "" && i.Place == "" {
		bad.Add("roomId", "must be given, or else place: where was it found?")
	}
	return bad.Err()
}

// check names what is missing of an entry.
func (e Entry) check() error {
	var bad errs.Fields
	bad.CheckLine("name", e.Name)
	date.CheckDay(&bad, "date", e.Day)
	if (e.Status == Given || e.Status == Sent) && strings.TrimSpace(e.Name) == "" {
		bad.Add("name", "is required: to whom was it %s?", e.Status)
	}
	if e.Status == Given && e.Document == "" {
		bad.Add("document", "is required: which document was shown?")
	}
	if e.Corrects && strings.TrimSpace(e.Note) == "" {
		bad.Add("note", "is required: what was wrong?")
	}
	return bad.Err()
}

// says tells whether two entries say the same.
func (e Entry) says(other Entry) bool {
	return e.Status == other.Status && e.Name == other.Name && e.Document == other.Document && e.Day == other.Day &&
		e.Note == other.Note && e.Corrects == other.Corrects
}
