package groupbill

import (
	"context"

	"sarai/internal/billing/buyer"
	"sarai/internal/billing/invoice"
	"sarai/internal/billing/payment"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
	"sarai/internal/stay/master"
)

const (
	invoiceNote = "Of all that its master account pays and no invoice has: what is posted so far or, with wholeStays, " +
		"the nights to come too. bookingIds and lineIds bill less. The buyer is the group's company, or its contact. On " +
		"paper, rooms with the same nights at the same price are one line. It is issued, credited, voided and mailed as " +
		"any other invoice is; issuing applies the group's advances. issue also requires invoices.update."
	paymentNote = "It pays the group's open invoices, the oldest first; the rest is its advance, which the next invoice " +
		"takes. Refund it as any payment."
	moveNote = "The advance of a booking, to the group's master account, or with to own back to the booking. What is on " +
		"an invoice doesn't move. No money moves in the books: they have what guests paid in one account."
	depositsNote = "What the group has paid, less refunds, pays its deposits in their order."
)

// Routes are the endpoints of a group's money.
func (s *Service) Routes() []web.Route {
	const one = "/api/groups/{orgId}/{groupId}"
	return []web.Route{
		web.Create(one+"/invoices", may.Create(may.Invoices), s.httpBill, "Draft an invoice over many stays").
			With(invoiceNote),
		web.Get(one+"/invoices", may.View(may.Invoices), s.httpInvoices, "List a group's invoices"),
		web.Create(one+"/payments", may.Create(may.Payments), s.httpPay, "Take a payment of a group").With(paymentNote),
		web.Post(one+"/payments/move", may.Update(may.Payments), s.httpMove, "Move an advance to or from a master account").
			With(moveNote),
		web.Get(one+"/deposits", may.View(may.Payments), s.httpDeposits, "List a group's deposits").With(depositsNote),
	}
}

type billInput struct {
	master.Path
	Body struct {
		BookingIDs []web.ID                      `json:"bookingIds,omitempty" maxItems:"500" doc:"Only these stays"`
		LineIDs    []web.ID                      `json:"lineIds,omitempty" maxItems:"5000" doc:"Only these lines"`
		WholeStays bool                          `json:"wholeStays,omitempty" doc:"With the nights to come"`
		Buyer      web.Optional[buyer.BuyerBody] `json:"buyer,omitzero" doc:"Where it differs"`
		DueDate    date.Date                     `json:"dueDate,omitempty"`
		Notes      string                        `json:"notes,omitempty" maxLength:"2000" example:"As agreed"`
		Issue      bool                          `json:"issue,omitempty" doc:"Issue it at once"`
		Advances   *bool                         `json:"applyAdvances,omitempty" doc:"Default true" example:"true"`
	} `required:"false"`
}

func (s *Service) httpBill(ctx context.Context, sc scope.Scope, in *billInput) (*web.Data[invoice.View], error) {
	b := in.Body
	if b.Issue && !sc.Permissions.Has(may.Invoices, scope.Update) {
		return nil, errs.Forbidden("Issuing also requires the permission invoices.update. Leave issue out to draft the " +
			"invoice.")
	}
	return web.Reply(s.Bill(ctx, sc, in.GroupID.String(), Request{BookingIDs: web.IDs(b.BookingIDs),
		LineIDs: web.IDs(b.LineIDs), WholeStays: b.WholeStays, Buyer: b.Buyer.Value.Edit, DueDate: b.DueDate,
		Notes: b.Notes, Issue: b.Issue, Advances: b.Advances}))
}

func (s *Service) httpInvoices(ctx context.Context, sc scope.Scope,
	in *master.Path) (*web.Data[[]invoice.ListedView], error) {
	list, err := s.Invoices(ctx, sc, in.GroupID.String())
	views := make([]invoice.ListedView, len(list))
	for i, one := range list {
		views[i] = one.Listed(sc.Currency)
	}
	return web.Reply(views, err)
}

type payInput struct {
	master.Path
	Body struct {
		Amount     money.Number  `json:"amount" doc:"Above zero" example:"50000"`
		Method     ledger.Method `json:"method"`
		AccountID  web.ID        `json:"accountId,omitempty" doc:"Default: that of the method"`
		Reference  string        `json:"reference,omitempty" maxLength:"120" example:"412233445566"`
		Notes      string        `json:"notes,omitempty" maxLength:"500" example:"First deposit"`
		PayerName  string        `json:"payerName,omitempty" maxLength:"120" doc:"Default: the group's contact"`
		ReceivedAt *date.Time    `json:"receivedAt,omitempty" doc:"Default now; not in the future"`
	}
}

func (s *Service) httpPay(ctx context.Context, sc scope.Scope, in *payInput) (*web.Data[payment.View], error) {
	amounts, b := money.Reader{Currency: sc.Currency}, in.Body
	amount := amounts.AboveZero("amount", b.Amount)
	if err := amounts.Fields.Err(); err != nil {
		return nil, err
	}
	p, err := s.payments.Create(ctx, sc, payment.NewPayment{Method: b.Method, AccountID: b.AccountID.String(),
		Reference: b.Reference, Notes: b.Notes, Payer: b.PayerName, ReceivedAt: (*int64)(b.ReceivedAt),
		Targets: []payment.Target{{GroupID: in.GroupID.String(), Amount: amount}}})
	return web.Reply(p.View(sc), err)
}

type moveInput struct {
	master.Path
	Body struct {
		PaymentID web.ID        `json:"paymentId"`
		BookingID web.ID        `json:"bookingId" doc:"Of the group"`
		To        string        `json:"to" enum:"master,own" example:"master"`
		Amount    *money.Number `json:"amount,omitempty" doc:"Default: all of the advance" example:"2000"`
		Reason    string        `json:"reason,omitempty" maxLength:"200" example:"Paid for the party"`
	}
}

func (s *Service) httpMove(ctx context.Context, sc scope.Scope, in *moveInput) (*web.Data[payment.View], error) {
	amounts, b := money.Reader{Currency: sc.Currency}, in.Body
	t := Transfer{PaymentID: b.PaymentID.String(), BookingID: b.BookingID.String(), ToMaster: b.To == "master",
		Reason: b.Reason}
	if b.Amount != nil {
		t.Amount = amounts.AboveZero("amount", *b.Amount)
	}
	if err := amounts.Fields.Err(); err != nil {
		return nil, err
	}
	p, err := s.MovePayment(ctx, sc, in.GroupID.String(), t)
	return web.Reply(p.View(sc), err)
}

// DepositView is a part of a group's deposits.
type DepositView struct {
	Due    date.Date    `json:"due"`
	Amount money.Number `json:"amount" example:"50000"`
	Paid   money.Number `json:"paidAmount" example:"20000"`
	Open   money.Number `json:"openAmount" example:"30000"`
	Status string       `json:"status" enum:"due,overdue,paid" example:"due"`
}

// DepositsView are a group's deposits, with their sums.
type DepositsView struct {
	Deposits []DepositView `json:"deposits"`
	Amount   money.Number  `json:"totalAmount" example:"100000"`
	Paid     money.Number  `json:"paidAmount" doc:"Of them" example:"70000"`
	Overdue  money.Number  `json:"overdueAmount" example:"0"`
}

func (s *Service) httpDeposits(ctx context.Context, sc scope.Scope, in *master.Path) (*web.Data[DepositsView], error) {
	list, today, err := s.Deposits(ctx, sc, in.GroupID.String())
	if err != nil {
		return nil, err
	}
	v := DepositsView{Deposits: make([]DepositView, len(list))}
	var amount, paid, overdue money.Amount
	for i, d := range list {
		status := d.Status(today)
		v.Deposits[i] = DepositView{d.Due, d.Amount.Number(sc.Currency), d.Paid.Number(sc.Currency),
			d.Open().Number(sc.Currency), status}
		if amount, paid = amount+d.Amount, paid+d.Paid; status == "overdue" {
			overdue += d.Open()
		}
	}
	v.Amount, v.Paid, v.Overdue = amount.Number(sc.Currency), paid.Number(sc.Currency), overdue.Number(sc.Currency)
	return web.OK(v), nil
}
