package role

import "sarai/internal/record/event"

var (
	// seeded is about the organization: its id is the resource's.
	seeded = event.Define[seededDetails]("role.seeded", "role", 1, "The usual roles that were missing were made.")

	created = event.Define[createdDetails]("role.created", "role", 1, "A role was made.")

	updated = event.Define[updatedDetails]("role.updated", "role", 1, "A role was changed.")

	deleted = event.Define[deletedDetails]("role.deleted", "role", 1, "A role was deleted.")
)

type seededDetails struct {
	Roles []string `json:"roles" doc:"The names of the roles that were made" example:"[\"Front desk\"]"`
}

type createdDetails struct {
	Name        string           `json:"name" doc:"The role's name" example:"Front desk"`
	Permissions map[string]Flags `json:"permissions" doc:"Which flags it has, by module"`
}

type updatedDetails struct {
	Name    string               `json:"name" doc:"The role's name now" example:"Front desk"`
	Changes event.Changes[facts] `json:"changes" doc:"The fields that changed"`
}

type deletedDetails struct {
	Name string `json:"name" doc:"The role's name" example:"Front desk"`
}

// facts are what events tell of changes of a role.
type facts struct {
	Name        string           `json:"name" doc:"The role's name" example:"Front desk"`
	Description string           `json:"description" doc:"What it is for" example:"Arrivals and departures"`
	Permissions map[string]Flags `json:"permissions" doc:"Which flags it has, by module"`
}

func (r Role) facts() facts { return facts{r.Name, r.Description, SpellOut(r.Permissions)} }
