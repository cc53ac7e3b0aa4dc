package inside

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"sarai/bench/drive"
	"sarai/bench/fill"
	"sarai/internal/kit/scope"
)

// dashboard sends its six requests one after the other, like a browser with one connection.
var dashboard = question{"dashboard, all six", func(h *house, sc scope.Scope) error {
	for _, report := range []string{"overview", "occupancy", "revenue", "outstanding", "expense-revenue", "calendar"} {
		if err := h.get("/api/analytics/" + sc.Org + "/" + report); err != nil {
			return err
		}
	}
	return nil
}}

// Dashboard compares an organization that has a long history, billed and paid, with one that has a short one.
func Dashboard(ctx context.Context, s drive.Settings, r *drive.Report) error {
	if s.Bookings != drive.FullBookings || s.Largest != drive.FullLargest {
		fmt.Printf("  NOTICE: the figure is meant for %d bookings against %d\n", drive.FullLargest, drive.FullBookings)
	}
	short, err := openBooks(ctx, s, "short books", fill.History{Rooms: 100, Bookings: s.Bookings})
	if err != nil {
		return err
	}
	long, err := openBooks(ctx, s, "long books", fill.History{Rooms: 100, Bookings: s.Largest})
	if err != nil {
		return errors.Join(err, short.close())
	}
	if s.Profile != "" {
		return errors.Join(profileQuestions(s, short, long, dashboard), short.close(), long.close())
	}
	few, many, err := medians(s, dashboard, short, long)
	if err == nil {
		r.Add(fmt.Sprintf("%s, median, %d bookings against %d", dashboard.name, s.Largest, s.Bookings), many/few,
			drive.AtMost(2, " ×"), fmt.Sprintf("%.2f ms beside %.2f ms", many, few))
	}
	return errors.Join(err, short.close(), long.close())
}

// medians asks the two houses in turns, in random order, and returns the median of each in milliseconds.
func medians(s drive.Settings, q question, small, large *house) (few, many float64, err error) {
	times := map[*house][]float64{}
	for range s.Rounds {
		began := time.Now()
		for time.Since(began) < 2*s.Length {
			for _, i := range rand.Perm(2) {
				h := []*house{small, large}[i]
				asked := time.Now()
				if err := q.ask(h, scope.Scope{Org: h.Hotels[0]}); err != nil {
					return 0, 0, err
				}
				times[h] = append(times[h], float64(time.Since(asked).Microseconds())/1000)
			}
		}
	}
	return drive.Median(times[small]), drive.Median(times[large]), nil
}

func openBooks(ctx context.Context, s drive.Settings, name string, h fill.History) (*house, error) {
	in, err := fill.SQLite(ctx, s.Folder, name, 1, h)
	if err != nil {
		return nil, err
	}
	if err := in.Bill(ctx); err != nil {
		return nil, err
	}
	return open(ctx, in)
}

// The calendar of a large hotel, and how many cells of it may cost as much as one booking.
const (
	calendarRooms, calendarDays = 300, 31
	cellsPerRead                = 100
)

// Calendar compares a month of a large hotel with reading one booking.
func Calendar(ctx context.Context, s drive.Settings, r *drive.Report) error {
	h, err := openHouse(ctx, s, "large hotel", 1, fill.History{Rooms: calendarRooms, Bookings: 10 * calendarRooms})
	if err != nil {
		return err
	}
	month := question{"calendar", func(h *house, sc scope.Scope) error {
		return h.get(fmt.Sprintf("/api/analytics/%s/calendar?days=%d", sc.Org, calendarDays))
	}}
	read := question{"booking", func(h *house, sc scope.Scope) error {
		return h.get(unkept("/api/bookings/" + sc.Org + "/" + fill.BookingID(calendarRooms)))
	}}
	if s.Profile != "" {
		return errors.Join(profileQuestions(s, h, h, month), h.close())
	}
	rates, err := drive.Race(s, 1, h.contestant(month.name, month), h.contestant(read.name, read))
	if err != nil {
		return errors.Join(err, h.close())
	}
	const reads = float64(calendarRooms*calendarDays) / cellsPerRead
	r.Add(fmt.Sprintf("calendar of %d rooms × %d days by a booking read per %d cells", calendarRooms, calendarDays,
		cellsPerRead),
		rates.Ratio(read.name, month.name)/reads, drive.AtMost(3, " ×"), rates.Times(month.name, read.name))
	return h.close()
}
