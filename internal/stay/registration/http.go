package registration

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/export"
	"sarai/internal/kit/file"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
	"sarai/internal/stay/booking"
)

const (
	signNote = "A picture of at most 200 KiB, drawn on the desk's screen, which the card shows from now on with the " +
		"date. It replaces the one that is there. Refused for a cancelled booking."
	cardNote = "One page to be completed and signed by the guest. Of the guest's record it shows what there is to " +
		"who may view guests; of the number of a document the last four characters."
	issueNote = "Each card gets its number, if it has none: that of the party, or one of each adult guest, as the " +
		"settings say. Signing a card gives it its number, too. A repeat changes nothing."
	answerNote = "What the guest says, and that the card was signed on paper. Fields that are left out keep their " +
		"value; null clears."
	linkNote = "For a tablet or the guest's own phone: a page that shows this card alone, asks what is missing, and " +
		"takes the signature. It works once, for half an hour, and ends when another link of the card is made."
	registerNote = "Who arrived on the day, with a row for each guest that has a name, for the police. Of numbers of " +
		"documents it has the last four characters."
	settingsNote = "party: the booking's own guest signs for all. guest: each adult guest of the stay has a card. Cards " +
		"are deleted so many days after they were issued; the state's law says how many that must be."
)

const pdf = "application/pdf"

// api answers the endpoints.
type api struct{ *Service }

// Routes are the endpoints of registration cards and the register.
func (s *Service) Routes() []web.Route {
	const base = "/api/bookings/{orgId}"
	const signaturePath = base + "/{bookingId}/signature"
	const cards = base + "/{bookingId}/registrations"
	const one = cards + "/{cardId}"
	a := api{s}
	view, update := may.View(may.Bookings), may.Update(may.Bookings)
	routes := []web.Route{
		web.Download(base+"/{bookingId}/registration-card", view, a.httpCard, "Print a booking's registration card", pdf).
			With(cardNote),
		web.Upload(signaturePath, update, a.httpSign, "Sign a booking's registration card", 1<<20, "image/png").
			With(signNote),
		web.Download(signaturePath, view, a.httpSigned, "Download the signature on a booking's registration card",
			"image/png"),
		web.Delete(signaturePath, update, a.httpUnsign, "Take the signature off a booking's registration card"),
		web.Get(cards, view, a.httpList, "List the registration cards of a booking"),
		web.Post(cards, update, a.httpIssue, "Issue the registration cards of a booking").With(issueNote),
		web.Get(one, view, a.httpGet, "Show a registration card"),
		web.Put(one, update, a.httpAnswer, "Fill in a registration card").With(answerNote),
		web.Download(one+"/pdf", view, a.httpPaper, "Print a registration card", pdf).With(cardNote),
		web.Upload(one+"/signature", update, a.httpSignCard, "Sign a registration card", 1<<20, "image/png").With(signNote),
		web.Download(one+"/signature", view, a.httpSignature, "Download the signature on a registration card",
			"image/png"),
		web.Delete(one+"/signature", update, a.httpUnsignCard, "Take the signature off a registration card"),
		web.Post(one+"/link", update, a.httpLink, "Make a link to a registration card").With(linkNote),
		web.Get(base+"/registration-settings", view, a.httpSettings, "Show how the hotel's registration cards are"),
		web.Put(base+"/registration-settings", may.Update(may.Organization), a.httpSetSettings,
			"Say how the hotel's registration cards are").With(settingsNote),
		web.Get(base+"/register", may.View(may.Guests), a.httpDay, "List the register of a day").With(registerNote),
		web.Download(base+"/register/pdf", may.View(may.Guests), a.httpRegister, "Print the register of a day", pdf).
			With(registerNote),
	}
	return append(routes, export.Routes(base+"/register", may.View(may.Guests), s.registerFile,
		"Download the register of a day", registerNote)...)
}

// What stands at the booking itself is the card of its own guest.

func (s api) httpCard(ctx context.Context, sc scope.Scope, in *booking.Path) (*file.File, error) {
	return s.httpPaper(ctx, sc, &CardPath{Path: *in})
}

func (s api) httpPaper(ctx context.Context, sc scope.Scope, in *CardPath) (*file.File, error) {
	card, err := s.Paper(ctx, sc, in.BookingID.String(), in.CardID.String())
	if err != nil {
		return nil, err
	}
	return card.File() // drawn outside of the transaction
}

type signInput struct {
	booking.Path
	web.FileBody
}

type signCardInput struct {
	CardPath
	web.FileBody
}

// SignatureView describes a signature.
type SignatureView struct {
	Size     int       `json:"size" doc:"Bytes, as it is stored" example:"8230"`
	SignedAt date.Time `json:"signedAt"`
}

func (s api) httpSign(ctx context.Context, sc scope.Scope, in *signInput,
	file file.File) (*web.Data[SignatureView], error) {
	return s.httpSignCard(ctx, sc, &signCardInput{CardPath: CardPath{Path: in.Path}}, file)
}

func (s api) httpSignCard(ctx context.Context, sc scope.Scope, in *signCardInput,
	file file.File) (*web.Data[SignatureView], error) {
	h, err := s.Sign(ctx, sc, in.BookingID.String(), in.CardID.String(), file.Content)
	if err != nil {
		return nil, err
	}
	const ofBase64 = 4 // letters for three bytes
	return web.OK(SignatureView{len(h.Signature) * 3 / ofBase64, date.Time(*h.SignedAt)}), nil
}

func (s api) httpSigned(ctx context.Context, sc scope.Scope, in *booking.Path) (*file.File, error) {
	return s.httpSignature(ctx, sc, &CardPath{Path: *in})
}

func (s api) httpSignature(ctx context.Context, sc scope.Scope, in *CardPath) (*file.File, error) {
	content, err := s.Signed(ctx, sc, in.BookingID.String(), in.CardID.String())
	if err != nil {
		return nil, err
	}
	return &file.File{Name: "signature.png", Type: "image/png", Content: content}, nil
}

func (s api) httpUnsign(ctx context.Context, sc scope.Scope, in *booking.Path) (*web.Message, error) {
	return s.httpUnsignCard(ctx, sc, &CardPath{Path: *in})
}

func (s api) httpUnsignCard(ctx context.Context, sc scope.Scope, in *CardPath) (*web.Message, error) {
	if err := s.Unsign(ctx, sc, in.BookingID.String(), in.CardID.String()); err != nil {
		return nil, err
	}
	return web.Done("The signature was taken off the registration card."), nil
}

// View is a registration card.
type View struct {
	StayGuestID web.ID     `json:"stayGuestId" doc:"Whose it is; of the booking's own guest the booking's id"`
	GuestName   string     `json:"guestName" example:"Asha Rao"`
	Number      string     `json:"number" doc:"Empty: it isn't issued" example:"REG-7"`
	ComingFrom  string     `json:"comingFrom" example:"Delhi"`
	GoingTo     string     `json:"goingTo" example:"Jodhpur"`
	Purpose     string     `json:"purpose" example:"Holiday"`
	Vehicle     string     `json:"vehicle" doc:"The car's number" example:"RJ 27 CA 1234"`
	SignedAt    *date.Time `json:"signedAt" nullable:"true" doc:"null: it isn't signed"`
	SignedHow   string     `json:"signedHow" enum:",desk,tablet,paper,online"`
	Version     int64      `json:"version" doc:"Every change raises it; see If-Match. 1: nothing is kept yet" example:"2"`
}

func (h Held) view() View {
	return View{StayGuestID: web.ID(h.StayGuestID), GuestName: h.Person.Name, Number: h.Number, ComingFrom: h.ComingFrom,
		GoingTo: h.GoingTo, Purpose: h.Purpose, Vehicle: h.Vehicle, SignedAt: (*date.Time)(h.SignedAt),
		SignedHow: h.SignedHow, Version: h.Version}
}

func replyAll(list []Held, err error) (*web.Data[[]View], error) {
	views := make([]View, len(list))
	for i, h := range list {
		views[i] = h.view()
	}
	return web.Reply(views, err)
}

func (s api) httpList(ctx context.Context, sc scope.Scope, in *booking.Path) (*web.Data[[]View], error) {
	return replyAll(s.List(ctx, sc, in.BookingID.String()))
}

func (s api) httpIssue(ctx context.Context, sc scope.Scope, in *booking.Path) (*web.Data[[]View], error) {
	return replyAll(s.Issue(ctx, sc, in.BookingID.String()))
}

// CardPath is the path of one card.
type CardPath struct {
	booking.Path
	CardID web.ID `path:"cardId" doc:"The stayGuestId of whose card it is"`
}

func (s api) httpGet(ctx context.Context, sc scope.Scope, in *CardPath) (*web.Data[View], error) {
	h, err := s.Get(ctx, sc, in.BookingID.String(), in.CardID.String())
	return web.Reply(h.view(), err)
}

type answerInput struct {
	CardPath
	Body struct {
		ComingFrom    web.Optional[string] `json:"comingFrom,omitzero" maxLength:"120" example:"Delhi"`
		GoingTo       web.Optional[string] `json:"goingTo,omitzero" maxLength:"120" example:"Jodhpur"`
		Purpose       web.Optional[string] `json:"purpose,omitzero" maxLength:"120" example:"Holiday"`
		Vehicle       web.Optional[string] `json:"vehicle,omitzero" maxLength:"40" example:"RJ 27 CA 1234"`
		SignedOnPaper web.Change[bool]     `json:"signedOnPaper,omitzero" doc:"false takes that back"`
	} `required:"false"`
}

func (s api) httpAnswer(ctx context.Context, sc scope.Scope, in *answerInput) (*web.Data[View], error) {
	b := in.Body
	h, err := s.Answer(ctx, sc, in.BookingID.String(), in.CardID.String(), func(a *Answers) {
		a.ComingFrom, a.GoingTo = b.ComingFrom.Or(a.ComingFrom), b.GoingTo.Or(a.GoingTo)
		a.Purpose, a.Vehicle = b.Purpose.Or(a.Purpose), b.Vehicle.Or(a.Vehicle)
	}, b.SignedOnPaper.Pointer())
	return web.Reply(h.view(), err)
}

// LinkView is a link to a card.
type LinkView struct {
	URL       string    `json:"url" example:"https://hotel.example/registration?token=…"`
	QR        string    `json:"qr" doc:"The URL as a QR code: a PNG in a data: URL"`
	ExpiresAt date.Time `json:"expiresAt"`
}

func (s api) httpLink(ctx context.Context, sc scope.Scope, in *CardPath) (*web.Data[LinkView], error) {
	link, err := s.Link(ctx, sc, in.BookingID.String(), in.CardID.String())
	if err != nil {
		return nil, err
	}
	qr, err := QR(link.url)
	return web.Reply(LinkView{link.url, qr, date.Time(link.until)}, err)
}

// SettingsView says how a hotel's cards are.
type SettingsView struct {
	Cards    string `json:"cards" enum:"party,guest" doc:"Who has a card of their own"`
	KeptDays int    `json:"keptDays" doc:"Days from the card's issue" example:"400"`
	Version  int64  `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func replySettings(set Settings, err error) (*web.Data[SettingsView], error) {
	return web.Reply(SettingsView(set), err)
}

func (s api) httpSettings(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[SettingsView], error) {
	return replySettings(s.settings(ctx, sc))
}

type settingsInput struct {
	Body struct {
		Cards    web.Change[string] `json:"cards,omitzero" enum:"party,guest"`
		KeptDays web.Change[int]    `json:"keptDays,omitzero" minimum:"30" maximum:"3650" example:"400"`
	} `required:"false"`
}

func (s api) httpSetSettings(ctx context.Context, sc scope.Scope, in *settingsInput) (
	*web.Data[SettingsView], error) {
	return replySettings(s.setSettings(ctx, sc, func(set *Settings) {
		set.Cards, set.KeptDays = in.Body.Cards.Or(set.Cards), in.Body.KeptDays.Or(set.KeptDays)
	}))
}

// DayQuery is the day of a register.
type DayQuery struct {
	Date date.Date `query:"date" doc:"Default the business day"`
}

type dayInput struct {
	web.Paging
	DayQuery
}

// EntryView is a guest in the register.
type EntryView struct {
	StayGuestID web.ID     `json:"stayGuestId" doc:"Of the booking's own guest the booking's id"`
	BookingID   web.ID     `json:"bookingId"`
	BookingCode string     `json:"bookingCode" example:"BK-42"`
	GuestID     *web.ID    `json:"guestId" nullable:"true" doc:"null: a child without a record"`
	GuestName   string     `json:"guestName" example:"Asha Rao"`
	Age         string     `json:"age" doc:"In years on the day; empty: nobody knows" example:"37"`
	Nationality string     `json:"nationality" example:"Indian"`
	IDType      string     `json:"idType" example:"passport"`
	IDNumber    string     `json:"idNumber" doc:"Masked" example:"XXXXXXXX3456"`
	Phone       string     `json:"phone" example:"+91 98450 12345"`
	Address     string     `json:"address" example:"12 Lake Road, Udaipur"`
	Number      string     `json:"number" doc:"The card's; empty: it isn't issued" example:"REG-7"`
	ComingFrom  string     `json:"comingFrom" example:"Delhi"`
	GoingTo     string     `json:"goingTo" example:"Jodhpur"`
	Purpose     string     `json:"purpose" example:"Holiday"`
	Vehicle     string     `json:"vehicle" example:"RJ 27 CA 1234"`
	RoomNumber  string     `json:"roomNumber" example:"101"`
	ArrivedAt   date.Time  `json:"arrivedAt"`
	CheckOut    date.Date  `json:"checkOut" doc:"When the stay ends"`
	LeftAt      *date.Time `json:"leftAt" nullable:"true" doc:"null: not yet"`
	SignedHow   string     `json:"signedHow" enum:",desk,tablet,paper,online" doc:"Empty: the card isn't signed"`
}

func (e entry) view(day date.Date) EntryView {
	a := e.card.Answers
	v := EntryView{StayGuestID: web.ID(e.person.ID), BookingID: web.ID(e.booking.ID), BookingCode: e.booking.Code,
		GuestName: e.person.Name, Age: e.age(day), Nationality: e.guest.Nationality, IDType: e.guest.IDType,
		IDNumber: e.guest.IDNumber.Masked(), Phone: e.guest.Phone, Address: e.guest.Address.OneLine(),
		Number: e.card.Number, ComingFrom: a.ComingFrom, GoingTo: a.GoingTo, Purpose: a.Purpose, Vehicle: a.Vehicle,
		RoomNumber: e.room.Number, ArrivedAt: date.Time(e.arrived), CheckOut: e.booking.CheckOut,
		LeftAt: (*date.Time)(e.leftAt()), SignedHow: e.card.SignedHow}
	if e.person.GuestID != "" {
		v.GuestID = new(web.ID(e.person.GuestID))
	}
	return v
}

func (s api) httpDay(ctx context.Context, sc scope.Scope, in *dayInput) (*web.Page[EntryView, web.Pagination], error) {
	day := in.Date
	found, err := s.day(ctx, sc, &day, in.Paging)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(found, func(e entry) EntryView { return e.view(day) }), nil
}

func (s api) httpRegister(ctx context.Context, sc scope.Scope, in *DayQuery) (*file.File, error) {
	list, err := s.registerPaper(ctx, sc, in.Date)
	if err != nil {
		return nil, err
	}
	return list.File() // drawn outside of the transaction
}
