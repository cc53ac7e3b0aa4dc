package bank

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

var (
	imported = event.Define[statementDetails]("bank.imported", "account", 1, "A bank's statement was imported.")

	removed = event.Define[statementDetails]("bank.removed", "bank-statement", 1,
		"A bank's statement was removed with its lines, of which none was matched.")

	matched = event.Define[matchedDetails]("bank.matched", "bank-line", 1,
		"A line of a bank's statement was matched with entries of the books.")

	ignored = event.Define[ignoredDetails]("bank.ignored", "bank-line", 1,
		"A line of a bank's statement was set aside, as nothing of the books.")

	reopened = event.Define[ignoredDetails]("bank.reopened", "bank-line", 1,
		"A line of a bank's statement is open again: it was matched, or ignored.")

	forgotten = event.Define[ruleDetails]("bank.forgotten", "bank-rule", 1,
		"What was learned of lines of a bank's statements was forgotten.")
)

type statementDetails struct {
	FileName string    `json:"fileName" doc:"As it was sent" example:"april.csv"`
	Format   string    `json:"format" doc:"csv, ofx, camt053, mt940 or xlsx" example:"csv"`
	From     date.Date `json:"from" doc:"The first day of its lines"`
	To       date.Date `json:"to" doc:"The last day of its lines"`
	Lines    int       `json:"lines" doc:"Those that no file had before" example:"42"`
}

func (s Statement) facts() statementDetails {
	return statementDetails{s.FileName, s.Format, s.FirstDay, s.LastDay, s.Added}
}

type matchedDetails struct {
	Date    date.Date    `json:"date" doc:"The line's day"`
	Amount  money.Number `json:"amount" doc:"Into the account; out of it below zero" example:"5000"`
	Entries []entryFacts `json:"entries" doc:"What it was matched with"`

	Lines int           `json:"lines,omitempty" doc:"How many lines are the entries together" example:"2"`
	Sum   *money.Number `json:"sum,omitempty" doc:"Of these lines, into the account" example:"5000"`
}

type entryFacts struct {
	Document   string       `json:"document" doc:"The kind of document behind the entry" example:"payment"`
	DocumentID string       `json:"documentId" doc:"Its id"`
	Number     string       `json:"number" doc:"Its number" example:"PAY-42"`
	Amount     money.Number `json:"amount" doc:"Into the account; out of it below zero" example:"5000"`
}

type ignoredDetails struct {
	Date   date.Date    `json:"date" doc:"The line's day"`
	Amount money.Number `json:"amount" doc:"Into the account; out of it below zero" example:"5000"`
	Reason string       `json:"reason" doc:"Why" example:"Booked and taken back by the bank"`
}

func (l Line) facts(sc scope.Scope, reason string) ignoredDetails {
	return ignoredDetails{l.Day, l.Amount.Number(sc.Currency), reason}
}

type ruleDetails struct {
	Pattern string `json:"pattern" doc:"The words of the lines" example:"neft charges"`
	Kind    string `json:"kind" doc:"book, or match" example:"book"`
	Target  string `json:"target" doc:"The account, or the kind of document, that was proposed"`
}
