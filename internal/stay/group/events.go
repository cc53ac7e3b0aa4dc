package group

import (
	"strconv"

	"sarai/internal/kit/date"
	"sarai/internal/record/event"
)

var (
	created = event.Define[facts]("group.created", "group", 1, "A group was added.")

	updated = event.Define[changes]("group.updated", "group", 1, "A group was changed.")

	blocked = event.Define[blockFacts]("group.blocked", "group", 1, "The rooms that are kept for a group were changed.")

	washed = event.Define[freedFacts]("group.washed", "group", 1, "Rooms of a group's block that were not picked up "+
		"were taken off it.")

	released = event.Define[freedFacts]("group.released", "group", 1, "Nights of a group's block that were not picked "+
		"up were released.")

	cancelled = event.Define[cancelledFacts]("group.cancelled", "group", 1, "A group was cancelled.")

	settingsUpdated = event.Define[settingsFacts]("group.settings_updated", "group_settings", 1,
		"How the hotel keeps rooms for groups was changed.")
)

// facts are what events tell of a group.
type facts struct {
	Code     string    `json:"code" doc:"The group's code" example:"GRP-7"`
	Name     string    `json:"name" doc:"Its name" example:"Rao wedding"`
	Status   string    `json:"status" doc:"tentative, definite or cancelled" example:"definite"`
	CheckIn  date.Date `json:"checkIn" doc:"The day of arrival"`
	CheckOut date.Date `json:"checkOut" doc:"The day of departure"`

	CompanyID    string `json:"companyId" doc:"The company that it is of; empty: of none" example:""`
	Agent        string `json:"agent" doc:"Who has brought it" example:"Lotus Travels"`
	DecisionDate string `json:"decisionDate" doc:"Until when it is to be definite; empty: not said" example:"2026-03-20"`
	CutoffDate   string `json:"cutoffDate" doc:"When all nights are released; empty: not said" example:"2026-03-25"`
	CutoffDays   string `json:"cutoffDays" doc:"Days before each night when it is released; empty: not said" example:"3"`
	MasterPays   string `json:"masterPays" doc:"nothing, rooms or all" example:"rooms"`
}

type changes struct {
	Code    string              `json:"code" doc:"The group's code now" example:"GRP-7"`
	Changes event.FromTo[facts] `json:"changes" doc:"The fields that changed, but for the contact and the notes"`
}

type blockFacts struct {
	Code       string    `json:"code" doc:"The group's code" example:"GRP-7"`
	From       date.Date `json:"from" doc:"The first night that was changed"`
	To         date.Date `json:"to" doc:"The day after the last one"`
	RoomNights int       `json:"roomNights" doc:"How many were blocked, of those that were set" example:"36"`
	Rates      int       `json:"rates" doc:"How many prices were set" example:"36"`
}

type freedFacts struct {
	Code       string `json:"code" doc:"The group's code" example:"GRP-7"`
	RoomNights int    `json:"roomNights" doc:"How many were taken off" example:"12"`
}

type cancelledFacts struct {
	Code   string `json:"code" doc:"The group's code" example:"GRP-7"`
	Name   string `json:"name" doc:"Its name" example:"Rao wedding"`
	Reason string `json:"reason" doc:"Why; empty: not said" example:"The wedding was moved"`
}

type settingsFacts struct {
	TentativeHolds bool `json:"tentativeHolds" doc:"Tentative groups hold their rooms"`
}

func (g Group) facts() facts {
	days := ""
	if g.CutoffDays != nil {
		days = strconv.Itoa(*g.CutoffDays)
	}
	return facts{g.Code, g.Name, g.Status, g.CheckIn, g.CheckOut, g.CompanyID, g.Agent, string(g.DecisionDate),
		string(g.CutoffDate), days, g.MasterPays}
}
