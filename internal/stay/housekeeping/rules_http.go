package housekeeping

import (
	"context"
	"fmt"

	"sarai/internal/kit/date"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/property/room"
	"sarai/internal/record/may"
)

const (
	rulesNote = "Fields that are left out keep their value; a list replaces the one that is there. stayoversDirty makes " +
		"rooms dirty in which guests slept, when their day is closed. inspectedBeforeSellable has check-in warn of a room " +
		"that is clean and not inspected (uninspected-room), or refuse it unless force is given. linenEvery is how many " +
		"nights of a stay are between full services; the others are light. secondKnock is when a door is knocked at again " +
		"behind which nobody was let in. credits are how much work each service is, such as its minutes; categories name " +
		"those that differ. floors say who cleans where; rooms of other floors are cleaned by anybody. maxCredits 0 sets " +
		"no bound."
	loadNote = "In credits, for all attendants of floors and everybody who has rooms. unassigned is what is to be " +
		"cleaned and given to nobody."
	spreadNote = "The rooms of which a service is open and that nobody has, the largest first, each to whoever has the " +
		"fewest credits among those who clean on its floor. Nobody gets more than maxCredits: what is left over stays " +
		"unassigned. Without userIds to all attendants of floors. again takes back first what those have and haven't " +
		"begun; what nobody may have then is unassigned."
	discrepancyNote = "Of today: sleep is somebody in a room that is vacant at the desk, skip is nobody in one that is " +
		"occupied. It ends when the desk lets somebody in or out, or when the floor looks again. Guests' names and " +
		"bookings are shown to those who may view bookings."
)

// TaskView is a service of a room.
type TaskView struct {
	Service    string `json:"service" enum:"departure,full,light,turndown" example:"light"`
	State      string `json:"state" enum:"open,done,do-not-disturb,refused" doc:"All but done is to be done yet"`
	Credits    int    `json:"credits" example:"15"`
	Knocks     int    `json:"knocks" doc:"How often nobody was let in" example:"1"`
	KnockAgain string `json:"knockAgain,omitempty" doc:"When to knock again" example:"15:00"`
}

func (t *Task) view() *TaskView {
	if t == nil {
		return nil
	}
	return new(TaskView(*t))
}

// CreditsBody is how much work each service is.
type CreditsBody struct {
	Departure int `json:"departure" minimum:"0" maximum:"1000" example:"30"`
	Full      int `json:"full" minimum:"0" maximum:"1000" example:"20"`
	Light     int `json:"light" minimum:"0" maximum:"1000" example:"15"`
	Turndown  int `json:"turndown" minimum:"0" maximum:"1000" example:"10"`
}

// CategoryCreditsBody are the credits of a category's rooms.
type CategoryCreditsBody struct {
	CategoryID web.ID      `json:"categoryId"`
	Credits    CreditsBody `json:"credits"`
}

// FloorBody says who cleans on a floor.
type FloorBody struct {
	Floor   string   `json:"floor" minLength:"1" maxLength:"20" example:"1"`
	UserIDs []web.ID `json:"userIds" maxItems:"100" doc:"None: anybody"`
}

// RulesView are the rules of cleaning.
type RulesView struct {
	StayoversDirty bool                  `json:"stayoversDirty"`
	Inspected      string                `json:"inspectedBeforeSellable" enum:"off,warn,refuse" example:"warn"`
	LinenEvery     int                   `json:"linenEvery" example:"3"`
	Turndown       bool                  `json:"turndown"`
	SecondKnock    string                `json:"secondKnock" doc:"Empty: at no set time" example:"15:00"`
	MaxCredits     int                   `json:"maxCredits" example:"480"`
	Credits        CreditsBody           `json:"credits"`
	Categories     []CategoryCreditsBody `json:"categories"`
	Floors         []FloorBody           `json:"floors"`
	Version        int64                 `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func replyRules(k Kept, err error) (*web.Data[RulesView], error) {
	v := RulesView{StayoversDirty: k.Rules.StayoversDirty, Inspected: k.Rules.Inspected, LinenEvery: k.Rules.LinenEvery,
		Turndown: k.Rules.Turndown, SecondKnock: k.Rules.SecondKnock, MaxCredits: k.Rules.MaxCredits,
		Credits: CreditsBody(k.Rules.Credits), Categories: []CategoryCreditsBody{}, Floors: []FloorBody{}, Version: k.Version}
	for _, c := range k.Rules.OfCategories {
		v.Categories = append(v.Categories, CategoryCreditsBody{web.ID(c.CategoryID), CreditsBody(c.Credits)})
	}
	for _, f := range k.Rules.Floors {
		floor := FloorBody{Floor: f.Floor, UserIDs: []web.ID{}}
		for _, id := range f.UserIDs {
			floor.UserIDs = append(floor.UserIDs, web.ID(id))
		}
		v.Floors = append(v.Floors, floor)
	}
	return web.Reply(v, err)
}

func (s *Service) httpRules(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[RulesView], error) {
	return replyRules(s.Rules(ctx, sc))
}

type rulesInput struct {
	Body struct {
		StayoversDirty web.Change[bool]                  `json:"stayoversDirty,omitzero"`
		Inspected      web.Change[string]                `json:"inspectedBeforeSellable,omitzero" enum:"off,warn,refuse"`
		LinenEvery     web.Change[int]                   `json:"linenEvery,omitzero" minimum:"1" maximum:"30" example:"3"`
		Turndown       web.Change[bool]                  `json:"turndown,omitzero"`
		SecondKnock    web.Optional[string]              `json:"secondKnock,omitzero" maxLength:"5" example:"15:00"`
		MaxCredits     web.Change[int]                   `json:"maxCredits,omitzero" minimum:"0" maximum:"100000"`
		Credits        web.Change[CreditsBody]           `json:"credits,omitzero"`
		Categories     web.Change[[]CategoryCreditsBody] `json:"categories,omitzero" maxItems:"200"`
		Floors         web.Change[[]FloorBody]           `json:"floors,omitzero" maxItems:"200"`
	} `required:"false"`
}

func (in *rulesInput) apply(r *Rules) {
	b := &in.Body
	r.StayoversDirty, r.Inspected = b.StayoversDirty.Or(r.StayoversDirty), b.Inspected.Or(r.Inspected)
	r.LinenEvery, r.Turndown = b.LinenEvery.Or(r.LinenEvery), b.Turndown.Or(r.Turndown)
	r.SecondKnock, r.MaxCredits = b.SecondKnock.Or(r.SecondKnock), b.MaxCredits.Or(r.MaxCredits)
	r.Credits = Credits(b.Credits.Or(CreditsBody(r.Credits)))
	if b.Categories.Set {
		r.OfCategories = nil
		for _, c := range b.Categories.Value {
			r.OfCategories = append(r.OfCategories, OfCategory{c.CategoryID.String(), Credits(c.Credits)})
		}
	}
	if b.Floors.Set {
		r.Floors = nil
		for _, f := range b.Floors.Value {
			floor := FloorStaffing{Floor: f.Floor}
			for _, id := range f.UserIDs {
				floor.UserIDs = append(floor.UserIDs, id.String())
			}
			r.Floors = append(r.Floors, floor)
		}
	}
}

func (s *Service) httpSetRules(ctx context.Context, sc scope.Scope, in *rulesInput) (*web.Data[RulesView], error) {
	return replyRules(s.setRules(ctx, sc, in.apply))
}

// place names an entry of a list.
func place(list string, i int) string { return fmt.Sprintf("%s[%d].", list, i) }

// LoadView is what an attendant has.
type LoadView struct {
	ID      web.ID `json:"_id"`
	Name    string `json:"name" example:"Meena Bai"`
	Rooms   int    `json:"rooms" example:"12"`
	Credits int    `json:"credits" example:"260"`
	Done    int    `json:"done" doc:"Of the credits" example:"80"`
}

// UnassignedView is what nobody has.
type UnassignedView struct {
	Rooms   int `json:"rooms" example:"2"`
	Credits int `json:"credits" example:"45"`
}

// DayView is who has how much of a day.
type DayView struct {
	Date       date.Date      `json:"date"`
	Attendants []LoadView     `json:"attendants"`
	Unassigned UnassignedView `json:"unassigned"`
}

func replyDay(d Day, err error) (*web.Data[DayView], error) {
	v := DayView{Date: d.Date, Attendants: []LoadView{}, Unassigned: UnassignedView{d.Nobody.Rooms, d.Nobody.Credits}}
	for _, l := range d.Attendants {
		v.Attendants = append(v.Attendants, LoadView{web.ID(l.ID), l.Name, l.Rooms, l.Credits, l.Done})
	}
	return web.Reply(v, err)
}

type loadQuery struct {
	Date date.Date `query:"date" doc:"Today or later; default today"`
}

func (s *Service) httpLoad(ctx context.Context, sc scope.Scope, in *loadQuery) (*web.Data[DayView], error) {
	return replyDay(s.Loads(ctx, sc, in.Date))
}

type spreadInput struct {
	Body struct {
		Date    date.Date `json:"date,omitempty" doc:"Today or later; default today"`
		UserIDs []web.ID  `json:"userIds,omitempty" maxItems:"100"`
		Again   bool      `json:"again,omitempty" doc:"Also rooms that they have already, of which nothing is done"`
	} `required:"false"`
}

func (s *Service) httpSpread(ctx context.Context, sc scope.Scope, in *spreadInput) (*web.Data[DayView], error) {
	var ids []string
	for _, id := range in.Body.UserIDs {
		ids = append(ids, id.String())
	}
	return replyDay(s.Spread(ctx, sc, in.Body.Date, ids, in.Body.Again))
}

// DiscrepancyView is a room of which desk and floor say different things.
type DiscrepancyView struct {
	RoomID     web.ID            `json:"roomId"`
	RoomNumber string            `json:"roomNumber" example:"101"`
	Floor      string            `json:"floor" example:"1"`
	Category   room.CategoryName `json:"category"`
	Kind       string            `json:"kind" enum:"sleep,skip"`
	Occupancy  string            `json:"occupancy" enum:"vacant,arrival,occupied,stayover,due-out,out-of-order"`
	SeenAt     date.Time         `json:"seenAt" doc:"When the floor looked"`
	GuestName  string            `json:"guestName,omitempty" doc:"Left out without bookings.view" example:"Asha Rao"`
	BookingID  web.ID            `json:"bookingId,omitempty" doc:"Left out without bookings.view"`
}

func (s *Service) httpDiscrepancies(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[[]DiscrepancyView],
	error) {
	list, err := s.Discrepancies(ctx, sc)
	views := []DiscrepancyView{}
	for _, d := range list {
		v := DiscrepancyView{RoomID: web.ID(d.ID), RoomNumber: d.Number, Floor: d.Floor,
			Category: room.CategoryName{ID: web.ID(d.CategoryID), Name: d.Category}, Kind: d.Kind, Occupancy: d.Occupancy,
			SeenAt: date.Time(d.SeenAt)}
		if d.InRoom != nil && sc.Permissions.Has(may.Bookings, scope.View) {
			v.GuestName, v.BookingID = d.InRoom.GuestName, web.ID(d.InRoom.BookingID)
		}
		views = append(views, v)
	}
	return web.Reply(views, err)
}
