package emailtemplate

import (
	"regexp"

	"sarai/internal/kit/errs"
)

// Type says which mails a template is for.
type Type string

// The types of templates.
const (
	Invoice             Type = "invoice"
	BookingConfirmation Type = "booking_confirmation"
	PaymentReceipt      Type = "payment_receipt"
	Quote               Type = "quote"
	WelcomeGuest        Type = "welcome_guest"
	CheckoutSummary     Type = "checkout_summary"
	Custom              Type = "custom"
)

// Types of guest letters that organizations have no templates of: their texts are in the code alone.
const (
	BookingChanged   Type = "booking_changed"
	BookingCancelled Type = "booking_cancelled"
	NoShow           Type = "no_show"
)

// Types of mails to companies that organizations have no templates of.
const (
	CompanyStatement Type = "company_statement"
)

// Types lists the types of templates in the contract's order.
var Types = []Type{Invoice, BookingConfirmation, PaymentReceipt, Quote, WelcomeGuest, CheckoutSummary, Custom}

// Template is the text of a mail with {{key}} in the place of what differs from mail to mail.
type Template struct {
	ID          string `db:"template_id,key"`
	Name        string `db:"name"`
	Type        Type   `db:"type"`
	Subject     string `db:"subject"`
	HeaderColor string `db:"header_color"` // #rgb, #rrggbb or #rrggbbaa
	HeaderText  string `db:"header_text"`  // text, may have several lines
	BodyHTML    string `db:"body_html"`    // HTML as its author wrote it: clean it before it is shown
	FooterText  string `db:"footer_text"`  // text, may have several lines
	IsDefault   bool   `db:"is_default,fixed"`
	IsSeeded    bool   `db:"is_seeded,fixed"`  // the one of its type that the organization began with
	CreatedAt   int64  `db:"created_at,fixed"` // UTC milliseconds
	UpdatedAt   int64  `db:"updated_at"`       // UTC milliseconds
	Version     int64  `db:"version,version"`  // every change raises it
}

var errNoTemplate = errs.NotFound("There is no such e-mail template.")

var colour = regexp.MustCompile(`^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$`)

// checked is the template as it is stored, or an error that names every bad field.
func (t Template) checked() (Template, error) {
	var bad errs.Fields
	if t.HeaderColor == "" {
		t.HeaderColor = defaultColor
	}
	bad.RequireLine("name", t.Name)
	Words{t.Subject, t.HeaderText, t.BodyHTML}.Check(&bad)
	if !colour.MatchString(t.HeaderColor) {
		bad.Add("headerColor", "must be a colour such as #1d4e5f or #fff")
	}
	return t, bad.Err()
}

// changedFields names what differs between two states of a template.
func changedFields(before, after Template) []string {
	changed := []string{}
	for _, field := range []struct{ name, before, after string }{
		{"name", before.Name, after.Name},
		{"type", string(before.Type), string(after.Type)},
		{"subject", before.Subject, after.Subject},
		{"headerColor", before.HeaderColor, after.HeaderColor},
		{"headerText", before.HeaderText, after.HeaderText},
		{"bodyHtml", before.BodyHTML, after.BodyHTML},
		{"footerText", before.FooterText, after.FooterText},
	} {
		if field.before != field.after {
			changed = append(changed, field.name)
		}
	}
	return changed
}
