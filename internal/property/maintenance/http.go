package maintenance

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/file"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/shelf"
	"sarai/internal/kit/web"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
)

const (
	createNote = "In a room, or at a place. block takes the room out of order for the nights from the one date and " +
		"before the other, as a block of the room does: it is refused while a night is booked, and nothing is stored."
	statusNote = "When it is done or cancelled, the room is blocked no longer: nights from today on are given back. It " +
		"may be opened again, without its block."
	blockNote = "In place of the nights for which it is. Refused while a night is booked."
	photoNote = "1 to 6; it replaces the one that is there. It is kept upright as a JPEG of at most 1280 pixels a side, " +
		"without anything else that the file held, such as the place where it was taken."
	scheduleNote = "For a room, for each room in use of a category, or for a place. A ticket is made on each day, also " +
		"when the server wasn't there: then one, for the last day that was due. Days before today make none. A month " +
		"without the first day's number has it on its last day."
)

// Routes are the endpoints of /api/maintenance. Whoever may change rooms' state reports what is broken in them.
func (s *Service) Routes() []web.Route {
	const base, ticket = "/api/maintenance/{orgId}", "/api/maintenance/{orgId}/{ticketId}"
	const plan, photo = base + "/schedules/{scheduleId}", ticket + "/photos/{position}"
	view, update, manage := may.View(may.Rooms), may.Update(may.Rooms), may.Manage(may.Rooms)
	return []web.Route{
		web.Create(base+"/create", update, s.httpCreate, "Report something to be put right").With(createNote),
		web.Get(base+"/list", view, s.httpList, "List the maintenance tickets, newest first"),
		web.Create(base+"/schedules/create", manage, planner{s}.httpCreateSchedule, "Add a maintenance schedule").
			With(scheduleNote),
		web.Get(base+"/schedules/list", view, planner{s}.httpListSchedules, "List the maintenance schedules by title"),
		web.Get(plan, view, planner{s}.httpSchedule, "Show a maintenance schedule"),
		web.Put(plan+"/update", manage, planner{s}.httpUpdateSchedule, "Change a maintenance schedule"),
		web.Delete(plan+"/delete", manage, planner{s}.httpDeleteSchedule, "Delete a maintenance schedule").
			With("Its tickets stay."),
		web.Get(ticket, view, s.httpGet, "Show a maintenance ticket"),
		web.Put(ticket+"/update", update, s.httpUpdate, "Change a maintenance ticket"),
		web.Put(ticket+"/status", update, s.httpStatus, "Say how far a maintenance ticket is").With(statusNote),
		web.Put(ticket+"/block", update, s.httpBlock, "Take a ticket's room out of order").With(blockNote),
		web.Put(ticket+"/unblock", update, s.httpUnblock, "Give a ticket's room back").
			With("The nights from today on."),
		web.Upload(photo, update, s.httpSetPhoto, "Upload a photo of a maintenance ticket", shelf.MaxFile,
			shelf.PhotoTypes...).With(photoNote),
		web.Download(photo, view, s.httpPhoto, "Download a photo of a maintenance ticket", "image/jpeg"),
		web.Delete(photo, update, s.httpRemovePhoto, "Remove a photo of a maintenance ticket"),
	}
}

// MemberView is who puts something right.
type MemberView struct {
	ID   web.ID `json:"_id"`
	Name string `json:"name" doc:"As it was when it was given to them" example:"Ravi Kumar"`
}

func member(id, name string) *MemberView {
	if id == "" {
		return nil
	}
	return &MemberView{web.ID(id), name}
}

// BlockView is for which nights a ticket takes its room out of order.
type BlockView struct {
	ID   web.ID    `json:"blockId"`
	From date.Date `json:"from" doc:"The first night"`
	To   date.Date `json:"to" doc:"The day after the last night"`
}

// View is a ticket.
type View struct {
	ID             web.ID       `json:"_id"`
	RoomID         string       `json:"roomId" doc:"Empty: it is at a place" example:"665f1c2ab7e4d90012ab34cd"`
	RoomNumber     string       `json:"roomNumber" example:"101"`
	Place          string       `json:"place" doc:"Of a room: where in it" example:"Bathroom"`
	Title          string       `json:"title" example:"The tap drips"`
	Text           string       `json:"text" example:"All night, says the guest"`
	Priority       string       `json:"priority" enum:"low,normal,high,urgent"`
	Status         string       `json:"status" enum:"open,in-progress,done,cancelled"`
	Assignee       *MemberView  `json:"assignee,omitempty" doc:"Who puts it right; left out: nobody yet"`
	Due            string       `json:"due" doc:"The last day for it; empty: nobody said" example:"2026-04-16"`
	Cost           money.Number `json:"cost" example:"450"`
	ExpenseID      string       `json:"expenseId" doc:"What it was paid by; empty: none" example:""`
	Block          *BlockView   `json:"block,omitempty" doc:"Left out: the room isn't out of order by it"`
	Resolution     string       `json:"resolution" doc:"What was done" example:"New washer"`
	Photos         []int        `json:"photos" doc:"The positions of its photos" example:"[1]"`
	ScheduleID     string       `json:"scheduleId" doc:"What has made it; empty: a person" example:""`
	ReportedBy     string       `json:"reportedBy" example:"665f1c2ab7e4d90012ab34d0"`
	ReportedByName string       `json:"reportedByName" example:"Meena Bai"`
	EndedAt        *date.Time   `json:"endedAt" nullable:"true" doc:"When it was done or cancelled"`
	EndedByName    string       `json:"endedByName" example:"Ravi Kumar"`
	Org            web.ID       `json:"orgId"`
	CreatedAt      date.Time    `json:"createdAt"`
	UpdatedAt      date.Time    `json:"updatedAt"`
	Version        int64        `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func (t Shown) view(sc scope.Scope) View {
	v := View{ID: web.ID(t.ID), RoomID: t.RoomID, RoomNumber: t.RoomNumber, Place: t.Place, Title: t.Title, Text: t.Text,
		Priority: t.Priority, Status: t.Status, Assignee: member(t.AssigneeID, t.AssigneeName), Due: string(t.Due),
		Cost: t.Cost.Number(sc.Currency), ExpenseID: t.ExpenseID, Resolution: t.Resolution, Photos: t.Photos.All(),
		ScheduleID: t.ScheduleID, ReportedBy: t.ReportedBy, ReportedByName: t.ReportedByName,
		EndedAt: (*date.Time)(t.EndedAt), EndedByName: t.EndedByName, Org: web.ID(sc.Org),
		CreatedAt: date.Time(t.CreatedAt), UpdatedAt: date.Time(t.UpdatedAt), Version: t.Version}
	if t.Block != nil {
		v.Block = &BlockView{web.ID(t.Block.ID), t.Block.From, t.Block.To}
	}
	return v
}

func reply(sc scope.Scope, t Shown, err error) (*web.Data[View], error) {
	if err != nil {
		return nil, err
	}
	return web.OK(t.view(sc)), nil
}

// NightsBody says for which nights a room is to be out of order.
type NightsBody struct {
	From date.Date `json:"from" doc:"The first night: today or later"`
	To   date.Date `json:"to" doc:"The day after the last night" example:"2026-04-03"`
}

func (b *NightsBody) nights(place string) (*Nights, error) {
	if b == nil {
		return nil, nil
	}
	var bad errs.Fields
	date.CheckDay(&bad, place+"from", b.From)
	date.CheckDay(&bad, place+"to", b.To)
	return &Nights{b.From, b.To}, bad.Err()
}

type createInput struct {
	Body struct {
		RoomID     web.ID        `json:"roomId,omitempty" doc:"Or else place"`
		Place      string        `json:"place,omitempty" maxLength:"120" doc:"Or where in the room" example:"Bathroom"`
		Title      string        `json:"title" minLength:"1" maxLength:"120" example:"The tap drips"`
		Text       string        `json:"text,omitempty" maxLength:"2000" example:"All night, says the guest"`
		Priority   string        `json:"priority,omitempty" enum:"low,normal,high,urgent" doc:"Default normal"`
		AssigneeID web.ID        `json:"assigneeId,omitempty" doc:"A user: who puts it right"`
		Due        date.Date     `json:"due,omitempty" doc:"The last day for it"`
		Cost       *money.Number `json:"cost,omitempty" minimum:"0" doc:"Default 0" example:"450"`
		ExpenseID  web.ID        `json:"expenseId,omitempty" doc:"What it was paid by"`
		Block      *NightsBody   `json:"block,omitempty" doc:"Takes the room out of order"`
	}
}

func (s *Service) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[View], error) {
	b := in.Body
	amounts := money.Reader{Currency: sc.Currency}
	t := Ticket{RoomID: b.RoomID.String(), Place: b.Place, Title: b.Title, Text: b.Text, Priority: normal,
		AssigneeID: b.AssigneeID.String(), Due: b.Due, ExpenseID: b.ExpenseID.String()}
	if b.Priority != "" {
		t.Priority = b.Priority
	}
	if cost := amounts.Optional("cost", b.Cost); cost != nil {
		t.Cost = *cost
	}
	if err := amounts.Fields.Err(); err != nil {
		return nil, err
	}
	nights, err := b.Block.nights("block.")
	if err != nil {
		return nil, err
	}
	made, err := s.create(ctx, sc, t, nights)
	return reply(sc, made, err)
}

type listInput struct {
	web.Paging
	Status     string    `query:"status" enum:"open,in-progress,done,cancelled"`
	RoomID     string    `query:"roomId" maxLength:"40"`
	Priority   string    `query:"priority" enum:"low,normal,high,urgent"`
	AssigneeID string    `query:"assigneeId" maxLength:"40" doc:"A user's id"`
	From       date.Date `query:"from" doc:"Due on or after"`
	To         date.Date `query:"to" doc:"Due on or before"`
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, in *listInput) (
	*web.Page[View, web.Pagination], error) {
	page, err := s.list(ctx, sc, in)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(page, func(t Shown) View { return t.view(sc) }), nil
}

type ticketInput struct {
	TicketID web.ID `path:"ticketId" doc:"The ticket's id"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *ticketInput) (*web.Data[View], error) {
	t, err := s.get(ctx, sc, in.TicketID.String())
	return reply(sc, t, err)
}

type updateInput struct {
	TicketID web.ID `path:"ticketId" doc:"The ticket's id"`
	Body     struct {
		Place      web.Optional[string]     `json:"place,omitzero" maxLength:"120" example:"Bathroom"`
		Title      web.Change[string]       `json:"title,omitzero" minLength:"1" maxLength:"120" example:"The tap drips"`
		Text       web.Optional[string]     `json:"text,omitzero" maxLength:"2000" example:"All night"`
		Priority   web.Change[string]       `json:"priority,omitzero" enum:"low,normal,high,urgent"`
		AssigneeID web.Optional[web.ID]     `json:"assigneeId,omitzero" doc:"null: nobody"`
		Due        web.Optional[date.Date]  `json:"due,omitzero" doc:"null: no day"`
		Cost       web.Change[money.Number] `json:"cost,omitzero" minimum:"0" example:"450"`
		ExpenseID  web.Optional[web.ID]     `json:"expenseId,omitzero" doc:"null: none"`
	} `required:"false"`
}

func (s *Service) httpUpdate(ctx context.Context, sc scope.Scope, in *updateInput) (*web.Data[View], error) {
	b := in.Body
	t, err := s.update(ctx, sc, in.TicketID.String(), func(t *Ticket) error {
		t.Place, t.Title, t.Text = b.Place.Or(t.Place), b.Title.Or(t.Title), b.Text.Or(t.Text)
		t.Priority, t.Due = b.Priority.Or(t.Priority), b.Due.Or(t.Due)
		t.AssigneeID = b.AssigneeID.Or(web.ID(t.AssigneeID)).String()
		t.ExpenseID = b.ExpenseID.Or(web.ID(t.ExpenseID)).String()
		return setCost(sc, t, b.Cost)
	})
	return reply(sc, t, err)
}

func setCost(sc scope.Scope, t *Ticket, cost web.Change[money.Number]) (err error) {
	if !cost.Set {
		return nil
	}
	if t.Cost, err = cost.Value.NotNegative(sc.Currency); err != nil {
		return errs.InvalidField("cost", "%s", err)
	}
	return nil
}

type statusInput struct {
	TicketID web.ID `path:"ticketId" doc:"The ticket's id"`
	Body     struct {
		Status     string                   `json:"status" enum:"open,in-progress,done,cancelled"`
		Resolution web.Optional[string]     `json:"resolution,omitzero" maxLength:"2000" example:"New washer"`
		Cost       web.Change[money.Number] `json:"cost,omitzero" minimum:"0" example:"450"`
	}
}

func (s *Service) httpStatus(ctx context.Context, sc scope.Scope, in *statusInput) (*web.Data[View], error) {
	t, err := s.setStatus(ctx, sc, in.TicketID.String(), in.Body.Status, func(t *Ticket) error {
		t.Resolution = in.Body.Resolution.Or(t.Resolution)
		return setCost(sc, t, in.Body.Cost)
	})
	return reply(sc, t, err)
}

type blockInput struct {
	TicketID web.ID `path:"ticketId" doc:"The ticket's id"`
	Body     NightsBody
}

func (s *Service) httpBlock(ctx context.Context, sc scope.Scope, in *blockInput) (*web.Data[View], error) {
	nights, err := in.Body.nights("")
	if err != nil {
		return nil, err
	}
	t, err := s.setBlock(ctx, sc, in.TicketID.String(), *nights)
	return reply(sc, t, err)
}

func (s *Service) httpUnblock(ctx context.Context, sc scope.Scope, in *ticketInput) (*web.Data[View], error) {
	t, err := s.endBlock(ctx, sc, in.TicketID.String())
	return reply(sc, t, err)
}

type photoInput struct {
	TicketID web.ID `path:"ticketId" doc:"The ticket's id"`
	Position int    `path:"position" minimum:"1" maximum:"6" doc:"Which of its photos"`
}

type setPhotoInput struct {
	TicketID web.ID `path:"ticketId" doc:"The ticket's id"`
	Position int    `path:"position" minimum:"1" maximum:"6" doc:"Which of its photos"`
	web.FileBody
}

// PhotoView describes a photo.
type PhotoView struct {
	Position int    `json:"position" example:"1"`
	Type     string `json:"type" enum:"image/jpeg" example:"image/jpeg"`
	Size     int    `json:"size" doc:"Bytes, as it is stored" example:"182300"`
}

func (s *Service) httpSetPhoto(ctx context.Context, sc scope.Scope, in *setPhotoInput, file file.File) (
	*web.Data[PhotoView], error) {
	kept, err := s.setPhoto(ctx, sc, in.TicketID.String(), in.Position, file.Content)
	return web.Reply(PhotoView{in.Position, "image/jpeg", kept}, err)
}

func (s *Service) httpPhoto(ctx context.Context, sc scope.Scope, in *photoInput) (*file.File, error) {
	content, err := s.photo(ctx, sc, in.TicketID.String(), in.Position)
	if err != nil {
		return nil, err
	}
	return &file.File{Name: "ticket.jpg", Type: "image/jpeg", Content: content}, nil
}

func (s *Service) httpRemovePhoto(ctx context.Context, sc scope.Scope, in *photoInput) (*web.Message, error) {
	if err := s.removePhoto(ctx, sc, in.TicketID.String(), in.Position); err != nil {
		return nil, err
	}
	return web.Done("The photo is removed."), nil
}
