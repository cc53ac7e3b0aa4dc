package booking

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"sarai/internal/books/ledger"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/event"
)

// The night audit closes a business day: it posts the night of every guest in house, marks no-shows if told so, and keeps
// the day's report, which never changes after. Nights are posted booking by booking before; all else, and what that has
// missed, is one transaction a day. So a crash leaves a day open, to be closed by the next call, or closed with its report.

// CloseDay closes the day ("" is today), and the days before it that are open since the last one that was closed. A day
// that is closed already answers its report.
func (s *Service) CloseDay(ctx context.Context, sc scope.Scope, day date.Date, noShows bool) (report DayReport, err error) {
	var closed date.Date
	if err := s.db.Read(ctx, func(tx *db.Tx) error {
		day, closed, err = dayToClose(tx, sc, day)
		return err
	}); err != nil {
		return report, err
	}
	first := day
	if closed != "" {
		first = closed.AddDays(1)
	}
	if first <= day {
		if err := s.postNights(ctx, sc, day); err != nil {
			return report, err
		}
	}
	for _, each := range date.Days(min(first, day), day.AddDays(1)) {
		err := s.db.Write(ctx, func(tx *db.Tx) (err error) {
			report, err = s.closeDay(tx, sc, each, noShows)
			return err
		})
		if err != nil {
			return report, err
		}
	}
	return report, nil
}

// maxFirstDay is how many days back the first day that is closed may be: all days from it on are closed with the next.
const maxFirstDay = 366

func dayToClose(tx *db.Tx, sc scope.Scope, asked date.Date) (day, closed date.Date, err error) {
	now := today(tx, sc)
	if asked == "" {
		asked = now
	}
	if _, err := date.Parse(string(asked)); err != nil {
		return "", "", errs.InvalidField("date", "%s", err)
	}
	if asked > now {
		return "", "", errs.InvalidField("date", "must not be after today (%s)", now)
	}
	books, err := ledger.Read(tx, sc)
	if first := now.AddDays(-maxFirstDay); err == nil && books.ClosedDay == "" && asked < first {
		err = errs.InvalidField("date", "must not be before %s, as no day was closed yet and all days after it will be closed too", first)
	}
	return asked, books.ClosedDay, err
}

// postNights posts the nights until day of every guest in house, each booking in a transaction of its own.
func (s *Service) postNights(ctx context.Context, sc scope.Scope, day date.Date) error {
	var ids []string
	err := s.db.Read(ctx, func(tx *db.Tx) (err error) {
		ids, err = unpostedOn(tx, sc, day)
		return err
	})
	for _, id := range ids {
		if err == nil {
			_, err = s.change(ctx, sc, id, func(tx *db.Tx, b *Booking) error { return s.postInHouse(tx, sc, b, day) })
		}
	}
	return err
}

// postInHouse posts the nights until day if the guest is still in house.
func (s *Service) postInHouse(tx *db.Tx, sc scope.Scope, b *Booking, day date.Date) error {
	if b.Status != CheckedIn {
		return nil
	}
	return s.postUntil(tx, sc, b, day)
}

func (s *Service) closeDay(tx *db.Tx, sc scope.Scope, day date.Date, noShows bool) (DayReport, error) {
	books, err := ledger.Lock(tx, sc)
	if err != nil {
		return DayReport{}, err
	}
	if day <= books.ClosedDay {
		r, err := closedReport(tx, sc, day)
		if errs.Is(err, errs.KindNotFound) {
			err = errs.InvalidField("date", "must not be before the first day that was closed; the last one is %s", books.ClosedDay)
		}
		return r, err
	}
	missed, err := s.bookingsOf(tx, sc, unpostedOn, day)
	if err != nil {
		return DayReport{}, err
	}
	var marked []*Booking
	if noShows {
		if marked, err = s.bookingsOf(tx, sc, overdueArrivals, day); err != nil {
			return DayReport{}, err
		}
	}
	for _, b := range missed {
		if err := s.postInHouse(tx, sc, b, day); err != nil {
			return DayReport{}, err
		}
	}
	if marked, err = s.markNoShows(books, sc, marked, day); err != nil {
		return DayReport{}, err
	}
	report, err := s.reportOn(tx, sc, day, marked)
	if err != nil {
		return report, err
	}
	return report, s.keepReport(books, sc, report)
}

// bookingsOf locks the bookings that a query names, in the order of their ids.
func (s *Service) bookingsOf(tx *db.Tx, sc scope.Scope, query func(*db.Tx, scope.Scope, date.Date) ([]string, error), day date.Date) ([]*Booking, error) {
	ids, err := query(tx, sc, day)
	if err != nil {
		return nil, err
	}
	var list []*Booking
	for _, id := range ids {
		b, err := Lock(tx, sc, id)
		if errs.Is(err, errs.KindNotFound) {
			continue // removed since
		}
		if err != nil {
			return nil, err
		}
		list = append(list, b)
	}
	return list, nil
}

// markNoShows cancels the bookings of guests who never came, as NoShow does, and returns them.
func (s *Service) markNoShows(books ledger.Locked, sc scope.Scope, overdue []*Booking, day date.Date) (marked []*Booking, err error) {
	for _, b := range overdue {
		if b.Status != Confirmed {
			continue // arrived or cancelled since
		}
		if err := s.cancel(books, sc, b, CancelBody{Reason: "Did not come: marked when " + day.Text() + " was closed"}, true); err != nil {
			return nil, err
		}
		if err := save(books.Tx(), sc, b, Confirmed); err != nil {
			return nil, err
		}
		marked = append(marked, b)
	}
	return marked, nil
}

// keepReport writes the day's report and closes the day.
func (s *Service) keepReport(books ledger.Locked, sc scope.Scope, r DayReport) error {
	tx := books.Tx()
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(`INSERT INTO night_audits (org_id, day, report, closed_by, closed_at) VALUES ($1, $2, $3, $4, $5)`,
		sc.Org, string(r.Date), string(text), sc.User, tx.Now.UnixMilli()); err != nil {
		return err
	}
	if err := ledger.CloseDay(books, sc, r.Date); err != nil {
		return err
	}
	return s.bus.Publish(tx, sc, event.Event{Action: "night_audit.closed", ResourceType: "night_audit", ResourceID: string(r.Date), Details: map[string]any{
		"date": r.Date, "roomNightsPosted": r.RoomNightsPosted, "roomRevenue": r.RoomNightsAmount, "revenue": r.Revenue, "noShows": len(r.NoShows),
		"overdueArrivals": len(r.OverdueArrivals), "overdueDepartures": len(r.OverdueDepartures)}})
}

// reportOn puts the day's report together. marked are the no-shows that closing it has marked.
func (s *Service) reportOn(tx *db.Tx, sc scope.Scope, day date.Date, marked []*Booking) (DayReport, error) {
	r := DayReport{DayHead: DayHead{Date: day, ClosedAt: web.TimeOf(tx.Now), ClosedBy: sc.UserName}, Payments: []MethodView{}, NoShows: []BookingShort{}}
	for _, b := range marked {
		r.NoShows = append(r.NoShows, BookingShort{BookingID: b.ID, Code: b.Code, GuestName: b.GuestName, CheckIn: b.CheckIn, CheckOut: b.CheckOut, Rooms: numbers(b.Shown())})
	}
	late, err := overdueArrivals(tx, sc, day)
	if err == nil {
		r.OverdueArrivals, err = shortOf(tx, sc, late)
	}
	if err == nil {
		late, err = overdueDepartures(tx, sc, day)
	}
	if err == nil {
		r.OverdueDepartures, err = shortOf(tx, sc, late)
	}
	if err == nil {
		err = r.countRooms(tx, sc, s)
	}
	if err == nil {
		err = r.countMoney(tx, sc)
	}
	return r, err
}

func (r *DayReport) countRooms(tx *db.Tx, sc scope.Scope, s *Service) error {
	rooms, err := s.rooms.All(tx, sc)
	if err != nil {
		return err
	}
	for _, one := range rooms {
		if one.Active {
			r.RoomsTotal++
		}
	}
	if err := countDay(tx, sc, r); err != nil {
		return err
	}
	r.Occupancy = percentage(r.RoomsSold, r.RoomsTotal)
	return nil
}

func (r *DayReport) countMoney(tx *db.Tx, sc scope.Scope) error {
	methods, err := ledger.DayByMethod(tx, sc, r.Date)
	var received, refunded money.Amount
	for _, m := range methods {
		received, refunded = received+m.Received, refunded+m.Refunded
		r.Payments = append(r.Payments, MethodView{Method: m.Method, Payments: m.Payments, Received: m.Received.Number(sc.Currency), Refunds: m.Refunds, Refunded: m.Refunded.Number(sc.Currency)})
	}
	r.Received, r.Refunded, r.Revenue = received.Number(sc.Currency), refunded.Number(sc.Currency), (received - refunded).Number(sc.Currency)
	return err
}

// closedReport reads the report of a closed day; NotFound when the day was never closed.
func closedReport(tx *db.Tx, sc scope.Scope, day date.Date) (r DayReport, err error) {
	var text string
	err = tx.QueryRow(`SELECT report FROM night_audits WHERE org_id = $1 AND day = $2`, sc.Org, string(day)).Scan(&text)
	if errors.Is(err, db.ErrNoRows) {
		return r, errs.NotFound("The day " + string(day) + " was not closed.")
	}
	if err != nil {
		return r, err
	}
	return r, json.Unmarshal([]byte(text), &r)
}

// DayReportOn reads the report of a closed day; "" is the last one. NotFound when the day was not closed.
func (s *Service) DayReportOn(ctx context.Context, sc scope.Scope, day date.Date) (r DayReport, err error) {
	if _, err := date.Parse(string(day)); day != "" && err != nil {
		return r, errs.InvalidField("date", "%s", err)
	}
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		if day == "" {
			books, err := ledger.Read(tx, sc)
			if err != nil {
				return err
			}
			if day = books.ClosedDay; day == "" {
				return errs.NotFound("No day was closed yet.")
			}
		}
		r, err = closedReport(tx, sc, day)
		return err
	})
	return r, err
}

// DayReports lists the closed days, the newest first, and how many there are.
func (s *Service) DayReports(ctx context.Context, sc scope.Scope, limit, offset int) (heads []DayHead, total int, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		if err := tx.QueryRow(`SELECT COUNT(*) FROM night_audits WHERE org_id = $1`, sc.Org).Scan(&total); err != nil {
			return err
		}
		heads, err = db.All(tx, func(row db.Scanner) (h DayHead, err error) {
			var text string
			if err = row.Scan(&text); err == nil {
				err = json.Unmarshal([]byte(text), &h)
			}
			return h, err
		}, `SELECT report FROM night_audits WHERE org_id = $1 ORDER BY day DESC`+db.Limit(2), sc.Org, limit, offset)
		return err
	})
	return heads, total, err
}

// CloseDue closes the day that the organization's books say is due by now, and those before it; a job calls it. Before
// noon the day due is yesterday, from noon on today. A hotel that is new has no day before its first to close.
func (s *Service) CloseDue(ctx context.Context, sc scope.Scope) error {
	var due date.Date
	var noShows bool
	err := s.db.Read(ctx, func(tx *db.Tx) error {
		books, err := ledger.Read(tx, sc)
		if err != nil || books.AuditHour < 0 {
			return err
		}
		o, err := organization.Get(tx, sc.Org)
		if err != nil {
			return err
		}
		day := dueDay(tx.Now.In(sc.Zone), books.AuditHour)
		if day > books.ClosedDay && day >= date.Of(time.UnixMilli(int64(o.CreatedAt)), sc.Zone) {
			due, noShows = day, books.AuditNoShows
		}
		return nil
	})
	if err != nil || due == "" {
		return err
	}
	_, err = s.CloseDay(ctx, sc, due, noShows)
	return err
}

// dueDay is the newest day that is to be closed by now, on the hotel's clock, if days are closed at this hour.
func dueDay(now time.Time, hour int) date.Date {
	day := date.Of(now, now.Location())
	if hour < 12 {
		day = day.AddDays(-1)
	}
	if now.Hour() < hour {
		day = day.AddDays(-1)
	}
	return day
}
