package hotel

import (
	_ "embed"
	"slices"
	"strings"
)

// timezones.txt has the names of the IANA time zone database 2025c, sorted, one on each line; the database
// is in the public domain. time.LoadLocation would also take "Local", and paths to the same file in another spelling.
//
//go:embed timezones.txt
var timezones string

var timezoneNames = strings.Fields(timezones)

// knownTimezone reports whether this is the name of an IANA time zone, in its own spelling.
func knownTimezone(name string) bool {
	_, known := slices.BinarySearch(timezoneNames, name)
	return known
}
