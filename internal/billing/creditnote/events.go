package creditnote

import (
	"sarai/internal/billing/invoice"
	"sarai/internal/kit/money"
	"sarai/internal/record/event"
)

var (
	created = event.Define[createdDetails]("credit_note.created", "credit_note", 1,
		"A credit note against an issued invoice was made.")

	sent = event.Define[sentDetails]("credit_note.sent", "credit_note", 1, "A credit note was mailed.")
)

// About says which credit note an event is about.
type About struct {
	Number        string       `json:"number" doc:"The credit note's number" example:"CN-42"`
	InvoiceID     string       `json:"invoiceId" doc:"The invoice that it credits"`
	InvoiceNumber string       `json:"invoiceNumber" doc:"The invoice's number" example:"INV-42"`
	BookingID     string       `json:"bookingId" doc:"The invoice's booking; empty: none"`
	Reason        string       `json:"reason" doc:"Why" example:"Noise"`
	TotalAmount   money.Number `json:"totalAmount" doc:"How much it credits, with tax" example:"1180"`
}

func (n Note) about(currency string) About {
	return About{n.Number, n.InvoiceID, n.InvoiceNumber, n.BookingID, n.Reason, n.Total.Number(currency)}
}

type createdDetails struct {
	About
	Invoice InvoiceChange `json:"invoice" doc:"What it makes of the invoice"`
}

// InvoiceChange is an invoice before and after a credit note.
type InvoiceChange struct {
	Old InvoiceState `json:"old" doc:"The invoice before"`
	New InvoiceState `json:"new" doc:"The invoice now"`
}

// InvoiceState is what of an invoice a credit note changes.
type InvoiceState struct {
	Status         string       `json:"status" doc:"Its status" example:"paid"`
	AmountPaid     money.Number `json:"amountPaid" doc:"What is paid of it" example:"10620"`
	AmountCredited money.Number `json:"amountCredited" doc:"What is credited of it" example:"1180"`
	BalanceDue     money.Number `json:"balanceDue" doc:"What is owed of it" example:"0"`
}

func stateOf(i invoice.Invoice, currency string) InvoiceState {
	return InvoiceState{i.Status, i.Paid.Number(currency), i.Credited.Number(currency), i.Due().Number(currency)}
}

type sentDetails struct {
	About
	To string `json:"to" doc:"The address" example:"asha@menon.example"`
}
