package invitation

import (
	"cmp"
	"context"
	"net/http"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/audit"
	"sarai/internal/record/may"
)

const (
	respondNote = "Works once; a second answer is 400. Who has a password already is a member at once; anybody else is " +
		"mailed a link to set one. If no mailed link has proved the address yet, that is so for a sign-in from the client " +
		"that accepted: by the cookie accepted, or from the same address within an hour. Links in mails don't lead here " +
		"but to a page that asks first, so that opening one changes nothing."
	listNote = "Leaves out invitations, not used or declined yet, to roles that allow more than the caller's own: with " +
		"the id of such an invitation the caller could register."
	createNote = "403 if the role allows more than the caller's own. If the address has an open invitation, resend that " +
		"one."
	resendNote = "Mails a new link that works for 7 days; the old one stops working. If the person has accepted and " +
		"hasn't registered yet, it is the registration mail; who has set a password since, in another organization, is a " +
		"user at once."
)

// Routes are the endpoints of /api/invitations.
func (s *Service) Routes() []web.Route {
	const base = "/api/invitations/{orgId}"
	return []web.Route{
		web.Get("/api/invitations/invite-status", may.Anyone, s.httpStatus, "Show the invitation of a mailed link").
			With("Answers 400 if the link is wrong, replaced by a newer one, expired, or mailed to another address."),
		web.Get("/api/invitations/respond", may.Anyone, s.httpRespond, "Accept or decline an invitation").With(respondNote),
		web.Get(base+"/list", may.View(may.Users), s.httpList, "List the invitations").With(listNote),
		web.Create(base+"/create", may.Create(may.Users), s.httpCreate, "Invite somebody").With(createNote),
		web.Get(base+"/{invitationId}", may.View(may.Users), s.httpGet, "Show an invitation"),
		web.Post(base+"/{invitationId}/resend", may.Create(may.Users), s.httpResend, "Send an invitation again").
			With(resendNote),
		web.Delete(base+"/{invitationId}", may.Delete(may.Users), s.httpDelete, "Delete an invitation").
			With("Its links stop working at once. A membership that was made by users/create stays."),
	}
}

// Ref names a record.
type Ref struct {
	ID   web.ID `json:"_id"`
	Name string `json:"name" example:"Front Desk"`
}

// ListedView is an invitation in the list.
type ListedView struct {
	ID        web.ID    `json:"_id"`
	Email     string    `json:"email" example:"meera@haveli.example"`
	Role      Ref       `json:"role"`
	Status    string    `json:"status" enum:"pending,accepted,declined" example:"pending"`
	InvitedBy Ref       `json:"invitedBy" doc:"The user who invited; of a sign-up, the id is 24 zeros"`
	ExpiresAt date.Time `json:"expiresAt"`
	CreatedAt date.Time `json:"createdAt"`
}

// Progress is what becomes of an invitation.
type Progress struct {
	RespondedAt *date.Time `json:"respondedAt,omitempty" doc:"Only after an answer"`
	UpdatedAt   date.Time  `json:"updatedAt"`
}

// View is a whole invitation.
type View struct {
	ListedView
	Org web.ID `json:"orgId"`
	Progress
}

// StatusView is a whole invitation as its person sees it.
type StatusView struct {
	ListedView
	Org Ref `json:"orgId"`
	Progress
}

func (p Promise) listed() ListedView {
	return ListedView{ID: web.ID(p.ID), Email: p.Email, Role: Ref{web.ID(p.RoleID), p.Role.Name}, Status: p.Status,
		InvitedBy: Ref{web.ID(cmp.Or(p.InvitedBy, audit.Nobody)), p.InvitedByName}, ExpiresAt: date.Time(p.ExpiresAt),
		CreatedAt: date.Time(p.CreatedAt)}
}

func (i Invitation) progress() Progress {
	return Progress{RespondedAt: (*date.Time)(i.RespondedAt), UpdatedAt: date.Time(i.UpdatedAt)}
}

func (p Promise) view() View {
	return View{ListedView: p.listed(), Org: web.ID(p.Org), Progress: p.progress()}
}

// LinkQuery is what a mailed link carries.
type LinkQuery struct {
	Token string `query:"token" required:"true" minLength:"1" maxLength:"200" doc:"From the link in the mail"`
	Email string `query:"email" required:"true" minLength:"3" maxLength:"254" doc:"The address that the mail went to"`
}

func (s *Service) httpStatus(ctx context.Context, _ scope.Scope, in *LinkQuery) (*web.Data[StatusView], error) {
	found, err := s.Status(ctx, in.Token, in.Email)
	return web.Reply(StatusView{ListedView: found.listed(),
		Org:      Ref{web.ID(found.Organization.ID), found.Organization.Name},
		Progress: found.progress()}, err)
}

type respondInput struct {
	LinkQuery
	Action string `query:"action" required:"true" enum:"accept,decline"`
}

// Answer is what became of an invitation.
type Answer struct {
	ID          web.ID     `json:"_id"`
	Email       string     `json:"email" example:"meera@haveli.example"`
	Status      string     `json:"status" enum:"accepted,declined" example:"accepted"`
	RespondedAt *date.Time `json:"respondedAt"`
}

type respondAnswer struct {
	web.Data[Answer]
	cookies []http.Cookie
}

func (a *respondAnswer) Cookies() []http.Cookie { return a.cookies }

func (s *Service) httpRespond(ctx context.Context, sc scope.Scope, in *respondInput) (*respondAnswer, error) {
	i, err := s.Respond(ctx, sc, in.Token, in.Email, in.Action == "accept")
	if err != nil {
		return nil, err
	}
	message := "Invitation declined"
	if i.Status == Accepted {
		message = "Invitation accepted successfully"
	}
	answer := Answer{ID: web.ID(i.ID), Email: i.Email, Status: i.Status, RespondedAt: (*date.Time)(i.RespondedAt)}
	return &respondAnswer{Data: *web.Say(answer, message), cookies: s.Cookies(i)}, nil
}

// ProofCookie is the name of the cookie of a client that has accepted an invitation.
const ProofCookie = "accepted"

// Cookies are those of the client that has given this answer.
func (s *Service) Cookies(a Answered) []http.Cookie {
	if a.Proof == "" {
		return nil
	}
	return []http.Cookie{web.SecretCookie(s.publicURL, ProofCookie, a.Proof, answerLife)}
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[[]ListedView], error) {
	promises, err := s.List(ctx, sc)
	entries := make([]ListedView, len(promises))
	for i, p := range promises {
		entries[i] = p.listed()
	}
	return web.Reply(entries, err)
}

type createInput struct {
	Body struct {
		Email string `json:"email" minLength:"3" maxLength:"254" example:"meera@haveli.example"`
		Role  web.ID `json:"role" doc:"The role's id"`
		Name  string `json:"name,omitempty" maxLength:"120" example:"Meera Rathore"`
	}
}

func (s *Service) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[View], error) {
	var bad errs.Fields
	contact.RequireEmail(&bad, "email", in.Body.Email)
	bad.CheckLine("name", in.Body.Name)
	if err := bad.Err(); err != nil {
		return nil, err
	}
	p, err := s.create(ctx, sc, in.Body.Email, in.Body.Name, in.Body.Role.String())
	if err != nil {
		return nil, err
	}
	return web.Say(p.view(), "The invitation is on its way to "+p.Email+"."), nil
}

// InvitationPath is the path of the endpoints of one invitation.
type InvitationPath struct {
	InvitationID web.ID `path:"invitationId"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *InvitationPath) (*web.Data[View], error) {
	p, err := s.get(ctx, sc, in.InvitationID.String())
	return web.Reply(p.view(), err)
}

func (s *Service) httpResend(ctx context.Context, sc scope.Scope, in *InvitationPath) (*web.Data[View], error) {
	p, err := s.resend(ctx, sc, in.InvitationID.String())
	if err != nil {
		return nil, err
	}
	if p.UsedAt != nil {
		return web.Say(p.view(), p.Email+" has accepted and has a password: they are a user now and can sign in."), nil
	}
	return web.Say(p.view(), "The invitation is on its way to "+p.Email+" again."), nil
}

func (s *Service) httpDelete(ctx context.Context, sc scope.Scope, in *InvitationPath) (*web.Message, error) {
	if err := s.remove(ctx, sc, in.InvitationID.String()); err != nil {
		return nil, err
	}
	return web.Done("The invitation is deleted."), nil
}
