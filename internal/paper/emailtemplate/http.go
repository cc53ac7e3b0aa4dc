package emailtemplate

import (
	"context"
	"fmt"
	"unicode/utf8"

	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

// Routes are the endpoints of /api/email-templates.
func (s *Service) Routes() []web.Route {
	return []web.Route{
		web.Get("/api/email-templates/{orgId}/list", may.View(may.EmailTemplates), s.httpList, "List the e-mail templates").
			With("All of them, or those of one type, newest first."),
		web.Get("/api/email-templates/{orgId}/variables/{type}", may.View(may.EmailTemplates), s.httpVariables, "List the variables of a type of template").
			Fails(400),
		web.Create("/api/email-templates/{orgId}/create", may.Create(may.EmailTemplates), s.httpCreate, "Add an e-mail template").
			With("Write {{key}} where a variable's value belongs. Subject, header and footer are text; the body is HTML, and what mails must not hold (scripts, forms, style sheets, frames, links to anything but http, https, mailto and tel) is left out whenever a mail is made of it."),
		web.Get("/api/email-templates/{orgId}/{templateId}", may.View(may.EmailTemplates), s.httpGet, "Show an e-mail template").
			With("bodyHtml is as its author wrote it; preview shows what is sent."),
		web.Put("/api/email-templates/{orgId}/{templateId}/update", may.Update(may.EmailTemplates), s.httpUpdate, "Change an e-mail template").
			With("Fields that are left out keep their value; null clears headerText and footerText, and gives headerColor its first value. The type can't change while the template is its type's default or the one that the type began with."),
		web.Delete("/api/email-templates/{orgId}/{templateId}/delete", may.Delete(may.EmailTemplates), s.httpDelete, "Delete an e-mail template").
			With("The default of a type is refused (400), unless the only other template of that type is the one that the organization began with: that one takes over, as the message says.").Fails(400),
		web.Post("/api/email-templates/{orgId}/{templateId}/preview", may.View(may.EmailTemplates), s.httpPreview, "Show what a mail would look like").
			With("Rendered with sample values of the organization. sampleData replaces any of them: at most 100 values of at most 2,000 characters."),
		web.Post("/api/email-templates/{orgId}/{templateId}/set-default", may.Update(may.EmailTemplates), s.httpSetDefault, "Make an e-mail template the default of its type").
			With("The previous default of the type stops being it in the same moment.").Fails(400),
	}
}

// Flag is what set-default answers.
type Flag struct {
	ID        string `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	Name      string `json:"name" example:"Booking confirmation"`
	Type      string `json:"type" enum:"invoice,booking_confirmation,payment_receipt,quote,welcome_guest,checkout_summary,custom" example:"booking_confirmation"`
	IsDefault bool   `json:"isDefault" example:"true"`
}

// Entry is a template in the list.
type Entry struct {
	Flag
	Subject   string   `json:"subject" example:"Your booking {{booking_number}} is confirmed"`
	CreatedAt web.Time `json:"createdAt"`
}

// View is a whole template.
type View struct {
	Entry
	HeaderColor string   `json:"headerColor" example:"#1d4e5f"`
	HeaderText  string   `json:"headerText" example:"Your booking is confirmed"`
	BodyHTML    string   `json:"bodyHtml" example:"<p>Dear {{guest_name}}, we look forward to welcoming you.</p>"`
	FooterText  string   `json:"footerText" example:"{{organization_name}}"`
	Org         string   `json:"orgId" example:"665f1c2ab7e4d90012ab34cd"`
	UpdatedAt   web.Time `json:"updatedAt"`
}

func (t Template) flag() Flag {
	return Flag{ID: t.ID, Name: t.Name, Type: t.Type, IsDefault: t.IsDefault}
}

func (t Template) entry() Entry {
	return Entry{Flag: t.flag(), Subject: t.Subject, CreatedAt: web.Time(t.CreatedAt)}
}

func (t Template) view(sc scope.Scope) View {
	return View{Entry: t.entry(), HeaderColor: t.HeaderColor, HeaderText: t.HeaderText, BodyHTML: t.BodyHTML, FooterText: t.FooterText,
		Org: sc.Org, UpdatedAt: web.Time(t.UpdatedAt)}
}

type listInput struct {
	Type string `query:"type" enum:"invoice,booking_confirmation,payment_receipt,quote,welcome_guest,checkout_summary,custom" doc:"Only templates of this type"`
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, in *listInput) (*web.Data[[]Entry], error) {
	templates, err := s.all(ctx, sc, in.Type)
	if err != nil {
		return nil, err
	}
	entries := make([]Entry, len(templates))
	for i, t := range templates {
		entries[i] = t.entry()
	}
	return web.OK(entries), nil
}

type typeInput struct {
	Type string `path:"type" doc:"invoice, booking_confirmation, payment_receipt, quote, welcome_guest, checkout_summary or custom" example:"invoice"`
}

// Variables are what templates of a type may use.
type Variables struct {
	Type      string     `json:"type" enum:"invoice,booking_confirmation,payment_receipt,quote,welcome_guest,checkout_summary,custom" example:"invoice"`
	Variables []Variable `json:"variables"`
}

func (s *Service) httpVariables(_ context.Context, _ scope.Scope, in *typeInput) (*web.Data[Variables], error) {
	if !knownType(in.Type) {
		return nil, errUnknownType
	}
	return web.OK(Variables{Type: in.Type, Variables: variablesOf(in.Type)}), nil
}

// LooksBody is what may be left out of a template.
type LooksBody struct {
	HeaderColor web.Optional[string] `json:"headerColor,omitzero" maxLength:"9" doc:"#rgb, #rrggbb or, with opacity, #rrggbbaa; #1d4e5f if left out" example:"#1d4e5f"`
	HeaderText  web.Optional[string] `json:"headerText,omitzero" maxLength:"500" doc:"Text; may have variables" example:"Your booking is confirmed"`
	FooterText  web.Optional[string] `json:"footerText,omitzero" maxLength:"2000" doc:"Text; may have variables. Lines that have nothing but empty ones are left out" example:"{{organization_name}}"`
}

func (b LooksBody) apply(t *Template) {
	t.HeaderColor, t.HeaderText, t.FooterText = b.HeaderColor.Or(t.HeaderColor), b.HeaderText.Or(t.HeaderText), b.FooterText.Or(t.FooterText)
}

type createInput struct {
	Body struct {
		Name     string `json:"name" minLength:"1" maxLength:"120" example:"Booking confirmation"`
		Type     string `json:"type" enum:"invoice,booking_confirmation,payment_receipt,quote,welcome_guest,checkout_summary,custom" example:"booking_confirmation"`
		Subject  string `json:"subject" minLength:"1" maxLength:"300" doc:"One line; may have variables" example:"Your booking {{booking_number}} is confirmed"`
		BodyHTML string `json:"bodyHtml" minLength:"1" maxLength:"50000" doc:"HTML; may have variables" example:"<p>Dear {{guest_name}}, we look forward to welcoming you.</p>"`
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
	TemplateID string `path:"templateId" doc:"The template's id" example:"665f1c2ab7e4d90012ab34cd"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *templateInput) (*web.Data[View], error) {
	t, err := s.get(ctx, sc, in.TemplateID)
	return web.Reply(t.view(sc), err)
}

type updateInput struct {
	TemplateID string `path:"templateId" doc:"The template's id" example:"665f1c2ab7e4d90012ab34cd"`
	Body       struct {
		Name     web.Change[string] `json:"name,omitzero" minLength:"1" maxLength:"120" example:"Booking confirmation"`
		Type     web.Change[string] `json:"type,omitzero" enum:"invoice,booking_confirmation,payment_receipt,quote,welcome_guest,checkout_summary,custom" example:"booking_confirmation"`
		Subject  web.Change[string] `json:"subject,omitzero" minLength:"1" maxLength:"300" doc:"One line; may have variables" example:"Your booking {{booking_number}} is confirmed"`
		BodyHTML web.Change[string] `json:"bodyHtml,omitzero" minLength:"1" maxLength:"50000" doc:"HTML; may have variables" example:"<p>Dear {{guest_name}}, we look forward to welcoming you.</p>"`
		LooksBody
	} `required:"false"`
}

func (s *Service) httpUpdate(ctx context.Context, sc scope.Scope, in *updateInput) (*web.Data[View], error) {
	t, err := s.change(ctx, sc, in.TemplateID, func(t *Template) {
		t.Name, t.Type, t.Subject = in.Body.Name.Or(t.Name), in.Body.Type.Or(t.Type), in.Body.Subject.Or(t.Subject)
		t.BodyHTML = in.Body.BodyHTML.Or(t.BodyHTML)
		in.Body.apply(t)
	})
	return web.Reply(t.view(sc), err)
}

func (s *Service) httpDelete(ctx context.Context, sc scope.Scope, in *templateInput) (*web.Message, error) {
	deleted, successor, err := s.delete(ctx, sc, in.TemplateID)
	if err != nil {
		return nil, err
	}
	if successor != nil {
		return web.Done(fmt.Sprintf("The template is deleted. %s is the default of type %s now.", successor.Name, deleted.Type)), nil
	}
	return web.Done("The template is deleted."), nil
}

type previewInput struct {
	TemplateID string `path:"templateId" doc:"The template's id" example:"665f1c2ab7e4d90012ab34cd"`
	Body       struct {
		SampleData map[string]string `json:"sampleData,omitempty" maxProperties:"100" doc:"Values by the variables' keys, in the place of the sample values" example:"{\"guest_name\":\"Ravi Das\"}"`
	} `required:"false"`
}

// maxSample is the length of a sample value in characters.
const maxSample = 2000

// Preview is what a mail would look like.
type Preview struct {
	Subject string `json:"subject" example:"Your booking BK-1042 is confirmed"`
	HTML    string `json:"html" doc:"A whole document: header, body and footer" example:"<!DOCTYPE html><html>…</html>"`
}

func (s *Service) httpPreview(ctx context.Context, sc scope.Scope, in *previewInput) (*web.Data[Preview], error) {
	var bad errs.Fields
	for key, value := range in.Body.SampleData {
		if utf8.RuneCountInString(value) > maxSample {
			bad.Add("sampleData."+key, "must have at most %d characters", maxSample)
		}
	}
	if err := bad.Err(); err != nil {
		return nil, err
	}
	m, err := s.preview(ctx, sc, in.TemplateID, in.Body.SampleData)
	return web.Reply(Preview{Subject: m.subject, HTML: m.html}, err)
}

func (s *Service) httpSetDefault(ctx context.Context, sc scope.Scope, in *templateInput) (*web.Data[Flag], error) {
	t, err := s.setDefault(ctx, sc, in.TemplateID)
	if err != nil {
		return nil, err
	}
	return web.Say(t.flag(), fmt.Sprintf("%s is the default template of type %s now.", t.Name, t.Type)), nil
}
