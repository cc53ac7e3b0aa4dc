package bank

import (
	"cmp"
	"context"
	"path"
	"strings"

	"sarai/internal/books/balance"
	"sarai/internal/books/businessday"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/export"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// reconciliation is what lies between the books and the bank at the end of a day.
type reconciliation struct {
	account  ledger.Account
	from, to date.Date
	books    money.Amount
	bank     money.Amount // as the newest statement says, and else by its lines
	stated   *Statement   // which says so; nil: none does
	entries  []ledger.Posted
	earlier  money.Amount // entries before from that no line is
	lines    []Line       // open, or matched with entries after the day
	ignored  []Line
}

const reconciledDays = 366

// reconcile compares the books with the bank at the end of the day to; "" is the business day. Entries from the day
// from on are listed, those before are added up.
func (s *Service) reconcile(ctx context.Context, sc scope.Scope, accountID string, from, to date.Date) (
	reconciliation, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (r reconciliation, err error) {
		business, err := businessday.Business(tx, sc)
		if err != nil {
			return r, err
		}
		if from == "" {
			from = cmp.Or(to, business).AddDays(1 - reconciledDays)
		}
		if r.from, r.to, err = date.Span(from, to, business, reconciledDays); err != nil {
			return r, err
		}
		if r.account, err = accountOf(tx, sc, accountID); err != nil {
			return r, err
		}
		if err := r.readBooks(tx, sc); err != nil {
			return r, err
		}
		return r, r.readBank(tx, sc)
	})
}

func (r *reconciliation) readBooks(tx *db.Tx, sc scope.Scope) error {
	sums, err := balance.Until(tx, sc, r.to)
	if err != nil {
		return err
	}
	before, err := balance.Until(tx, sc, r.from.AddDays(-1))
	if err != nil {
		return err
	}
	settled, err := settledBefore(tx, sc, r.account.ID, r.from, r.to)
	if err != nil {
		return err
	}
	r.books, r.earlier = sums[r.account.ID], before[r.account.ID]-settled
	r.entries, err = unmatched(tx, sc, r.account.ID, r.from, r.to, r.to, export.MaxRows+1)
	return cmp.Or(err, export.CheckRows(len(r.entries)))
}

func (r *reconciliation) readBank(tx *db.Tx, sc scope.Scope) error {
	lines, err := outstanding(tx, sc, r.account.ID, r.to, export.MaxRows+1)
	if err != nil {
		return err
	}
	if err := export.CheckRows(len(lines)); err != nil {
		return err
	}
	for _, l := range lines {
		if l.State == Ignored {
			r.ignored = append(r.ignored, l)
		} else {
			r.lines = append(r.lines, l)
		}
	}
	if r.stated, err = stated(tx, sc, r.account.ID, r.to); err != nil {
		return err
	}
	after := date.Date("")
	if r.stated != nil {
		after, r.bank = r.stated.LastDay, *r.stated.Closing
	}
	since, err := bankBalance(tx, sc, r.account.ID, after, r.to)
	r.bank += since
	return err
}

// unexplained is what is missing between both: zero, unless lines of the bank weren't imported.
func (r reconciliation) unexplained() money.Amount {
	return r.books - r.earlier - sumOf(r.entries) + total(r.lines) + total(r.ignored) - r.bank
}

// reconciliationFile is the report as a file: a row for each figure, and what it is made of below.
func (s *Service) reconciliationFile(ctx context.Context, sc scope.Scope, in *reconcileInput) (export.File, error) {
	r, err := s.reconcileAsked(ctx, sc, in)
	if err != nil {
		return export.File{}, err
	}
	number := func(a money.Amount) money.Number { return a.Number(sc.Currency) }
	t := export.Table{Name: "Reconciliation",
		Headings: export.Row("Date", "What", "Number", "Text", "Amount "+sc.Currency)}
	add := func(cells ...export.Cell) { t.Rows = append(t.Rows, export.Row(cells...)) }
	add(r.to, "Balance of the books", "", r.account.Name, number(r.books))
	if r.earlier != 0 {
		add(r.from.AddDays(-1), "Less earlier entries that the bank doesn't have", "", "", number(-r.earlier))
	}
	for _, e := range r.entries {
		add(e.Day, "Less an entry that the bank doesn't have", e.Number, e.Note, number(-e.Amount))
	}
	for _, l := range r.lines {
		add(l.Day, "Plus a bank line that the books don't have", l.Reference, l.Text, number(l.Amount))
	}
	for _, l := range r.ignored {
		add(l.Day, "Plus an ignored bank line: "+l.Reason, l.Reference, l.Text, number(l.Amount))
	}
	add(r.to, "Less what is not explained", "", "", number(-r.unexplained()))
	add(r.to, "Balance of the bank", "", "", number(r.bank))
	return export.File{Name: export.Name("bank-reconciliation", r.to, ""), Tables: []export.Table{t}}, nil
}

const maxName = 100

// fileName is what the client calls its file, or what it is.
func fileName(given, format string) string {
	name := path.Base(strings.ReplaceAll(given, `\`, "/"))
	if letters := []rune(name); len(letters) > maxName {
		name = string(letters[:maxName])
	}
	if given == "" || name == "." || name == "/" {
		name = "statement." + format
	}
	return name
}
