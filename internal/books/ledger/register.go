package ledger

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/export"
	"sarai/internal/kit/scope"
)

const journalNote = "Every entry of the books on the days from and to, a row each, the oldest first; those of one " +
	"posting have the same posting and add up to zero. At most 366 days and 50,000 entries (400 for more). to is the " +
	"business day unless given, from is the first of to's month."

// files are the service's registers.
type files struct{ *Service }

// trialBalance is the trial balance as a file, with its totals in the last row.
func (f files) trialBalance(ctx context.Context, sc scope.Scope, in *trialBalanceInput) (export.File, error) {
	answer, err := f.httpTrialBalance(ctx, sc, in)
	if err != nil {
		return export.File{}, err
	}
	v := answer.Data
	t := export.Table{Name: "Trial balance",
		Headings: export.Row("Account", "Kind", "Debit "+sc.Currency, "Credit "+sc.Currency)}
	for _, a := range v.Accounts {
		t.Rows = append(t.Rows, export.Row(a.Name, a.Kind, a.Debit, a.Credit))
	}
	t.Rows = append(t.Rows, export.Row("All", "", v.Debit, v.Credit))
	return export.File{Name: export.Name("trial-balance", date.Date(v.Date), ""), Tables: []export.Table{t}}, nil
}

// journal are the entries of the days [from, to], the oldest first.
type journal struct {
	from, to date.Date
	entries  []entryRow
	names    map[string]string // of the hotel's accounts and the books' own, by id
}

type journalInput struct {
	From    date.Date `query:"from" doc:"The first day; the first of to's month unless given"`
	To      date.Date `query:"to" doc:"The last day; the business day unless given"`
	Account string    `query:"account" maxLength:"40" doc:"Only entries of this account: an id, or as guests"`
}

func (f files) entries(ctx context.Context, sc scope.Scope, in *journalInput) (journal, error) {
	return db.Read(ctx, f.db, func(tx *db.Tx) (j journal, err error) {
		business, err := BusinessDay(tx, sc)
		if err != nil {
			return j, err
		}
		if j.from, j.to, err = daysAsked(in.From, in.To, business); err != nil {
			return j, err
		}
		if j.names, err = Names(tx, sc).Get(); err != nil {
			return j, err
		}
		for _, own := range ownAccounts {
			j.names[own[0]] = own[1]
		}
		if in.Account != "" && j.names[in.Account] == "" {
			return j, errs.InvalidField("account", "must be the id of one of the hotel's accounts, or one of the books' own")
		}
		if j.entries, err = entriesOf(tx, sc, j.from, j.to, in.Account, export.MaxRows+1); err != nil {
			return j, err
		}
		return j, export.CheckRows(len(j.entries))
	})
}

// journal is the journal as a file.
func (f files) journal(ctx context.Context, sc scope.Scope, in *journalInput) (export.File, error) {
	if err := date.CheckDays(in.From, in.To); err != nil {
		return export.File{}, err
	}
	j, err := f.entries(ctx, sc, in)
	if err != nil {
		return export.File{}, err
	}
	t := export.Table{Name: "Journal", Headings: export.Row("Date", "Document", "Number", "Account", "Debit "+sc.Currency,
		"Credit "+sc.Currency, "Note", "Posting"), Rows: make([][]export.Cell, len(j.entries))}
	for i, e := range j.entries {
		debit, credit := max(e.Amount, 0), -min(e.Amount, 0)
		t.Rows[i] = export.Row(e.Day, e.Document, e.Number, j.names[e.Account], debit.Number(sc.Currency),
			credit.Number(sc.Currency), e.Note, e.PostingID)
	}
	return export.File{Name: export.Name("journal", j.from, j.to), Tables: []export.Table{t}}, nil
}
