package nightaudit

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"sarai/internal/books/businessday"
	"sarai/internal/books/ledger"
	"sarai/internal/books/takings"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/property/inventory"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
	"sarai/internal/stay/account"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/desk"
	"sarai/internal/stay/extras"
	"sarai/internal/stay/folio"
	"sarai/internal/stay/frontdesk"
	"sarai/internal/stay/lodging"
)

// Service closes business days and reads their reports.
type Service struct {
	db     *db.DB
	bus    *event.Bus
	desk   *desk.Service
	clean  Cleaning
	accrue Accrual
}

// Cleaning tells housekeeping that guests have slept, before the day is closed.
type Cleaning func(tx *db.Tx, sc scope.Scope, day date.Date) error

// Accrual posts what the day has earned, before it is closed.
type Accrual func(books ledger.Locked, sc scope.Scope, day date.Date) error

// New makes the service.
func New(d *db.DB, bus *event.Bus, frontDesk *desk.Service, clean Cleaning, accrue Accrual) *Service {
	return &Service{db: d, bus: bus, desk: frontDesk, clean: clean, accrue: accrue}
}

// Close closes the day ("" is today), and the days before it that are open since the last one that was closed. A day
// that is closed already answers its report. noShows says to cancel, as no-shows, the bookings of guests who were
// expected by the day and have not come.
func (s *Service) Close(ctx context.Context, sc scope.Scope, day date.Date, noShows bool) (report Report, err error) {
	open, err := db.Read(ctx, s.db, func(tx *db.Tx) (span, error) {
		days, err := businessday.Read(tx, sc).Get()
		if err != nil {
			return span{}, err
		}
		return toClose(days, day)
	})
	if err != nil {
		return report, err
	}
	if open.first <= open.last {
		if err := s.postNights(ctx, sc, open.last); err != nil {
			return report, err
		}
	}
	for _, each := range date.Days(min(open.first, open.last), open.last.AddDays(1)) {
		report, err = db.Write(ctx, s.db, func(tx *db.Tx) (Report, error) { return s.closeDay(tx, sc, each, noShows) })
		if err != nil {
			return report, err
		}
	}
	return report, nil
}

// postNights posts the nights and services until day of every guest in house, each booking in a transaction of its own.
func (s *Service) postNights(ctx context.Context, sc scope.Scope, day date.Date) error {
	bookingIDs, err := db.Read(ctx, s.db, func(tx *db.Tx) ([]string, error) { return toPost(tx, sc, day) })
	if err != nil {
		return err
	}
	for _, id := range bookingIDs {
		err := s.db.Write(ctx, func(tx *db.Tx) error {
			bookings, err := lock(tx, sc, []string{id})
			if err != nil || len(bookings) == 0 {
				return err
			}
			return post(tx, sc, bookings[0], day)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// toPost names the bookings of guests in house whose nights or services until the day are not charged yet, by id.
func toPost(tx *db.Tx, sc scope.Scope, day date.Date) ([]string, error) {
	nights, err := unposted(tx, sc, day)
	if err != nil {
		return nil, err
	}
	services, err := extras.Unposted(tx, sc, day)
	return slices.Compact(slices.Sorted(slices.Values(slices.Concat(nights, services)))), err
}

// post charges the nights and services of a locked booking until the day, if the guest is in house.
func post(tx *db.Tx, sc scope.Scope, b *booking.Booking, day date.Date) error {
	if err := account.PostNights(tx, sc, b, day); err != nil {
		return err
	}
	return extras.PostNights(tx, sc, b, day)
}

func (s *Service) closeDay(tx *db.Tx, sc scope.Scope, day date.Date, noShows bool) (Report, error) {
	books, err := ledger.Lock(tx, sc).Get()
	if err != nil {
		return Report{}, err
	}
	days, err := businessday.Lock(tx, sc).Get()
	if err != nil {
		return Report{}, err
	}
	if day <= days.Closed {
		report, err := find(tx, sc, day)
		if errs.Is(err, errs.KindNotFound) {
			err = errs.InvalidField("date", "must not be before the first day that was closed; the last one is %s",
				days.Closed.Short())
		}
		return report, err
	}
	marked, err := s.finish(books, sc, day, noShows)
	if err != nil {
		return Report{}, err
	}
	if err := countSold(tx, sc, day); err != nil {
		return Report{}, err
	}
	report, err := reportOf(tx, sc, day, marked)
	if err != nil {
		return report, err
	}
	return report, s.saveReport(books, sc, report)
}

// finish posts the nights and services that postNights has missed, marks no-shows if told so, and returns them.
func (s *Service) finish(books ledger.Locked, sc scope.Scope, day date.Date, noShows bool) ([]*booking.Booking, error) {
	tx := books.Tx()
	missed, err := toPost(tx, sc, day)
	if err != nil {
		return nil, err
	}
	inHouse, err := lock(tx, sc, missed)
	if err != nil {
		return nil, err
	}
	var expected []*booking.Booking
	if noShows {
		late, err := overdueArrivals(tx, sc, day)
		if err != nil {
			return nil, err
		}
		if expected, err = lock(tx, sc, late); err != nil {
			return nil, err
		}
	}
	for _, b := range inHouse {
		if err := post(tx, sc, b, day); err != nil {
			return nil, err
		}
	}
	if err := s.clean(tx, sc, day); err != nil { // rooms are locked before the nights that no-shows give back
		return nil, err
	}
	var marked []*booking.Booking
	for _, b := range expected {
		if b.Status != booking.Confirmed {
			continue // arrived or cancelled since
		}
		if err := s.desk.MarkNoShow(books, sc, b, "Did not come: marked when "+day.Text()+" was closed"); err != nil {
			return nil, err
		}
		marked = append(marked, b)
	}
	return marked, nil
}

// countSold lets the nights that guests have slept count in the day's report: those of the day, and those of closed
// days that no report has. Nights that were billed before they came, but are held no more, don't count.
func countSold(tx *db.Tx, sc scope.Scope, day date.Date) error {
	first, _, err := ClosedDays(tx, sc)
	if err != nil {
		return err
	}
	nights, err := uncounted(tx, sc, max(cmp.Or(first, day), day.AddDays(-maxFirstDay)), day)
	if err != nil {
		return err
	}
	same := func(a, b posted) bool { return a.bookingID == b.bookingID && a.day == b.day }
	for len(nights) > 0 {
		n := 1
		for n < len(nights) && same(nights[n], nights[0]) {
			n++
		}
		held, err := roomsHeld(tx, sc, nights[0].bookingID, nights[0].day)
		if err != nil {
			return err
		}
		for _, night := range slept(nights[:n], held) {
			if err := folio.MarkSold(tx, sc, night.bookingID, night.lineID, day); err != nil {
				return err
			}
		}
		nights = nights[n:]
	}
	return nil
}

// lock locks the bookings in the order of their ids, except those removed since.
func lock(tx *db.Tx, sc scope.Scope, bookingIDs []string) ([]*booking.Booking, error) {
	var list []*booking.Booking
	for _, id := range bookingIDs {
		b, err := booking.Lock(tx, sc, id).Get()
		if errs.Is(err, errs.KindNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		list = append(list, b)
	}
	return list, nil
}

// saveReport writes the day's report and closes the day.
func (s *Service) saveReport(books ledger.Locked, sc scope.Scope, r Report) error {
	tx := books.Tx()
	if err := insert(tx, sc, r); err != nil {
		return err
	}
	if err := s.accrue(books, sc, r.Date); err != nil {
		return err
	}
	if err := businessday.Close(books.Tx(), sc, r.Date); err != nil {
		return err
	}
	return s.bus.Publish(tx, sc, closed.Of(string(r.Date), closedDetails{Date: r.Date,
		RoomNightsPosted: r.RoomNightsPosted, RoomRevenue: r.RoomNightsAmount, Revenue: r.Revenue, NoShows: len(r.NoShows),
		OverdueArrivals: len(r.OverdueArrivals), OverdueDepartures: len(r.OverdueDepartures)}))
}

// reportOf puts the day's report together. marked are the no-shows that closing it has marked.
func reportOf(tx *db.Tx, sc scope.Scope, day date.Date, marked []*booking.Booking) (Report, error) {
	r := Report{Head: Head{Date: day, ClosedAt: tx.Now, ClosedBy: sc.UserName}, Payments: []Method{},
		NoShows: []Booking{}}
	for _, b := range marked {
		r.NoShows = append(r.NoShows, named(b, b.Shown()))
	}
	late, err := overdueArrivals(tx, sc, day)
	if err == nil {
		r.OverdueArrivals, err = read(tx, sc, late, (*booking.Booking).Shown)
	}
	if err == nil {
		late, err = booking.PartlyArrived(tx, sc, day)
	}
	if err == nil {
		waiting, failed := read(tx, sc, late, (*booking.Booking).Expected)
		r.OverdueArrivals, err = append(r.OverdueArrivals, waiting...), failed
	}
	if err == nil {
		late, err = overdueDepartures(tx, sc, day)
	}
	if err == nil {
		r.OverdueDepartures, err = read(tx, sc, late, (*booking.Booking).Shown)
	}
	if err == nil {
		err = countRooms(tx, sc, &r)
	}
	if err == nil {
		r.LatePostings, err = latePostings(tx, sc, day)
	}
	if err != nil {
		return r, err
	}
	methods, err := takings.ByMethod(tx, sc, day, day)
	r.takings(methods, sc.Currency)
	return r, err
}

func named(b *booking.Booking, rooms []*lodging.Room) Booking {
	return Booking{BookingID: b.ID, Code: b.Code, GuestName: b.GuestName, CheckIn: b.CheckIn, CheckOut: b.CheckOut,
		Rooms: lodging.Numbers(rooms)}
}

// read reads the bookings as a report names them, with those rooms of each that it is about, by check-in.
func read(tx *db.Tx, sc scope.Scope, bookingIDs []string, about func(*booking.Booking) []*lodging.Room) ([]Booking,
	error) {
	list := []Booking{}
	for _, id := range bookingIDs {
		b, err := booking.Find(tx, sc, id).Get()
		if err != nil {
			return nil, err
		}
		list = append(list, named(b, about(b)))
	}
	slices.SortStableFunc(list, func(a, b Booking) int { return strings.Compare(string(a.CheckIn), string(b.CheckIn)) })
	return list, nil
}

func countRooms(tx *db.Tx, sc scope.Scope, r *Report) error {
	rooms, err := inventory.RoomsInService(tx, sc, r.Date, r.Date)
	if err != nil {
		return err
	}
	r.RoomsTotal = rooms[r.Date]
	if err := count(tx, sc, r); err != nil {
		return err
	}
	r.Occupancy = frontdesk.Percentage(r.RoomsSold, r.RoomsTotal)
	return nil
}

// Get reads the report of a closed day; "" is the last one. NotFound when the day was not closed.
func (s *Service) Get(ctx context.Context, sc scope.Scope, day date.Date) (Report, error) {
	if _, err := date.Parse(string(day)); day != "" && err != nil {
		return Report{}, errs.InvalidField("date", "%s", err)
	}
	return db.Read(ctx, s.db, func(tx *db.Tx) (Report, error) {
		asked := day
		if asked == "" {
			days, err := businessday.Read(tx, sc).Get()
			if err != nil {
				return Report{}, err
			}
			if asked = days.Closed; asked == "" {
				return Report{}, errs.NotFound("No day was closed yet.")
			}
		}
		return find(tx, sc, asked)
	})
}

// list reads the closed days, the newest first.
func (s *Service) list(ctx context.Context, sc scope.Scope, in *listInput) (listing.Page[closedDay], error) {
	return list.Read(ctx, s.db, sc, *in, in.Paging)
}

// CloseDue closes the day that the organization's books say is due by now, and those before it; a job calls it. Before
// noon the day due is yesterday, from noon on today. A hotel that is new has no day before its first to close.
func (s *Service) CloseDue(ctx context.Context, sc scope.Scope) error {
	due, err := db.Read(ctx, s.db, func(tx *db.Tx) (dueClosing, error) { return findDue(tx, sc) })
	if err != nil || due.day == "" {
		return err
	}
	_, err = s.Close(ctx, sc, due.day, due.noShows)
	return err
}

// dueClosing is the day that is due to be closed, "" if none is, and whether to mark no-shows with it.
type dueClosing struct {
	day     date.Date
	noShows bool
}

func findDue(tx *db.Tx, sc scope.Scope) (due dueClosing, err error) {
	settings, closed := ledger.Read(tx, sc), businessday.Read(tx, sc)
	books, err := settings.Get()
	if err != nil || books.AuditHour < 0 {
		return due, err
	}
	days, err := closed.Get()
	if err != nil {
		return due, err
	}
	o, err := organization.Get(tx, sc.Org).Get()
	if err != nil {
		return due, err
	}
	day := dueDay(tx.Now.In(sc.Zone), books.AuditHour)
	if day > days.Closed && day >= date.Of(time.UnixMilli(int64(o.CreatedAt)), sc.Zone) {
		due = dueClosing{day, books.AuditNoShows}
	}
	return due, nil
}
