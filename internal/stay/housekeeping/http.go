package housekeeping

import (
	"context"
	"fmt"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/file"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/property/room"
	"sarai/internal/record/may"
)

const (
	boardNote = "All rooms in use that the filters take, in the order of their numbers. Guests' names and bookings are " +
		"shown to those who may view bookings."
	paperNote = "By floors, with a box to tick for each room, and without names of guests."
	photoNote = "Replaces the one that is there. It is kept upright as a JPEG of at most 1280 pixels a side, without " +
		"anything else that the file held, such as the place where it was taken. It stays until it is removed."
	assignNote = "All or none; errors name the entry, such as assignments[3].userId. userId null takes the room from " +
		"whoever has it. Rooms that aren't named keep whom they have. The answer has the lines of those that are."
	reportNote = "For phones that may have been without a line: at says when it was done. What is known from later " +
		"stays, and warnings say so with late-housekeeping, late-note, late-service or late-occupancy; the rest of the " +
		"report is taken. A service that is done leaves a dirty room clean, and a room that is reported clean has its " +
		"service done; one that was refused stays open. A report that is sent again changes nothing. " +
		"at may be five minutes ahead of the server, and means now then."
)

// Routes are the endpoints of housekeeping.
func (s *Service) Routes() []web.Route {
	const base = "/api/rooms/{orgId}"
	const rules = "/api/housekeeping/{orgId}"
	const photoPath = base + "/{roomId}/housekeeping/photo"
	view, update := may.View(may.Rooms), may.Update(may.Rooms)
	return []web.Route{
		web.Get(base+"/housekeeping", view, s.httpBoard, "Show what is to be cleaned on a day").With(boardNote),
		web.Download(base+"/housekeeping/pdf", view, s.httpPaper, "Print what is to be cleaned on a day",
			"application/pdf").With(paperNote),
		web.Put(base+"/housekeeping/assign", update, s.httpAssign, "Say who cleans which rooms").With(assignNote).
			AnyVersion(),
		web.Put(base+"/{roomId}/housekeeping/report", update, s.httpReport,
			"Report how clean a room is, or a note about it").With(reportNote),
		web.Upload(photoPath, update, s.httpSetPhoto, "Upload a photo of a room", maxPhoto, "image/jpeg", "image/png").
			With(photoNote),
		web.Download(photoPath, view, s.httpPhoto, "Download the photo of a room", "image/jpeg"),
		web.Delete(photoPath, update, s.httpRemovePhoto, "Remove the photo of a room"),
		web.Get(rules+"/rules", view, s.httpRules, "Show the rules of cleaning"),
		web.Put(rules+"/rules", may.Manage(may.Rooms), s.httpSetRules, "Set the rules of cleaning").With(rulesNote),
		web.Get(rules+"/load", view, s.httpLoad, "Show who has how much to clean on a day").With(loadNote),
		web.Post(rules+"/assign-evenly", update, s.httpSpread, "Give the rooms of a day to attendants").With(spreadNote),
		web.Get(rules+"/discrepancies", view, s.httpDiscrepancies, "Compare who is in the rooms with what the floor saw").
			With(discrepancyNote),
	}
}

// ArrivalView is a party that is expected in a room.
type ArrivalView struct {
	Time      string `json:"time" doc:"When they are expected; empty if they didn't say" example:"14:00"`
	Persons   int    `json:"persons" example:"2"`
	GuestName string `json:"guestName,omitempty" doc:"Left out without bookings.view" example:"Asha Rao"`
	BookingID web.ID `json:"bookingId,omitempty" doc:"Left out without bookings.view"`
}

// AssigneeView is who cleans a room.
type AssigneeView struct {
	ID   web.ID `json:"_id"`
	Name string `json:"name" example:"Meena Bai"`
}

// LineView is a room on the board.
type LineView struct {
	RoomID         web.ID            `json:"roomId"`
	RoomNumber     string            `json:"roomNumber" example:"101"`
	Floor          string            `json:"floor" example:"1"`
	Category       room.CategoryName `json:"category"`
	Housekeeping   string            `json:"housekeeping" enum:"clean,dirty,inspected" doc:"As it is now"`
	HousekeepingAt date.Time         `json:"housekeepingAt" doc:"Since when, or when it was last seen to be so"`
	Occupancy      string            `json:"occupancy" enum:"vacant,arrival,occupied,stayover,due-out,out-of-order"`
	Persons        int               `json:"persons" doc:"In the room or, while it is empty, expected" example:"2"`
	GuestName      string            `json:"guestName,omitempty" doc:"In the room; left out without bookings.view"`
	BookingID      web.ID            `json:"bookingId,omitempty" doc:"Of who is in the room; left out as guestName"`
	Arrival        *ArrivalView      `json:"arrival,omitempty" doc:"Also while somebody is in; left out: nobody"`
	Priority       bool              `json:"priority" doc:"Somebody is expected, and the room isn't ready"`
	Assignee       *AssigneeView     `json:"assignee,omitempty" doc:"Left out: nobody"`
	Service        *TaskView         `json:"service,omitempty" doc:"What is to be cleaned; left out: nothing"`
	Turndown       *TaskView         `json:"turndown,omitempty" doc:"Left out: none is due"`
	Note           string            `json:"note" doc:"Of housekeeping" example:"The tap drips"`
	NotedAt        *date.Time        `json:"notedAt" nullable:"true"`
	HasPhoto       bool              `json:"hasPhoto" doc:"See housekeeping/photo"`
	UpdatedAt      date.Time         `json:"updatedAt" doc:"Of the room"`
	Version        int64             `json:"version" doc:"Of the room; see If-Match" example:"3"`
}

func (l Line) view(sc scope.Scope) LineView {
	v := LineView{RoomID: web.ID(l.ID), RoomNumber: l.Number, Floor: l.Floor,
		Category: room.CategoryName{ID: web.ID(l.CategoryID), Name: l.Category}, Housekeeping: l.Housekeeping,
		HousekeepingAt: date.Time(l.HousekeepingAt), Occupancy: l.Occupancy, Persons: l.Persons(), Priority: l.Priority(),
		Service: l.Service.view(), Turndown: l.Turndown.view(),
		Note: l.Note, HasPhoto: l.HasPhoto, UpdatedAt: date.Time(l.UpdatedAt), Version: l.Version}
	if l.NotedAt != 0 {
		v.NotedAt = (*date.Time)(&l.NotedAt)
	}
	if l.Assignee != nil {
		v.Assignee = &AssigneeView{web.ID(l.Assignee.ID), l.Assignee.Name}
	}
	if l.Arrival != nil {
		v.Arrival = &ArrivalView{Time: l.Arrival.Time, Persons: l.Arrival.Persons}
	}
	if !sc.Permissions.Has(may.Bookings, scope.View) {
		return v
	}
	if l.InRoom != nil {
		v.GuestName, v.BookingID = l.InRoom.GuestName, web.ID(l.InRoom.BookingID)
	}
	if l.Arrival != nil {
		v.Arrival.GuestName, v.Arrival.BookingID = l.Arrival.GuestName, web.ID(l.Arrival.BookingID)
	}
	return v
}

// BoardView is the rooms on one day.
type BoardView struct {
	Date  date.Date  `json:"date"`
	Rooms []LineView `json:"rooms"`
}

func boardView(sc scope.Scope, b Board) BoardView {
	v := BoardView{Date: b.Date, Rooms: make([]LineView, len(b.Lines))}
	for i, l := range b.Lines {
		v.Rooms[i] = l.view(sc)
	}
	return v
}

// BoardQuery chooses the lines of a board.
type BoardQuery struct {
	Date         date.Date `query:"date" doc:"Today or later; default today"`
	Assignee     web.ID    `query:"assignee" maxLength:"100" doc:"me, none, or a user's id"`
	Housekeeping string    `query:"housekeeping" enum:"clean,dirty,inspected"`
	Floor        string    `query:"floor" maxLength:"20" doc:"Only rooms on this floor"`
}

func (q BoardQuery) filter() Filter {
	return Filter{Housekeeping: q.Housekeeping, Floor: q.Floor, Assignee: q.Assignee.String()}
}

func (s *Service) httpBoard(ctx context.Context, sc scope.Scope, in *BoardQuery) (*web.Data[BoardView], error) {
	board, err := s.Board(ctx, sc, in.Date, in.filter())
	return web.Reply(boardView(sc, board), err)
}

func (s *Service) httpPaper(ctx context.Context, sc scope.Scope, in *BoardQuery) (*file.File, error) {
	list, err := s.Paper(ctx, sc, in.Date, in.filter())
	if err != nil {
		return nil, err
	}
	return list.File() // drawn outside of the transaction
}

// AssignmentBody gives a room to somebody.
type AssignmentBody struct {
	RoomID web.ID  `json:"roomId"`
	UserID *web.ID `json:"userId,omitempty" doc:"null or left out: nobody"`
}

type assignInput struct {
	Body struct {
		Date        date.Date        `json:"date,omitempty" doc:"Today or later; default today"`
		Assignments []AssignmentBody `json:"assignments" minItems:"1" maxItems:"500"`
	}
}

func (s *Service) httpAssign(ctx context.Context, sc scope.Scope, in *assignInput) (*web.Data[BoardView], error) {
	list, seen := make([]Assignment, len(in.Body.Assignments)), map[string]bool{}
	for i, a := range in.Body.Assignments {
		list[i] = Assignment{RoomID: a.RoomID.String(), UserID: (*string)(a.UserID)}
		if seen[list[i].RoomID] {
			return nil, errs.InvalidField(fmt.Sprintf("assignments[%d].roomId", i), "must not be given twice")
		}
		seen[list[i].RoomID] = true
	}
	board, err := s.Assign(ctx, sc, in.Body.Date, list)
	return web.Reply(boardView(sc, board), err)
}

type reportInput struct {
	RoomID web.ID `path:"roomId"`
	Body   struct {
		Housekeeping web.Change[string]   `json:"housekeeping,omitzero" enum:"clean,dirty,inspected"`
		Note         web.Optional[string] `json:"note,omitzero" maxLength:"500" example:"The tap drips"`
		Service      web.Change[string]   `json:"service,omitzero" enum:"open,done,do-not-disturb,refused"`
		Turndown     web.Change[string]   `json:"turndown,omitzero" enum:"open,done,do-not-disturb,refused"`
		Occupancy    web.Change[string]   `json:"occupancy,omitzero" enum:"occupied,vacant" doc:"As the floor saw it"`
		At           *date.Time           `json:"at,omitempty" doc:"When it was done; default now"`
	}
}

func (s *Service) httpReport(ctx context.Context, sc scope.Scope, in *reportInput) (*web.Warned[LineView], error) {
	report := Report{Note: in.Body.Note.Pointer(), At: (*int64)(in.Body.At)}
	report.Housekeeping = given(in.Body.Housekeeping)
	report.Service, report.Turndown = given(in.Body.Service), given(in.Body.Turndown)
	if in.Body.Occupancy.Set {
		report.Occupied = new(in.Body.Occupancy.Value == "occupied")
	}
	if report.empty() {
		return nil, errs.InvalidField("housekeeping", "is required, unless note is given, or service, turndown or occupancy")
	}
	done, err := s.Report(ctx, sc, in.RoomID.String(), report)
	if err != nil {
		return nil, err
	}
	return web.Warn(done.view(sc), done.Late), nil
}

func given(c web.Change[string]) *string {
	if !c.Set {
		return nil
	}
	return &c.Value
}

type roomInput struct {
	RoomID web.ID `path:"roomId"`
}

type photoInput struct {
	RoomID web.ID `path:"roomId"`
	web.FileBody
}

// PhotoView describes a photo.
type PhotoView struct {
	Type string `json:"type" enum:"image/jpeg" example:"image/jpeg"`
	Size int    `json:"size" doc:"Bytes, as it is stored" example:"182300"`
}

func (s *Service) httpSetPhoto(ctx context.Context, sc scope.Scope, in *photoInput,
	file file.File) (*web.Data[PhotoView], error) {
	kept, err := s.SetPhoto(ctx, sc, in.RoomID.String(), file.Content)
	return web.Reply(PhotoView{Type: "image/jpeg", Size: len(kept)}, err)
}

func (s *Service) httpPhoto(ctx context.Context, sc scope.Scope, in *roomInput) (*file.File, error) {
	content, err := s.Photo(ctx, sc, in.RoomID.String())
	if err != nil {
		return nil, err
	}
	return &file.File{Name: "room.jpg", Type: "image/jpeg", Content: content}, nil
}

func (s *Service) httpRemovePhoto(ctx context.Context, sc scope.Scope, in *roomInput) (*web.Message, error) {
	if err := s.RemovePhoto(ctx, sc, in.RoomID.String()); err != nil {
		return nil, err
	}
	return web.Done("The photo was removed."), nil
}
