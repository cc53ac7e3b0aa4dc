package chart

import (
	"context"

	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

const (
	chartNote = "The accounts that money is in, those that the hotel has added, and the books' own, which post by " +
		"themselves and keep their codes; by class, code and name."
	createNote = "Of any kind but the books' own. The opening balance is posted today: a debit, or below zero a credit, " +
		"as of a liability. parentId is an account of the same class. Income and expenses without a department are " +
		"undistributed. Name, notes and isActive are changed by the account's own address."
	moveNote = "Fields that are left out keep their value; null clears."
)

// Routes are the endpoints of the chart.
func (s *Service) Routes() []web.Route {
	const base = "/api/accounts/{orgId}/chart"
	view := may.View(may.Accounts)
	return []web.Route{
		web.Get(base, view, s.httpChart, "Show the chart of accounts").With(chartNote),
		web.Create(base+"/create", may.Create(may.Accounts), s.httpCreate, "Add an account to the chart").With(createNote),
		web.Get(base+"/{accountId}", view, s.httpGet, "Show an account's place in the chart"),
		web.Put(base+"/{accountId}", may.Update(may.Accounts), s.httpMove, "Change an account's place in the chart").
			With(moveNote),
	}
}

// View is an account of the chart in a response.
type View struct {
	Account    string `json:"account" doc:"The account's id, or the name of one of the books' own" example:"guests"`
	Code       string `json:"code" doc:"Empty: none" example:"2400"`
	Name       string `json:"name" example:"Key deposits"`
	Kind       string `json:"kind" enum:"cash,bank,card,upi,ota,asset,liability,income,expense,equity,books"`
	Class      string `json:"class" enum:"asset,liability,equity,income,expense" example:"liability"`
	ParentID   string `json:"parentId" doc:"The account that it is under; empty: none" example:"665f1c2ab7e4d90012ab34cd"`
	Department string `json:"department" doc:"Of income and expenses, otherwise empty" example:"rooms"`
	MustBeZero bool   `json:"mustBeZero" doc:"The end of a month waits until it is zero: a suspense account"`
	Notes      string `json:"notes" example:"200 for each key"`
	IsActive   bool   `json:"isActive"`
	IsOwn      bool   `json:"isOwn" doc:"One of the books' own: it posts by itself"`
	ByVoucher  bool   `json:"byVoucher" doc:"Vouchers can post to it: it is active, no heading, and no control account"`
	Version    int64  `json:"version" doc:"Of its place; every change raises it; see If-Match" example:"3"`
}

func (a Account) view() View {
	return View{Account: a.AccountID, Code: a.Code, Name: a.Name, Kind: a.Kind, Class: a.Class, ParentID: a.ParentID,
		Department: a.Department, MustBeZero: a.MustBeZero, Notes: a.Notes, IsActive: a.Active, IsOwn: a.Own,
		ByVoucher: a.TakesVouchers(), Version: a.Version}
}

func (s *Service) httpChart(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[[]View], error) {
	all, err := s.chart(ctx, sc)
	if err != nil {
		return nil, err
	}
	views := make([]View, len(all))
	for i, a := range all {
		views[i] = a.view()
	}
	return web.OK(views), nil
}

// PlaceBody is where an account stands in a request.
type PlaceBody struct {
	Code       web.Optional[string] `json:"code,omitzero" maxLength:"20" doc:"Unique whatever its case" example:"2400"`
	ParentID   web.Optional[web.ID] `json:"parentId,omitzero" doc:"An account of the same class"`
	Department web.Optional[string] `json:"department,omitzero" enum:"rooms,foodAndBeverage,otherOperated,undistributed"`
	MustBeZero web.Optional[bool]   `json:"mustBeZero,omitzero" doc:"The end of a month waits until it is zero"`
}

func (b PlaceBody) apply(p *Place) {
	p.Code, p.Department, p.MustBeZero = b.Code.Or(p.Code), b.Department.Or(p.Department), b.MustBeZero.Or(p.MustBeZero)
	p.ParentID = b.ParentID.Or(web.ID(p.ParentID)).String()
}

type createInput struct {
	Body struct {
		Name    string        `json:"name" minLength:"1" maxLength:"80" example:"Key deposits"`
		Kind    string        `json:"kind" enum:"cash,bank,card,upi,ota,asset,liability,income,expense,equity"`
		Opening *money.Number `json:"openingBalance,omitempty" doc:"A debit; below zero a credit" example:"-2000"`
		Notes   string        `json:"notes,omitempty" maxLength:"500" example:"200 for each key"`
		PlaceBody
	}
}

func (s *Service) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[View], error) {
	b := in.Body
	w := Wanted{Name: b.Name, Kind: b.Kind, Notes: b.Notes}
	if b.Opening != nil {
		var err error
		if w.Opening, err = b.Opening.In(sc.Currency); err != nil {
			return nil, errs.InvalidField("openingBalance", "%s", err)
		}
	}
	b.apply(&w.Place)
	a, err := s.create(ctx, sc, w)
	return web.Reply(a.view(), err)
}

type accountInput struct {
	AccountID web.ID `path:"accountId" doc:"The account's id"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *accountInput) (*web.Data[View], error) {
	a, err := s.get(ctx, sc, in.AccountID.String())
	return web.Reply(a.view(), err)
}

type moveInput struct {
	AccountID web.ID    `path:"accountId" doc:"The account's id"`
	Body      PlaceBody `required:"false"`
}

func (s *Service) httpMove(ctx context.Context, sc scope.Scope, in *moveInput) (*web.Data[View], error) {
	a, err := s.move(ctx, sc, in.AccountID.String(), in.Body.apply)
	return web.Reply(a.view(), err)
}
