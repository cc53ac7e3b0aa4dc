package till

import (
	"context"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/export"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
)

// ReportView is the report of a shift.
type ReportView struct {
	Shift       View             `json:"shift"`
	Sums        SumsView         `json:"sums"`
	Methods     []MethodView     `json:"byMethod" doc:"Payments and refunds in the drawer"`
	People      []PersonView     `json:"byPerson" doc:"All that went in and out, by who recorded it"`
	Elsewhere   []TakingView     `json:"elsewhere" doc:"What the cashier took on other accounts meanwhile"`
	Lines       []ReportLine     `json:"lines"`
	Drops       []DropView       `json:"drops"`
	Corrections []CorrectionView `json:"corrections"`
}

// SumsView are what the entries of a shift come to.
type SumsView struct {
	Payments   money.Number `json:"payments" doc:"Less those made void" example:"14000"`
	Refunds    money.Number `json:"refunds" example:"500"`
	PaidOuts   money.Number `json:"paidOuts" doc:"Expenses and bills" example:"350"`
	Drops      money.Number `json:"drops" doc:"To other accounts" example:"10000"`
	Brought    money.Number `json:"brought" doc:"From other accounts" example:"0"`
	TipsIn     money.Number `json:"tipsIn" example:"200"`
	TipsOut    money.Number `json:"tipsOut" example:"200"`
	Other      money.Number `json:"other" doc:"Other documents; below zero: out" example:"0"`
	Expected   money.Number `json:"expected" doc:"The float and all of the above" example:"8150"`
	Difference money.Number `json:"difference" doc:"Posted when it was counted" example:"-50"`
	Corrected  money.Number `json:"corrected" doc:"Posted by corrections" example:"0"`
}

// MethodView is what a method has of a shift.
type MethodView struct {
	Method  ledger.Method `json:"method"`
	Entries int           `json:"entries" example:"7"`
	In      money.Number  `json:"in" example:"14000"`
	Out     money.Number  `json:"out" example:"500"`
}

// PersonView is what a person has of a shift.
type PersonView struct {
	PersonID string       `json:"personId" example:"665f1c2ab7e4d90012ab34cd"`
	Name     string       `json:"name" doc:"Empty for who has left" example:"Meera Das"`
	Entries  int          `json:"entries" example:"9"`
	In       money.Number `json:"in" example:"14200"`
	Out      money.Number `json:"out" example:"11050"`
}

// TakingView is what was taken by a method on other accounts.
type TakingView struct {
	Method   ledger.Method `json:"method"`
	Payments int           `json:"payments" doc:"Their number" example:"3"`
	Received money.Number  `json:"received" example:"8400"`
	Refunds  int           `json:"refunds" doc:"Their number" example:"0"`
	Refunded money.Number  `json:"refunded" example:"0"`
}

// ReportLine is an entry on the drawer.
type ReportLine struct {
	At         date.Time     `json:"at"`
	Date       string        `json:"date" doc:"The day of the books" example:"2026-04-14"`
	Document   string        `json:"document" doc:"payment, refund, transfer, expense, tip, shift …" example:"payment"`
	DocumentID string        `json:"documentId" example:"665f1c2ab7e4d90012ab34cd"`
	Number     string        `json:"number" doc:"Empty if it has none" example:"PAY-12"`
	Method     ledger.Method `json:"method,omitempty"`
	PersonID   string        `json:"personId" example:"665f1c2ab7e4d90012ab34ce"`
	Person     string        `json:"person" example:"Meera Das"`
	Note       string        `json:"note" example:"void: typed twice"`
	Amount     money.Number  `json:"amount" doc:"Below zero: out of the drawer" example:"2500"`
}

func (s Sums) view(float money.Amount, currency string) SumsView {
	return SumsView{Payments: s.Payments.Number(currency), Refunds: s.Refunds.Number(currency),
		PaidOuts: s.PaidOuts.Number(currency), Drops: s.Drops.Number(currency), Brought: s.Brought.Number(currency),
		TipsIn: s.TipsIn.Number(currency), TipsOut: s.TipsOut.Number(currency), Other: s.Other.Number(currency),
		Expected: s.expected(float).Number(currency), Difference: s.Difference.Number(currency),
		Corrected: s.Corrected.Number(currency)}
}

func (r Report) view(sc scope.Scope) ReportView {
	currency := sc.Currency
	v := ReportView{Shift: r.Shown.view(), Sums: sumsOf(r.Entries).view(r.Float, currency), Methods: []MethodView{},
		People: []PersonView{}, Elsewhere: []TakingView{}, Lines: []ReportLine{}, Drops: []DropView{},
		Corrections: []CorrectionView{}}
	for _, m := range sharesOf(r.Entries, func(e ledger.ShiftEntry) string { return string(e.Method) }) {
		v.Methods = append(v.Methods, MethodView{ledger.Method(m.Of), m.Entries, m.In.Number(currency),
			m.Out.Number(currency)})
	}
	for _, p := range sharesOf(r.Entries, func(e ledger.ShiftEntry) string { return e.CreatedBy }) {
		v.People = append(v.People, PersonView{p.Of, r.Names[p.Of], p.Entries, p.In.Number(currency),
			p.Out.Number(currency)})
	}
	for _, t := range r.Elsewhere {
		v.Elsewhere = append(v.Elsewhere, TakingView{t.Method, t.Payments, t.Received.Number(currency), t.Refunds,
			t.Refunded.Number(currency)})
	}
	for _, e := range r.Entries {
		v.Lines = append(v.Lines, ReportLine{At: date.Time(e.CreatedAt), Date: string(e.Day), Document: e.Document,
			DocumentID: e.DocumentID, Number: e.Number, Method: e.Method, PersonID: e.CreatedBy, Person: r.Names[e.CreatedBy],
			Note: e.Note, Amount: e.Amount.Number(currency)})
	}
	for _, d := range r.Drops {
		v.Drops = append(v.Drops, d.view(sc))
	}
	for _, c := range r.Corrections {
		v.Corrections = append(v.Corrections, c.view(sc))
	}
	return v
}

func (s *Service) httpReport(ctx context.Context, sc scope.Scope, in *shiftInput) (*web.Data[ReportView], error) {
	r, err := s.report(ctx, sc, in.ShiftID.String())
	if err != nil {
		return nil, err
	}
	return web.OK(r.view(sc)), nil
}

// file is the report as a file: its lines, and its sums.
func (s *Service) file(ctx context.Context, sc scope.Scope, in *shiftInput) (export.File, error) {
	r, err := s.report(ctx, sc, in.ShiftID.String())
	if err != nil {
		return export.File{}, err
	}
	v := r.view(sc)
	lines := export.Table{Name: "Shift", Headings: export.Row("Date", "Document", "Number", "Method", "Person",
		"In "+sc.Currency, "Out "+sc.Currency, "Note")}
	for i, e := range r.Entries {
		lines.Rows = append(lines.Rows, export.Row(e.Day, e.Document, e.Number, string(e.Method), v.Lines[i].Person,
			max(e.Amount, 0).Number(sc.Currency), (-min(e.Amount, 0)).Number(sc.Currency), e.Note))
	}
	sums := export.Table{Name: "Sums", Headings: export.Row("What", sc.Currency), Rows: [][]export.Cell{
		export.Row("Opening float", v.Shift.Float), export.Row("Payments", v.Sums.Payments),
		export.Row("Refunds", v.Sums.Refunds), export.Row("Paid out", v.Sums.PaidOuts), export.Row("Drops", v.Sums.Drops),
		export.Row("Brought", v.Sums.Brought), export.Row("Tips in", v.Sums.TipsIn),
		export.Row("Tips out", v.Sums.TipsOut), export.Row("Other", v.Sums.Other),
		export.Row("Expected", v.Sums.Expected)}}
	if r.State == Closed {
		sums.Rows = append(sums.Rows, export.Row("Counted", *v.Shift.Counted),
			export.Row("Difference", v.Sums.Difference), export.Row("Corrected", v.Sums.Corrected))
	}
	methods := export.Table{Name: "Methods", Headings: export.Row("Method", "In "+sc.Currency, "Out "+sc.Currency)}
	for _, m := range v.Methods {
		methods.Rows = append(methods.Rows, export.Row(string(m.Method), m.In, m.Out))
	}
	people := export.Table{Name: "People", Headings: export.Row("Person", "In "+sc.Currency, "Out "+sc.Currency)}
	for _, p := range v.People {
		people.Rows = append(people.Rows, export.Row(p.Name, p.In, p.Out))
	}
	return export.File{Name: export.Name("shift", r.OpenedOn, r.ClosedOn),
		Tables: []export.Table{lines, sums, methods, people}}, nil
}
