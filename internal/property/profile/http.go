package profile

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/property/guest"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
)

const consentNote = "Nobody changes an answer: of a purpose, the latest is in force, and the others show what was " +
	"before."

// Routes are the endpoints of notes and consents.
func (s *Service) Routes() []web.Route {
	const base = "/api/guests/{orgId}/{guestId}"
	return []web.Route{
		web.Create(base+"/notes", may.Create(may.Guests), s.httpWriteNote, "Write a note about a guest"),
		web.Get(base+"/notes", may.View(may.Guests), s.httpNotes, "List the notes about a guest, newest first"),
		web.Get(base+"/notes/{noteId}", may.View(may.Guests), s.httpNote, "Show a note about a guest"),
		web.Put(base+"/notes/{noteId}", may.Update(may.Guests), s.httpChangeNote, "Change a note about a guest").
			With("Fields that are left out keep their value."),
		web.Delete(base+"/notes/{noteId}", may.Delete(may.Guests), s.httpDeleteNote, "Delete a note about a guest"),
		web.Create(base+"/consents", may.Create(may.Guests), s.httpConsent, "Note what a guest has consented to").
			With(consentNote),
		web.Get(base+"/consents", may.View(may.Guests), s.httpConsents, "List what a guest has consented to").
			With("All answers, the latest first. " + consentNote),
	}
}

// NoteView is a note.
type NoteView struct {
	ID         web.ID    `json:"_id"`
	GuestID    web.ID    `json:"guestId"`
	Department string    `json:"department" doc:"Whom it is for; empty: all" example:"Housekeeping"`
	Text       string    `json:"note" example:"Allergic to feathers"`
	ByName     string    `json:"createdByName" example:"Ravi Das"`
	CreatedAt  date.Time `json:"createdAt"`
	UpdatedAt  date.Time `json:"updatedAt"`
	Version    int64     `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func (n Note) view() NoteView {
	return NoteView{web.ID(n.ID), web.ID(n.GuestID), n.Department, n.Text, n.CreatedByName, date.Time(n.CreatedAt),
		date.Time(n.UpdatedAt), n.Version}
}

// ConsentView is what a guest has answered.
type ConsentView struct {
	ID      web.ID    `json:"_id"`
	Purpose string    `json:"purpose" example:"newsletter"`
	Granted bool      `json:"granted" doc:"false: refused, or withdrawn"`
	Notice  string    `json:"noticeVersion" doc:"Of the notice that the guest has been shown" example:"2026-04"`
	Channel string    `json:"channel" example:"desk"`
	InForce bool      `json:"inForce" doc:"It is the latest of its purpose"`
	ByName  string    `json:"notedByName" example:"Ravi Das"`
	NotedAt date.Time `json:"notedAt"`
}

func (c Consent) view(inForce bool) ConsentView {
	return ConsentView{web.ID(c.ID), c.Purpose, c.Granted, c.Notice, c.Channel, inForce, c.NotedByName,
		date.Time(c.NotedAt)}
}

type noteInput struct {
	guest.GuestPath
	Body struct {
		Department string `json:"department,omitempty" maxLength:"60" doc:"Whom it is for; default all"`
		Text       string `json:"note" minLength:"1" maxLength:"2000" example:"Allergic to feathers"`
	}
}

func (s *Service) httpWriteNote(ctx context.Context, sc scope.Scope, in *noteInput) (*web.Data[NoteView], error) {
	n, err := s.WriteNote(ctx, sc, Note{GuestID: in.GuestID.String(), Department: in.Body.Department, Text: in.Body.Text})
	return web.Reply(n.view(), err)
}

type notesInput struct {
	guest.GuestPath
	web.Paging
	Department string `query:"department" maxLength:"60"`
}

func (s *Service) httpNotes(ctx context.Context, sc scope.Scope, in *notesInput) (
	*web.Page[NoteView, web.Pagination], error) {
	found, err := s.listNotes(ctx, sc, *in)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(found, Note.view), nil
}

type notePath struct {
	GuestID web.ID `path:"guestId"`
	NoteID  web.ID `path:"noteId"`
}

func (s *Service) httpNote(ctx context.Context, sc scope.Scope, in *notePath) (*web.Data[NoteView], error) {
	n, err := s.note(ctx, sc, in.GuestID.String(), in.NoteID.String())
	return web.Reply(n.view(), err)
}

type changeNoteInput struct {
	GuestID web.ID `path:"guestId"`
	NoteID  web.ID `path:"noteId"`
	Body    struct {
		Department web.Optional[string] `json:"department,omitzero" maxLength:"60" example:"Housekeeping"`
		Text       web.Change[string]   `json:"note,omitzero" minLength:"1" maxLength:"2000" example:"Allergic to nuts"`
	} `required:"false"`
}

func (s *Service) httpChangeNote(ctx context.Context, sc scope.Scope, in *changeNoteInput) (
	*web.Data[NoteView], error) {
	n, err := s.changeNote(ctx, sc, in.GuestID.String(), in.NoteID.String(), func(n *Note) {
		n.Department, n.Text = in.Body.Department.Or(n.Department), in.Body.Text.Or(n.Text)
	})
	return web.Reply(n.view(), err)
}

func (s *Service) httpDeleteNote(ctx context.Context, sc scope.Scope, in *notePath) (*web.Message, error) {
	if err := s.deleteNote(ctx, sc, in.GuestID.String(), in.NoteID.String()); err != nil {
		return nil, err
	}
	return web.Done("The note is deleted."), nil
}

type consentInput struct {
	guest.GuestPath
	Body struct {
		Purpose string `json:"purpose" minLength:"1" maxLength:"60" example:"newsletter"`
		Granted bool   `json:"granted" doc:"false: refused, or withdrawn" example:"true"`
		Notice  string `json:"noticeVersion,omitempty" maxLength:"40" doc:"Required if granted" example:"2026-04"`
		Channel string `json:"channel" enum:"desk,phone,email,web,message,paper" example:"desk"`
	}
}

func (s *Service) httpConsent(ctx context.Context, sc scope.Scope, in *consentInput) (*web.Data[ConsentView], error) {
	c, err := s.NoteConsent(ctx, sc, Consent{GuestID: in.GuestID.String(), Purpose: in.Body.Purpose,
		Granted: in.Body.Granted, Notice: in.Body.Notice, Channel: in.Body.Channel})
	return web.Reply(c.view(true), err)
}

func (s *Service) httpConsents(ctx context.Context, sc scope.Scope, in *guest.GuestPath) (
	*web.Data[[]ConsentView], error) {
	list, err := s.consents(ctx, sc, in.GuestID.String())
	if err != nil {
		return nil, err
	}
	views, latest := []ConsentView{}, inForce(list)
	for _, c := range list {
		views = append(views, c.view(latest[c.ID]))
	}
	return web.OK(views), nil
}
