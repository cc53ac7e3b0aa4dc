package emailtemplate

import (
	"regexp"
	"strings"
	"unicode"

	"sarai/internal/kit/errs"
)

// Template is the text of a mail with {{key}} in the place of what differs from mail to mail.
type Template struct {
	ID          string
	Name        string
	Type        string
	Subject     string
	HeaderColor string // #rgb, #rrggbb or #rrggbbaa
	HeaderText  string // text, may have several lines
	BodyHTML    string // HTML as its author wrote it: clean it before it is shown
	FooterText  string // text, may have several lines
	IsDefault   bool
	IsSeeded    bool // the one of its type that the organization began with
	CreatedAt   int64
	UpdatedAt   int64
}

var (
	errNoTemplate  = errs.NotFound("There is no such e-mail template.")
	errUnknownType = errs.InvalidField("type", "must be one of %s", strings.Join(Types, ", "))

	colour = regexp.MustCompile(`^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$`)
)

// checked is the template as it is stored, or an error that names every bad field.
func (t Template) checked() (Template, error) {
	var bad errs.Fields
	if t.HeaderColor == "" {
		t.HeaderColor = defaultColor
	}
	if t.Name == "" || strings.ContainsFunc(t.Name, unicode.IsControl) {
		bad.Add("name", "must be one line of text")
	}
	if t.Subject == "" || oneLine(t.Subject) != t.Subject {
		bad.Add("subject", "must be one line of text")
	}
	if t.BodyHTML == "" {
		bad.Add("bodyHtml", "can't be empty")
	}
	if !colour.MatchString(t.HeaderColor) {
		bad.Add("headerColor", "must be a colour such as #1d4e5f or #fff")
	}
	if !knownType(t.Type) {
		bad.Add("type", "must be one of %s", strings.Join(Types, ", "))
	}
	return t, bad.Err()
}

// changedFields names what differs between two states of a template.
func changedFields(before, after Template) []string {
	changed := []string{}
	for _, field := range []struct{ name, before, after string }{
		{"name", before.Name, after.Name},
		{"type", before.Type, after.Type},
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
