package till

import (
	"context"

	"sarai/internal/books/drawer"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/export"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/listing"
)

// ReportView is the report of a shift.
type ReportView struct {
	Shift       View             `json:"shift"`
	Sums        SumsView         `json:"sums"`
	Methods     []MethodView     `json:"byMethod" doc:"Payments and refunds: in the drawer, and the cashier's elsewhere"`
	People      []PersonView     `json:"byPerson" doc:"All that went in and out of the drawer, by who recorded it"`
	Drops       []DropView       `json:"drops"`
	Corrections []CorrectionView `json:"corrections"`
	Foreign     []ForeignSumView `json:"foreignCash,omitempty" doc:"By currency; left out where none has moved"`
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

// MethodView is what was taken and given back by a method.
type MethodView struct {
	Method   ledger.Method `json:"method"`
	InDrawer bool          `json:"inDrawer" doc:"false: on other accounts"`
	Entries  int           `json:"entries" example:"7"`
	Received money.Number  `json:"received" doc:"Less those made void" example:"14000"`
	Refunded money.Number  `json:"refunded" example:"500"`
}

// PersonView is what a person has of a shift.
type PersonView struct {
	PersonID string       `json:"personId" example:"665f1c2ab7e4d90012ab34cd"`
	Name     string       `json:"name" doc:"Empty for who has left" example:"Meera Das"`
	Entries  int          `json:"entries" example:"9"`
	In       money.Number `json:"in" example:"14200"`
	Out      money.Number `json:"out" example:"11050"`
}

// EntryView is an entry of a shift.
type EntryView struct {
	ID         string        `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	At         date.Time     `json:"at"`
	Date       string        `json:"date" doc:"The day of the books" example:"2026-04-14"`
	InDrawer   bool          `json:"inDrawer" doc:"false: on another account"`
	AccountID  string        `json:"accountId" example:"665f1c2ab7e4d90012ab34cf"`
	Document   string        `json:"document" doc:"payment, refund, transfer, expense, tip, shift …" example:"payment"`
	DocumentID string        `json:"documentId" example:"665f1c2ab7e4d90012ab34cd"`
	Number     string        `json:"number" doc:"Empty if it has none" example:"PAY-12"`
	Method     ledger.Method `json:"method,omitempty"`
	PersonID   string        `json:"personId" example:"665f1c2ab7e4d90012ab34ce"`
	Person     string        `json:"person" example:"Meera Das"`
	Note       string        `json:"note" example:"void: typed twice"`
	Amount     money.Number  `json:"amount" doc:"Below zero: out of the account" example:"2500"`
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
	v := ReportView{Shift: r.Shown.view(), Sums: sumsOf(r.Sums).view(r.Float, currency), Methods: []MethodView{},
		People: []PersonView{}, Drops: []DropView{}, Corrections: []CorrectionView{}}
	for _, t := range takingsOf(r.Sums) {
		v.Methods = append(v.Methods, MethodView{ledger.Method(t.Method), t.InDrawer, t.Entries, t.Received.Number(currency),
			t.Refunded.Number(currency)})
	}
	for _, p := range sharesOf(r.Sums) {
		v.People = append(v.People, PersonView{p.PersonID, r.Names[p.PersonID], p.Entries, p.In.Number(currency),
			p.Out.Number(currency)})
	}
	for _, d := range r.Drops {
		v.Drops = append(v.Drops, d.view(sc))
	}
	for _, c := range r.Corrections {
		v.Corrections = append(v.Corrections, c.view(sc))
	}
	for _, f := range r.Foreign {
		v.Foreign = append(v.Foreign, f.view(sc))
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

type entriesInput struct {
	web.Paging
	ShiftID web.ID `path:"shiftId" doc:"The shift's id"`
}

func (s *Service) httpEntries(ctx context.Context, sc scope.Scope, in *entriesInput) (
	*web.Page[EntryView, web.Pagination], error) {
	found, err := s.lines(ctx, sc, *in)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(found.Page, func(e drawer.Entry) EntryView {
		return EntryView{ID: e.ID, At: date.Time(e.CreatedAt), Date: string(e.Day), InDrawer: e.InDrawer,
			AccountID: e.Account, Document: e.Document, DocumentID: e.DocumentID, Number: e.Number,
			Method: ledger.Method(e.Method), PersonID: e.CreatedBy, Person: found.Names[e.CreatedBy], Note: e.Note,
			Amount: e.Amount.Number(sc.Currency)}
	}), nil
}

// file is the report as a file: its lines, and its sums.
func (s *Service) file(ctx context.Context, sc scope.Scope, in *shiftInput) (export.File, error) {
	r, entries, err := s.whole(ctx, sc, in.ShiftID.String())
	if err != nil {
		return export.File{}, err
	}
	return export.File{Name: export.Name("shift", r.OpenedOn, r.ClosedOn), Tables: append([]export.Table{
		r.lineTable(sc, entries)}, r.sumTables(sc)...)}, nil
}

// sumTables are the report without its lines.
func (r Report) sumTables(sc scope.Scope) []export.Table {
	v := r.view(sc)
	tables := []export.Table{r.sumTable(v, sc.Currency), v.methodTable(sc.Currency), v.personTable(sc.Currency)}
	if len(v.Foreign) == 0 {
		return tables
	}
	foreign := export.Table{Name: "Foreign cash", Headings: export.Row("Currency", "Exchanged", "Paid "+sc.Currency,
		"Sold", "Difference", "Counts")}
	for _, f := range v.Foreign {
		foreign.Rows = append(foreign.Rows, export.Row(f.Currency, string(f.Exchanged), f.Paid, string(f.Sold),
			string(f.Difference), f.Counts))
	}
	return append(tables, foreign)
}

func (r Report) lineTable(sc scope.Scope, entries []drawer.Entry) export.Table {
	lines := export.Table{Name: "Shift", Headings: export.Row("Date", "Document", "Number", "Method", "In the drawer",
		"Person", "In "+sc.Currency, "Out "+sc.Currency, "Note")}
	for _, e := range entries {
		where := "yes"
		if !e.InDrawer {
			where = "no"
		}
		lines.Rows = append(lines.Rows, export.Row(e.Day, e.Document, e.Number, e.Method, where,
			r.Names[e.CreatedBy], max(e.Amount, 0).Number(sc.Currency), (-min(e.Amount, 0)).Number(sc.Currency), e.Note))
	}
	return lines
}

func (r Report) sumTable(v ReportView, currency string) export.Table {
	sums := export.Table{Name: "Sums", Headings: export.Row("What", currency), Rows: [][]export.Cell{
		export.Row("Opening float", v.Shift.Float), export.Row("Payments", v.Sums.Payments),
		export.Row("Refunds", v.Sums.Refunds), export.Row("Paid out", v.Sums.PaidOuts), export.Row("Drops", v.Sums.Drops),
		export.Row("Brought", v.Sums.Brought), export.Row("Tips in", v.Sums.TipsIn),
		export.Row("Tips out", v.Sums.TipsOut), export.Row("Other", v.Sums.Other),
		export.Row("Expected", v.Sums.Expected)}}
	if r.State == Closed {
		sums.Rows = append(sums.Rows, export.Row("Counted", *v.Shift.Counted),
			export.Row("Difference", v.Sums.Difference), export.Row("Corrected", v.Sums.Corrected))
	}
	return sums
}

func (v ReportView) methodTable(currency string) export.Table {
	t := export.Table{Name: "Methods", Headings: export.Row("Method", "In the drawer", "Received "+currency,
		"Refunded "+currency)}
	for _, m := range v.Methods {
		where := "yes"
		if !m.InDrawer {
			where = "no"
		}
		t.Rows = append(t.Rows, export.Row(string(m.Method), where, m.Received, m.Refunded))
	}
	return t
}

func (v ReportView) personTable(currency string) export.Table {
	t := export.Table{Name: "People", Headings: export.Row("Person", "In "+currency, "Out "+currency)}
	for _, p := range v.People {
		t.Rows = append(t.Rows, export.Row(p.Name, p.In, p.Out))
	}
	return t
}
