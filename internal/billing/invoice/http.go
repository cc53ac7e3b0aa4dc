package invoice

import (
	"context"
	"strings"

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

// Routes are the endpoints of /api/invoices.
func (s *Service) Routes() []web.Route {
	const base = "/api/invoices/{orgId}"
	return []web.Route{
		web.Create(base+"/create", may.Create(may.Invoices), s.httpCreate, "Draft an invoice").
			With("A bookingId bills the folio: the whole stay, nights to come included, or what is posted so far " +
				"(postedOnly), or chosen lines (lineIds: several invoices split the bill). " +
				"A line is on one invoice at most. lines are charged besides; without bookingId they are all that is billed. " +
				"With issue it is issued at once, which asks for invoices.update besides."),
		web.Get(base+"/list", may.View(may.Invoices), s.httpList, "List the invoices, newest first").
			With("totals are of all invoices that the filter finds; nothing is owed of drafts and void invoices."),
		web.Get(base+"/{invoiceId}", may.View(may.Invoices), s.httpGet, "Show an invoice"),
		web.Put(base+"/{invoiceId}/update", may.Update(may.Invoices), s.httpUpdate, "Change a draft").
			With("Fields that are left out keep their value, inside buyer and its address too; null clears. An issued " +
				"invoice is changed by a credit note only."),
		web.Delete(base+"/{invoiceId}/delete", may.Delete(may.Invoices), s.httpDelete, "Delete a draft").
			With("Its lines are open on the folio again."),
		web.Post(base+"/{invoiceId}/issue", may.Update(may.Invoices), s.httpIssue, "Issue a draft").
			With("It gets the next number of the invoice series and today's date, and the booking's advances are applied to " +
				"it. missingParticulars names what GST wants of the buyer and the draft lacks; it holds nothing up."),
		web.Post(base+"/{invoiceId}/send", may.Update(may.Invoices), s.httpSend, "Mail an issued invoice").
			With("By the organization's invoice template, with the PDF: to email, else to the buyer's address, else to the " +
				"guest's."),
		web.Post(base+"/{invoiceId}/void", may.Delete(may.Invoices), s.httpVoid, "Void an issued invoice").
			With("In the month of its issue, before any payment or credit note. Its number stays used; its lines are open on " +
				"the folio again."),
		web.Download(base+"/{invoiceId}/pdf", may.View(may.Invoices), s.httpPDF, "Download an invoice as PDF",
			"application/pdf").
			With("That of a draft is marked so."),
	}
}

// LineView is a line of an invoice.
type LineView struct {
	Position int    `json:"position" doc:"What credit notes name the line by" example:"0"`
	LineID   string `json:"lineId" doc:"Of the folio; empty: not on one" example:"665f1c2ab7e4d90012ab34cd"`
	TaxID    string `json:"taxId" doc:"That a line of the invoice's own names" example:""`
	folio.View
	Credited money.Number `json:"credited" doc:"What credit notes have taken off totalAmount" example:"0"`
}

// PlaceView is where the supply is: where the property is.
type PlaceView struct {
	StateCode string `json:"stateCode" doc:"Empty where no GST is charged" example:"27"`
	State     string `json:"state" example:"Maharashtra"`
}

// Entry is an invoice in the list.
type Entry struct {
	ID             string       `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	Number         string       `json:"invoiceNumber" doc:"Empty for a draft" example:"INV-17"`
	Status         string       `json:"status" enum:"draft,issued,partially_paid,paid,void" example:"issued"`
	Document       string       `json:"documentType" enum:"tax_invoice,bill_of_supply" example:"tax_invoice"`
	BookingID      string       `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	BookingCode    string       `json:"bookingCode" example:"BK-17"`
	GuestID        string       `json:"guestId" example:"665f1c2ab7e4d90012ab34cd"`
	GuestName      string       `json:"guestName" example:"Asha Rao"`
	BuyerName      string       `json:"buyerName" example:"Rao Textiles"`
	BuyerGSTIN     string       `json:"buyerGstin" example:"27AAPFU0939F1ZV"`
	InvoiceDate    string       `json:"invoiceDate" doc:"YYYY-MM-DD; empty for a draft" example:"2026-04-17"`
	DueDate        string       `json:"dueDate" doc:"YYYY-MM-DD; empty for a draft that has none yet" example:"2026-05-02"`
	Discount       money.Number `json:"discount" doc:"In the terms of the unit prices" example:"0"`
	Subtotal       money.Number `json:"subtotal" doc:"Before tax" example:"9523.8"`
	CGST           money.Number `json:"cgst" example:"238.1"`
	SGST           money.Number `json:"sgst" example:"238.1"`
	UTGST          money.Number `json:"utgst" doc:"In place of SGST in a union territory" example:"0"`
	OtherTax       money.Number `json:"otherTax" example:"0"`
	TaxAmount      money.Number `json:"taxAmount" example:"476.2"`
	Rounding       money.Number `json:"rounding" example:"0"`
	TotalAmount    money.Number `json:"totalAmount" example:"10000"`
	AmountPaid     money.Number `json:"amountPaid" example:"2000"`
	AmountCredited money.Number `json:"amountCredited" example:"0"`
	BalanceDue     money.Number `json:"balanceDue" example:"8000"`
	IssuedAt       *web.Time    `json:"issuedAt" nullable:"true"`
	SentAt         *web.Time    `json:"sentAt" nullable:"true"`
	CreatedAt      web.Time     `json:"createdAt"`
	UpdatedAt      web.Time     `json:"updatedAt"`
}

// View is a whole invoice.
type View struct {
	Entry
	Seller           document.Party `json:"seller"`
	Buyer            document.Party `json:"buyer"`
	PlaceOfSupply    PlaceView      `json:"placeOfSupply"`
	PricesIncludeTax bool           `json:"pricesIncludeTax" doc:"The unit prices have the tax inside"`
	Lines            []LineView     `json:"lines"`
	TotalInWords     string         `json:"totalInWords" example:"Rupees Ten Thousand Only"`
	RoundingRule     string         `json:"roundingRule" doc:"How taxes and total were rounded"`
	ReverseCharge    bool           `json:"reverseCharge" doc:"Always false for a hotel"`
	Missing          []string       `json:"missingParticulars" doc:"What GST rule 46 wants and the invoice lacks"`
	Notes            string         `json:"notes" example:"Thank you"`
	VoidReason       string         `json:"voidReason"`
	VoidedAt         *web.Time      `json:"voidedAt" nullable:"true"`
}

func (i Invoice) entry(currency string) Entry {
	amount := func(a money.Amount) money.Number { return a.Number(currency) }
	sgst, utgst := i.SGST, money.Amount(0)
	if i.unionTerritory() {
		sgst, utgst = 0, i.SGST
	}
	return Entry{ID: i.ID, Number: i.Number, Status: i.Status, Document: i.Document, BookingID: i.BookingID,
		BookingCode: i.BookingCode, GuestID: i.GuestID,
		GuestName: i.GuestName, BuyerName: i.Buyer.Name, BuyerGSTIN: i.Buyer.GSTIN, InvoiceDate: string(i.Date),
		DueDate:  string(i.DueDate),
		Discount: amount(i.Discount), Subtotal: amount(i.Taxable), CGST: amount(i.CGST), SGST: amount(sgst),
		UTGST: amount(utgst), OtherTax: amount(i.OtherTax),
		TaxAmount: amount(i.Tax()), Rounding: amount(i.Rounding), TotalAmount: amount(i.Total), AmountPaid: amount(i.Paid),
		AmountCredited: amount(i.Credited),
		BalanceDue:     amount(i.Due()), IssuedAt: (*web.Time)(i.IssuedAt), SentAt: (*web.Time)(i.SentAt),
		CreatedAt: web.Time(i.CreatedAt), UpdatedAt: web.Time(i.UpdatedAt)}
}

// unionTerritory tells whether the second half of the GST is UTGST.
func (i Invoice) unionTerritory() bool { return gst.UnionTerritory(i.PlaceOfSupply) }

func (i Invoice) view(currency string) View {
	v := View{Entry: i.entry(currency), Seller: i.Seller, Buyer: i.Buyer,
		PlaceOfSupply:    PlaceView{StateCode: i.PlaceOfSupply, State: gst.StateName(i.PlaceOfSupply)},
		PricesIncludeTax: i.PricesIncludeTax, Lines: []LineView{}, Missing: i.missing(currency),
		TotalInWords: i.Total.InWords(currency), RoundingRule: i.RoundingRule, Notes: i.Notes,
		VoidReason: i.VoidReason, VoidedAt: (*web.Time)(i.VoidedAt)}
	for _, l := range i.Lines {
		v.Lines = append(v.Lines, LineView{Position: l.Position, LineID: l.FolioLineID, TaxID: l.TaxID,
			View: l.Charge.View(currency), Credited: l.Credited.Number(currency)})
	}
	return v
}

// reply wraps what an operation has made of an invoice.
func reply(sc scope.Scope) func(i Invoice, err error) (*web.Data[View], error) {
	return func(i Invoice, err error) (*web.Data[View], error) {
		if err != nil {
			return nil, err
		}
		return web.OK(i.view(sc.Currency)), nil
	}
}

// LineBody is a line in a request.
type LineBody struct {
	folio.ChargeBody
	LineID string `json:"lineId,omitempty" maxLength:"40" doc:"Of the booking's folio" example:""`
}

// CreateBody is the request that drafts an invoice.
type CreateBody struct {
	BookingID  string                  `json:"bookingId,omitempty" maxLength:"40" doc:"Whose folio is billed"`
	LineIDs    []string                `json:"lineIds,omitempty" maxItems:"1000" maxLength:"40"`
	PostedOnly bool                    `json:"postedOnly,omitempty" doc:"Bill only what is posted so far"`
	Lines      []LineBody              `json:"lines,omitempty" maxItems:"500" doc:"Besides those of the folio"`
	GuestID    string                  `json:"guestId,omitempty" maxLength:"40" doc:"Default: the booking's guest"`
	Buyer      web.Optional[BuyerBody] `json:"buyer,omitzero" doc:"Where it differs from the guest"`
	DueDate    string                  `json:"dueDate,omitempty" maxLength:"10" example:"2026-05-02"`
	Notes      string                  `json:"notes,omitempty" maxLength:"2000" example:"Thank you for your stay"`
	Issue      bool                    `json:"issue,omitempty" doc:"Issue it at once"`
}

// check refuses requests that contradict themselves.
func (b CreateBody) check() error {
	var fields errs.Fields
	switch {
	case b.BookingID == "" && len(b.Lines) == 0:
		fields.Add("bookingId", "must be given, or lines")
	case b.BookingID == "" && len(b.LineIDs) > 0:
		fields.Add("bookingId", "must be given with lineIds, which are lines of a booking's folio")
	case b.BookingID == "" && b.PostedOnly:
		fields.Add("bookingId", "must be given with postedOnly, which is about a booking's folio")
	case len(b.LineIDs) > 0 && b.PostedOnly:
		fields.Add("postedOnly", "must be left out with lineIds")
	}
	return fields.Err()
}

type createInput struct {
	Body CreateBody `required:"false"`
}

func (s *Service) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[View], error) {
	if in.Body.Issue && !sc.Permissions.Has(may.Invoices, scope.Update) {
		return nil, errs.Forbidden("You need the permission invoices.update besides to issue the invoice. Leave issue out " +
			"to draft it.")
	}
	return web.Reply(s.Create(ctx, sc, in.Body))
}

type listInput struct {
	web.Paging
	Status    string    `query:"status" enum:"draft,issued,partially_paid,paid,void"`
	BookingID string    `query:"bookingId" maxLength:"40"`
	GuestID   string    `query:"guestId" maxLength:"40"`
	From      date.Date `query:"from" doc:"Invoice date on or after; drafts have none"`
	To        date.Date `query:"to" doc:"Invoice date on or before"`
	Overdue   bool      `query:"overdue" doc:"Only what is still owed and was due before today"`
	Search    string    `query:"search" maxLength:"120" doc:"Part of a number, a name or the buyer's GSTIN"`
}

// TotalsView is what the invoices of a list come to.
type TotalsView struct {
	Subtotal       money.Number `json:"subtotal" doc:"Before tax" example:"95238"`
	TaxAmount      money.Number `json:"taxAmount" example:"4762"`
	TotalAmount    money.Number `json:"totalAmount" example:"100000"`
	AmountPaid     money.Number `json:"amountPaid" example:"20000"`
	AmountCredited money.Number `json:"amountCredited" example:"0"`
	BalanceDue     money.Number `json:"balanceDue" example:"80000"`
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, in *listInput) (*web.Summed[Entry, TotalsView], error) {
	if err := web.CheckDays(in.From, in.To); err != nil {
		return nil, err
	}
	f := filter{status: in.Status, bookingID: in.BookingID, guestID: in.GuestID, from: in.From, to: in.To,
		overdue: in.Overdue, search: strings.TrimSpace(in.Search)}
	l, err := s.list(ctx, sc, f, in.Limit, in.Offset())
	if err != nil {
		return nil, err
	}
	entries := make([]Entry, len(l.invoices))
	for n, i := range l.invoices {
		entries[n] = i.entry(sc.Currency)
	}
	return web.SummedPageOf(entries, l.sums.view(sc.Currency), in.Paging, l.sums.number), nil
}

func (s sums) view(currency string) TotalsView {
	return TotalsView{Subtotal: s.taxable.Number(currency), TaxAmount: s.tax.Number(currency),
		TotalAmount: s.total.Number(currency), AmountPaid: s.paid.Number(currency),
		AmountCredited: s.credited.Number(currency), BalanceDue: s.due.Number(currency)}
}

type invoiceInput struct {
	InvoiceID string `path:"invoiceId" doc:"The invoice's id"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *invoiceInput) (*web.Data[View], error) {
	return reply(sc)(s.get(ctx, sc, in.InvoiceID))
}

// UpdateBody is the request that changes a draft.
type UpdateBody struct {
	Buyer   web.Optional[BuyerBody]  `json:"buyer,omitzero"`
	DueDate web.Optional[string]     `json:"dueDate,omitzero" maxLength:"10" doc:"YYYY-MM-DD" example:"2026-05-02"`
	Notes   web.Optional[string]     `json:"notes,omitzero" maxLength:"2000" example:"Thank you for your stay"`
	LineIDs web.Optional[[]string]   `json:"lineIds,omitzero" maxItems:"1000" maxLength:"40"`
	Lines   web.Optional[[]LineBody] `json:"lines,omitzero" maxItems:"1000" doc:"All lines; a booking's by lineId"`
}

type updateInput struct {
	InvoiceID string     `path:"invoiceId" doc:"The invoice's id"`
	Body      UpdateBody `required:"false"`
}

func (s *Service) httpUpdate(ctx context.Context, sc scope.Scope, in *updateInput) (*web.Data[View], error) {
	return reply(sc)(s.update(ctx, sc, in.InvoiceID, in.Body))
}

func (s *Service) httpDelete(ctx context.Context, sc scope.Scope, in *invoiceInput) (*web.Message, error) {
	if err := s.delete(ctx, sc, in.InvoiceID); err != nil {
		return nil, err
	}
	return web.Done("The draft is deleted."), nil
}

func (s *Service) httpIssue(ctx context.Context, sc scope.Scope, in *invoiceInput) (*web.Data[View], error) {
	return reply(sc)(s.issueDraft(ctx, sc, in.InvoiceID))
}

type voidInput struct {
	InvoiceID string `path:"invoiceId" doc:"The invoice's id"`
	Body      struct {
		Reason string `json:"reason" minLength:"1" maxLength:"500" example:"Billed to the wrong company"`
	}
}

func (s *Service) httpVoid(ctx context.Context, sc scope.Scope, in *voidInput) (*web.Data[View], error) {
	return reply(sc)(s.void(ctx, sc, in.InvoiceID, in.Body.Reason))
}

type sendInput struct {
	InvoiceID string `path:"invoiceId" doc:"The invoice's id"`
	Body      struct {
		Email string `json:"email,omitempty" maxLength:"254" doc:"Default: the buyer's or guest's" example:"a@rao.example"`
	} `required:"false"`
}

func (s *Service) httpSend(ctx context.Context, sc scope.Scope, in *sendInput) (*web.Data[View], error) {
	i, to, err := s.send(ctx, sc, in.InvoiceID, in.Body.Email)
	if err != nil {
		return nil, err
	}
	return web.Say(i.view(sc.Currency), "The invoice is on its way to "+to+"."), nil
}

func (s *Service) httpPDF(ctx context.Context, sc scope.Scope, in *invoiceInput) (*web.File, error) {
	return s.pdf(ctx, sc, in.InvoiceID)
}
