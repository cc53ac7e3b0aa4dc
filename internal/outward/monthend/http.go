package monthend

import (
	"context"
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/export"
	"sarai/internal/kit/file"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/paper/document"
	"sarai/internal/record/may"
)

const (
	listNote = "What of the month is not done, as of the end of its last day, each with what sets it right. ready: " +
		"nothing stands in the way, and the books can be locked until the month's last day; locked: they are. Locking " +
		"them is allowed, whatever is on the list. records are the oldest fifty; the files have all of them."
	papersNote = "The list, the balance sheet, profit and loss and the trial balance of the month as one PDF."
)

// mostShown is how many records of a kind an answer and a paper show.
const mostShown = 50

// Routes are the endpoints of the month's end, which stand below those of accounts.
func (s *Service) Routes() []web.Route {
	const base = "/api/accounts/{orgId}/month-end"
	view := may.View(may.Accounts)
	return append([]web.Route{
		web.Get(base, view, s.httpList, "What stands in the way of closing a month").With(listNote),
		web.Download(base+"/papers", view, s.httpPapers, "Print the papers of a month", "application/pdf").With(papersNote),
	}, export.Routes(base, view, s.file, "What stands in the way of closing a month", listNote)...)
}

type monthInput struct {
	Month string `query:"month" maxLength:"7" doc:"Default: the one before the business day's" example:"2026-04"`
}

// View is the answer.
type View struct {
	Month       string     `json:"month" example:"2026-04"`
	From        date.Date  `json:"from"`
	To          date.Date  `json:"to" doc:"The last day: lock the books until it (PUT …/accounts/{orgId}/lock)"`
	Status      string     `json:"status" enum:"open,ready,locked"`
	LockedUntil string     `json:"lockedUntil" doc:"Empty: nothing is locked" example:"2026-03-31"`
	Items       []ItemView `json:"items" doc:"In the order in which to go about it; kinds without a record are left out"`
}

// Kind is one of what can stand in the way.
type Kind string

// InJSON describes the type to the API's document.
func (Kind) InJSON() (like any, tags string) {
	kinds := make([]string, len(finders))
	for i, f := range finders {
		kinds[i] = f.kind
	}
	return "", `enum:"` + strings.Join(kinds, ",") + `"`
}

// ItemView is what of one kind stands in the way.
type ItemView struct {
	Kind    Kind         `json:"kind"`
	Count   int          `json:"count" example:"3"`
	Amount  money.Number `json:"amount" doc:"Of all of them" example:"12500"`
	Action  ActionView   `json:"action" doc:"What sets a record right"`
	Records []RecordView `json:"records" doc:"The oldest fifty"`
}

// ActionView is an endpoint that sets a record right: {id} in its path stands for the record's id, and {accountId} for
// its accountId.
type ActionView struct {
	Method string `json:"method" example:"POST"`
	Path   string `json:"path" example:"/api/invoices/665f1c2ab7e4d90012ab34c0/{id}/issue"`
}

// RecordView is a document, a booking, an account or a day.
type RecordView struct {
	ID     string       `json:"id" doc:"Of the invoice, booking, payment …; the day itself; month and section of TDS"`
	In     string       `json:"accountId,omitempty" doc:"Of a bank's line" example:"665f1c2ab7e4d90012ab34cd"`
	Code   string       `json:"code" doc:"Its number or code; empty: none" example:"BK-17"`
	Name   string       `json:"name" doc:"Who it is of, or the account's" example:"Asha Rao"`
	Date   date.Date    `json:"date" doc:"Of TDS: by when it is to be deposited"`
	Amount money.Number `json:"amount" doc:"Unbilled is without tax" example:"8000"`
}

// actions set records right; {org} stands for the organization.
var actions = map[string]ActionView{
	OpenDays:      {"POST", "/api/bookings/{org}/night-audit"},
	OpenShifts:    {"POST", "/api/shifts/{org}/{id}/close"},
	BankLines:     {"POST", "/api/accounts/{org}/{accountId}/bank-lines/{id}/match"},
	DraftInvoices: {"POST", "/api/invoices/{org}/{id}/issue"},
	Unbilled:      {"POST", "/api/invoices/{org}/create"},
	Unapplied:     {"POST", "/api/payments/{org}/{id}/apply"},
	Approvals:     {"POST", "/api/approvals/{org}/{id}/approve"},
	Commission:    {"POST", "/api/commissions/{org}/bills"},
	AgentBills:    {"POST", "/api/commissions/{org}/bills/{id}/pay"},
	TDS:           {"POST", "/api/vendor/{org}/tds/deposits"},
	NotZero:       {"POST", "/api/vouchers/{org}/create"},
}

func (i item) view(sc scope.Scope) ItemView {
	v := ItemView{Kind: Kind(i.kind), Count: len(i.records), Amount: i.sum().Number(sc.Currency),
		Action: actions[i.kind], Records: make([]RecordView, min(len(i.records), mostShown))}
	v.Action.Path = strings.Replace(v.Action.Path, "{org}", sc.Org, 1)
	for n := range v.Records {
		r := i.records[n]
		v.Records[n] = RecordView{r.ID, r.In, r.Code, r.Name, r.Day, r.Amount.Number(sc.Currency)}
	}
	return v
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, in *monthInput) (*web.Data[View], error) {
	l, err := s.list(ctx, sc, in.Month)
	if err != nil {
		return nil, err
	}
	v := View{Month: l.name(), From: l.first, To: l.last, Status: l.status(), LockedUntil: string(l.lockedUntil),
		Items: make([]ItemView, len(l.items))}
	for n, i := range l.items {
		v.Items[n] = i.view(sc)
	}
	return web.OK(v), nil
}

func (s *Service) httpPapers(ctx context.Context, sc scope.Scope, in *monthInput) (*file.File, error) {
	papers, err := s.papers(ctx, sc, in.Month)
	if err != nil {
		return nil, err
	}
	return document.Bind(document.MonthPapers, papers...) // drawn outside of the transaction
}

// PapersOf prints the papers of the day's month.
func (s *Service) PapersOf(ctx context.Context, sc scope.Scope, _, day date.Date) (*file.File, error) {
	return s.httpPapers(ctx, sc, &monthInput{monthOf(day).name()})
}
