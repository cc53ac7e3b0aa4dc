package bookinglist

import (
	"strconv"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
)

// indexOfKinds is the column by which the bookings of a kind stand in the index of kinds.
const indexOfKinds = "check_in"

// bound is an end of a range of days or times. What it says is within.
type bound struct {
	column  string
	lower   bool
	ofNight bool // a lower one of check-outs: the first night, which is before the check-out unless it is of day use
	value   any
}

// bounds are the ends of the filter's ranges.
func (f filter) bounds() (given []bound) {
	for _, b := range []bound{
		{column: "check_in", lower: true, value: f.From},
		{column: "check_in", value: f.To},
		{column: "check_in", value: f.StayTo},
		{column: "check_out", lower: true, value: f.CheckOutFrom},
		{column: "check_out", lower: true, ofNight: true, value: f.StayFrom},
		{column: "check_out", value: f.CheckOutTo},
		{column: "updated_at", lower: true, value: f.UpdatedSince},
	} {
		if b.value != date.Date("") && b.value != int64(0) {
			given = append(given, b)
		}
	}
	return given
}

// narrowTo adds the conditions of the bounds. Those on the column may choose the index; "": all may.
func narrowTo(where *db.Conditions, bounds []bound, column string) {
	for _, b := range bounds {
		condition := b.column + " <= ?"
		if b.lower {
			condition = b.column + " >= ?"
		}
		if column != "" && column != b.column {
			condition = db.Beside(condition)
		}
		where.And(condition, b.value)
		if b.ofNight {
			where.And("(check_out > ? OR check_in = check_out)", b.value)
		}
	}
}

// beyond are conditions of which exactly one holds for a booking that isn't within the bound.
func (b bound) beyond() []string {
	switch {
	case !b.lower:
		return []string{b.column + " > ?"}
	case b.ofNight:
		return []string{"check_out < ?", "check_out = ? AND check_in < check_out"}
	}
	return []string{b.column + " < ?"}
}

// apart tells whether no booking is beyond two of the bounds: there is only one, or there are a lower one of a column
// and an upper one that isn't before it.
func apart(bounds []bound) bool {
	if len(bounds) == 1 {
		return true
	}
	return len(bounds) == 2 && bounds[0].column == bounds[1].column && bounds[0].lower && !bounds[1].lower &&
		bounds[0].place() <= bounds[1].place()
}

// place is where the bound lies on its column's scale, in milliseconds.
func (b bound) place() int64 {
	if day, ok := b.value.(date.Date); ok {
		return day.Time().UnixMilli()
	}
	return b.value.(int64)
}

// share is an estimate of how many of all bookings are within the bounds on a column.
type share struct {
	column string
	part   float64 // 0 to 1
}

func (s share) of(number int) int { return int(s.part * float64(number)) }

// valueOf reads a value of a bound's column from text.
func valueOf(text string) any {
	if time, err := strconv.ParseInt(text, 10, 64); err == nil {
		return time
	}
	return date.Date(text)
}
