package backup

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Keep says which copies stay: the newest of each of the last days that have one, and of each of the last weeks.
type Keep struct {
	Days  int // at least 1
	Weeks int
}

// ParseKeep reads "7/4", which is seven days and four weeks, or "7".
func ParseKeep(text string) (Keep, error) {
	days, weeks, both := strings.Cut(text, "/")
	if !both {
		weeks = "0"
	}
	d, wrongDays := strconv.Atoi(days)
	w, wrongWeeks := strconv.Atoi(weeks)
	if errors.Join(wrongDays, wrongWeeks) != nil || d < 1 || w < 0 {
		return Keep{}, errors.New("must be a number of days and one of weeks that keep a copy, such as 7/4")
	}
	return Keep{Days: d, Weeks: w}, nil
}

const (
	prefix     = "sarai-"
	suffix     = ".db"
	timeLayout = "20060102T150405.000Z"
)

// nameOf is the name of a copy that is made at this time. Names sort by time.
func nameOf(at time.Time) string { return prefix + at.UTC().Format(timeLayout) + suffix }

// timeOf is when a copy was made; false for a name that nameOf doesn't give.
func timeOf(name string) (time.Time, bool) {
	text, ours := strings.CutPrefix(name, prefix)
	text, whole := strings.CutSuffix(text, suffix)
	at, err := time.Parse(timeLayout, text)
	return at, ours && whole && err == nil && nameOf(at) == name
}

// superfluous are those of the files that need not be kept: copies that the rule doesn't ask for, and what a crash has
// left of one. Files of other names are none of ours.
func (k Keep) superfluous(names []string) []string {
	var copies, old []string
	for _, name := range names {
		whole, rest, _ := strings.Cut(name, suffix)
		if _, ours := timeOf(whole + suffix); ours && strings.HasSuffix(rest, ".partial") {
			old = append(old, name)
		} else if _, ours := timeOf(name); ours {
			copies = append(copies, name)
		}
	}
	slices.Sort(copies)
	slices.Reverse(copies)
	days, weeks := map[string]bool{}, map[[2]int]bool{}
	for _, name := range copies {
		at, _ := timeOf(name)
		year, week := at.ISOWeek()
		ofDay, ofWeek := firstOf(days, at.Format(time.DateOnly), k.Days), firstOf(weeks, [2]int{year, week}, k.Weeks)
		if !ofDay && !ofWeek {
			old = append(old, name)
		}
	}
	return old
}

// firstOf reports whether a span is seen for the first time and counts among the most that do.
func firstOf[S comparable](seen map[S]bool, span S, most int) bool {
	if seen[span] || len(seen) == most {
		return false
	}
	seen[span] = true
	return true
}
