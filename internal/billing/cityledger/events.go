package cityledger

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/record/event"
)

var (
	moved = event.Define[movedDetails]("company.invoice_moved", "company", 1,
		"What an invoice owes was moved to a company's account.")

	takenBack = event.Define[movedDetails]("company.invoice_taken_back", "company", 1,
		"An invoice was taken off a company's account: its guest owes it again.")

	paid = event.Define[paidDetails]("company.payment", "company", 1, "A company paid on its account.")

	applied = event.Define[paidDetails]("company.payment_applied", "company", 1,
		"An unapplied payment of a company was given to invoices.")

	writtenOff = event.Define[movedDetails]("company.written_off", "company", 1,
		"What a company owed on an invoice was written off.")

	reversed = event.Define[movedDetails]("company.settlement_reversed", "company", 1,
		"A write-off, TDS or a discount was taken back: the company owes it again.")
)

type movedDetails struct {
	Name          string       `json:"name" doc:"The company's name" example:"Rao Textiles"`
	InvoiceID     string       `json:"invoiceId" doc:"The invoice"`
	InvoiceNumber string       `json:"invoiceNumber" doc:"Its number" example:"INV-42"`
	Amount        money.Number `json:"amount" doc:"How much it was" example:"11800"`
	DueDate       date.Date    `json:"dueDate,omitempty" doc:"When it is due"`
	PONumber      string       `json:"poNumber,omitempty" doc:"The company's purchase order" example:"PO-7"`
	Reason        string       `json:"reason,omitempty" doc:"Why" example:"Agreed by phone"`
}

type paidDetails struct {
	Name     string       `json:"name" doc:"The company's name" example:"Rao Textiles"`
	Payment  string       `json:"payment" doc:"The payment"`
	Number   string       `json:"number" doc:"The payment's number" example:"PAY-12"`
	Amount   money.Number `json:"amount" doc:"How much was paid, or applied" example:"40000"`
	Settled  money.Number `json:"settledAmount" doc:"TDS and discounts with it" example:"800"`
	Invoices int          `json:"invoices" doc:"How many invoices it is for" example:"3"`
}
