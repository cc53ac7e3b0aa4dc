package schedule

import (
	"context"
	"maps"
	"slices"
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/file"
	"sarai/internal/kit/scope"
)

// How often a report is due.
const (
	Daily   = "day"
	Weekly  = "week"
	Monthly = "month"
)

// Report is what can be scheduled.
type Report struct {
	Name   string // in English: its title on paper
	Module string // whose records it shows: see package may
	Makers map[string]Maker

	Divisions []string // what else it can be divided by
}

// Asked is what a report is made of: the days [From, To], and one of its divisions, "" for the usual one. A report of
// one day or one month is that of the last.
type Asked struct {
	From, To date.Date
	By       string
}

// Maker makes the file of a report.
type Maker func(ctx context.Context, sc scope.Scope, asked Asked) (*file.File, error)

// PDF and XLSX are the formats of files.
const (
	PDF  = "pdf"
	XLSX = "xlsx"
)

// Plan is what is scheduled.
type Plan struct {
	Name     string   `db:"name"`
	Report   string   `db:"report"`
	Format   string   `db:"format"`
	Every    string   `db:"every"`
	Weekday  int      `db:"weekday"`   // of Weekly: 1 is Monday
	MonthDay int      `db:"month_day"` // of Monthly: 1 to 28
	Hour     int      `db:"hour"`      // in the hotel's time
	Members  []string `db:"members,json"`
	Active   bool     `db:"is_active"`
	Kept     string   `db:"kept_report_id"` // whose filters it mails, and whose Report and Format it has; "": none
}

// Schedule is a plan with what became of it.
type Schedule struct {
	ID string `db:"schedule_id,key"`
	Plan
	SentFor   date.Date `db:"sent_for,fixed"` // the last day that was due and is done
	SentAt    *int64    `db:"sent_at,fixed"`  // UTC milliseconds; nil: never
	SentTo    int       `db:"sent_to,fixed"`  // how many members got it
	CreatedBy string    `db:"created_by,fixed"`
	CreatedAt int64     `db:"created_at,fixed"` // UTC milliseconds
	UpdatedAt int64     `db:"updated_at"`       // UTC milliseconds
	Version   int64     `db:"version,version"`
}

// check fails with Invalid for a plan that can't be, naming all of its fields.
func (p Plan) check(reports map[string]Report) error {
	var fields errs.Fields
	fields.CheckLine("name", p.Name)
	switch r, known := reports[p.Report]; {
	case !known:
		fields.Add("report", "must be one that there is")
	case r.Makers[p.Format] == nil:
		fields.Add("format", "must be %s for this report", slices.Sorted(maps.Keys(r.Makers))[0])
	}
	if weekly, monthly := p.Weekday != 0, p.MonthDay != 0; weekly != (p.Every == Weekly) ||
		monthly != (p.Every == Monthly) {
		fields.Add("every", "must be week with a weekday, month with a monthDay, and day without them")
	}
	if (p.Every == Weekly) != (p.Weekday != 0) {
		fields.Add("weekday", "must be given where every is week, and only there: 1 is Monday")
	}
	if (p.Every == Monthly) != (p.MonthDay != 0) {
		fields.Add("monthDay", "must be given where every is month, and only there: 1 to 28")
	}
	return fields.Err()
}

// use makes the plan that of the kept report, of its own filters for "", and as before for nil. What it mails then says
// the format.
func (p *Plan) use(kept *string, used Kept, formerFormat string) error {
	asked := p.Format
	if kept != nil {
		p.Kept = *kept
	}
	if p.Kept == "" {
		return nil
	}
	p.Format = formerFormat
	if used.ID != "" {
		p.Report, p.Format = used.Report, used.Format
	}
	if asked != p.Format && asked != formerFormat {
		return errs.InvalidField("format", "must be left out: it is that of the kept report, %s", p.Format)
	}
	return nil
}

// due is the last day on which the plan was due, now included; now is in the hotel's time.
func (p Plan) due(now time.Time) date.Date {
	day := date.Of(now, now.Location())
	if now.Hour() < p.Hour {
		day = day.AddDays(-1)
	}
	for !p.on(day) {
		day = day.AddDays(-1)
	}
	return day
}

func (p Plan) on(day date.Date) bool {
	switch p.Every {
	case Weekly:
		return (int(day.Time().Weekday())+6)%7+1 == p.Weekday
	case Monthly:
		return day.Time().Day() == p.MonthDay
	}
	return true
}

// span are the days that a report is of which is due on the day, unless it uses a kept one.
func (p Plan) span(due date.Date) (from, to date.Date) { return spanOf(p.Every, due) }

// spanOf are the whole days of a period before the day.
func spanOf(period string, due date.Date) (from, to date.Date) {
	switch period {
	case ThirtyDays:
		return due.AddDays(-30), due.AddDays(-1)
	case Weekly:
		return due.AddDays(-7), due.AddDays(-1)
	case Monthly:
		to = due.AddDays(-due.Time().Day())
		return to.AddDays(1 - to.Time().Day()), to
	}
	return due.AddDays(-1), due.AddDays(-1)
}
