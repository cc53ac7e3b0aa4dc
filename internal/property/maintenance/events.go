package maintenance

import (
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

var (
	created = event.Define[facts]("maintenance_ticket.created", "maintenance_ticket", 1,
		"Something to be put right was reported, or is due by a schedule.")

	updated = event.Define[updatedDetails]("maintenance_ticket.updated", "maintenance_ticket", 1,
		"A maintenance ticket was changed.")

	photographed = event.Define[photoDetails]("maintenance_ticket.photographed", "maintenance_ticket", 1,
		"A photo was added to a maintenance ticket.")

	photoRemoved = event.Define[photoDetails]("maintenance_ticket.photo_removed", "maintenance_ticket", 1,
		"A photo of a maintenance ticket was deleted.")

	scheduled = event.Define[scheduleFacts]("maintenance_schedule.created", "maintenance_schedule", 1,
		"Something is to be looked after by the calendar.")

	rescheduled = event.Define[rescheduledDetails]("maintenance_schedule.updated", "maintenance_schedule", 1,
		"What is looked after by the calendar was changed.")

	unscheduled = event.Define[scheduleFacts]("maintenance_schedule.deleted", "maintenance_schedule", 1,
		"A maintenance schedule was deleted. Its tickets stay.")
)

// facts are what events tell of a ticket.
type facts struct {
	Title      string       `json:"title" doc:"What it is about" example:"The tap drips"`
	Where      string       `json:"where" doc:"The room's number, or the place" example:"101"`
	Place      string       `json:"place" doc:"Where in it" example:"Bathroom"`
	Text       string       `json:"text" doc:"What is told of it" example:"All night"`
	Priority   string       `json:"priority" doc:"low, normal, high or urgent" example:"high"`
	Status     string       `json:"status" doc:"open, in-progress, done or cancelled" example:"open"`
	Assignee   string       `json:"assignee" doc:"The name of who puts it right; empty: nobody yet" example:"Ravi Kumar"`
	Due        string       `json:"due" doc:"Until when; empty: nobody said" example:"2026-04-16"`
	Cost       money.Number `json:"cost" doc:"What it cost" example:"450"`
	ExpenseID  string       `json:"expenseId" doc:"The expense that it was paid by; empty: none"`
	BlockID    string       `json:"blockId" doc:"The block that takes the room out of order; empty: none"`
	Resolution string       `json:"resolution" doc:"What was done" example:"New washer"`
	Photos     string       `json:"photos" doc:"The positions of its photos" example:"12"`
}

func (t Ticket) facts(sc scope.Scope) facts {
	return facts{t.Title, t.where(), t.Place, t.Text, t.Priority, t.Status, t.AssigneeName, string(t.Due),
		t.Cost.Number(sc.Currency), t.ExpenseID, t.BlockID, t.Resolution, string(t.Photos)}
}

type updatedDetails struct {
	Title   string               `json:"title" doc:"What it is about now" example:"The tap drips"`
	Where   string               `json:"where" doc:"The room's number, or the place" example:"101"`
	Changes event.Changes[facts] `json:"changes" doc:"The fields that changed"`
}

type photoDetails struct {
	Title    string `json:"title" doc:"What it is about" example:"The tap drips"`
	Where    string `json:"where" doc:"The room's number, or the place" example:"101"`
	Position int    `json:"position" doc:"Which of its photos" example:"1"`
}

// scheduleFacts are what events tell of a schedule.
type scheduleFacts struct {
	Title      string `json:"title" doc:"What it is about" example:"Clean the filters"`
	Text       string `json:"text" doc:"What is to be done" example:"Both of them"`
	Priority   string `json:"priority" doc:"low, normal, high or urgent" example:"normal"`
	Assignee   string `json:"assignee" doc:"The name of who does it; empty: nobody yet" example:"Ravi Kumar"`
	Room       string `json:"room" doc:"The room's number; empty: it isn't for one" example:"101"`
	CategoryID string `json:"categoryId" doc:"The category whose rooms it is for; empty: none"`
	Place      string `json:"place" doc:"The place; empty: it is for rooms" example:"Lift"`
	Every      int    `json:"every" doc:"Every so many units" example:"3"`
	Unit       string `json:"unit" doc:"day, week or month" example:"month"`
	First      string `json:"firstDay" doc:"The day that it counts from" example:"2026-04-01"`
	Active     bool   `json:"isActive" doc:"Whether it makes tickets"`
}

func (s Schedule) facts() scheduleFacts {
	return scheduleFacts{s.Title, s.Text, s.Priority, s.AssigneeName, s.RoomNumber, s.CategoryID, s.Place, s.Every, s.Unit,
		string(s.First), s.Active}
}

type rescheduledDetails struct {
	Title   string                       `json:"title" doc:"What it is about now" example:"Clean the filters"`
	Changes event.Changes[scheduleFacts] `json:"changes" doc:"The fields that changed"`
}
