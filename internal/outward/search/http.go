package search

import (
	"context"
	"slices"

	"sarai/internal/billing/invoice"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/property/company"
	"sarai/internal/property/room"
	"sarai/internal/record/may"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/group"
	"sarai/internal/stay/lodging"
)

const searchNote = "Eight of each kind at most, the best first. All words of q must be found, each at the beginning " +
	"of a word or, with four digits or more, at the end of a number. A kind that you may not view is left out: guests " +
	"and companies need guests.view, groups need bookings.view, the others their own."

// Routes are the endpoints of /api/search.
func (s *Service) Routes() []web.Route {
	return []web.Route{
		web.Get("/api/search/{orgId}", may.Member, s.httpSearch, "Search everything").With(searchNote),
	}
}

// GuestView is a guest that was found.
type GuestView struct {
	ID       web.ID    `json:"_id"`
	Name     string    `json:"name" example:"Asha Rao"`
	Phone    string    `json:"phone" example:"+91 98765 43210"`
	Email    string    `json:"email" example:"asha@example.com"`
	Company  string    `json:"company" example:"Rao Textiles"`
	LastStay date.Date `json:"lastStay,omitempty" doc:"Check-in of the last stay; left out before the first"`
}

// CompanyView is a company that was found.
type CompanyView struct {
	ID       web.ID `json:"_id"`
	Name     string `json:"name" example:"Rao Textiles"`
	Code     string `json:"code" example:"RAO"`
	Phone    string `json:"phone" example:"+91 98765 43210"`
	Email    string `json:"email" example:"accounts@rao.example"`
	IsActive bool   `json:"isActive" example:"true"`
}

// BookingView is a booking that was found.
type BookingView struct {
	ID        web.ID    `json:"bookingId"`
	Code      string    `json:"code" example:"BK-17"`
	GuestName string    `json:"guestName" example:"Asha Rao"`
	CheckIn   date.Date `json:"checkIn"`
	CheckOut  date.Date `json:"checkOut" example:"2026-04-03"`
	Status    string    `json:"status" enum:"confirmed,checked-in,checked-out,cancelled" example:"confirmed"`
	Rooms     []string  `json:"rooms" doc:"Room numbers" example:"[\"101\"]"`
}

// RoomView is a room that was found.
type RoomView struct {
	ID           web.ID            `json:"_id"`
	RoomNumber   string            `json:"roomNumber" example:"101"`
	Category     room.CategoryName `json:"category"`
	Housekeeping string            `json:"housekeeping" enum:"clean,dirty,inspected"`
	IsActive     bool              `json:"isActive" doc:"Inactive rooms can't be booked" example:"true"`
}

// InvoiceView is an invoice that was found.
type InvoiceView struct {
	ID          web.ID       `json:"_id"`
	Number      string       `json:"invoiceNumber" doc:"Empty for a draft" example:"INV-17"`
	Status      string       `json:"status" enum:"draft,issued,partially_paid,paid,void" example:"issued"`
	GuestName   string       `json:"guestName" example:"Asha Rao"`
	BuyerName   string       `json:"buyerName" example:"Rao Textiles"`
	InvoiceDate string       `json:"invoiceDate" doc:"YYYY-MM-DD; empty for a draft" example:"2026-04-17"`
	TotalAmount money.Number `json:"totalAmount" example:"10000"`
}

// GroupView is a group that was found.
type GroupView struct {
	ID       web.ID    `json:"_id"`
	Code     string    `json:"code" example:"GRP-7"`
	Name     string    `json:"name" example:"Rao wedding"`
	CheckIn  date.Date `json:"checkIn"`
	CheckOut date.Date `json:"checkOut" example:"2026-04-03"`
	Status   string    `json:"status" enum:"tentative,definite,cancelled"`
}

// FoundView is what a search found, by kind. A kind that the caller may not view is left out.
type FoundView struct {
	Guests    []GuestView   `json:"guests,omitzero"`
	Companies []CompanyView `json:"companies,omitzero"`
	Bookings  []BookingView `json:"bookings,omitzero"`
	Groups    []GroupView   `json:"groups,omitzero"`
	Rooms     []RoomView    `json:"rooms,omitzero"`
	Invoices  []InvoiceView `json:"invoices,omitzero"`
}

// views are the records' views, nil for nil.
func views[T, V any](records []T, view func(T) V) []V {
	if records == nil {
		return nil
	}
	list := make([]V, len(records))
	for i, record := range records {
		list[i] = view(record)
	}
	return list
}

// roomNumbers are those of the rooms that are assigned.
func roomNumbers(b *booking.Booking) []string {
	return slices.DeleteFunc(lodging.Numbers(b.Shown()), func(number string) bool { return number == "" })
}

func (f found) view(sc scope.Scope) FoundView {
	return FoundView{
		Guests: views(f.guests, func(v visitor) GuestView {
			return GuestView{ID: web.ID(v.ID), Name: v.Name, Phone: v.Phone, Email: v.Email, Company: v.Company,
				LastStay: v.lastStay}
		}),
		Companies: views(f.companies, func(c company.Company) CompanyView {
			return CompanyView{ID: web.ID(c.ID), Name: c.Name, Code: c.Code, Phone: c.Phone, Email: c.Email,
				IsActive: c.Active}
		}),
		Bookings: views(f.bookings, func(b *booking.Booking) BookingView {
			return BookingView{ID: web.ID(b.ID), Code: b.Code, GuestName: b.GuestName, CheckIn: b.CheckIn,
				CheckOut: b.CheckOut, Status: b.Status, Rooms: roomNumbers(b)}
		}),
		Groups: views(f.groups, func(g group.Group) GroupView {
			return GroupView{ID: web.ID(g.ID), Code: g.Code, Name: g.Name, CheckIn: g.CheckIn, CheckOut: g.CheckOut,
				Status: g.Status}
		}),
		Rooms: views(f.rooms, func(r room.Room) RoomView {
			return RoomView{ID: web.ID(r.ID), RoomNumber: r.Number, Housekeeping: r.Housekeeping, IsActive: r.Active,
				Category: room.CategoryName{ID: web.ID(r.CategoryID), Name: r.Category}}
		}),
		Invoices: views(f.invoices, func(i invoice.Invoice) InvoiceView {
			return InvoiceView{ID: web.ID(i.ID), Number: i.Number, Status: i.Status, GuestName: i.GuestName,
				BuyerName: i.Buyer.Name, InvoiceDate: string(i.Date), TotalAmount: i.Total.Number(sc.Currency)}
		}),
	}
}

type searchInput struct {
	Q string `query:"q" required:"true" minLength:"1" maxLength:"100" doc:"What to search for: up to ten words"`
}

func (s *Service) httpSearch(ctx context.Context, sc scope.Scope, in *searchInput) (*web.Data[FoundView], error) {
	f, err := s.search(ctx, sc, in.Q)
	return web.Reply(f.view(sc), err)
}
