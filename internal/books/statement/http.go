package statement

import (
	"context"

	"sarai/internal/books/ledger"
	"sarai/internal/country/packs"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/export"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
)

const (
	sheetNote = "As of the end of asOf, the business day unless given. months adds the ends of the months before, so " +
		"many columns in all; compare=last-year the same days of the year before. Assets are liabilities and equity, in " +
		"each column. What guests owe is an asset; in a column where they have paid more than they owe it is a " +
		"liability. Accounts with nothing in any column are left out."
	profitNote = "By account and department, as the books have it: sales when they are invoiced, and on closed days " +
		"what folios have earned beyond (accrued). From and to included, at most 366 days; to is the business day unless " +
		"given, from the first of to's month. by=month adds a column for each month, compare=last-year the same of the " +
		"year before."
	entriesNote = "The entries behind a figure, the oldest first, each with its document. from and to as those of the " +
		"journal: at most 366 days and 50,000 entries (400 for more)."
	closeNote = "Carries the result until the year's last day forward to retained earnings. Nothing is posted, and no " +
		"figure of the year moves. The books must be locked until that day, and stay locked until the year is reopened. " +
		"year is the calendar's in which the financial year begins. Closing it again changes nothing."
)

// Routes are the endpoints of the statements.
func (s *Service) Routes() []web.Route {
	const base = "/api/accounts/{orgId}"
	view := may.View(may.Accounts)
	routes := []web.Route{
		web.Get(base+"/balance-sheet", view, s.httpSheet, "Show the balance sheet").With(sheetNote),
		web.Get(base+"/profit-and-loss/accounts", view, s.httpProfit, "Show profit and loss by account").With(profitNote),
		web.Get(base+"/entries", view, s.httpEntries, "List the entries of an account").With(entriesNote),
		web.Get(base+"/close-year", view, s.httpYears, "List the closed years").With("Newest first."),
		web.Post(base+"/close-year", may.Update(may.Accounts), s.httpClose, "Close a financial year").With(closeNote),
		web.Delete(base+"/close-year", may.Manage(may.Accounts), s.httpReopen, "Reopen the year that was closed last").
			With("The audit log keeps who did it."),
	}
	routes = append(routes, export.Routes(base+"/balance-sheet", view, s.sheetFile, "The balance sheet", sheetNote)...)
	return append(routes, export.Routes(base+"/profit-and-loss/accounts", view, s.profitFile,
		"Profit and loss by account", profitNote)...)
}

// Row is an account in a statement.
type Row struct {
	Account   string         `json:"account" doc:"The account's id, or one of the books' own" example:"guests"`
	Code      string         `json:"code" doc:"Empty: none" example:"1100"`
	Name      string         `json:"name" example:"Guests"`
	ParentID  string         `json:"parentId" doc:"The account that it is under; empty: none" example:""`
	Amounts   []money.Number `json:"amounts" doc:"One for each column, of its own entries"`
	Subtotals []money.Number `json:"subtotals,omitempty" doc:"Of a heading: with all that is under it"`
}

// Section is a side of a statement.
type Section struct {
	Rows   []Row          `json:"rows"`
	Totals []money.Number `json:"totals" doc:"One for each column"`
}

func numbers(amounts []money.Amount, currency string) []money.Number {
	list := make([]money.Number, len(amounts))
	for i, a := range amounts {
		list[i] = a.Number(currency)
	}
	return list
}

func (s section) view(currency string) Section {
	v := Section{Rows: make([]Row, len(s.rows)), Totals: numbers(s.totals, currency)}
	for i, r := range s.rows {
		v.Rows[i] = Row{Account: r.AccountID, Code: r.Code, Name: r.Name, ParentID: r.ParentID,
			Amounts: numbers(r.amounts, currency)}
		if r.Heading {
			v.Rows[i].Subtotals = numbers(r.subtotals, currency)
		}
	}
	return v
}

// BalanceSheet is the answer of balance-sheet.
type BalanceSheet struct {
	AsOf        string         `json:"asOf" example:"2026-04-30"`
	Columns     []string       `json:"columns" doc:"The day of each column: asOf, the months' ends, then last year's"`
	Assets      Section        `json:"assets"`
	Liabilities Section        `json:"liabilities"`
	Equity      Section        `json:"equity" doc:"With what was earned: retained-earnings, earlier-results, result"`
	Financed    []money.Number `json:"liabilitiesAndEquity" doc:"The same as the totals of assets"`
}

func (b balanceSheet) view(sc scope.Scope) BalanceSheet {
	v := BalanceSheet{AsOf: string(b.columns[0].to), Assets: b.assets.view(sc.Currency),
		Liabilities: b.liabilities.view(sc.Currency), Equity: b.equity.view(sc.Currency)}
	for i, c := range b.columns {
		v.Columns = append(v.Columns, string(c.to))
		v.Financed = append(v.Financed, (b.liabilities.totals[i] + b.equity.totals[i]).Number(sc.Currency))
	}
	return v
}

type sheetInput struct {
	AsOf    date.Date `query:"asOf" doc:"The end of this day; the business day unless given"`
	Months  int       `query:"months" minimum:"1" maximum:"24" default:"1" doc:"So many columns: asOf and months' ends"`
	Compare string    `query:"compare" enum:"last-year" doc:"Adds the same days of the year before"`
}

func (s *Service) sheet(ctx context.Context, sc scope.Scope, in *sheetInput) (balanceSheet, error) {
	var fields errs.Fields
	date.CheckDay(&fields, "asOf", in.AsOf)
	if err := fields.Err(); err != nil {
		return balanceSheet{}, err
	}
	return s.balanceSheet(ctx, sc, in.AsOf, in.Months, in.Compare != "")
}

func (s *Service) httpSheet(ctx context.Context, sc scope.Scope, in *sheetInput) (*web.Data[BalanceSheet], error) {
	b, err := s.sheet(ctx, sc, in)
	if err != nil {
		return nil, err
	}
	return web.OK(b.view(sc)), nil
}

// Span are the days of a column.
type Span struct {
	From string `json:"from" example:"2026-04-01"`
	To   string `json:"to" example:"2026-04-30"`
}

// Department is what one has earned and spent.
type Department struct {
	Department string         `json:"department" enum:"rooms,foodAndBeverage,otherOperated,undistributed"`
	Income     Section        `json:"income"`
	Expenses   Section        `json:"expenses"`
	Result     []money.Number `json:"result" doc:"Income less expenses, one for each column"`
}

// ProfitAndLoss is the answer of profit-and-loss/accounts.
type ProfitAndLoss struct {
	From        string         `json:"from" example:"2026-04-01"`
	To          string         `json:"to" example:"2026-04-30"`
	Columns     []Span         `json:"columns" doc:"The days of each column: all, the months, then last year's"`
	Departments []Department   `json:"departments" doc:"All four, in the order of USALI"`
	Income      []money.Number `json:"totalIncome" doc:"One for each column"`
	Expenses    []money.Number `json:"totalExpenses" doc:"One for each column"`
	Result      []money.Number `json:"result" doc:"totalIncome less totalExpenses"`
}

func (p profitAndLoss) view(sc scope.Scope) ProfitAndLoss {
	income, expenses := p.totals()
	v := ProfitAndLoss{From: string(p.columns[0].from), To: string(p.columns[0].to), Income: numbers(income, sc.Currency),
		Expenses: numbers(expenses, sc.Currency), Result: numbers(less(income, expenses), sc.Currency)}
	for _, c := range p.columns {
		v.Columns = append(v.Columns, Span{string(c.from), string(c.to)})
	}
	for _, d := range p.departments {
		v.Departments = append(v.Departments, Department{d.name, d.income.view(sc.Currency), d.expenses.view(sc.Currency),
			numbers(less(d.income.totals, d.expenses.totals), sc.Currency)})
	}
	return v
}

type profitInput struct {
	From    date.Date `query:"from" doc:"The first day; the first of to's month unless given"`
	To      date.Date `query:"to" doc:"The last day; the business day unless given"`
	By      string    `query:"by" enum:"month" doc:"Adds a column for each month"`
	Compare string    `query:"compare" enum:"last-year" doc:"Adds the same columns of the year before"`
}

func (s *Service) profit(ctx context.Context, sc scope.Scope, in *profitInput) (profitAndLoss, error) {
	if err := date.CheckDays(in.From, in.To); err != nil {
		return profitAndLoss{}, err
	}
	return s.profitAndLoss(ctx, sc, in.From, in.To, in.By != "", in.Compare != "")
}

func (s *Service) httpProfit(ctx context.Context, sc scope.Scope, in *profitInput) (*web.Data[ProfitAndLoss], error) {
	p, err := s.profit(ctx, sc, in)
	if err != nil {
		return nil, err
	}
	return web.OK(p.view(sc)), nil
}

// EntryView is an entry in a response.
type EntryView struct {
	PostingID  string       `json:"postingId" doc:"The entries of one posting add up to zero"`
	Date       string       `json:"date" example:"2026-04-14"`
	Account    string       `json:"account" example:"guests"`
	Name       string       `json:"accountName" example:"Guests"`
	Document   string       `json:"document" doc:"Its kind: payment, invoice, expense, voucher …" example:"invoice"`
	DocumentID string       `json:"documentId" example:"665f1c2ab7e4d90012ab34cd"`
	Number     string       `json:"number" doc:"The document's number; empty if it has none" example:"INV-12"`
	Note       string       `json:"note" example:"void: typed twice"`
	Debit      money.Number `json:"debit" example:"5000"`
	Credit     money.Number `json:"credit" example:"0"`
	CreatedAt  date.Time    `json:"createdAt"`
}

// EntryTotals are the sums of all entries that are found.
type EntryTotals struct {
	From    string       `json:"from" example:"2026-04-01"`
	To      string       `json:"to" example:"2026-04-30"`
	Opening money.Number `json:"openingBalance" doc:"Before the first day; a debit, a credit below zero"`
	Debit   money.Number `json:"debit" example:"5000"`
	Credit  money.Number `json:"credit" example:"0"`
	Closing money.Number `json:"closingBalance" doc:"After the last day"`
}

type entriesInput struct {
	web.Paging
	Account string    `query:"account" required:"true" minLength:"1" maxLength:"40" doc:"Its id, or as guests"`
	From    date.Date `query:"from" doc:"The first day; the first of to's month unless given"`
	To      date.Date `query:"to" doc:"The last day; the business day unless given"`
}

func (s *Service) httpEntries(ctx context.Context, sc scope.Scope, in *entriesInput) (
	*web.Summed[EntryView, EntryTotals], error) {
	if err := date.CheckDays(in.From, in.To); err != nil {
		return nil, err
	}
	e, err := s.entries(ctx, sc, in.Account, in.From, in.To)
	if err != nil {
		return nil, err
	}
	var debit, credit money.Amount
	for _, entry := range e.list {
		debit, credit = debit+max(entry.Amount, 0), credit-min(entry.Amount, 0)
	}
	page, err := inOrder.Page(sc, [3]string{in.Account, string(in.From), string(in.To)}, e.list, in.Paging)
	if err != nil {
		return nil, err
	}
	return listing.Summed(page, func(p ledger.Posted) EntryView {
		return EntryView{PostingID: p.PostingID, Date: string(p.Day), Account: p.Account, Name: e.names[p.Account],
			Document: p.Document, DocumentID: p.DocumentID, Number: p.Number, Note: p.Note,
			Debit: max(p.Amount, 0).Number(sc.Currency), Credit: (-min(p.Amount, 0)).Number(sc.Currency),
			CreatedAt: date.Time(p.CreatedAt)}
	}, EntryTotals{string(e.from), string(e.to), e.opening[in.Account].Number(sc.Currency), debit.Number(sc.Currency),
		credit.Number(sc.Currency), e.closing[in.Account].Number(sc.Currency)}), nil
}

// YearView is a closed year in a response.
type YearView struct {
	Year     int          `json:"year" doc:"The calendar's in which it begins" example:"2025"`
	FirstDay string       `json:"firstDay" example:"2025-04-01"`
	LastDay  string       `json:"lastDay" example:"2026-03-31"`
	Result   money.Number `json:"result" doc:"What is carried forward; a loss is below zero" example:"250000"`
	Notes    string       `json:"notes" example:"As audited"`
	By       string       `json:"closedBy" doc:"The user's id" example:"665f1c2ab7e4d90012ab34d0"`
	ByName   string       `json:"closedByName" example:"Meera Nair"`
	At       date.Time    `json:"closedAt"`
}

func (y closedYear) view(sc scope.Scope) YearView {
	return YearView{Year: y.First.Time().Year(), FirstDay: string(y.First), LastDay: string(y.Last),
		Result: y.Result.Number(sc.Currency), Notes: y.Notes, By: y.By, ByName: y.ByName, At: date.Time(y.At)}
}

func (s *Service) httpYears(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[[]YearView], error) {
	years, err := s.years(ctx, sc)
	if err != nil {
		return nil, err
	}
	views := make([]YearView, len(years))
	for i, y := range years {
		views[i] = y.view(sc)
	}
	return web.OK(views), nil
}

type closeInput struct {
	Body struct {
		Year  int    `json:"year" minimum:"1900" maximum:"2200" doc:"The calendar's in which it begins" example:"2025"`
		Notes string `json:"notes,omitempty" maxLength:"500" example:"As audited"`
	}
}

func (s *Service) httpClose(ctx context.Context, sc scope.Scope, in *closeInput) (*web.Data[YearView], error) {
	first, last := packs.Of(sc.Country).Year(in.Body.Year)
	y, err := s.closeYear(ctx, sc, first, last, in.Body.Notes)
	if err != nil {
		return nil, err
	}
	return web.OK(y.view(sc)), nil
}

func (s *Service) httpReopen(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Message, error) {
	if err := s.reopenYear(ctx, sc); err != nil {
		return nil, err
	}
	return web.Done("The year is open again."), nil
}
