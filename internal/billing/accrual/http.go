package accrual

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/export"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
)

const unbilledNote = "What folios have earned by the end of a closed day and no invoice has, without tax, the oldest " +
	"booking first; below zero is what was invoiced in advance. The totals are the balance of the account unbilled " +
	"after that day. That is date, or the last closed day before it."

// Routes are the endpoints of unbilled revenue, which stand below those of accounts.
func (s *Service) Routes() []web.Route {
	const base = "/api/accounts/{orgId}/unbilled"
	view := may.View(may.Accounts)
	return append([]web.Route{web.Get(base, view, s.httpList, "List unbilled revenue by folio").With(unbilledNote)},
		export.Routes(base, view, s.file, "Unbilled revenue by folio", unbilledNote+" At most 50,000 (400 for more).")...)
}

// FolioView is a folio with something unbilled.
type FolioView struct {
	BookingID   string       `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	BookingCode string       `json:"bookingCode" example:"BK-17"`
	GuestName   string       `json:"guestName" example:"Asha Rao"`
	Status      string       `json:"status" enum:"confirmed,checked-in,checked-out,cancelled" example:"checked-in"`
	CheckIn     date.Date    `json:"checkIn"`
	CheckOut    date.Date    `json:"checkOut"`
	Earned      money.Number `json:"earned" doc:"On the folio until the date, without tax" example:"12000"`
	Invoiced    money.Number `json:"invoiced" doc:"By then, less credit notes" example:"4000"`
	Unbilled    money.Number `json:"unbilled" doc:"earned − invoiced" example:"8000"`
}

// TotalsView sums up all folios of the list.
type TotalsView struct {
	Date     string       `json:"date" doc:"The closed day; empty: none was by then" example:"2026-03-31"`
	Earned   money.Number `json:"earned" example:"312000"`
	Invoiced money.Number `json:"invoiced" example:"250000"`
	Unbilled money.Number `json:"unbilled" doc:"The balance of the account unbilled" example:"62000"`
}

// DayQuery is the day after which it is asked.
type DayQuery struct {
	Date date.Date `query:"date" doc:"The end of this day; the last closed one unless given"`
}

func (in DayQuery) check() error {
	if _, err := date.Parse(string(in.Date)); in.Date != "" && err != nil {
		return errs.InvalidField("date", "%s", err)
	}
	return nil
}

type listInput struct {
	web.Paging
	DayQuery
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope,
	in *listInput) (*web.Summed[FolioView, TotalsView], error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	l, err := s.unbilled(ctx, sc, in.Date, in.Paging)
	if err != nil {
		return nil, err
	}
	return listing.Summed(l.page, func(f folio) FolioView { return l.view(f, sc.Currency) }, l.totals(sc.Currency)), nil
}

func (l list) view(f folio, currency string) FolioView {
	b := l.bookings[f.bookingID]
	return FolioView{BookingID: f.bookingID, BookingCode: b.code, GuestName: b.guest, Status: b.status,
		CheckIn: b.checkIn, CheckOut: b.checkOut, Earned: f.earned.Number(currency), Invoiced: f.invoiced.Number(currency),
		Unbilled: f.unbilled().Number(currency)}
}

func (l list) totals(currency string) TotalsView {
	sum := l.total
	return TotalsView{Date: string(l.day), Earned: sum.earned.Number(currency), Invoiced: sum.invoiced.Number(currency),
		Unbilled: sum.unbilled().Number(currency)}
}

// file is the list as a file, with its totals in the last row.
func (s *Service) file(ctx context.Context, sc scope.Scope, in *DayQuery) (export.File, error) {
	if err := in.check(); err != nil {
		return export.File{}, err
	}
	l, err := s.unbilled(ctx, sc, in.Date, web.Paging{Page: 1, Limit: export.MaxRows})
	if err == nil {
		err = export.CheckRows(l.page.Number)
	}
	if err != nil {
		return export.File{}, err
	}
	t := export.Table{Name: "Unbilled revenue", Headings: export.Row("Booking", "Guest", "Status", "Check-in", "Check-out",
		"Earned "+sc.Currency, "Invoiced "+sc.Currency, "Unbilled "+sc.Currency)}
	for _, f := range l.page.Records {
		v := l.view(f, sc.Currency)
		t.Rows = append(t.Rows, export.Row(v.BookingCode, v.GuestName, v.Status, v.CheckIn, v.CheckOut, v.Earned, v.Invoiced,
			v.Unbilled))
	}
	sum := l.totals(sc.Currency)
	t.Rows = append(t.Rows, export.Row("All", "", "", nil, nil, sum.Earned, sum.Invoiced, sum.Unbilled))
	return export.File{Name: export.Name("unbilled", l.day, ""), Tables: []export.Table{t}}, nil
}
