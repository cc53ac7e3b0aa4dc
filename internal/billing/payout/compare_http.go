package payout

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
)

// ColumnsBody are headings of a report, by what their columns have.
type ColumnsBody struct {
	Reference     string `json:"reference,omitempty" maxLength:"120" example:"Booking ID"`
	Gross         string `json:"grossAmount,omitempty" maxLength:"120" example:"Gross amount"`
	Commission    string `json:"commissionAmount,omitempty" maxLength:"120" example:"Commission"`
	CommissionTax string `json:"gstOnCommission,omitempty" maxLength:"120" example:"GST on commission"`
	TCS           string `json:"tcsAmount,omitempty" maxLength:"120" example:"TCS"`
	TDS           string `json:"tdsAmount,omitempty" maxLength:"120" example:"TDS"`
	Net           string `json:"netAmount,omitempty" maxLength:"120" example:"Net payable"`
}

type compareInput struct {
	Body struct {
		CompanyID web.ID      `json:"companyId"`
		Report    string      `json:"report" minLength:"1" maxLength:"300000" doc:"CSV with a row of headings"`
		Columns   ColumnsBody `json:"columns,omitzero" doc:"Headings; those left out are guessed"`
		From      date.Date   `json:"from,omitempty" doc:"missing: invoices from this day; default: all" example:"2026-04-01"`
		To        date.Date   `json:"to,omitempty" doc:"missing: invoices up to this day; default: all" example:"2026-04-30"`
	}
}

// State is what a row of a report is to the hotel.
type State string

// InJSON describes the type to the API's document.
func (State) InJSON() (like any, tags string) {
	return "", `enum:"matched,differs,not-invoiced,settled,other-account,repeated,unknown" example:"matched" ` +
		`doc:"not-invoiced: the booking has no invoice; settled: it owes nothing; repeated: a row above is the same"`
}

// RowView is a row of a report.
type RowView struct {
	Row       int    `json:"row" doc:"The line of the report" example:"2"`
	Reference string `json:"reference" example:"4501277123"`
	SumsView
	Other money.Number `json:"otherAmount" doc:"What of grossAmount no column explains" example:"0"`

	State State `json:"state"`

	InvoiceID     string       `json:"invoiceId,omitempty" example:"665f1c2ab7e4d90012ab34ce"`
	InvoiceNumber string       `json:"invoiceNumber,omitempty" example:"INV-42"`
	BookingID     string       `json:"bookingId,omitempty" example:"665f1c2ab7e4d90012ab34ca"`
	BookingCode   string       `json:"bookingCode,omitempty" example:"BK-000123"`
	Due           money.Number `json:"dueAmount" doc:"What the invoice owes" example:"11800"`
	Difference    money.Number `json:"difference" doc:"grossAmount less dueAmount, if the state is differs" example:"0"`
}

// MissingView is an open invoice that no row of a report is.
type MissingView struct {
	InvoiceID string       `json:"invoiceId" example:"665f1c2ab7e4d90012ab34ce"`
	Number    string       `json:"invoiceNumber" example:"INV-43"`
	Date      date.Date    `json:"date" doc:"Of the invoice"`
	Open      money.Number `json:"openAmount" example:"5900"`
}

// CountView is how many rows are of a state.
type CountView struct {
	State string `json:"state" example:"matched"`
	Rows  int    `json:"rows" example:"12"`
}

// ComparedView is a report beside what the hotel has.
type ComparedView struct {
	Columns ColumnsBody   `json:"columns" doc:"The headings that were read"`
	Counts  []CountView   `json:"counts"`
	Rows    []RowView     `json:"rows"`
	Total   SumsView      `json:"total" doc:"Of all rows"`
	Passed  int           `json:"passedOver" doc:"Rows without a reference or an amount" example:"1"`
	Missing []MissingView `json:"missing" doc:"Open invoices on the company's account that no row is"`
}

func (s *Service) httpCompare(ctx context.Context, sc scope.Scope, in *compareInput) (*web.Data[ComparedView], error) {
	b := in.Body
	var bad errs.Fields
	date.CheckDay(&bad, "from", b.From)
	date.CheckDay(&bad, "to", b.To)
	if err := bad.Err(); err != nil {
		return nil, err
	}
	if err := date.CheckDays(b.From, b.To); err != nil {
		return nil, err
	}
	c := b.Columns
	found, err := s.Compare(ctx, sc, Report{CompanyID: b.CompanyID.String(), Text: b.Report, From: b.From, To: b.To,
		Columns: [columns]string{c.Reference, c.Gross, c.Commission, c.CommissionTax, c.TCS, c.TDS, c.Net}})
	return web.Reply(found.view(sc.Currency), err)
}

func (c Compared) view(currency string) ComparedView {
	n := c.Columns
	v := ComparedView{
		Columns: ColumnsBody{n[reference], n[gross], n[commission], n[commissionTax], n[tcs], n[tds], n[net]},
		Total:   c.total().view(currency), Passed: c.Passed, Rows: make([]RowView, len(c.Rows)),
		Counts: []CountView{}, Missing: make([]MissingView, len(c.Missing))}
	counted := c.counted()
	for _, state := range states {
		if counted[state] > 0 {
			v.Counts = append(v.Counts, CountView{state, counted[state]})
		}
	}
	for i, r := range c.Rows {
		v.Rows[i] = RowView{Row: r.Line, Reference: r.Reference, SumsView: r.Sums.view(currency),
			Other: r.other().Number(currency), State: State(r.State), InvoiceID: r.InvoiceID, InvoiceNumber: r.Number,
			BookingID: r.BookingID, BookingCode: r.Code, Due: r.Due.Number(currency), Difference: "0"}
		if r.State == differs {
			v.Rows[i].Difference = (r.Gross - r.Due).Number(currency)
		}
	}
	for i, item := range c.Missing {
		v.Missing[i] = MissingView{item.InvoiceID, item.Number, item.Date, item.Open.Number(currency)}
	}
	return v
}
