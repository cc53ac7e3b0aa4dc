package user

import "sarai/internal/record/event"

// What happens to members. Their id is that of the login.
var (
	Invited = event.Define[InvitedDetails]("user.invited", "user", 1, "Somebody was asked to join the organization.")

	Joined = event.Define[Who]("user.joined", "user", 1, "Somebody who was invited has joined the organization.")

	Updated = event.Define[UpdatedDetails]("user.updated", "user", 1, "A member's record was changed.")

	RoleChanged = event.Define[RoleChangedDetails]("user.role_changed", "user", 1, "A member was given another role.")

	Deleted = event.Define[DeletedDetails]("user.deleted", "user", 1, "A member was taken out of the organization.")

	PasswordChanged = event.Define[event.None]("user.password_changed", "user", 1, "A member has a new password.")
)

// Who says which member an event is about.
type Who struct {
	Name  string `json:"name" doc:"The member's name" example:"Meera Rathore"`
	Email string `json:"email" doc:"The member's address" example:"meera@haveli.example"`
}

// InvitedDetails are those of Invited.
type InvitedDetails struct {
	Who
	Role string `json:"role" doc:"The name of the role that is promised" example:"Front desk"`
}

// UpdatedDetails are those of Updated.
type UpdatedDetails struct {
	Who
	Changes event.Changes[facts] `json:"changes" doc:"The fields that changed"`
}

// facts are what events tell of changes of a member.
type facts struct {
	Name        string `json:"name" doc:"The member's name" example:"Meera Rathore"`
	Phone       string `json:"phone" doc:"The member's phone number" example:"+91 98290 12345"`
	Designation string `json:"designation" doc:"Job title" example:"Front office associate"`
	Active      bool   `json:"isActive" doc:"Whether the member may come in"`
}

func (m Member) facts() facts { return facts{m.Name, m.Phone, m.Designation, m.Active} }

// RoleChangedDetails are those of RoleChanged.
type RoleChangedDetails struct {
	Who
	Old RoleRef `json:"old" doc:"The role before"`
	New RoleRef `json:"new" doc:"The role now"`
}

// DeletedDetails are those of Deleted.
type DeletedDetails struct {
	Who
	Role string `json:"role" doc:"The name of the role that the member had" example:"Front desk"`
}

func (m Member) who() Who { return Who{m.Name, m.Email} }
