// Package events has what is told of invoices: the types of package invoice's events.
package events

import (
	"sarai/internal/kit/money"
	"sarai/internal/paper/document"
	"sarai/internal/record/event"
)

var (
	// Created is also told of an invoice that is issued at once: it has a number then.
	Created = event.Define[About]("invoice.created", "invoice", 1, "An invoice was drafted, or made and issued at once.")

	Changed = event.DefineChange[ChangedDetails]("invoice.updated", "updated", "invoice", 1,
		"The draft of an invoice was changed.")

	Issued = event.DefineChange[IssuedDetails]("invoice.updated", "issued", "invoice", 1,
		"The draft of an invoice was issued: it has a number, and stays as it is.")

	Sent = event.DefineChange[SentDetails]("invoice.updated", "sent", "invoice", 1, "An invoice was mailed.")

	Voided = event.DefineChange[VoidedDetails]("invoice.updated", "voided", "invoice", 1, "An invoice was made void.")

	Deleted = event.Define[About]("invoice.deleted", "invoice", 1, "The draft of an invoice was deleted.")
)

// About says which invoice an event is about.
type About struct {
	Number      string       `json:"number" doc:"The invoice's number; empty for a draft" example:"INV-42"`
	Status      string       `json:"status" doc:"Its status now" example:"issued"`
	BookingID   string       `json:"bookingId" doc:"The booking that it bills; empty: none"`
	BookingCode string       `json:"bookingCode" doc:"The booking's code" example:"BK-42"`
	Buyer       string       `json:"buyer" doc:"The buyer's name" example:"Aravalli Tours"`
	TotalAmount money.Number `json:"totalAmount" doc:"With tax" example:"11800"`
	Lines       int          `json:"lines" doc:"How many lines it has" example:"3"`

	// DiscountAmount is told where the lines were never charged to a folio before.
	DiscountAmount money.Number `json:"discountAmount,omitempty" doc:"Taken off its own lines now" example:"50"`
}

// With adds the discount that is given with lines of the invoice's own.
func (a About) With(discount money.Amount, currency string) About {
	if discount > 0 {
		a.DiscountAmount = discount.Number(currency)
	}
	return a
}

// ChangedDetails are those of Changed.
type ChangedDetails struct {
	About
	Changed Changes `json:"changed" doc:"The fields that changed"`
}

// IssuedDetails are those of Issued.
type IssuedDetails struct {
	About
	AmountPaid *money.Number `json:"amountPaid,omitempty" doc:"Left out if check-out has issued it" example:"5000"`
	Changed    *Changes      `json:"changed,omitempty" doc:"If check-out has issued it: what of the draft changed"`
}

// SentDetails are those of Sent.
type SentDetails struct {
	About
	To string `json:"to" doc:"The address" example:"asha@menon.example"`
}

// VoidedDetails are those of Voided.
type VoidedDetails struct {
	About
	Old    string `json:"old" doc:"The status before, in words" example:"issued"`
	Reason string `json:"reason" doc:"Why" example:"Wrong buyer"`
}

// Facts are what is told of changes of a draft.
type Facts struct {
	Buyer       document.Party `json:"buyer" doc:"Who is to pay it"`
	DueDate     string         `json:"dueDate" doc:"When it is due" example:"2026-04-30"`
	Notes       string         `json:"notes" doc:"What is printed below it" example:"Thank you"`
	TotalAmount money.Number   `json:"totalAmount" doc:"With tax" example:"11800"`
	Lines       string         `json:"lines" doc:"The lines in words" example:"Laundry 350; Tea 80"`
}

// Changes are those of a draft.
type Changes = event.Changes[Facts]

// Between are the changes between two states; with lines, they differ also if their descriptions are alike.
func Between(before, after Facts, lines bool) Changes {
	c := Changes{Before: before, After: after}
	if lines {
		c.Told = []string{"lines"}
	}
	return c
}
