package register

import (
	"context"

	"sarai/internal/books/businessday"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/export"
	"sarai/internal/kit/scope"
)

// Service makes the files.
type Service struct {
	db       *db.DB
	accounts *ledger.Service
}

// New makes the service.
func New(d *db.DB, accounts *ledger.Service) *Service { return &Service{d, accounts} }

const mostDays = 366 // of a journal

// journal are the entries of the days [from, to], the oldest first.
type journal struct {
	from, to date.Date
	entries  []ledger.Posted
	names    map[string]string // of the hotel's accounts and the books' own, by id
}

func (s *Service) entries(ctx context.Context, sc scope.Scope, in *journalInput) (journal, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (j journal, err error) {
		business, err := businessday.Business(tx, sc)
		if err != nil {
			return j, err
		}
		if j.from, j.to, err = date.Span(in.From, in.To, business, mostDays); err != nil {
			return j, err
		}
		if j.names, err = ledger.Names(tx, sc).Get(); err != nil {
			return j, err
		}
		for _, own := range ledger.OwnAccounts {
			j.names[own[0]] = own[1]
		}
		if in.Account != "" && j.names[in.Account] == "" {
			return j, errs.InvalidField("account", "must be the id of one of the hotel's accounts, or one of the books' own")
		}
		if j.entries, err = ledger.Entries(tx, sc, j.from, j.to, in.Account, export.MaxRows+1); err != nil {
			return j, err
		}
		return j, export.CheckRows(len(j.entries))
	})
}

// journal is the journal as a file.
func (s *Service) journal(ctx context.Context, sc scope.Scope, in *journalInput) (export.File, error) {
	if err := date.CheckDays(in.From, in.To); err != nil {
		return export.File{}, err
	}
	j, err := s.entries(ctx, sc, in)
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

// trialBalance is the trial balance as a file, with its totals in the last row.
func (s *Service) trialBalance(ctx context.Context, sc scope.Scope, in *ledger.TrialBalanceInput) (export.File, error) {
	v, err := s.accounts.TrialBalance(ctx, sc, in)
	if err != nil {
		return export.File{}, err
	}
	t := export.Table{Name: "Trial balance",
		Headings: export.Row("Account", "Kind", "Debit "+sc.Currency, "Credit "+sc.Currency)}
	for _, a := range v.Accounts {
		t.Rows = append(t.Rows, export.Row(a.Name, a.Kind, a.Debit, a.Credit))
	}
	t.Rows = append(t.Rows, export.Row("All", "", v.Debit, v.Credit))
	return export.File{Name: export.Name("trial-balance", date.Date(v.Date), ""), Tables: []export.Table{t}}, nil
}
