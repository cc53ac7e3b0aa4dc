package emailtemplate

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

const (
	noteCreate = "Write {{key}} where a variable's value belongs. Subject (one line), header and footer are text; the " +
		"footer's lines whose variables are all empty are left out. The body is HTML; what mails must not hold (scripts, " +
		"forms, style sheets, frames, links to anything but http, https, mailto and tel) is left out whenever a mail is " +
		"made from it. headerColor is #rgb, #rrggbb or, with opacity, #rrggbbaa; #1d4e5f unless another is given."
	noteUpdate = "Fields that are left out keep their value; null clears headerText and footerText, and gives " +
		"headerColor its first value. The type can't change while the template is its type's default or the one that " +
		"the type began with."
	noteDelete = "The default of a type is refused (400), unless the only other template of that type is the one that " +
		"the organization began with: that one becomes the default, as the message says."
	notePreview = "Rendered with sample values of the organization. sampleData replaces any of them, by the variables' " +
		"keys: at most 100 values of at most 2,000 characters. The other fields stand in for the template's own, so that " +
		"a draft can be seen before it is saved."
)

// Routes are the endpoints of /api/email-templates.
func (s *Service) Routes() []web.Route {
	const base = "/api/email-templates/{orgId}"
	const one = base + "/{templateId}"
	return []web.Route{
		web.Get(base+"/list", may.View(may.EmailTemplates), s.httpList, "List the e-mail templates").
			With("All of them, or those of one type, newest first."),
		web.Get(base+"/variables/{type}", may.View(may.EmailTemplates), s.httpVariables,
			"List the variables of a type of template").Fails(400),
		web.Create(base+"/create", may.Create(may.EmailTemplates), s.httpCreate, "Add an e-mail template").With(noteCreate),
		web.Get(one, may.View(may.EmailTemplates), s.httpGet, "Show an e-mail template").
			With("bodyHtml is as its author wrote it; preview shows what is sent."),
		web.Put(one+"/update", may.Update(may.EmailTemplates), s.httpUpdate, "Change an e-mail template").With(noteUpdate),
		web.Delete(one+"/delete", may.Delete(may.EmailTemplates), s.httpDelete, "Delete an e-mail template").
			With(noteDelete).Fails(400),
		web.Post(one+"/preview", may.View(may.EmailTemplates), s.httpPreview, "Show what a mail would look like").
			With(notePreview),
		web.Post(one+"/set-default", may.Update(may.EmailTemplates), s.httpSetDefault,
			"Make an e-mail template the default of its type").
			With("The previous default of the type stops being it at the same time.").Fails(400),
	}
}

// InJSON describes the type to the API's document.
func (Type) InJSON() (like any, tags string) {
	var names []string
	for _, t := range Types {
		names = append(names, string(t))
	}
	return "", fmt.Sprintf(`enum:%q example:%q`, strings.Join(names, ","), BookingConfirmation)
}

// DefaultView is the answer of set-default.
type DefaultView struct {
	ID        web.ID `json:"_id"`
	Name      string `json:"name" example:"Booking confirmation"`
	Type      Type   `json:"type"`
	IsDefault bool   `json:"isDefault" example:"true"`
}

// ListedView is a template in the list.
type ListedView struct {
	DefaultView
	Subject   string    `json:"subject" example:"Your booking {{booking_number}} is confirmed"`
	CreatedAt date.Time `json:"createdAt"`
}

// View is a whole template.
type View struct {
	ListedView
	HeaderColor string    `json:"headerColor" example:"#1d4e5f"`
	HeaderText  string    `json:"headerText" example:"Your booking is confirmed"`
	BodyHTML    string    `json:"bodyHtml" example:"<p>Dear {{guest_name}}, we look forward to welcoming you.</p>"`
	FooterText  string    `json:"footerText" example:"{{organization_name}}"`
	Org         web.ID    `json:"orgId"`
	UpdatedAt   date.Time `json:"updatedAt"`
	Version     int64     `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func (t Template) defaultView() DefaultView {
	return DefaultView{ID: web.ID(t.ID), Name: t.Name, Type: t.Type, IsDefault: t.IsDefault}
}

func (t Template) listed() ListedView {
	return ListedView{DefaultView: t.defaultView(), Subject: t.Subject, CreatedAt: date.Time(t.CreatedAt)}
}

func (t Template) view(sc scope.Scope) View {
	return View{ListedView: t.listed(), HeaderColor: t.HeaderColor, HeaderText: t.HeaderText, BodyHTML: t.BodyHTML,
		FooterText: t.FooterText, Org: web.ID(sc.Org), UpdatedAt: date.Time(t.UpdatedAt), Version: t.Version}
}

type listInput struct {
	Type Type `query:"type" doc:"Only templates of this type"`
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, in *listInput) (*web.Data[[]ListedView], error) {
	templates, err := s.all(ctx, sc, in.Type)
	views := make([]ListedView, len(templates))
	for i, t := range templates {
		views[i] = t.listed()
	}
	return web.Reply(views, err)
}

type typeInput struct {
	Type Type `path:"type" doc:"The type of template"`
}

// VariablesView is what templates of a type may use.
type VariablesView struct {
	Type      Type       `json:"type"`
	Variables []Variable `json:"variables"`
}

func (s *Service) httpVariables(_ context.Context, _ scope.Scope, in *typeInput) (*web.Data[VariablesView], error) {
	return web.OK(VariablesView{Type: in.Type, Variables: variablesOf(in.Type)}), nil
}

// LooksBody is what may be left out of a template.
type LooksBody struct {
	HeaderColor web.Optional[string] `json:"headerColor,omitzero" maxLength:"9" example:"#1d4e5f"`
	HeaderText  web.Optional[string] `json:"headerText,omitzero" maxLength:"500" example:"Your booking is confirmed"`
	FooterText  web.Optional[string] `json:"footerText,omitzero" maxLength:"2000" example:"{{organization_name}}"`
}

func (b LooksBody) apply(t *Template) {
	t.HeaderColor, t.HeaderText = b.HeaderColor.Or(t.HeaderColor), b.HeaderText.Or(t.HeaderText)
	t.FooterText = b.FooterText.Or(t.FooterText)
}

type createInput struct {
	Body struct {
		Name     string `json:"name" minLength:"1" maxLength:"120" example:"Booking confirmation"`
		Type     Type   `json:"type"`
		Subject  string `json:"subject" minLength:"1" maxLength:"300" example:"Quote {{quote_number}}"`
		BodyHTML string `json:"bodyHtml" minLength:"1" maxLength:"50000" example:"<p>Dear {{guest_name}}</p>"`
		LooksBody
	}
}

func (s *Service) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[View], error) {
	t := Template{Name: in.Body.Name, Type: in.Body.Type, Subject: in.Body.Subject, BodyHTML: in.Body.BodyHTML}
	in.Body.apply(&t)
	t, err := s.create(ctx, sc, t)
	return web.Reply(t.view(sc), err)
}

type templateInput struct {
	TemplateID web.ID `path:"templateId"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *templateInput) (*web.Data[View], error) {
	t, err := s.get(ctx, sc, in.TemplateID.String())
	return web.Reply(t.view(sc), err)
}

type updateInput struct {
	TemplateID web.ID `path:"templateId"`
	Body       struct {
		Name     web.Change[string] `json:"name,omitzero" minLength:"1" maxLength:"120" example:"Booking confirmation"`
		Type     web.Change[Type]   `json:"type,omitzero"`
		Subject  web.Change[string] `json:"subject,omitzero" minLength:"1" maxLength:"300" example:"Quote {{quote_number}}"`
		BodyHTML web.Change[string] `json:"bodyHtml,omitzero" minLength:"1" maxLength:"50000" example:"<p>Dear guest</p>"`
		LooksBody
	} `required:"false"`
}

func (s *Service) httpUpdate(ctx context.Context, sc scope.Scope, in *updateInput) (*web.Data[View], error) {
	t, err := s.update(ctx, sc, in.TemplateID.String(), func(t *Template) {
		t.Name, t.Type, t.Subject = in.Body.Name.Or(t.Name), in.Body.Type.Or(t.Type), in.Body.Subject.Or(t.Subject)
		t.BodyHTML = in.Body.BodyHTML.Or(t.BodyHTML)
		in.Body.apply(t)
	})
	return web.Reply(t.view(sc), err)
}

func (s *Service) httpDelete(ctx context.Context, sc scope.Scope, in *templateInput) (*web.Message, error) {
	deleted, err := s.delete(ctx, sc, in.TemplateID.String())
	if err != nil {
		return nil, err
	}
	message := "The template is deleted."
	if other := deleted.newDefault; other != nil {
		message += fmt.Sprintf(" %s is the default of type %s now.", other.Name, other.Type)
	}
	return web.Done(message), nil
}

type previewInput struct {
	TemplateID web.ID `path:"templateId"`
	Body       struct {
		SampleData map[string]string  `json:"sampleData,omitempty" maxProperties:"100" example:"{\"guest_name\":\"Ravi\"}"`
		Subject    web.Change[string] `json:"subject,omitzero" minLength:"1" maxLength:"300" example:"Quote {{quote_number}}"`
		BodyHTML   web.Change[string] `json:"bodyHtml,omitzero" minLength:"1" maxLength:"50000" example:"<p>Dear guest</p>"`
		LooksBody
	} `required:"false"`
}

// maxSample is the length of a sample value in characters.
const maxSample = 2000

// PreviewView is what a mail would look like.
type PreviewView struct {
	Subject string `json:"subject" example:"Your booking BK-1042 is confirmed"`
	HTML    string `json:"html" doc:"A whole document: header, body and footer" example:"<!DOCTYPE html><html>…</html>"`
}

func (s *Service) httpPreview(ctx context.Context, sc scope.Scope, in *previewInput) (*web.Data[PreviewView], error) {
	var bad errs.Fields
	for key, value := range in.Body.SampleData {
		if utf8.RuneCountInString(value) > maxSample {
			bad.Add("sampleData."+key, "must have at most %d characters", maxSample)
		}
	}
	if err := bad.Err(); err != nil {
		return nil, err
	}
	m, err := s.preview(ctx, sc, in.TemplateID.String(), in.Body.SampleData, func(t *Template) {
		t.Subject, t.BodyHTML = in.Body.Subject.Or(t.Subject), in.Body.BodyHTML.Or(t.BodyHTML)
		in.Body.apply(t)
	})
	return web.Reply(PreviewView{Subject: m.subject, HTML: m.html}, err)
}

func (s *Service) httpSetDefault(
	ctx context.Context, sc scope.Scope, in *templateInput,
) (*web.Data[DefaultView], error) {
	t, err := s.setDefault(ctx, sc, in.TemplateID.String())
	if err != nil {
		return nil, err
	}
	return web.Say(t.defaultView(), fmt.Sprintf("%s is the default template of type %s now.", t.Name, t.Type)), nil
}
