package inside

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"

	"sarai/bench/drive"
	"sarai/bench/fill"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/frontdesk"
)

// fewHotels are the organizations of the small installation.
const fewHotels = 10

// Scale compares the same questions in installations and organizations of different size.
func Scale(ctx context.Context, s drive.Settings, r *drive.Report) error {
	if s.Hotels != drive.FullHotels || s.Bookings != drive.FullBookings || s.Largest != drive.FullLargest {
		fmt.Printf("  NOTICE: scaled down to %d × %d and one of %d bookings; the figures are meant for %d × %d and %d\n",
			s.Hotels, s.Bookings, s.Largest, drive.FullHotels, drive.FullBookings, drive.FullLargest)
	}
	inn := fill.History{Rooms: 20, Bookings: s.Bookings}
	few, err := openHouse(ctx, s, "few", fewHotels, inn)
	if err != nil {
		return err
	}
	many, err := openHouse(ctx, s, "many", s.Hotels, inn)
	if err != nil {
		return errors.Join(err, few.close())
	}
	if s.Profile != "" {
		return errors.Join(profileQuestions(s, few, many, calendar, availability, list, byCode), few.close(), many.close())
	}
	sizes := fmt.Sprintf("%d × %d against %d × %d", s.Hotels, s.Bookings, fewHotels, s.Bookings)
	err = errors.Join(compare(s, r, few, many, []question{calendar}, sizes, 1.4),
		compare(s, r, few, many, []question{availability, list, byCode}, sizes, 1.5), many.countPages(r))
	if err := errors.Join(err, few.close(), many.close(), os.RemoveAll(many.DataDir)); err != nil {
		return err
	}
	return measureLargest(ctx, s, r)
}

// measureLargest compares an organization that has a long history with one that has a short one and as many rooms.
func measureLargest(ctx context.Context, s drive.Settings, r *drive.Report) error {
	short, err := openHouse(ctx, s, "short", 1, fill.History{Rooms: 100, Bookings: s.Bookings})
	if err != nil {
		return err
	}
	long, err := openHouse(ctx, s, "long", 1, fill.History{Rooms: 100, Bookings: s.Largest})
	if err != nil {
		return errors.Join(err, short.close())
	}
	sizes := fmt.Sprintf("%d bookings against %d", s.Largest, s.Bookings)
	return errors.Join(compare(s, r, short, long, []question{list, availability}, sizes, 2),
		compare(s, r, short, long, []question{calendar, byCode}, sizes, 0), short.close(), long.close())
}

var (
	calendar = question{"14-day calendar", func(h *house, sc scope.Scope) error {
		return h.db.Read(context.Background(), func(tx *db.Tx) error {
			cells, err := frontdesk.Cells(tx, sc, fill.Today(), fill.Today().AddDays(14))
			if err == nil && len(cells) == 0 {
				err = errors.New("the calendar is empty")
			}
			return err
		})
	}}
	availability = question{"availability", func(h *house, sc scope.Scope) error {
		a, err := h.app.FrontDesk.Available(context.Background(), sc,
			frontdesk.Wanted{CheckIn: fill.Today(), CheckOut: fill.Today().AddDays(2)})
		if err == nil && len(a.Rooms) == 0 {
			err = errors.New("no room is free")
		}
		return err
	}}
	list = question{"list page of 20", func(h *house, sc scope.Scope) error {
		return h.get(unkept("/api/bookings/" + sc.Org + "/list"))
	}}
	byCode = question{"by-code", func(h *house, sc scope.Scope) error {
		_, err := h.app.Bookings.GetByCode(context.Background(), sc, fill.BookingCode(rand.IntN(h.History.Bookings)))
		return err
	}}
)
