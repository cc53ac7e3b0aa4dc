package demo

import (
	"context"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"sarai/internal/kit/date"
	"sarai/internal/property/guest"
	"sarai/internal/property/room"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/desk"
)

// diary says which stays of the plan something happens to on each day, by their indexes.
type diary struct{ booked, arriving, leaving, enjoying map[int][]int }

func (h *hotel) diary() diary {
	d := diary{booked: map[int][]int{}, arriving: map[int][]int{}, leaving: map[int][]int{}, enjoying: map[int][]int{}}
	for i, s := range h.plan {
		d.booked[s.booked] = append(d.booked[s.booked], i)
		if s.fate == "" {
			d.leaving[s.leaves] = append(d.leaving[s.leaves], i)
		}
		if s.fate == "" || s.fate == overstay {
			d.arriving[s.arrives] = append(d.arriving[s.arrives], i)
			for _, e := range s.extras {
				d.enjoying[e.day] = append(d.enjoying[e.day], i)
			}
		}
	}
	return d
}

// live goes from the first booking to now. Guests who arrive or leave today haven't done so yet, whatever the time is.
func (h *hotel) live(ctx context.Context) error {
	d := h.diary()
	for day := founded + 1; day < 0; day++ {
		if err := h.night(ctx, day); err != nil {
			return err
		}
		if err := h.day(ctx, d, day); err != nil {
			return err
		}
	}
	if err := h.groupDesk.welcomeLate(ctx, -1); err != nil {
		return err
	}
	if h.today.Start(h.zone).Add(auditTime).Before(h.clock.end) {
		if err := h.night(ctx, 0); err != nil {
			return err
		}
	}
	if err := h.groupDesk.welcomeLate(ctx, 0); err != nil {
		return err
	}
	if err := h.bookToday(ctx, d.booked[0]); err != nil {
		return err
	}
	return h.bookOnline(ctx)
}

// day lives one past day: departures and phone calls in the morning, cleaning and walk-ins at noon, then arrivals,
// office work and dinner. What takes numbers from the same series happens one after the other, so that the numbers are
// the same each time.
func (h *hotel) day(ctx context.Context, d diary, day int) error {
	var calls, walkIns []int
	for _, i := range d.booked[day] {
		if h.plan[i].source == walkIn {
			walkIns = append(walkIns, i)
		} else {
			calls = append(calls, i)
		}
	}
	leaving, arriving := d.leaving[day], d.arriving[day]
	h.set(day, 9*time.Hour+40*time.Minute)
	if err := both(
		func() error { return each(calls, func(i int) error { return h.book(ctx, i) }) },
		func() error { return each(leaving, func(i int) error { return h.checkOut(ctx, i) }) },
	); err != nil {
		return err
	}
	h.set(day, 13*time.Hour)
	dirty := h.roomsOf(leaving)
	if err := both(
		func() error {
			if err := h.collect(ctx, day, leaving); err != nil {
				return err
			}
			return each(walkIns, func(i int) error { return h.book(ctx, i) })
		},
		func() error { return together(len(dirty), func(i int) error { return h.clean(ctx, day, i, dirty[i]) }) },
	); err != nil {
		return err
	}
	h.set(day, 15*time.Hour+30*time.Minute)
	if err := together(len(arriving), func(i int) error { return h.checkIn(ctx, arriving[i]) }); err != nil {
		return err
	}
	h.set(day, 17*time.Hour)
	if err := h.office(ctx, day); err != nil {
		return err
	}
	h.set(day, 21*time.Hour)
	dining := d.enjoying[day]
	if err := together(len(dining), func(i int) error { return h.enjoy(ctx, day, dining[i]) }); err != nil {
		return err
	}
	return h.evening(ctx, day)
}

func both(one, other func() error) error {
	var group errgroup.Group
	group.Go(one)
	group.Go(other)
	return group.Wait()
}

// each calls do for one index after the other.
func each(indexes []int, do func(i int) error) error {
	for _, i := range indexes {
		if err := do(i); err != nil {
			return err
		}
	}
	return nil
}

func (h *hotel) book(ctx context.Context, i int) error {
	s, sc := h.plan[i], h.staff[frontDesk]
	if s.quoted {
		return h.accept(ctx, i)
	}
	in := booking.Request{GuestName: s.name, GuestEmail: s.email, GuestPhone: s.phone,
		CheckIn: h.today.AddDays(s.arrives), CheckOut: h.today.AddDays(s.leaves),
		Details: booking.Details{Source: s.source, MealPlan: s.plan, SpecialRequests: s.request},
		Advance: s.advance, PaymentMethod: s.method}
	for _, r := range s.rooms {
		in.Rooms = append(in.Rooms, booking.RoomRequest{RoomID: h.rooms[r.number], Rate: &r.rate, Adults: r.adults,
			Children: r.children})
	}
	if s.returning >= 0 {
		first, err := h.app.Bookings.Get(ctx, sc, h.bookings[s.returning])
		if err != nil {
			return err
		}
		in.GuestID = first.GuestID
	}
	created, err := h.app.Bookings.Create(ctx, sc, in)
	if err != nil {
		return err
	}
	h.bookings[i] = created.ID
	return nil
}

// bookOnline takes a travel agent's booking for tomorrow: of a category, as those are, so the desk assigns the room.
func (h *hotel) bookOnline(ctx context.Context) error {
	of := categories[slices.IndexFunc(categories, h.freeTomorrow)]
	_, err := h.app.Bookings.Create(ctx, h.staff[frontDesk], booking.Request{GuestName: "Ishaan Malhotra",
		GuestEmail: "ishaan.malhotra@example.com", GuestPhone: "+91 50000 71820",
		CheckIn: h.today.AddDays(1), CheckOut: h.today.AddDays(2),
		Details: booking.Details{Source: "ota", MealPlan: "CP", Channel: "booking.com", ExternalRef: "4417302956"},
		Rooms:   []booking.RoomRequest{{CategoryID: h.kinds[of.Name], Rate: &of.BaseRate, Adults: 2}}})
	return err
}

// freeTomorrow tells whether a room of the category is free tomorrow night.
func (h *hotel) freeTomorrow(c category) bool {
	return slices.ContainsFunc(c.rooms, func(number string) bool {
		return !outOfOrder(number, 1, 2) && !slices.ContainsFunc(h.plan, func(s stay) bool {
			is := func(r plannedRoom) bool { return r.number == number }
			return s.arrives < 2 && s.leaves > 1 && slices.ContainsFunc(s.rooms, is)
		})
	})
}

// checkIn also asks for the address of guests who will pay much, or for their company's.
func (h *hotel) checkIn(ctx context.Context, i int) error {
	s, sc := h.plan[i], h.staff[frontDesk]
	b, err := h.app.Desk.Arrive(ctx, sc, h.bookings[i], desk.Arrival{})
	if err != nil || s.total < addressFrom && s.company == nil {
		return err
	}
	_, err = h.app.Guests.Update(ctx, sc, b.GuestID, func(g *guest.Guest, _ date.Date) error {
		g.Address = s.address
		if s.company != nil {
			g.Company, g.GSTIN, g.Address = s.company.name, s.company.gstin, s.company.address
		}
		return nil
	})
	return err
}

func (h *hotel) roomsOf(indexes []int) (numbers []string) {
	for _, i := range indexes {
		for _, r := range h.plan[i].rooms {
			numbers = append(numbers, r.number)
		}
	}
	return numbers
}

// clean makes the nth room that was left on the day ready, except two of yesterday's: there must be work to do today.
func (h *hotel) clean(ctx context.Context, day, n int, number string) error {
	state := room.Clean
	switch {
	case day == -1 && n < 2:
		return nil
	case n%4 == 0:
		state = room.Inspected
	}
	_, err := h.app.Rooms.SetHousekeeping(ctx, h.staff[housekeeping], h.rooms[number], state)
	return err
}

// evening does the rest of the day: rooms go out of order, guests cancel or don't come, and today's guests say when
// they will arrive.
func (h *hotel) evening(ctx context.Context, day int) error {
	for _, b := range blocks {
		if b.from == day {
			_, err := h.app.Rooms.CreateBlock(ctx, h.staff[manager], room.Block{RoomID: h.rooms[b.room],
				From: h.today.AddDays(b.from), To: h.today.AddDays(b.to), Reason: b.reason})
			if err != nil {
				return err
			}
		}
	}
	for i, s := range h.plan {
		var err error
		switch {
		case s.fate == cancelled && day == -2:
			err = h.cancel(ctx, i)
		case s.fate == noShow && day == s.arrives:
			err = h.markNoShow(ctx, i)
		case s.expected != nil && day == -1:
			err = h.planArrival(ctx, i)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// cancel charges a part of what was paid and refunds the rest.
func (h *hotel) cancel(ctx context.Context, i int) error {
	s := h.plan[i]
	charge := toStep(s.advance/4, 100*rupee)
	refund := s.advance - charge
	_, err := h.app.Desk.Cancel(ctx, h.staff[frontDesk], h.bookings[i], desk.Cancellation{
		Reason: "Flight cancelled, will come in another season", Charge: &charge, Refund: &refund, RefundMethod: s.method})
	return err
}

// markNoShow charges the first night.
func (h *hotel) markNoShow(ctx context.Context, i int) error {
	_, err := h.app.Desk.Cancel(ctx, h.staff[frontDesk], h.bookings[i], desk.Cancellation{
		Reason: "Did not come, telephone switched off", Charge: &h.plan[i].rooms[0].rate, NoShow: true})
	return err
}

func (h *hotel) planArrival(ctx context.Context, i int) error {
	t := h.plan[i].expected
	_, err := h.app.Bookings.PlanArrival(ctx, h.staff[frontDesk], h.bookings[i], booking.ArrivalPlan{
		Time: &t.at, TransportMode: &t.mode, TransportDetails: &t.details})
	return err
}

// bookToday takes today's bookings, spread over what has passed of the day.
func (h *hotel) bookToday(ctx context.Context, indexes []int) error {
	midnight := h.today.Start(h.zone)
	passed := h.clock.end.Sub(midnight)
	for n, i := range indexes {
		h.clock.fake.Set(midnight.Add(passed * time.Duration(n+1) / time.Duration(len(indexes)+1)))
		if err := h.book(ctx, i); err != nil {
			return err
		}
	}
	return nil
}
