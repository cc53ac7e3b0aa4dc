package rooming

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/file"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/kit/xlsx"
	"sarai/internal/record/may"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/group"
)

const (
	listNote = "As rows, or as text: pasted lines or CSV, whose first line names the columns. All of it or nothing. A " +
		"reference is the list's own name for a room: the same list again makes nothing, a corrected one changes what " +
		"differs. With dryRun nothing is changed, and problems say what is wrong with which row."
	arriveNote = "All of them or none; with each, what can't arrive is said, and the others arrive. Without " +
		"bookingIds: all whose stay has begun and who have not arrived."
	changeNote = "One after the other: what can't be changed is said, and the others change. Of a new category the " +
		"nights cost the group's rates, or else the category's. Without bookingIds: all that are open."
	someNote = "One after the other: what can't be cancelled is said, and the others are. Without bookingIds: all " +
		"whose guests have not arrived. The group stays."
	peopleNote = "For lists of arrivals and keys, and for name cards: the bookings that aren't cancelled, by the day of " +
		"arrival and the room."
	leaveNote  = "One after the other: what can't leave is said, and the others leave. Without bookingIds: all in house."
	assignNote = "Rooms of their categories, next to each other, on one floor as far as there are any. Without " +
		"bookingIds: all that have not arrived. With dryRun nothing is changed."
	cancelNote = "What was not picked up is released. With bookings, its bookings whose guests have not arrived are " +
		"cancelled too, one after the other; the answer says which can't be. Asked again, it cancels those that are left."
)

const (
	maxList  = 2 << 20
	listType = "text/plain; charset=utf-8"
	bookType = "application/zip" // what a workbook is, by its first bytes
)

// Routes are the endpoints of a group's bookings.
func (s *Service) Routes() []web.Route {
	const one = "/api/groups/{orgId}/{groupId}"
	return []web.Route{
		web.Post(one+"/rooming-list", may.Create(may.Bookings), s.httpList, "Take a rooming list").With(listNote).Costly(),
		web.Upload(one+"/rooming-list/file", may.Create(may.Bookings), s.httpListFile, "Take a rooming list as a file",
			maxList, listType, bookType).With("CSV, or the first sheet of an Excel workbook (.xlsx). " + listNote),
		web.Get(one+"/people", may.View(may.Bookings), s.httpPeople, "List who of a group is in which room").
			With(peopleNote),
		web.Post(one+"/arrive", may.Update(may.Bookings), s.httpArrive, "Check in bookings of a group").With(arriveNote),
		web.Post(one+"/leave", may.Update(may.Bookings), s.httpLeave, "Check out bookings of a group").With(leaveNote),
		web.Post(one+"/change", may.Update(may.Bookings), s.httpChange, "Change bookings of a group").With(changeNote),
		web.Post(one+"/cancel-bookings", may.Delete(may.Bookings), s.httpCancelBookings, "Cancel bookings of a group").
			With(someNote),
		web.Post(one+"/assign", may.Update(may.Bookings), s.httpAssign, "Give a group rooms near each other").
			With(assignNote),
		web.Put(one+"/cancel", may.Delete(may.Bookings), s.httpCancel, "Cancel a group").With(cancelNote),
	}
}

// RowBody is a person on a rooming list.
type RowBody struct {
	Reference string    `json:"reference,omitempty" maxLength:"60" doc:"Default: name and arrival" example:"R-12"`
	Name      string    `json:"name" maxLength:"120" example:"Asha Rao"`
	Phone     string    `json:"phone,omitempty" maxLength:"24" doc:"Default: the contact's" example:"+91 98450 12345"`
	Email     string    `json:"email,omitempty" maxLength:"254" example:"asha@example.com"`
	Category  string    `json:"category" maxLength:"120" doc:"Its name or id" example:"Deluxe"`
	CheckIn   date.Date `json:"checkIn"`
	CheckOut  date.Date `json:"checkOut" example:"2026-04-03"`
	Sharing   string    `json:"sharing,omitempty" maxLength:"60" doc:"Rows with the same share a room" example:"A"`
	Requests  string    `json:"requests,omitempty" maxLength:"500" example:"Twin beds"`
	Adults    int       `json:"adults,omitempty" minimum:"0" maximum:"50" doc:"Default: who share" example:"2"`
	Children  int       `json:"children,omitempty" minimum:"0" maximum:"50" example:"0"`
}

// Path is the path parameter of the endpoints of one group.
type Path struct {
	GroupID web.ID `path:"groupId" doc:"The group's id"`
}

type listInput struct {
	Path
	booking.DryRun
	Body struct {
		Rows []RowBody `json:"rows,omitempty" maxItems:"500" doc:"Or text"`
		Text string    `json:"text,omitempty" maxLength:"200000" doc:"Lines of columns"`
	}
}

// DifferenceView is a field that a list changes.
type DifferenceView struct {
	Field string `json:"field" example:"checkOut"`
	From  string `json:"from" example:"2026-04-03"`
	To    string `json:"to" example:"2026-04-04"`
}

// PartyView is a room of a list.
type PartyView struct {
	Rows      []int            `json:"rows" doc:"Places on the list, from 1 on"`
	Reference string           `json:"reference" example:"R-12"`
	Names     []string         `json:"names"`
	Action    string           `json:"action" enum:"create,change,same"`
	Changes   []DifferenceView `json:"changes"`
	Outside   bool             `json:"outsideBlock" doc:"A night of it comes from what is free for everybody"`
	BookingID string           `json:"bookingId" doc:"Empty: there is none yet" example:""`
	Code      string           `json:"code" doc:"Empty: there is none yet" example:"BK-17"`
}

// ProblemView is what is wrong with a row.
type ProblemView struct {
	Field   string `json:"field" example:"rows[3].checkIn"`
	Message string `json:"message" example:"must be a date"`
}

// MissingView is a booking of a former list that is not on this one.
type MissingView struct {
	BookingID string `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	Code      string `json:"code" example:"BK-17"`
	Reference string `json:"reference" example:"R-12"`
	GuestName string `json:"guestName" example:"Asha Rao"`
}

// ReportView is what a list has done, or would do.
type ReportView struct {
	Applied  bool          `json:"applied"`
	Rooms    []PartyView   `json:"rooms"`
	Problems []ProblemView `json:"problems" doc:"Of a dry run; without one they are errors"`
	Missing  []MissingView `json:"missing" doc:"Bookings of former lists that are not on this one; they stay"`
}

func (r Report) view() ReportView {
	v := ReportView{Applied: r.Applied, Rooms: []PartyView{}, Problems: []ProblemView{}, Missing: []MissingView{}}
	for _, p := range r.Parties {
		party := PartyView{Rows: []int{}, Reference: p.Reference, Names: []string{}, Action: p.Action,
			Changes: []DifferenceView{}, Outside: p.Outside}
		for _, row := range p.Rows {
			place := 0
			_, _ = fmt.Sscanf(row.Field, "rows[%d]", &place)
			party.Rows, party.Names = append(party.Rows, place+1), append(party.Names, row.Name)
		}
		for _, d := range p.Changes {
			party.Changes = append(party.Changes, DifferenceView(d))
		}
		if p.Booking != nil && (r.Applied || p.Action != Create) {
			party.BookingID, party.Code = p.Booking.ID, p.Booking.Code
		}
		v.Rooms = append(v.Rooms, party)
	}
	for _, f := range r.Problems {
		v.Problems = append(v.Problems, ProblemView{f.Field, f.Message})
	}
	for _, b := range r.Missing {
		v.Missing = append(v.Missing, MissingView{b.ID, b.Code, b.GroupRef, b.GuestName})
	}
	return v
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, in *listInput) (*web.Data[ReportView], error) {
	var rows []Row
	for i, b := range in.Body.Rows {
		rows = append(rows, Row{Field: fmt.Sprintf("rows[%d].", i), Reference: b.Reference, Name: b.Name, Phone: b.Phone,
			Email: b.Email, Category: b.Category, CheckIn: b.CheckIn, CheckOut: b.CheckOut, Sharing: b.Sharing,
			Requests: b.Requests, Adults: b.Adults, Children: b.Children})
	}
	switch {
	case len(rows) > 0 && in.Body.Text != "":
		return nil, errs.InvalidField("text", "must be left out if rows are given")
	case len(rows) == 0 && in.Body.Text == "":
		return nil, errs.InvalidField("rows", "must be given, or text")
	case in.Body.Text != "":
		return s.parsed(ctx, sc, in.GroupID, in.DryRun.DryRun, func() ([]Row, error) {
			return parseText("text", in.Body.Text)
		})
	}
	r, err := s.Take(ctx, sc, in.GroupID.String(), rows, in.DryRun.DryRun)
	return web.Reply(r.view(), err)
}

// parsed takes a list that is read first. In a dry run, what can't be read are problems too.
func (s *Service) parsed(ctx context.Context, sc scope.Scope, groupID web.ID, dry bool,
	read func() ([]Row, error)) (*web.Data[ReportView], error) {
	if _, err := s.members(ctx, sc, groupID.String(), nil, func(*booking.Booking) bool { return false }); err != nil {
		return nil, err
	}
	rows, err := read()
	if err != nil && len(rows) > 0 {
		tried, tryErr := s.Take(ctx, sc, groupID.String(), rows, true)
		if tryErr != nil {
			return nil, tryErr
		}
		problems := alsoWrong(errs.FieldsOf(err), tried.Problems)
		if dry {
			return web.OK(Report{Problems: problems}.view()), nil
		}
		return nil, problems.Err()
	}
	if err != nil {
		return nil, err
	}
	r, err := s.Take(ctx, sc, groupID.String(), rows, dry)
	return web.Reply(r.view(), err)
}

// alsoWrong adds to what can't be read of some rows what else is wrong with the list, row by row. A date that can't be
// read explains all that is said of its row's dates.
func alsoWrong(unread, others []errs.Field) (all errs.Fields) {
	row := func(f errs.Field) (place int, column string) {
		before, column, _ := strings.Cut(f.Field, "].")
		_, _ = fmt.Sscanf(before, "rows[%d", &place)
		return place, strings.ToLower(column)
	}
	explains := func(u, f errs.Field) bool {
		place, column := row(u)
		other, about := row(f)
		return place == other && (column == about || strings.HasPrefix(column, "check") && strings.HasPrefix(about, "check"))
	}
	all = slices.Clone(unread)
	for _, f := range others {
		if !slices.ContainsFunc(unread, func(u errs.Field) bool { return explains(u, f) }) {
			all = append(all, f)
		}
	}
	slices.SortStableFunc(all, func(a, b errs.Field) int {
		first, _ := row(a)
		second, _ := row(b)
		return first - second
	})
	return all
}

type fileInput struct {
	Path
	booking.DryRun
	web.FileBody
}

func (s *Service) httpListFile(ctx context.Context, sc scope.Scope, in *fileInput, f file.File) (
	*web.Data[ReportView], error) {
	return s.parsed(ctx, sc, in.GroupID, in.DryRun.DryRun, func() ([]Row, error) {
		if f.Type != bookType {
			return parseText("file", string(f.Content))
		}
		table, err := xlsx.Read(f.Content)
		if err != nil {
			return nil, errs.InvalidField("file", "must be a workbook of Excel (.xlsx) with a list of at most 5000 lines")
		}
		return parseTable("file", table)
	})
}

// GuestOfRoomView is a person of a group.
type GuestOfRoomView struct {
	Name string `json:"name" doc:"Empty: a child whom nobody has named" example:"Asha Rao"`
	Age  *int   `json:"age" nullable:"true" doc:"Of a child, in years" example:"6"`
	Lead bool   `json:"lead" doc:"The first of the room"`
}

// RoomPeopleView is a room of a group with its people.
type RoomPeopleView struct {
	BookingID string            `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	Code      string            `json:"code" example:"BK-17"`
	Reference string            `json:"reference" doc:"What the group's rooming list calls it" example:"R-12"`
	Room      string            `json:"roomNumber" doc:"Empty until one is assigned" example:"101"`
	Floor     string            `json:"floor" example:"1"`
	RoomType  string            `json:"roomType" doc:"The room's category, or else the booked one" example:"Deluxe"`
	CheckIn   date.Date         `json:"checkIn"`
	CheckOut  date.Date         `json:"checkOut" example:"2026-04-03"`
	Status    string            `json:"status" enum:"confirmed,checked-in,checked-out"`
	Expected  string            `json:"expectedArrivalTime" doc:"HH:MM; empty: nobody knows" example:"14:30"`
	Requests  string            `json:"specialRequests" example:"Twin beds"`
	Guests    []GuestOfRoomView `json:"guests" doc:"The first of the room before the others"`
}

func (s *Service) httpPeople(ctx context.Context, sc scope.Scope, in *Path) (*web.Data[[]RoomPeopleView], error) {
	rooms, err := s.People(ctx, sc, in.GroupID.String())
	views := []RoomPeopleView{}
	for _, r := range rooms {
		v := RoomPeopleView{BookingID: r.ID, Code: r.Code, Reference: r.GroupRef, Room: r.Room.Number, Floor: r.Floor,
			RoomType: r.Category, CheckIn: r.Room.From, CheckOut: r.Room.To, Status: r.Status,
			Expected: r.ExpectedArrival, Requests: r.SpecialRequests, Guests: []GuestOfRoomView{}}
		for i, p := range r.People {
			v.Guests = append(v.Guests, GuestOfRoomView{p.Name, p.Age, i == 0})
		}
		views = append(views, v)
	}
	return web.Reply(views, err)
}

// MembersBody are some of a group's bookings.
type MembersBody struct {
	BookingIDs []web.ID `json:"bookingIds,omitempty" maxItems:"1000" doc:"Left out: all"`
}

func (b MembersBody) ids() []string { return web.IDs(b.BookingIDs) }

type leaveInput struct {
	Path
	Body struct {
		MembersBody
		booking.ForceBody
	} `required:"false"`
}

type arriveInput struct {
	Path
	Body struct {
		MembersBody
		booking.ForceBody
		Each bool `json:"each,omitempty" doc:"Those that can, though others can't" example:"false"`
	} `required:"false"`
}

// MemberView is a booking of a group after something was done with it.
type MemberView struct {
	BookingID string `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	Code      string `json:"code" example:"BK-17"`
	GuestName string `json:"guestName" example:"Asha Rao"`
	Status    string `json:"status" enum:"confirmed,checked-in,checked-out,cancelled"`
	Problem   string `json:"problem" doc:"Why it can't; empty: it is done" example:""`
}

func memberViews(list []Member) []MemberView {
	views := []MemberView{}
	for _, m := range list {
		v := MemberView{BookingID: m.ID, Code: m.Code, GuestName: m.GuestName, Status: m.Status}
		if m.Problem != nil {
			v.Problem = m.Problem.Error()
		}
		views = append(views, v)
	}
	return views
}

func (s *Service) httpArrive(ctx context.Context, sc scope.Scope, in *arriveInput) (*web.Warned[[]MemberView], error) {
	arrive := s.Arrive
	if in.Body.Each {
		arrive = s.ArriveEach
	}
	list, warnings, err := arrive(ctx, sc, in.GroupID.String(), in.Body.ids(), in.Body.Force)
	if err != nil {
		return nil, err
	}
	return web.Warn(memberViews(list), warnings), nil
}

func (s *Service) httpLeave(ctx context.Context, sc scope.Scope, in *leaveInput) (*web.Data[[]MemberView], error) {
	list, err := s.Leave(ctx, sc, in.GroupID.String(), in.Body.ids(), in.Body.Force)
	return web.Reply(memberViews(list), err)
}

type changeInput struct {
	Path
	Body struct {
		MembersBody
		CheckIn    date.Date          `json:"checkIn,omitempty" doc:"Left out: as it is"`
		CheckOut   date.Date          `json:"checkOut,omitempty" doc:"Left out: as it is" example:"2026-04-03"`
		CategoryID web.ID             `json:"categoryId,omitempty" doc:"Left out: as it is"`
		Notes      web.Change[string] `json:"notes,omitzero" maxLength:"2000" example:"Bus at seven"`
		Requests   web.Change[string] `json:"specialRequests,omitzero" maxLength:"2000" example:"Twin beds"`
	}
}

func (s *Service) httpChange(ctx context.Context, sc scope.Scope, in *changeInput) (*web.Data[[]MemberView], error) {
	list, err := s.Change(ctx, sc, in.GroupID.String(), in.Body.ids(), Edit{CheckIn: in.Body.CheckIn,
		CheckOut: in.Body.CheckOut, CategoryID: in.Body.CategoryID.String(), Notes: in.Body.Notes.Pointer(),
		Requests: in.Body.Requests.Pointer()})
	return web.Reply(memberViews(list), err)
}

type cancelBookingsInput struct {
	Path
	Body struct {
		MembersBody
		Reason string `json:"reason" minLength:"1" maxLength:"500" example:"They don't come"`
	}
}

func (s *Service) httpCancelBookings(ctx context.Context, sc scope.Scope, in *cancelBookingsInput) (
	*web.Data[[]MemberView], error) {
	list, err := s.CancelBookings(ctx, sc, in.GroupID.String(), in.Body.ids(), in.Body.Reason)
	return web.Reply(memberViews(list), err)
}

type assignInput struct {
	Path
	booking.DryRun
	Body MembersBody `required:"false"`
}

// GivenView is a booking with the room that it is given.
type GivenView struct {
	BookingID  string `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	Code       string `json:"code" example:"BK-17"`
	GuestName  string `json:"guestName" example:"Asha Rao"`
	RoomID     string `json:"roomId" doc:"Empty: no room of its category is free throughout"`
	RoomNumber string `json:"roomNumber" example:"101"`
}

func (s *Service) httpAssign(ctx context.Context, sc scope.Scope, in *assignInput) (*web.Data[[]GivenView], error) {
	given, err := s.Assign(ctx, sc, in.GroupID.String(), in.Body.ids(), in.DryRun.DryRun)
	views := []GivenView{}
	for _, g := range given {
		views = append(views, GivenView{g.bookingID, g.code, g.guest, g.room.ID, g.room.Number})
	}
	return web.Reply(views, err)
}

type cancelInput struct {
	Path
	Body struct {
		Reason   string `json:"reason,omitempty" maxLength:"500" example:"The wedding was moved"`
		Bookings bool   `json:"bookings,omitempty" doc:"Cancel its bookings too" example:"false"`
	} `required:"false"`
}

// CancelledView is a cancelled group, with what became of its bookings.
type CancelledView struct {
	group.View
	Bookings []MemberView `json:"bookings" doc:"Those that were to be cancelled"`
}

func (s *Service) httpCancel(ctx context.Context, sc scope.Scope, in *cancelInput) (*web.Data[CancelledView], error) {
	g, list, err := s.Cancel(ctx, sc, in.GroupID.String(), in.Body.Reason, in.Body.Bookings)
	return web.Reply(CancelledView{group.ViewOf(g, sc), memberViews(list)}, err)
}
