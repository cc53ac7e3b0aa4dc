package voucher

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

var (
	posted = event.Define[details]("voucher.posted", "voucher", 1, "A voucher was posted to the books.")

	reversed = event.Define[reversedDetails]("voucher.reversed", "voucher", 1,
		"A voucher was taken back by one with the opposite lines.")

	attached = event.Define[attachmentFacts]("voucher.attached", "voucher", 1, "A paper was attached to a voucher.")

	detached = event.Define[attachmentFacts]("voucher.attachment_removed", "voucher", 1,
		"A paper that was attached to a voucher on the same business day was removed.")
)

type attachmentFacts struct {
	Number   string `json:"number" doc:"The voucher's number" example:"JV-7"`
	Position int    `json:"position" doc:"Which of its attachments" example:"1"`
	Name     string `json:"name" doc:"What the file is called" example:"lease.pdf"`
	Type     string `json:"type" doc:"Its media type" example:"application/pdf"`
	Size     int64  `json:"size" doc:"Its bytes" example:"182300"`
	Digest   string `json:"digest" doc:"SHA-256 of its content, in hexadecimal"`
}

func (a Attachment) facts(v Voucher) attachmentFacts {
	return attachmentFacts{v.Number, a.Position, a.Name, a.Type, a.Size, a.Digest}
}

type details struct {
	Number    string       `json:"number" doc:"The voucher's number" example:"JV-7"`
	Kind      string       `json:"kind" doc:"journal, or contra" example:"journal"`
	Date      date.Date    `json:"date" doc:"The day of the books"`
	Amount    money.Number `json:"amount" doc:"Of its debits" example:"5000"`
	Narration string       `json:"narration" doc:"What it is for" example:"Rent of April"`
	Lines     []lineFacts  `json:"lines" doc:"What it does to which accounts"`
}

type lineFacts struct {
	Account string       `json:"account" doc:"The account's id, or the name of one of the books' own"`
	Amount  money.Number `json:"amount" doc:"A debit; a credit is below zero" example:"5000"`
}

type reversedDetails struct {
	Number     string `json:"number" doc:"The voucher's number" example:"JV-7"`
	ReversalID string `json:"reversalId" doc:"The voucher that takes it back"`
	Reversal   string `json:"reversal" doc:"Its number" example:"JV-8"`
	Reason     string `json:"reason" doc:"Why" example:"Typed twice"`

	Amount money.Number `json:"amount,omitempty" doc:"Of its debits" example:"5000"`
}

func (v Voucher) facts(sc scope.Scope) details {
	d := details{Number: v.Number, Kind: v.Kind, Date: v.Date, Amount: v.Amount.Number(sc.Currency),
		Narration: v.Narration}
	for _, l := range v.Lines {
		d.Lines = append(d.Lines, lineFacts{l.Account, l.Amount.Number(sc.Currency)})
	}
	return d
}
