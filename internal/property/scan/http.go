package scan

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/file"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/property/guest"
	"sarai/internal/record/may"
)

const (
	storeNote = "A photo (JPEG or PNG), or a PDF whose pages are scanned pictures; other PDFs are refused, since they " +
		"can't be cleaned. Pages are redrawn upright, at most 2000 pixels a side, without anything else of the file, and " +
		"kept encrypted until the hotel's period is over. It replaces the one that is there. The first eight digits of an " +
		"Aadhaar number must be covered before the card is photographed."
	viewNote = "Each look is written to the audit log with its purpose. The page shows the hotel, the person, the time " +
		"and the purpose all over it."
	settingsNote = "Documents are deleted on the day so many days after their upload, also those that were uploaded " +
		"before the change."
)

// Routes are the endpoints of the pictures of guests' documents.
func (s *Service) Routes() []web.Route {
	const base = "/api/guests/{orgId}/{guestId}/documents"
	const settings = "/api/guests/{orgId}/document-settings"
	return []web.Route{
		web.Get(base, may.View(may.Guests), s.httpList, "List the pictures of a guest's identity documents").
			With("Without the pictures."),
		web.Upload(base+"/{document}", may.Update(may.Guests), s.httpStore, "Store a picture of an identity document",
			maxFile, fileTypes...).With(storeNote),
		web.Download(base+"/{document}", may.Manage(may.Guests), s.httpView, "Look at a picture of an identity document",
			"image/jpeg").With(viewNote),
		web.Delete(base+"/{document}", may.Delete(may.Guests), s.httpRemove, "Delete a picture of an identity document"),
		web.Get(settings, may.View(may.Guests), s.httpSettings, "Show for how long pictures of documents are kept"),
		web.Put(settings, may.Update(may.Organization), s.httpSetSettings,
			"Say for how long pictures of documents are kept").With(settingsNote),
	}
}

// View is a picture of a document, without its pages.
type View struct {
	Document  string    `json:"document" enum:"passport,visa,oci,id-front,id-back,photo,other"`
	Pages     int       `json:"pages" example:"1"`
	Size      int64     `json:"size" doc:"Bytes, as it is stored" example:"240000"`
	CreatedBy string    `json:"createdBy" example:"665f1c2ab7e4d90012ab34cd"`
	CreatedAt date.Time `json:"createdAt"`
	DeletedOn date.Date `json:"deletedOn" doc:"When the hotel's period for it is over"`
}

func (d Document) view(sc scope.Scope, s Settings) View {
	return View{Document: d.Kind, Pages: d.Pages, Size: d.Size, CreatedBy: d.CreatedBy, CreatedAt: date.Time(d.CreatedAt),
		DeletedOn: s.deletedOn(dayOf(sc, d.CreatedAt))}
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, in *guest.GuestPath) (*web.Data[[]View], error) {
	l, err := s.list(ctx, sc, in.GuestID.String())
	views := make([]View, len(l.documents))
	for i, d := range l.documents {
		views[i] = d.view(sc, l.settings)
	}
	return web.Reply(views, err)
}

// DocumentPath is the path of one document of a guest.
type DocumentPath struct {
	guest.GuestPath
	Document string `path:"document" doc:"passport, visa, oci, id-front, id-back, photo or other" example:"passport"`
}

type storeInput struct {
	DocumentPath
	web.FileBody
}

func (s *Service) httpStore(ctx context.Context, sc scope.Scope, in *storeInput, f file.File) (*web.Data[View], error) {
	d, err := s.Store(ctx, sc, in.GuestID.String(), in.Document, f)
	if err != nil {
		return nil, err
	}
	kept, err := s.settings(ctx, sc)
	return web.Reply(d.view(sc, kept), err)
}

type viewInput struct {
	DocumentPath
	Purpose string `query:"purpose" enum:"check-in,form-iii,authority,correction,guest-asked" doc:"For what. Required"`
	Page    int    `query:"pageNumber" minimum:"1" maximum:"10" default:"1"`
}

func (s *Service) httpView(ctx context.Context, sc scope.Scope, in *viewInput) (*file.File, error) {
	f, err := s.View(ctx, sc, in.GuestID.String(), in.Document, max(1, in.Page), in.Purpose)
	if err != nil {
		return nil, err
	}
	return &f, nil
}

func (s *Service) httpRemove(ctx context.Context, sc scope.Scope, in *DocumentPath) (*web.Message, error) {
	if err := s.Remove(ctx, sc, in.GuestID.String(), in.Document); err != nil {
		return nil, err
	}
	return web.Done("The document was deleted."), nil
}

// SettingsView says for how long documents are kept.
type SettingsView struct {
	KeptDays int   `json:"keptDays" doc:"Days from the upload" example:"365"`
	Version  int64 `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func replySettings(set Settings, err error) (*web.Data[SettingsView], error) {
	return web.Reply(SettingsView(set), err)
}

func (s *Service) httpSettings(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[SettingsView], error) {
	return replySettings(s.settings(ctx, sc))
}

type settingsInput struct {
	Body struct {
		KeptDays web.Change[int] `json:"keptDays,omitzero" minimum:"1" maximum:"3650" example:"365"`
	} `required:"false"`
}

func (s *Service) httpSetSettings(ctx context.Context, sc scope.Scope, in *settingsInput) (
	*web.Data[SettingsView], error) {
	return replySettings(s.setSettings(ctx, sc, in.Body.KeptDays.Pointer()))
}
