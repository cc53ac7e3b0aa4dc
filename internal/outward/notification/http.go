package notification

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
	"sarai/internal/stay/booking"
)

const (
	noteTrigger = "Like creating a notification, with a reference to what it is about. A type that is switched off is " +
		"refused."
	noteCleanUp = "Removes what is older than the retention period, in every organization where the caller holds " +
		"notifications.manage; 403 when there is none."
	noteConfigure = "Fields that are left out stay as they are. Types that are switched off create no notifications. " +
		"Guest letters and staff mails are chosen by type, and need emailEnabled."
	noteReaders = "Of any notification that the caller sees; with notifications.delete, of all of them."
	noteList    = "Those for everyone, those addressed to the caller and those that the caller has addressed to " +
		"others, newest first."
	noteCreate = "Without recipients it is for everyone in the organization. A type that is switched off is refused. " +
		"Recipients get it by mail, also when mails are switched off."
	noteMails = "What was sent about it to guests and others, newest first: letters, invoices, credit notes, receipts " +
		"of payments and refunds. A letter is listed once it is written, a moment after what it tells. Mails to members " +
		"are not."
)

// Routes are the endpoints of /api/notifications, and that of a booking's mails.
func (s *Service) Routes() []web.Route {
	return []web.Route{
		web.Create("/api/notifications/{orgId}/trigger", may.Create(may.Notifications), s.httpTrigger,
			"Tell people about a record").With(noteTrigger),
		web.Post("/api/notifications/cleanup", may.SignedIn, s.httpCleanUp, "Remove old notifications").With(noteCleanUp),
		web.Get("/api/notifications/{orgId}/config", may.Member, s.httpConfig, "Show the notification configuration"),
		web.Put("/api/notifications/{orgId}/config", may.Manage(may.Notifications), s.httpConfigure,
			"Change the notification configuration").With(noteConfigure),
		web.Get("/api/notifications/{orgId}/unread-count", may.Member, s.httpUnread, "Count one's unread notifications"),
		web.Get("/api/notifications/{orgId}/readers/{notificationId}", may.Member, s.httpReaders,
			"List who has read a notification").With(noteReaders),
		web.Get("/api/notifications/{orgId}", may.Member, s.httpList, "List one's notifications").With(noteList),
		web.Create("/api/notifications/{orgId}", may.Create(may.Notifications), s.httpCreate, "Create a notification").
			With(noteCreate),
		web.Patch("/api/notifications/{orgId}/read-all", may.Member, s.httpReadAll,
			"Mark all of one's notifications as read"),
		web.Patch("/api/notifications/{orgId}/{notificationId}/read", may.Member, s.httpRead,
			"Mark a notification as read").With("Marking it again changes nothing."),
		web.Delete("/api/notifications/{orgId}/{notificationId}", may.Delete(may.Notifications), s.httpDelete,
			"Delete a notification").With("For everyone who sees it, whoever it is addressed to."),
		web.Get("/api/bookings/{orgId}/{bookingId}/mails", may.View(may.Bookings), s.httpMails,
			"List the mails about a booking").With(noteMails),
	}
}

// View is a notification.
type View struct {
	ID            string    `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	Type          string    `json:"type" example:"booking_created"`
	Title         string    `json:"title" example:"New booking"`
	Message       string    `json:"message" example:"BK-17: Asha Rao, 14 to 17 April."`
	ReferenceID   string    `json:"referenceId" doc:"The related record; empty: none" example:"665f1c2ab7e4d90012ab34cd"`
	ReferenceType string    `json:"referenceType" doc:"What the related record is" example:"booking"`
	Recipients    []string  `json:"recipients" doc:"User ids; none: everyone" example:"[\"665f1c2ab7e4d90012ab34cd\"]"`
	ReadBy        []string  `json:"readBy" doc:"Ids of those who have read it" example:"[\"665f1c2ab7e4d90012ab34cd\"]"`
	Org           string    `json:"orgId" example:"665f1c2ab7e4d90012ab34cd"`
	CreatedAt     date.Time `json:"createdAt"`
}

// Listed is a notification in a list.
type Listed struct {
	View
	IsRead bool `json:"isRead" doc:"Whether the caller has read it, or has written it for others" example:"false"`
}

func (n notification) view(org string, readers []reading) View {
	v := View{ID: n.ID, Type: n.Type, Title: n.Title, Message: n.Message, ReferenceID: n.ReferenceID,
		ReferenceType: n.ReferenceType, Recipients: append([]string{}, n.Recipients...), ReadBy: []string{}, Org: org,
		CreatedAt: date.Time(n.CreatedAt)}
	for _, r := range readers {
		v.ReadBy = append(v.ReadBy, r.user)
	}
	return v
}

// Created is the payload of the live event notification:created.
type Created struct {
	Notification View   `json:"notification"`
	Org          string `json:"orgId"`
}

// Read is the payload of the live event notification:read.
type Read struct {
	NotificationID string `json:"notificationId"`
	UserID         string `json:"userId"`
	Org            string `json:"orgId"`
}

// ReadAll is the payload of the live event notification:read_all.
type ReadAll struct {
	UserID string `json:"userId"`
	Org    string `json:"orgId"`
}

// Deleted is the payload of the live event notification:deleted.
type Deleted struct {
	NotificationID string `json:"notificationId"`
	Org            string `json:"orgId"`
}

// Content is what a request says of a new notification.
type Content struct {
	Type       string   `json:"type" minLength:"1" maxLength:"60" doc:"A type that is on, or any word" example:"custom"`
	Title      string   `json:"title" minLength:"1" maxLength:"200" example:"Fire drill"`
	Message    string   `json:"message" minLength:"1" maxLength:"2000" example:"At 15:00 in the courtyard."`
	Recipients []web.ID `json:"recipients,omitempty" maxItems:"200" doc:"Users; left out or empty: everyone"`
}

func (c Content) notification() notification {
	n := notification{Type: c.Type, Title: c.Title, Message: c.Message}
	for _, recipient := range c.Recipients {
		n.Recipients = append(n.Recipients, recipient.String())
	}
	return n
}

type createInput struct{ Body Content }

func (s *Service) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[View], error) {
	n, err := s.create(ctx, sc, in.Body.notification())
	return web.Reply(n.view(sc.Org, nil), err)
}

type triggerInput struct {
	Body struct {
		Content
		ReferenceID   string `json:"referenceId,omitempty" maxLength:"100" doc:"The related record" example:"BK-17"`
		ReferenceType string `json:"referenceType,omitempty" maxLength:"60" doc:"What it is" example:"booking"`
	}
}

func (s *Service) httpTrigger(ctx context.Context, sc scope.Scope, in *triggerInput) (*web.Data[View], error) {
	n := in.Body.notification()
	n.ReferenceID, n.ReferenceType = in.Body.ReferenceID, in.Body.ReferenceType
	n, err := s.create(ctx, sc, n)
	return web.Reply(n.view(sc.Org, nil), err)
}

func (s *Service) httpCleanUp(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[Cleaned], error) {
	deleted, err := s.cleanUp(ctx, sc)
	return web.Reply(Cleaned{DeletedCount: deleted}, err)
}

// Cleaned says what a cleanup has done.
type Cleaned struct {
	DeletedCount int `json:"deletedCount" doc:"How many notifications were removed" example:"12"`
}

// Config is the notification configuration.
type Config struct {
	EmailEnabled  bool        `json:"emailEnabled" doc:"Whether guest letters and staff mails are sent" example:"true"`
	PushEnabled   bool        `json:"pushEnabled" doc:"Whether live events go out over the socket" example:"true"`
	RetentionDays int64       `json:"retentionDays" doc:"Older notifications are removed" example:"90"`
	EnabledTypes  generalList `json:"enabledTypes" doc:"Types that create notifications"`
	DeskTypes     deskList    `json:"deskTypes" doc:"Types for the desk that create notifications"`
	GuestLetters  generalList `json:"guestLetters" doc:"Types of which guests get a letter"`
	StaffMails    typeList    `json:"staffMails" doc:"Types of which staff get a mail"`
	Version       int64       `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func (c config) view() Config {
	return Config{EmailEnabled: c.Email, PushEnabled: c.Push, RetentionDays: c.RetentionDays,
		EnabledTypes: c.Enabled.among(general), DeskTypes: c.Enabled.among(forDesk),
		GuestLetters: c.GuestLetters.words(), StaffMails: c.StaffMails.words(), Version: c.Version}
}

func (s *Service) httpConfig(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[Config], error) {
	c, err := s.config(ctx, sc)
	return web.Reply(c.view(), err)
}

// Lists of notice types in a body: of all, of the general ones, and of those for the desk.
type (
	typeList    []string
	generalList []string
	deskList    []string
)

// InJSON describes the list to the API's document.
func (typeList) InJSON() (like any, tags string) { return inJSON(switchable) }

// InJSON describes the list to the API's document.
func (generalList) InJSON() (like any, tags string) { return inJSON(general) }

// InJSON describes the list to the API's document.
func (deskList) InJSON() (like any, tags string) { return inJSON(forDesk) }

func inJSON(words []string) (like any, tags string) {
	return []string{}, fmt.Sprintf(`maxItems:"%d" enum:%q example:%q`, len(words), strings.Join(words, ","), words[0])
}

type configInput struct {
	Body struct {
		EmailEnabled  web.Change[bool]        `json:"emailEnabled,omitzero" doc:"Whether letters and mails are sent"`
		PushEnabled   web.Change[bool]        `json:"pushEnabled,omitzero" doc:"Whether events go out over the socket"`
		RetentionDays web.Change[int64]       `json:"retentionDays,omitzero" minimum:"1" maximum:"3650" example:"90"`
		EnabledTypes  web.Change[generalList] `json:"enabledTypes,omitzero" doc:"Types that notify, each once"`
		DeskTypes     web.Change[deskList]    `json:"deskTypes,omitzero" doc:"The desk's that notify, each once"`
		GuestLetters  web.Change[generalList] `json:"guestLetters,omitzero" doc:"Of letters to guests, each once"`
		StaffMails    web.Change[typeList]    `json:"staffMails,omitzero" doc:"Of mails to staff, each once"`
	}
}

func (in *configInput) check() error {
	var fields errs.Fields
	for name, words := range map[string][]string{"enabledTypes": in.Body.EnabledTypes.Value,
		"deskTypes": in.Body.DeskTypes.Value, "guestLetters": in.Body.GuestLetters.Value,
		"staffMails": in.Body.StaffMails.Value} {
		for i, word := range words {
			if slices.Index(words, word) < i {
				fields.Add(fmt.Sprintf("%s[%d]", name, i), "must not repeat an entry")
			}
		}
	}
	return fields.Err()
}

func (s *Service) httpConfigure(ctx context.Context, sc scope.Scope, in *configInput) (*web.Data[Config], error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	c, err := s.configure(ctx, sc, func(c *config) {
		c.Email, c.Push = in.Body.EmailEnabled.Or(c.Email), in.Body.PushEnabled.Or(c.Push)
		c.RetentionDays = in.Body.RetentionDays.Or(c.RetentionDays)
		enabled := in.Body.EnabledTypes.Or(c.Enabled.among(general))
		c.Enabled = setOf(append(slices.Clone(enabled), in.Body.DeskTypes.Or(c.Enabled.among(forDesk))...)...)
		c.GuestLetters = setOf(in.Body.GuestLetters.Or(c.GuestLetters.words())...)
		c.StaffMails = setOf(in.Body.StaffMails.Or(c.StaffMails.words())...)
	})
	return web.Reply(c.view(), err)
}

// UnreadCount is how many notifications the caller has not read.
type UnreadCount struct {
	UnreadCount    int `json:"unreadCount" example:"3"`
	AddressedCount int `json:"addressedCount" doc:"Those of them that are addressed to the caller" example:"1"`
}

func (s *Service) httpUnread(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[UnreadCount], error) {
	return web.Reply(s.unread(ctx, sc))
}

type oneInput struct {
	NotificationID web.ID `path:"notificationId"`
}

// Readers are the users who have read a notification, the first reader first.
type Readers struct {
	NotificationID string   `json:"notificationId" example:"665f1c2ab7e4d90012ab34cd"`
	ReadBy         []Reader `json:"readBy"`
}

// Reader is a user who has read a notification.
type Reader struct {
	UserID string    `json:"userId" example:"665f1c2ab7e4d90012ab34cd"`
	Name   string    `json:"name" doc:"Empty if no longer a user of the organization" example:"Meera Nair"`
	ReadAt date.Time `json:"readAt"`
}

func (s *Service) httpReaders(ctx context.Context, sc scope.Scope, in *oneInput) (*web.Data[Readers], error) {
	list, err := s.readers(ctx, sc, in.NotificationID.String())
	readers := Readers{NotificationID: in.NotificationID.String(), ReadBy: make([]Reader, len(list))}
	for i, r := range list {
		readers.ReadBy[i] = Reader{UserID: r.user, Name: r.name, ReadAt: date.Time(r.at)}
	}
	return web.Reply(readers, err)
}

type listInput struct {
	web.Paging
	Type string `query:"type" maxLength:"60" doc:"Only this type" example:"booking_created"`
}

// Pagination is the notifications' own pagination object.
type Pagination struct {
	Page       int `json:"page" example:"1"`
	Limit      int `json:"limit" example:"20"`
	TotalPages int `json:"totalPages" example:"7"`
	TotalCount int `json:"totalCount" doc:"Notifications on all pages" example:"137"`

	NextCursor string `json:"nextCursor,omitempty" doc:"With cursor: the next page's; absent on the last one"`
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, in *listInput) (*web.Page[Listed, Pagination], error) {
	p, err := s.list(ctx, sc, in)
	if err != nil {
		return nil, err
	}
	views := make([]Listed, len(p.Records))
	for i, n := range p.Records {
		v := n.view(sc.Org, p.readings[n.ID])
		views[i] = Listed{View: v, IsRead: n.Author == sc.User || slices.Contains(v.ReadBy, sc.User)}
	}
	return &web.Page[Listed, Pagination]{Success: true, Data: views, Pagination: Pagination{Page: p.Paging.Page,
		Limit: p.Paging.Limit, TotalPages: p.Paging.Pages(p.Number), TotalCount: p.Number, NextCursor: p.Next}}, nil
}

// Marked lists the users who have read a notification, now that the caller has.
type Marked struct {
	ID     string    `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	ReadBy []Reading `json:"readBy"`
}

// Reading is that a user has read a notification.
type Reading struct {
	UserID string    `json:"userId" example:"665f1c2ab7e4d90012ab34cd"`
	ReadAt date.Time `json:"readAt"`
}

func (s *Service) httpRead(ctx context.Context, sc scope.Scope, in *oneInput) (*web.Data[Marked], error) {
	list, err := s.read(ctx, sc, in.NotificationID.String())
	marked := Marked{ID: in.NotificationID.String(), ReadBy: make([]Reading, len(list))}
	for i, r := range list {
		marked.ReadBy[i] = Reading{UserID: r.user, ReadAt: date.Time(r.at)}
	}
	return web.Reply(marked, err)
}

// Modified says how many notifications were unread.
type Modified struct {
	ModifiedCount int64 `json:"modifiedCount" doc:"How many notifications were unread before" example:"5"`
}

func (s *Service) httpReadAll(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[Modified], error) {
	number, err := s.readAll(ctx, sc)
	return web.Reply(Modified{number}, err)
}

func (s *Service) httpDelete(ctx context.Context, sc scope.Scope, in *oneInput) (*web.Message, error) {
	if err := s.delete(ctx, sc, in.NotificationID.String()); err != nil {
		return nil, err
	}
	return web.Done("The notification is deleted."), nil
}

type mailsInput struct {
	booking.Path
	web.Paging
}

// MailView is a mail about a booking. Its text is not kept once it is sent.
type MailView struct {
	ID        string     `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	To        string     `json:"to" example:"asha@example.com"`
	Subject   string     `json:"subject" example:"Your booking BK-17 is confirmed"`
	Kind      string     `json:"kind" doc:"A template's type, booking_changed, …" example:"booking_confirmation"`
	Status    string     `json:"status" enum:"queued,sent,failed" doc:"failed: it was given up" example:"sent"`
	Reason    string     `json:"reason" doc:"Why it is not sent yet, or was given up; a sentence" example:""`
	CreatedAt date.Time  `json:"createdAt"`
	SentAt    *date.Time `json:"sentAt" nullable:"true" doc:"When the mail server took it"`
}

func (s *Service) httpMails(ctx context.Context, sc scope.Scope,
	in *mailsInput) (*web.Page[MailView, web.Pagination], error) {
	found, err := s.mailsAbout(ctx, sc, in)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(found, func(m mail.Kept) MailView {
		return MailView{ID: m.ID, To: m.To, Subject: m.Subject, Kind: m.Kind, Status: m.Status, Reason: m.Reason,
			CreatedAt: date.Time(m.CreatedAt), SentAt: (*date.Time)(m.SentAt)}
	}), nil
}
