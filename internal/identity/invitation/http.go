package invitation

import (
	"context"
	"strings"
	"unicode"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

// Routes are the endpoints of /api/invitations.
func (s *Service) Routes() []web.Route {
	return []web.Route{
		web.Get("/api/invitations/invite-status", may.Anyone, s.httpStatus, "Show the invitation of a mailed link").
			With("Answers 400 for a link that is wrong, replaced by a newer one, timed out, or mailed to another address."),
		web.Get("/api/invitations/respond", may.Anyone, s.httpRespond, "Accept or decline an invitation").
			With("Works once; a second answer is 400. Who has an account already is a member at once; anybody else is mailed " +
				"a link to set a password. Links in mails don't lead here but to a page that asks first, so that opening one " +
				"changes nothing."),
		web.Get("/api/invitations/{orgId}/list", may.View(may.Users), s.httpList, "List the invitations").
			With("Leaves out invitations, not used or declined yet, to roles that allow more than the caller's own: the id of " +
				"such an invitation would let the caller register with it."),
		web.Create("/api/invitations/{orgId}/create", may.Create(may.Users), s.httpCreate, "Invite somebody").
			With("A role that allows more than the caller's own is refused with 403. For an address with an open invitation, " +
				"resend that one."),
		web.Get("/api/invitations/{orgId}/{invitationId}", may.View(may.Users), s.httpGet, "Show an invitation"),
		web.Post("/api/invitations/{orgId}/{invitationId}/resend", may.Create(may.Users), s.httpResend,
			"Send an invitation again").
			With("Mails a new link that works for 7 days; the old one is dead. An accepted invitation whose person hasn't " +
				"registered yet gets the registration mail again."),
		web.Delete("/api/invitations/{orgId}/{invitationId}", may.Delete(may.Users), s.httpDelete, "Delete an invitation").
			With("Its links are dead at once. A membership that was made by users/create stays."),
	}
}

// Ref names a record.
type Ref struct {
	ID   string `json:"_id" example:"665f1c2ab7e4d90012ab34ce"`
	Name string `json:"name" example:"Front Desk"`
}

// Entry is an invitation in the list.
type Entry struct {
	ID        string   `json:"_id" example:"665f1c2ab7e4d90012ab34d0"`
	Email     string   `json:"email" example:"meera@haveli.example"`
	Role      Ref      `json:"role"`
	Status    string   `json:"status" enum:"pending,accepted,declined" example:"pending"`
	InvitedBy Ref      `json:"invitedBy" doc:"The user who invited; without an id when it came with the sign-up"`
	ExpiresAt web.Time `json:"expiresAt"`
	CreatedAt web.Time `json:"createdAt"`
}

// Progress is what becomes of an invitation.
type Progress struct {
	RespondedAt *web.Time `json:"respondedAt,omitempty" doc:"Only after an answer"`
	UpdatedAt   web.Time  `json:"updatedAt"`
}

// View is a whole invitation.
type View struct {
	Entry
	Org string `json:"orgId" example:"665f1c2ab7e4d90012ab34cd"`
	Progress
}

// StatusView is a whole invitation as its person sees it.
type StatusView struct {
	Entry
	Org Ref `json:"orgId"`
	Progress
}

func (p promise) entry() Entry {
	return Entry{ID: p.ID, Email: p.Email, Role: Ref{p.RoleID, p.role.Name}, Status: p.Status,
		InvitedBy: Ref{p.InvitedBy, p.InvitedByName}, ExpiresAt: p.ExpiresAt, CreatedAt: p.CreatedAt}
}

func (p promise) view() View {
	return View{Entry: p.entry(), Org: p.Org, Progress: Progress{p.RespondedAt, p.UpdatedAt}}
}

// LinkQuery is what a mailed link carries.
type LinkQuery struct {
	Token string `query:"token" required:"true" minLength:"1" maxLength:"200" doc:"From the link in the mail"`
	Email string `query:"email" required:"true" minLength:"3" maxLength:"254" doc:"The address that the mail went to"`
}

func (s *Service) httpStatus(ctx context.Context, _ scope.Scope, in *LinkQuery) (*web.Data[StatusView], error) {
	i, o, r, err := s.Status(ctx, in.Token, in.Email)
	if err != nil {
		return nil, err
	}
	return web.OK(StatusView{Entry: promise{i, r}.entry(), Org: Ref{o.ID, o.Name},
		Progress: Progress{i.RespondedAt, i.UpdatedAt}}), nil
}

type respondInput struct {
	LinkQuery
	Action string `query:"action" required:"true" enum:"accept,decline"`
}

// Answer is what became of an invitation.
type Answer struct {
	ID          string    `json:"_id" example:"665f1c2ab7e4d90012ab34d0"`
	Email       string    `json:"email" example:"meera@haveli.example"`
	Status      string    `json:"status" enum:"accepted,declined" example:"accepted"`
	RespondedAt *web.Time `json:"respondedAt"`
}

func (s *Service) httpRespond(ctx context.Context, sc scope.Scope, in *respondInput) (*web.Data[Answer], error) {
	i, err := s.Respond(ctx, sc, in.Token, in.Email, in.Action == "accept")
	if err != nil {
		return nil, err
	}
	answer := Answer{ID: i.ID, Email: i.Email, Status: i.Status, RespondedAt: i.RespondedAt}
	if i.Status == Accepted {
		return web.Say(answer, "Invitation accepted successfully"), nil
	}
	return web.Say(answer, "Invitation declined"), nil
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[[]Entry], error) {
	return web.Reply(s.List(ctx, sc))
}

// List shows the invitations that the caller may see, newest first.
func (s *Service) List(ctx context.Context, sc scope.Scope) ([]Entry, error) {
	promises, err := s.all(ctx, sc)
	entries := make([]Entry, len(promises))
	for n, p := range promises {
		entries[n] = p.entry()
	}
	return entries, err
}

type createInput struct {
	Body struct {
		Email string `json:"email" minLength:"3" maxLength:"254" example:"meera@haveli.example"`
		Role  string `json:"role" minLength:"1" maxLength:"24" doc:"The role's id" example:"665f1c2ab7e4d90012ab34ce"`
		Name  string `json:"name,omitempty" maxLength:"120" example:"Meera Rathore"`
	}
}

func (s *Service) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[View], error) {
	var bad errs.Fields
	if !contact.Email(in.Body.Email) {
		bad.Add("email", "must be an e-mail address such as meera@haveli.example")
	}
	if strings.ContainsFunc(in.Body.Name, unicode.IsControl) {
		bad.Add("name", "must be one line of text")
	}
	if err := bad.Err(); err != nil {
		return nil, err
	}
	view, err := s.create(ctx, sc, in.Body.Email, in.Body.Name, in.Body.Role)
	if err != nil {
		return nil, err
	}
	return web.Say(view, "The invitation is on its way to "+view.Email+"."), nil
}

// InvitationPath is the path of the endpoints of one invitation.
type InvitationPath struct {
	InvitationID string `path:"invitationId" example:"665f1c2ab7e4d90012ab34d0"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *InvitationPath) (*web.Data[View], error) {
	p, err := s.get(ctx, sc, in.InvitationID)
	if err != nil {
		return nil, err
	}
	return web.OK(p.view()), nil
}

func (s *Service) httpResend(ctx context.Context, sc scope.Scope, in *InvitationPath) (*web.Data[View], error) {
	p, err := s.resend(ctx, sc, in.InvitationID)
	if err != nil {
		return nil, err
	}
	return web.Say(p.view(), "The invitation is on its way to "+p.Email+" again."), nil
}

func (s *Service) httpDelete(ctx context.Context, sc scope.Scope, in *InvitationPath) (*web.Message, error) {
	if err := s.remove(ctx, sc, in.InvitationID); err != nil {
		return nil, err
	}
	return web.Done("The invitation is deleted."), nil
}
