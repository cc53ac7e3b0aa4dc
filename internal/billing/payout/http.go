package payout

import (
	"context"
	"fmt"

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
	postNote = "What a company that sells the hotel's rooms, such as an online travel agency, collected, kept and " +
		"paid out, by its statement. It must balance: of each line, grossAmount is commissionAmount, gstOnCommission, " +
		"tcsAmount, tdsAmount and netAmount together; each sum is that of the lines, and netAmount, which came to the " +
		"account, is that of the lines less otherFees. A line settles invoiceId, whole or in part: an invoice on the " +
		"company's account, or one that its guest owes. A line without invoiceId is unapplied on the company's account. " +
		"Amounts below 0 are what the company takes back of an earlier settlement. A statement is posted once."
	compareNote = "Reads a report as CSV, by the headings in columns or those that companies use, and says of each row " +
		"what it is to the hotel: its reference is the number of an invoice, the code of a booking, or what a channel " +
		"calls one. missing are open invoices on the company's account, dated from and to, that no row is. Nothing is " +
		"booked: rows can be sent on as lines of a settlement."
	reverseNote = "As a whole, on the business day: its invoices owe as much again. Refused if they can't, for a credit " +
		"note has come since."
	applyNote = "All that the line settles is applied: the invoice must owe as much."
	listNote  = "Newest first."
)

// Routes are the endpoints of /api/settlements.
func (s *Service) Routes() []web.Route {
	const base = "/api/settlements/{orgId}"
	const one = base + "/{payoutId}"
	create, view := may.Create(may.Payments), may.View(may.Payments)
	return append([]web.Route{
		web.Create(base+"/create", create, s.httpPost, "Post a company's settlement").With(postNote),
		web.Post(base+"/compare", view, s.httpCompare, "Compare a company's report").With(compareNote).Costly(),
		web.Get(base+"/list", view, s.httpList, "List the settlements of companies").With(listNote),
		web.Get(one, view, s.httpGet, "Show a company's settlement"),
		web.Post(one+"/apply", may.Update(may.Payments), s.httpApply, "Apply a line of a settlement to an invoice").
			With(applyNote),
		web.Post(one+"/reverse", may.Manage(may.Payments), s.httpReverse, "Reverse a company's settlement").
			With(reverseNote),
	}, export.Routes(one, view, s.file, "A company's settlement", "With its lines.")...)
}

// SumsView are what a company collected, kept and paid out.
type SumsView struct {
	Gross         money.Number `json:"grossAmount" doc:"What it collected" example:"11800"`
	Commission    money.Number `json:"commissionAmount" example:"1500"`
	CommissionTax money.Number `json:"gstOnCommission" doc:"Tax on expenses, for the hotel" example:"270"`
	TCS           money.Number `json:"tcsAmount" doc:"GST that it collected at source (section 52)" example:"50"`
	TDS           money.Number `json:"tdsAmount" doc:"Income tax that it deducted (section 194-O)" example:"10"`
	Net           money.Number `json:"netAmount" doc:"What it paid out" example:"9970"`
}

func (s Sums) view(currency string) SumsView {
	return SumsView{s.Gross.Number(currency), s.Commission.Number(currency), s.CommissionTax.Number(currency),
		s.TCS.Number(currency), s.TDS.Number(currency), s.Net.Number(currency)}
}

// SumsBody are the sums of a request.
type SumsBody struct {
	Gross         money.Number `json:"grossAmount" doc:"What it collected; below 0: what it takes back" example:"11800"`
	Commission    money.Number `json:"commissionAmount,omitempty" example:"1500"`
	CommissionTax money.Number `json:"gstOnCommission,omitempty" example:"270"`
	TCS           money.Number `json:"tcsAmount,omitempty" example:"50"`
	TDS           money.Number `json:"tdsAmount,omitempty" example:"10"`
	Net           money.Number `json:"netAmount" example:"9970"`
}

// read reads the sums, which may be below zero.
func (b SumsBody) read(bad *errs.Fields, at, currency string) (s Sums) {
	for _, f := range []struct {
		name string
		from money.Number
		into *money.Amount
	}{{"grossAmount", b.Gross, &s.Gross}, {"commissionAmount", b.Commission, &s.Commission},
		{"gstOnCommission", b.CommissionTax, &s.CommissionTax}, {"tcsAmount", b.TCS, &s.TCS},
		{"tdsAmount", b.TDS, &s.TDS}, {"netAmount", b.Net, &s.Net}} {
		if f.from == "" {
			continue
		}
		amount, err := f.from.In(currency)
		if err != nil {
			bad.Add(at+f.name, "%s", err)
		}
		*f.into = amount
	}
	return s
}

// ListedView is a settlement in the list.
type ListedView struct {
	ID        string    `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	CompanyID string    `json:"companyId" example:"665f1c2ab7e4d90012ab34cf"`
	Company   string    `json:"company" example:"StayFinder"`
	Number    string    `json:"statementNumber" doc:"The company's number of it" example:"PO-2026-0412"`
	Status    string    `json:"status" enum:"posted,reversed" example:"posted"`
	Date      string    `json:"date" doc:"The business day on which it is posted" example:"2026-04-14"`
	From      date.Date `json:"periodFrom,omitempty" doc:"The first day that the statement is about"`
	To        date.Date `json:"periodTo,omitempty" doc:"The last day that the statement is about"`
	AccountID string    `json:"accountId" doc:"Where netAmount came" example:"665f1c2ab7e4d90012ab34ce"`
	Reference string    `json:"reference" example:"UTR 412233445566"`
	Notes     string    `json:"notes" example:"April, first half"`
	SumsView
	Fees           money.Number `json:"otherFees" doc:"Of the whole, such as of the transfer" example:"0"`
	ReversedOn     date.Date    `json:"reversedOn,omitempty" doc:"The business day on which it was reversed"`
	ReversalReason string       `json:"reversalReason,omitempty" example:"Of another hotel"`
	CreatedBy      string       `json:"createdBy" example:"665f1c2ab7e4d90012ab34d0"`
	CreatedByName  string       `json:"createdByName" example:"Meera Nair"`
	CreatedAt      date.Time    `json:"createdAt"`
}

// View is a whole settlement.
type View struct {
	ListedView
	Lines    []LineView     `json:"lines"`
	Warnings []errs.Warning `json:"warnings,omitempty" doc:"Of invoices of locked months (locked-month); none: left out"`
}

// LineView is a line of a settlement.
type LineView struct {
	Line          int    `json:"line" doc:"From 1" example:"1"`
	Reference     string `json:"reference" doc:"What the company calls it" example:"4501277123"`
	InvoiceID     string `json:"invoiceId" doc:"Empty: for none yet" example:"665f1c2ab7e4d90012ab34ce"`
	InvoiceNumber string `json:"invoiceNumber" example:"INV-42"`
	BookingID     string `json:"bookingId" doc:"Of the invoice" example:"665f1c2ab7e4d90012ab34ca"`
	SumsView
	Unapplied money.Number `json:"unappliedAmount" doc:"On the company's account, until it is applied" example:"0"`
}

func (p Payout) view(sc scope.Scope, name string) ListedView {
	return ListedView{ID: p.ID, CompanyID: p.CompanyID, Company: name, Number: p.Number, Status: p.Status,
		Date: string(p.Date), From: p.From, To: p.To, AccountID: p.AccountID, Reference: p.Reference, Notes: p.Notes,
		SumsView: p.Sums.view(sc.Currency), Fees: p.Fees.Number(sc.Currency), ReversedOn: p.ReversedOn,
		ReversalReason: p.ReversalReason, CreatedBy: p.CreatedBy, CreatedByName: p.CreatedByName,
		CreatedAt: date.Time(p.CreatedAt)}
}

func (w whole) view(sc scope.Scope) View {
	v := View{ListedView: w.Payout.view(sc, w.Company), Lines: make([]LineView, len(w.Lines)),
		Warnings: warnings(w.Lines)}
	for n, l := range w.Lines {
		v.Lines[n] = LineView{l.Position, l.Reference, l.InvoiceID, l.InvoiceNumber, l.BookingID, l.Sums.view(sc.Currency),
			l.Unapplied.Number(sc.Currency)}
	}
	return v
}

// LineBody is a line to post.
type LineBody struct {
	Reference string `json:"reference" minLength:"1" maxLength:"120" doc:"What the company calls it" example:"4501277123"`
	InvoiceID web.ID `json:"invoiceId,omitempty" doc:"Default: for no invoice yet"`
	SumsBody
}

type postInput struct {
	Body struct {
		CompanyID web.ID    `json:"companyId"`
		Number    string    `json:"statementNumber" minLength:"1" maxLength:"60" example:"PO-2026-0412"`
		Date      date.Date `json:"date,omitempty" doc:"Default: today; not a closed day" example:"2026-04-14"`
		From      date.Date `json:"periodFrom,omitempty" doc:"The first day that it is about" example:"2026-04-01"`
		To        date.Date `json:"periodTo,omitempty" doc:"The last day that it is about" example:"2026-04-14"`
		AccountID web.ID    `json:"accountId,omitempty" doc:"Where netAmount came; default: the bank's that is the default"`
		Reference string    `json:"reference,omitempty" maxLength:"120" example:"UTR 412233445566"`
		Notes     string    `json:"notes,omitempty" maxLength:"500" example:"April, first half"`
		SumsBody
		Fees  *money.Number `json:"otherFees,omitempty" doc:"Of the whole, such as of the transfer" example:"0"`
		Lines []LineBody    `json:"lines" minItems:"1" maxItems:"500"`
	}
}

func (s *Service) httpPost(ctx context.Context, sc scope.Scope, in *postInput) (*web.Data[View], error) {
	b := in.Body
	amounts := money.Reader{Currency: sc.Currency}
	bad := &amounts.Fields
	date.CheckDay(bad, "date", b.Date)
	date.CheckDay(bad, "periodFrom", b.From)
	date.CheckDay(bad, "periodTo", b.To)
	bad.RequireLine("statementNumber", b.Number)
	if b.From != "" && b.To != "" && b.To < b.From {
		bad.Add("periodTo", "must not be before periodFrom")
		bad.Add("periodFrom", "must not be after periodTo")
	}
	p := Payout{CompanyID: b.CompanyID.String(), Number: b.Number, Date: b.Date, From: b.From, To: b.To,
		AccountID: b.AccountID.String(), Reference: b.Reference, Notes: b.Notes, Sums: b.read(bad, "", sc.Currency)}
	if b.Fees != nil {
		p.Fees = amounts.Read("otherFees", *b.Fees)
	}
	lines := make([]Line, len(b.Lines))
	for n, l := range b.Lines {
		at := fmt.Sprintf("lines[%d].", n)
		bad.RequireLine(at+"reference", l.Reference)
		lines[n] = Line{Reference: l.Reference, InvoiceID: l.InvoiceID.String(), Sums: l.read(bad, at, sc.Currency)}
	}
	if err := bad.Err(); err != nil {
		return nil, err
	}
	w, err := s.post(ctx, sc, p, lines)
	return web.Reply(w.view(sc), err)
}

type listInput struct {
	web.Paging
	CompanyID web.ID `query:"companyId" maxLength:"40" doc:"Only those of this company"`
	Status    string `query:"status" enum:"posted,reversed" doc:"Only these"`
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, in *listInput) (
	*web.Page[ListedView, web.Pagination], error) {
	page, err := s.list(ctx, sc, in)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(page, func(p listed) ListedView { return p.view(sc, p.company) }), nil
}

// Path is a settlement in an address.
type Path struct {
	PayoutID web.ID `path:"payoutId" doc:"The settlement's id"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *Path) (*web.Data[View], error) {
	w, err := s.get(ctx, sc, in.PayoutID.String())
	return web.Reply(w.view(sc), err)
}

type applyInput struct {
	Path
	Body struct {
		Line      int    `json:"line" minimum:"1" maximum:"500" doc:"Which line" example:"3"`
		InvoiceID web.ID `json:"invoiceId"`
	}
}

func (s *Service) httpApply(ctx context.Context, sc scope.Scope, in *applyInput) (*web.Data[View], error) {
	w, err := s.apply(ctx, sc, in.PayoutID.String(), in.Body.Line, in.Body.InvoiceID.String())
	return web.Reply(w.view(sc), err)
}

type reverseInput struct {
	Path
	Body struct {
		Reason string `json:"reason" minLength:"1" maxLength:"500" example:"Of another hotel"`
	}
}

func (s *Service) httpReverse(ctx context.Context, sc scope.Scope, in *reverseInput) (*web.Data[View], error) {
	w, err := s.reverse(ctx, sc, in.PayoutID.String(), in.Body.Reason)
	return web.Reply(w.view(sc), err)
}

// file is a settlement as a file.
func (s *Service) file(ctx context.Context, sc scope.Scope, in *Path) (export.File, error) {
	w, err := s.get(ctx, sc, in.PayoutID.String())
	if err != nil {
		return export.File{}, err
	}
	t := export.Table{Name: "Settlement", Headings: export.Row("Line", "Reference", "Invoice", "Gross "+sc.Currency,
		"Commission", "GST on commission", "TCS", "TDS", "Net", "Unapplied")}
	for _, l := range w.Lines {
		v := l.Sums.view(sc.Currency)
		t.Rows = append(t.Rows, export.Row(l.Position, l.Reference, l.InvoiceNumber, v.Gross, v.Commission,
			v.CommissionTax, v.TCS, v.TDS, v.Net, l.Unapplied.Number(sc.Currency)))
	}
	v := w.Sums.view(sc.Currency)
	if w.Fees != 0 {
		t.Rows = append(t.Rows, export.Row(nil, "Other fees", "", nil, nil, nil, nil, nil, (-w.Fees).Number(sc.Currency),
			nil))
	}
	t.Rows = append(t.Rows, export.Row(nil, "Total of "+w.Company+" "+w.Number, "", v.Gross, v.Commission,
		v.CommissionTax, v.TCS, v.TDS, v.Net, nil))
	return export.File{Name: export.Name("settlement", w.Date, w.Date), Tables: []export.Table{t}}, nil
}
