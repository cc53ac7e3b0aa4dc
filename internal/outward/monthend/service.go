package monthend

import (
	"context"
	"time"

	"sarai/internal/billing/accrual"
	"sarai/internal/billing/agentfee"
	"sarai/internal/billing/approval"
	"sarai/internal/billing/withholding"
	"sarai/internal/books/balance"
	"sarai/internal/books/businessday"
	"sarai/internal/books/chart"
	"sarai/internal/books/statement"
	"sarai/internal/country/words"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/export"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/document"
)

// Service tells what a month waits for.
type Service struct{ db *db.DB }

// New makes the service.
func New(d *db.DB) *Service { return &Service{db: d} }

// find reads what of one kind stands in the way of a month that ends with the day.
type find func(tx *db.Tx, sc scope.Scope, last date.Date) ([]record, error)

// finders are in the order in which a month is closed.
var finders = []struct {
	kind string
	find find
}{{OpenDays, openDays}, {OpenShifts, openShifts}, {DraftInvoices, drafts}, {Unbilled, unbilled}, {Unapplied, unapplied},
	{Approvals, approvals}, {Commission, commission}, {AgentBills, agentBills}, {TDS, tds}, {BankLines, bankLines},
	{NotZero, notZero}}

// open are the days until the last that aren't closed. A hotel that closes none has those from today on.
func openDays(tx *db.Tx, sc scope.Scope, last date.Date) ([]record, error) {
	days, err := businessday.Read(tx, sc).Get()
	if err != nil {
		return nil, err
	}
	from := days.Today
	if days.Closed != "" {
		from = days.Closed.AddDays(1)
	}
	var records []record
	if from <= last {
		for _, day := range date.Days(from, last.AddDays(1)) {
			records = append(records, record{ID: string(day), Day: day})
		}
	}
	return records, nil
}

func unbilled(tx *db.Tx, sc scope.Scope, last date.Date) ([]record, error) {
	left, err := accrual.LeftUnbilled(tx, sc, last)
	records := make([]record, len(left))
	for i, l := range left {
		records[i] = record{ID: l.BookingID, Code: l.Code, Name: l.Guest, Day: l.CheckOut, Amount: l.Unbilled}
	}
	return records, err
}

// approvals are what was asked for until the day, and waits for a second person.
func approvals(tx *db.Tx, sc scope.Scope, last date.Date) ([]record, error) {
	waiting, err := approval.PendingUntil(tx, sc, last)
	records := make([]record, len(waiting))
	for i, a := range waiting {
		records[i] = record{ID: a.ID, Code: a.DocumentNumber, Name: a.AskedByName,
			Day: date.Of(time.UnixMilli(a.AskedAt), sc.Zone), Amount: a.Amount}
	}
	return records, err
}

// commission is what agents have earned by stays that ended in the month, and have no bill for.
func commission(tx *db.Tx, sc scope.Scope, last date.Date) ([]record, error) {
	owed, err := agentfee.Unbilled(tx, sc, monthOf(last).first, last)
	return toAgents(owed), err
}

// agentBills are bills of agents that aren't paid.
func agentBills(tx *db.Tx, sc scope.Scope, last date.Date) ([]record, error) {
	owed, err := agentfee.Unpaid(tx, sc, last)
	return toAgents(owed), err
}

func toAgents(owed []agentfee.Owed) []record {
	records := make([]record, len(owed))
	for i, o := range owed {
		records[i] = record{ID: o.ID, Code: o.Number, Name: o.Company, Day: o.Day, Amount: o.Amount}
	}
	return records
}

// tds is what was withheld until the day and isn't deposited, by month and section, with the day by which it is to be.
func tds(tx *db.Tx, sc scope.Scope, last date.Date) ([]record, error) {
	waiting, err := withholding.Waiting(tx, sc, last)
	records := make([]record, len(waiting))
	for i, w := range waiting {
		records[i] = record{ID: monthOf(w.Month).name() + " " + w.Section, Code: w.Section, Name: monthOf(w.Month).name(),
			Day: w.Due, Amount: w.Amount}
	}
	return records, err
}

// notZero are the accounts that must be zero and aren't at the end of the day.
func notZero(tx *db.Tx, sc scope.Scope, last date.Date) ([]record, error) {
	all, err := chart.All(tx, sc)
	if err != nil {
		return nil, err
	}
	balances, err := balance.Until(tx, sc, last)
	var records []record
	for _, a := range all {
		if sum := balances[a.AccountID]; a.MustBeZero && sum != 0 {
			records = append(records, record{ID: a.AccountID, Code: a.Code, Name: a.Name, Day: last, Amount: sum})
		}
	}
	return records, err
}

// chosen is the month that is asked for; the one before the business day's unless one is. Invalid for one to come.
func chosen(tx *db.Tx, sc scope.Scope, asked string) (month, error) {
	business, err := businessday.Business(tx, sc)
	if err != nil {
		return month{}, err
	}
	if asked == "" {
		return monthOf(monthOf(business).first.AddDays(-1)), nil
	}
	first, err := date.Parse(asked + "-01")
	switch {
	case err != nil:
		return month{}, errs.InvalidField("month", "must be a month as 2026-04")
	case first > business:
		return month{}, errs.InvalidField("month", "must be %s at most, the month of the business day",
			monthOf(business).name())
	}
	return monthOf(first), nil
}

func (s *Service) list(ctx context.Context, sc scope.Scope, asked string) (list, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (list, error) { return listOf(tx, sc, asked) })
}

func listOf(tx *db.Tx, sc scope.Scope, asked string) (l list, err error) {
	if l.month, err = chosen(tx, sc, asked); err != nil {
		return l, err
	}
	days, err := businessday.Read(tx, sc).Get()
	if err != nil {
		return l, err
	}
	l.lockedUntil = days.Locked
	for _, f := range finders {
		records, err := f.find(tx, sc, l.last)
		if err != nil {
			return l, err
		}
		if len(records) > 0 {
			l.items = append(l.items, item{f.kind, records})
		}
	}
	return l, nil
}

// papers are the list, the statements and what is unbilled, as what is printed.
func (s *Service) papers(ctx context.Context, sc scope.Scope, asked string) ([]document.List, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) ([]document.List, error) {
		l, err := listOf(tx, sc, asked)
		if err != nil {
			return nil, err
		}
		tables, err := statement.OfMonth(tx, sc, l.last)
		if err != nil {
			return nil, err
		}
		papers := l.papers(sc, tables)
		seller, err := document.Seller(tx, sc)
		for i := range papers {
			papers[i].Seller, papers[i].Date, papers[i].Created = seller, l.last, tx.Now
			papers[i].Printed = words.Of(sc).Moment(tx.Now.In(sc.Zone))
		}
		return papers, err
	})
}

func (s *Service) file(ctx context.Context, sc scope.Scope, in *monthInput) (export.File, error) {
	l, err := s.list(ctx, sc, in.Month)
	if err != nil {
		return export.File{}, err
	}
	t := export.Table{Name: "Month end", Headings: export.Row("What", "Code", "Name", "Date", "Amount "+sc.Currency)}
	for _, i := range l.items {
		for _, r := range i.records {
			t.Rows = append(t.Rows, export.Row(titles[i.kind], r.Code, r.Name, r.Day, r.Amount.Number(sc.Currency)))
		}
	}
	return export.File{Name: export.Name("month-end", l.last, ""), Tables: []export.Table{t}}, nil
}
