package schedule

import (
	"maps"
	"slices"
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
)

// ThirtyDays is the period of the thirty days up to yesterday, besides those of rhythms.
const ThirtyDays = "30-days"

// mostDays is how many days a kept report may be of.
const mostDays = 366

// Kept is a report with filters that somebody keeps under a name.
type Kept struct {
	ID    string `db:"kept_id,key"`
	Owner string `db:"owner_id,fixed"`
	Filters
	CreatedAt int64 `db:"created_at,fixed"` // UTC milliseconds
	UpdatedAt int64 `db:"updated_at"`       // UTC milliseconds
	Version   int64 `db:"version,version"`
}

// Filters are what is kept.
type Filters struct {
	Name   string    `db:"name"`
	Report string    `db:"report"`
	Format string    `db:"format"`
	Period string    `db:"period"` // ends with yesterday; "": From and To
	From   date.Date `db:"first_day"`
	To     date.Date `db:"last_day"`
	By     string    `db:"divided_by"` // "": as the report is divided by itself
	Shared bool      `db:"is_shared"`  // with all who may open the report
}

// check fails with Invalid for filters that can't be, naming all of their fields.
func (f Filters) check(reports map[string]Report, today date.Date) error {
	var fields errs.Fields
	fields.CheckLine("name", f.Name)
	r, known := reports[f.Report]
	switch {
	case !known:
		fields.Add("report", "must be one that there is")
	case r.Makers[f.Format] == nil:
		fields.Add("format", "must be %s for this report", slices.Sorted(maps.Keys(r.Makers))[0])
	}
	switch {
	case f.By == "" || !known || slices.Contains(r.Divisions, f.By):
	case len(r.Divisions) == 0:
		fields.Add("by", "must be left out for this report")
	default:
		fields.Add("by", "must be left out for this report, or one of %s", strings.Join(r.Divisions, ", "))
	}
	f.checkDays(&fields, today)
	return fields.Err()
}

func (f Filters) checkDays(fields *errs.Fields, today date.Date) {
	if whole := f.Period == ""; whole != (f.From != "") || whole != (f.To != "") {
		fields.Add("period", "must be given, or from and to instead of it")
		fields.Add("from", "must be given with to, instead of period")
		fields.Add("to", "must be given with from, instead of period")
		return
	}
	before := len(*fields)
	date.CheckDay(fields, "from", f.From)
	date.CheckDay(fields, "to", f.To)
	if f.Period != "" || len(*fields) > before {
		return
	}
	if f.From < "1990-01-01" {
		fields.Add("from", "must not be before 1990")
	}
	switch {
	case f.To > today:
		fields.Add("to", "must not be after today, %s", today.Short())
	case f.From > f.To:
		fields.Add("to", "must not be before from, %s", f.From.Short())
	case f.From.DaysUntil(f.To) >= mostDays:
		fields.Add("to", "must be at most %d days after from", mostDays-1)
	}
}

// days are those that the report is of where it is due, or opened, on the day.
func (f Filters) days(due date.Date) (from, to date.Date) {
	if f.Period == "" {
		return f.From, f.To
	}
	return spanOf(f.Period, due)
}

// seenBy tells whether somebody may know of it: one's own, and those that are shared.
func (k Kept) seenBy(user string) bool { return k.Shared || k.Owner == user }

// mayChange fails with Forbidden for a caller who neither keeps it nor holds what schedules need: flag.
func (k Kept) mayChange(sc scope.Scope, flag scope.Flag, name string) error {
	if k.Owner == sc.User || sc.Permissions.Has(may.Payments, flag) {
		return nil
	}
	return errs.Forbidden("Somebody else keeps this report. To change it you need the permission payments." + name + ".")
}

// byName is the order of the list of kept reports.
var byName = listing.Held[Kept]{Name: "kept reports",
	Place: func(k Kept) []any { return []any{k.Name, k.ID} }}
