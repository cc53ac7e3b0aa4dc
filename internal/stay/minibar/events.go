package minibar

import (
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

var postedEvent = event.Define[postedDetails]("minibar.posted", "booking", 1,
	"What was taken from a room's minibar was charged to a booking.")

var (
	stockEvent = event.Define[stockDetails]("minibar.stock_written", "room", 1,
		"What was put into a room's minibar, taken out or counted in it was written down.")

	plannedEvent = event.Define[planDetails]("organization.minibar_pars_set", "organization", 1,
		"What the minibars of a category or of a room are to hold was set.")
)

type stockDetails struct {
	Room   string   `json:"roomNumber" doc:"The room's number" example:"101"`
	Kind   string   `json:"kind" doc:"refilled, spoiled, returned or counted" example:"refilled"`
	Items  []string `json:"items" doc:"Their names" example:"[\"Cola\"]"`
	Counts []int    `json:"counts" doc:"How many of each" example:"[2]"`
	Reason string   `json:"reason" doc:"Why; empty: nobody said" example:"Expired"`
}

type planDetails struct {
	Place string   `json:"place" doc:"The category's name, or the room's number" example:"Deluxe"`
	Items []string `json:"items" doc:"Their names" example:"[\"Cola\"]"`
	Pars  []int    `json:"pars" doc:"How many of each are to be there" example:"[2]"`
}

func writtenDetails(w Written, r StockRequest) stockDetails {
	d := stockDetails{Room: w.RoomNumber, Kind: w.Kind, Reason: r.Reason, Items: []string{}, Counts: []int{}}
	for i, item := range w.Items {
		d.Items, d.Counts = append(d.Items, item.Name), append(d.Counts, r.Items[i].Count)
	}
	return d
}

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
