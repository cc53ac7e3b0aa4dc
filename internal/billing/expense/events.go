package expense

import (
	"sarai/internal/country/india"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

var (
	created = event.Define[facts]("expense.created", "expense", 1, "An expense, or a bill to pay, was recorded.")

	updated = event.Define[updatedDetails]("expense.updated", "expense", 1, "An expense, or its file, was changed.")

	deleted = event.Define[facts]("expense.deleted", "expense", 1, "An expense was deleted.")

	paid = event.Define[paidDetails]("expense.paid", "expense", 1, "A bill, or a part of it, was paid.")

	paymentVoided = event.Define[voidedDetails]("expense.payment_voided", "expense", 1,
		"A payment of a bill was made void.")
)

// facts are what events tell of an expense.
type facts struct {
	Number      string       `json:"number" doc:"The expense's number" example:"EXP-42"`
	VendorID    string       `json:"vendorId" doc:"The vendor; empty: none that is known"`
	VendorName  string       `json:"vendorName" doc:"From whom it was bought" example:"Lake Laundry"`
	Category    string       `json:"category" doc:"What it is for" example:"Laundry"`
	Description string       `json:"description" doc:"What was bought" example:"Linen of March"`
	Amount      money.Number `json:"amount" doc:"Before tax" example:"4000"`
	Tax         money.Number `json:"tax" doc:"The tax on it" example:"720"`
	AccountID   string       `json:"accountId" doc:"The account that paid; empty for a bill"`
	AccountName string       `json:"accountName" doc:"Its name" example:"Bank"`
	Date        date.Date    `json:"date" doc:"The day of the purchase"`
	BillNumber  string       `json:"billNumber" doc:"The vendor's number of the bill" example:"LL/26/113"`
	File        string       `json:"file" doc:"The name of the bill's file; empty: there is none" example:"March.pdf"`
	DueDate     string       `json:"dueDate" doc:"When a bill is due; empty: it is paid" example:"2026-04-30"`
	Lines       []LineFacts  `json:"lines" doc:"What it is made of"`
}

// LineFacts are what events tell of a line of an expense.
type LineFacts struct {
	Description string       `json:"description" doc:"What was bought" example:"Bed linen"`
	HSN         string       `json:"hsn" doc:"HSN or SAC" example:"6302"`
	Amount      money.Number `json:"amount" doc:"Before tax" example:"4000"`
	CGST        money.Number `json:"cgst" doc:"Central tax" example:"360"`
	SGST        money.Number `json:"sgst" doc:"State tax" example:"360"`
	IGST        money.Number `json:"igst" doc:"Integrated tax" example:"0"`
	InputTax    string       `json:"inputTax" doc:"Whether its tax is claimed" example:"hotel-rule"`
	BlockedKind string       `json:"blockedKind" doc:"Why it can't be claimed; empty: it can" example:"17(5)"`
}

func (e Expense) facts(sc scope.Scope) facts {
	lines := make([]LineFacts, len(e.Lines))
	for i, l := range e.Lines {
		lines[i] = LineFacts{l.Description, l.HSN, l.Amount.Number(sc.Currency), l.Parts.Of(india.CGST).Number(sc.Currency),
			l.Parts.Of(india.SGST).Number(sc.Currency), l.Parts.Of(india.IGST).Number(sc.Currency), l.InputTax, l.BlockedKind}
	}
	return facts{Number: e.Number, VendorID: e.VendorID, VendorName: e.VendorName, Category: e.Category,
		Description: e.Description, Amount: e.Amount.Number(sc.Currency), Tax: e.Tax.Number(sc.Currency),
		AccountID: e.AccountID, AccountName: e.AccountName, Date: e.Date, BillNumber: e.BillNumber, File: e.FileName,
		DueDate: string(e.DueDate), Lines: lines}
}

type updatedDetails struct {
	Number  string               `json:"number" doc:"The expense's number" example:"EXP-42"`
	Changes event.Changes[facts] `json:"changes" doc:"The fields that changed"`
	Size    *int64               `json:"size,omitempty" doc:"Of another file: its bytes; 0: there is none now"`
}

type paidDetails struct {
	Number      string       `json:"number" doc:"The bill's number here" example:"EXP-42"`
	Amount      money.Number `json:"amount" doc:"How much was paid" example:"2000"`
	AccountID   string       `json:"accountId" doc:"The account that paid"`
	AccountName string       `json:"accountName" doc:"Its name" example:"Bank"`
	Date        date.Date    `json:"date" doc:"The day of the payment"`
	Reference   string       `json:"reference" doc:"As the bank has it" example:"UTR 123456"`
	BalanceDue  money.Number `json:"balanceDue" doc:"What is owed now" example:"2720"`
}

type voidedDetails struct {
	Number     string       `json:"number" doc:"The bill's number here" example:"EXP-42"`
	Amount     money.Number `json:"amount" doc:"How much the payment was" example:"2000"`
	Reason     string       `json:"reason" doc:"Why it is void" example:"Paid twice"`
	BalanceDue money.Number `json:"balanceDue" doc:"What is owed now" example:"4720"`
}
