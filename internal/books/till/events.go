package till

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

var (
	opened = event.Define[openedFacts]("shift.opened", "shift", 1,
		"A shift of a drawer began with the count of its float.")

	closed = event.Define[closedFacts]("shift.closed", "shift", 1,
		"The cash of a drawer was counted, and its shift ended.")

	dropped = event.Define[dropFacts]("shift.dropped", "shift", 1, "A bag of cash went from a drawer to another account.")

	paidOut = event.Define[paidOutFacts]("shift.paid_out", "shift", 1, "Something was paid out of a drawer.")

	tipped = event.Define[tipFacts]("shift.tipped", "shift", 1, "A tip for the staff went into a drawer, or out of it.")

	corrected = event.Define[correctionFacts]("shift.corrected", "shift", 1,
		"A correction was put beside what was counted at the end of a shift.")

	approved = event.Define[approvedFacts]("shift.approved", "shift", 1, "A second person approved the count of a shift.")
)

type openedFacts struct {
	AccountID string       `json:"accountId" doc:"The drawer"`
	Drawer    string       `json:"drawer" doc:"Its name" example:"Front desk drawer"`
	Cashier   string       `json:"cashierId" doc:"Who works it"`
	Float     money.Number `json:"openingFloat" doc:"What was counted in it" example:"5000"`
}

type closedFacts struct {
	AccountID  string       `json:"accountId" doc:"The drawer"`
	Drawer     string       `json:"drawer" doc:"Its name" example:"Front desk drawer"`
	Cashier    string       `json:"cashierId" doc:"Who has worked it"`
	Counted    money.Number `json:"counted" doc:"What was in it" example:"18450"`
	Expected   money.Number `json:"expected" doc:"What should have been in it" example:"18500"`
	Difference money.Number `json:"difference" doc:"What was posted; below zero: missing" example:"-50"`
	Date       date.Date    `json:"date" doc:"The day of the books"`
	NextID     string       `json:"nextShiftId" doc:"The shift that it was handed over to; empty: none"`
}

type dropFacts struct {
	BagNumber string       `json:"bagNumber" doc:"The number on the bag" example:"B-1042"`
	Amount    money.Number `json:"amount" doc:"How much was in it" example:"15000"`
	ToID      string       `json:"toAccountId" doc:"Where it went"`
	To        string       `json:"toAccount" doc:"Its name" example:"Safe"`
}

type paidOutFacts struct {
	Amount  money.Number `json:"amount" doc:"How much was paid" example:"350"`
	Reason  string       `json:"reason" doc:"What for" example:"Taxi for a guest"`
	Number  string       `json:"number" doc:"The expense's number" example:"EXP-12"`
	Expense string       `json:"expenseId" doc:"The expense that was recorded"`
}

type tipFacts struct {
	Amount money.Number `json:"amount" doc:"Into the drawer; below zero: out of it" example:"200"`
	Notes  string       `json:"notes" doc:"For whom" example:"Housekeeping"`
}

type correctionFacts struct {
	Counted money.Number `json:"counted" doc:"What was in the drawer in truth" example:"18500"`
	Amount  money.Number `json:"amount" doc:"What was posted" example:"50"`
	Reason  string       `json:"reason" doc:"Why" example:"A note of 50 lay below the tray"`
}

type approvedFacts struct {
	Difference money.Number `json:"difference" doc:"What was posted when it was counted" example:"-50"`
}

func (s Shift) openedFacts(sc scope.Scope, drawer string) openedFacts {
	return openedFacts{AccountID: s.AccountID, Drawer: drawer, Cashier: s.CashierID, Float: s.Float.Number(sc.Currency)}
}

func (s Shift) closedFacts(sc scope.Scope, drawer string) closedFacts {
	return closedFacts{AccountID: s.AccountID, Drawer: drawer, Cashier: s.CashierID,
		Counted: s.Counted.Number(sc.Currency), Expected: s.Expected.Number(sc.Currency),
		Difference: s.Difference().Number(sc.Currency), Date: s.ClosedOn, NextID: s.NextID}
}
