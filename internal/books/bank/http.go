package bank

import (
	"context"
	"fmt"

	"sarai/internal/books/ledger"
	"sarai/internal/books/voucher"
	"sarai/internal/kit/bankfile"
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
	importNote = "CSV with the headings of the bank (date, narration, and debit and credit or one amount; balance " +
		"and reference if there are any), the same on the first sheet of an Excel workbook (.xlsx), OFX 1 or " +
		"2, CAMT.053, or MT940; in UTF-8, UTF-16 or Windows-1252. Days are " +
		"written with the day before the month, or as 2026-04-14. Balances must follow from the lines. Lines that " +
		"another file had are passed over; a file that was imported before changes nothing, and is answered as it was. " +
		"Nothing is booked."
	removeNote = "With its lines, if none of them is matched or ignored."
	listedNote = "The newest first."
	lineNote   = "With the entries that it was matched with, or else with proposals, the best first. Nothing " +
		"is booked before somebody says so."
	matchNote = "With entries of this account that add up to the line's amount, and belong to no other line. With " +
		"lines, all these lines together are the entries, such as a payment that the bank has booked in two parts; to open " +
		"one of them again opens all. With " +
		"until, those are meant, too, that the books have until that day and no line is, but for those in except: so " +
		"what was in the account before the first statement is matched with the books' balance."
	bookNote = "Posts a voucher between this account and those of lines, and matches the line with it. The amounts " +
		"are above zero and add up to the line's; a single line may leave it out. The next line with such words is " +
		"proposed to be booked likewise."
	ignoreNote     = "It stays in the bank's balance, and in the reconciliation with its reason."
	unmatchNote    = "Opens a line again that was matched or ignored. A voucher that was posted for it stays: reverse it."
	reconciledNote = "At the end of the day to, which is the business day unless given: the books' balance, less " +
		"entries that the bank doesn't have, plus lines that the books don't have, less what isn't explained, is the " +
		"bank's balance. Entries from the day from on are listed (at most 366 days), those before are added up. " +
		"unexplained is zero, unless lines of the bank weren't imported."
)

// What is found in the content of files that are text, or a workbook.
var fileTypes = []string{"text/plain; charset=utf-8", "text/plain; charset=utf-16le", "text/plain; charset=utf-16be",
	"text/xml; charset=utf-8", "application/zip"}

// Routes are the endpoints of statements, lines and reconciliations of an account.
func (s *Service) Routes() []web.Route {
	const account = "/api/accounts/{orgId}/{accountId}"
	const one, line = account + "/statements/{bankStatementId}", account + "/bank-lines/{bankLineId}"
	create, view, update := may.Create(may.Accounts), may.View(may.Accounts), may.Update(may.Accounts)
	return append([]web.Route{
		web.Upload(account+"/statements", create, s.httpImport, "Import a bank's statement", bankfile.MaxSize,
			fileTypes...).With(importNote).AnyVersion().Costly(),
		web.Get(account+"/statements", view, s.httpStatements, "List the imported statements").With(listedNote),
		web.Get(one, view, s.httpStatement, "Show an imported statement"),
		web.Delete(one, may.Delete(may.Accounts), s.httpRemove, "Remove an imported statement").With(removeNote),
		web.Get(account+"/bank-lines", view, s.httpLines, "List the lines of a bank's statements").With(listedNote),
		web.Get(line, view, s.httpLine, "Show a line of a bank's statement").With(lineNote),
		web.Post(line+"/match", update, s.httpMatch, "Match a line with entries").With(matchNote),
		web.Create(line+"/book", create, s.httpBook, "Book a line").With(bookNote).Waits(),
		web.Post(line+"/ignore", update, s.httpIgnore, "Ignore a line").With(ignoreNote),
		web.Post(line+"/unmatch", update, s.httpUnmatch, "Open a line again").With(unmatchNote),
		web.Get(account+"/bank-rules", view, s.httpRules, "List what was learned of lines"),
		web.Delete(account+"/bank-rules/{bankRuleId}", may.Delete(may.Accounts), s.httpForget,
			"Forget what was learned of lines"),
		web.Get(account+"/reconciliation", view, s.httpReconcile, "Reconcile an account with its bank").
			With(reconciledNote),
	}, export.Routes(account+"/reconciliation", view, s.reconciliationFile, "The reconciliation of an account",
		reconciledNote)...)
}

// AccountPath is the account in an address.
type AccountPath struct {
	AccountID web.ID `path:"accountId" doc:"The account's id"`
}

// StatementView is an imported statement.
type StatementView struct {
	ID            string        `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	AccountID     string        `json:"accountId" example:"665f1c2ab7e4d90012ab34ce"`
	FileName      string        `json:"fileName" example:"april.csv"`
	Format        string        `json:"format" enum:"csv,ofx,camt053,mt940,xlsx" example:"csv"`
	From          string        `json:"from" doc:"The first day of its lines" example:"2026-04-01"`
	To            string        `json:"to" doc:"The last day of its lines" example:"2026-04-30"`
	Opening       *money.Number `json:"openingBalance,omitempty" doc:"Left out if the file doesn't say" example:"25000"`
	Closing       *money.Number `json:"closingBalance,omitempty" doc:"Left out if the file doesn't say" example:"48250.5"`
	Found         int           `json:"lines" example:"42"`
	Added         int           `json:"newLines" doc:"Those that no file had before" example:"40"`
	CreatedBy     string        `json:"createdBy" example:"665f1c2ab7e4d90012ab34d0"`
	CreatedByName string        `json:"createdByName" example:"Meera Nair"`
	CreatedAt     date.Time     `json:"createdAt"`
}

func optional(amount *money.Amount, currency string) *money.Number {
	if amount == nil {
		return nil
	}
	number := amount.Number(currency)
	return &number
}

func (s Statement) view(sc scope.Scope) StatementView {
	return StatementView{ID: s.ID, AccountID: s.AccountID, FileName: s.FileName, Format: s.Format,
		From: string(s.FirstDay), To: string(s.LastDay), Opening: optional(s.Opening, sc.Currency),
		Closing: optional(s.Closing, sc.Currency), Found: s.Found, Added: s.Added, CreatedBy: s.CreatedBy,
		CreatedByName: s.CreatedByName, CreatedAt: date.Time(s.CreatedAt)}
}

type importInput struct {
	AccountPath
	web.FileBody
}

func (s *Service) httpImport(ctx context.Context, sc scope.Scope, in *importInput, f file.File) (
	*web.Data[StatementView], error) {
	st, err := s.importFile(ctx, sc, in.AccountID.String(), f)
	return web.Reply(st.view(sc), err)
}

type statementsInput struct {
	AccountPath
	web.Paging
}

func (s *Service) httpStatements(ctx context.Context, sc scope.Scope, in *statementsInput) (
	*web.Page[StatementView, web.Pagination], error) {
	page, err := s.statements(ctx, sc, in)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(page, func(s Statement) StatementView { return s.view(sc) }), nil
}

type statementInput struct {
	AccountPath
	StatementID web.ID `path:"bankStatementId" doc:"The imported statement's id"`
}

func (s *Service) httpStatement(ctx context.Context, sc scope.Scope, in *statementInput) (
	*web.Data[StatementView], error) {
	st, err := s.statement(ctx, sc, in.AccountID.String(), in.StatementID.String())
	return web.Reply(st.view(sc), err)
}

func (s *Service) httpRemove(ctx context.Context, sc scope.Scope, in *statementInput) (*web.Message, error) {
	if err := s.remove(ctx, sc, in.AccountID.String(), in.StatementID.String()); err != nil {
		return nil, err
	}
	return web.Done("The statement is removed."), nil
}

// BankLineView is a line of a bank's statement.
type BankLineView struct {
	ID            string       `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	AccountID     string       `json:"accountId" example:"665f1c2ab7e4d90012ab34ce"`
	StatementID   string       `json:"statementId" doc:"Empty: what was in the account before the first statement"`
	Date          string       `json:"date" example:"2026-04-14"`
	Amount        money.Number `json:"amount" doc:"Into the account; out of it below zero" example:"5000"`
	Text          string       `json:"text" example:"NEFT ASHA RAO"`
	Reference     string       `json:"reference" example:"UTR123456"`
	State         string       `json:"state" enum:"open,matched,ignored" example:"open"`
	Reason        string       `json:"reason" doc:"Why it is ignored" example:""`
	DecidedBy     string       `json:"decidedBy" doc:"Who has matched or ignored it" example:""`
	DecidedByName string       `json:"decidedByName" example:""`
	DecidedAt     *date.Time   `json:"decidedAt,omitempty" doc:"Left out of open lines"`
	MatchedWith   string       `json:"matchedWith,omitempty" doc:"The line that it is matched together with"`
}

func (l Line) view(sc scope.Scope) BankLineView {
	return BankLineView{ID: l.ID, AccountID: l.AccountID, StatementID: l.StatementID, Date: string(l.Day),
		Amount: l.Amount.Number(sc.Currency), Text: l.Text, Reference: l.Reference, State: l.State, Reason: l.Reason,
		DecidedBy: l.DecidedBy, DecidedByName: l.DecidedByName, DecidedAt: (*date.Time)(l.DecidedAt),
		MatchedWith: l.With}
}

// EntryView is an entry of the books in the account.
type EntryView struct {
	PostingID  string       `json:"postingId" example:"665f1c2ab7e4d90012ab34cd"`
	Position   int          `json:"position" doc:"Of the entry in its posting" example:"0"`
	Date       string       `json:"date" example:"2026-04-14"`
	Document   string       `json:"document" doc:"The kind of document behind it" example:"payment"`
	DocumentID string       `json:"documentId" example:"665f1c2ab7e4d90012ab34ce"`
	Number     string       `json:"number" example:"PAY-42"`
	Note       string       `json:"note" example:"Asha Rao"`
	Amount     money.Number `json:"amount" doc:"Into the account; out of it below zero" example:"5000"`
}

func entryViews(sc scope.Scope, entries []ledger.Posted) []EntryView {
	views := make([]EntryView, len(entries))
	for i, e := range entries {
		views[i] = EntryView{e.PostingID, e.Position, string(e.Day), e.Document, e.DocumentID, e.Number, e.Note,
			e.Amount.Number(sc.Currency)}
	}
	return views
}

// ProposalView is what a line may be.
type ProposalView struct {
	Kind    string      `json:"kind" enum:"match,book" example:"match"`
	Entries []EntryView `json:"entries" doc:"Of match: they add up to the line"`
	Account string      `json:"account" doc:"Of book: to which lines with such words were booked" example:""`
	Name    string      `json:"accountName" example:""`
	Score   int         `json:"score" doc:"The higher, the likelier" example:"95"`
	Reasons []string    `json:"reasons" enum:"amount,reference,date,sum,learned"`
}

// DetailedLineView is a line with what it is, or may be.
type DetailedLineView struct {
	BankLineView
	Entries   []EntryView    `json:"entries" doc:"What it was matched with"`
	Proposals []ProposalView `json:"proposals" doc:"Of an open line, the best first"`
	Together  []BankLineView `json:"together,omitempty" doc:"The other lines that are matched with the same entries"`
}

func (d detailed) view(sc scope.Scope) DetailedLineView {
	v := DetailedLineView{BankLineView: d.Line.view(sc), Entries: entryViews(sc, d.Entries),
		Proposals: make([]ProposalView, len(d.Proposals))}
	for i, p := range d.Proposals {
		v.Proposals[i] = ProposalView{Kind: p.kind, Entries: entryViews(sc, p.entries), Account: p.account,
			Name: d.Names[p.account], Score: p.score, Reasons: p.why}
	}
	for _, l := range d.Together {
		v.Together = append(v.Together, l.view(sc))
	}
	return v
}

type linesInput struct {
	AccountPath
	web.Paging
	StatementID web.ID    `query:"statementId" maxLength:"40" doc:"Only those of this imported statement"`
	State       string    `query:"state" enum:"open,matched,ignored" doc:"Only these"`
	From        date.Date `query:"from" doc:"On this day or after"`
	To          date.Date `query:"to" doc:"On this day or before"`
}

func (s *Service) httpLines(ctx context.Context, sc scope.Scope, in *linesInput) (
	*web.Page[BankLineView, web.Pagination], error) {
	page, err := s.lines(ctx, sc, in)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(page, func(l Line) BankLineView { return l.view(sc) }), nil
}

// LinePath is a line in an address.
type LinePath struct {
	AccountPath
	LineID web.ID `path:"bankLineId" doc:"The line's id"`
}

func (s *Service) httpLine(ctx context.Context, sc scope.Scope, in *LinePath) (*web.Data[DetailedLineView], error) {
	d, err := s.line(ctx, sc, in.AccountID.String(), in.LineID.String())
	return web.Reply(d.view(sc), err)
}

// KeyBody names an entry of the books.
type KeyBody struct {
	PostingID web.ID `json:"postingId"`
	Position  int    `json:"position" minimum:"0" maximum:"10000" example:"0"`
}

func keys(list []KeyBody) []ledger.Key {
	keys := make([]ledger.Key, len(list))
	for i, k := range list {
		keys[i] = ledger.Key{PostingID: k.PostingID.String(), Position: k.Position}
	}
	return keys
}

type matchInput struct {
	LinePath
	Body struct {
		Lines   []web.ID  `json:"lines,omitempty" maxItems:"100" doc:"Other open lines that are the entries together with it"`
		Entries []KeyBody `json:"entries,omitempty" maxItems:"1000" doc:"Entries of this account"`
		Until   date.Date `json:"until,omitempty" doc:"And all others until this day that no line is" example:"2026-03-31"`
		Except  []KeyBody `json:"except,omitempty" maxItems:"1000" doc:"But for these, such as cheques under way"`
	}
}

func (s *Service) httpMatch(ctx context.Context, sc scope.Scope, in *matchInput) (*web.Data[DetailedLineView], error) {
	b := in.Body
	var fields errs.Fields
	date.CheckDay(&fields, "until", b.Until)
	if len(b.Entries) == 0 && b.Until == "" {
		fields.Add("entries", "must name at least one entry, or until be given")
	}
	if err := fields.Err(); err != nil {
		return nil, err
	}
	d, err := s.match(ctx, sc, in.AccountID.String(), in.LineID.String(),
		chosen{web.IDs(b.Lines), keys(b.Entries), b.Until, keys(b.Except)})
	return web.Reply(d.view(sc), err)
}

// ShareBody is how much of a line belongs to an account.
type ShareBody struct {
	Account string        `json:"account" minLength:"1" maxLength:"40" doc:"An account's id, or as input-tax"`
	Amount  *money.Number `json:"amount,omitempty" doc:"Above zero; default: all of a single line" example:"118"`
	Note    string        `json:"note,omitempty" maxLength:"200" example:"April"`
}

type bookInput struct {
	LinePath
	Body struct {
		Lines     []ShareBody `json:"lines" minItems:"1" maxItems:"20"`
		Narration string      `json:"narration,omitempty" maxLength:"500" doc:"Default: the line's text" example:"Charges"`
		Date      date.Date   `json:"date,omitempty" doc:"Default: the line's; not a closed day" example:"2026-04-14"`
		web.Countersigned
	}
}

func (s *Service) httpBook(ctx context.Context, sc scope.Scope, in *bookInput) (*web.Data[DetailedLineView], error) {
	b := in.Body
	amounts := money.Reader{Currency: sc.Currency}
	date.CheckDay(&amounts.Fields, "date", b.Date)
	v := voucher.Voucher{Date: b.Date, Narration: b.Narration}
	for i, l := range b.Lines {
		v.Lines = append(v.Lines, voucher.Line{Account: l.Account, Amount: l.amount(&amounts, i, len(b.Lines)),
			Note: l.Note})
	}
	if err := amounts.Fields.Err(); err != nil {
		return nil, err
	}
	d, err := s.book(ctx, sc, in.AccountID.String(), in.LineID.String(), v)
	return web.Reply(d.view(sc), err)
}

// amount is the share; 0: all of the line, where no other one is.
func (l ShareBody) amount(amounts *money.Reader, i, of int) money.Amount {
	field := fmt.Sprintf("lines[%d].amount", i)
	if l.Amount != nil {
		return amounts.AboveZero(field, *l.Amount)
	}
	if of > 1 {
		amounts.Fields.Add(field, "must be given where there are several lines")
	}
	return 0
}

type reasonInput struct {
	LinePath
	Body struct {
		Reason string `json:"reason" minLength:"1" maxLength:"500" example:"Booked and taken back by the bank"`
	}
}

func (s *Service) httpIgnore(ctx context.Context, sc scope.Scope, in *reasonInput) (
	*web.Data[DetailedLineView], error) {
	d, err := s.ignore(ctx, sc, in.AccountID.String(), in.LineID.String(), in.Body.Reason)
	return web.Reply(d.view(sc), err)
}

func (s *Service) httpUnmatch(ctx context.Context, sc scope.Scope, in *reasonInput) (
	*web.Data[DetailedLineView], error) {
	d, err := s.reopen(ctx, sc, in.AccountID.String(), in.LineID.String(), in.Body.Reason)
	return web.Reply(d.view(sc), err)
}

// RuleView is what was learned of lines with such words.
type RuleView struct {
	ID      string `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	Pattern string `json:"pattern" doc:"The first words of such lines, without numbers" example:"neft charges"`
	Kind    string `json:"kind" enum:"book,match" example:"book"`
	Target  string `json:"target" doc:"Of book: an account; of match: a kind of document" example:"payment"`
	Name    string `json:"accountName" doc:"Of book" example:"Bank charges"`
	Uses    int    `json:"uses" doc:"How often it was confirmed" example:"3"`
}

func (s *Service) httpRules(ctx context.Context, sc scope.Scope, in *AccountPath) (*web.Data[[]RuleView], error) {
	rules, names, err := s.learned(ctx, sc, in.AccountID.String())
	if err != nil {
		return nil, err
	}
	views := make([]RuleView, len(rules))
	for i, r := range rules {
		views[i] = RuleView{r.ID, r.Pattern, r.Kind, r.Target, names[r.Target], r.Uses}
	}
	return web.OK(views), nil
}

type ruleInput struct {
	AccountPath
	RuleID web.ID `path:"bankRuleId" doc:"The rule's id"`
}

func (s *Service) httpForget(ctx context.Context, sc scope.Scope, in *ruleInput) (*web.Message, error) {
	if err := s.forget(ctx, sc, in.AccountID.String(), in.RuleID.String()); err != nil {
		return nil, err
	}
	return web.Done("The rule is forgotten."), nil
}

type reconcileInput struct {
	AccountPath
	From date.Date `query:"from" doc:"Entries from here on are listed; 366 days until to unless given"`
	To   date.Date `query:"to" doc:"At the end of this day; the business day unless given"`
}

// ReconciliationView is what lies between the books and the bank.
type ReconciliationView struct {
	AccountID   string         `json:"accountId" example:"665f1c2ab7e4d90012ab34ce"`
	Account     string         `json:"accountName" example:"HDFC current account"`
	From        string         `json:"from" example:"2025-05-01"`
	To          string         `json:"to" example:"2026-04-30"`
	Books       money.Number   `json:"booksBalance" example:"48250.5"`
	Earlier     money.Number   `json:"earlierEntries" doc:"Before from, that the bank doesn't have" example:"0"`
	EntriesSum  money.Number   `json:"unmatchedEntriesSum" doc:"Since from" example:"1000"`
	LinesSum    money.Number   `json:"unmatchedLinesSum" example:"-118"`
	IgnoredSum  money.Number   `json:"ignoredLinesSum" example:"0"`
	Unexplained money.Number   `json:"unexplained" doc:"Zero, unless lines weren't imported" example:"0"`
	Bank        money.Number   `json:"bankBalance" doc:"As its newest statement says" example:"47132.5"`
	StatedOn    string         `json:"bankBalanceOf" doc:"The last day of that statement; empty: none says" example:""`
	Entries     []EntryView    `json:"unmatchedEntries"`
	Lines       []BankLineView `json:"unmatchedLines"`
	Ignored     []BankLineView `json:"ignoredLines"`
}

func (s *Service) reconcileAsked(ctx context.Context, sc scope.Scope, in *reconcileInput) (reconciliation, error) {
	if err := date.CheckDays(in.From, in.To); err != nil {
		return reconciliation{}, err
	}
	return s.reconcile(ctx, sc, in.AccountID.String(), in.From, in.To)
}

func (s *Service) httpReconcile(ctx context.Context, sc scope.Scope, in *reconcileInput) (
	*web.Data[ReconciliationView], error) {
	r, err := s.reconcileAsked(ctx, sc, in)
	if err != nil {
		return nil, err
	}
	number := func(a money.Amount) money.Number { return a.Number(sc.Currency) }
	v := ReconciliationView{AccountID: r.account.ID, Account: r.account.Name, From: string(r.from), To: string(r.to),
		Books: number(r.books), Earlier: number(r.earlier), EntriesSum: number(sumOf(r.entries)),
		LinesSum: number(total(r.lines)), IgnoredSum: number(total(r.ignored)), Unexplained: number(r.unexplained()),
		Bank: number(r.bank), Entries: entryViews(sc, r.entries), Lines: []BankLineView{}, Ignored: []BankLineView{}}
	if r.stated != nil {
		v.StatedOn = string(r.stated.LastDay)
	}
	for _, l := range r.lines {
		v.Lines = append(v.Lines, l.view(sc))
	}
	for _, l := range r.ignored {
		v.Ignored = append(v.Ignored, l.view(sc))
	}
	return web.OK(v), nil
}
