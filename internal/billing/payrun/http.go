package payrun

import (
	"context"
	"fmt"

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
	draftNote = "Of the bills, or without them of all vendors' bills that are due until dueUntil, which is today unless " +
		"given. Nothing is posted. A vendor without a bank account number and IFSC is refused by name. From accountId, or " +
		"the default account of kind bank."
	confirmNote = "Records one payment to each vendor, dated today, all together or none. Once: a run that is confirmed " +
		"already is the answer as it is."
	fileNote = "A row for each vendor: RTGS from 2,00,000 rupees on, else NEFT; beneficiary, account, IFSC, amount, and " +
		"the payment's number as the reference. Of a confirmed run only (400). It has whole account numbers."
	painNote = "The same as a credit transfer of ISO 20022, pain.001.001.03."
)

// Routes are the endpoints of payment runs.
func (s *Service) Routes() []web.Route {
	const base = "/api/vendor/{orgId}/payment-runs"
	const one = base + "/{paymentRunId}"
	view, manage := may.View(may.Expenses), may.Manage(may.Expenses)
	routes := []web.Route{
		web.Create(base, may.Update(may.Expenses), s.httpDraft, "Draft a payment run").With(draftNote),
		web.Get(base, view, s.httpList, "List the payment runs").With("Newest first, without their bills."),
		web.Get(one, view, s.httpGet, "Show a payment run"),
		web.Post(one+"/confirm", manage, s.httpConfirm, "Confirm a payment run").With(confirmNote),
		web.Post(one+"/cancel", may.Update(may.Expenses), s.httpCancel, "Cancel a draft of a payment run"),
		web.Download(one+"/pain001", manage, s.httpPain, "Download a payment run as ISO 20022", painType).With(painNote),
	}
	return append(routes, export.Routes(one+"/bank-file", manage, s.bankFile, "The bank's file of a payment run",
		fileNote)...)
}

// Path names a run.
type Path struct {
	RunID web.ID `path:"paymentRunId" doc:"The payment run's id"`
}

// ListedView is a payment run in the list.
type ListedView struct {
	ID          string       `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	State       string       `json:"state" enum:"draft,confirmed,cancelled" example:"draft"`
	AccountID   string       `json:"accountId" example:"665f1c2ab7e4d90012ab34cf"`
	Notes       string       `json:"notes" example:"Friday's run"`
	Total       money.Number `json:"totalAmount" example:"40000"`
	PaidOn      date.Date    `json:"paidOn,omitempty" doc:"Left out until it is confirmed"`
	ConfirmedAt *date.Time   `json:"confirmedAt" nullable:"true"`
	CreatedAt   date.Time    `json:"createdAt"`
}

// View is a payment run with its bills.
type View struct {
	ListedView
	Bills    []LineView  `json:"bills"`
	Payments []PayeeView `json:"payments" doc:"Empty until it is confirmed"`
}

// LineView is what of a bill a run pays.
type LineView struct {
	BillID   string       `json:"billId" example:"665f1c2ab7e4d90012ab34d0"`
	Number   string       `json:"number" example:"EXP-12"`
	VendorID string       `json:"vendorId" example:"665f1c2ab7e4d90012ab34ce"`
	Vendor   string       `json:"vendor" example:"Lake City Linen"`
	Due      date.Date    `json:"dueDate"`
	Amount   money.Number `json:"amount" example:"38000"`
}

// PayeeView is a payment of a run.
type PayeeView struct {
	PaymentID string       `json:"vendorPaymentId" example:"665f1c2ab7e4d90012ab34d1"`
	Number    string       `json:"number" example:"VP-12"`
	VendorID  string       `json:"vendorId" example:"665f1c2ab7e4d90012ab34ce"`
	Name      string       `json:"beneficiary" example:"Lake City Linen"`
	Amount    money.Number `json:"amount" example:"38000"`
	By        string       `json:"by" enum:"NEFT,RTGS" example:"NEFT"`
}

func (r Run) listed(sc scope.Scope) ListedView {
	return ListedView{ID: r.ID, State: r.State, AccountID: r.AccountID, Notes: r.Notes, Total: r.Total.Number(sc.Currency),
		PaidOn: r.PaidOn, ConfirmedAt: (*date.Time)(r.ConfirmedAt), CreatedAt: date.Time(r.CreatedAt)}
}

func reply(sc scope.Scope, w Whole, err error) (*web.Data[View], error) {
	v := View{ListedView: w.listed(sc), Bills: make([]LineView, len(w.Lines)), Payments: make([]PayeeView, len(w.Payees))}
	for i, l := range w.Lines {
		v.Bills[i] = LineView{l.BillID, l.Number, l.VendorID, l.Vendor, l.Due, l.Amount.Number(sc.Currency)}
	}
	for i, p := range w.Payees {
		v.Payments[i] = PayeeView{p.PaymentID, p.Number, p.VendorID, p.Name, p.Amount.Number(sc.Currency), p.By()}
	}
	return web.Reply(v, err)
}

// ChoiceBody is a bill that is to be paid.
type ChoiceBody struct {
	BillID web.ID        `json:"billId"`
	Amount *money.Number `json:"amount,omitempty" doc:"Default: all that is owed on it" example:"38000"`
}

type draftInput struct {
	Body struct {
		AccountID web.ID       `json:"accountId,omitempty" doc:"Of kind bank; default: the default one"`
		Notes     string       `json:"notes,omitempty" maxLength:"200" example:"Friday's run"`
		DueUntil  date.Date    `json:"dueUntil,omitempty" doc:"Without bills; default: today"`
		Bills     []ChoiceBody `json:"bills,omitempty" maxItems:"500" doc:"Each once"`
	}
}

func (s *Service) httpDraft(ctx context.Context, sc scope.Scope, in *draftInput) (*web.Data[View], error) {
	amounts, b := money.Reader{Currency: sc.Currency}, in.Body
	var bad errs.Fields
	bad.CheckLine("notes", b.Notes)
	date.CheckDay(&bad, "dueUntil", b.DueUntil)
	if b.DueUntil != "" && len(b.Bills) > 0 {
		bad.Add("dueUntil", "must be left out with bills")
	}
	n := New{AccountID: b.AccountID.String(), Notes: b.Notes, DueUntil: b.DueUntil}
	for i, c := range b.Bills {
		one := Choice{BillID: c.BillID.String(), Field: fmt.Sprintf("bills[%d].", i)}
		if c.Amount != nil {
			amount := amounts.AboveZero(one.Field+"amount", *c.Amount)
			one.Amount = &amount
		}
		n.Choices = append(n.Choices, one)
	}
	bad = append(bad, amounts.Fields...)
	if err := bad.Err(); err != nil {
		return nil, err
	}
	w, err := s.draft(ctx, sc, n)
	return reply(sc, w, err)
}

type listInput struct {
	web.Paging
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, in *listInput) (
	*web.Page[ListedView, web.Pagination], error) {
	page, err := s.list(ctx, sc, in)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(page, func(r Run) ListedView { return r.listed(sc) }), nil
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *Path) (*web.Data[View], error) {
	w, err := s.get(ctx, sc, in.RunID.String())
	return reply(sc, w, err)
}

func (s *Service) httpConfirm(ctx context.Context, sc scope.Scope, in *Path) (*web.Data[View], error) {
	w, err := s.confirm(ctx, sc, in.RunID.String())
	return reply(sc, w, err)
}

func (s *Service) httpCancel(ctx context.Context, sc scope.Scope, in *Path) (*web.Data[View], error) {
	w, err := s.cancel(ctx, sc, in.RunID.String())
	return reply(sc, w, err)
}

func (s *Service) httpPain(ctx context.Context, sc scope.Scope, in *Path) (*file.File, error) {
	w, account, err := s.sent(ctx, sc, in.RunID.String())
	if err != nil {
		return nil, err
	}
	text, err := w.pain(sc, account)
	return &file.File{Name: export.Name("pain001", "", w.PaidOn) + ".xml", Type: painType, Content: text}, err
}
