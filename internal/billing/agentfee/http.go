package agentfee

import (
	"context"

	"sarai/internal/books/tax"
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
	agreeNote = "Percents of what bookings are charged for rooms, food and beverage, and all else, before tax; what " +
		"is withheld of the commission (section 194H; 0: nothing), and the GST on it (0: the agent isn't registered). " +
		"Nothing is withheld until the commission of the financial year is above the section's threshold; then all of it " +
		"bears tax, at 20 % if the agent has no PAN. Bills that are recorded stay."
	agentsNote = "By name. commissionDue is what their statements have until the business day, commissionEarned that " +
		"and what their bills have."
	assignNote = "An agent of the hotel, or nobody. Unless it is said here, a booking for a company that is an agent " +
		"came by it. Refused once a bill has commission of it."
	statementNote = "Of bookings whose guests left on the days from and to, or that were called off and charged: what " +
		"they have earned, less what bills have. So what was corrected after a bill is below 0. to is the business day " +
		"unless given, from 365 days before."
	recordNote = "Over all that the statement of the days from and to has. It is posted on the business day: " +
		"commission, GST as tax on expenses, TDS that the hotel owes, and what it owes to the agent."
)

// Routes are the endpoints of /api/commissions.
func (s *Service) Routes() []web.Route {
	const base = "/api/commissions/{orgId}"
	const agent, one = base + "/agents/{agentId}", base + "/bills/{agentBillId}"
	view, update := may.View(may.Expenses), may.Update(may.Expenses)
	return append([]web.Route{
		web.Get(base+"/agents", view, s.httpAgents, "List the travel agents").With(agentsNote),
		web.Get(agent, view, s.httpAgent, "Show what is agreed with a travel agent"),
		web.Put(agent, update, s.httpAgree, "Agree on a travel agent's commission").With(agreeNote).AnyVersion(),
		web.Put(base+"/bookings/{bookingId}", update, s.httpAssign, "Say which travel agent a booking came by").
			With(assignNote).AnyVersion(),
		web.Get(agent+"/statement", view, s.httpStatement, "Show what a travel agent has earned").With(statementNote),
		web.Create(base+"/bills", may.Create(may.Expenses), s.httpRecord, "Record a travel agent's bill").With(recordNote),
		web.Get(base+"/bills", view, s.httpBills, "List the bills of travel agents").With("Newest first."),
		web.Get(one, view, s.httpBill, "Show a travel agent's bill"),
		web.Create(one+"/pay", update, s.httpPay, "Pay a travel agent's bill").With("As a whole, on the business day."),
		web.Create(one+"/reverse", may.Delete(may.Expenses), s.httpReverse, "Reverse a travel agent's bill").
			With("While it is unpaid. Its bookings are on the agent's statement again."),
	}, export.Routes(agent+"/statement", view, s.file, "What a travel agent has earned", statementNote)...)
}

// AgentPath is an agent in an address.
type AgentPath struct {
	AgentID web.ID `path:"agentId" doc:"The id of the company that is the agent"`
}

// AgentView is what is agreed with an agent.
type AgentView struct {
	CompanyID string  `json:"companyId" example:"665f1c2ab7e4d90012ab34cf"`
	Rooms     float64 `json:"roomsPercent" example:"10"`
	Food      float64 `json:"foodPercent" doc:"Of food and beverage" example:"5"`
	Other     float64 `json:"otherPercent" doc:"Of all else" example:"0"`
	TDS       float64 `json:"tdsPercent" doc:"Withheld from the commission above the year's threshold" example:"2"`
	GST       float64 `json:"gstPercent" doc:"On the commission; 0: it isn't registered" example:"18"`
}

func (a Agent) view() AgentView {
	return AgentView{a.CompanyID, percent(a.Rooms), percent(a.Food), percent(a.Other), percent(a.TDS), percent(a.GST)}
}

func (s *Service) httpAgent(ctx context.Context, sc scope.Scope, in *AgentPath) (*web.Data[AgentView], error) {
	a, err := s.agent(ctx, sc, in.AgentID.String())
	return web.Reply(a.view(), err)
}

// AgentListedView is an agent in the list.
type AgentListedView struct {
	AgentView
	Company string       `json:"company" example:"Aravalli Tours"`
	Earned  money.Number `json:"commissionEarned" doc:"Billed or due, before GST" example:"32000"`
	Due     money.Number `json:"commissionDue" doc:"No bill has it; below 0: bills have too much" example:"12000"`
	Billed  money.Number `json:"commissionBilled" doc:"By bills that stand" example:"20000"`
	Paid    money.Number `json:"paidAmount" doc:"Of its bills, with GST and less TDS" example:"13920"`
	Unpaid  money.Number `json:"unpaidAmount" doc:"Likewise" example:"9280"`
}

type agentsInput struct{ web.Paging }

func (s *Service) httpAgents(ctx context.Context, sc scope.Scope, in *agentsInput) (
	*web.Page[AgentListedView, web.Pagination], error) {
	page, err := s.agents(ctx, sc, in.Paging)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(page, func(s standing) AgentListedView {
		return AgentListedView{s.view(), s.company, (s.billed + s.due).Number(sc.Currency), s.due.Number(sc.Currency),
			s.billed.Number(sc.Currency), s.paid.Number(sc.Currency), s.unpaid.Number(sc.Currency)}
	}), nil
}

type agreeInput struct {
	AgentPath
	Body struct {
		Rooms money.Number `json:"roomsPercent" minimum:"0" maximum:"100" example:"10"`
		Food  money.Number `json:"foodPercent" minimum:"0" maximum:"100" example:"5"`
		Other money.Number `json:"otherPercent" minimum:"0" maximum:"100" example:"0"`
		TDS   money.Number `json:"tdsPercent" minimum:"0" maximum:"100" example:"2"`
		GST   money.Number `json:"gstPercent" minimum:"0" maximum:"100" example:"18"`
	}
}

func (s *Service) httpAgree(ctx context.Context, sc scope.Scope, in *agreeInput) (*web.Data[AgentView], error) {
	var bad errs.Fields
	hundredths := func(field string, percent money.Number) int64 {
		rate, err := tax.RateOf(percent)
		if err != nil {
			bad.Add(field, "%s", err)
		}
		return int64(rate)
	}
	b := in.Body
	a := Agent{CompanyID: in.AgentID.String(), Rooms: hundredths("roomsPercent", b.Rooms),
		Food: hundredths("foodPercent", b.Food), Other: hundredths("otherPercent", b.Other),
		TDS: hundredths("tdsPercent", b.TDS), GST: hundredths("gstPercent", b.GST)}
	if err := bad.Err(); err != nil {
		return nil, err
	}
	a, err := s.agree(ctx, sc, a)
	return web.Reply(a.view(), err)
}

type assignInput struct {
	BookingID web.ID `path:"bookingId" doc:"The booking's id"`
	Body      struct {
		CompanyID web.ID `json:"companyId,omitempty" doc:"The agent; left out: nobody"`
	}
}

func (s *Service) httpAssign(ctx context.Context, sc scope.Scope, in *assignInput) (*web.Message, error) {
	if err := s.assign(ctx, sc, in.BookingID.String(), in.Body.CompanyID.String()); err != nil {
		return nil, err
	}
	return web.Done("It is said which agent the booking came by."), nil
}

// LineView is what a statement or a bill has of a booking.
type LineView struct {
	BookingID  string       `json:"bookingId" example:"665f1c2ab7e4d90012ab34ca"`
	Code       string       `json:"bookingCode" example:"BK-000123"`
	LeftOn     date.Date    `json:"leftOn"`
	Rooms      money.Number `json:"roomsAmount" doc:"What was charged, before tax" example:"10000"`
	Food       money.Number `json:"foodAmount" example:"2000"`
	Other      money.Number `json:"otherAmount" example:"0"`
	Commission money.Number `json:"commission" doc:"Less what earlier bills have" example:"1100"`
}

// SumsView are the sums of a statement or a bill.
type SumsView struct {
	Commission money.Number `json:"commission" doc:"Before GST" example:"12000"`
	GST        money.Number `json:"gst" doc:"On it" example:"2160"`
	TDS        money.Number `json:"tds" doc:"Withheld" example:"240"`
	Payable    money.Number `json:"payableAmount" doc:"What the agent gets" example:"13920"`
}

func (b Bill) sums(currency string) SumsView {
	return SumsView{b.Commission.Number(currency), b.GST.Number(currency), b.TDS.Number(currency),
		b.Payable.Number(currency)}
}

func views(lines []Line, currency string) []LineView {
	list := make([]LineView, len(lines))
	for n, l := range lines {
		list[n] = LineView{l.BookingID, l.Code, l.LeftOn, l.Rooms.Number(currency), l.Food.Number(currency),
			l.Other.Number(currency), l.Commission.Number(currency)}
	}
	return list
}

type statementInput struct {
	AgentPath
	From date.Date `query:"from" doc:"The first day; 365 days before to unless given"`
	To   date.Date `query:"to" doc:"The last day; the business day unless given"`
}

// StatementView is what an agent has earned.
type StatementView struct {
	CompanyID string    `json:"companyId" example:"665f1c2ab7e4d90012ab34cf"`
	Company   string    `json:"company" example:"Aravalli Tours"`
	From      date.Date `json:"from"`
	To        date.Date `json:"to"`
	SumsView
	Lines []LineView `json:"lines"`
}

func (s *Service) httpStatement(ctx context.Context, sc scope.Scope, in *statementInput) (*web.Data[StatementView],
	error) {
	st, err := s.statement(ctx, sc, in.AgentID.String(), in.From, in.To)
	return web.Reply(StatementView{st.Company.ID, st.Company.Name, st.From, st.To, st.Bill.sums(sc.Currency),
		views(st.Lines, sc.Currency)}, err)
}

// file is the statement as a file.
func (s *Service) file(ctx context.Context, sc scope.Scope, in *statementInput) (export.File, error) {
	st, err := s.statement(ctx, sc, in.AgentID.String(), in.From, in.To)
	if err != nil {
		return export.File{}, err
	}
	t := export.Table{Name: "Commission", Headings: export.Row("Booking", "Left on", "Rooms "+sc.Currency, "Food",
		"Other", "Commission")}
	for _, l := range views(st.Lines, sc.Currency) {
		t.Rows = append(t.Rows, export.Row(l.Code, l.LeftOn, l.Rooms, l.Food, l.Other, l.Commission))
	}
	v := st.Bill.sums(sc.Currency)
	t.Rows = append(t.Rows, export.Row("Commission", nil, nil, nil, nil, v.Commission),
		export.Row("GST", nil, nil, nil, nil, v.GST), export.Row("TDS", nil, nil, nil, nil, v.TDS),
		export.Row("Payable", nil, nil, nil, nil, v.Payable))
	return export.File{Name: export.Name("commission", st.From, st.To), Tables: []export.Table{t}}, nil
}

// ListedView is a bill in the list.
type ListedView struct {
	ID        string    `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	CompanyID string    `json:"companyId" example:"665f1c2ab7e4d90012ab34cf"`
	Number    string    `json:"number" doc:"The agent's" example:"AT/42"`
	Status    string    `json:"status" enum:"unpaid,paid,reversed" example:"unpaid"`
	From      date.Date `json:"from"`
	To        date.Date `json:"to"`
	Date      date.Date `json:"date" doc:"The business day on which it was recorded"`
	SumsView
	PaidOn         date.Date `json:"paidOn,omitempty"`
	AccountID      string    `json:"accountId,omitempty" example:"665f1c2ab7e4d90012ab34ce"`
	Reference      string    `json:"reference,omitempty" example:"UTR 412233445566"`
	ReversalReason string    `json:"reversalReason,omitempty" example:"Another agent's"`
	CreatedByName  string    `json:"createdByName" example:"Meera Nair"`
	CreatedAt      date.Time `json:"createdAt"`
}

// View is a whole bill.
type View struct {
	ListedView
	Lines []LineView `json:"lines"`
}

func (b Bill) listed(sc scope.Scope) ListedView {
	return ListedView{b.ID, b.CompanyID, b.Number, b.Status, b.From, b.To, b.Date, b.sums(sc.Currency), b.PaidOn,
		b.AccountID, b.Reference, b.ReversalReason, b.CreatedByName, date.Time(b.CreatedAt)}
}

func reply(sc scope.Scope, w wholeBill, err error) (*web.Data[View], error) {
	return web.Reply(View{w.listed(sc), views(w.Lines, sc.Currency)}, err)
}

type recordInput struct {
	Body struct {
		CompanyID web.ID    `json:"companyId"`
		Number    string    `json:"number" minLength:"1" maxLength:"60" doc:"The agent's" example:"AT/42"`
		From      date.Date `json:"from,omitempty" doc:"Default: 365 days before to" example:"2026-04-01"`
		To        date.Date `json:"to,omitempty" doc:"Default: the business day" example:"2026-04-30"`
	}
}

func (s *Service) httpRecord(ctx context.Context, sc scope.Scope, in *recordInput) (*web.Data[View], error) {
	b := in.Body
	var bad errs.Fields
	bad.RequireLine("number", b.Number)
	date.CheckDay(&bad, "from", b.From)
	date.CheckDay(&bad, "to", b.To)
	if err := bad.Err(); err != nil {
		return nil, err
	}
	w, err := s.record(ctx, sc, b.CompanyID.String(), b.Number, b.From, b.To)
	return reply(sc, w, err)
}

type listInput struct {
	web.Paging
	CompanyID web.ID `query:"companyId" maxLength:"40" doc:"Only those of this agent"`
}

func (s *Service) httpBills(ctx context.Context, sc scope.Scope, in *listInput) (*web.Page[ListedView, web.Pagination],
	error) {
	page, err := s.bills(ctx, sc, in)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(page, func(b Bill) ListedView { return b.listed(sc) }), nil
}

// BillPath is a bill in an address.
type BillPath struct {
	BillID web.ID `path:"agentBillId" doc:"The bill's id"`
}

func (s *Service) httpBill(ctx context.Context, sc scope.Scope, in *BillPath) (*web.Data[View], error) {
	w, err := s.bill(ctx, sc, in.BillID.String())
	return reply(sc, w, err)
}

type payInput struct {
	BillPath
	Body struct {
		AccountID web.ID `json:"accountId,omitempty" doc:"Default: the bank's that is the default"`
		Reference string `json:"reference,omitempty" maxLength:"120" example:"UTR 412233445566"`
	}
}

func (s *Service) httpPay(ctx context.Context, sc scope.Scope, in *payInput) (*web.Data[View], error) {
	w, err := s.pay(ctx, sc, in.BillID.String(), in.Body.AccountID.String(), in.Body.Reference)
	return reply(sc, w, err)
}

type reverseInput struct {
	BillPath
	Body struct {
		Reason string `json:"reason" minLength:"1" maxLength:"500" example:"Another agent's"`
	}
}

func (s *Service) httpReverse(ctx context.Context, sc scope.Scope, in *reverseInput) (*web.Data[View], error) {
	w, err := s.reverse(ctx, sc, in.BillID.String(), in.Body.Reason)
	return reply(sc, w, err)
}
