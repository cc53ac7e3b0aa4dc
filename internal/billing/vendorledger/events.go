package vendorledger

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/record/event"
)

var (
	paid = event.Define[paidDetails]("vendor_payment.recorded", "vendor_payment", 1,
		"A vendor was paid, over any number of bills or in advance.")

	applied = event.Define[paidDetails]("vendor_payment.applied", "vendor_payment", 1,
		"What was paid to a vendor in advance was given to bills.")

	voided = event.Define[paidDetails]("vendor_payment.voided", "vendor_payment", 1,
		"A payment to a vendor was made void: its bills are owed again.")
)

type paidDetails struct {
	VendorID  string       `json:"vendorId" doc:"The vendor"`
	Vendor    string       `json:"vendor" doc:"Its name" example:"Lake City Linen"`
	Number    string       `json:"number" doc:"The payment's number" example:"VP-12"`
	Amount    money.Number `json:"amount" doc:"How much the payment is" example:"40000"`
	Bills     int          `json:"bills" doc:"How many bills it is about" example:"3"`
	OfBills   money.Number `json:"ofBills" doc:"How much it is about of them" example:"38000"`
	Withheld  money.Number `json:"tdsAmount" doc:"What of the payment was withheld as TDS" example:"0"`
	Date      date.Date    `json:"date" doc:"The day of the payment"`
	Reference string       `json:"reference,omitempty" doc:"As the bank has it" example:"UTR 123456"`
	Reason    string       `json:"reason,omitempty" doc:"Why it is void" example:"Paid twice"`
}
