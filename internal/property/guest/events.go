package guest

import "sarai/internal/record/event"

// Events name a guest, and which fields of the record changed, but not their values: entries of the audit log stay when
// a guest asks for erasure.
var (
	created = event.Define[named]("guest.created", "guest", 1, "A guest's record was made.")

	updated = event.Define[updatedDetails]("guest.updated", "guest", 1, "A guest's record was changed.")

	doNotRentSet = event.Define[named]("guest.do_not_rent_set", "guest", 1,
		"A guest gets no room any more, or for another reason than before.")

	doNotRentLifted = event.Define[named]("guest.do_not_rent_lifted", "guest", 1,
		"A guest who got no room gets rooms again.")

	deleted = event.Define[named]("guest.deleted", "guest", 1, "A guest's record was deleted.")
)

type named struct {
	Name string `json:"name" doc:"The guest's name" example:"Asha Menon"`
}

type updatedDetails struct {
	Name    string   `json:"name" doc:"The guest's name now" example:"Asha Menon"`
	Changed []string `json:"changed" doc:"The names of the fields that changed" example:"[\"phone\"]"`
}

// ChangedIn are the names of the fields of a guest's record that the event says were changed; ok is false for an event
// of another type.
func ChangedIn(e event.Event) (names []string, ok bool) {
	details, ok := updated.In(e)
	return details.Changed, ok
}
