package withholding

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/record/event"
)

var (
	depositedEvent = event.Define[depositDetails]("tds.deposited", "tds_deposit", 1,
		"TDS that was withheld was paid to the government.")

	certified = event.Define[certificateDetails]("vendor.tds_certificate", "vendor", 1,
		"The certificate of TDS (Form 16A) that a vendor got for a quarter was entered.")

	agentCertified = event.Define[certificateDetails]("company.tds_certificate", "company", 1,
		"The certificate of TDS (Form 16A) that a travel agent got for a quarter was entered.")
)

type depositDetails struct {
	Section string       `json:"section" doc:"Of the Income-tax Act" example:"194C"`
	Year    int          `json:"year" doc:"In which the financial year begins" example:"2026"`
	Quarter int          `json:"quarter" doc:"Of the financial year" example:"1"`
	Amount  money.Number `json:"amount" doc:"How much was deposited" example:"800"`
	Challan string       `json:"challanNumber" doc:"The challan" example:"00123"`
	BSR     string       `json:"bsrCode" doc:"The bank's branch" example:"0510308"`
	Date    date.Date    `json:"date" doc:"The day of the deposit"`
}

type certificateDetails struct {
	Name    string    `json:"name" doc:"The vendor's or agent's name" example:"Lake Laundry"`
	Year    int       `json:"year" doc:"In which the financial year begins" example:"2026"`
	Quarter int       `json:"quarter" doc:"Of the financial year" example:"1"`
	Number  string    `json:"number" doc:"The certificate's" example:"ABCDEFG"`
	Date    date.Date `json:"date" doc:"When it was issued"`
}
