package payment

import (
	"sarai/internal/kit/money"
	"sarai/internal/record/event"
)

// That money was received, refunded or made void is told by package ledger.
var (
	applied = event.Define[appliedDetails]("payment.applied", "payment", 1,
		"Some of a payment's advance was given to an invoice.")

	sent = event.Define[sentDetails]("payment.sent", "payment", 1, "A receipt was mailed.")
)

type appliedDetails struct {
	Number        string       `json:"number" doc:"The receipt's number" example:"PAY-42"`
	InvoiceID     string       `json:"invoiceId" doc:"The invoice"`
	InvoiceNumber string       `json:"invoiceNumber" doc:"The invoice's number" example:"INV-42"`
	Amount        money.Number `json:"amount" doc:"How much it was given" example:"400"`
	From          Sums         `json:"from" doc:"What there was before"`
	To            Sums         `json:"to" doc:"What there is now"`
}

// Sums are what giving an advance to an invoice changes.
type Sums struct {
	Advance money.Number `json:"advanceAmount" doc:"How much of the payment is an advance" example:"400"`
	Due     money.Number `json:"invoiceBalanceDue" doc:"What is owed of the invoice" example:"1000"`
}

type sentDetails struct {
	Number string `json:"number" doc:"The receipt's number" example:"PAY-42"`
	To     string `json:"to" doc:"The address" example:"asha@menon.example"`
}
