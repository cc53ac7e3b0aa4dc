package rooming

import (
	"sarai/internal/record/event"
	"sarai/internal/stay/group"
)

var listed = event.Define[listedFacts]("group.rooming_list_taken", "group", 1, "A group's rooming list was taken.")

type listedFacts struct {
	Code    string `json:"code" doc:"The group's code" example:"GRP-7"`
	Created int    `json:"created" doc:"How many bookings were made" example:"12"`
	Changed int    `json:"changed" doc:"How many were changed" example:"1"`
}

func (r Report) facts(g group.Group) listedFacts {
	f := listedFacts{Code: g.Code}
	for _, p := range r.Parties {
		switch p.Action {
		case Create:
			f.Created++
		case Change:
			f.Changed++
		}
	}
	return f
}
