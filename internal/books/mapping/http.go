package mapping

import (
	"context"
	"strings"

	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

const setNote = "Fields that are left out keep their value; a list replaces the one that is there, and null clears. " +
	"rooms is the account of what rooms cost, sales those of other charges by the beginning of their tax code (SAC or " +
	"HSN; the longest counts), otherSales of all others, expenses those of expenses by their category. What nothing is " +
	"said of goes to the books' own accounts. The mapping holds for what is posted later: a credit note, a void and a " +
	"correction take back where the document was posted."

// Routes are the endpoints of the mapping.
func (s *Service) Routes() []web.Route {
	const path = "/api/accounts/{orgId}/mapping"
	return []web.Route{
		web.Get(path, may.View(may.Accounts), s.httpGet, "Show which accounts sales and expenses are posted to"),
		web.Put(path, may.Update(may.Accounts), s.httpSet, "Set which accounts sales and expenses are posted to").
			With(setNote),
	}
}

// View is the mapping in a response.
type View struct {
	Rooms      Named          `json:"rooms" doc:"Of the price of rooms"`
	OtherSales Named          `json:"otherSales" doc:"Of other sales that no code is of"`
	Sales      []CodeView     `json:"sales" doc:"Of other sales"`
	Expenses   []CategoryView `json:"expenses"`
	Version    int64          `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

// Named is an account in a response.
type Named struct {
	AccountID   string `json:"accountId" doc:"Empty: the books' own" example:"665f1c2ab7e4d90012ab34cd"`
	AccountName string `json:"accountName" example:"Restaurant"`
}

// CodeView is the account of a tax code.
type CodeView struct {
	Code string `json:"code" doc:"What tax codes begin with" example:"9963"`
	Named
}

// CategoryView is the account of a category of expenses.
type CategoryView struct {
	Category string `json:"category" example:"Laundry"`
	Named
}

func (n named) of(account string) Named { return Named{account, n.names[account]} }

func (n named) view() View {
	m := n.Mapping
	v := View{Rooms: n.of(m.Rooms), OtherSales: n.of(m.Others), Sales: []CodeView{}, Expenses: []CategoryView{},
		Version: n.Version}
	for _, t := range m.Codes {
		v.Sales = append(v.Sales, CodeView{t.Name, n.of(t.Account)})
	}
	for _, t := range m.Expenses {
		v.Expenses = append(v.Expenses, CategoryView{t.Name, n.of(t.Account)})
	}
	return v
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[View], error) {
	n, err := s.get(ctx, sc)
	return web.Reply(n.view(), err)
}

// CodeBody is the account of a tax code in a request.
type CodeBody struct {
	Code      string `json:"code" pattern:"^[0-9]{2,8}$" doc:"What tax codes begin with" example:"9963"`
	AccountID web.ID `json:"accountId" doc:"Of class income"`
}

// CategoryBody is the account of a category in a request.
type CategoryBody struct {
	Category  string `json:"category" minLength:"1" maxLength:"60" doc:"Whatever its case" example:"Laundry"`
	AccountID web.ID `json:"accountId" doc:"Of class expense"`
}

type setInput struct {
	Body struct {
		Rooms      web.Optional[web.ID]         `json:"rooms,omitzero" doc:"An account of class income"`
		OtherSales web.Optional[web.ID]         `json:"otherSales,omitzero" doc:"An account of class income"`
		Sales      web.Optional[[]CodeBody]     `json:"sales,omitzero" maxItems:"100"`
		Expenses   web.Optional[[]CategoryBody] `json:"expenses,omitzero" maxItems:"200"`
	} `required:"false"`
}

func (in *setInput) apply(m *Mapping) {
	b := in.Body
	m.Rooms, m.Others = b.Rooms.Or(web.ID(m.Rooms)).String(), b.OtherSales.Or(web.ID(m.Others)).String()
	var codes []CodeBody
	for _, t := range m.Codes {
		codes = append(codes, CodeBody{t.Name, web.ID(t.Account)})
	}
	var categories []CategoryBody
	for _, t := range m.Expenses {
		categories = append(categories, CategoryBody{t.Name, web.ID(t.Account)})
	}
	m.Codes, m.Expenses = nil, nil
	for _, c := range b.Sales.Or(codes) {
		m.Codes = append(m.Codes, Target{c.Code, c.AccountID.String()})
	}
	for _, c := range b.Expenses.Or(categories) {
		m.Expenses = append(m.Expenses, Target{strings.TrimSpace(c.Category), c.AccountID.String()})
	}
}

func (s *Service) httpSet(ctx context.Context, sc scope.Scope, in *setInput) (*web.Data[View], error) {
	n, err := s.set(ctx, sc, in.apply)
	return web.Reply(n.view(), err)
}
