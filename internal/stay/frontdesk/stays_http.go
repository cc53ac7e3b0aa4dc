package frontdesk

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
)

const staysNote = "What a chart of rooms by days shows, for the nights from `from` up to, not including, `to`: at " +
	"most 366. Stays that end on the first day are in it, and of guests who should have left; cancelled ones are not. " +
	"bars has a list for each field, with a value for each bar; the lists of categories have a number for each of " +
	"days. revision is that of the last change in it, as on the live channel."

// ChartRoomView is a line of the chart.
type ChartRoomView struct {
	RoomID       string `json:"roomId" example:"665f1c2ab7e4d90012ab34cd"`
	RoomNumber   string `json:"roomNumber" example:"101"`
	CategoryID   string `json:"categoryId" example:"665f1c2ab7e4d90012ab34ce"`
	Floor        string `json:"floor,omitempty" example:"1"`
	Housekeeping string `json:"housekeeping" enum:"clean,dirty,inspected"`
	Inactive     bool   `json:"inactive,omitempty" doc:"Can't be booked any more, but somebody has it"`
}

// BarsView are the rooms of bookings, by columns: each list has a value for each of them. So the answer is half as
// large as one of objects.
type BarsView struct {
	BookingID  []string       `json:"bookingId" example:"[\"665f1c2ab7e4d90012ab34cf\"]"`
	Code       []string       `json:"code" example:"[\"BK-17\"]"`
	Room       []int          `json:"room" doc:"The place in rooms, from 0 on" example:"[0]"`
	CategoryID []string       `json:"categoryId" doc:"What was booked; empty: the room" example:"[\"\"]"`
	From       []date.Date    `json:"from" example:"[\"2026-04-01\"]"`
	To         []date.Date    `json:"to" doc:"When the room is left; of a day use, from" example:"[\"2026-04-03\"]"`
	Status     []string       `json:"status" doc:"confirmed, checked-in or checked-out" example:"[\"confirmed\"]"`
	GuestName  []string       `json:"guestName" example:"[\"Asha Rao\"]"`
	Company    []string       `json:"company" doc:"Empty: none" example:"[\"\"]"`
	Channel    []string       `json:"channel" doc:"Empty: none" example:"[\"booking.com\"]"`
	Adults     []int          `json:"adults" example:"[2]"`
	Children   []int          `json:"children" example:"[0]"`
	BalanceDue []money.Number `json:"balanceDue" doc:"Of the booking; below zero, what the hotel owes" example:"[8001]"`
	Rooms      []int          `json:"rooms" doc:"Of the booking in this chart" example:"[1]"`
	Version    []int64        `json:"version" doc:"The booking's; see If-Match" example:"[3]"`
	Locked     []bool         `json:"locked" doc:"The party is to have this very room" example:"[false]"`
	DayUse     []bool         `json:"dayUse" example:"[false]"`
	Moved      []bool         `json:"moved" doc:"The party goes on to another room" example:"[false]"`
	Sharers    []string       `json:"sharers" doc:"Who is in the room beside guestName" example:"[\"Ravi Rao\"]"`
	GroupID    []string       `json:"groupId" doc:"Empty: of no group" example:"[\"\"]"`
	Group      []string       `json:"group" doc:"Its name; empty: none" example:"[\"\"]"`
}

// UnassignedView is a room of a booking that has only a category yet.
type UnassignedView struct {
	BookingID  string       `json:"bookingId" example:"665f1c2ab7e4d90012ab34cf"`
	EntryID    string       `json:"entryId" doc:"What assign-room takes" example:"665f1c2ab7e4d90012ab34d2"`
	Code       string       `json:"code" example:"BK-17"`
	CategoryID string       `json:"categoryId" example:"665f1c2ab7e4d90012ab34ce"`
	From       date.Date    `json:"from"`
	To         date.Date    `json:"to" example:"2026-04-03"`
	GuestName  string       `json:"guestName" example:"Asha Rao"`
	Company    string       `json:"company" doc:"Empty: none" example:""`
	Channel    string       `json:"channel" doc:"Empty: none" example:"booking.com"`
	Adults     int          `json:"adults" example:"2"`
	Children   int          `json:"children" example:"0"`
	BalanceDue money.Number `json:"balanceDue" doc:"Of the booking; below zero, what the hotel owes" example:"8001"`
	Rooms      int          `json:"rooms" doc:"Of the booking in this chart" example:"1"`
	Version    int64        `json:"version" doc:"The booking's; see If-Match" example:"3"`
	Overbooked bool         `json:"overbooked" doc:"The booking has a night that no room is free on" example:"false"`
	GroupID    string       `json:"groupId" doc:"Empty: of no group" example:""`
	Group      string       `json:"group" doc:"Its name; empty: none" example:""`
}

// ChartBlockView is a room that is out of order.
type ChartBlockView struct {
	BlockID string    `json:"blockId" example:"665f1c2ab7e4d90012ab34d1"`
	RoomID  string    `json:"roomId" example:"665f1c2ab7e4d90012ab34cd"`
	From    date.Date `json:"from"`
	To      date.Date `json:"to" doc:"The day on which the room is back" example:"2026-04-03"`
	Reason  string    `json:"reason" example:"The bath is being retiled"`
}

// ChartHoldView is a room that is held.
type ChartHoldView struct {
	HoldID    string    `json:"holdId" example:"665f1c2ab7e4d90012ab34d3"`
	RoomID    string    `json:"roomId" example:"665f1c2ab7e4d90012ab34cd"`
	From      date.Date `json:"from"`
	To        date.Date `json:"to" example:"2026-04-03"`
	GuestName string    `json:"guestName" doc:"For whom; empty: nobody said" example:"Asha Rao"`
	ExpiresAt date.Time `json:"expiresAt"`
}

// ChartDayView counts the rooms of a night.
type ChartDayView struct {
	Date       date.Date `json:"date"`
	Rooms      int       `json:"rooms" doc:"In use" example:"40"`
	Sold       int       `json:"sold" doc:"To bookings, also those without a room yet, and held" example:"31"`
	OutOfOrder int       `json:"outOfOrder" example:"1"`
	Free       int       `json:"free" doc:"Without those whose guests should have left" example:"8"`
}

// ChartCategoryView counts the rooms of a category, with a number for each night.
type ChartCategoryView struct {
	CategoryID string `json:"categoryId" example:"665f1c2ab7e4d90012ab34ce"`
	Name       string `json:"name" example:"Deluxe"`
	Rooms      int    `json:"rooms" doc:"In use" example:"12"`
	Sold       []int  `json:"sold"`
	OutOfOrder []int  `json:"outOfOrder"`
	Free       []int  `json:"free"`
}

// ChartView is the answer of stays.
type ChartView struct {
	Revision   int64               `json:"revision" doc:"See /api/changes" example:"1715"`
	Today      date.Date           `json:"today" doc:"The hotel's"`
	Rooms      []ChartRoomView     `json:"rooms" doc:"In the order of their numbers"`
	Categories []ChartCategoryView `json:"categories"`
	Days       []ChartDayView      `json:"days"`
	Bars       BarsView            `json:"bars" doc:"In the order of the rooms, then by from"`
	Unassigned []UnassignedView    `json:"unassigned" doc:"Rooms of bookings that have only a category yet, by from"`
	Blocks     []ChartBlockView    `json:"blocks"`
	Holds      []ChartHoldView     `json:"holds" doc:"Rooms that are held now"`
}

func (s *Service) httpStays(ctx context.Context, sc scope.Scope, in *nightsInput) (*web.Data[ChartView], error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	c, err := s.Stays(ctx, sc, in.From, in.To)
	if err != nil {
		return nil, err
	}
	v := ChartView{Revision: c.Revision, Today: c.Today, Rooms: make([]ChartRoomView, len(c.Rooms)),
		Unassigned: make([]UnassignedView, len(c.Unassigned)), Blocks: make([]ChartBlockView, len(c.Blocks))}
	for i, r := range c.Rooms {
		v.Rooms[i] = ChartRoomView{RoomID: r.ID, RoomNumber: r.Number, CategoryID: r.CategoryID, Floor: r.Floor,
			Housekeeping: r.Housekeeping, Inactive: !r.Active}
	}
	v.Bars = bars(c.Stays, sc.Currency)
	for i, stay := range c.Unassigned {
		v.Unassigned[i] = UnassignedView{BookingID: stay.BookingID, EntryID: stay.RoomID, Code: stay.Code,
			CategoryID: stay.CategoryID, From: stay.From, To: stay.To, GuestName: stay.GuestName, Company: stay.Company,
			Channel: stay.Channel, Adults: stay.Adults, Children: stay.Children,
			BalanceDue: stay.BalanceDue.Number(sc.Currency), Rooms: stay.Rooms, Version: stay.Version,
			Overbooked: stay.Overbooked, GroupID: stay.GroupID, Group: stay.Group}
	}
	for i, b := range c.Blocks {
		v.Blocks[i] = ChartBlockView{b.ID, b.RoomID, b.From, b.To, b.Reason}
	}
	v.Holds = []ChartHoldView{}
	for _, h := range c.Holds {
		for _, r := range h.Rooms {
			v.Holds = append(v.Holds, ChartHoldView{h.ID, r.ID, h.CheckIn, h.CheckOut, h.GuestName,
				date.Time(h.ExpiresAt)})
		}
	}
	v.Categories, v.Days = c.counts()
	return web.OK(v), nil
}

func bars(stays []*Stay, currency string) BarsView {
	return BarsView{
		BookingID:  column(stays, func(s *Stay) string { return s.BookingID }),
		Code:       column(stays, func(s *Stay) string { return s.Code }),
		Room:       column(stays, func(s *Stay) int { return s.place }),
		CategoryID: column(stays, func(s *Stay) string { return s.CategoryID }),
		From:       column(stays, func(s *Stay) date.Date { return s.From }),
		To:         column(stays, func(s *Stay) date.Date { return s.To }),
		Status:     column(stays, func(s *Stay) string { return s.Status }),
		GuestName:  column(stays, func(s *Stay) string { return s.GuestName }),
		Company:    column(stays, func(s *Stay) string { return s.Company }),
		Channel:    column(stays, func(s *Stay) string { return s.Channel }),
		Adults:     column(stays, func(s *Stay) int { return s.Adults }),
		Children:   column(stays, func(s *Stay) int { return s.Children }),
		BalanceDue: column(stays, func(s *Stay) money.Number { return s.BalanceDue.Number(currency) }),
		Rooms:      column(stays, func(s *Stay) int { return s.Rooms }),
		Version:    column(stays, func(s *Stay) int64 { return s.Version }),
		Locked:     column(stays, func(s *Stay) bool { return s.Locked }),
		DayUse:     column(stays, func(s *Stay) bool { return s.DayUse }),
		Moved:      column(stays, func(s *Stay) bool { return s.Moved }),
		Sharers:    column(stays, func(s *Stay) string { return s.Sharers }),
		GroupID:    column(stays, func(s *Stay) string { return s.GroupID }),
		Group:      column(stays, func(s *Stay) string { return s.Group }),
	}
}

func column[T any](stays []*Stay, value func(s *Stay) T) []T {
	list := make([]T, len(stays))
	for i, stay := range stays {
		list[i] = value(stay)
	}
	return list
}

// counts are the rooms of each category, and of the house, by night.
func (c Chart) counts() ([]ChartCategoryView, []ChartDayView) {
	days, views := make([]ChartDayView, len(c.Nights)), make([]ChartCategoryView, len(c.Categories))
	for i, night := range c.Nights {
		days[i].Date = night
	}
	for i, category := range c.Categories {
		views[i] = ChartCategoryView{CategoryID: category.ID, Name: category.Name, Rooms: category.Rooms,
			Sold: category.Sold, OutOfOrder: category.OutOfOrder, Free: category.Free}
		for n := range days {
			days[n].Rooms += category.Rooms
			days[n].Sold += category.Sold[n]
			days[n].OutOfOrder += category.OutOfOrder[n]
			days[n].Free += category.Free[n]
		}
	}
	return views, days
}
