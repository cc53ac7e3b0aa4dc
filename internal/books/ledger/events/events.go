// Package events has what is told of accounts, books and payments: the types of package ledger's events.
package events

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/record/event"
)

// What happens to accounts.
var (
	AccountCreated = event.Define[Account]("account.created", "account", 1, "An account was opened.")

	AccountUpdated = event.Define[Changed[Account]]("account.updated", "account", 1, "An account was changed.")

	AccountDeleted = event.Define[Account]("account.deleted", "account", 1, "An account without entries was deleted.")

	Transferred = event.Define[TransferDetails]("account.transferred", "transfer", 1,
		"Money was moved from one account into another.")
)

// Account is what is told of an account.
type Account struct {
	Name    string       `json:"name" doc:"The account's name" example:"Bank"`
	Kind    string       `json:"kind" doc:"Its kind" example:"bank"`
	Default bool         `json:"isDefault" doc:"Whether money of this kind goes there unless another is named"`
	Active  bool         `json:"isActive" doc:"Whether it can be used"`
	Notes   string       `json:"notes" doc:"What is noted about it" example:"Branch at the lake"`
	Opening money.Number `json:"openingBalance" doc:"What was in it at first" example:"1000"`
	Safe    bool         `json:"isSafe,omitempty" doc:"Whether it is a safe, which has no shifts"`
}

// TransferDetails are those of Transferred.
type TransferDetails struct {
	FromID string       `json:"fromAccountId" doc:"The account that has less now"`
	From   string       `json:"fromAccount" doc:"Its name" example:"Cash"`
	ToID   string       `json:"toAccountId" doc:"The account that has more now"`
	To     string       `json:"toAccount" doc:"Its name" example:"Bank"`
	Amount money.Number `json:"amount" doc:"How much was moved" example:"20000"`
	Date   date.Date    `json:"date" doc:"The day of the books"`
	Notes  string       `json:"notes" doc:"What is noted about it" example:"Paid in at the branch"`
}

// Changed says what of a T is otherwise now.
type Changed[T any] struct {
	Name string        `json:"name" doc:"The account's name now; of the books: billing, or lock" example:"Bank"`
	From event.Some[T] `json:"from" doc:"The fields that changed, as they were"`
	To   event.Some[T] `json:"to" doc:"The same fields as they are now"`
}

// Between makes Changed of two states of a T.
func Between[T any](name string, before, after T) Changed[T] {
	from, to := event.Changes[T]{Before: before, After: after}.Halves()
	return Changed[T]{name, from, to}
}

// What happens to the books as a whole. Their id is the organization's.
var (
	// SettingsUpdated says that the organization bills otherwise from now on.
	SettingsUpdated = event.Define[Changed[Settings]]("settings.updated", "books", 1,
		"How the hotel bills, or what its front desk refuses, was changed.")

	Locked = event.Define[Changed[LockedUntil]]("books.locked", "books", 1,
		"The days until one are locked: nothing of them changes any more.")

	Unlocked = event.Define[Changed[LockedUntil]]("books.unlocked", "books", 1, "The locked days are open again.")
)

// Settings are what is told of the books' settings.
type Settings struct {
	PricesIncludeTax   bool   `json:"pricesIncludeTax" doc:"Whether prices bear their tax"`
	IssueAtCheckout    bool   `json:"issueAtCheckout" doc:"Whether check-out issues the invoice"`
	RoundToWhole       bool   `json:"roundToWhole" doc:"Whether invoices are rounded to whole units of the currency"`
	SpecifiedPremises  bool   `json:"specifiedPremises" doc:"Whether the hotel is specified premises for GST on food"`
	DueDays            int    `json:"dueDays" doc:"After how many days invoices are due" example:"7"`
	InputTaxRule       string `json:"inputTaxRule" doc:"Which tax of expenses is claimed, unless a line says otherwise"`
	AuditHour          int    `json:"nightAuditHour" doc:"At which hour the day is closed by itself; -1: by hand only"`
	AuditNoShows       bool   `json:"nightAuditNoShows" doc:"Whether closing the day marks who didn't arrive"`
	RefuseEarlyArrival bool   `json:"refuseEarlyArrival" doc:"Whether check-in is refused before the day"`
	RefuseDirtyRoom    bool   `json:"refuseDirtyRoom" doc:"Whether check-in is refused into a room that isn't clean"`
	RefuseOccupiedRoom bool   `json:"refuseOccupiedRoom" doc:"Whether check-in is refused into a room with guests in it"`
	RefuseBalanceOwed  bool   `json:"refuseBalanceOwed" doc:"Whether check-out is refused while something is owed"`
	RefuseDoNotRent    bool   `json:"refuseDoNotRent" doc:"Whether guests marked do not rent are refused rooms"`
	CashNeedsShift     bool   `json:"cashNeedsShift,omitempty" doc:"Whether cash moves only in an open shift"`
}

// LockedUntil is what is told of the locked period.
type LockedUntil struct {
	Until  string `json:"lockedUntil" doc:"The last locked day; empty: none is"`
	Reason string `json:"reason" doc:"Why they are locked" example:"GSTR-1 of March is filed"`
}

// What happens to payments and refunds.
var (
	PaymentRecorded = event.Define[RecordedDetails]("payment.recorded", "payment", 1,
		"Money was received or refunded.")

	PaymentVoided = event.Define[VoidedDetails]("payment.voided", "payment", 1,
		"A payment of the business day was made void.")
)

// RecordedDetails are those of PaymentRecorded.
type RecordedDetails struct {
	Number      string       `json:"number" doc:"The receipt's number" example:"PAY-42"`
	Kind        string       `json:"kind" doc:"payment, or refund" example:"payment"`
	Amount      money.Number `json:"amount" doc:"How much, without a sign" example:"5000"`
	Method      string       `json:"method" doc:"How it was paid" example:"upi"`
	AccountID   string       `json:"accountId" doc:"The account that has it, or had it"`
	AccountName string       `json:"accountName" doc:"Its name" example:"UPI"`
	BookingID   string       `json:"bookingId" doc:"The booking that it was recorded for; empty: none"`
	BookingCode string       `json:"bookingCode" doc:"Its code" example:"BK-42"`
	Date        date.Date    `json:"date" doc:"The day of the books"`
	Reference   string       `json:"reference" doc:"As the payer's bank has it" example:"UTR 123456"`
	Allocations []Allocation `json:"allocations" doc:"What it pays, or is taken from"`
	RefundOf    string       `json:"refundOf,omitempty" doc:"Of a refund: the payment that is given back"`
}

// VoidedDetails are those of PaymentVoided.
type VoidedDetails struct {
	Number      string       `json:"number" doc:"The receipt's number" example:"PAY-42"`
	Amount      money.Number `json:"amount" doc:"How much it was" example:"5000"`
	Reason      string       `json:"reason" doc:"Why it is void" example:"Typed twice"`
	From        string       `json:"from" doc:"The status before" example:"recorded"`
	To          string       `json:"to" doc:"The status now" example:"void"`
	Allocations []Allocation `json:"allocations" doc:"What it had paid"`
}

// Allocation is what is told of a part of a payment.
type Allocation struct {
	BookingID string       `json:"bookingId" doc:"The booking that it pays; empty: none"`
	InvoiceID string       `json:"invoiceId" doc:"The invoice that it pays; empty: it is an advance"`
	Amount    money.Number `json:"amount" doc:"How much of the payment" example:"5000"`
}
