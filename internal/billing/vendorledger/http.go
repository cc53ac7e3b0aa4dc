package vendorledger

import (
	"cmp"
	"context"
	"fmt"

	"sarai/internal/billing/expense"
	"sarai/internal/books/ledger"
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
	payNote = "For the bills of allocations, or with oldestFirst for those that are due first. What is for none is an " +
		"advance until it is applied. From accountId or the default account of the method."
	applyNote     = "To bills of the same vendor. The books don't move: the advance was posted when it was paid."
	voidNote      = "Its bills are owed again, and its posting is taken back by one beside it."
	statementNote = "The lines of the days from and to, the oldest first; opening and the lines add up to closing. At " +
		"most 366 days and 50,000 lines (400 for more). to is the business day unless given, from is the first of its month."
	ageingNote = "At the end of asOf, by the days on which bills were due; asOf is the business day unless given. Bills " +
		"of which no record of a vendor is kept stand together, without a vendorId."
)

// Routes are the endpoints of the accounts of vendors.
func (s *Service) Routes() []web.Route {
	const base = "/api/vendor/{orgId}"
	const one = base + "/{vendorId}"
	const payment = base + "/payments/{vendorPaymentId}"
	view, update := may.View(may.Expenses), may.Update(may.Expenses)
	routes := []web.Route{
		web.Get(base+"/ageing", view, s.httpAgeing, "Show how old what the hotel owes is").With(ageingNote),
		web.Get(base+"/payments", view, s.httpList, "List the payments to vendors").
			With("Newest first, without their bills."),
		web.Get(payment, view, s.httpGet, "Show a payment to a vendor"),
		web.Post(payment+"/apply", update, s.httpApply, "Apply an advance to bills").With(applyNote),
		web.Post(payment+"/void", may.Delete(may.Expenses), s.httpVoid, "Void a payment to a vendor").With(voidNote),
		web.Get(one+"/account", view, s.httpAccount, "Show what is owed to a vendor, bill by bill"),
		web.Create(one+"/payments", update, s.httpPay, "Pay a vendor").With(payNote),
		web.Get(one+"/statement", view, s.httpStatement, "Show a vendor's statement").With(statementNote),
	}
	routes = append(routes, export.Routes(base+"/ageing", view, s.ageingFile, "How old what the hotel owes is",
		ageingNote)...)
	return append(routes, export.Routes(one+"/statement", view, s.file, "A vendor's statement", statementNote)...)
}

// Path names the vendor.
type Path struct {
	VendorID web.ID `path:"vendorId" doc:"The vendor's id"`
}

// PaymentPath names a payment.
type PaymentPath struct {
	PaymentID web.ID `path:"vendorPaymentId" doc:"The id of a payment to a vendor"`
}

// ListedView is a payment to a vendor in the list.
type ListedView struct {
	ID         string       `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	Number     string       `json:"number" example:"VP-12"`
	VendorID   string       `json:"vendorId" example:"665f1c2ab7e4d90012ab34ce"`
	Amount     money.Number `json:"amount" doc:"What the vendor is owed less" example:"40000"`
	Withheld   money.Number `json:"tdsAmount" doc:"What of it was withheld as tax" example:"0"`
	Paid       money.Number `json:"paidAmount" doc:"What has left the account" example:"40000"`
	Unapplied  money.Number `json:"unappliedAmount" doc:"What of it is for no bill yet: an advance" example:"2000"`
	Method     string       `json:"method" example:"bank_transfer"`
	AccountID  string       `json:"accountId" example:"665f1c2ab7e4d90012ab34cf"`
	Reference  string       `json:"reference" example:"UTR 412233445566"`
	Notes      string       `json:"notes" example:"For April"`
	RunID      string       `json:"runId,omitempty" doc:"The payment run that it is of" example:""`
	Date       date.Date    `json:"date"`
	PostedOn   date.Date    `json:"postedOn" doc:"The business day in whose books it is"`
	Status     string       `json:"status" enum:"recorded,void" example:"recorded"`
	VoidReason string       `json:"voidReason" example:""`
	VoidedAt   *date.Time   `json:"voidedAt" nullable:"true"`
	CreatedAt  date.Time    `json:"createdAt"`
}

// View is a payment to a vendor with the bills that it pays.
type View struct {
	ListedView
	Vendor string     `json:"vendor" example:"Lake City Linen"`
	Bills  []PartView `json:"bills" doc:"What it pays of which"`
}

// PartView is what of a payment a bill gets.
type PartView struct {
	BillID string       `json:"billId" example:"665f1c2ab7e4d90012ab34d0"`
	Number string       `json:"number" doc:"Of the bill here" example:"EXP-12"`
	Bill   string       `json:"billNumber" doc:"The vendor's own" example:"LCL/2026/118"`
	Amount money.Number `json:"amount" example:"38000"`
}

func (p Payment) listed(sc scope.Scope) ListedView {
	return ListedView{ID: p.ID, Number: p.Number, VendorID: p.VendorID, Amount: p.Amount.Number(sc.Currency),
		Withheld: p.Withheld.Number(sc.Currency), Paid: p.Paid().Number(sc.Currency),
		Unapplied: p.Unapplied.Number(sc.Currency), Method: string(p.Method), AccountID: p.AccountID,
		Reference: p.Reference, Notes: p.Notes, RunID: p.RunID, Date: p.Date, PostedOn: p.PostedOn, Status: p.Status,
		VoidReason: p.VoidReason, VoidedAt: (*date.Time)(p.VoidedAt), CreatedAt: date.Time(p.CreatedAt)}
}

func (m Made) view(sc scope.Scope) View {
	v := View{ListedView: m.listed(sc), Vendor: m.Vendor.Name, Bills: make([]PartView, len(m.Parts))}
	for i, p := range m.Parts {
		v.Bills[i] = PartView{p.Bill.ID, p.Bill.Number, p.Bill.Bill, p.Amount.Number(sc.Currency)}
	}
	return v
}

func reply(sc scope.Scope, m Made, err error) (*web.Data[View], error) {
	return web.Reply(m.view(sc), err)
}

type listInput struct {
	web.Paging
	VendorID web.ID `query:"vendorId" maxLength:"40" doc:"Only those to this vendor"`
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, in *listInput) (
	*web.Page[ListedView, web.Pagination], error) {
	page, err := s.list(ctx, sc, in)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(page, func(p Payment) ListedView { return p.listed(sc) }), nil
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *PaymentPath) (*web.Data[View], error) {
	m, err := s.get(ctx, sc, in.PaymentID.String())
	return reply(sc, m, err)
}

// AllocationBody is what of a payment a bill gets.
type AllocationBody struct {
	BillID web.ID       `json:"billId"`
	Amount money.Number `json:"amount" doc:"Above zero" example:"38000"`
}

// AllocationsBody is how a payment is spread.
type AllocationsBody struct {
	Allocations []AllocationBody `json:"allocations,omitempty" maxItems:"500" doc:"Each bill once"`
	OldestFirst bool             `json:"oldestFirst,omitempty" doc:"Instead of allocations"`
}

func (b AllocationsBody) read(amounts *money.Reader) (list []Allocation) {
	if b.OldestFirst && len(b.Allocations) > 0 {
		amounts.Fields.Add("allocations", "must be left out with oldestFirst")
	}
	for n, a := range b.Allocations {
		at := fmt.Sprintf("allocations[%d].", n)
		list = append(list, Allocation{BillID: a.BillID.String(), Amount: amounts.AboveZero(at+"amount", a.Amount),
			Field: at})
	}
	return list
}

type payInput struct {
	Path
	Body struct {
		Amount    money.Number  `json:"amount" doc:"Above zero" example:"40000"`
		Method    ledger.Method `json:"method,omitempty" doc:"Default: bank_transfer"`
		AccountID web.ID        `json:"accountId,omitempty" doc:"Default: that of the method"`
		Date      date.Date     `json:"date,omitempty" doc:"Default: today; not after it"`
		Reference string        `json:"reference,omitempty" maxLength:"120" example:"UTR 412233445566"`
		Notes     string        `json:"notes,omitempty" maxLength:"500" example:"For April"`
		AllocationsBody
	}
}

func (s *Service) httpPay(ctx context.Context, sc scope.Scope, in *payInput) (*web.Data[View], error) {
	amounts, b := money.Reader{Currency: sc.Currency}, in.Body
	p := NewPayment{OldestFirst: b.OldestFirst, Allocations: b.read(&amounts), Payment: Payment{
		Amount: amounts.AboveZero("amount", b.Amount), Method: cmp.Or(b.Method, ledger.BankTransfer),
		AccountID: b.AccountID.String(), Date: b.Date, Reference: b.Reference, Notes: b.Notes}}
	if err := amounts.Fields.Err(); err != nil {
		return nil, err
	}
	m, err := s.pay(ctx, sc, in.VendorID.String(), p)
	return reply(sc, m, err)
}

type applyInput struct {
	PaymentPath
	Body struct{ AllocationsBody }
}

func (s *Service) httpApply(ctx context.Context, sc scope.Scope, in *applyInput) (*web.Data[View], error) {
	amounts := money.Reader{Currency: sc.Currency}
	list := in.Body.read(&amounts)
	if len(in.Body.Allocations) == 0 && !in.Body.OldestFirst {
		amounts.Fields.Add("allocations", "must be given, or else oldestFirst")
	}
	if err := amounts.Fields.Err(); err != nil {
		return nil, err
	}
	m, err := s.apply(ctx, sc, in.PaymentID.String(), list, in.Body.OldestFirst)
	return reply(sc, m, err)
}

type voidInput struct {
	PaymentPath
	Body struct {
		Reason string `json:"reason" minLength:"1" maxLength:"500" example:"Typed twice"`
	}
}

func (s *Service) httpVoid(ctx context.Context, sc scope.Scope, in *voidInput) (*web.Data[View], error) {
	var bad errs.Fields
	bad.CheckLine("reason", in.Body.Reason)
	if err := bad.Err(); err != nil {
		return nil, err
	}
	m, err := s.void(ctx, sc, in.PaymentID.String(), in.Body.Reason)
	return reply(sc, m, err)
}

// BillView is a bill on which something is owed.
type BillView struct {
	BillID string       `json:"billId" example:"665f1c2ab7e4d90012ab34d0"`
	Number string       `json:"number" doc:"Of the bill here" example:"EXP-12"`
	Bill   string       `json:"billNumber" doc:"The vendor's own" example:"LCL/2026/118"`
	Date   date.Date    `json:"date"`
	Due    date.Date    `json:"dueDate"`
	Total  money.Number `json:"totalAmount" example:"47200"`
	Owed   money.Number `json:"balanceDue" example:"9200"`
}

func billView(sc scope.Scope, b expense.OpenBill) BillView {
	return BillView{b.ID, b.Number, b.Bill, b.Date, b.Due, b.Total().Number(sc.Currency), b.Owed().Number(sc.Currency)}
}

// AccountView is what is owed to a vendor.
type AccountView struct {
	VendorID  string       `json:"vendorId" example:"665f1c2ab7e4d90012ab34ce"`
	Balance   money.Number `json:"balance" doc:"What is owed on bills less what was paid in advance" example:"7200"`
	Unapplied money.Number `json:"unappliedAmount" doc:"What was paid in advance" example:"2000"`
	Bills     []BillView   `json:"bills" doc:"Those on which something is owed, the first due first"`
	Advances  []ListedView `json:"advances" doc:"The payments of which something is for no bill yet"`
}

func (s *Service) httpAccount(ctx context.Context, sc scope.Scope, in *Path) (*web.Data[AccountView], error) {
	bills, advances, err := s.account(ctx, sc, in.VendorID.String())
	v := AccountView{VendorID: in.VendorID.String(), Bills: make([]BillView, len(bills)),
		Advances: make([]ListedView, len(advances))}
	var free money.Amount
	for n, p := range advances {
		v.Advances[n] = p.listed(sc)
		free += p.Unapplied
	}
	for n, b := range bills {
		v.Bills[n] = billView(sc, b)
	}
	v.Unapplied, v.Balance = free.Number(sc.Currency), (owed(bills) - free).Number(sc.Currency)
	return web.Reply(v, err)
}
