package hold

import (
	"context"
	"time"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
)

const createNote = "Of the category, or of an offer's by its offerToken, whose prices are then kept as long as the " +
	"hold. The rooms can't be sold to anybody else until expiresAt: 15 minutes from now by default, minutes from " +
	"now, or what is given, on the day of arrival at the latest. From then on, whoever books one of them gets it. A " +
	"day before the end of a longer hold, and at the end of one for a guest, members are told."

// Routes are the endpoints of /api/holds.
func (s *Service) Routes() []web.Route {
	const base = "/api/holds/{orgId}"
	return []web.Route{
		web.Create(base, may.Create(may.Bookings), s.httpCreate, "Hold rooms for a while").With(createNote).Costly(),
		web.Get(base+"/list", may.View(may.Bookings), s.httpList, "List the holds, newest first"),
		web.Get(base+"/{holdId}", may.View(may.Bookings), s.httpGet, "Show a hold"),
		web.Put(base+"/{holdId}/update", may.Update(may.Bookings), s.httpUpdate, "Extend or change a hold").
			With("Fields that are left out keep their value. Only an active hold can be changed."),
		web.Delete(base+"/{holdId}", may.Update(may.Bookings), s.httpRelease, "Release a hold").
			With("Its nights are free at once; its record stays."),
	}
}

// RoomView is a room of a hold.
type RoomView struct {
	RoomID     web.ID `json:"roomId"`
	RoomNumber string `json:"roomNumber" example:"101"`
	CategoryID web.ID `json:"categoryId"`
	RoomType   string `json:"roomType" example:"Deluxe"`
}

// OfferView is the offer whose prices a hold keeps.
type OfferView struct {
	PlanCode  string         `json:"planCode" example:"BAR"`
	MealPlan  string         `json:"mealPlan" enum:"EP,CP,MAP,AP"`
	ProductID web.ID         `json:"productId"`
	Adults    int            `json:"adults" example:"2"`
	ChildAges []int          `json:"childAges"`
	Prices    []money.Number `json:"prices" doc:"Of the nights, as they were quoted" example:"[5000, 6500]"`
	Inclusive bool           `json:"pricesIncludeTax"`
}

// View is a hold.
type View struct {
	ID        web.ID     `json:"_id"`
	Status    string     `json:"status" enum:"active,released,expired,booked"`
	CheckIn   date.Date  `json:"checkIn"`
	CheckOut  date.Date  `json:"checkOut" example:"2026-04-03"`
	Rooms     []RoomView `json:"rooms"`
	Offer     *OfferView `json:"offer,omitempty" doc:"Left out: no prices are kept"`
	Notes     string     `json:"notes" example:"Pays by link"`
	GuestName string     `json:"guestName" doc:"For whom; empty: nobody said" example:"Asha Rao"`
	Phone     string     `json:"guestPhone" example:"+91 98450 12345"`
	ExpiresAt date.Time  `json:"expiresAt"`
	EndedAt   *date.Time `json:"endedAt" nullable:"true" doc:"When it was released, booked, or noted as expired"`
	CreatedBy string     `json:"createdBy" example:"665f1c2ab7e4d90012ab34cd"`
	Org       web.ID     `json:"orgId"`
	CreatedAt date.Time  `json:"createdAt"`
	Version   int64      `json:"version" doc:"Every change raises it" example:"1"`
}

func (h at) view(sc scope.Scope) View {
	v := View{ID: web.ID(h.ID), Status: h.statusAt(h.now), CheckIn: h.CheckIn, CheckOut: h.CheckOut,
		Rooms: make([]RoomView, len(h.Rooms)), Notes: h.Notes, GuestName: h.GuestName, Phone: h.GuestPhone,
		ExpiresAt: date.Time(h.ExpiresAt), CreatedBy: h.CreatedBy,
		Org: web.ID(sc.Org), CreatedAt: date.Time(h.CreatedAt), Version: h.Version}
	for i, r := range h.Rooms {
		v.Rooms[i] = RoomView{web.ID(r.ID), r.Number, web.ID(r.CategoryID), r.Category}
	}
	if h.EndedAt != nil {
		ended := date.Time(*h.EndedAt)
		v.EndedAt = &ended
	}
	if o := h.Offer; o != nil {
		v.Offer = &OfferView{PlanCode: o.PlanCode, MealPlan: o.MealPlan, ProductID: web.ID(o.ProductID), Adults: o.Adults,
			ChildAges: append([]int{}, o.ChildAges...), Prices: make([]money.Number, len(o.Prices)), Inclusive: o.Inclusive}
		for n, price := range o.Prices {
			v.Offer.Prices[n] = price.Number(sc.Currency)
		}
	}
	return v
}

type createInput struct {
	Body struct {
		OfferToken string     `json:"offerToken,omitempty" maxLength:"16000" doc:"Instead of category and dates"`
		CategoryID web.ID     `json:"categoryId,omitempty"`
		CheckIn    date.Date  `json:"checkIn,omitempty"`
		CheckOut   date.Date  `json:"checkOut,omitempty" example:"2026-04-03"`
		Rooms      int        `json:"rooms,omitempty" minimum:"1" maximum:"100" default:"1"`
		Minutes    int        `json:"minutes,omitempty" minimum:"1" maximum:"1440" default:"15"`
		ExpiresAt  *date.Time `json:"expiresAt,omitempty" doc:"Instead of minutes"`
		Notes      string     `json:"notes,omitempty" maxLength:"500" example:"Pays by link"`
		GuestName  string     `json:"guestName,omitempty" maxLength:"120" doc:"For whom" example:"Asha Rao"`
		GuestPhone string     `json:"guestPhone,omitempty" maxLength:"24" example:"+91 98450 12345"`
	}
}

func (s *Service) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[View], error) {
	b := in.Body
	switch {
	case b.OfferToken != "" && (b.CategoryID != "" || b.CheckIn != "" || b.CheckOut != ""):
		return nil, errs.InvalidField("offerToken", "says category and dates: leave these out, or the token")
	case b.OfferToken == "" && b.CategoryID == "":
		return nil, errs.InvalidField("categoryId", "must be given, or offerToken")
	}
	if err := checkGuest(b.GuestPhone); err != nil {
		return nil, err
	}
	r := Request{OfferToken: b.OfferToken, CategoryID: b.CategoryID.String(), CheckIn: b.CheckIn, CheckOut: b.CheckOut,
		Rooms: b.Rooms, For: time.Duration(b.Minutes) * time.Minute, Notes: b.Notes, GuestName: b.GuestName,
		GuestPhone: b.GuestPhone}
	if b.ExpiresAt != nil {
		r.Until = time.UnixMilli(int64(*b.ExpiresAt))
	}
	h, err := s.Create(ctx, sc, r)
	return web.Reply(at{h, time.UnixMilli(h.CreatedAt)}.view(sc), err)
}

func checkGuest(phone string) error {
	var fields errs.Fields
	contact.CheckPhone(&fields, "guestPhone", phone)
	return fields.Err()
}

type updateInput struct {
	HoldID web.ID `path:"holdId" doc:"The hold's id"`
	Body   struct {
		ExpiresAt  web.Change[date.Time] `json:"expiresAt,omitzero" doc:"On the day of arrival at the latest"`
		Notes      web.Optional[string]  `json:"notes,omitzero" maxLength:"500" example:"Pays by link"`
		GuestName  web.Optional[string]  `json:"guestName,omitzero" maxLength:"120" example:"Asha Rao"`
		GuestPhone web.Optional[string]  `json:"guestPhone,omitzero" maxLength:"24" example:"+91 98450 12345"`
	} `required:"false"`
}

func (s *Service) httpUpdate(ctx context.Context, sc scope.Scope, in *updateInput) (*web.Data[View], error) {
	b := in.Body
	if err := checkGuest(b.GuestPhone.Value); err != nil {
		return nil, err
	}
	h, err := s.update(ctx, sc, in.HoldID.String(), func(h *Hold) {
		h.ExpiresAt = int64(b.ExpiresAt.Or(date.Time(h.ExpiresAt)))
		h.Notes = b.Notes.Or(h.Notes)
		h.GuestName, h.GuestPhone = b.GuestName.Or(h.GuestName), b.GuestPhone.Or(h.GuestPhone)
	})
	return web.Reply(h.view(sc), err)
}

type listInput struct {
	web.Paging
	Status string `query:"status" enum:"active" doc:"Only holds that keep their rooms now"`
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, in *listInput) (
	*web.Page[View, web.Pagination], error) {
	found, err := s.list(ctx, sc, in)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(found, func(h at) View { return h.view(sc) }), nil
}

type holdInput struct {
	HoldID web.ID `path:"holdId" doc:"The hold's id"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *holdInput) (*web.Data[View], error) {
	h, err := s.get(ctx, sc, in.HoldID.String())
	return web.Reply(h.view(sc), err)
}

func (s *Service) httpRelease(ctx context.Context, sc scope.Scope, in *holdInput) (*web.Message, error) {
	if err := s.Release(ctx, sc, in.HoldID.String()); err != nil {
		return nil, err
	}
	return web.Done("The hold is released."), nil
}
