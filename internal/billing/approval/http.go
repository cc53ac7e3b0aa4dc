package approval

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
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
	limitsNote = "An act of more than the limit of its kind needs a second person; null, and at first, there is no " +
		"limit. Fields that are left out keep their value. All that one request does of a kind counts together. " +
		"ownActs: whoever may approve an act needs nobody else for one's own."
	listNote = "Newest first. Whoever may approve anything sees what is about modules that they may view, and others " +
		"what they have asked for."
	approveNote = "What was asked for is done at once, on behalf of who has asked, and on today's business day. If it " +
		"can't be done, the answer says why, and the approval waits on. It takes the manage flag of what is to be done: " +
		"of payments, credit_notes, invoices, accounts or bookings. Nobody approves their own, unless ownActs is set."
	approversNote = "For the dialog at the desk: members who have a code, with the kinds of acts that they may approve. " +
		"The caller is among them only where ownActs is set."
	codeNote = "Six digits, with which the member approves at somebody else's desk: a request that needs it has them " +
		"as approval. After five wrong ones in a row the code is locked for an hour."
)

// Routes are the endpoints of /api/approvals.
func (s *Service) Routes() []web.Route {
	const base = "/api/approvals/{orgId}"
	const one = base + "/{approvalId}"
	return []web.Route{
		web.Get(base+"/limits", may.Member, s.httpLimits, "Show what needs a second person"),
		web.Put(base+"/limits", may.Manage(may.Organization), s.httpSetLimits, "Set what needs a second person").
			With(limitsNote),
		web.Get(base+"/approvers", may.Member, s.httpApprovers, "List who may approve by a code").With(approversNote),
		web.Get(base+"/code", may.Member, s.httpHasCode, "Show whether one has a code to approve with"),
		web.Put(base+"/code", may.Member, s.httpSetCode, "Set one's code to approve with").With(codeNote).AnyVersion(),
		web.Delete(base+"/code", may.Member, s.httpDropCode, "Remove one's code to approve with"),
		web.Get(base+"/list", may.Member, s.httpList, "List what waits for a second person, or did").With(listNote),
		web.Get(one, may.Member, s.httpGet, "Show what waits for a second person"),
		web.Post(one+"/approve", may.Member, s.httpApprove, "Approve it").With(approveNote).OutOfTurn(),
		web.Post(one+"/reject", may.Member, s.httpReject, "Reject it").With("It takes what approving takes."),
		web.Post(one+"/withdraw", may.Member, s.httpWithdraw, "Withdraw it").
			With("By who has asked for it, or may approve it."),
	}
}

// LimitsView are a hotel's limits.
type LimitsView struct {
	Refund        *money.Number `json:"refund" nullable:"true" example:"5000"`
	PaymentVoid   *money.Number `json:"paymentVoid" nullable:"true" example:"5000"`
	CreditNote    *money.Number `json:"creditNote" nullable:"true" example:"5000"`
	InvoiceVoid   *money.Number `json:"invoiceVoid" nullable:"true" example:"0"`
	Voucher       *money.Number `json:"voucher" nullable:"true" example:"50000"`
	Allowance     *money.Number `json:"allowance" nullable:"true" doc:"Also of charges taken back" example:"1000"`
	Discount      *money.Number `json:"discount" nullable:"true" doc:"On charges, and on what nights cost" example:"1000"`
	Complimentary *money.Number `json:"complimentary" nullable:"true" doc:"Of what the nights cost before" example:"0"`
	OwnActs       bool          `json:"ownActs" doc:"Whether managers need nobody else for their own acts" example:"false"`
	Version       int64         `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func (v *LimitsView) fields() map[string]**money.Number {
	return map[string]**money.Number{Refund: &v.Refund, PaymentVoid: &v.PaymentVoid, CreditNote: &v.CreditNote,
		InvoiceVoid: &v.InvoiceVoid, Voucher: &v.Voucher, Allowance: &v.Allowance, Discount: &v.Discount,
		Complimentary: &v.Complimentary}
}

func (l Limits) view(sc scope.Scope) LimitsView {
	v := LimitsView{OwnActs: l.OwnActs, Version: l.Version}
	for kind, field := range v.fields() {
		if limit, set := l.Of[kind]; set {
			number := limit.Number(sc.Currency)
			*field = &number
		}
	}
	return v
}

func (s *Service) httpLimits(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[LimitsView], error) {
	l, err := s.limits(ctx, sc)
	return web.Reply(l.view(sc), err)
}

type limitsInput struct {
	Body struct {
		Refund        web.Optional[money.Number] `json:"refund,omitzero" example:"5000"`
		PaymentVoid   web.Optional[money.Number] `json:"paymentVoid,omitzero" example:"5000"`
		CreditNote    web.Optional[money.Number] `json:"creditNote,omitzero" example:"5000"`
		InvoiceVoid   web.Optional[money.Number] `json:"invoiceVoid,omitzero" example:"0"`
		Voucher       web.Optional[money.Number] `json:"voucher,omitzero" example:"50000"`
		Allowance     web.Optional[money.Number] `json:"allowance,omitzero" example:"1000"`
		Discount      web.Optional[money.Number] `json:"discount,omitzero" example:"1000"`
		Complimentary web.Optional[money.Number] `json:"complimentary,omitzero" example:"0"`
		OwnActs       web.Change[bool]           `json:"ownActs,omitzero" example:"false"`
	}
}

func (s *Service) httpSetLimits(ctx context.Context, sc scope.Scope, in *limitsInput) (*web.Data[LimitsView], error) {
	b := in.Body
	var fields errs.Fields
	set, clear := map[string]money.Amount{}, []string{}
	for _, f := range []struct {
		name, kind string
		value      web.Optional[money.Number]
	}{{"refund", Refund, b.Refund}, {"paymentVoid", PaymentVoid, b.PaymentVoid}, {"creditNote", CreditNote, b.CreditNote},
		{"invoiceVoid", InvoiceVoid, b.InvoiceVoid}, {"voucher", Voucher, b.Voucher}, {"allowance", Allowance, b.Allowance},
		{"discount", Discount, b.Discount}, {"complimentary", Complimentary, b.Complimentary}} {
		if f.value.Null {
			clear = append(clear, f.kind)
		} else if f.value.Set {
			limit, err := f.value.Value.NotNegative(sc.Currency)
			if err != nil {
				fields.Add(f.name, "%s", err)
			}
			set[f.kind] = limit
		}
	}
	if err := fields.Err(); err != nil {
		return nil, err
	}
	l, err := s.setLimits(ctx, sc, func(l *Limits) {
		l.OwnActs = b.OwnActs.Or(l.OwnActs)
		for kind, limit := range set {
			l.Of[kind] = limit
		}
		for _, kind := range clear {
			delete(l.Of, kind)
		}
	})
	return web.Reply(l.view(sc), err)
}

// Kind is a kind of acts.
type Kind string

// InJSON describes the type to the API's document.
func (Kind) InJSON() (like any, tags string) {
	return "", `enum:"` + strings.Join(slices.Sorted(maps.Keys(modules)), ",") + `" example:"refund"`
}

// DocumentView is the record that an act is done to.
type DocumentView struct {
	Kind   string `json:"kind" enum:"payment,invoice,booking,voucher" example:"payment"`
	ID     string `json:"id" doc:"Empty: the act makes it" example:"665f1c2ab7e4d90012ab34cd"`
	Number string `json:"number" doc:"Its number, or the booking's code" example:"PAY-12"`
}

// ActView is what a request does of one kind.
type ActView struct {
	Kind     Kind         `json:"kind"`
	Amount   money.Number `json:"amount" example:"7500"`
	Document DocumentView `json:"document"`
}

// View is an approval.
type View struct {
	ID     string `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	Status string `json:"status" enum:"pending,approved,rejected,withdrawn,expired" example:"pending"`
	ActView
	Acts          []ActView  `json:"acts" doc:"All that is above a limit; kind, amount and document are of the first"`
	Reason        string     `json:"reason" doc:"As the request has it" example:"Left a day early"`
	AskedBy       string     `json:"askedBy" example:"665f1c2ab7e4d90012ab34ce"`
	AskedByName   string     `json:"askedByName" example:"Asha Rao"`
	AskedAt       date.Time  `json:"askedAt"`
	ExpiresAt     date.Time  `json:"expiresAt" doc:"After that nobody can approve it"`
	MayApprove    bool       `json:"mayApprove" doc:"Whether the caller may approve it now"`
	DecidedBy     string     `json:"decidedBy" example:""`
	DecidedByName string     `json:"decidedByName" example:""`
	DecidedAt     *date.Time `json:"decidedAt" nullable:"true"`
	Decision      string     `json:"decision" doc:"Why it was rejected" example:""`
	ByCode        bool       `json:"byCode" doc:"Whether by a code, at the desk of who has asked" example:"false"`
}

func (a Act) view(sc scope.Scope) ActView {
	return ActView{Kind(a.Kind), a.Amount.Number(sc.Currency), DocumentView(a.Document)}
}

func (a Approval) view(sc scope.Scope) View {
	v := View{ID: a.ID, Status: a.Status, ActView: a.Acts[0].view(sc), Acts: make([]ActView, len(a.Acts)),
		Reason: a.Reason, AskedBy: a.AskedBy, AskedByName: a.AskedByName, AskedAt: date.Time(a.AskedAt),
		ExpiresAt: date.Time(a.ExpiresAt), DecidedBy: a.DecidedBy, DecidedByName: a.DecidedByName,
		DecidedAt: (*date.Time)(a.DecidedAt), Decision: a.DecisionReason, ByCode: a.ByCode,
		MayApprove: a.Status == Pending && a.AskedBy != sc.User && mayApprove(sc.Permissions, a.Acts)}
	for i, act := range a.Acts {
		v.Acts[i] = act.view(sc)
	}
	return v
}

func reply(sc scope.Scope, a Approval, err error) (*web.Data[View], error) {
	if err != nil {
		return nil, err
	}
	return web.OK(a.view(sc)), nil
}

type listInput struct {
	web.Paging
	Status string `query:"status" enum:"pending,approved,rejected,withdrawn,expired" doc:"Only these"`
	Kind   Kind   `query:"kind" doc:"Only these, by the first act"`
	Mine   bool   `query:"mine" doc:"Only what the caller has asked for"`
	Seen   string `list:"seen"` // the kinds, each between commas, of which the caller sees others' too; "": all
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, in *listInput) (
	*web.Page[View, web.Pagination], error) {
	found, err := s.list(ctx, sc, *in)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(found, func(a Approval) View { return a.view(sc) }), nil
}

// Path names an approval.
type Path struct {
	ApprovalID web.ID `path:"approvalId" doc:"The approval's id"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *Path) (*web.Data[View], error) {
	a, err := s.get(ctx, sc, in.ApprovalID.String())
	return reply(sc, a, err)
}

func (s *Service) httpApprove(ctx context.Context, sc scope.Scope, in *Path) (*web.Data[View], error) {
	a, err := s.approve(ctx, sc, in.ApprovalID.String())
	return reply(sc, a, err)
}

type rejectInput struct {
	Path
	Body struct {
		Reason string `json:"reason" minLength:"1" maxLength:"500" example:"Ask the company first"`
	}
}

func (s *Service) httpReject(ctx context.Context, sc scope.Scope, in *rejectInput) (*web.Data[View], error) {
	a, err := s.reject(ctx, sc, in.ApprovalID.String(), in.Body.Reason)
	return reply(sc, a, err)
}

func (s *Service) httpWithdraw(ctx context.Context, sc scope.Scope, in *Path) (*web.Data[View], error) {
	a, err := s.withdraw(ctx, sc, in.ApprovalID.String())
	return reply(sc, a, err)
}

// CodeView tells whether one has a code.
type CodeView struct {
	Set bool `json:"set" example:"true"`
}

// ApproverView is a member who may approve by a code.
type ApproverView struct {
	UserID string   `json:"userId" doc:"As approval.by takes it" example:"665f1c2ab7e4d90012ab34d0"`
	Name   string   `json:"name" example:"Arjun Singh Chundawat"`
	Kinds  []string `json:"kinds" doc:"What the member may approve" example:"[\"refund\"]"`
}

func (s *Service) httpApprovers(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[[]ApproverView], error) {
	list, err := s.approvers(ctx, sc)
	views := make([]ApproverView, len(list))
	for n, a := range list {
		views[n] = ApproverView{a.ID, a.Name, a.Kinds}
	}
	return web.Reply(views, err)
}

func (s *Service) httpHasCode(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[CodeView], error) {
	set, err := s.hasCode(ctx, sc)
	return web.Reply(CodeView{set}, err)
}

type codeInput struct {
	Body struct {
		Code string `json:"code" pattern:"^[0-9]{6}$" patternDescription:"six digits" example:"402915"`
	}
}

func (s *Service) httpSetCode(ctx context.Context, sc scope.Scope, in *codeInput) (*web.Message, error) {
	if err := s.setCode(ctx, sc, in.Body.Code); err != nil {
		return nil, err
	}
	return web.Done("Your code is set."), nil
}

func (s *Service) httpDropCode(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Message, error) {
	if err := s.dropCode(ctx, sc); err != nil {
		return nil, err
	}
	return web.Done("You have no code any more."), nil
}

// Waiting is what a request is answered that waits for a second person.
type Waiting = web.Data[View]

// Wait is asked about requests that have failed. One that needs a second person waits, or is made with the consent that
// it was sent with.
func (s *Service) Wait(ctx context.Context, sc scope.Scope, asked web.Asked, failure error) (
	*scope.Consent, any, error) {
	var needed *Needed
	if !errors.As(failure, &needed) {
		return nil, nil, failure
	}
	a, err := newApproval(sc, needed, Request{asked.Method, asked.URI, asked.Body, asked.IfMatch, asked.Key})
	if err != nil {
		return nil, nil, err
	}
	if by := asked.Consent; by != nil {
		consent, err := s.countersign(ctx, sc, a, by.By.String(), by.Code)
		return consent, nil, err
	}
	kept, err := s.ask(ctx, sc, a, asked.Key != "")
	if err != nil {
		return nil, nil, err
	}
	return nil, web.Say(kept.view(sc), "This is above the hotel's limit for "+words[kept.Kind]+
		": nothing is done until a second person approves it."), nil
}

// Repeat has the API do a request again.
func Repeat(api http.Handler) func(ctx context.Context, sc scope.Scope, r Request) error {
	return func(ctx context.Context, sc scope.Scope, r Request) error {
		return web.Again(ctx, api, sc, web.Asked{Method: r.Method, URI: r.URI, Body: r.Body, IfMatch: r.IfMatch, Key: r.Key})
	}
}
