package payout

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/property/company"
	"sarai/internal/record/event"
)

var (
	postedEvent = event.Define[details]("settlement.posted", "settlement", 1,
		"A company's settlement was posted: what it collected, kept and paid out.")

	appliedEvent = event.Define[appliedDetails]("settlement.applied", "settlement", 1,
		"A line of a settlement that was for no invoice was applied to one.")

	reversedEvent = event.Define[details]("settlement.reversed", "settlement", 1, "A company's settlement was reversed.")
)

type details struct {
	CompanyID string       `json:"companyId" doc:"The company"`
	Company   string       `json:"company" doc:"Its name" example:"StayFinder"`
	Number    string       `json:"statementNumber" doc:"The company's number of it" example:"PO-2026-0412"`
	Gross     money.Number `json:"grossAmount" doc:"What it collected" example:"11800"`
	Net       money.Number `json:"netAmount" doc:"What it paid out" example:"9900"`
	Lines     int          `json:"lines" doc:"How many lines it has" example:"12"`
	Date      date.Date    `json:"date" doc:"The day of the books"`
	Reason    string       `json:"reason,omitempty" doc:"Why it was reversed" example:"Of another hotel"`
}

type appliedDetails struct {
	Number        string       `json:"statementNumber" doc:"The company's number of it" example:"PO-2026-0412"`
	Line          int          `json:"line" doc:"Which line" example:"3"`
	InvoiceID     string       `json:"invoiceId" doc:"The invoice"`
	InvoiceNumber string       `json:"invoiceNumber" doc:"Its number" example:"INV-42"`
	Amount        money.Number `json:"amount" doc:"How much it was" example:"11800"`
}

func (p Payout) facts(sc scope.Scope, c company.Company, lines int) details {
	d := details{c.ID, c.Name, p.Number, p.Gross.Number(sc.Currency), p.Net.Number(sc.Currency), lines, p.Date,
		p.ReversalReason}
	if p.Status == reversed {
		d.Date = p.ReversedOn
	}
	return d
}

// touched names the invoices and bookings of the lines.
func touched(lines []Line) map[string][]string {
	by := map[string][]string{}
	for _, l := range lines {
		if l.InvoiceID != "" {
			by["invoice"] = append(by["invoice"], l.InvoiceID)
		}
		if l.BookingID != "" {
			by["booking"] = append(by["booking"], l.BookingID)
		}
	}
	return by
}
