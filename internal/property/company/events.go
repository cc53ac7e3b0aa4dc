package company

import (
	"sarai/internal/kit/contact"
	"sarai/internal/record/event"
)

var (
	created = event.Define[facts]("company.created", "company", 1, "A company was added.")

	updated = event.Define[updatedDetails]("company.updated", "company", 1, "A company was changed.")

	deleted = event.Define[facts]("company.deleted", "company", 1, "A company without bookings was deleted.")
)

// facts are what events tell of a company.
type facts struct {
	Name    string          `json:"name" doc:"The company's name" example:"Aravalli Tours"`
	Code    string          `json:"code" doc:"The hotel's own code for it" example:"ARAVALLI"`
	GSTIN   string          `json:"gstin" doc:"Its GSTIN" example:"27AAPFU0939F1ZV"`
	Email   string          `json:"email" doc:"Its address for mail" example:"desk@aravalli.example"`
	Phone   string          `json:"phone" doc:"Its phone number" example:"+91 294 2345678"`
	Address contact.Address `json:"address" doc:"Where it is"`
	Notes   string          `json:"notes" doc:"What is noted about it" example:"Pays by the month"`
	Active  bool            `json:"isActive" doc:"Whether new bookings can be for it"`
}

func (c Company) facts() facts {
	return facts{c.Name, c.Code, c.GSTIN, c.Email, c.Phone, c.Address, c.Notes, c.Active}
}

type updatedDetails struct {
	Name    string               `json:"name" doc:"The company's name now" example:"Aravalli Tours"`
	Changes event.Changes[facts] `json:"changes" doc:"The fields that changed"`
}
