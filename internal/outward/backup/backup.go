package backup

import (
	"slices"
	"strings"
	"time"
)

// Status says how well the database is backed up.
type Status struct {
	Able bool          // whether Create works on this server
	Last time.Time     // zero if there was never a backup
	Age  time.Duration // of the last backup
}

const (
	prefix     = "sarai-"
	suffix     = ".db"
	timeLayout = "20060102T150405.000Z"
	daysKept   = 7
)

// nameOf is the name of a copy that is made at this time. Names sort by time.
func nameOf(at time.Time) string { return prefix + at.UTC().Format(timeLayout) + suffix }

// isCopy tells whether a file's name is one that nameOf gives.
func isCopy(name string) bool {
	text, ours := strings.CutPrefix(name, prefix)
	text, whole := strings.CutSuffix(text, suffix)
	at, err := time.Parse(timeLayout, text)
	return ours && whole && err == nil && nameOf(at) == name
}

// superfluous are those of the files that need not be kept: the copies that are neither the newest of their day nor of
// one of the last days that have a copy, and what a crash has left of one. Files of other names are none of ours.
func superfluous(names []string) []string {
	var copies, old []string
	for _, name := range names {
		if whole, rest, _ := strings.Cut(name, suffix); isCopy(whole+suffix) && strings.HasSuffix(rest, ".partial") {
			old = append(old, name)
		} else if isCopy(name) {
			copies = append(copies, name)
		}
	}
	slices.Sort(copies)
	slices.Reverse(copies)
	days := map[string]bool{}
	for _, name := range copies {
		day := name[:len(prefix)+len("20060102")]
		if days[day] || len(days) == daysKept {
			old = append(old, name)
		}
		if len(days) < daysKept {
			days[day] = true
		}
	}
	return old
}
