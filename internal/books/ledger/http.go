package ledger

import (
	"context"
	"fmt"
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
)

const (
	createNote = "With isDefault it replaces the default account of its kind. The opening balance, which may be below " +
		"zero, is posted today. Accounts of kind asset, liability, income, expense and equity are the hotel's own chart: " +
		"vouchers move them, no payments do. Their opening balance is a debit, below zero a credit."
	settingsNote = "Fields that are left out keep their value. Existing bookings and invoices keep the rules under " +
		"which they were made. nightAuditHour is the hour of the hotel's clock at which a day is closed automatically: " +
		"before noon it is the day before, from noon on the day itself; with -1 days are only closed by hand."
	lockNote = "Nothing is dated until that day any more (400 names the first open day), and documents of the period " +
		"stay as they are. Nights of the period that are posted later are posted on the business day. The period can be " +
		"made longer; to make it shorter, unlock it first."
	// TrialBalanceNote says what the trial balance has.
	TrialBalanceNote = "Every account that has an entry by the end of the date, the books' own accounts included. " +
		"Debits and credits are equal."
	updateNote = "Changing openingBalance posts the difference today. The default account of a kind stays the default " +
		"until another one replaces it."
	deleteNote    = "Only if no money was ever moved in it. Other accounts can be made inactive."
	statementNote = "The entries of the days from and to, each with the balance after it. openingBalance and all " +
		"amounts add up to closingBalance. At most 366 days. to is the business day unless given: today, or tomorrow " +
		"once today is closed; from is the first of to's month."
)

// Routes are the endpoints of /api/accounts.
func (s *Service) Routes() []web.Route {
	const base = "/api/accounts/{orgId}"
	const account = base + "/{accountId}"
	create, view, update := may.Create(may.Accounts), may.View(may.Accounts), may.Update(may.Accounts)
	return []web.Route{
		web.Create(base+"/create", create, s.httpCreate, "Open an account").With(createNote),
		web.Get(base+"/list", view, s.httpList, "List the accounts").With("All of them with their balances, newest first."),
		web.Get(base+"/settings", view, s.httpSettings, "Show the billing settings"),
		web.Put(base+"/settings", may.Update(may.Organization), s.httpChangeSettings, "Change the billing settings").
			With(settingsNote),
		web.Get(base+"/lock", view, s.httpPeriod, "Show the locked period of the books"),
		web.Put(base+"/lock", update, s.httpLock, "Lock the books until a day").With(lockNote),
		web.Delete(base+"/lock", may.Manage(may.Accounts), s.httpUnlock, "Unlock the books").
			With("The audit log keeps who did it."),
		web.Create(base+"/transfer", create, s.httpTransfer, "Move money from one account into another").
			With("Even if the account goes below zero: the books record what was done."),
		web.Get(base+"/transfers", view, s.httpTransfers, "List the transfers").With("Newest first."),
		web.Get(base+"/trial-balance", view, s.httpTrialBalance, "Show the trial balance").With(TrialBalanceNote),
		web.Get(account, view, s.httpGet, "Show an account"),
		web.Put(account+"/update", update, s.httpUpdate, "Change an account").With(updateNote),
		web.Delete(account+"/delete", may.Delete(may.Accounts), s.httpDelete, "Delete an account").With(deleteNote),
		web.Get(account+"/statement", view, s.httpStatement, "Show an account's statement").With(statementNote),
	}
}

// InJSON describes the type to the API's document.
func (Method) InJSON() (like any, tags string) {
	var names []string
	for _, method := range Methods {
		names = append(names, string(method))
	}
	return "", fmt.Sprintf(`enum:%q example:%q`, strings.Join(names, ","), UPI)
}

// View is an account in a response.
type View struct {
	ID        string       `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	Name      string       `json:"name" example:"HDFC current account"`
	Kind      string       `json:"kind" enum:"cash,bank,card,upi,ota,asset,liability,income,expense,equity" example:"bank"`
	IsDefault bool         `json:"isDefault" doc:"Takes payments by its methods that name no account"`
	IsActive  bool         `json:"isActive"`
	IsSafe    bool         `json:"isSafe,omitempty" doc:"Of kind cash: a safe, which has no shifts"`
	Notes     string       `json:"notes" example:"A/c ending 4321"`
	Opening   money.Number `json:"openingBalance" example:"25000"`
	Balance   money.Number `json:"balance" doc:"The sum of its entries; below zero: overdrawn" example:"48250.5"`
	CreatedAt date.Time    `json:"createdAt"`
	UpdatedAt date.Time    `json:"updatedAt"`
	Version   int64        `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func (o Opened) view(sc scope.Scope) View {
	return View{ID: o.ID, Name: o.Name, Kind: o.Kind, IsDefault: o.Default, IsActive: o.Active, IsSafe: o.Safe,
		Notes:   o.Notes,
		Opening: o.Opening.Number(sc.Currency), Balance: o.Balance.Number(sc.Currency),
		CreatedAt: date.Time(o.CreatedAt), UpdatedAt: date.Time(o.UpdatedAt), Version: o.Version}
}

func reply(sc scope.Scope, o Opened, err error) (*web.Data[View], error) {
	if err != nil {
		return nil, err
	}
	return web.OK(o.view(sc)), nil
}

type createInput struct {
	Body struct {
		Name      string        `json:"name" minLength:"1" maxLength:"80" example:"HDFC current account"`
		Kind      string        `json:"kind" enum:"cash,bank,card,upi,ota,asset,liability,income,expense,equity"`
		IsDefault bool          `json:"isDefault,omitempty" doc:"Takes what names no account" example:"false"`
		Opening   *money.Number `json:"openingBalance,omitempty" doc:"What is in it now; may be below zero" example:"25000"`
		IsSafe    bool          `json:"isSafe,omitempty" doc:"Of kind cash: a safe, which has no shifts" example:"false"`
		Notes     string        `json:"notes,omitempty" maxLength:"500" example:"A/c ending 4321"`
	}
}

func (s *Service) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[View], error) {
	b := in.Body
	o := Opened{Account: Account{Name: b.Name, Kind: b.Kind, Default: b.IsDefault, Active: true, Safe: b.IsSafe,
		Notes: b.Notes}}
	if b.Opening != nil {
		var err error
		if o.Opening, err = b.Opening.In(sc.Currency); err != nil {
			return nil, errs.InvalidField("openingBalance", "%s", err)
		}
	}
	created, err := s.create(ctx, sc, o)
	return reply(sc, created, err)
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[[]View], error) {
	accounts, err := s.Accounts(ctx, sc)
	if err != nil {
		return nil, err
	}
	views := make([]View, len(accounts))
	for i, o := range accounts {
		views[i] = o.view(sc)
	}
	return web.OK(views), nil
}

type accountInput struct {
	AccountID web.ID `path:"accountId" doc:"The account's id"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *accountInput) (*web.Data[View], error) {
	found, err := s.account(ctx, sc, in.AccountID.String())
	return reply(sc, found, err)
}

type updateInput struct {
	AccountID web.ID `path:"accountId" doc:"The account's id"`
	Body      struct {
		Name      web.Change[string]         `json:"name,omitzero" minLength:"1" maxLength:"80" example:"HDFC account"`
		IsDefault web.Change[bool]           `json:"isDefault,omitzero" doc:"Takes what names no account" example:"true"`
		IsActive  web.Change[bool]           `json:"isActive,omitzero" doc:"false: takes no more money" example:"true"`
		Opening   web.Optional[money.Number] `json:"openingBalance,omitzero" doc:"May be below zero" example:"26000"`
		IsSafe    web.Change[bool]           `json:"isSafe,omitzero" doc:"Of kind cash: has no shifts" example:"false"`
		Notes     web.Optional[string]       `json:"notes,omitzero" maxLength:"500" example:"A/c ending 4321"`
	} `required:"false"`
}

func (s *Service) httpUpdate(ctx context.Context, sc scope.Scope, in *updateInput) (*web.Data[View], error) {
	b := in.Body
	var opening money.Amount
	if b.Opening.Set && !b.Opening.Null {
		var err error
		if opening, err = b.Opening.Value.In(sc.Currency); err != nil {
			return nil, errs.InvalidField("openingBalance", "%s", err)
		}
	}
	changed, err := s.Change(ctx, sc, in.AccountID.String(), func(o *Opened) {
		o.Name, o.Default, o.Active, o.Notes = b.Name.Or(o.Name), b.IsDefault.Or(o.Default), b.IsActive.Or(o.Active),
			b.Notes.Or(o.Notes)
		o.Safe = b.IsSafe.Or(o.Safe)
		if b.Opening.Set {
			o.Opening = opening
		}
	})
	return reply(sc, changed, err)
}

func (s *Service) httpDelete(ctx context.Context, sc scope.Scope, in *accountInput) (*web.Message, error) {
	if err := s.delete(ctx, sc, in.AccountID.String()); err != nil {
		return nil, err
	}
	return web.Done("The account is deleted."), nil
}

// Settings are how an organization bills.
type Settings struct {
	PricesIncludeTax  bool   `json:"pricesIncludeTax" doc:"Quoted rates include the tax"`
	IssueAtCheckout   bool   `json:"issueAtCheckout" doc:"Check-out issues the invoice that it drafts"`
	RoundToWhole      bool   `json:"roundToWhole" doc:"Invoices are rounded to whole rupees, by a line of their own"`
	SpecifiedPremises bool   `json:"specifiedPremises" doc:"Under GST: food bears 18 %, else 5 %"`
	InputTaxRule      string `json:"inputTaxRule" enum:"by-sales,all,none" doc:"Which tax on expenses is claimed"`
	DueDays           int    `json:"dueDays" doc:"Days from an invoice's date to its due date" example:"15"`
	NightAuditHour    int    `json:"nightAuditHour" doc:"-1: days are only closed by hand" example:"3"`
	NightAuditNoShows bool   `json:"nightAuditNoShows" doc:"Automatic closing also marks no-shows"`
	RefuseEarly       bool   `json:"refuseEarlyArrival" doc:"Check-in before its day needs force"`
	RefuseDirty       bool   `json:"refuseDirtyRoom" doc:"Check-in into a dirty room needs force"`
	RefuseOccupied    bool   `json:"refuseOccupiedRoom" doc:"Check-in into a room that is still occupied needs force"`
	RefuseOwed        bool   `json:"refuseBalanceOwed" doc:"Check-out with money owed needs force"`
	RefuseDoNotRent   bool   `json:"refuseDoNotRent" doc:"Booking for a guest marked do not rent needs force"`
	CashNeedsShift    bool   `json:"cashNeedsShift,omitempty" doc:"Cash moves only while a shift is open on its drawer"`
	LastClosedDay     string `json:"lastClosedDay" doc:"Empty before the first" example:"2026-04-13"`
	Version           int64  `json:"version" doc:"Every change of the settings raises it; see If-Match" example:"3"`
}

func (b Books) view(closed date.Date) Settings {
	return Settings{PricesIncludeTax: b.PricesIncludeTax, IssueAtCheckout: b.IssueAtCheckout, RoundToWhole: b.RoundToWhole,
		SpecifiedPremises: b.SpecifiedPremises, InputTaxRule: b.InputTaxRule,
		DueDays: b.DueDays, NightAuditHour: b.AuditHour, NightAuditNoShows: b.AuditNoShows,
		RefuseEarly: b.RefuseEarlyArrival, RefuseDirty: b.RefuseDirtyRoom, RefuseOccupied: b.RefuseOccupiedRoom,
		RefuseOwed: b.RefuseBalanceOwed, RefuseDoNotRent: b.RefuseDoNotRent,
		CashNeedsShift: b.CashNeedsShift, LastClosedDay: string(closed), Version: b.Version}
}

func (s *Service) httpSettings(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[Settings], error) {
	b, closed, err := s.settings(ctx, sc)
	return web.Reply(b.view(closed), err)
}

type settingsInput struct {
	Body struct {
		PricesIncludeTax  web.Change[bool]   `json:"pricesIncludeTax,omitzero" example:"true"`
		IssueAtCheckout   web.Change[bool]   `json:"issueAtCheckout,omitzero" example:"false"`
		RoundToWhole      web.Change[bool]   `json:"roundToWhole,omitzero" example:"false"`
		SpecifiedPremises web.Change[bool]   `json:"specifiedPremises,omitzero" example:"false"`
		InputTaxRule      web.Change[string] `json:"inputTaxRule,omitzero" enum:"by-sales,all,none" example:"by-sales"`
		DueDays           web.Change[int]    `json:"dueDays,omitzero" minimum:"0" maximum:"365" example:"15"`
		NightAuditHour    web.Change[int]    `json:"nightAuditHour,omitzero" minimum:"-1" maximum:"23" example:"3"`
		NightAuditNoShows web.Change[bool]   `json:"nightAuditNoShows,omitzero" example:"false"`
		RefuseEarly       web.Change[bool]   `json:"refuseEarlyArrival,omitzero" example:"false"`
		RefuseDirty       web.Change[bool]   `json:"refuseDirtyRoom,omitzero" example:"false"`
		RefuseOccupied    web.Change[bool]   `json:"refuseOccupiedRoom,omitzero" example:"false"`
		RefuseOwed        web.Change[bool]   `json:"refuseBalanceOwed,omitzero" example:"false"`
		RefuseDoNotRent   web.Change[bool]   `json:"refuseDoNotRent,omitzero" example:"false"`
		CashNeedsShift    web.Change[bool]   `json:"cashNeedsShift,omitzero" example:"false"`
	} `required:"false"`
}

func (s *Service) httpChangeSettings(ctx context.Context, sc scope.Scope, in *settingsInput) (
	*web.Data[Settings], error) {
	asked := in.Body
	b, closed, err := s.ChangeSettings(ctx, sc, func(books *Books) {
		books.PricesIncludeTax = asked.PricesIncludeTax.Or(books.PricesIncludeTax)
		books.IssueAtCheckout = asked.IssueAtCheckout.Or(books.IssueAtCheckout)
		books.RoundToWhole = asked.RoundToWhole.Or(books.RoundToWhole)
		books.SpecifiedPremises = asked.SpecifiedPremises.Or(books.SpecifiedPremises)
		books.InputTaxRule = asked.InputTaxRule.Or(books.InputTaxRule)
		books.DueDays = asked.DueDays.Or(books.DueDays)
		books.AuditHour = asked.NightAuditHour.Or(books.AuditHour)
		books.AuditNoShows = asked.NightAuditNoShows.Or(books.AuditNoShows)
		books.RefuseEarlyArrival = asked.RefuseEarly.Or(books.RefuseEarlyArrival)
		books.RefuseDirtyRoom = asked.RefuseDirty.Or(books.RefuseDirtyRoom)
		books.RefuseOccupiedRoom = asked.RefuseOccupied.Or(books.RefuseOccupiedRoom)
		books.RefuseBalanceOwed = asked.RefuseOwed.Or(books.RefuseBalanceOwed)
		books.RefuseDoNotRent = asked.RefuseDoNotRent.Or(books.RefuseDoNotRent)
		books.CashNeedsShift = asked.CashNeedsShift.Or(books.CashNeedsShift)
	})
	return web.Reply(b.view(closed), err)
}

// TransferView is a transfer in a response.
type TransferView struct {
	ID            string       `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	FromAccountID string       `json:"fromAccountId" example:"665f1c2ab7e4d90012ab34ce"`
	FromAccount   string       `json:"fromAccountName" example:"Cash"`
	ToAccountID   string       `json:"toAccountId" example:"665f1c2ab7e4d90012ab34cf"`
	ToAccount     string       `json:"toAccountName" example:"HDFC current account"`
	Amount        money.Number `json:"amount" example:"15000"`
	Date          string       `json:"date" example:"2026-04-14"`
	Notes         string       `json:"notes" example:"Paid in at the branch"`
	CreatedBy     string       `json:"createdBy" example:"665f1c2ab7e4d90012ab34d0"`
	CreatedAt     date.Time    `json:"createdAt"`
}

func (t Transfer) view(sc scope.Scope, names map[string]string) TransferView {
	return TransferView{ID: t.ID, FromAccountID: t.From, FromAccount: names[t.From], ToAccountID: t.To,
		ToAccount: names[t.To], Amount: t.Amount.Number(sc.Currency), Date: string(t.Date), Notes: t.Notes,
		CreatedBy: t.CreatedBy, CreatedAt: date.Time(t.CreatedAt)}
}

type transferInput struct {
	Body struct {
		From   web.ID       `json:"fromAccountId"`
		To     web.ID       `json:"toAccountId"`
		Amount money.Number `json:"amount" doc:"Above zero" example:"15000"`
		Date   date.Date    `json:"date,omitempty" doc:"Default: today; not a closed day before" example:"2026-04-14"`
		Notes  string       `json:"notes,omitempty" maxLength:"500" example:"Paid in at the branch"`
	}
}

func (s *Service) httpTransfer(ctx context.Context, sc scope.Scope, in *transferInput) (
	*web.Data[TransferView], error) {
	amounts := money.Reader{Currency: sc.Currency}
	amount := amounts.AboveZero("amount", in.Body.Amount)
	if in.Body.From == in.Body.To {
		amounts.Fields.Add("toAccountId", "must be another account than fromAccountId")
	}
	date.CheckDay(&amounts.Fields, "date", in.Body.Date)
	if err := amounts.Fields.Err(); err != nil {
		return nil, err
	}
	made, err := s.Transfer(ctx, sc, Transfer{From: in.Body.From.String(), To: in.Body.To.String(), Amount: amount,
		Date: in.Body.Date, Notes: in.Body.Notes})
	return web.Reply(made.view(sc, made.Names), err)
}

type transfersInput struct {
	web.Paging
	AccountID web.ID    `query:"accountId" maxLength:"40" doc:"Only transfers from or into this account"`
	From      date.Date `query:"from" doc:"Dated on or after"`
	To        date.Date `query:"to" doc:"Dated on or before"`
}

func (s *Service) httpTransfers(ctx context.Context, sc scope.Scope,
	in *transfersInput) (*web.Page[TransferView, web.Pagination], error) {
	found, err := s.transfers(ctx, sc, in)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(found.Page, func(t Transfer) TransferView { return t.view(sc, found.names) }), nil
}

// StatementView is an account's statement.
type StatementView struct {
	AccountID string       `json:"accountId" example:"665f1c2ab7e4d90012ab34cd"`
	Account   string       `json:"accountName" example:"HDFC current account"`
	Kind      string       `json:"kind" enum:"cash,bank,card,upi,ota,asset,liability,income,expense,equity" example:"bank"`
	From      string       `json:"from" example:"2026-04-01"`
	To        string       `json:"to" example:"2026-04-30"`
	Opening   money.Number `json:"openingBalance" doc:"Before the first day" example:"25000"`
	In        money.Number `json:"totalIn" example:"40000"`
	Out       money.Number `json:"totalOut" example:"16749.5"`
	Closing   money.Number `json:"closingBalance" doc:"After the last day" example:"48250.5"`
	Entries   []LineView   `json:"entries"`
}

// LineView is an entry in a statement.
type LineView struct {
	Date string `json:"date" example:"2026-04-14"`

	Document string `json:"document" doc:"opening, payment, refund, transfer, expense, voucher, shift …"`

	DocumentID string       `json:"documentId" example:"665f1c2ab7e4d90012ab34cd"`
	Number     string       `json:"number" doc:"The document's number; empty if it has none" example:"PAY-12"`
	Note       string       `json:"note" example:"void: typed twice"`
	Amount     money.Number `json:"amount" doc:"Into the account; below zero: out of it" example:"5000"`
	Balance    money.Number `json:"balance" doc:"After the entry" example:"30000"`
	CreatedAt  date.Time    `json:"createdAt"`
}

type statementInput struct {
	AccountID web.ID    `path:"accountId" doc:"The account's id"`
	From      date.Date `query:"from" doc:"The first day; the first of to's month unless given"`
	To        date.Date `query:"to" doc:"The last day; the business day unless given"`
}

func (s *Service) httpStatement(ctx context.Context, sc scope.Scope, in *statementInput) (
	*web.Data[StatementView], error) {
	if err := date.CheckDays(in.From, in.To); err != nil {
		return nil, err
	}
	st, err := s.statement(ctx, sc, in.AccountID.String(), in.From, in.To)
	return web.Reply(st.view(sc), err)
}

func (st statement) view(sc scope.Scope) StatementView {
	v := StatementView{AccountID: st.ID, Account: st.Name, Kind: st.Kind, From: string(st.From), To: string(st.To),
		Opening: st.Opening.Number(sc.Currency), Closing: st.Closing.Number(sc.Currency),
		Entries: make([]LineView, len(st.Lines))}
	var in, out money.Amount
	for i, l := range st.Lines {
		in, out = in+max(l.Amount, 0), out-min(l.Amount, 0)
		v.Entries[i] = LineView{Date: string(l.Date), Document: l.Document, DocumentID: l.DocumentID, Number: l.Number,
			Note: l.Note, Amount: l.Amount.Number(sc.Currency), Balance: l.Balance.Number(sc.Currency),
			CreatedAt: date.Time(l.CreatedAt)}
	}
	v.In, v.Out = in.Number(sc.Currency), out.Number(sc.Currency)
	return v
}

// TrialBalance has the balances of all accounts after a day.
type TrialBalance struct {
	Date     string       `json:"date" example:"2026-04-30"`
	Accounts []BalanceRow `json:"accounts"`
	Debit    money.Number `json:"totalDebit" example:"125000"`
	Credit   money.Number `json:"totalCredit" doc:"Always the same as totalDebit" example:"125000"`
}

// BalanceRow is an account in the trial balance. Its debit or its credit is zero.
type BalanceRow struct {
	Account string       `json:"account" doc:"The account's id, or one of the books' own" example:"guests"`
	Name    string       `json:"name" example:"Guests"`
	Kind    string       `json:"kind" enum:"cash,bank,card,upi,ota,asset,liability,income,expense,equity,books"`
	Debit   money.Number `json:"debit" example:"12500"`
	Credit  money.Number `json:"credit" example:"0"`
}

// TrialBalanceInput is what the trial balance is asked by.
type TrialBalanceInput struct {
	Date date.Date `query:"date" doc:"The end of this day; the business day unless given"`
}

func (s *Service) httpTrialBalance(ctx context.Context, sc scope.Scope, in *TrialBalanceInput) (
	*web.Data[TrialBalance], error) {
	v, err := s.TrialBalance(ctx, sc, in)
	return web.Reply(v, err)
}

// TrialBalance is the trial balance that is asked for. Invalid names a bad date.
func (s *Service) TrialBalance(ctx context.Context, sc scope.Scope, in *TrialBalanceInput) (TrialBalance, error) {
	var fields errs.Fields
	date.CheckDay(&fields, "date", in.Date)
	if err := fields.Err(); err != nil {
		return TrialBalance{}, err
	}
	b, err := s.trialBalance(ctx, sc, in.Date)
	if err != nil {
		return TrialBalance{}, err
	}
	return b.view(sc), nil
}

func (b balances) view(sc scope.Scope) TrialBalance {
	v := TrialBalance{Date: string(b.day), Accounts: []BalanceRow{}}
	var debits, credits money.Amount
	add := func(account, name, kind string) {
		balance, there := b.of[account]
		if !there {
			return
		}
		debit, credit := max(balance, 0), -min(balance, 0)
		debits, credits = debits+debit, credits+credit
		v.Accounts = append(v.Accounts, BalanceRow{Account: account, Name: name, Kind: kind,
			Debit: debit.Number(sc.Currency), Credit: credit.Number(sc.Currency)})
	}
	for _, o := range b.accounts {
		add(o.ID, o.Name, o.Kind)
	}
	for _, own := range OwnAccounts {
		add(own[0], own[1], "books")
	}
	v.Debit, v.Credit = debits.Number(sc.Currency), credits.Number(sc.Currency)
	return v
}
