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

	rateSet = event.Define[rateFacts]("exchange_rate.set", "exchange_rate", 1,
		"The hotel's rate of a day for foreign cash was set.")

	foreignMoved = event.Define[foreignFacts]("shift.foreign_cash", "shift", 1,
		"Foreign cash came into a drawer, left it, or was counted.")

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

type rateFacts struct {
	Currency string       `json:"currency" doc:"The foreign currency" example:"USD"`
	Rate     money.Number `json:"rate" doc:"Of the hotel's currency for one" example:"83.45"`
	Date     date.Date    `json:"date" doc:"The day of the books"`
}

type foreignFacts struct {
	EntryID  string        `json:"entryId" doc:"The entry's id"`
	Kind     string        `json:"kind" doc:"exchange, reversal, count or sale" example:"exchange"`
	Currency string        `json:"currency" doc:"Of the notes" example:"USD"`
	Amount   money.Number  `json:"foreignAmount" doc:"Into the drawer; below zero: out of it" example:"100"`
	Rate     money.Number  `json:"rate" doc:"Of an exchange" example:"83.45"`
	Worth    money.Number  `json:"worth" doc:"In the books" example:"8345"`
	Paid     money.Number  `json:"paidAmount" doc:"To the guest; below zero: came in" example:"8345"`
	Counted  *money.Number `json:"counted,omitempty" doc:"Of a count" example:"100"`
	Notes    string        `json:"notes" doc:"Why, of a reversal" example:"It was 10, not 100"`
}

func (f Foreign) facts(sc scope.Scope) foreignFacts {
	v := f.view(sc)
	return foreignFacts{f.ID, f.Kind, f.Currency, v.Amount, v.Rate, v.Worth, v.Paid, v.Counted, f.Notes}
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
