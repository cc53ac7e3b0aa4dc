package payment

import (
	"context"
	"fmt"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/export"
	"sarai/internal/kit/file"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
)

const (
	createNote = "For one booking, one invoice, or several of them as allocations, which add up to amount. A payment " +
		"on a booking goes to its issued invoices first, in the order in which they fall due; the rest is its advance. " +
		"What an invoice doesn't owe is an advance of its booking, or nobody's until it is applied."
	listNote = "Newest first. The totals cover everything that the filter finds, without void payments. bookingId and " +
		"invoiceId also find the refunds of their payments."
	refundNote = "The refund is a movement of its own, numbered in the same series. It takes the advance first, then " +
		"what the payment has paid on invoices, which owe it again."
	voidNote = "Only on the payment's own day, and only while none of it has been refunded. Bookings and invoices are " +
		"as if it had never been made. Its number stays used."
	applyNote = "As much as the advance and the invoice allow, unless amount says less. The advance may be another " +
		"booking's than the invoice's; what is applied becomes a payment of the invoice's booking."
	pdfNote  = "A receipt voucher (rule 50) for an advance, a refund voucher (rule 51) for a refund, otherwise a receipt."
	sendNote = "By the template payment_receipt, with the PDF. Goes to email, or without it to the guest or buyer."
)

// Routes are the endpoints of /api/payments.
func (s *Service) Routes() []web.Route {
	const base = "/api/payments/{orgId}"
	const payment = base + "/{paymentId}"
	create, view, update := may.Create(may.Payments), may.View(may.Payments), may.Update(may.Payments)
	routes := []web.Route{
		web.Create(base+"/create", create, s.httpCreate, "Take a payment").With(createNote),
		web.Get(base+"/list", view, s.httpList, "List payments and refunds").With(listNote),
		web.Get(payment, view, s.httpGet, "Show a payment or refund"),
		web.Create(payment+"/refund", create, s.httpRefund, "Refund a payment, in whole or in part").
			With(refundNote).Waits(),
		web.Post(payment+"/void", may.Delete(may.Payments), s.httpVoid, "Void a payment").With(voidNote).Waits(),
		web.Post(payment+"/apply", update, s.httpApply, "Apply an advance to an invoice").With(applyNote),
		web.Download(payment+"/pdf", view, s.httpPDF, "Read the receipt", "application/pdf").With(pdfNote),
		web.Post(payment+"/send", update, s.httpSend, "Mail the receipt").With(sendNote),
	}
	return append(routes, export.Routes(base+"/list", view, s.register, "The register of payments", registerNote)...)
}

// View is a payment or refund in a response.
type View struct {
	ID          string           `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	Number      string           `json:"paymentNumber" example:"PAY-12"`
	Type        string           `json:"type" enum:"payment,refund" example:"payment"`
	Status      string           `json:"status" enum:"recorded,void" example:"recorded"`
	Amount      money.Number     `json:"amount" example:"5000"`
	Refunded    money.Number     `json:"refundedAmount" doc:"How much of it was given back" example:"0"`
	Advance     money.Number     `json:"advanceAmount" doc:"How much of it is not applied to an invoice" example:"2000"`
	Method      ledger.Method    `json:"method"`
	AccountID   string           `json:"accountId" example:"665f1c2ab7e4d90012ab34ce"`
	AccountName string           `json:"accountName" example:"UPI"`
	Reference   string           `json:"reference" example:"412233445566"`
	Notes       string           `json:"notes" doc:"Of a refund: its reason" example:"Second half"`
	PayerName   string           `json:"payerName" example:"Asha Rao"`
	PayerEmail  string           `json:"payerEmail" example:"asha@example.com"`
	ReceivedAt  date.Time        `json:"receivedAt"`
	Date        string           `json:"date" doc:"The business day on which it is posted" example:"2026-04-14"`
	Allocations []AllocationView `json:"allocations" doc:"What it is for now; of a refund: what it was taken from"`
	RefundOf    string           `json:"refundOf" doc:"Of a refund: the payment's id" example:""`
	VoidReason  string           `json:"voidReason" example:""`
	VoidedAt    *date.Time       `json:"voidedAt" nullable:"true"`
	CreatedAt   date.Time        `json:"createdAt"`
}

// AllocationView is what a part of a payment is for. Without a booking and an invoice it is nobody's yet.
type AllocationView struct {
	BookingID     string       `json:"bookingId" example:"665f1c2ab7e4d90012ab34cf"`
	BookingCode   string       `json:"bookingCode" example:"BK-7"`
	GroupID       string       `json:"groupId" doc:"Of a group's master account; else empty" example:""`
	InvoiceID     string       `json:"invoiceId" doc:"Empty: an advance" example:""`
	InvoiceNumber string       `json:"invoiceNumber" example:""`
	Amount        money.Number `json:"amount" example:"5000"`
}

// View shows the payment.
func (p Payment) View(sc scope.Scope) View {
	v := View{ID: p.ID, Number: p.Number, Type: p.Kind, Status: p.Status, Amount: p.Amount.Number(sc.Currency),
		Refunded: p.Refunded.Number(sc.Currency), Method: p.Method, AccountID: p.AccountID, AccountName: p.AccountName,
		Reference: p.Reference, Notes: p.Notes, PayerName: p.Payer, PayerEmail: p.PayerEmail,
		ReceivedAt: date.Time(p.ReceivedAt), Date: string(p.Date), RefundOf: p.RefundOf, VoidReason: p.VoidReason,
		VoidedAt: (*date.Time)(p.VoidedAt), CreatedAt: date.Time(p.CreatedAt),
		Allocations: make([]AllocationView, len(p.Parts))}
	var free money.Amount
	for i, part := range p.Parts {
		if part.InvoiceID == "" && p.Kind == ledger.Payment {
			free += part.Amount
		}
		v.Allocations[i] = AllocationView{BookingID: part.BookingID, BookingCode: part.BookingCode,
			InvoiceID: part.InvoiceID, InvoiceNumber: part.InvoiceNumber, Amount: part.Amount.Number(sc.Currency)}
		if part.BookingCode == "" { // the ledger knows accounts by their ids alone, and this is a group's
			v.Allocations[i].BookingID, v.Allocations[i].GroupID = "", part.BookingID
		}
	}
	v.Advance = free.Number(sc.Currency)
	return v
}

func reply(sc scope.Scope, p Payment, err error) (*web.Data[View], error) {
	return web.Reply(p.View(sc), err)
}

// AllocationBody says what a part of a payment is for.
type AllocationBody struct {
	BookingID web.ID       `json:"bookingId,omitempty" doc:"Either this or invoiceId" example:""`
	InvoiceID web.ID       `json:"invoiceId,omitempty" example:"665f1c2ab7e4d90012ab34ce"`
	Amount    money.Number `json:"amount" doc:"Above zero" example:"2500"`
}

// CreateBody is a payment in a request.
type CreateBody struct {
	Amount      money.Number     `json:"amount" doc:"Above zero" example:"5000"`
	Method      ledger.Method    `json:"method"`
	AccountID   web.ID           `json:"accountId,omitempty" doc:"Default: that of the method"`
	Reference   string           `json:"reference,omitempty" maxLength:"120" example:"412233445566"`
	ReceivedAt  *date.Time       `json:"receivedAt,omitempty" doc:"Default: now; not on a closed day"`
	Notes       string           `json:"notes,omitempty" maxLength:"500" example:"Second half"`
	PayerName   string           `json:"payerName,omitempty" maxLength:"120" example:"Asha Rao"`
	BookingID   web.ID           `json:"bookingId,omitempty" doc:"Or invoiceId or allocations"`
	InvoiceID   web.ID           `json:"invoiceId,omitempty" example:""`
	Allocations []AllocationBody `json:"allocations,omitempty" maxItems:"50" doc:"Add up to amount"`
}

type createInput struct{ Body CreateBody }

func (s *Service) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[View], error) {
	p, err := in.Body.payment(sc)
	if err != nil {
		return nil, err
	}
	taken, err := s.Create(ctx, sc, p)
	return reply(sc, taken, err)
}

// payment reads the body. Its error names every bad field.
func (b CreateBody) payment(sc scope.Scope) (NewPayment, error) {
	amounts := money.Reader{Currency: sc.Currency}
	amount := amounts.AboveZero("amount", b.Amount)
	p := NewPayment{Method: b.Method, AccountID: b.AccountID.String(), Reference: b.Reference, Notes: b.Notes,
		Payer: b.PayerName, ReceivedAt: (*int64)(b.ReceivedAt)}
	if !b.oneTarget(&amounts.Fields) {
		return p, amounts.Fields.Err()
	}
	if len(b.Allocations) == 0 {
		p.Targets = []Target{{BookingID: b.BookingID.String(), InvoiceID: b.InvoiceID.String(), Amount: amount}}
		return p, amounts.Fields.Err()
	}
	var sum money.Amount
	for i, a := range b.Allocations {
		target := a.target(&amounts, fmt.Sprintf("allocations[%d].", i))
		p.Targets, sum = append(p.Targets, target), sum+target.Amount
	}
	if len(amounts.Fields) == 0 && sum != amount {
		amounts.Fields.Add("allocations", "must add up to amount, %s: they come to %s", amount.Number(sc.Currency),
			sum.Number(sc.Currency))
	}
	return p, amounts.Fields.Err()
}

// oneTarget reports whether the body names what is paid in exactly one way. If not, bad says why.
func (b CreateBody) oneTarget(bad *errs.Fields) bool {
	var given []string
	if len(b.Allocations) > 0 {
		given = append(given, "allocations")
	}
	if b.BookingID != "" {
		given = append(given, "bookingId")
	}
	if b.InvoiceID != "" {
		given = append(given, "invoiceId")
	}
	switch {
	case len(given) == 0:
		bad.Add("bookingId", "must be given, or else invoiceId or allocations: one of the three")
	case len(given) > 1:
		for _, name := range given {
			bad.Add(name, "must be left out where another one of bookingId, invoiceId and allocations is given")
		}
	}
	return len(given) == 1
}

// target reads an allocation. In errors, field stands before the names of its fields.
func (b AllocationBody) target(amounts *money.Reader, field string) Target {
	switch {
	case b.BookingID == "" && b.InvoiceID == "":
		amounts.Fields.Add(field+"bookingId", "must be given, or else invoiceId: one of the two")
	case b.BookingID != "" && b.InvoiceID != "":
		amounts.Fields.Add(field+"bookingId", "must be left out where invoiceId is given")
		amounts.Fields.Add(field+"invoiceId", "must be left out where bookingId is given")
	}
	return Target{BookingID: b.BookingID.String(), InvoiceID: b.InvoiceID.String(), Field: field,
		Amount: amounts.AboveZero(field+"amount", b.Amount)}
}

// Totals are the sums of a list, without void payments.
type Totals struct {
	Received money.Number `json:"received" example:"125000"`
	Refunded money.Number `json:"refunded" example:"5000"`
	Net      money.Number `json:"net" doc:"received less refunded" example:"120000"`
}

// ListQuery narrows the list of the payments and refunds.
type ListQuery struct {
	Type      string        `query:"type" enum:"payment,refund" doc:"Only payments, or only refunds"`
	Method    ledger.Method `query:"method" doc:"Only by this method"`
	AccountID web.ID        `query:"accountId" maxLength:"40" doc:"Only into or out of this account"`
	BookingID web.ID        `query:"bookingId" maxLength:"40" doc:"Only of this booking"`
	InvoiceID web.ID        `query:"invoiceId" maxLength:"40" doc:"Only of this invoice"`
	Status    string        `query:"status" enum:"recorded,void" doc:"Only those in force, or only void ones"`
	From      date.Date     `query:"from" doc:"Posted on or after"`
	To        date.Date     `query:"to" doc:"Posted on or before"`
	Search    string        `query:"search" maxLength:"100" doc:"In the number, the payer's name and the reference"`
}

type listInput struct {
	web.Paging
	ListQuery
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, in *listInput) (*web.Summed[View, Totals], error) {
	found, err := s.list(ctx, sc, in.ListQuery, in.Paging)
	if err != nil {
		return nil, err
	}
	received, refunded := found.Totals[0], found.Totals[1]
	return listing.Summed(found, func(p Payment) View { return p.View(sc) }, Totals{Received: received.Number(sc.Currency),
		Refunded: refunded.Number(sc.Currency), Net: (received - refunded).Number(sc.Currency)}), nil
}

// PaymentPath is the path of the endpoints of one payment or refund.
type PaymentPath struct {
	PaymentID web.ID `path:"paymentId" doc:"The payment's id"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *PaymentPath) (*web.Data[View], error) {
	p, err := s.get(ctx, sc, in.PaymentID.String())
	return reply(sc, p, err)
}

// RefundBody is a refund in a request.
type RefundBody struct {
	Amount    money.Number  `json:"amount" doc:"Above zero, at most what is left of the payment" example:"1500"`
	Reason    string        `json:"reason" minLength:"1" maxLength:"500" example:"Left a day early"`
	Method    ledger.Method `json:"method,omitempty" doc:"Default: the payment's own" example:"cash"`
	AccountID web.ID        `json:"accountId,omitempty" doc:"Default: the payment's own"`
	Reference string        `json:"reference,omitempty" maxLength:"120" example:"412233445577"`
	web.Countersigned
}

type refundInput struct {
	PaymentPath
	Body RefundBody
}

func (s *Service) httpRefund(ctx context.Context, sc scope.Scope, in *refundInput) (*web.Data[View], error) {
	amounts := money.Reader{Currency: sc.Currency}
	r := NewRefund{Amount: amounts.AboveZero("amount", in.Body.Amount), Reason: in.Body.Reason, Method: in.Body.Method,
		AccountID: in.Body.AccountID.String(), Reference: in.Body.Reference}
	if err := amounts.Fields.Err(); err != nil {
		return nil, err
	}
	refund, err := s.Refund(ctx, sc, in.PaymentID.String(), r)
	return reply(sc, refund, err)
}

type voidInput struct {
	PaymentPath
	Body struct {
		Reason string `json:"reason" minLength:"1" maxLength:"500" example:"Typed twice"`
		web.Countersigned
	}
}

func (s *Service) httpVoid(ctx context.Context, sc scope.Scope, in *voidInput) (*web.Data[View], error) {
	p, err := s.void(ctx, sc, in.PaymentID.String(), in.Body.Reason)
	return reply(sc, p, err)
}

type applyInput struct {
	PaymentPath
	Body struct {
		InvoiceID web.ID        `json:"invoiceId" example:"665f1c2ab7e4d90012ab34ce"`
		Amount    *money.Number `json:"amount,omitempty" doc:"Default: as much as possible" example:"1500"`
	}
}

func (s *Service) httpApply(ctx context.Context, sc scope.Scope, in *applyInput) (*web.Data[View], error) {
	amounts, amount := money.Reader{Currency: sc.Currency}, money.Amount(0)
	if in.Body.Amount != nil {
		amount = amounts.AboveZero("amount", *in.Body.Amount)
	}
	if err := amounts.Fields.Err(); err != nil {
		return nil, err
	}
	p, err := s.apply(ctx, sc, in.PaymentID.String(), in.Body.InvoiceID.String(), amount)
	return reply(sc, p, err)
}

func (s *Service) httpPDF(ctx context.Context, sc scope.Scope, in *PaymentPath) (*file.File, error) {
	p, err := s.paper(ctx, sc, in.PaymentID.String())
	if err != nil {
		return nil, err
	}
	content, err := p.paper.PDF()
	if err != nil {
		return nil, err
	}
	return &file.File{Name: p.paper.FileName(), Type: "application/pdf", Content: content}, nil
}

type sendInput struct {
	PaymentPath
	Body struct {
		Email string `json:"email,omitempty" maxLength:"254" doc:"Default: the payer's" example:"asha@example.com"`
	} `required:"false"`
}

func (s *Service) httpSend(ctx context.Context, sc scope.Scope, in *sendInput) (*web.Message, error) {
	to, err := s.send(ctx, sc, in.PaymentID.String(), in.Body.Email)
	if err != nil {
		return nil, err
	}
	return web.Done("The receipt is on its way to " + to + "."), nil
}
