package bookinglist_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/date"
	"sarai/internal/record/listing"
)

// Ranges of days and times, with each other and with the bookings' kind, find what a look at every booking finds, on
// pages from either end: both where few are gathered, and where there are so many that the order's index is walked and
// what is beyond a range is counted.
func TestRangesOfBookings(t *testing.T) {
	few := listing.Gathered
	defer func() { listing.Gathered = few }()
	for _, listing.Gathered = range []int{few, 0} {
		t.Run(fmt.Sprintf("up to %d are gathered", listing.Gathered), func(t *testing.T) {
			apptest.EachScenario(t, nil, []apptest.Scenario{{Name: "ranges", Run: bookingRanges}})
		})
	}
}

// takes tells by each parameter of the list whether it finds a booking.
var takes = map[string]func(value string, b map[string]any) bool{
	"status":       func(value string, b map[string]any) bool { return b["status"] == value },
	"source":       func(value string, b map[string]any) bool { return b["source"] == value },
	"from":         func(value string, b map[string]any) bool { return b["checkIn"].(string) >= value },
	"to":           func(value string, b map[string]any) bool { return b["checkIn"].(string) <= value },
	"stayTo":       func(value string, b map[string]any) bool { return b["checkIn"].(string) <= value },
	"checkOutFrom": func(value string, b map[string]any) bool { return b["checkOut"].(string) >= value },
	"checkOutTo":   func(value string, b map[string]any) bool { return b["checkOut"].(string) <= value },
	"stayFrom": func(value string, b map[string]any) bool {
		return b["checkOut"].(string) > value || b["checkOut"] == value && b["checkIn"] == value
	},
	"updatedSince": func(value string, b map[string]any) bool { return b["updatedAt"].(string) >= value },
}

func bookingRanges(t *testing.T, owner *apptest.Caller) {
	bookVariously(owner)
	all := owner.Get(bookingList + "?sort=oldest&fields=full&limit=100").Want(200).List("data")
	ranges := []string{"", "from=2026-01-01", "from=2026-04-18", "to=2026-04-18", "to=2026-04-25", "to=2027-01-01",
		"stayTo=2026-04-20", "stayFrom=2026-04-17", "stayFrom=2026-04-20", "checkOutFrom=2026-04-20",
		"checkOutTo=2026-04-20", "checkOutTo=2027-01-01", "updatedSince=2026-01-01T00:00:00Z",
		"updatedSince=" + all[9].(map[string]any)["updatedAt"].(string)}
	orders := []string{"newest", "oldest", "updated", "checkIn", "-checkIn", "checkOut", "-checkOut"}
	asked := 0
	for _, kind := range []string{"", "status=cancelled", "status=confirmed&source=phone", "source=phone"} {
		for i, one := range ranges {
			for _, other := range ranges[:max(i, 1)] {
				query, err := url.ParseQuery(kind + "&" + one + "&" + other)
				if err != nil {
					t.Fatal(err)
				}
				if query.Get("to") == "" || query.Get("from") <= query.Get("to") {
					compareRange(t, owner, all, query, orders[asked%len(orders)])
					asked++
				}
			}
		}
	}
}

// compareRange reads all pages of the list, and compares them with what the filters take of all bookings.
func compareRange(t *testing.T, owner *apptest.Caller, all []any, query url.Values, order string) {
	var want []string
	for _, b := range sorted(all, order) {
		taken := true
		for name, values := range query {
			taken = taken && takes[name](values[0], b)
		}
		if taken {
			want = append(want, b["code"].(string))
		}
	}
	path := bookingList + "?limit=4&sort=" + order + "&" + query.Encode()
	var got []string
	for page := 1; page <= len(want)/4+1; page++ {
		list := owner.Get(fmt.Sprintf("%s&page=%d", path, page)).Want(200).Is(len(want), "pagination", "total")
		got = append(got, codes(list)...)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s lists %v, want %v", path, got, want)
	}
}

// sorted are the bookings, given in the order of their making, in the list's order.
func sorted(all []any, order string) []map[string]any {
	list := make([]map[string]any, len(all))
	for i, b := range all {
		list[i] = b.(map[string]any)
	}
	name, descending := strings.CutPrefix(order, "-")
	column := map[string]string{"updated": "updatedAt", "checkIn": "checkIn", "checkOut": "checkOut"}[name]
	if column != "" {
		slices.SortStableFunc(list, func(a, b map[string]any) int {
			return strings.Compare(a[column].(string), b[column].(string))
		})
	}
	if descending || order == "newest" {
		slices.Reverse(list)
	}
	return list
}

// bookVariously makes bookings of one to four nights and day uses over two weeks, and changes some of them later.
func bookVariously(owner *apptest.Caller) {
	rooms := owner.CreateRooms(20)
	for i, room := range rooms {
		owner.Server.Clock.Advance(time.Second)
		from := date.Date("2026-04-14").AddDays(i * 7 % 13)
		fields := object{"source": []string{"phone", "walk-in", "phone", "ota"}[i%4], "dayUse": i%5 == 4}
		to := from.AddDays([]int{1, 2, 4, 3, 0}[i%5])
		id := owner.Post("/api/bookings/{org}/create", apptest.Stay(string(from), string(to), room).Merged(fields)).
			Want(201).Text("data", "bookingId")
		switch {
		case i%6 == 3:
			owner.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x", "cancellationCharge": 0}).Want(200)
		case i%6 == 0:
			defer func() {
				owner.Server.Clock.Advance(time.Second)
				owner.Put(apptest.BookingPath(id, "/stay"), object{"notes": "Late"}).Want(200)
			}()
		}
	}
}
