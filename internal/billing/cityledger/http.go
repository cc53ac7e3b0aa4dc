package cityledger

import (
	"context"
	"fmt"

	"sarai/internal/billing/ageing"
	"sarai/internal/billing/payment"
	"sarai/internal/billing/receivable"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/export"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

const (
	moveNote = "An issued invoice of a stay that is over, of a group's master account, or of no booking, which owes " +
		"something. The company must be allowed to leave on account, not be on hold, and with this owe no more than its " +
		"limit: above it only with the permission invoices.manage, and a reason. It is due by the company's terms."
	payNote = "For the invoices of allocations, or with oldestFirst for those that are due first. What is for none " +
		"stays on the account until it is applied. What an invoice is short of is settled as tds or discount, or is " +
		"marked as a dispute and stays owed. The payment is one of the hotel's payments: it is shown, refunded and made " +
		"void as any."
	statementNote = "The lines of the days from and to, the oldest first; opening and the lines add up to closing. At " +
		"most 366 days and 50,000 lines (400 for more). to is the business day unless given, from is the first of its month."
	ageingNote = "At the end of asOf, by the days on which invoices on accounts were due; asOf is the business day " +
		"unless given."
)

// Routes are the endpoints of the accounts of companies.
func (s *Service) Routes() []web.Route {
	const base = "/api/companies/{orgId}"
	const one = base + "/{companyId}"
	view := may.View(may.Invoices)
	routes := []web.Route{
		web.Get(base+"/ageing", view, s.httpAgeing, "Show how old what companies owe is").With(ageingNote),
		web.Get(one+"/account", view, s.httpAccount, "Show what a company owes, invoice by invoice"),
		web.Create(one+"/invoices", may.Update(may.Invoices), s.httpMove, "Move an invoice to a company's account").
			With(moveNote),
		web.Post(one+"/invoices/{debtId}/take-back", may.Update(may.Invoices), s.httpTakeBack,
			"Take an invoice off a company's account").With("While the company has paid and settled nothing of it."),
		web.Create(one+"/invoices/{debtId}/write-off", may.Manage(may.Invoices), s.httpWriteOff,
			"Write off what a company owes").With("As a bad debt. It doesn't lower any GST."),
		web.Create(one+"/payments", may.Create(may.Payments), s.httpPay, "Take a payment of a company").With(payNote),
		web.Post(one+"/payments/{companyPaymentId}/apply", may.Update(may.Payments), s.httpApply,
			"Apply an unapplied payment of a company"),
		web.Post(one+"/settlements/{settlementId}/reverse", may.Manage(may.Invoices), s.httpReverse,
			"Take back a write-off, or TDS or a discount").With("The invoice owes as much again."),
		web.Get(one+"/statement", view, s.httpStatement, "Show a company's statement").With(statementNote),
	}
	return append(routes, export.Routes(one+"/statement", view, s.file, "A company's statement", statementNote)...)
}

// Path names the company.
type Path struct {
	CompanyID web.ID `path:"companyId" doc:"The company's id"`
}

// ItemView is an invoice on a company's account.
type ItemView struct {
	InvoiceID string       `json:"invoiceId" example:"665f1c2ab7e4d90012ab34ce"`
	Number    string       `json:"invoiceNumber" example:"INV-42"`
	CompanyID string       `json:"companyId" example:"665f1c2ab7e4d90012ab34cf"`
	Date      date.Date    `json:"date" doc:"Of the invoice"`
	Due       date.Date    `json:"dueDate"`
	Amount    money.Number `json:"amount" doc:"What it owed when it was moved" example:"11800"`
	Open      money.Number `json:"openAmount" example:"11800"`
	Disputed  money.Number `json:"disputedAmount" doc:"What of it the company contests" example:"0"`
	Dispute   string       `json:"dispute" example:""`
	PONumber  string       `json:"poNumber" example:"PO-7"`
	Reason    string       `json:"reason" doc:"Why it may exceed the limit" example:""`
	MovedAt   date.Time    `json:"movedAt"`
}

func itemView(sc scope.Scope, i receivable.Item) ItemView {
	return ItemView{i.InvoiceID, i.Number, i.CompanyID, i.Date, i.Due, i.Amount.Number(sc.Currency),
		i.Open.Number(sc.Currency), i.Disputed.Number(sc.Currency), i.Dispute, i.PONumber, i.Reason, date.Time(i.MovedAt)}
}

type moveInput struct {
	Path
	Body struct {
		InvoiceID web.ID `json:"invoiceId"`
		PONumber  string `json:"poNumber,omitempty" maxLength:"60" example:"PO-7"`
		Reason    string `json:"reason,omitempty" maxLength:"500" doc:"Above the limit it is needed" example:"Agreed"`
	}
}

func (s *Service) httpMove(ctx context.Context, sc scope.Scope, in *moveInput) (*web.Data[ItemView], error) {
	item, err := s.Move(ctx, sc, in.CompanyID.String(), Move{in.Body.InvoiceID.String(), in.Body.PONumber,
		in.Body.Reason})
	return web.Reply(itemView(sc, item), err)
}

// ItemPath names an invoice on its account.
type ItemPath struct {
	Path
	InvoiceID web.ID `path:"debtId" doc:"The id of an invoice on the account"`
}

type takeBackInput struct {
	ItemPath
	Body struct {
		Reason string `json:"reason" minLength:"1" maxLength:"500" example:"The guest pays himself"`
	}
}

func (s *Service) httpTakeBack(ctx context.Context, sc scope.Scope, in *takeBackInput) (*web.Message, error) {
	if err := s.TakeBack(ctx, sc, in.CompanyID.String(), in.InvoiceID.String(), in.Body.Reason); err != nil {
		return nil, err
	}
	return web.Done("The invoice is off the company's account."), nil
}

// SettlementView is what was settled without money.
type SettlementView struct {
	ID        string       `json:"_id" example:"665f1c2ab7e4d90012ab34ca"`
	InvoiceID string       `json:"invoiceId" example:"665f1c2ab7e4d90012ab34ce"`
	Kind      string       `json:"kind" enum:"tds,discount,write_off" example:"write_off"`
	Amount    money.Number `json:"amount" example:"1800"`
	Reason    string       `json:"reason" example:"The company is insolvent"`
}

type writeOffInput struct {
	ItemPath
	Body struct {
		Amount *money.Number `json:"amount,omitempty" doc:"Default: all that is open" example:"1800"`
		Reason string        `json:"reason" minLength:"1" maxLength:"500" example:"The company is insolvent"`
	}
}

func (s *Service) httpWriteOff(ctx context.Context, sc scope.Scope, in *writeOffInput) (*web.Data[SettlementView],
	error) {
	amounts, amount := money.Reader{Currency: sc.Currency}, money.Amount(0)
	if in.Body.Amount != nil {
		amount = amounts.AboveZero("amount", *in.Body.Amount)
	}
	if err := amounts.Fields.Err(); err != nil {
		return nil, err
	}
	st, err := s.WriteOff(ctx, sc, in.CompanyID.String(), in.InvoiceID.String(), amount, in.Body.Reason)
	return web.Reply(SettlementView{st.ID, st.InvoiceID, st.Kind, st.Amount.Number(sc.Currency), st.Reason}, err)
}

type reverseInput struct {
	Path
	SettlementID web.ID `path:"settlementId" doc:"The settlement's id: the documentId of its line on the statement"`
	Body         struct {
		Reason string `json:"reason" minLength:"1" maxLength:"500" example:"The certificate never came"`
	}
}

func (s *Service) httpReverse(ctx context.Context, sc scope.Scope, in *reverseInput) (*web.Message, error) {
	if err := s.Reverse(ctx, sc, in.CompanyID.String(), in.SettlementID.String(), in.Body.Reason); err != nil {
		return nil, err
	}
	return web.Done("The invoice owes it again."), nil
}

// AllocationBody is what of a payment an invoice gets.
type AllocationBody struct {
	InvoiceID web.ID        `json:"invoiceId"`
	Amount    money.Number  `json:"amount" doc:"0 or more" example:"11564"`
	Short     *money.Number `json:"shortAmount,omitempty" doc:"What the company doesn't pay of it" example:"236"`
	Kind      string        `json:"shortKind,omitempty" enum:"tds,discount,dispute" doc:"With shortAmount" example:"tds"`
	Note      string        `json:"note,omitempty" maxLength:"500" example:"194C, certificate to follow"`
}

// AllocationsBody is how a payment is spread.
type AllocationsBody struct {
	Allocations []AllocationBody `json:"allocations,omitempty" maxItems:"500" doc:"Each invoice once"`
	OldestFirst bool             `json:"oldestFirst,omitempty" doc:"Instead of allocations"`
}

func (b AllocationsBody) read(amounts *money.Reader) (list []Allocation) {
	if b.OldestFirst && len(b.Allocations) > 0 {
		amounts.Fields.Add("allocations", "must be left out with oldestFirst")
	}
	for n, a := range b.Allocations {
		at := fmt.Sprintf("allocations[%d].", n)
		one := Allocation{InvoiceID: a.InvoiceID.String(), Amount: amounts.Read(at+"amount", a.Amount), Kind: a.Kind,
			Note: a.Note, Field: at}
		if one.Amount < 0 {
			amounts.Fields.Add(at+"amount", "must not be below 0")
		}
		if a.Short != nil {
			one.Short = amounts.AboveZero(at+"shortAmount", *a.Short)
		}
		if (a.Short == nil) != (a.Kind == "") {
			amounts.Fields.Add(at+"shortKind", "must be given with shortAmount, and only then")
			amounts.Fields.Add(at+"shortAmount", "must be given with shortKind, and only then")
		}
		list = append(list, one)
	}
	return list
}

type payInput struct {
	Path
	Body struct {
		Amount     money.Number  `json:"amount" doc:"Above zero" example:"40000"`
		Method     ledger.Method `json:"method"`
		AccountID  web.ID        `json:"accountId,omitempty" doc:"Default: that of the method"`
		Reference  string        `json:"reference,omitempty" maxLength:"120" example:"UTR 412233445566"`
		Notes      string        `json:"notes,omitempty" maxLength:"500" example:"For April"`
		ReceivedAt *date.Time    `json:"receivedAt,omitempty" doc:"Default now; not in the future"`
		AllocationsBody
	}
}

func (s *Service) httpPay(ctx context.Context, sc scope.Scope, in *payInput) (*web.Data[payment.View], error) {
	amounts, b := money.Reader{Currency: sc.Currency}, in.Body
	p := NewPayment{Amount: amounts.AboveZero("amount", b.Amount), OldestFirst: b.OldestFirst,
		Allocations: b.read(&amounts), NewPayment: payment.NewPayment{Method: b.Method, AccountID: b.AccountID.String(),
			Reference: b.Reference, Notes: b.Notes, ReceivedAt: (*int64)(b.ReceivedAt)}}
	if err := amounts.Fields.Err(); err != nil {
		return nil, err
	}
	made, err := s.Pay(ctx, sc, in.CompanyID.String(), p)
	return web.Reply(made.View(sc), err)
}

type applyInput struct {
	Path
	PaymentID web.ID `path:"companyPaymentId" doc:"The payment's id"`
	Body      struct{ AllocationsBody }
}

func (s *Service) httpApply(ctx context.Context, sc scope.Scope, in *applyInput) (*web.Data[payment.View], error) {
	amounts := money.Reader{Currency: sc.Currency}
	list := in.Body.read(&amounts)
	if len(in.Body.Allocations) == 0 && !in.Body.OldestFirst {
		amounts.Fields.Add("allocations", "must be given, or else oldestFirst")
	}
	if err := amounts.Fields.Err(); err != nil {
		return nil, err
	}
	p, err := s.Apply(ctx, sc, in.CompanyID.String(), in.PaymentID.String(), list, in.Body.OldestFirst)
	return web.Reply(p.View(sc), err)
}

// AccountView is what a company owes.
type AccountView struct {
	CompanyID string       `json:"companyId" example:"665f1c2ab7e4d90012ab34cf"`
	Balance   money.Number `json:"balance" doc:"What is open less what is unapplied" example:"11800"`
	Unapplied money.Number `json:"unappliedAmount" doc:"Payments that are for no invoice yet" example:"0"`
	Invoices  []ItemView   `json:"invoices" doc:"Those of which something is open, the first due first"`
}

func (s *Service) httpAccount(ctx context.Context, sc scope.Scope, in *Path) (*web.Data[AccountView], error) {
	a, items, err := s.Account(ctx, sc, in.CompanyID.String())
	v := AccountView{in.CompanyID.String(), a.Balance.Number(sc.Currency), a.Unapplied.Number(sc.Currency),
		make([]ItemView, len(items))}
	for n, item := range items {
		v.Invoices[n] = itemView(sc, item)
	}
	return web.Reply(v, err)
}

type statementInput struct {
	Path
	From date.Date `query:"from" doc:"The first day; the first of to's month unless given"`
	To   date.Date `query:"to" doc:"The last day; the business day unless given"`
}

// LineView is a line of a statement.
type LineView struct {
	Date       date.Date    `json:"date"`
	Document   string       `json:"document" example:"invoice"`
	DocumentID string       `json:"documentId" example:"665f1c2ab7e4d90012ab34ce"`
	Number     string       `json:"number" example:"INV-42"`
	InvoiceID  string       `json:"invoiceId" doc:"Empty: for no invoice" example:"665f1c2ab7e4d90012ab34ce"`
	Note       string       `json:"note" example:""`
	Amount     money.Number `json:"amount" doc:"Above zero: the company owes more" example:"11800"`
	Balance    money.Number `json:"balance" doc:"After it" example:"11800"`
}

// StatementView is a company's account on some days.
type StatementView struct {
	CompanyID string       `json:"companyId" example:"665f1c2ab7e4d90012ab34cf"`
	Company   string       `json:"company" example:"Rao Textiles"`
	From      date.Date    `json:"from"`
	To        date.Date    `json:"to"`
	Opening   money.Number `json:"openingBalance" example:"0"`
	Closing   money.Number `json:"closingBalance" example:"11800"`
	Lines     []LineView   `json:"lines"`
}

func (s *Service) httpStatement(ctx context.Context, sc scope.Scope, in *statementInput) (*web.Data[StatementView],
	error) {
	st, err := s.Statement(ctx, sc, in.CompanyID.String(), in.From, in.To)
	return web.Reply(st.view(sc), err)
}

func (st Statement) view(sc scope.Scope) StatementView {
	v := StatementView{CompanyID: st.Company.ID, Company: st.Company.Name, From: st.From, To: st.To,
		Opening: st.Opening.Number(sc.Currency), Closing: st.Closing.Number(sc.Currency),
		Lines: make([]LineView, len(st.Lines))}
	balance := st.Opening
	for n, l := range st.Lines {
		balance += l.Amount
		v.Lines[n] = LineView{l.Day, l.Document, l.DocumentID, l.Number, l.InvoiceID, l.Note,
			l.Amount.Number(sc.Currency), balance.Number(sc.Currency)}
	}
	return v
}

// file is the statement as a file, with the balances before and after.
func (s *Service) file(ctx context.Context, sc scope.Scope, in *statementInput) (export.File, error) {
	st, err := s.Statement(ctx, sc, in.CompanyID.String(), in.From, in.To)
	if err != nil {
		return export.File{}, err
	}
	v := st.view(sc)
	t := export.Table{Name: "Statement", Headings: export.Row("Date", "Document", "Number", "Note",
		"Amount "+sc.Currency, "Balance "+sc.Currency), Rows: [][]export.Cell{
		export.Row(v.From, "Opening balance", "", "", nil, v.Opening)}}
	for _, l := range v.Lines {
		t.Rows = append(t.Rows, export.Row(l.Date, l.Document, l.Number, l.Note, l.Amount, l.Balance))
	}
	t.Rows = append(t.Rows, export.Row(v.To, "Closing balance", "", "", nil, v.Closing))
	return export.File{Name: export.Name("statement", st.From, st.To), Tables: []export.Table{t}}, nil
}

// AgesView is what is owed by how long it has been due.
type AgesView struct {
	Current   money.Number `json:"current" doc:"Not due yet, or on that day" example:"11800"`
	To30      money.Number `json:"days1to30" example:"0"`
	To60      money.Number `json:"days31to60" example:"0"`
	To90      money.Number `json:"days61to90" example:"0"`
	Over90    money.Number `json:"daysOver90" example:"0"`
	Over120   money.Number `json:"daysOver120" doc:"What of daysOver90 is older still" example:"0"`
	Unapplied money.Number `json:"unappliedAmount" doc:"Payments that are for no invoice yet" example:"0"`
	Total     money.Number `json:"total" doc:"Less what is unapplied" example:"11800"`
}

func agesView(a ageing.Ages, currency string) AgesView {
	return AgesView{a.Current.Number(currency), a.To30.Number(currency), a.To60.Number(currency),
		a.To90.Number(currency), (a.To120 + a.Older).Number(currency), a.Older.Number(currency), a.Unapplied.Number(currency),
		a.Total().Number(currency)}
}

// AgedView is what one company owes.
type AgedView struct {
	CompanyID string `json:"companyId" example:"665f1c2ab7e4d90012ab34cf"`
	Company   string `json:"company" example:"Rao Textiles"`
	AgesView
}

// AgeingView is what all companies owe.
type AgeingView struct {
	AsOf      date.Date  `json:"asOf"`
	Companies []AgedView `json:"companies" doc:"By name; those that owe something or have something unapplied"`
	Totals    AgesView   `json:"totals"`
}

type ageingInput struct {
	AsOf date.Date `query:"asOf" doc:"The end of this day"`
}

func (s *Service) httpAgeing(ctx context.Context, sc scope.Scope, in *ageingInput) (*web.Data[AgeingView], error) {
	var fields errs.Fields
	date.CheckDay(&fields, "asOf", in.AsOf)
	if err := fields.Err(); err != nil {
		return nil, err
	}
	day, list, err := s.Ageing(ctx, sc, in.AsOf)
	v := AgeingView{AsOf: day, Companies: make([]AgedView, len(list))}
	var all ageing.Ages
	for n, a := range list {
		v.Companies[n] = AgedView{a.ID, a.Name, agesView(a.Ages, sc.Currency)}
		all.Plus(a.Ages)
	}
	v.Totals = agesView(all, sc.Currency)
	return web.Reply(v, err)
}
