package filing

import (
	"fmt"
	"time"

	"sarai/internal/record/event"
)

var (
	opened = event.Define[Facts]("form_iii.opened", "form_iii", 1, "A guest from abroad has arrived: Form III is due.")

	withdrawn = event.Define[Facts]("form_iii.withdrawn", "form_iii", 1,
		"A form that was never filed is gone: the guest isn't from abroad, or hasn't arrived.")

	updated = event.Define[updatedDetails]("form_iii.updated", "form_iii", 1, "Answers of a form were changed.")

	departed = event.Define[Facts]("form_iii.departure_due", "form_iii", 1,
		"A guest from abroad has left: the departure is to be filed.")

	submitted = event.Define[submittedDetails]("form_iii.submitted", "form_iii", 1,
		"An arrival, a departure or a correction was noted as filed.")

	due = event.Define[dueDetails]("form_iii.due", "form_iii", 1, "A form has to be filed soon.")
)

// Facts are what events tell of a form.
type Facts struct {
	BookingID string `json:"bookingId" doc:"The booking"`
	Code      string `json:"code" doc:"The booking's code" example:"BK-42"`
	GuestID   string `json:"guestId" doc:"The guest"`
	GuestName string `json:"guestName" doc:"The guest's name" example:"Maya Gurung"`
}

type updatedDetails struct {
	Facts
	Changed []string `json:"changed" doc:"The names of the fields that changed" example:"[\"purpose\"]"`
}

type submittedDetails struct {
	Facts
	What      string `json:"what" doc:"arrival, departure or correction" example:"arrival"`
	Reference string `json:"reference" doc:"The portal's reference" example:"RJ0814-2026-1187"`
}

type dueDetails struct {
	Facts
	What  string `json:"what" doc:"arrival or departure" example:"arrival"`
	Hours int    `json:"hours" doc:"How many hours ago the guest has come or gone, at least" example:"12"`
}

func (f Form) facts() Facts { return Facts{f.BookingID, f.BookingCode, f.GuestID, f.GuestName} }

// dueEvent tells the desk.
func (f Form) dueEvent(hours int, now time.Time) event.Event {
	what := Arrival
	if f.Status == DepartureDue {
		what = Departure
	}
	happened := due.Of(f.ID, dueDetails{f.facts(), what, hours})
	happened.Notice = &event.Notice{Type: event.FormDue, Title: "Form III", Unreachable: true,
		Message: fmt.Sprintf("The %s of %s (%s) must be filed within %s.", what, f.GuestName, f.BookingCode, f.left(now))}
	return happened
}
