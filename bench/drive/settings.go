package drive

import "time"

// Settings are the flags.
type Settings struct {
	Sections []string
	Rounds   int
	Length   time.Duration // of one measurement
	Hotels   int           // organizations of the large installation
	Bookings int           // of each of its organizations
	Largest  int           // bookings of the one large organization
	Profile  string        // where to write profiles instead of measuring
	Engine   string        // that lists are measured on; "": both
	Sizes    []int         // of the organizations whose lists are measured
	Show     int           // how many of the slowest lists are printed
	Folder   string        // everything temporary
	Binary   string        // the server, built for this run
}

// The sizes that the limits are for; flags make them smaller.
const (
	FullHotels, FullBookings, FullLargest = 1000, 1000, 100_000
)

// Connections are the numbers of concurrent clients.
var Connections = []int{1, 16, 64}
