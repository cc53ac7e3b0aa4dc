package vendors

import "sarai/internal/record/event"

// Events name the fields of a vendor that changed, but not their values: some are numbers of bank accounts.
var (
	created = event.Define[named]("vendor.created", "vendor", 1, "A vendor was added.")

	updated = event.Define[updatedDetails]("vendor.updated", "vendor", 1, "A vendor was changed.")

	deleted = event.Define[named]("vendor.deleted", "vendor", 1, "A vendor was deleted.")
)

type named struct {
	Name string `json:"name" doc:"The vendor's name" example:"Lake Laundry"`
	Code string `json:"code" doc:"The hotel's own code for it" example:"LAUNDRY"`
}

type updatedDetails struct {
	Name    string   `json:"name" doc:"The vendor's name now" example:"Lake Laundry"`
	Code    string   `json:"code" doc:"The hotel's own code for it now" example:"LAUNDRY"`
	Changed []string `json:"changed" doc:"The names of the fields that changed" example:"[\"phone\"]"`
}
