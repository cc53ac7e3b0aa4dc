package register

import (
	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/export"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

const journalNote = "Every entry of the books on the days from and to, a row each, the oldest first; those of one " +
	"posting have the same posting and add up to zero. At most 366 days and 50,000 entries (400 for more). to is the " +
	"business day unless given, from is the first of to's month."

// Routes are the endpoints of the files.
func (s *Service) Routes() []web.Route {
	const base = "/api/accounts/{orgId}"
	view := may.View(may.Accounts)
	return append(export.Routes(base+"/trial-balance", view, s.trialBalance, "The trial balance", ledger.TrialBalanceNote),
		export.Routes(base+"/journal", view, s.journal, "The journal", journalNote)...)
}

type journalInput struct {
	From    date.Date `query:"from" doc:"The first day; the first of to's month unless given"`
	To      date.Date `query:"to" doc:"The last day; the business day unless given"`
	Account string    `query:"account" maxLength:"40" doc:"Only entries of this account: an id, or as guests"`
}
