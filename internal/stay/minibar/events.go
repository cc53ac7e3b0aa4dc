package minibar

import (
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

var postedEvent = event.Define[postedDetails]("minibar.posted", "booking", 1,
	"What was taken from a room's minibar was charged to a booking.")

type postedDetails struct {
	Code   string       `json:"code" doc:"The booking's code" example:"BK-42"`
	Room   string       `json:"roomNumber" doc:"The room's number" example:"101"`
	Date   string       `json:"date" doc:"The business day" example:"2026-04-14"`
	Items  []string     `json:"items" doc:"Their names" example:"[\"Cola\"]"`
	Counts []int        `json:"counts" doc:"How many of each" example:"[2]"`
	Total  money.Number `json:"totalAmount" doc:"With tax" example:"236"`
}

func (p Posting) details(sc scope.Scope) postedDetails {
	d := postedDetails{Code: p.Code, Room: p.RoomNumber, Date: string(p.Date), Total: p.Total.Number(sc.Currency),
		Items: []string{}, Counts: []int{}}
	for _, l := range p.Lines {
		d.Items, d.Counts = append(d.Items, l.Name), append(d.Counts, l.Count)
	}
	return d
}
