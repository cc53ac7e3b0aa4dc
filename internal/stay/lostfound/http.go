package lostfound

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/file"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/shelf"
	"sarai/internal/kit/web"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
)

const (
	createNote = "Whose it is may be said by bookingId, whose guest it then is, or by guestId. Who stayed in a room " +
		"last is told by rooms/{roomId}/stays."
	statusNote = "given needs name and document, sent needs name. What is given, sent or disposed stays so: a " +
		"correction stands beside it."
	correctNote = "The entries before stay as they are. status is what is right, note says what was wrong."
	namesNote   = "Names, guests and bookings are shown to those who may view bookings."
	photoNote   = "1 to 6; it replaces the one that is there. It is kept upright as a JPEG of at most 1280 pixels a " +
		"side, without anything else that the file held, such as the place where it was taken."
)

// Routes are the endpoints of /api/lost-and-found. Whoever may change rooms' state notes what is found.
func (s *Service) Routes() []web.Route {
	const base, item = "/api/lost-and-found/{orgId}", "/api/lost-and-found/{orgId}/{itemId}"
	const photo = item + "/photos/{position}"
	view, update := may.View(may.Rooms), may.Update(may.Rooms)
	return []web.Route{
		web.Create(base+"/create", update, s.httpCreate, "Note something that was found").With(createNote),
		web.Get(base+"/list", view, s.httpList, "List what was found, newest first").With(namesNote),
		web.Get(base+"/rooms/{roomId}/stays", may.View(may.Bookings), s.httpStays, "Show who stayed in a room last").
			With("The last one first, ten at most; only of those who have come."),
		web.Get(item, view, s.httpGet, "Show a lost item with what became of it").With(namesNote),
		web.Put(item+"/update", update, s.httpUpdate, "Change what is known of a lost item"),
		web.Put(item+"/status", update, s.httpStatus, "Say what became of a lost item").With(statusNote),
		web.Put(item+"/correct", update, s.httpCorrect, "Correct what became of a lost item").With(correctNote),
		web.Upload(photo, update, s.httpSetPhoto, "Upload a photo of a lost item", shelf.MaxFile,
			shelf.PhotoTypes...).
			With(photoNote),
		web.Download(photo, view, s.httpPhoto, "Download a photo of a lost item", "image/jpeg"),
		web.Delete(photo, update, s.httpRemovePhoto, "Remove a photo of a lost item"),
	}
}

// ListedView is an item in the list.
type ListedView struct {
	ID          web.ID    `json:"_id"`
	Description string    `json:"description" example:"Blue scarf"`
	Category    string    `json:"category" example:"Clothing"`
	RoomID      string    `json:"roomId" doc:"Where it was found; empty: in no room" example:"665f1c2ab7e4d90012ab34cd"`
	RoomNumber  string    `json:"roomNumber" example:"101"`
	Place       string    `json:"place" example:"Under the bed"`
	FoundOn     date.Date `json:"foundOn" doc:"The business day"`
	FoundBy     string    `json:"foundBy" example:"Meena Bai"`
	KeptAt      string    `json:"keptAt" example:"Safe 2"`
	Status      string    `json:"status" enum:"found,claimed,given,sent,disposed"`
	GuestID     string    `json:"guestId,omitempty" doc:"Left out: unknown, or without bookings.view"`
	GuestName   string    `json:"guestName,omitempty" doc:"Likewise" example:"Asha Rao"`
	BookingID   string    `json:"bookingId,omitempty" doc:"Likewise"`
	BookingCode string    `json:"bookingCode,omitempty" doc:"Likewise" example:"BK-42"`
	Photos      []int     `json:"photos" doc:"The positions of its photos" example:"[1]"`
	NotedBy     string    `json:"notedBy" example:"665f1c2ab7e4d90012ab34d0"`
	NotedByName string    `json:"notedByName" example:"Meena Bai"`
	Org         web.ID    `json:"orgId"`
	CreatedAt   date.Time `json:"createdAt"`
	UpdatedAt   date.Time `json:"updatedAt"`
	Version     int64     `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

// EntryView says what became of an item.
type EntryView struct {
	Status   string    `json:"status" enum:"found,claimed,given,sent,disposed"`
	Corrects bool      `json:"corrects" doc:"The entry before it was wrong"`
	Name     string    `json:"name,omitempty" doc:"To whom; left out: nobody, or without bookings.view" example:"Asha Rao"`
	Document string    `json:"document" doc:"The kind that was shown; empty: none" example:"passport"`
	Date     date.Date `json:"date" doc:"When"`
	Note     string    `json:"note,omitempty" doc:"Left out: none, or without bookings.view" example:"By courier"`
	By       string    `json:"by" example:"665f1c2ab7e4d90012ab34d0"`
	ByName   string    `json:"byName" example:"Meena Bai"`
	At       date.Time `json:"at" doc:"When it was written"`
}

// View is an item with what became of it.
type View struct {
	ListedView
	History []EntryView `json:"history" doc:"What became of it, the first one first"`
}

func (i Item) view(sc scope.Scope) ListedView {
	v := ListedView{ID: web.ID(i.ID), Description: i.Description, Category: i.Category, RoomID: i.RoomID,
		RoomNumber: i.RoomNumber, Place: i.Place, FoundOn: i.Day, FoundBy: i.FoundBy, KeptAt: i.KeptAt, Status: i.Status,
		Photos: i.Photos.All(), NotedBy: i.NotedBy, NotedByName: i.NotedByName, Org: web.ID(sc.Org),
		CreatedAt: date.Time(i.CreatedAt), UpdatedAt: date.Time(i.UpdatedAt), Version: i.Version}
	if sc.Permissions.Has(may.Bookings, scope.View) {
		v.GuestID, v.GuestName, v.BookingID, v.BookingCode = i.GuestID, i.GuestName, i.BookingID, i.BookingCode
	}
	return v
}

func reply(sc scope.Scope, i Whole, err error) (*web.Data[View], error) {
	if err != nil {
		return nil, err
	}
	v := View{i.view(sc), make([]EntryView, len(i.History))}
	for n, e := range i.History {
		v.History[n] = EntryView{Status: e.Status, Corrects: e.Corrects, Document: e.Document, Date: e.Day, By: e.By,
			ByName: e.ByName, At: date.Time(e.At)}
		if sc.Permissions.Has(may.Bookings, scope.View) {
			v.History[n].Name, v.History[n].Note = e.Name, e.Note
		}
	}
	return web.OK(v), nil
}

type createInput struct {
	Body struct {
		Description string    `json:"description" minLength:"1" maxLength:"200" example:"Blue scarf"`
		Category    string    `json:"category,omitempty" maxLength:"60" example:"Clothing"`
		RoomID      web.ID    `json:"roomId,omitempty" doc:"Or else place"`
		Place       string    `json:"place,omitempty" maxLength:"120" doc:"Or where in the room" example:"Under the bed"`
		FoundOn     date.Date `json:"foundOn,omitempty" doc:"Default the business day"`
		FoundBy     string    `json:"foundBy,omitempty" maxLength:"120" doc:"Default the caller" example:"Meena Bai"`
		KeptAt      string    `json:"keptAt,omitempty" maxLength:"120" example:"Safe 2"`
		GuestID     *web.ID   `json:"guestId,omitempty" doc:"Whose it is; default the booking's guest"`
		BookingID   *web.ID   `json:"bookingId,omitempty"`
	}
}

func (s *Service) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[View], error) {
	b := in.Body
	i := Item{Description: b.Description, Category: b.Category, RoomID: b.RoomID.String(), Place: b.Place,
		Day: b.FoundOn, FoundBy: b.FoundBy, KeptAt: b.KeptAt}
	made, err := s.create(ctx, sc, i, Owner{(*string)(b.GuestID), (*string)(b.BookingID)})
	return reply(sc, made, err)
}

type listInput struct {
	web.Paging
	Status string    `query:"status" enum:"found,claimed,given,sent,disposed"`
	RoomID string    `query:"roomId" maxLength:"40"`
	From   date.Date `query:"from" doc:"Found on or after"`
	To     date.Date `query:"to" doc:"Found on or before"`
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, in *listInput) (
	*web.Page[ListedView, web.Pagination], error) {
	page, err := s.list(ctx, sc, in)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(page, func(i Item) ListedView { return i.view(sc) }), nil
}

// StayView is a party's time in a room.
type StayView struct {
	BookingID web.ID     `json:"bookingId"`
	Code      string     `json:"code" example:"BK-42"`
	GuestID   string     `json:"guestId" doc:"Of the booking; empty: no record" example:"665f1c2ab7e4d90012ab34cd"`
	GuestName string     `json:"guestName" doc:"The first guest of the room" example:"Asha Rao"`
	From      date.Date  `json:"from" doc:"The first night"`
	To        date.Date  `json:"to" doc:"The day after the last night"`
	InHouse   bool       `json:"inHouse" doc:"The booking hasn't left"`
	LeftAt    *date.Time `json:"leftAt" nullable:"true" doc:"null: not yet"`
}

type roomInput struct {
	RoomID web.ID `path:"roomId" doc:"The room's id"`
}

func (s *Service) httpStays(ctx context.Context, sc scope.Scope, in *roomInput) (*web.Data[[]StayView], error) {
	stays, err := s.stays(ctx, sc, in.RoomID.String())
	list := make([]StayView, len(stays))
	for i, stay := range stays {
		list[i] = StayView{BookingID: web.ID(stay.BookingID), Code: stay.Code, GuestID: stay.GuestID,
			GuestName: stay.GuestName, From: stay.From, To: stay.To, InHouse: stay.InHouse()}
		if stay.LeftAt != 0 {
			list[i].LeftAt = (*date.Time)(&stay.LeftAt)
		}
	}
	return web.Reply(list, err)
}

type itemInput struct {
	ItemID web.ID `path:"itemId" doc:"The item's id"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *itemInput) (*web.Data[View], error) {
	i, err := s.get(ctx, sc, in.ItemID.String())
	return reply(sc, i, err)
}

type updateInput struct {
	ItemID web.ID `path:"itemId" doc:"The item's id"`
	Body   struct {
		Description web.Change[string]    `json:"description,omitzero" minLength:"1" maxLength:"200" example:"Scarf"`
		Category    web.Optional[string]  `json:"category,omitzero" maxLength:"60" example:"Clothing"`
		RoomID      web.Optional[web.ID]  `json:"roomId,omitzero" doc:"null: in no room"`
		Place       web.Optional[string]  `json:"place,omitzero" maxLength:"120" example:"Under the bed"`
		FoundOn     web.Change[date.Date] `json:"foundOn,omitzero"`
		FoundBy     web.Optional[string]  `json:"foundBy,omitzero" maxLength:"120" example:"Meena Bai"`
		KeptAt      web.Optional[string]  `json:"keptAt,omitzero" maxLength:"120" example:"Safe 2"`
		GuestID     web.Optional[web.ID]  `json:"guestId,omitzero" doc:"null: unknown"`
		BookingID   web.Optional[web.ID]  `json:"bookingId,omitzero" doc:"Its guest too; null: none"`
	} `required:"false"`
}

func (s *Service) httpUpdate(ctx context.Context, sc scope.Scope, in *updateInput) (*web.Data[View], error) {
	b := in.Body
	o := Owner{(*string)(b.GuestID.Pointer()), (*string)(b.BookingID.Pointer())}
	i, err := s.update(ctx, sc, in.ItemID.String(), o, func(i *Item) {
		i.Description, i.Category, i.Place = b.Description.Or(i.Description), b.Category.Or(i.Category), b.Place.Or(i.Place)
		i.RoomID = b.RoomID.Or(web.ID(i.RoomID)).String()
		i.Day, i.FoundBy, i.KeptAt = b.FoundOn.Or(i.Day), b.FoundBy.Or(i.FoundBy), b.KeptAt.Or(i.KeptAt)
	})
	return reply(sc, i, err)
}

// OutcomeBody says what became of an item.
type OutcomeBody struct {
	Name     string    `json:"name,omitempty" maxLength:"120" doc:"To whom, or who claims it" example:"Asha Rao"`
	Document string    `json:"document,omitempty" enum:"passport,aadhaar,driving-licence,voter-id,other" doc:"Shown"`
	Date     date.Date `json:"date,omitempty" doc:"Default the business day"`
}

func (b OutcomeBody) entry(status, note string, corrects bool) Entry {
	return Entry{Status: status, Corrects: corrects, Name: b.Name, Document: b.Document, Day: b.Date, Note: note}
}

type statusInput struct {
	ItemID web.ID `path:"itemId" doc:"The item's id"`
	Body   struct {
		Status string `json:"status" enum:"found,claimed,given,sent,disposed"`
		OutcomeBody
		Note string `json:"note,omitempty" maxLength:"500" example:"By courier"`
	}
}

func (s *Service) httpStatus(ctx context.Context, sc scope.Scope, in *statusInput) (*web.Data[View], error) {
	i, err := s.write(ctx, sc, in.ItemID.String(), in.Body.entry(in.Body.Status, in.Body.Note, false))
	return reply(sc, i, err)
}

type correctInput struct {
	ItemID web.ID `path:"itemId" doc:"The item's id"`
	Body   struct {
		Status string `json:"status" enum:"found,claimed,given,sent,disposed" doc:"What is right"`
		OutcomeBody
		Note string `json:"note" minLength:"1" maxLength:"500" doc:"What was wrong" example:"It was another scarf"`
	}
}

func (s *Service) httpCorrect(ctx context.Context, sc scope.Scope, in *correctInput) (*web.Data[View], error) {
	i, err := s.write(ctx, sc, in.ItemID.String(), in.Body.entry(in.Body.Status, in.Body.Note, true))
	return reply(sc, i, err)
}

type photoInput struct {
	ItemID   web.ID `path:"itemId" doc:"The item's id"`
	Position int    `path:"position" minimum:"1" maximum:"6" doc:"Which of its photos"`
}

type setPhotoInput struct {
	ItemID   web.ID `path:"itemId" doc:"The item's id"`
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
	kept, err := s.setPhoto(ctx, sc, in.ItemID.String(), in.Position, file.Content)
	return web.Reply(PhotoView{in.Position, "image/jpeg", kept}, err)
}

func (s *Service) httpPhoto(ctx context.Context, sc scope.Scope, in *photoInput) (*file.File, error) {
	content, err := s.photo(ctx, sc, in.ItemID.String(), in.Position)
	if err != nil {
		return nil, err
	}
	return &file.File{Name: "item.jpg", Type: "image/jpeg", Content: content}, nil
}

func (s *Service) httpRemovePhoto(ctx context.Context, sc scope.Scope, in *photoInput) (*web.Message, error) {
	if err := s.removePhoto(ctx, sc, in.ItemID.String(), in.Position); err != nil {
		return nil, err
	}
	return web.Done("The photo is removed."), nil
}
