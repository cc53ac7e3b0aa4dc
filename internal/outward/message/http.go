package message

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/paper/emailtemplate"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
)

const (
	settingsNote = "Letters that are left out stay as they are. A letter that is turned on goes to stays whose " +
		"moment comes from then on. In quiet hours none but confirmations are written: they wait until those are over. " +
		"phone is only simulated. Letters, and mails about bookings, are deleted after keptDays."
	textsNote = "The hotel's own words, and in English and Hindi those that are there anyway. {{key}} stands for a " +
		"value; a paragraph with {{checkinLink}}, {{invoice_number}}, {{organization_phone}} or {{organization_address}} " +
		"is left out where that has none."
	wordNote = "All of it. The next letters say it; a hotel may word a letter in any language."
	listNote = "Newest first. A letter is queued until a mail server has taken it (sent) or it is given up (failed); " +
		"skipped and simulated went nowhere. reason says why."
	getNote  = "With its text, in which links are replaced by ones that open nothing, until the hotel's period is over."
	sendNote = "At once, whether or not it was sent before, and in quiet hours, too; the job then sends none of this " +
		"kind. Refused for a cancelled booking, without an address, or if the guest has unsubscribed from the kind."
	previewNote = "The letter that the guest would get now. Texts in the body replace the words, to show a draft. " +
		"Nothing is stored or sent, and links open nothing."
	testNote   = "To the caller's own address, with sample values."
	sampleNote = "With sample values. Texts in the body replace the words, to show a draft in any language. Nothing is " +
		"stored or sent, and links open nothing."
	outlookNote = "Which letters the guest will get and when, as stay and settings are, and whether the guest has " +
		"unsubscribed."
	subscribeNote = "All letters, after the guest has asked for that."
)

// api answers the endpoints.
type api struct{ *Service }

// Routes are the endpoints of letters.
func (s *Service) Routes() []web.Route {
	const base = "/api/letters/{orgId}"
	const text = base + "/texts/{kind}/{language}"
	a := api{s}
	view, words := may.View(may.Bookings), may.Update(may.EmailTemplates)
	return []web.Route{
		web.Get(base+"/settings", may.View(may.EmailTemplates), a.httpSettings, "Show which letters guests get"),
		web.Put(base+"/settings", words, a.httpSetSettings, "Say which letters guests get").With(settingsNote),
		web.Get(base+"/texts", may.View(may.EmailTemplates), a.httpTexts, "List the words of letters").With(textsNote),
		web.Get(text, may.View(may.EmailTemplates), a.httpText, "Show the words of a letter"),
		web.Put(text, words, a.httpWord, "Word a letter").With(wordNote),
		web.Delete(text, may.Delete(may.EmailTemplates), a.httpUnword, "Delete the hotel's words of a letter"),
		web.Post(base+"/preview", may.View(may.EmailTemplates), a.httpSample, "Preview a letter with sample values").
			With(sampleNote),
		web.Post(base+"/test", words, a.httpTest, "Mail oneself a letter").With(testNote),
		web.Get(base+"/list", view, a.httpList, "List the letters").With(listNote),
		web.Get(base+"/{letterId}", view, a.httpGet, "Show a letter").With(getNote),
		web.Get(base+"/bookings/{bookingId}", view, a.httpOutlook, "Show what letters a guest will get").
			With(outlookNote),
		web.Post(base+"/bookings/{bookingId}/preview", view, a.httpPreview, "Preview a guest's letter").
			With(previewNote),
		web.Create(base+"/bookings/{bookingId}/send", may.Update(may.Bookings), a.httpSend, "Send a guest a letter").
			With(sendNote),
		web.Post(base+"/bookings/{bookingId}/subscribe", may.Update(may.Bookings), a.httpSubscribe,
			"Let a guest get all letters again").With(subscribeNote),
	}
}

// LetterView is how a hotel wants the letters of a kind.
type LetterView struct {
	Kind     Kind               `json:"kind" enum:"confirmation,pre-arrival,arrival,in-stay,farewell,review"`
	On       bool               `json:"on" example:"true"`
	Anchor   string             `json:"anchor" enum:"booking,arrival,departure" doc:"What days are counted from"`
	Days     int                `json:"days" doc:"Below zero: before the anchor" example:"-3"`
	At       date.OptionalClock `json:"at" doc:"In the hotel's time zone; empty: at once" example:"10:00"`
	Optional bool               `json:"optional" doc:"Guests can unsubscribe from it" example:"false"`
}

// SettingsView says which letters guests get.
type SettingsView struct {
	Letters    []LetterView       `json:"letters"`
	QuietFrom  date.OptionalClock `json:"quietFrom" doc:"Empty: no hour is quiet" example:"22:00"`
	QuietUntil date.OptionalClock `json:"quietUntil" example:"07:00"`
	Phone      string             `json:"phone" enum:",whatsapp,sms" doc:"Simulated: nothing is sent; empty: off"`
	KeptDays   int                `json:"keptDays" doc:"Days from a letter's writing" example:"1095"`
	Version    int64              `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func replySettings(s Settings, err error) (*web.Data[SettingsView], error) {
	v := SettingsView{Letters: []LetterView{}, QuietFrom: s.QuietFrom, QuietUntil: s.QuietUntil, Phone: s.Phone,
		KeptDays: s.KeptDays, Version: s.Version}
	for _, l := range s.Letters {
		v.Letters = append(v.Letters, LetterView{l.Kind, l.On, l.Anchor, l.Days, date.OptionalClock(l.At),
			l.Kind.optional()})
	}
	return web.Reply(v, err)
}

func (s api) httpSettings(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[SettingsView], error) {
	return replySettings(s.settings(ctx, sc))
}

// LetterBody changes how the letters of a kind are.
type LetterBody struct {
	Kind   Kind                   `json:"kind" enum:"confirmation,pre-arrival,arrival,in-stay,farewell,review"`
	On     web.Change[bool]       `json:"on,omitzero" example:"true"`
	Anchor web.Change[string]     `json:"anchor,omitzero" enum:"booking,arrival,departure"`
	Days   web.Change[int]        `json:"days,omitzero" minimum:"-60" maximum:"30" example:"-3"`
	At     web.Change[date.Clock] `json:"at,omitzero" example:"10:00"`
}

func (b LetterBody) apply(l *Letter) {
	l.On, l.Anchor = b.On.Or(l.On), b.Anchor.Or(l.Anchor)
	l.Days, l.At = b.Days.Or(l.Days), b.At.Or(l.At)
}

type settingsInput struct {
	Body struct {
		Letters    []LetterBody                     `json:"letters,omitempty" maxItems:"6"`
		QuietFrom  web.Optional[date.OptionalClock] `json:"quietFrom,omitzero" example:"22:00"`
		QuietUntil web.Optional[date.OptionalClock] `json:"quietUntil,omitzero" example:"07:00"`
		Phone      web.Optional[string]             `json:"phone,omitzero" enum:",whatsapp,sms"`
		KeptDays   web.Change[int]                  `json:"keptDays,omitzero" minimum:"30" maximum:"3650" example:"1095"`
	} `required:"false"`
}

func (s api) httpSetSettings(ctx context.Context, sc scope.Scope, in *settingsInput) (
	*web.Data[SettingsView], error) {
	b := in.Body
	places := map[Kind]string{}
	for i, l := range b.Letters {
		place := fmt.Sprintf("letters[%d]", i)
		if _, twice := places[l.Kind]; twice {
			return nil, errs.InvalidField(place+".kind", "must be another than those before: each kind comes once")
		}
		places[l.Kind] = place
	}
	return replySettings(s.setSettings(ctx, sc, places, func(set *Settings) {
		for _, l := range b.Letters {
			l.apply(&set.Letters[slices.Index(Kinds, l.Kind)])
		}
		set.QuietFrom, set.QuietUntil = b.QuietFrom.Or(set.QuietFrom), b.QuietUntil.Or(set.QuietUntil)
		set.Phone, set.KeptDays = b.Phone.Or(set.Phone), b.KeptDays.Or(set.KeptDays)
	}))
}

// TextView are the words of a kind in a language.
type TextView struct {
	Kind       Kind   `json:"kind" enum:"confirmation,pre-arrival,arrival,in-stay,farewell,review"`
	Language   string `json:"language" doc:"ISO 639 code" example:"fr"`
	Own        bool   `json:"own" doc:"The hotel has worded it" example:"true"`
	Subject    string `json:"subject" example:"Your stay at {{organization_name}}"`
	HeaderText string `json:"headerText" example:"We are expecting you"`
	BodyHTML   string `json:"bodyHtml" example:"<p>Dear {{guest_name}},</p>"`
	Version    int64  `json:"version" doc:"0: the hotel has no words of its own; see If-Match" example:"1"`
}

func (t Text) view() TextView {
	return TextView{t.Kind, t.Language, t.Version > 0, t.Subject, t.HeaderText, t.BodyHTML, t.Version}
}

// TextsView are all words, and the keys that they may have.
type TextsView struct {
	Texts     []TextView `json:"texts"`
	Variables []string   `json:"variables" doc:"Keys that stand for values, as {{key}}"`
}

func (s api) httpTexts(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[TextsView], error) {
	all, err := s.wordings(ctx, sc)
	v := TextsView{Texts: []TextView{}, Variables: variables}
	for _, t := range all {
		v.Texts = append(v.Texts, t.view())
	}
	return web.Reply(v, err)
}

// TextPath is the path of a kind's words in a language.
type TextPath struct {
	Kind     string `path:"kind" doc:"Of the letter" example:"review"`
	Language string `path:"language" doc:"ISO 639 code: two or three small letters" example:"fr"`
}

// checked is the kind; NotFound if there is no such kind or language.
func (p TextPath) checked() (Kind, error) {
	if !slices.Contains(Kinds, Kind(p.Kind)) || len(p.Language) < 2 || len(p.Language) > 3 ||
		strings.ContainsFunc(p.Language, func(r rune) bool { return r < 'a' || r > 'z' }) {
		return "", errNoText
	}
	return Kind(p.Kind), nil
}

func (s api) httpText(ctx context.Context, sc scope.Scope, in *TextPath) (*web.Data[TextView], error) {
	k, err := in.checked()
	if err != nil {
		return nil, err
	}
	t, err := s.wording(ctx, sc, k, in.Language)
	return web.Reply(t.view(), err)
}

type wordInput struct {
	TextPath
	Body struct {
		Subject    string `json:"subject" minLength:"1" maxLength:"300" example:"Your stay at {{organization_name}}"`
		HeaderText string `json:"headerText,omitempty" maxLength:"300" example:"We are expecting you"`
		BodyHTML   string `json:"bodyHtml" minLength:"1" maxLength:"50000" example:"<p>Dear {{guest_name}},</p>"`
	}
}

func (s api) httpWord(ctx context.Context, sc scope.Scope, in *wordInput) (*web.Data[TextView], error) {
	k, err := in.checked()
	if err != nil {
		return nil, err
	}
	t, err := s.word(ctx, sc, k, in.Language,
		emailtemplate.Words{Subject: in.Body.Subject, HeaderText: in.Body.HeaderText, BodyHTML: in.Body.BodyHTML})
	return web.Reply(t.view(), err)
}

func (s api) httpUnword(ctx context.Context, sc scope.Scope, in *TextPath) (*web.Message, error) {
	k, err := in.checked()
	if err != nil {
		return nil, err
	}
	if err := s.unword(ctx, sc, k, in.Language); err != nil {
		return nil, err
	}
	return web.Done("The hotel's own words of this letter were deleted."), nil
}

type testInput struct {
	Body struct {
		Kind     Kind   `json:"kind" enum:"confirmation,pre-arrival,arrival,in-stay,farewell,review"`
		Language string `json:"language" pattern:"^[a-z]{2,3}$" patternDescription:"an ISO 639 code" example:"en"`
	}
}

func (s api) httpTest(ctx context.Context, sc scope.Scope, in *testInput) (*web.Message, error) {
	if err := s.test(ctx, sc, in.Body.Kind, in.Body.Language); err != nil {
		return nil, err
	}
	return web.Done("The letter was sent to " + sc.Email + "."), nil
}

// ListedView is a letter without its text.
type ListedView struct {
	ID          web.ID     `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	BookingID   web.ID     `json:"bookingId"`
	BookingCode string     `json:"bookingCode" example:"BK-42"`
	GuestName   string     `json:"guestName" example:"Asha Rao"`
	Kind        Kind       `json:"kind" enum:"confirmation,pre-arrival,arrival,in-stay,farewell,review"`
	Channel     string     `json:"channel" enum:"email,whatsapp,sms"`
	State       string     `json:"state" enum:"queued,sent,failed,skipped,simulated"`
	Reason      string     `json:"reason" doc:"Why it isn't sent" example:"The guest has unsubscribed."`
	Language    string     `json:"language" doc:"ISO 639 code" example:"hi"`
	To          string     `json:"to" example:"asha@example.com"`
	Subject     string     `json:"subject" example:"Your booking is confirmed"`
	Attachment  string     `json:"attachment" doc:"The file's name; empty: none" example:"Tax Invoice INV-7.pdf"`
	AskedBy     string     `json:"askedBy" doc:"Who had it sent by hand; empty: it went by itself" example:"Meera Iyer"`
	OrgID       web.ID     `json:"orgId"`
	CreatedAt   date.Time  `json:"createdAt"`
	SettledAt   *date.Time `json:"settledAt" nullable:"true" doc:"When it was sent, given up or passed over"`
}

// View is a letter with its text.
type View struct {
	ListedView
	Text string `json:"text" doc:"As plain text" example:"Dear Asha Rao, …"`
	HTML string `json:"html" doc:"As HTML" example:"<p>Dear Asha Rao,</p>"`
}

func (w Written) listed(sc scope.Scope) ListedView {
	return ListedView{ID: web.ID(w.ID), BookingID: web.ID(w.BookingID), BookingCode: w.BookingCode,
		GuestName: w.GuestName, Kind: w.Kind, Channel: w.Channel, State: w.State, Reason: w.Reason, Language: w.Language,
		To: w.Address, Subject: w.Subject, Attachment: w.Attachment, AskedBy: w.AskedBy, OrgID: web.ID(sc.Org),
		CreatedAt: date.Time(w.CreatedAt), SettledAt: (*date.Time)(w.SettledAt)}
}

type listInput struct {
	web.Paging
	BookingID web.ID `query:"bookingId" maxLength:"40" doc:"Of one booking"`
	State     string `query:"state" enum:"queued,sent,failed,skipped,simulated"`
	Kind      string `query:"kind" enum:"confirmation,pre-arrival,arrival,in-stay,farewell,review"`
}

func (s api) httpList(ctx context.Context, sc scope.Scope, in *listInput) (
	*web.Page[ListedView, web.Pagination], error) {
	found, err := s.list(ctx, sc, in)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(found, func(w Written) ListedView { return w.listed(sc) }), nil
}

type letterInput struct {
	LetterID web.ID `path:"letterId"`
}

func (s api) httpGet(ctx context.Context, sc scope.Scope, in *letterInput) (*web.Data[View], error) {
	w, err := s.get(ctx, sc, in.LetterID.String())
	return web.Reply(View{w.listed(sc), w.BodyText, w.BodyHTML}, err)
}

// BookingPath is the path of a booking's letters.
type BookingPath struct {
	BookingID web.ID `path:"bookingId"`
}

// ComingView is a letter that a guest will get.
type ComingView struct {
	Kind Kind      `json:"kind" enum:"confirmation,pre-arrival,arrival,in-stay,farewell,review"`
	At   date.Time `json:"at" doc:"After quiet hours"`
}

// OutlookView is what a guest will get.
type OutlookView struct {
	To           string       `json:"to" doc:"Empty: the booking has no address" example:"asha@example.com"`
	Unsubscribed bool         `json:"unsubscribed" example:"false"`
	Coming       []ComingView `json:"coming"`
}

func replyOutlook(o Outlook, err error) (*web.Data[OutlookView], error) {
	v := OutlookView{To: o.Address, Unsubscribed: o.Unsubscribed, Coming: []ComingView{}}
	for _, c := range o.Coming {
		v.Coming = append(v.Coming, ComingView{c.Kind, date.Time(c.At)})
	}
	return web.Reply(v, err)
}

func (s api) httpOutlook(ctx context.Context, sc scope.Scope, in *BookingPath) (*web.Data[OutlookView], error) {
	return replyOutlook(s.outlook(ctx, sc, in.BookingID.String()))
}

func (s api) httpSubscribe(ctx context.Context, sc scope.Scope, in *BookingPath) (*web.Data[OutlookView], error) {
	return replyOutlook(s.subscribe(ctx, sc, in.BookingID.String()))
}

// DraftBody are words that aren't stored; those that are left out are the letter's own.
type DraftBody struct {
	Subject    web.Change[string]   `json:"subject,omitzero" minLength:"1" maxLength:"300"`
	HeaderText web.Optional[string] `json:"headerText,omitzero" maxLength:"300"`
	BodyHTML   web.Change[string]   `json:"bodyHtml,omitzero" minLength:"1" maxLength:"50000"`
}

func (b DraftBody) apply(t *Text) {
	t.Subject, t.HeaderText = b.Subject.Or(t.Subject), b.HeaderText.Or(t.HeaderText)
	t.BodyHTML = b.BodyHTML.Or(t.BodyHTML)
}

type previewInput struct {
	BookingPath
	Body struct {
		Kind     Kind                 `json:"kind" enum:"confirmation,pre-arrival,arrival,in-stay,farewell,review"`
		Language web.Optional[string] `json:"language,omitzero" pattern:"^[a-z]{2,3}$" example:"en"`
		DraftBody
	}
}

// PreviewView is a letter as its reader would see it.
type PreviewView struct {
	To       string `json:"to" example:"asha@example.com"`
	Language string `json:"language" example:"en"`
	Subject  string `json:"subject" example:"Your booking is confirmed"`
	HTML     string `json:"html" example:"<p>Dear Asha Rao,</p>"`
	Text     string `json:"text" example:"Dear Asha Rao, …"`
}

func (s api) httpPreview(ctx context.Context, sc scope.Scope, in *previewInput) (*web.Data[PreviewView], error) {
	b := in.Body
	shown, err := s.preview(ctx, sc, in.BookingID.String(), b.Kind, b.Language.Or(""), b.DraftBody.apply)
	return web.Reply(PreviewView(shown), err)
}

type sampleInput struct {
	Body struct {
		Kind     Kind   `json:"kind" enum:"confirmation,pre-arrival,arrival,in-stay,farewell,review"`
		Language string `json:"language" pattern:"^[a-z]{2,3}$" patternDescription:"an ISO 639 code" example:"en"`
		DraftBody
	}
}

func (s api) httpSample(ctx context.Context, sc scope.Scope, in *sampleInput) (*web.Data[PreviewView], error) {
	b := in.Body
	shown, err := s.showSample(ctx, sc, b.Kind, b.Language, b.DraftBody.apply)
	return web.Reply(PreviewView(shown), err)
}

type sendInput struct {
	BookingPath
	Body struct {
		Kind Kind `json:"kind" enum:"confirmation,pre-arrival,arrival,in-stay,farewell,review"`
	}
}

func (s api) httpSend(ctx context.Context, sc scope.Scope, in *sendInput) (*web.Data[ListedView], error) {
	w, err := s.Send(ctx, sc, in.BookingID.String(), in.Body.Kind)
	return web.Reply(w.listed(sc), err)
}
