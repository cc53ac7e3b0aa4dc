package deposit

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

var (
	takenEvent = event.Define[takenDetails]("deposit.taken", "deposit", 1, "A deposit was taken at the desk.")

	returnedEvent = event.Define[endDetails]("deposit.returned", "deposit", 1,
		"A deposit, or a part of it, was given back.")

	keptEvent = event.Define[endDetails]("deposit.kept", "deposit", 1,
		"A deposit, or a part of it, was kept: it is income.")
)

type takenDetails struct {
	Number    string       `json:"number" doc:"The deposit's number" example:"DEP-7"`
	Kind      string       `json:"kind" doc:"key, damage or other" example:"key"`
	Amount    money.Number `json:"amount" doc:"How much" example:"500"`
	Method    string       `json:"method" doc:"How it was paid" example:"cash"`
	AccountID string       `json:"accountId" doc:"The account that has it"`
	BookingID string       `json:"bookingId" doc:"Of the stay; empty: of none"`
	Date      date.Date    `json:"date" doc:"The day of the books"`
}

type endDetails struct {
	Number string       `json:"number" doc:"The deposit's number" example:"DEP-7"`
	Amount money.Number `json:"amount" doc:"How much" example:"500"`
	Left   money.Number `json:"left" doc:"What is left of it" example:"0"`
	Reason string       `json:"reason" doc:"Why" example:"The key was lost"`
	Date   date.Date    `json:"date" doc:"The day of the books"`
}

func (d Deposit) facts(sc scope.Scope) takenDetails {
	return takenDetails{d.Number, d.Kind, d.Amount.Number(sc.Currency), string(d.Method), d.AccountID, d.BookingID, d.Date}
}

func (e End) facts(sc scope.Scope, d Deposit) endDetails {
	return endDetails{d.Number, e.Amount.Number(sc.Currency), d.left().Number(sc.Currency), e.Reason, e.Date}
}
