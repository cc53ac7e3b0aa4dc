package vendorledger

import (
	"context"

	"sarai/internal/billing/ageing"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/export"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
)

type statementInput struct {
	Path
	From date.Date `query:"from" doc:"The first day; the first of to's month unless given"`
	To   date.Date `query:"to" doc:"The last day; the business day unless given"`
}

// LineView is a line of a statement.
type LineView struct {
	Date       date.Date    `json:"date"`
	Document   string       `json:"document" enum:"bill,bill_payment,payment,apply,void,moved,tds" example:"bill"`
	DocumentID string       `json:"documentId" example:"665f1c2ab7e4d90012ab34ce"`
	Number     string       `json:"number" example:"EXP-42"`
	BillID     string       `json:"billId" doc:"Empty: for no bill" example:"665f1c2ab7e4d90012ab34ce"`
	Note       string       `json:"note" doc:"Of a payment: the bill's number" example:""`
	Amount     money.Number `json:"amount" doc:"Above zero: the hotel owes more" example:"11800"`
	Balance    money.Number `json:"balance" doc:"After it" example:"11800"`
}

// StatementView is a vendor's account on some days.
type StatementView struct {
	VendorID string       `json:"vendorId" example:"665f1c2ab7e4d90012ab34cf"`
	Vendor   string       `json:"vendor" example:"Lake City Linen"`
	From     date.Date    `json:"from"`
	To       date.Date    `json:"to"`
	Opening  money.Number `json:"openingBalance" example:"0"`
	Closing  money.Number `json:"closingBalance" example:"11800"`
	Lines    []LineView   `json:"lines"`
}

func (s *Service) httpStatement(ctx context.Context, sc scope.Scope, in *statementInput) (*web.Data[StatementView],
	error) {
	st, err := s.statement(ctx, sc, in.VendorID.String(), in.From, in.To)
	return web.Reply(st.view(sc), err)
}

func (st Statement) view(sc scope.Scope) StatementView {
	v := StatementView{VendorID: st.Vendor.ID, Vendor: st.Vendor.Name, From: st.From, To: st.To,
		Opening: st.Opening.Number(sc.Currency), Closing: st.Closing.Number(sc.Currency),
		Lines: make([]LineView, len(st.Lines))}
	balance := st.Opening
	for n, l := range st.Lines {
		balance += l.Amount
		v.Lines[n] = LineView{l.Day, l.Document, l.DocumentID, l.Number, l.BillID, l.Note,
			l.Amount.Number(sc.Currency), balance.Number(sc.Currency)}
	}
	return v
}

// file is the statement as a file, with the balances before and after.
func (s *Service) file(ctx context.Context, sc scope.Scope, in *statementInput) (export.File, error) {
	st, err := s.statement(ctx, sc, in.VendorID.String(), in.From, in.To)
	if err != nil {
		return export.File{}, err
	}
	v := st.view(sc)
	t := export.Table{Name: "Statement", Headings: export.Row("Date", "Document", "Number", "Note",
		"Amount "+sc.Currency, "Balance "+sc.Currency), Rows: [][]export.Cell{
		export.Row(v.From, "Opening balance", "", "", nil, v.Opening)}}
	for _, l := range v.Lines {
		t.Rows = append(t.Rows, export.Row(l.Date, l.Document, l.Number, l.Note, l.Amount, l.Balance))
	}
	t.Rows = append(t.Rows, export.Row(v.To, "Closing balance", "", "", nil, v.Closing))
	return export.File{Name: export.Name("vendor-statement", st.From, st.To), Tables: []export.Table{t}}, nil
}

// AgesView is what is owed by how long it has been due.
type AgesView struct {
	Current   money.Number `json:"current" doc:"Not due yet, or on that day" example:"11800"`
	To30      money.Number `json:"days1to30" example:"0"`
	To60      money.Number `json:"days31to60" example:"0"`
	To90      money.Number `json:"days61to90" example:"0"`
	To120     money.Number `json:"days91to120" example:"0"`
	Over120   money.Number `json:"daysOver120" example:"0"`
	Unapplied money.Number `json:"unappliedAmount" doc:"What was paid in advance" example:"0"`
	Total     money.Number `json:"total" doc:"Less what was paid in advance" example:"11800"`
}

func agesView(a ageing.Ages, currency string) AgesView {
	return AgesView{a.Current.Number(currency), a.To30.Number(currency), a.To60.Number(currency),
		a.To90.Number(currency), a.To120.Number(currency), a.Older.Number(currency), a.Unapplied.Number(currency),
		a.Total().Number(currency)}
}

// AgedView is what is owed to one vendor.
type AgedView struct {
	VendorID string `json:"vendorId" doc:"Empty: bills without a record of the vendor" example:"665f1c2ab7e4d90012ab34cf"`
	Vendor   string `json:"vendor" example:"Lake City Linen"`
	AgesView
}

// AgeingView is what is owed to all vendors.
type AgeingView struct {
	AsOf    date.Date  `json:"asOf"`
	Vendors []AgedView `json:"vendors" doc:"By name; those that are owed something or were paid in advance"`
	Totals  AgesView   `json:"totals"`
}

type ageingInput struct {
	AsOf date.Date `query:"asOf" doc:"The end of this day"`
}

func (s *Service) ages(ctx context.Context, sc scope.Scope, in *ageingInput) (v AgeingView, err error) {
	var fields errs.Fields
	date.CheckDay(&fields, "asOf", in.AsOf)
	if err := fields.Err(); err != nil {
		return v, err
	}
	day, list, err := s.ageing(ctx, sc, in.AsOf)
	v = AgeingView{AsOf: day, Vendors: make([]AgedView, len(list))}
	var all ageing.Ages
	for n, a := range list {
		v.Vendors[n] = AgedView{a.ID, a.Name, agesView(a.Ages, sc.Currency)}
		all.Plus(a.Ages)
	}
	v.Totals = agesView(all, sc.Currency)
	return v, err
}

func (s *Service) httpAgeing(ctx context.Context, sc scope.Scope, in *ageingInput) (*web.Data[AgeingView], error) {
	v, err := s.ages(ctx, sc, in)
	return web.Reply(v, err)
}

// ageingFile is the ageing as a file.
func (s *Service) ageingFile(ctx context.Context, sc scope.Scope, in *ageingInput) (export.File, error) {
	v, err := s.ages(ctx, sc, in)
	if err != nil {
		return export.File{}, err
	}
	t := export.Table{Name: "Ageing", Headings: export.Row("Vendor", "Not due "+sc.Currency, "1 to 30 days",
		"31 to 60 days", "61 to 90 days", "91 to 120 days", "Over 120 days", "Advances", "Total")}
	row := func(name string, a AgesView) []export.Cell {
		return export.Row(name, a.Current, a.To30, a.To60, a.To90, a.To120, a.Over120, a.Unapplied, a.Total)
	}
	for _, a := range v.Vendors {
		t.Rows = append(t.Rows, row(a.Vendor, a.AgesView))
	}
	t.Rows = append(t.Rows, row("All", v.Totals))
	return export.File{Name: export.Name("payables-ageing", "", v.AsOf), Tables: []export.Table{t}}, nil
}
