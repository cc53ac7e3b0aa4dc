package invoice

import (
	"context"
	"fmt"
	"slices"

	"sarai/internal/billing/buyer"
	"sarai/internal/books/tax"
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
	createNote = "A bookingId bills the folio: the whole stay, nights to come included, or what is posted so far " +
		"(postedOnly), or chosen lines (lineIds, so that several invoices split the bill). A line is on one invoice at " +
		"most. lines are charged besides; without bookingId they are all that is billed. Of a stay whose company pays a " +
		"part by its routing, folio says whose lines are billed. issue issues it at once and also requires invoices.update."
	listNote   = "totals are of all invoices that the filter finds; drafts and void invoices owe nothing."
	updateNote = "Fields that are left out keep their value, inside buyer and its address too; null clears. Only a " +
		"credit note changes an issued invoice."
	issueNote = "It gets the next number of the invoice series and today's date, and the booking's advances are applied " +
		"to it: of a split bill, whose lines were chosen by lineIds, only with applyAdvances true; of any other, unless " +
		"it is false. missingParticulars names what GST requires of the buyer and the draft lacks; it doesn't block the " +
		"issue."
	sendNote = "By the organization's template of type invoice, with the PDF: to email, else to the buyer's address, " +
		"else to that of the guest's record."
	voidNote = "In the month of its issue, before any payment or credit note. Its number stays used; its lines are open " +
		"on the folio again."
)

// Routes are the endpoints of /api/invoices.
func (s *Service) Routes() []web.Route {
	const base = "/api/invoices/{orgId}"
	const invoice = base + "/{invoiceId}"
	view, update := may.View(may.Invoices), may.Update(may.Invoices)
	routes := []web.Route{
		web.Create(base+"/create", may.Create(may.Invoices), s.httpCreate, "Draft an invoice").With(createNote).Waits(),
		web.Get(base+"/list", view, s.httpList, "List the invoices, newest first").With(listNote),
		web.Get(invoice, view, s.httpGet, "Show an invoice"),
		web.Put(invoice+"/update", update, s.httpUpdate, "Change a draft").With(updateNote).Waits(),
		web.Delete(invoice+"/delete", may.Delete(may.Invoices), s.httpDelete, "Delete a draft").
			With("Its lines are open on the folio again."),
		web.Post(invoice+"/issue", update, s.httpIssue, "Issue a draft").With(issueNote).IfMatch(),
		web.Post(invoice+"/send", update, s.httpSend, "Mail an issued invoice").With(sendNote),
		web.Post(invoice+"/void", may.Delete(may.Invoices), s.httpVoid, "Void an issued invoice").
			With(voidNote).IfMatch().Waits(),
		web.Download(invoice+"/pdf", view, s.httpPDF, "Download an invoice as PDF", "application/pdf").
			With("Drafts and void invoices are marked as such."),
	}
	return append(routes, export.Routes(base+"/list", view, s.register, "The register of invoices", registerNote)...)
}

// LineView is a line of an invoice.
type LineView struct {
	Position int    `json:"position" doc:"What credit notes name the line by" example:"0"`
	LineID   web.ID `json:"lineId" doc:"Of the folio; empty: on none"`
	StayID   web.ID `json:"bookingId" doc:"Of a group's invoice: whose folio; else empty" example:""`
	TaxID    web.ID `json:"taxId" doc:"The tax that a line of the invoice's own names" example:""`
	folio.View
	Credited money.Number `json:"credited" doc:"What credit notes took off totalAmount" example:"0"`
}

// PlaceView is where the supply is: where the property is.
type PlaceView struct {
	StateCode string `json:"stateCode" doc:"Empty where no GST is charged" example:"27"`
	State     string `json:"state" example:"Maharashtra"`
}

// ListedView is an invoice in the list.
type ListedView struct {
	ID          web.ID       `json:"_id"`
	Number      string       `json:"invoiceNumber" doc:"Empty for a draft" example:"INV-17"`
	Status      string       `json:"status" enum:"draft,issued,partially_paid,paid,void" example:"issued"`
	Document    string       `json:"documentType" enum:"tax_invoice,bill_of_supply" example:"tax_invoice"`
	BookingID   web.ID       `json:"bookingId"`
	BookingCode string       `json:"bookingCode" example:"BK-17"`
	GroupID     web.ID       `json:"groupId" doc:"Of an invoice over the stays of a group; else empty" example:""`
	GuestID     web.ID       `json:"guestId"`
	GuestName   string       `json:"guestName" example:"Asha Rao"`
	BuyerName   string       `json:"buyerName" example:"Rao Textiles"`
	BuyerGSTIN  string       `json:"buyerGstin" example:"27AAPFU0939F1ZV"`
	InvoiceDate string       `json:"invoiceDate" doc:"YYYY-MM-DD; empty for a draft" example:"2026-04-17"`
	DueDate     string       `json:"dueDate" doc:"YYYY-MM-DD; empty for a draft that has none yet" example:"2026-05-02"`
	Discount    money.Number `json:"discount" doc:"In the terms of the unit prices" example:"0"`
	Subtotal    money.Number `json:"subtotal" doc:"Before tax" example:"9523.8"`
	tax.PartsView
	Rounding       money.Number `json:"rounding" example:"0"`
	TotalAmount    money.Number `json:"totalAmount" example:"10000"`
	AmountPaid     money.Number `json:"amountPaid" example:"2000"`
	AmountCredited money.Number `json:"amountCredited" example:"0"`
	BalanceDue     money.Number `json:"balanceDue" example:"8000"`
	Split          bool         `json:"split" doc:"Its lines were chosen: others may be billed for the rest"`
	IssuedAt       *date.Time   `json:"issuedAt" nullable:"true"`
	SentAt         *date.Time   `json:"sentAt" nullable:"true"`
	CreatedAt      date.Time    `json:"createdAt"`
	UpdatedAt      date.Time    `json:"updatedAt"`
	Version        int64        `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

// View is a whole invoice.
type View struct {
	ListedView
	Seller           document.Party `json:"seller"`
	Buyer            document.Party `json:"buyer"`
	PlaceOfSupply    PlaceView      `json:"placeOfSupply"`
	PricesIncludeTax bool           `json:"pricesIncludeTax" doc:"The unit prices have the tax inside"`
	Lines            []LineView     `json:"lines"`
	OutsideGST       money.Number   `json:"outsideGst" doc:"What of the total is outside GST: liquor, damages" example:"0"`
	TotalInWords     string         `json:"totalInWords" example:"Rupees Ten Thousand Only"`
	RoundingRule     string         `json:"roundingRule" doc:"How taxes and total were rounded"`
	ReverseCharge    bool           `json:"reverseCharge" doc:"Always false for a hotel"`
	Missing          []string       `json:"missingParticulars" doc:"What GST rule 46 requires and the invoice lacks"`
	Warnings         []WarningView  `json:"warnings" doc:"What keeps a draft from being issued, or is to be known"`
	Notes            string         `json:"notes" example:"Thank you"`
	Sharers          string         `json:"sharers,omitempty" doc:"Who shared the stay's rooms when it was issued"`
	VoidReason       string         `json:"voidReason"`
	VoidedAt         *date.Time     `json:"voidedAt" nullable:"true"`
}

// WarningView is something that is better looked at now.
type WarningView struct {
	Code    string `json:"code" enum:"buyer-gstin,igst,other-state,buyer-unknown" example:"buyer-gstin"`
	Message string `json:"message" example:"The buyer's GSTIN has a wrong check character."`
}

// Listed shows the invoice as the list does.
func (i Invoice) Listed(currency string) ListedView {
	amount := func(a money.Amount) money.Number { return a.Number(currency) }
	return ListedView{ID: web.ID(i.ID), Number: i.Number, Status: i.Status, Document: i.Document,
		BookingID: web.ID(i.BookingID), BookingCode: i.BookingCode, GroupID: web.ID(i.GroupID),
		GuestID: web.ID(i.GuestID), GuestName: i.GuestName,
		BuyerName: i.Buyer.Name, BuyerGSTIN: i.Buyer.GSTIN, InvoiceDate: string(i.Date), DueDate: string(i.DueDate),
		Discount: amount(i.Discount), Subtotal: amount(i.Taxable), PartsView: i.Parts.View("", currency),
		Rounding:    amount(i.Rounding),
		TotalAmount: amount(i.Total), AmountPaid: amount(i.Paid), AmountCredited: amount(i.Credited),
		BalanceDue: amount(i.Due()), Split: i.Split, IssuedAt: (*date.Time)(i.IssuedAt), SentAt: (*date.Time)(i.SentAt),
		CreatedAt: date.Time(i.CreatedAt), UpdatedAt: date.Time(i.UpdatedAt), Version: i.Version}
}

func (i Invoice) view(sc scope.Scope) View {
	c, currency := packs.Of(sc.Country), sc.Currency
	v := View{ListedView: i.Listed(currency), Seller: i.Seller, Buyer: i.Buyer,
		PlaceOfSupply:    PlaceView{StateCode: i.PlaceOfSupply, State: c.States.Name(i.PlaceOfSupply)},
		PricesIncludeTax: i.PricesIncludeTax, Lines: make([]LineView, len(i.Lines)),
		TotalInWords: i.Seller.Language.Amount(i.Total, currency), RoundingRule: i.RoundingRule,
		Missing:  i.missingParticulars(c, currency),
		Warnings: i.warnings(c), OutsideGST: i.outsideGST().Number(currency),
		Notes: i.Notes, Sharers: i.Sharers, VoidReason: i.VoidReason, VoidedAt: (*date.Time)(i.VoidedAt)}
	for n, l := range i.Lines {
		v.Lines[n] = LineView{Position: l.Position, LineID: web.ID(l.FolioLineID), StayID: web.ID(l.BookingID),
			TaxID: web.ID(l.TaxID), View: l.charge().View(currency), Credited: l.Credited.Number(currency)}
	}
	return v
}

func reply(sc scope.Scope) func(Invoice, error) (*web.Data[View], error) {
	return func(i Invoice, err error) (*web.Data[View], error) { return web.Reply(i.view(sc), err) }
}

// LineBody is a line in a request.
type LineBody struct {
	folio.ChargeBody
	LineID web.ID `json:"lineId,omitempty" doc:"Of the booking's folio" example:""`
}

// itemsOf are lines of a request that are on no folio yet; what can't be read of them is added to fields.
func itemsOf(sc scope.Scope, bodies []LineBody, fields *errs.Fields) []folio.Item {
	items := make([]folio.Item, len(bodies))
	for n, body := range bodies {
		prefix := fmt.Sprintf("lines[%d].", n)
		if body.LineID != "" {
			fields.Add(prefix+"lineId", "must be left out: what is on a folio already is billed by lineIds")
		}
		items[n] = body.Item(sc.Currency, prefix, fields)
	}
	return items
}

// CreateBody is the request that drafts an invoice.
type CreateBody struct {
	BookingID  web.ID                        `json:"bookingId,omitempty" doc:"Whose folio is billed"`
	LineIDs    []web.ID                      `json:"lineIds,omitempty" maxItems:"1000" doc:"The folio's lines to bill"`
	PostedOnly bool                          `json:"postedOnly,omitempty" doc:"Bill only what is posted so far"`
	Folio      string                        `json:"folio,omitempty" enum:"own,company" doc:"Default own, if it has any"`
	Lines      []LineBody                    `json:"lines,omitempty" maxItems:"500" doc:"Besides those of the folio"`
	GuestID    web.ID                        `json:"guestId,omitempty" doc:"Default: the booking's guest"`
	Buyer      web.Optional[buyer.BuyerBody] `json:"buyer,omitzero" doc:"Where it differs from the guest"`
	DueDate    string                        `json:"dueDate,omitempty" maxLength:"10" example:"2026-05-02"`
	Notes      string                        `json:"notes,omitempty" maxLength:"2000" example:"Thank you for your stay"`
	Issue      bool                          `json:"issue,omitempty" doc:"Issue it at once"`
	Advances   *bool                         `json:"applyAdvances,omitempty" doc:"See issue" example:"true"`
	web.Countersigned
}

func (b CreateBody) request(sc scope.Scope) Request {
	r := Request{BookingID: b.BookingID.String(), LineIDs: web.IDs(b.LineIDs), PostedOnly: b.PostedOnly, Folio: b.Folio,
		GuestID: b.GuestID.String(), Buyer: b.Buyer.Value.Edit, DueDate: date.Date(b.DueDate), Notes: b.Notes,
		Issue: b.Issue, Advances: b.Advances}
	r.Items = itemsOf(sc, b.Lines, &r.Faults)
	return r
}

type createInput struct {
	Body CreateBody `required:"false"`
}

func (s *Service) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[View], error) {
	if in.Body.Issue && !sc.Permissions.Has(may.Invoices, scope.Update) {
		return nil, errs.Forbidden("Issuing also requires the permission invoices.update. Leave issue out to draft the " +
			"invoice.")
	}
	return web.Reply(s.Create(ctx, sc, in.Body.request(sc)))
}

// ListQuery narrows the list of the invoices.
type ListQuery struct {
	Status    string    `query:"status" enum:"draft,issued,partially_paid,paid,void"`
	BookingID web.ID    `query:"bookingId" maxLength:"40"`
	GuestID   web.ID    `query:"guestId" maxLength:"40"`
	CompanyID web.ID    `query:"companyId" maxLength:"40" doc:"Of bookings for this company"`
	From      date.Date `query:"from" doc:"Invoice date on or after; drafts have none"`
	To        date.Date `query:"to" doc:"Invoice date on or before"`
	Overdue   bool      `query:"overdue" doc:"Only what is still owed and was due before today"`
	Search    string    `query:"search" maxLength:"120" doc:"Part of a number, a name or the buyer's GSTIN"`
}

type listInput struct {
	web.Paging
	ListQuery
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

func totalsView(p listing.Page[Invoice], currency string) TotalsView {
	return TotalsView{Subtotal: p.Totals[0].Number(currency), TaxAmount: p.Totals[1].Number(currency),
		TotalAmount: p.Totals[2].Number(currency), AmountPaid: p.Totals[3].Number(currency),
		AmountCredited: p.Totals[4].Number(currency), BalanceDue: p.Totals[5].Number(currency)}
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope,
	in *listInput) (*web.Summed[ListedView, TotalsView], error) {
	found, err := s.list(ctx, sc, in.ListQuery, in.Paging)
	if err != nil {
		return nil, err
	}
	return listing.Summed(found, func(i Invoice) ListedView { return i.Listed(sc.Currency) },
		totalsView(found, sc.Currency)), nil
}

// InvoicePath is the path parameter of the endpoints of one invoice.
type InvoicePath struct {
	InvoiceID web.ID `path:"invoiceId" doc:"The invoice's id"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *InvoicePath) (*web.Data[View], error) {
	return reply(sc)(s.get(ctx, sc, in.InvoiceID.String()))
}

// UpdateBody is the request that changes a draft.
type UpdateBody struct {
	Buyer   web.Optional[buyer.BuyerBody] `json:"buyer,omitzero"`
	DueDate web.Optional[string]          `json:"dueDate,omitzero" maxLength:"10" doc:"YYYY-MM-DD" example:"2026-05-02"`
	Notes   web.Optional[string]          `json:"notes,omitzero" maxLength:"2000" example:"Thank you for your stay"`
	LineIDs web.Optional[[]web.ID]        `json:"lineIds,omitzero" maxItems:"1000"`
	Lines   web.Optional[[]LineBody]      `json:"lines,omitzero" maxItems:"1000" doc:"All lines; a booking's by lineId"`
	web.Countersigned
}

func (b UpdateBody) edit(sc scope.Scope) draftEdit {
	return func(i *Invoice, fields *errs.Fields) (selected selection) {
		if b.Buyer.Null {
			i.Buyer = document.Party{}
		}
		b.Buyer.Value.Edit(&i.Buyer, fields)
		i.DueDate, i.Notes = date.Date(b.DueDate.Or(string(i.DueDate))), b.Notes.Or(i.Notes)
		if i.BookingID != "" {
			selected.picks = b.picks(fields)
			return selected
		}
		if i.GroupID != "" && b.Lines.Set {
			fields.Add("lines", "can't be changed on a group's invoice: delete the draft, and make another")
			return selected
		}
		if len(b.LineIDs.Value) > 0 {
			fields.Add("lineIds", "are lines of a booking's folio, and this invoice has no booking")
		}
		if selected.items = itemsOf(sc, b.Lines.Value, fields); b.Lines.Set && len(selected.items) == 0 {
			fields.Add("lines", "must not be empty: delete the draft instead")
		}
		return selected
	}
}

// picks are the lines of the folio that the body names, by lineIds or inside lines.
func (b UpdateBody) picks(fields *errs.Fields) []pick {
	if !b.LineIDs.Set && !b.Lines.Set {
		return nil
	}
	picks := picksOf(web.IDs(b.LineIDs.Value))
	for n, line := range b.Lines.Value {
		field := fmt.Sprintf("lines[%d].lineId", n)
		if line.LineID == "" {
			fields.Add(field, "must be given: charge extras to the booking first")
		} else if !slices.Contains(b.LineIDs.Value, line.LineID) {
			picks = append(picks, pick{line.LineID.String(), field})
		}
	}
	if len(picks) == 0 {
		fields.Add("lineIds", "must not be empty: delete the draft instead")
	}
	return picks
}

type updateInput struct {
	InvoicePath
	Body UpdateBody `required:"false"`
}

func (s *Service) httpUpdate(ctx context.Context, sc scope.Scope, in *updateInput) (*web.Data[View], error) {
	return reply(sc)(s.update(ctx, sc, in.InvoiceID.String(), in.Body.edit(sc)))
}

func (s *Service) httpDelete(ctx context.Context, sc scope.Scope, in *InvoicePath) (*web.Message, error) {
	if err := s.delete(ctx, sc, in.InvoiceID.String()); err != nil {
		return nil, err
	}
	return web.Done("The draft is deleted."), nil
}

type issueInput struct {
	InvoicePath
	Body struct {
		Advances *bool `json:"applyAdvances,omitempty" doc:"Default: unless the bill is split" example:"true"`
	} `required:"false"`
}

func (s *Service) httpIssue(ctx context.Context, sc scope.Scope, in *issueInput) (*web.Data[View], error) {
	return reply(sc)(s.issueDraft(ctx, sc, in.InvoiceID.String(), in.Body.Advances))
}

type voidInput struct {
	InvoicePath
	Body struct {
		Reason string `json:"reason" minLength:"1" maxLength:"500" example:"Billed to the wrong company"`
		web.Countersigned
	}
}

func (s *Service) httpVoid(ctx context.Context, sc scope.Scope, in *voidInput) (*web.Data[View], error) {
	return reply(sc)(s.void(ctx, sc, in.InvoiceID.String(), in.Body.Reason))
}

type sendInput struct {
	InvoicePath
	Body struct {
		Email string `json:"email,omitempty" maxLength:"254" doc:"Default: the buyer's or guest's" example:"a@rao.example"`
	} `required:"false"`
}

func (s *Service) httpSend(ctx context.Context, sc scope.Scope, in *sendInput) (*web.Data[View], error) {
	i, to, err := s.send(ctx, sc, in.InvoiceID.String(), in.Body.Email)
	if err != nil {
		return nil, err
	}
	return web.Say(i.view(sc), "The invoice is on its way to "+to+"."), nil
}

func (s *Service) httpPDF(ctx context.Context, sc scope.Scope, in *InvoicePath) (*file.File, error) {
	p, err := s.Paper(ctx, sc, in.InvoiceID.String())
	if err != nil {
		return nil, err
	}
	return p.File() // drawn outside of the transaction
}
