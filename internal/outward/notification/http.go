package notification

import (
	"context"
	"fmt"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

// Routes are the endpoints of /api/notifications.
func (s *Service) Routes() []web.Route {
	return []web.Route{
		web.Create("/api/notifications/{orgId}/trigger", may.Create(may.Notifications), s.trigger, "Tell people about a record").
			With("Like creating a notification, with a reference to what it is about. A type that is switched off is refused."),
		web.Post("/api/notifications/cleanup", may.SignedIn, s.cleanup, "Remove old notifications").
			With("Removes what is older than the retention period, in every organization where the caller holds notifications.manage; 403 when there is none."),
		web.Get("/api/notifications/{orgId}/config", may.Member, s.showConfig, "Show the notification configuration"),
		web.Put("/api/notifications/{orgId}/config", may.Manage(may.Notifications), s.updateConfig, "Change the notification configuration").
			With("Fields that are left out stay as they are. Types that are switched off create no notifications."),
		web.Get("/api/notifications/{orgId}/unread-count", may.Member, s.showUnread, "Count one's unread notifications"),
		web.Get("/api/notifications/{orgId}/readers/{notificationId}", may.Member, s.showReaders, "List who has read a notification"),
		web.Get("/api/notifications/{orgId}", may.Member, s.showList, "List one's notifications").
			With("Those for everyone and those addressed to the caller, newest first."),
		web.Create("/api/notifications/{orgId}", may.Create(may.Notifications), s.createPlain, "Create a notification").
			With("Without recipients it is for everyone of the organization. A type that is switched off is refused."),
		web.Patch("/api/notifications/{orgId}/read-all", may.Member, s.markAll, "Mark all of one's notifications as read"),
		web.Patch("/api/notifications/{orgId}/{notificationId}/read", may.Member, s.mark, "Mark a notification as read").
			With("Marking it again changes nothing."),
		web.Delete("/api/notifications/{orgId}/{notificationId}", may.Delete(may.Notifications), s.discard, "Delete a notification").
			With("For everyone who sees it."),
	}
}

// View is a notification.
type View struct {
	ID            string   `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	Type          string   `json:"type" example:"booking_created"`
	Title         string   `json:"title" example:"New booking"`
	Message       string   `json:"message" example:"BK-17: Asha Rao, 14 to 17 April."`
	ReferenceID   string   `json:"referenceId" doc:"The related record; empty when there is none" example:"665f1c2ab7e4d90012ab34cd"`
	ReferenceType string   `json:"referenceType" doc:"What the related record is" example:"booking"`
	Recipients    []string `json:"recipients" doc:"User ids; none: everyone of the organization" example:"[\"665f1c2ab7e4d90012ab34cd\"]"`
	ReadBy        []string `json:"readBy" doc:"Ids of the users who have read it" example:"[\"665f1c2ab7e4d90012ab34cd\"]"`
	Org           string   `json:"orgId" example:"665f1c2ab7e4d90012ab34cd"`
	CreatedAt     web.Time `json:"createdAt"`
}

// Listed is a notification in a list.
type Listed struct {
	View
	IsRead bool `json:"isRead" doc:"Whether the caller has read it" example:"false"`
}

func (n notification) view(readers []reading) View {
	v := View{ID: n.id, Type: n.kind, Title: n.title, Message: n.message, ReferenceID: n.referenceID, ReferenceType: n.referenceType,
		Recipients: append([]string{}, n.recipients...), ReadBy: []string{}, Org: n.org, CreatedAt: web.Time(n.createdAt)}
	for _, r := range readers {
		v.ReadBy = append(v.ReadBy, r.user)
	}
	return v
}

func listed(n notification, readers []reading, caller string) Listed {
	v := n.view(readers)
	return Listed{View: v, IsRead: slices.Contains(v.ReadBy, caller)}
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
	Type       string   `json:"type" minLength:"1" maxLength:"60" doc:"A type of the configuration that is switched on, or any other word" example:"custom"`
	Title      string   `json:"title" minLength:"1" maxLength:"200" example:"Fire drill"`
	Message    string   `json:"message" minLength:"1" maxLength:"2000" example:"At 15:00 in the courtyard."`
	Recipients []string `json:"recipients,omitempty" maxItems:"200" doc:"Ids of users of the organization; left out or empty: everyone" example:"[\"665f1c2ab7e4d90012ab34cd\"]"`
}

func (c Content) notification() notification {
	return notification{kind: c.Type, title: c.Title, message: c.Message, recipients: c.Recipients}
}

type createInput struct{ Body Content }

func (s *Service) createPlain(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[View], error) {
	return web.Reply(s.create(ctx, sc, in.Body.notification()))
}

type triggerInput struct {
	Body struct {
		Content
		ReferenceID   string `json:"referenceId,omitempty" maxLength:"100" doc:"The related record" example:"665f1c2ab7e4d90012ab34cd"`
		ReferenceType string `json:"referenceType,omitempty" maxLength:"60" doc:"What the related record is" example:"booking"`
	}
}

func (s *Service) trigger(ctx context.Context, sc scope.Scope, in *triggerInput) (*web.Data[View], error) {
	n := in.Body.notification()
	n.referenceID, n.referenceType = in.Body.ReferenceID, in.Body.ReferenceType
	return web.Reply(s.create(ctx, sc, n))
}

func (s *Service) cleanup(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[Cleaned], error) {
	deleted, err := s.cleanUp(ctx, sc)
	return web.Reply(Cleaned{DeletedCount: deleted}, err)
}

// Cleaned says what a cleanup has done.
type Cleaned struct {
	DeletedCount int `json:"deletedCount" doc:"How many notifications were removed" example:"12"`
}

// Config is the notification configuration.
type Config struct {
	EmailEnabled  bool     `json:"emailEnabled" doc:"Whether notifications go out by mail" example:"true"`
	PushEnabled   bool     `json:"pushEnabled" doc:"Whether live events go out over the socket" example:"true"`
	RetentionDays int64    `json:"retentionDays" doc:"Older notifications are removed" example:"90"`
	EnabledTypes  []string `json:"enabledTypes" doc:"The types that are switched on" example:"[\"booking_created\"]"`
}

func (c config) view() Config {
	return Config{EmailEnabled: c.email, PushEnabled: c.push, RetentionDays: c.retentionDays, EnabledTypes: c.types()}
}

func (s *Service) showConfig(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[Config], error) {
	c, err := s.config(ctx, sc)
	return web.Reply(c.view(), err)
}

// typeList is a list of notice types in a body.
type typeList []string

// Schema describes the list in the OpenAPI document: its enum is the list of all notice types.
func (typeList) Schema(huma.Registry) *huma.Schema {
	most, words := len(switchable), []any{}
	for _, word := range switchable {
		words = append(words, word)
	}
	return &huma.Schema{Type: huma.TypeArray, MaxItems: &most, Items: &huma.Schema{Type: huma.TypeString, Enum: words}}
}

type configInput struct {
	Body struct {
		EmailEnabled  web.Optional[bool]     `json:"emailEnabled,omitzero" required:"false" doc:"Whether notifications go out by mail" example:"true"`
		PushEnabled   web.Optional[bool]     `json:"pushEnabled,omitzero" required:"false" doc:"Whether live events go out over the socket" example:"true"`
		RetentionDays web.Optional[int64]    `json:"retentionDays,omitzero" required:"false" minimum:"1" maximum:"3650" doc:"Older notifications are removed" example:"90"`
		EnabledTypes  web.Optional[typeList] `json:"enabledTypes,omitzero" doc:"The types that are switched on; each once; none switches all of them off" example:"[\"booking_created\"]"`
	}
}

func (s *Service) updateConfig(ctx context.Context, sc scope.Scope, in *configInput) (*web.Data[Config], error) {
	var fields errs.Fields
	for name, null := range map[string]bool{"emailEnabled": in.Body.EmailEnabled.Null, "pushEnabled": in.Body.PushEnabled.Null,
		"retentionDays": in.Body.RetentionDays.Null, "enabledTypes": in.Body.EnabledTypes.Null} {
		if null {
			fields.Add(name, "must not be null")
		}
	}
	for i, kind := range in.Body.EnabledTypes.Value {
		if slices.Index(in.Body.EnabledTypes.Value, kind) < i {
			fields.Add(fmt.Sprintf("enabledTypes[%d]", i), "must not repeat an entry")
		}
	}
	if err := fields.Err(); err != nil {
		return nil, err
	}
	c, err := s.configure(ctx, sc, func(c *config) (err error) {
		c.email, c.push = in.Body.EmailEnabled.Or(c.email), in.Body.PushEnabled.Or(c.push)
		c.retentionDays = in.Body.RetentionDays.Or(c.retentionDays)
		c.enabled, err = encodeTypes(in.Body.EnabledTypes.Or(c.types()))
		return err
	})
	return web.Reply(c.view(), err)
}

// UnreadCount is how many notifications the caller has not read.
type UnreadCount struct {
	UnreadCount int `json:"unreadCount" example:"3"`
}

func (s *Service) showUnread(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[UnreadCount], error) {
	number, err := s.unread(ctx, sc)
	return web.Reply(UnreadCount{number}, err)
}

type oneInput struct {
	NotificationID string `path:"notificationId" example:"665f1c2ab7e4d90012ab34cd"`
}

// Readers is who has read a notification, the first first.
type Readers struct {
	NotificationID string   `json:"notificationId" example:"665f1c2ab7e4d90012ab34cd"`
	ReadBy         []Reader `json:"readBy"`
}

// Reader is a user who has read a notification.
type Reader struct {
	UserID string   `json:"userId" example:"665f1c2ab7e4d90012ab34cd"`
	Name   string   `json:"name" doc:"Empty for who is no user of the organization any more" example:"Meera Nair"`
	ReadAt web.Time `json:"readAt"`
}

func (s *Service) showReaders(ctx context.Context, sc scope.Scope, in *oneInput) (*web.Data[Readers], error) {
	list, err := s.readers(ctx, sc, in.NotificationID)
	readers := Readers{NotificationID: in.NotificationID, ReadBy: make([]Reader, len(list))}
	for i, r := range list {
		readers.ReadBy[i] = Reader{UserID: r.user, Name: r.name, ReadAt: web.Time(r.at)}
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
}

func (s *Service) showList(ctx context.Context, sc scope.Scope, in *listInput) (*web.Page[Listed, Pagination], error) {
	views, total, err := s.list(ctx, sc, in.Type, in.Limit, in.Offset())
	if err != nil {
		return nil, err
	}
	return &web.Page[Listed, Pagination]{Success: true, Data: views,
		Pagination: Pagination{Page: in.Page, Limit: in.Limit, TotalPages: in.Pages(total), TotalCount: total}}, nil
}

// Marked is who has read a notification after the caller has.
type Marked struct {
	ID     string    `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	ReadBy []Reading `json:"readBy"`
}

// Reading is that a user has read a notification.
type Reading struct {
	UserID string   `json:"userId" example:"665f1c2ab7e4d90012ab34cd"`
	ReadAt web.Time `json:"readAt"`
}

func (s *Service) mark(ctx context.Context, sc scope.Scope, in *oneInput) (*web.Data[Marked], error) {
	list, err := s.read(ctx, sc, in.NotificationID)
	marked := Marked{ID: in.NotificationID, ReadBy: make([]Reading, len(list))}
	for i, r := range list {
		marked.ReadBy[i] = Reading{UserID: r.user, ReadAt: web.Time(r.at)}
	}
	return web.Reply(marked, err)
}

// Modified says how many notifications were unread.
type Modified struct {
	ModifiedCount int64 `json:"modifiedCount" doc:"How many notifications were unread before" example:"5"`
}

func (s *Service) markAll(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[Modified], error) {
	number, err := s.readAll(ctx, sc)
	return web.Reply(Modified{number}, err)
}

func (s *Service) discard(ctx context.Context, sc scope.Scope, in *oneInput) (*web.Message, error) {
	if err := s.delete(ctx, sc, in.NotificationID); err != nil {
		return nil, err
	}
	return web.Done("The notification is deleted."), nil
}
