package emailtemplate

import "sarai/internal/record/event"

var (
	created = event.Define[Named]("email_template.created", "email_template", 1, "A template of mails was made.")

	updated = event.Define[updatedDetails]("email_template.updated", "email_template", 1,
		"A template of mails was changed.")

	defaultSet = event.Define[Named]("email_template.default_set", "email_template", 1,
		"Mails of a type are written by this template from now on.")

	deleted = event.Define[deletedDetails]("email_template.deleted", "email_template", 1,
		"A template of mails was deleted.")
)

// Named says which template an event is about.
type Named struct {
	Name string `json:"name" doc:"The template's name" example:"Confirmation in Hindi"`
	Type string `json:"type" doc:"Which mails it writes" example:"booking_confirmation"`
}

func (t Template) named() Named { return Named{t.Name, string(t.Type)} }

type updatedDetails struct {
	Named
	Changed []string `json:"changed" doc:"The names of the fields that changed" example:"[\"subject\"]"`
}

type deletedDetails struct {
	Named
	NewDefault string `json:"newDefault,omitempty" doc:"The template that writes these mails instead" example:"Standard"`
}
