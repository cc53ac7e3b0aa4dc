package group

import (
	"context"
	"fmt"

	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
)

const (
	createNote = "Without a code it gets the next number of its series. A definite group holds its block; a tentative " +
		"one does so if the hotel's settings say that when it is made."
	listNote   = "By the day of arrival. live are those that are tentative or definite."
	updateNote = "Fields that are left out keep their value; null clears. A tentative group that becomes definite " +
		"takes the rooms of its block, or is refused."
	blockNote = "Nights that were released are kept anew. Where too few rooms are free, nothing is changed. What is " +
		"blocked may be less than what is picked up, which stays."
	washNote = "Of what was not picked up, so many percent of each night, halves up. Nights that are over stay."
)

// Routes are the endpoints of a group's record and its block.
func (s *Service) Routes() []web.Route {
	const base, one = "/api/groups/{orgId}", "/api/groups/{orgId}/{groupId}"
	return []web.Route{
		web.Create(base+"/create", may.Create(may.Bookings), s.httpCreate, "Add a group").With(createNote),
		web.Get(base+"/list", may.View(may.Bookings), s.httpList, "List the groups").With(listNote),
		web.Get(base+"/settings", may.View(may.Bookings), s.httpSettings, "Show how rooms are kept for groups"),
		web.Put(base+"/settings", may.Manage(may.Bookings), s.httpChangeSettings, "Change how rooms are kept for groups").
			With("For groups that become tentative from then on."),
		web.Get(one, may.View(may.Bookings), s.httpGet, "Show a group"),
		web.Put(one+"/update", may.Update(may.Bookings), s.httpUpdate, "Change a group").With(updateNote),
		web.Get(one+"/block", may.View(may.Bookings), s.httpBlock, "Show a group's block and its rates"),
		web.Put(one+"/block", may.Update(may.Bookings), s.httpSetBlock, "Change a group's block and its rates").
			With(blockNote),
		web.Post(one+"/wash", may.Update(may.Bookings), s.httpWash, "Take rooms off a block by percent").With(washNote),
		web.Post(one+"/release", may.Update(may.Bookings), s.httpRelease, "Release what was not picked up").
			With("At the cut-off it is released without this."),
		web.Get(one+"/pick-up", may.View(may.Bookings), s.httpPickUp, "Compare the pick-up with that of a week before"),
	}
}

// DepositView is a part of what the group pays before it comes.
type DepositView struct {
	Due    date.Date    `json:"due"`
	Amount money.Number `json:"amount" example:"50000"`
}

// View is a group.
type View struct {
	ID           string        `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	Code         string        `json:"code" example:"GRP-7"`
	Name         string        `json:"name" example:"Rao wedding"`
	Status       string        `json:"status" enum:"tentative,definite,cancelled"`
	HoldsRooms   bool          `json:"holdsRooms" doc:"What is blocked and not picked up can't be sold to others"`
	CheckIn      date.Date     `json:"checkIn"`
	CheckOut     date.Date     `json:"checkOut" example:"2026-04-03"`
	ContactName  string        `json:"contactName" example:"Vikram Rao"`
	ContactPhone string        `json:"contactPhone" example:"+91 98450 12345"`
	ContactEmail string        `json:"contactEmail" example:"vikram@example.com"`
	CompanyID    *web.ID       `json:"companyId" nullable:"true"`
	Agent        string        `json:"agent" doc:"Who has brought it" example:"Lotus Travels"`
	DecisionDate *date.Date    `json:"decisionDate" nullable:"true" doc:"Until when it is to be definite"`
	CutoffDate   *date.Date    `json:"cutoffDate" nullable:"true" doc:"On which all nights are released"`
	CutoffDays   *int          `json:"cutoffDays" nullable:"true" doc:"Days before each night when it is released"`
	MasterPays   string        `json:"masterPays" enum:"nothing,rooms,all" doc:"Of what its bookings owe"`
	Deposits     []DepositView `json:"deposits"`
	Notes        string        `json:"notes" example:"Procession at six"`
	CreatedBy    string        `json:"createdBy" example:"665f1c2ab7e4d90012ab34cd"`
	Org          string        `json:"orgId" example:"665f1c2ab7e4d90012ab34cd"`
	CreatedAt    date.Time     `json:"createdAt"`
	UpdatedAt    date.Time     `json:"updatedAt"`
	Version      int64         `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

// ViewOf is the group as answers show it.
func ViewOf(g Group, sc scope.Scope) View {
	v := View{ID: g.ID, Code: g.Code, Name: g.Name, Status: g.Status, HoldsRooms: g.Holds, CheckIn: g.CheckIn,
		CheckOut: g.CheckOut, ContactName: g.ContactName, ContactPhone: g.ContactPhone, ContactEmail: g.ContactEmail,
		Agent: g.Agent, DecisionDate: day(g.DecisionDate), CutoffDate: day(g.CutoffDate), CutoffDays: g.CutoffDays,
		MasterPays: g.MasterPays, Deposits: []DepositView{}, Notes: g.Notes, CreatedBy: g.CreatedBy, Org: sc.Org,
		CreatedAt: date.Time(g.CreatedAt), UpdatedAt: date.Time(g.UpdatedAt), Version: g.Version}
	if g.CompanyID != "" {
		v.CompanyID = new(web.ID(g.CompanyID))
	}
	for _, d := range g.Deposits {
		v.Deposits = append(v.Deposits, DepositView{d.Due, d.Amount.Number(sc.Currency)})
	}
	return v
}

func day(d date.Date) *date.Date {
	if d == "" {
		return nil
	}
	return &d
}

func reply(sc scope.Scope, g Group, err error) (*web.Data[View], error) {
	return web.Reply(ViewOf(g, sc), err)
}

// DepositBody is a deposit in a request.
type DepositBody struct {
	Due    date.Date    `json:"due"`
	Amount money.Number `json:"amount" example:"50000"`
}

// DetailsBody is what may be left out of a group.
type DetailsBody struct {
	Code         web.Change[string]          `json:"code,omitzero" maxLength:"40" doc:"Unique" example:"RAO26"`
	Status       web.Change[string]          `json:"status,omitzero" enum:"tentative,definite" doc:"Default tentative"`
	ContactName  web.Optional[string]        `json:"contactName,omitzero" maxLength:"120" example:"Vikram Rao"`
	ContactPhone web.Optional[string]        `json:"contactPhone,omitzero" maxLength:"24" example:"+91 98450 12345"`
	ContactEmail web.Optional[string]        `json:"contactEmail,omitzero" maxLength:"254" example:"vikram@example.com"`
	CompanyID    web.Optional[web.ID]        `json:"companyId,omitzero" doc:"The company that it is of"`
	Agent        web.Optional[string]        `json:"agent,omitzero" maxLength:"120" example:"Lotus Travels"`
	DecisionDate web.Optional[date.Date]     `json:"decisionDate,omitzero" doc:"Until when it is to be definite"`
	CutoffDate   web.Optional[date.Date]     `json:"cutoffDate,omitzero" doc:"On which all nights are released"`
	CutoffDays   web.Optional[int]           `json:"cutoffDays,omitzero" minimum:"0" maximum:"365" doc:"Or by night"`
	MasterPays   web.Optional[string]        `json:"masterPays,omitzero" enum:"nothing,rooms,all" doc:"Default nothing"`
	Deposits     web.Optional[[]DepositBody] `json:"deposits,omitzero" maxItems:"24" doc:"All of them, by their dates"`
	Notes        web.Optional[string]        `json:"notes,omitzero" maxLength:"2000" example:"Procession at six"`
}

// reader gives a function that applies the body to a group, or what is wrong with its amounts.
func (b DetailsBody) reader(sc scope.Scope) (func(g *Group), error) {
	amounts := money.Reader{Currency: sc.Currency}
	deposits := []Deposit{}
	for i, d := range b.Deposits.Value {
		deposits = append(deposits, Deposit{d.Due, amounts.AboveZero(fmt.Sprintf("deposits[%d].amount", i), d.Amount)})
	}
	return func(g *Group) {
		g.Code, g.Status = b.Code.Or(g.Code), b.Status.Or(g.Status)
		g.ContactName, g.ContactPhone = b.ContactName.Or(g.ContactName), b.ContactPhone.Or(g.ContactPhone)
		g.ContactEmail, g.Agent = b.ContactEmail.Or(g.ContactEmail), b.Agent.Or(g.Agent)
		g.CompanyID = b.CompanyID.Or(web.ID(g.CompanyID)).String()
		g.DecisionDate, g.CutoffDate = b.DecisionDate.Or(g.DecisionDate), b.CutoffDate.Or(g.CutoffDate)
		if b.CutoffDays.Set {
			if g.CutoffDays = nil; !b.CutoffDays.Null {
				g.CutoffDays = b.CutoffDays.Pointer()
			}
		}
		g.MasterPays, g.Notes = b.MasterPays.Or(g.MasterPays), b.Notes.Or(g.Notes)
		if b.Deposits.Set {
			g.Deposits = deposits
		}
		*g = g.withDefaults()
	}, amounts.Fields.Err()
}

type createInput struct {
	Body struct {
		Name     string    `json:"name" minLength:"1" maxLength:"120" example:"Rao wedding"`
		CheckIn  date.Date `json:"checkIn"`
		CheckOut date.Date `json:"checkOut" doc:"The day of departure, without its night" example:"2026-04-03"`
		DetailsBody
	}
}

func (s *Service) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[View], error) {
	apply, err := in.Body.reader(sc)
	if err != nil {
		return nil, err
	}
	g := Group{Name: in.Body.Name, CheckIn: in.Body.CheckIn, CheckOut: in.Body.CheckOut}
	apply(&g)
	made, err := s.Create(ctx, sc, g)
	return reply(sc, made, err)
}

type listInput struct {
	web.Paging
	Search string    `query:"search" maxLength:"120" doc:"Of its code, name, contact or agent"`
	Status string    `query:"status" enum:"live,tentative,definite,cancelled"`
	From   date.Date `query:"from" doc:"Which leave on or after"`
	To     date.Date `query:"to" doc:"Which arrive on or before"`
}

// ListedView is a group of the list.
type ListedView struct {
	View
	RoomNights FiguresView `json:"roomNights" doc:"Of its block, all nights together"`
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, in *listInput) (
	*web.Page[ListedView, web.Pagination], error) {
	found, err := s.list(ctx, sc, in)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(found, func(g listed) ListedView {
		return ListedView{ViewOf(g.Group, sc), FiguresView{g.Blocked, g.Picked}}
	}), nil
}

type groupInput struct {
	GroupID web.ID `path:"groupId" doc:"The group's id"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *groupInput) (*web.Data[View], error) {
	g, err := s.get(ctx, sc, in.GroupID.String())
	return reply(sc, g, err)
}

type updateInput struct {
	GroupID web.ID `path:"groupId" doc:"The group's id"`
	Body    struct {
		Name     web.Change[string]    `json:"name,omitzero" minLength:"1" maxLength:"120" example:"Rao wedding"`
		CheckIn  web.Change[date.Date] `json:"checkIn,omitzero"`
		CheckOut web.Change[date.Date] `json:"checkOut,omitzero" example:"2026-04-03"`
		DetailsBody
	} `required:"false"`
}

func (s *Service) httpUpdate(ctx context.Context, sc scope.Scope, in *updateInput) (*web.Data[View], error) {
	apply, err := in.Body.reader(sc)
	if err != nil {
		return nil, err
	}
	g, err := s.update(ctx, sc, in.GroupID.String(), func(g *Group) {
		g.Name = in.Body.Name.Or(g.Name)
		g.CheckIn, g.CheckOut = in.Body.CheckIn.Or(g.CheckIn), in.Body.CheckOut.Or(g.CheckOut)
		apply(g)
	})
	return reply(sc, g, err)
}

// SettingsView is how a hotel keeps rooms for groups.
type SettingsView struct {
	TentativeHolds bool  `json:"tentativeHolds" doc:"Tentative groups hold their rooms" example:"false"`
	Version        int64 `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func (s *Service) httpSettings(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[SettingsView], error) {
	found, err := s.settings(ctx, sc)
	return web.Reply(SettingsView(found), err)
}

type settingsInput struct {
	Body struct {
		TentativeHolds bool `json:"tentativeHolds" doc:"Tentative groups hold their rooms" example:"true"`
	}
}

func (s *Service) httpChangeSettings(ctx context.Context, sc scope.Scope, in *settingsInput) (
	*web.Data[SettingsView], error) {
	changed, err := s.changeSettings(ctx, sc, in.Body.TentativeHolds)
	return web.Reply(SettingsView(changed), err)
}
