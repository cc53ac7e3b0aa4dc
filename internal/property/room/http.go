package room

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
)

// Routes are the endpoints of /api/room-categories and /api/rooms.
func (s *Service) Routes() []web.Route {
	return []web.Route{
		web.Create("/api/room-categories/{orgId}/create", may.Create(may.RoomCategories), s.httpCreateCategory,
			"Add a room category"),
		web.Get("/api/room-categories/{orgId}/list", may.View(may.RoomCategories), s.httpListCategories,
			"List the room categories, newest first"),
		web.Get("/api/room-categories/{orgId}/{categoryId}", may.View(may.RoomCategories), s.httpGetCategory,
			"Show a room category"),
		web.Put("/api/room-categories/{orgId}/{categoryId}/update", may.Update(may.RoomCategories), s.httpUpdateCategory,
			"Change a room category").
			With("Fields that are left out stay as they are. Rooms without a rate of their own follow the base rate; bookings " +
				"that were made keep theirs."),
		web.Delete("/api/room-categories/{orgId}/{categoryId}/delete", may.Delete(may.RoomCategories), s.httpDeleteCategory,
			"Delete a room category").
			With("Refused while a room has it."),

		web.Create("/api/rooms/{orgId}/create", may.Create(may.Rooms), s.httpCreate, "Add a room"),
		web.Create("/api/rooms/{orgId}/bulk-create", may.Create(may.Rooms), bulk{s}.httpCreate, "Add many rooms").
			With("All of them or none; errors name the entry, such as rooms[3].roomNumber."),
		web.Post("/api/rooms/{orgId}/bulk-housekeeping", may.Update(may.Rooms), bulk{s}.httpHousekeeping,
			"Say how clean many rooms are").With("All of them or none; errors name the entry, such as roomIds[3]."),
		web.Get("/api/rooms/{orgId}/list", may.View(may.Rooms), s.httpList, "List the rooms, newest first").
			With("Each with today's status. sort=number lists them as on the doors, 2 before 10."),
		web.Get("/api/rooms/{orgId}/{roomId}", may.View(may.Rooms), s.httpGet, "Show a room with today's status"),
		web.Put("/api/rooms/{orgId}/{roomId}/update", may.Update(may.Rooms), s.httpUpdate, "Change a room").
			With("Fields that are left out stay as they are; ratePerNight null goes back to the category's rate. A room with " +
				"nights held from today on can't be made inactive."),
		web.Put("/api/rooms/{orgId}/{roomId}/housekeeping", may.Update(may.Rooms), s.httpHousekeeping,
			"Say how clean a room is"),
		web.Delete("/api/rooms/{orgId}/{roomId}/delete", may.Delete(may.Rooms), s.httpDelete,
			"Delete a room that was never booked").
			With("Its blocks go too. A room that was booked before can only be made inactive."),
		web.Create("/api/rooms/{orgId}/{roomId}/blocks", may.Update(may.Rooms), s.httpCreateBlock,
			"Take a room out of order").
			With("For the nights from `from` up to, not including, `to`. Refused when one of them is held."),
		web.Get("/api/rooms/{orgId}/{roomId}/blocks", may.View(may.Rooms), s.httpListBlocks,
			"List a room's blocks, newest first"),
		web.Put("/api/rooms/{orgId}/{roomId}/blocks/{blockId}", may.Update(may.Rooms), blockEditor{s}.httpUpdate,
			"Change a block").
			With("Fields that are left out stay as they are. Nights before today stay what they were, and a night that is " +
				"held otherwise refuses all of it. If-Match is of the room."),
		web.Delete("/api/rooms/{orgId}/{roomId}/blocks/{blockId}", may.Update(may.Rooms), s.httpDeleteBlock,
			"Remove a block and give its nights back"),
	}
}

// View is a room with today's status.
type View struct {
	ID           web.ID       `json:"_id"`
	RoomNumber   string       `json:"roomNumber" example:"101"`
	Category     CategoryName `json:"category"`
	Floor        string       `json:"floor" example:"1"`
	RatePerNight money.Number `json:"ratePerNight" doc:"The room's own rate, else its category's" example:"4500"`
	Housekeeping string       `json:"housekeeping" enum:"clean,dirty,inspected"`
	IsActive     bool         `json:"isActive" doc:"Inactive rooms can't be booked" example:"true"`
	Notes        string       `json:"notes" example:"Balcony to the courtyard"`
	Status       string       `json:"status" enum:"available,occupied,reserved,checkout,maintenance" doc:"Today's"`
	OrgID        web.ID       `json:"orgId"`
	CreatedAt    date.Time    `json:"createdAt"`
	UpdatedAt    date.Time    `json:"updatedAt"`
	Version      int64        `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

// CategoryName is a category in a room's record.
type CategoryName struct {
	ID   web.ID `json:"_id"`
	Name string `json:"name" example:"Deluxe"`
}

func (r Room) view(sc scope.Scope, status string) View {
	return View{ID: web.ID(r.ID), RoomNumber: r.Number, Category: CategoryName{ID: web.ID(r.CategoryID),
		Name: r.Category}, Floor: r.Floor,
		RatePerNight: r.Rate.Number(sc.Currency), Housekeeping: r.Housekeeping, IsActive: r.Active, Notes: r.Notes,
		Status: status, OrgID: web.ID(sc.Org), CreatedAt: date.Time(r.CreatedAt), UpdatedAt: date.Time(r.UpdatedAt),
		Version: r.Version}
}

// CreateBody is a new room.
type CreateBody struct {
	RoomNumber   string        `json:"roomNumber" minLength:"1" maxLength:"40" doc:"Unique in the hotel" example:"101"`
	CategoryID   web.ID        `json:"categoryId" doc:"The id of a room category"`
	Floor        string        `json:"floor,omitempty" maxLength:"20" example:"1"`
	RatePerNight *money.Number `json:"ratePerNight,omitempty" minimum:"0" doc:"By default the category's" example:"4500"`
	Housekeeping string        `json:"housekeeping,omitempty" enum:"clean,dirty,inspected" default:"clean"`
	IsActive     *bool         `json:"isActive,omitempty" default:"true"`
	Notes        string        `json:"notes,omitempty" maxLength:"2000" example:"Balcony to the courtyard"`
}

// room reads the body.
func (b CreateBody) room(sc scope.Scope) (Room, error) {
	room := Room{Number: b.RoomNumber, CategoryID: b.CategoryID.String(), Floor: b.Floor, Housekeeping: b.Housekeeping,
		Active: b.IsActive == nil || *b.IsActive, Notes: b.Notes}
	if b.RatePerNight != nil {
		rate, err := b.RatePerNight.NotNegative(sc.Currency)
		if err != nil {
			return room, errs.InvalidField("ratePerNight", "%s", err)
		}
		room.Rate, room.OwnRate = rate, true
	}
	return room, nil
}

type createInput struct{ Body CreateBody }

func (s *Service) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[View], error) {
	room, err := in.Body.room(sc)
	if err != nil {
		return nil, err
	}
	return web.Reply(s.Create(ctx, sc, room))
}

type listInput struct {
	web.Paging
	CategoryID   web.ID `query:"categoryId" maxLength:"100" doc:"Only rooms of this category"`
	Floor        string `query:"floor" maxLength:"20" doc:"Only rooms on this floor"`
	Housekeeping string `query:"housekeeping" enum:"clean,dirty,inspected"`
	IsActive     string `query:"isActive" enum:"true,false"`
	Status       string `query:"status" enum:"available,occupied,reserved,checkout,maintenance" doc:"Today's status"`
	Search       string `query:"search" maxLength:"100" doc:"Part of the room's number or its category's name"`
	Sort         string `query:"sort" enum:"newest,number" default:"newest" doc:"number: as on the doors, 2 before 10"`
}

func (s *Service) httpList(
	ctx context.Context, sc scope.Scope, in *listInput,
) (*web.Page[View, web.Pagination], error) {
	f := filter{categoryID: in.CategoryID.String(), floor: in.Floor, housekeeping: in.Housekeeping, status: in.Status,
		search: in.Search, byNumber: in.Sort == "number"}
	if in.IsActive != "" {
		active := in.IsActive == "true"
		f.active = &active
	}
	found, err := s.list(ctx, sc, f, in.Paging)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(found, func(r standing) View { return r.view(sc, r.status) }), nil
}

type roomInput struct {
	RoomID web.ID `path:"roomId"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *roomInput) (*web.Data[View], error) {
	return web.Reply(s.get(ctx, sc, in.RoomID.String()))
}

type updateBody struct {
	RoomNumber   web.Change[string]         `json:"roomNumber,omitzero" minLength:"1" maxLength:"40" example:"101"`
	CategoryID   web.Change[web.ID]         `json:"categoryId,omitzero"`
	Floor        web.Optional[string]       `json:"floor,omitzero" maxLength:"20" example:"1"`
	RatePerNight web.Optional[money.Number] `json:"ratePerNight,omitzero" minimum:"0" doc:"null: the category's rate"`
	Housekeeping web.Change[string]         `json:"housekeeping,omitzero" enum:"clean,dirty,inspected"`
	IsActive     web.Change[bool]           `json:"isActive,omitzero"`
	Notes        web.Optional[string]       `json:"notes,omitzero" maxLength:"2000"`
}

// apply changes the room as the body asks, or names every field that it can't take.
func (b *updateBody) apply(sc scope.Scope, r *Room) error {
	if b == nil {
		return nil // no body asks for no change
	}
	var bad errs.Fields
	if b.RatePerNight.Null {
		r.OwnRate = false
	} else if b.RatePerNight.Set {
		rate, err := b.RatePerNight.Value.NotNegative(sc.Currency)
		if err != nil {
			bad.Add("ratePerNight", "%s", err)
		}
		if rate != r.Rate { // the category's rate comes back with a whole record, and still is the category's
			r.Rate, r.OwnRate = rate, true
		}
	}
	r.Number = b.RoomNumber.Or(r.Number)
	r.CategoryID = b.CategoryID.Or(web.ID(r.CategoryID)).String()
	r.Floor = b.Floor.Or(r.Floor)
	r.Housekeeping = b.Housekeeping.Or(r.Housekeeping)
	r.Active = b.IsActive.Or(r.Active)
	r.Notes = b.Notes.Or(r.Notes)
	return bad.Err()
}

type updateInput struct {
	RoomID web.ID `path:"roomId"`
	Body   *updateBody
}

func (s *Service) httpUpdate(ctx context.Context, sc scope.Scope, in *updateInput) (*web.Data[View], error) {
	return web.Reply(s.change(ctx, sc, in.RoomID.String(), func(r *Room) error { return in.Body.apply(sc, r) }))
}

type housekeepingInput struct {
	RoomID web.ID `path:"roomId"`
	Body   struct {
		Housekeeping string `json:"housekeeping" enum:"clean,dirty,inspected" example:"clean"`
	}
}

func (s *Service) httpHousekeeping(
	ctx context.Context, sc scope.Scope, in *housekeepingInput,
) (*web.Data[View], error) {
	return web.Reply(s.SetHousekeeping(ctx, sc, in.RoomID.String(), in.Body.Housekeeping))
}

func (s *Service) httpDelete(ctx context.Context, sc scope.Scope, in *roomInput) (*web.Message, error) {
	if err := s.delete(ctx, sc, in.RoomID.String()); err != nil {
		return nil, err
	}
	return web.Done("The room was deleted."), nil
}

// BlockView is a block of a room.
type BlockView struct {
	ID        web.ID    `json:"_id"`
	RoomID    web.ID    `json:"roomId"`
	From      string    `json:"from" doc:"The first night" example:"2026-04-01"`
	To        string    `json:"to" doc:"The day on which the room is back" example:"2026-04-03"`
	Reason    string    `json:"reason" example:"The bath is being retiled"`
	CreatedAt date.Time `json:"createdAt"`
}

func (b Block) view() BlockView {
	return BlockView{ID: web.ID(b.ID), RoomID: web.ID(b.RoomID), From: string(b.From), To: string(b.To), Reason: b.Reason,
		CreatedAt: date.Time(b.CreatedAt)}
}

type createBlockInput struct {
	RoomID web.ID `path:"roomId"`
	Body   struct {
		From   string `json:"from" format:"date" maxLength:"10" doc:"The first night, today or later" example:"2026-04-01"`
		To     string `json:"to" format:"date" maxLength:"10" doc:"When the room is back" example:"2026-04-03"`
		Reason string `json:"reason,omitempty" maxLength:"500" example:"The bath is being retiled"`
	}
}

func (s *Service) httpCreateBlock(
	ctx context.Context, sc scope.Scope, in *createBlockInput,
) (*web.Data[BlockView], error) {
	var bad errs.Fields
	from, err := date.Parse(in.Body.From)
	if err != nil {
		bad.Add("from", "%s", err)
	}
	to, err := date.Parse(in.Body.To)
	if err != nil {
		bad.Add("to", "%s", err)
	}
	if err := bad.Err(); err != nil {
		return nil, err
	}
	block, err := s.CreateBlock(ctx, sc, Block{RoomID: in.RoomID.String(), From: from, To: to, Reason: in.Body.Reason})
	if err != nil {
		return nil, err
	}
	return web.OK(block.view()), nil
}

type listBlocksInput struct {
	RoomID web.ID `path:"roomId"`
	web.Paging
}

func (s *Service) httpListBlocks(
	ctx context.Context, sc scope.Scope, in *listBlocksInput,
) (*web.Page[BlockView, web.Pagination], error) {
	found, err := s.blocks(ctx, sc, in)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(found, Block.view), nil
}

type blockInput struct {
	RoomID  web.ID `path:"roomId"`
	BlockID web.ID `path:"blockId"`
}

type updateBlockInput struct {
	RoomID  web.ID `path:"roomId"`
	BlockID web.ID `path:"blockId"`
	Body    struct {
		From   web.Change[date.Date] `json:"from,omitzero" doc:"The first night, today or later; not of one that has begun"`
		To     web.Change[date.Date] `json:"to,omitzero" doc:"When the room is back, today or later" example:"2026-04-03"`
		Reason web.Optional[string]  `json:"reason,omitzero" maxLength:"500" example:"The bath is being retiled"`
	} `required:"false"`
}

func (s blockEditor) httpUpdate(
	ctx context.Context, sc scope.Scope, in *updateBlockInput,
) (*web.Data[BlockView], error) {
	var e blockEdit
	if in.Body.From.Set {
		e.from = &in.Body.From.Value
	}
	if in.Body.To.Set {
		e.to = &in.Body.To.Value
	}
	if in.Body.Reason.Set || in.Body.Reason.Null {
		e.reason = &in.Body.Reason.Value
	}
	block, err := s.update(ctx, sc, in.RoomID.String(), in.BlockID.String(), e)
	return web.Reply(block.view(), err)
}

func (s *Service) httpDeleteBlock(ctx context.Context, sc scope.Scope, in *blockInput) (*web.Message, error) {
	if err := s.deleteBlock(ctx, sc, in.RoomID.String(), in.BlockID.String()); err != nil {
		return nil, err
	}
	return web.Done("The block was removed; its nights are free again."), nil
}
