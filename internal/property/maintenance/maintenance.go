package maintenance

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/shelf"
)

// The states of a ticket.
const (
	Open       = "open"
	InProgress = "in-progress"
	Done       = "done"
	Cancelled  = "cancelled"
)

const normal = "normal"

// Ticket is one thing to be put right. Texts are empty where nothing is known.
type Ticket struct {
	ID             string       `db:"ticket_id,key"`
	ScheduleID     string       `db:"schedule_id,fixed"` // what has made it; "": a person
	ScheduleDay    date.Date    `db:"schedule_day,fixed"`
	RoomID         string       `db:"room_id"`
	RoomNumber     string       `db:"room_number"`
	Place          string       `db:"place"`
	Title          string       `db:"title"`
	Text           string       `db:"details"`
	Priority       string       `db:"priority"`
	Status         string       `db:"status"`
	AssigneeID     string       `db:"assignee_id"`
	AssigneeName   string       `db:"assignee_name"` // as it was then
	Due            date.Date    `db:"due_day"`
	Cost           money.Amount `db:"cost"`
	ExpenseID      string       `db:"expense_id"`
	BlockID        string       `db:"block_id"`
	Resolution     string       `db:"resolution"`
	Photos         shelf.Places `db:"photos"`
	ReportedBy     string       `db:"reported_by,fixed"`
	ReportedByName string       `db:"reported_by_name,fixed"`
	EndedAt        *int64       `db:"ended_at"` // UTC milliseconds; nil while it is live
	EndedByName    string       `db:"ended_by_name"`
	CreatedAt      int64        `db:"created_at,fixed"` // UTC milliseconds
	UpdatedAt      int64        `db:"updated_at"`       // UTC milliseconds
	Version        int64        `db:"version,version"`  // every change raises it
}

func (t Ticket) live() bool { return t.Status == Open || t.Status == InProgress }

// where names the room or the place.
func (t Ticket) where() string {
	if t.RoomNumber != "" {
		return t.RoomNumber
	}
	return t.Place
}

// check names what of the ticket is wrong, as it was given.
func (t Ticket) check() error {
	var bad errs.Fields
	checkTexts(&bad, t.Title, t.Place)
	date.CheckDay(&bad, "due", t.Due)
	if t.RoomID == "" && t.Place == "" {
		bad.Add("roomId", "must be given, or else place: where is it?")
	}
	return bad.Err()
}

func checkTexts(bad *errs.Fields, title, place string) {
	bad.RequireLine("title", title)
	bad.CheckLine("place", place)
}

// Nights are those for which a ticket's room is to be out of order: from From on, and before To.
type Nights struct{ From, To date.Date }

// The units of a schedule.
const (
	Day   = "day"
	Week  = "week"
	Month = "month"
)

// Schedule makes tickets by the calendar, for a room, a category's rooms or a place.
type Schedule struct {
	ID           string    `db:"schedule_id,key"`
	Title        string    `db:"title"`
	Text         string    `db:"details"`
	Priority     string    `db:"priority"`
	AssigneeID   string    `db:"assignee_id"`
	AssigneeName string    `db:"assignee_name"` // as it was then
	RoomID       string    `db:"room_id"`
	RoomNumber   string    `db:"room_number"`
	CategoryID   string    `db:"category_id"`
	Place        string    `db:"place"`
	Every        int       `db:"every"`
	Unit         string    `db:"unit"`
	First        date.Date `db:"first_day"`
	Next         date.Date `db:"next_day"` // the first day that no ticket was made for
	Active       bool      `db:"is_active"`
	CreatedAt    int64     `db:"created_at,fixed"` // UTC milliseconds
	UpdatedAt    int64     `db:"updated_at"`       // UTC milliseconds
	Version      int64     `db:"version,version"`  // every change raises it
}

func (s Schedule) check() error {
	var bad errs.Fields
	checkTexts(&bad, s.Title, s.Place)
	date.CheckDay(&bad, "firstDay", s.First)
	if s.First == "" {
		bad.Add("firstDay", "is required")
	}
	given := 0
	for _, where := range []string{s.RoomID, s.CategoryID, s.Place} {
		if where != "" {
			given++
		}
	}
	if given != 1 {
		for _, field := range []string{"roomId", "categoryId", "place"} {
			bad.Add(field, "must be given, or else another of roomId, categoryId and place: one of them")
		}
	}
	return bad.Err()
}

// on is the schedule's day by its number, from 0 on. A month without the first day's number has it on its last day.
func (s Schedule) on(n int) date.Date {
	switch n *= s.Every; s.Unit {
	case Day:
		return s.First.AddDays(n)
	case Week:
		return s.First.AddDays(7 * n)
	}
	first := s.First.Time()
	month := first.AddDate(0, n, 1-first.Day())
	last := month.AddDate(0, 1, -1).Day()
	return date.Of(month.AddDate(0, 0, min(first.Day(), last)-1), month.Location())
}

// number is how many of the schedule's days are on or before the day.
func (s Schedule) number(day date.Date) int {
	if day < s.First {
		return 0
	}
	days := s.First.DaysUntil(day)
	n := 0
	switch s.Unit {
	case Day:
		return days/s.Every + 1
	case Week:
		return days/(7*s.Every) + 1
	}
	for n = days / (31 * s.Every); s.on(n) <= day; {
		n++
	}
	return n
}

// last is the schedule's last day until this one, which has one.
func (s Schedule) last(day date.Date) date.Date { return s.on(s.number(day) - 1) }

// after is the schedule's first day after this one.
func (s Schedule) after(day date.Date) date.Date { return s.on(s.number(day)) }
