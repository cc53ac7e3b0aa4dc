package guestfile

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/file"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/property/guest"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
)

const (
	suggestNote = "By the same document, e-mail address, telephone number, or date of birth and name; what speaks " +
		"against it lowers the score. Pairs from 50 of 100 on, the likeliest first. Of what more than ten guests share, " +
		"such as an agency's number, nothing is suggested."
	mergeNote = "The record guestId gets what duplicateId has and it hasn't, and all bookings, invoices, quotes, notes " +
		"and consents of the other, which goes. take names fields that have the duplicate's value anyway. It can be undone " +
		"for 30 days. The same request again answers the same merge."
	previewNote = "Changes nothing, and answers field by field what a merge would make of the two."
	manyNote    = "Each pair by itself: problem says why one couldn't be merged, and the others are."
	exportNote  = "For a guest who asks for it (DPDP Act, section 11). The audit log notes who has asked, and for what."
	eraseNote   = "Removes at once what no law has the hotel keep, and tells what stays, why and until when; on the day " +
		"after, that is removed by itself. Bookings and documents stay without the guest, since figures are made of them. " +
		"It can't be undone. The same request again answers what stays now."
	undoNote = "What the duplicate had is its own again, as far as it is still the guest's; fields that were changed " +
		"since stay as they are. Merges of a guest are undone the latest first."
)

// Routes are the endpoints of merging, of everything about one guest, and of erasure.
func (s *Service) Routes() []web.Route {
	const base, one = "/api/guests/{orgId}/merge", "/api/guests/{orgId}/{guestId}"
	manage := may.Manage(may.Guests)
	return []web.Route{
		web.Get(base+"/suggestions", may.View(may.Guests), s.httpSuggest, "List guests who may have two records").
			With(suggestNote).Kept(),
		web.Post(base+"/apart", manage, s.httpApart, "Say that two guests who look alike are two people"),
		web.Post(base+"/preview", manage, s.httpPreview, "Show what merging two guests would come to").With(previewNote),
		web.Post(base, manage, s.httpMerge, "Make one record of two").With(mergeNote),
		web.Post(base+"/many", manage, s.httpMergeMany, "Merge many pairs of guests").With(manyNote),
		web.Get(base+"/list", may.View(may.Guests), s.httpMerges, "List the merges of the last 30 days, newest first"),
		web.Post(one+"/export", manage, s.httpExport, "Collect everything that is kept of a guest").With(exportNote),
		web.Download(one+"/export/pdf", manage, s.httpExportPDF, "Print everything that is kept of a guest",
			"application/pdf").With(exportNote),
		web.Post(one+"/erase", manage, s.httpErase, "Forget a guest").With(eraseNote),
		web.Post(one+"/erase/preview", manage, s.httpPreviewErase, "Show what forgetting a guest would come to").
			With("Changes nothing, and answers what would be removed, and what would stay until when."),
		web.Get(one+"/erase", may.View(may.Guests), s.httpErasing, "Show what stays of a forgotten guest, and until when"),
		web.Post(base+"/{mergeId}/undo", manage, s.httpUndo, "Undo a merge").With(undoNote),
	}
}

// ShortView names a guest.
type ShortView struct {
	ID          web.ID    `json:"_id"`
	Name        string    `json:"name" example:"Asha Rao"`
	Email       string    `json:"email" example:"asha@example.com"`
	Phone       string    `json:"phone" example:"+91 98765 43210"`
	DateOfBirth string    `json:"dateOfBirth" example:"1988-11-02"`
	CreatedAt   date.Time `json:"createdAt"`
}

func shortView(g guest.Guest) ShortView {
	return ShortView{web.ID(g.ID), g.Name, g.Email, g.Phone, string(g.DateOfBirth), date.Time(g.CreatedAt)}
}

// SuggestionView is two records that may be of one person.
type SuggestionView struct {
	Guest     ShortView `json:"guest" doc:"The older record"`
	Duplicate ShortView `json:"duplicate" doc:"The newer record"`
	Score     int       `json:"score" doc:"0 to 100" example:"85"`
	Reasons   []string  `json:"reasons" doc:"For it: same-…, similar-name; against: other-…" example:"[\"same-phone\"]"`
}

type suggestInput struct {
	web.Paging
	GuestID web.ID `query:"guestId" maxLength:"40" doc:"Only those of this guest"`
}

func (s *Service) httpSuggest(ctx context.Context, sc scope.Scope, in *suggestInput) (
	*web.Page[SuggestionView, web.Pagination], error) {
	found, err := s.suggest(ctx, sc, in)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(found, func(p guest.Pair) SuggestionView {
		return SuggestionView{shortView(p.Kept), shortView(p.Duplicate), p.Score, p.Reasons}
	}), nil
}

// PairBody names two records.
type PairBody struct {
	GuestID     web.ID `json:"guestId" doc:"The record that stays"`
	DuplicateID web.ID `json:"duplicateId" doc:"The record that goes"`
}

// MergeBody is which two records become one.
type MergeBody struct {
	PairBody
	Take []string `json:"take,omitempty" maxItems:"20" nullable:"false" doc:"Fields that have the duplicate's value"`
}

func (b MergeBody) pair() Pair { return Pair{b.GuestID.String(), b.DuplicateID.String(), b.Take} }

type apartInput struct{ Body PairBody }

func (s *Service) httpApart(ctx context.Context, sc scope.Scope, in *apartInput) (*web.Message, error) {
	if err := s.setApart(ctx, sc, MergeBody{PairBody: in.Body}.pair()); err != nil {
		return nil, err
	}
	return web.Done("The two are not suggested any more."), nil
}

type mergeInput struct{ Body MergeBody }

func (s *Service) httpPreview(ctx context.Context, sc scope.Scope, in *mergeInput) (*web.Data[[]guest.Merged], error) {
	return web.Reply(s.preview(ctx, sc, in.Body.pair()))
}

// MergeView is that two records became one.
type MergeView struct {
	ID            web.ID         `json:"_id"`
	GuestID       web.ID         `json:"guestId"`
	GuestName     string         `json:"guestName" example:"Asha Rao"`
	DuplicateID   web.ID         `json:"duplicateId"`
	DuplicateName string         `json:"duplicateName" example:"A. Rao"`
	Moved         map[string]int `json:"moved" doc:"How many records changed hands, by kind"`
	ByName        string         `json:"mergedByName" example:"Ravi Das"`
	At            date.Time      `json:"mergedAt"`
	UndoableUntil date.Time      `json:"undoableUntil"`
	UndoneByName  string         `json:"undoneByName" example:""`
	UndoneAt      *date.Time     `json:"undoneAt" nullable:"true"`
}

func (m Merge) view() MergeView {
	return MergeView{web.ID(m.ID), web.ID(m.GuestID), m.GuestName, web.ID(m.DuplicateID), m.DuplicateName, m.numbers(),
		m.ByName, date.Time(m.At), date.Time(m.At + undoable.Milliseconds()), m.UndoneByName, (*date.Time)(m.UndoneAt)}
}

func (s *Service) httpMerge(ctx context.Context, sc scope.Scope, in *mergeInput) (*web.Data[MergeView], error) {
	m, err := s.merge(ctx, sc, in.Body.pair())
	return web.Reply(m.view(), err)
}

type manyInput struct {
	Body struct {
		Merges []MergeBody `json:"merges" minItems:"1" maxItems:"200" nullable:"false"`
	}
}

// DoneView is what became of a pair.
type DoneView struct {
	GuestID     web.ID  `json:"guestId"`
	DuplicateID web.ID  `json:"duplicateId"`
	MergeID     *web.ID `json:"mergeId" nullable:"true" doc:"null: they aren't one"`
	Problem     string  `json:"problem" doc:"Why not; empty: they are" example:"There is no such guest."`
}

func (s *Service) httpMergeMany(ctx context.Context, sc scope.Scope, in *manyInput) (*web.Data[[]DoneView], error) {
	pairs := []Pair{}
	for _, b := range in.Body.Merges {
		pairs = append(pairs, b.pair())
	}
	list, err := s.mergeMany(ctx, sc, pairs)
	views := []DoneView{}
	for _, d := range list {
		v := DoneView{GuestID: web.ID(d.GuestID), DuplicateID: web.ID(d.DuplicateID), Problem: d.Problem}
		if d.MergeID != "" {
			v.MergeID = new(web.ID(d.MergeID))
		}
		views = append(views, v)
	}
	return web.Reply(views, err)
}

type mergesInput struct {
	web.Paging
	GuestID web.ID `query:"guestId" maxLength:"40" doc:"Only those of this guest"`
}

func (s *Service) httpMerges(ctx context.Context, sc scope.Scope, in *mergesInput) (
	*web.Page[MergeView, web.Pagination], error) {
	found, err := merges.Read(ctx, s.db, sc, *in, in.Paging)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(found, Merge.view), nil
}

type undoInput struct {
	MergeID web.ID `path:"mergeId"`
}

func (s *Service) httpUndo(ctx context.Context, sc scope.Scope, in *undoInput) (*web.Data[MergeView], error) {
	m, err := s.undo(ctx, sc, in.MergeID.String())
	return web.Reply(m.view(), err)
}

// EverythingView is all that is kept of a guest.
type EverythingView struct {
	GuestID     web.ID            `json:"guestId"`
	CollectedAt date.Time         `json:"collectedAt"`
	Record      map[string]string `json:"record" doc:"By the names of fields; the number of a document is masked"`
	Sections    []SectionView     `json:"sections" doc:"Where else the guest is known"`
}

// SectionView is what is kept in one place.
type SectionView struct {
	Name    string              `json:"name" example:"bookings"`
	Records []map[string]string `json:"records" doc:"What each record tells, without what is empty"`
}

func (e Everything) view() EverythingView {
	v := EverythingView{GuestID: web.ID(e.Guest.ID), CollectedAt: date.Time(e.At.UnixMilli()),
		Record: map[string]string{}, Sections: []SectionView{}}
	for _, f := range guest.Told(e.Guest) {
		v.Record[f.Name] = f.Text
	}
	for _, s := range e.Sections {
		v.Sections = append(v.Sections, SectionView{s.Name, s.records()})
	}
	return v
}

type exportInput struct {
	guest.GuestPath
	Purpose string `query:"purpose" enum:"guest-asked,authority,correction" doc:"For what. Required"`
}

func (s *Service) httpExport(ctx context.Context, sc scope.Scope, in *exportInput) (
	*web.Data[EverythingView], error) {
	e, err := s.everything(ctx, sc, in.GuestID.String(), in.Purpose)
	return web.Reply(e.view(), err)
}

func (s *Service) httpExportPDF(ctx context.Context, sc scope.Scope, in *exportInput) (*file.File, error) {
	e, err := s.everything(ctx, sc, in.GuestID.String(), in.Purpose)
	if err != nil {
		return nil, err
	}
	return e.List(sc).File() // drawn outside of the transaction
}

// ErasingView is what was removed of a guest, and what stays.
type ErasingView struct {
	GuestID web.ID         `json:"guestId"`
	Removed map[string]int `json:"removed" doc:"From how many records something was removed, by kind"`
	Kept    []Stays        `json:"kept"`
	LooksOn string         `json:"nextOn" doc:"The first end of a term; empty: nothing stays" example:"2033-12-31"`
	Done    bool           `json:"done" doc:"Nothing stays"`
	ByName  string         `json:"askedByName" example:"Ravi Das"`
	At      date.Time      `json:"askedAt"`
}

func (e Erasing) view() ErasingView {
	return ErasingView{web.ID(e.GuestID), e.Removed, append([]Stays{}, e.Kept...), string(e.LooksOn), e.LooksOn == "",
		e.ByName, date.Time(e.At)}
}

func (s *Service) httpErase(ctx context.Context, sc scope.Scope, in *guest.GuestPath) (*web.Data[ErasingView],
	error) {
	e, err := s.erase(ctx, sc, in.GuestID.String(), false)
	return web.Reply(e.view(), err)
}

func (s *Service) httpPreviewErase(ctx context.Context, sc scope.Scope, in *guest.GuestPath) (*web.Data[ErasingView],
	error) {
	e, err := s.erase(ctx, sc, in.GuestID.String(), true)
	return web.Reply(e.view(), err)
}

func (s *Service) httpErasing(ctx context.Context, sc scope.Scope, in *guest.GuestPath) (
	*web.Data[ErasingView], error) {
	e, err := s.erasing(ctx, sc, in.GuestID.String())
	return web.Reply(e.view(), err)
}
