package creditnote

import (
	"context"
	"fmt"

	"sarai/internal/billing/invoice"
	"sarai/internal/books/tax"
	"sarai/internal/country"
	"sarai/internal/country/packs"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/export"
	"sarai/internal/kit/file"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/paper/document"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
	"sarai/internal/stay/folio"
)

const (
	createNote = "All that is left of it; or amount, with the tax inside, spread over its lines; or chosen lines or " +
		"nights, whole or in part. What was paid beyond what is then owed is an advance again, which /api/payments " +
		"refunds. A line of a folio that is credited as a whole can be billed again: name it in a new invoice's lineIds."
	sendNote = "With the PDF: to email, else to the buyer's address, else to that of the guest's record."
)

// Routes are the endpoints of /api/credit-notes.
func (s *Service) Routes() []web.Route {
	const base = "/api/credit-notes/{orgId}"
	const note = base + "/{creditNoteId}"
	view := may.View(may.CreditNotes)
	routes := []web.Route{
		web.Create(base+"/create", may.Create(may.CreditNotes), s.httpCreate, "Credit an issued invoice").
			With(createNote).Waits(),
		web.Get(base+"/list", view, s.httpList, "List the credit notes, newest first").
			With("totals are of all notes that the filter finds."),
		web.Get(note, view, s.httpGet, "Show a credit note"),
		web.Post(note+"/send", may.Update(may.CreditNotes), s.httpSend, "Mail a credit note").With(sendNote),
		web.Download(note+"/pdf", view, s.httpPDF, "Download a credit note as PDF", "application/pdf"),
	}
	return append(routes, export.Routes(base+"/list", view, s.register, "The register of credit notes", registerNote)...)
}

// LineView is what a note takes off one line of its invoice.
type LineView struct {
	Position     int            `json:"position" doc:"Of the invoice's line" example:"0"`
	LineID       web.ID         `json:"lineId" doc:"Of the folio; empty: on none"`
	Type         string         `json:"type" enum:"room-night,day-use,service,adjustment,retained" example:"room-night"`
	Date         date.Date      `json:"date" doc:"The night, or the day of the service"`
	RoomID       web.ID         `json:"roomId"`
	RoomNumber   string         `json:"roomNumber" example:"101"`
	Description  string         `json:"description" example:"Room 101"`
	SAC          string         `json:"sac" example:"996311"`
	Quantity     folio.Quantity `json:"quantity"`
	TaxName      string         `json:"taxName" example:"GST on rooms"`
	TaxKind      string         `json:"taxKind" enum:",gst,utgst,vat,levy,exempt,non-gst,other" example:"gst"`
	TaxRate      money.Number   `json:"taxRate" doc:"Percent" example:"5"`
	TaxableValue money.Number   `json:"taxableValue" example:"476.2"`
	tax.PartsView
	TotalAmount money.Number `json:"totalAmount" example:"500"`
}

// ListedView is a note in the list.
type ListedView struct {
	ID            web.ID       `json:"_id"`
	Number        string       `json:"creditNoteNumber" example:"CN-3"`
	Date          date.Date    `json:"creditNoteDate" example:"2026-04-18"`
	PostedOn      date.Date    `json:"postedOn" doc:"The business day: the date, or the next day if that was closed"`
	InvoiceID     web.ID       `json:"invoiceId"`
	InvoiceNumber string       `json:"invoiceNumber" example:"INV-17"`
	InvoiceDate   date.Date    `json:"invoiceDate" example:"2026-04-17"`
	BookingID     web.ID       `json:"bookingId"`
	BookingCode   string       `json:"bookingCode" example:"BK-17"`
	GuestName     string       `json:"guestName" example:"Asha Rao"`
	BuyerName     string       `json:"buyerName" example:"Rao Textiles"`
	BuyerGSTIN    string       `json:"buyerGstin" example:"27AAPFU0939F1ZV"`
	Reason        string       `json:"reason" example:"The air conditioning failed"`
	Subtotal      money.Number `json:"subtotal" doc:"Before tax" example:"476.2"`
	tax.PartsView
	Rounding    money.Number `json:"rounding" example:"0"`
	TotalAmount money.Number `json:"totalAmount" example:"500"`
	SentAt      *date.Time   `json:"sentAt" nullable:"true"`
	CreatedAt   date.Time    `json:"createdAt"`
}

// View is a whole note.
type View struct {
	ListedView
	Seller        document.Party    `json:"seller"`
	Buyer         document.Party    `json:"buyer"`
	PlaceOfSupply invoice.PlaceView `json:"placeOfSupply"`
	Lines         []LineView        `json:"lines"`
	TotalInWords  string            `json:"totalInWords" example:"Rupees Five Hundred Only"`
}

func (n Note) listed(currency string) ListedView {
	amount := func(a money.Amount) money.Number { return a.Number(currency) }
	return ListedView{ID: web.ID(n.ID), Number: n.Number, Date: n.Date, PostedOn: n.PostedOn,
		InvoiceID: web.ID(n.InvoiceID), InvoiceNumber: n.InvoiceNumber, InvoiceDate: n.InvoiceDate,
		BookingID:   web.ID(n.BookingID),
		BookingCode: n.BookingCode, GuestName: n.GuestName, BuyerName: n.Buyer.Name, BuyerGSTIN: n.Buyer.GSTIN,
		Reason: n.Reason, Subtotal: amount(n.Taxable), PartsView: n.Parts.View("", currency), Rounding: amount(n.Rounding),
		TotalAmount: amount(n.Total), SentAt: (*date.Time)(n.SentAt), CreatedAt: date.Time(n.CreatedAt)}
}

func (n Note) view(sc scope.Scope) View {
	c, currency := packs.Of(sc.Country), sc.Currency
	amount := func(a money.Amount) money.Number { return a.Number(currency) }
	v := View{ListedView: n.listed(currency), Seller: n.Seller, Buyer: n.Buyer, Lines: make([]LineView, len(n.Lines)),
		TotalInWords:  n.Seller.Language.Amount(n.Total, currency),
		PlaceOfSupply: invoice.PlaceView{StateCode: n.PlaceOfSupply, State: c.States.Name(n.PlaceOfSupply)}}
	for i, l := range n.Lines {
		v.Lines[i] = LineView{Position: l.Position, LineID: web.ID(l.FolioLineID), Type: l.Kind, Date: l.Day,
			RoomID: web.ID(l.RoomID), RoomNumber: l.RoomNumber, Description: l.Description, SAC: l.SAC, Quantity: l.Quantity,
			TaxName: l.Name, TaxKind: l.Applied.Kind, TaxRate: l.Rate.Number(), TaxableValue: amount(l.Taxable),
			PartsView: l.Parts.View(l.Name, currency), TotalAmount: amount(l.Total)}
	}
	return v
}

// LineBody names a line of the invoice in a request, by its position or its lineId; or nights, each of which is a line.
type LineBody struct {
	Position *int          `json:"position,omitempty" minimum:"0" maximum:"100000" doc:"Of the line" example:"0"`
	LineID   web.ID        `json:"lineId,omitempty" doc:"Of the folio, in place of position"`
	Nights   []NightBody   `json:"nights,omitempty" maxItems:"1000" doc:"In place of a line: nights, credited as a whole"`
	Amount   *money.Number `json:"amount,omitempty" doc:"Tax included; default: all that is left" example:"500"`
}

// NightBody names a night of the booking.
type NightBody struct {
	Date   date.Date `json:"date" example:"2026-04-17"`
	RoomID web.ID    `json:"roomId,omitempty" doc:"Needed where several rooms have the night on the invoice"`
}

// requests are the lines that the body names. What is wrong is added to the amounts' fields.
func (b LineBody) requests(field string, amounts *money.Reader) []LineRequest {
	one := LineRequest{Field: field, Position: b.Position, LineID: b.LineID.String(),
		Amount: amounts.Optional(field+"amount", b.Amount)}
	switch line := b.Position != nil || b.LineID != ""; {
	case !line && len(b.Nights) == 0:
		amounts.Fields.Add(field+"position", "must be given, or else lineId, or else nights")
		return nil
	case b.Position != nil && b.LineID != "":
		amounts.Fields.Add(field+"lineId", "must be left out with position")
	case line && len(b.Nights) > 0:
		amounts.Fields.Add(field+"nights", "must be left out with position or lineId")
	case line:
		return []LineRequest{one}
	case b.Amount != nil:
		amounts.Fields.Add(field+"amount", "must be left out with nights, which are credited as a whole")
	}
	var list []LineRequest
	for n, night := range b.Nights {
		list = append(list, LineRequest{Field: fmt.Sprintf("%snights[%d].", field, n),
			Night: &Night{Day: night.Date, RoomID: night.RoomID.String()}})
	}
	return list
}

// CreateBody is the request that credits an invoice.
type CreateBody struct {
	InvoiceID web.ID        `json:"invoiceId" minLength:"1"`
	Reason    string        `json:"reason" minLength:"1" maxLength:"500" example:"The air conditioning failed"`
	Amount    *money.Number `json:"amount,omitempty" doc:"Tax included; default: all that is left" example:"500"`
	Lines     []LineBody    `json:"lines,omitempty" maxItems:"1000" doc:"Lines of the invoice, in place of amount"`
	web.Countersigned
}

func (b CreateBody) request(sc scope.Scope) Request {
	amounts := money.Reader{Currency: sc.Currency}
	r := Request{InvoiceID: b.InvoiceID.String(), Reason: b.Reason, Amount: amounts.Optional("amount", b.Amount)}
	for n, line := range b.Lines {
		r.Lines = append(r.Lines, line.requests(fmt.Sprintf("lines[%d].", n), &amounts)...)
	}
	r.Faults = amounts.Fields
	return r
}

type createInput struct{ Body CreateBody }

// Made is a new note, and what is better looked at.
type Made struct {
	Note     View
	Warnings []errs.Warning
}

func (s *Service) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Warned[View], error) {
	made, err := s.Create(ctx, sc, in.Body.request(sc))
	if err != nil {
		return nil, err
	}
	return web.Warn(made.Note, made.Warnings), nil
}

// warnings tell that the note is too late to lower the tax of its invoice, where that has any.
func (n Note) warnings(c *country.Country) []errs.Warning {
	last := c.CreditableUntil(n.InvoiceDate)
	if !n.Parts.General(c) || n.Date <= last {
		return []errs.Warning{}
	}
	return []errs.Warning{{Code: "late-credit", Message: "Invoice " + n.InvoiceNumber + " is of " + n.InvoiceDate.Text() +
		": a credit note lowered its GST until " + last.Text() + " only (section 34(2)). The guest gets the whole amount " +
		"back, and the hotel still owes the tax: ask your accountant."}}
}

// ListQuery narrows the list of the notes.
type ListQuery struct {
	InvoiceID web.ID    `query:"invoiceId" maxLength:"40"`
	BookingID web.ID    `query:"bookingId" maxLength:"40"`
	From      date.Date `query:"from" doc:"Date of the note on or after"`
	To        date.Date `query:"to" doc:"Date of the note on or before"`
	Search    string    `query:"search" maxLength:"120" doc:"Part of a number, a name or the buyer's GSTIN"`
}

type listInput struct {
	web.Paging
	ListQuery
}

// TotalsView is what the notes of a list come to.
type TotalsView struct {
	Subtotal    money.Number `json:"subtotal" doc:"Before tax" example:"476.2"`
	TaxAmount   money.Number `json:"taxAmount" example:"23.8"`
	TotalAmount money.Number `json:"totalAmount" example:"500"`
}

func totalsView(p listing.Page[Note], currency string) TotalsView {
	return TotalsView{Subtotal: p.Totals[0].Number(currency), TaxAmount: p.Totals[1].Number(currency),
		TotalAmount: p.Totals[2].Number(currency)}
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope,
	in *listInput) (*web.Summed[ListedView, TotalsView], error) {
	found, err := s.list(ctx, sc, in.ListQuery, in.Paging)
	if err != nil {
		return nil, err
	}
	return listing.Summed(found, func(n Note) ListedView { return n.listed(sc.Currency) },
		totalsView(found, sc.Currency)), nil
}

// NotePath is the path parameter of the endpoints of one credit note.
type NotePath struct {
	NoteID web.ID `path:"creditNoteId" doc:"The credit note's id"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *NotePath) (*web.Data[View], error) {
	n, err := s.get(ctx, sc, in.NoteID.String())
	return web.Reply(n.view(sc), err)
}

type sendInput struct {
	NotePath
	Body struct {
		Email string `json:"email,omitempty" maxLength:"254" doc:"Default: the buyer's or guest's" example:"a@rao.example"`
	} `required:"false"`
}

func (s *Service) httpSend(ctx context.Context, sc scope.Scope, in *sendInput) (*web.Data[View], error) {
	n, to, err := s.send(ctx, sc, in.NoteID.String(), in.Body.Email)
	if err != nil {
		return nil, err
	}
	return web.Say(n.view(sc), "The credit note is on its way to "+to+"."), nil
}

func (s *Service) httpPDF(ctx context.Context, sc scope.Scope, in *NotePath) (*file.File, error) {
	p, err := s.paper(ctx, sc, in.NoteID.String())
	if err != nil {
		return nil, err
	}
	return p.File() // drawn outside of the transaction
}
