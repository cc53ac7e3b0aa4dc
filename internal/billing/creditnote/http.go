package creditnote

import (
	"context"
	"strings"

	"sarai/internal/billing/invoice"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/paper/document"
	"sarai/internal/record/gst"
	"sarai/internal/record/may"
	"sarai/internal/stay/folio"
)

// Routes are the endpoints of /api/credit-notes.
func (s *Service) Routes() []web.Route {
	const base = "/api/credit-notes/{orgId}"
	return []web.Route{
		web.Create(base+"/create", may.Create(may.CreditNotes), s.httpCreate, "Credit an issued invoice").
			With("All that is left of it; or amount, with the tax inside, spread over its lines; or chosen lines, whole or " +
				"in part. " +
				"What was paid beyond what is then owed is free again: it is refunded by /api/payments."),
		web.Get(base+"/list", may.View(may.CreditNotes), s.httpList, "List the credit notes, newest first").
			With("totals are of all notes that the filter finds."),
		web.Get(base+"/{creditNoteId}", may.View(may.CreditNotes), s.httpGet, "Show a credit note"),
		web.Post(base+"/{creditNoteId}/send", may.Update(may.CreditNotes), s.httpSend, "Mail a credit note").
			With("With the PDF: to email, else to the buyer's address, else to the guest's."),
		web.Download(base+"/{creditNoteId}/pdf", may.View(may.CreditNotes), s.httpPDF, "Download a credit note as PDF",
			"application/pdf"),
	}
}

// LineView is what a note takes off one line of its invoice.
type LineView struct {
	Position     int            `json:"position" doc:"Of the invoice's line" example:"0"`
	Description  string         `json:"description" example:"Room 101"`
	SAC          string         `json:"sac" example:"996311"`
	Quantity     folio.Quantity `json:"quantity"`
	TaxName      string         `json:"taxName" example:"GST on rooms"`
	TaxRate      money.Number   `json:"taxRate" doc:"Percent" example:"5"`
	TaxableValue money.Number   `json:"taxableValue" example:"476.2"`
	CGST         money.Number   `json:"cgst" example:"11.9"`
	SGST         money.Number   `json:"sgst" example:"11.9"`
	UTGST        money.Number   `json:"utgst" doc:"In place of SGST in a union territory" example:"0"`
	OtherTax     money.Number   `json:"otherTax" example:"0"`
	TaxAmount    money.Number   `json:"taxAmount" example:"23.8"`
	TotalAmount  money.Number   `json:"totalAmount" example:"500"`
}

// Entry is a note in the list.
type Entry struct {
	ID            string       `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	Number        string       `json:"creditNoteNumber" example:"CN-3"`
	Date          date.Date    `json:"creditNoteDate" example:"2026-04-18"`
	InvoiceID     string       `json:"invoiceId" example:"665f1c2ab7e4d90012ab34cd"`
	InvoiceNumber string       `json:"invoiceNumber" example:"INV-17"`
	InvoiceDate   date.Date    `json:"invoiceDate" example:"2026-04-17"`
	BookingID     string       `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	BookingCode   string       `json:"bookingCode" example:"BK-17"`
	GuestName     string       `json:"guestName" example:"Asha Rao"`
	BuyerName     string       `json:"buyerName" example:"Rao Textiles"`
	BuyerGSTIN    string       `json:"buyerGstin" example:"27AAPFU0939F1ZV"`
	Reason        string       `json:"reason" example:"The air conditioning failed"`
	Subtotal      money.Number `json:"subtotal" doc:"Before tax" example:"476.2"`
	CGST          money.Number `json:"cgst" example:"11.9"`
	SGST          money.Number `json:"sgst" example:"11.9"`
	UTGST         money.Number `json:"utgst" doc:"In place of SGST in a union territory" example:"0"`
	OtherTax      money.Number `json:"otherTax" example:"0"`
	TaxAmount     money.Number `json:"taxAmount" example:"23.8"`
	Rounding      money.Number `json:"rounding" example:"0"`
	TotalAmount   money.Number `json:"totalAmount" example:"500"`
	SentAt        *web.Time    `json:"sentAt" nullable:"true"`
	CreatedAt     web.Time     `json:"createdAt"`
}

// View is a whole note.
type View struct {
	Entry
	Seller        document.Party    `json:"seller"`
	Buyer         document.Party    `json:"buyer"`
	PlaceOfSupply invoice.PlaceView `json:"placeOfSupply"`
	Lines         []LineView        `json:"lines"`
	TotalInWords  string            `json:"totalInWords" example:"Rupees Five Hundred Only"`
}

func (n Note) entry(currency string) Entry {
	amount := func(a money.Amount) money.Number { return a.Number(currency) }
	sgst, utgst := n.halves(n.SGST)
	return Entry{ID: n.ID, Number: n.Number, Date: n.Date, InvoiceID: n.InvoiceID, InvoiceNumber: n.InvoiceNumber,
		InvoiceDate: n.InvoiceDate, BookingID: n.BookingID,
		BookingCode: n.BookingCode, GuestName: n.GuestName, BuyerName: n.Buyer.Name, BuyerGSTIN: n.Buyer.GSTIN,
		Reason: n.Reason, Subtotal: amount(n.Taxable),
		CGST: amount(n.CGST), SGST: amount(sgst), UTGST: amount(utgst), OtherTax: amount(n.OtherTax),
		TaxAmount: amount(n.Tax()), Rounding: amount(n.Rounding),
		TotalAmount: amount(n.Total), SentAt: (*web.Time)(n.SentAt), CreatedAt: web.Time(n.CreatedAt)}
}

// halves tells of the second half of a GST whether it is SGST or UTGST.
func (n Note) halves(second money.Amount) (sgst, utgst money.Amount) {
	if gst.UnionTerritory(n.PlaceOfSupply) {
		return 0, second
	}
	return second, 0
}

func (n Note) view(currency string) View {
	amount := func(a money.Amount) money.Number { return a.Number(currency) }
	v := View{Entry: n.entry(currency), Seller: n.Seller, Buyer: n.Buyer, Lines: []LineView{},
		TotalInWords:  n.Total.InWords(currency),
		PlaceOfSupply: invoice.PlaceView{StateCode: n.PlaceOfSupply, State: gst.StateName(n.PlaceOfSupply)}}
	for _, l := range n.Lines {
		sgst, utgst := n.halves(l.SGST)
		v.Lines = append(v.Lines, LineView{Position: l.Position, Description: l.Description, SAC: l.SAC, Quantity: l.Quantity,
			TaxName: l.Name, TaxRate: l.Rate.Number(),
			TaxableValue: amount(l.Taxable), CGST: amount(l.CGST), SGST: amount(sgst), UTGST: amount(utgst),
			OtherTax: amount(l.Other), TaxAmount: amount(l.Tax()), TotalAmount: amount(l.Total)})
	}
	return v
}

// LineBody is a line of the invoice in a request.
type LineBody struct {
	Position int           `json:"position" minimum:"0" maximum:"100000" doc:"Of the invoice's line" example:"0"`
	Amount   *money.Number `json:"amount,omitempty" doc:"Tax included; default: all that is left" example:"500"`
}

// CreateBody is the request that credits an invoice.
type CreateBody struct {
	InvoiceID string        `json:"invoiceId" minLength:"1" maxLength:"40" example:"665f1c2ab7e4d90012ab34cd"`
	Reason    string        `json:"reason" minLength:"1" maxLength:"500" example:"The air conditioning failed"`
	Amount    *money.Number `json:"amount,omitempty" doc:"Tax included; default: all that is left" example:"500"`
	Lines     []LineBody    `json:"lines,omitempty" maxItems:"1000" doc:"Lines of the invoice, in place of amount"`
}

// check refuses a request that contradicts itself.
func (b CreateBody) check() error {
	if b.Amount != nil && len(b.Lines) > 0 {
		return errs.InvalidField("amount", "must be left out with lines")
	}
	return nil
}

type createInput struct{ Body CreateBody }

func (s *Service) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[View], error) {
	return web.Reply(s.Create(ctx, sc, in.Body))
}

type listInput struct {
	web.Paging
	InvoiceID string    `query:"invoiceId" maxLength:"40"`
	BookingID string    `query:"bookingId" maxLength:"40"`
	From      date.Date `query:"from" doc:"Date of the note on or after"`
	To        date.Date `query:"to" doc:"Date of the note on or before"`
	Search    string    `query:"search" maxLength:"120" doc:"Part of a number, a name or the buyer's GSTIN"`
}

// TotalsView is what the notes of a list come to.
type TotalsView struct {
	Subtotal    money.Number `json:"subtotal" doc:"Before tax" example:"476.2"`
	TaxAmount   money.Number `json:"taxAmount" example:"23.8"`
	TotalAmount money.Number `json:"totalAmount" example:"500"`
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, in *listInput) (*web.Summed[Entry, TotalsView], error) {
	if err := web.CheckDays(in.From, in.To); err != nil {
		return nil, err
	}
	f := filter{invoiceID: in.InvoiceID, bookingID: in.BookingID, from: in.From, to: in.To,
		search: strings.TrimSpace(in.Search)}
	l, err := s.list(ctx, sc, f, in.Limit, in.Offset())
	if err != nil {
		return nil, err
	}
	entries, found := make([]Entry, len(l.notes)), l.sums
	for i, n := range l.notes {
		entries[i] = n.entry(sc.Currency)
	}
	totals := TotalsView{Subtotal: found.taxable.Number(sc.Currency), TaxAmount: found.tax.Number(sc.Currency),
		TotalAmount: found.total.Number(sc.Currency)}
	return web.SummedPageOf(entries, totals, in.Paging, found.number), nil
}

type noteInput struct {
	NoteID string `path:"creditNoteId" doc:"The credit note's id"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *noteInput) (*web.Data[View], error) {
	n, err := s.get(ctx, sc, in.NoteID)
	if err != nil {
		return nil, err
	}
	return web.OK(n.view(sc.Currency)), nil
}

type sendInput struct {
	NoteID string `path:"creditNoteId" doc:"The credit note's id"`
	Body   struct {
		Email string `json:"email,omitempty" maxLength:"254" doc:"Default: the buyer's or guest's" example:"a@rao.example"`
	} `required:"false"`
}

func (s *Service) httpSend(ctx context.Context, sc scope.Scope, in *sendInput) (*web.Data[View], error) {
	n, to, err := s.send(ctx, sc, in.NoteID, in.Body.Email)
	if err != nil {
		return nil, err
	}
	return web.Say(n.view(sc.Currency), "The credit note is on its way to "+to+"."), nil
}

func (s *Service) httpPDF(ctx context.Context, sc scope.Scope, in *noteInput) (*web.File, error) {
	return s.pdf(ctx, sc, in.NoteID)
}
