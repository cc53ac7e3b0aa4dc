package ledger

import (
	"cmp"
	"context"

	"sarai/internal/books/balance"
	"sarai/internal/books/businessday"
	"sarai/internal/books/drawer"
	"sarai/internal/books/ledger/events"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
)

// Service keeps the accounts and records movements.
type Service struct {
	db  *db.DB
	bus *event.Bus
}

// New makes the service.
func New(d *db.DB, bus *event.Bus) *Service {
	return &Service{db: d, bus: bus}
}

// create opens an account with wanted.Opening in it.
func (s *Service) create(ctx context.Context, sc scope.Scope, wanted Opened) (Opened, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Opened, error) {
		if wanted.Safe && wanted.Kind != "cash" {
			return wanted, errs.InvalidField("isSafe", "can be true of accounts of kind cash only")
		}
		books, err := Lock(tx, sc).Get()
		if err != nil {
			return wanted, err
		}
		return s.Open(books, sc, wanted)
	})
}

// Open opens an account with a.Opening in it.
func (s *Service) Open(books Locked, sc scope.Scope, a Opened) (Opened, error) {
	tx := books.Tx()
	a.ID, a.CreatedAt, a.UpdatedAt, a.Version = id.New(), tx.Now.UnixMilli(), tx.Now.UnixMilli(), 1
	if err := a.checkDefault(); err != nil {
		return a, err
	}
	if err := replaceDefault(tx, sc, a.Account); err != nil {
		return a, err
	}
	if err := insertAccount(tx, sc, a.Account); err != nil {
		return a, err
	}
	if err := postOpening(books, sc, a.Account, a.Opening); err != nil {
		return a, err
	}
	a, err := find(tx, sc, a.ID) // as the posting has left it
	if err != nil {
		return a, err
	}
	return a, s.bus.Publish(tx, sc, events.AccountCreated.Of(a.ID, a.facts(sc)))
}

// postOpening posts the opening balance of an account, or what corrects it.
func postOpening(books Locked, sc scope.Scope, a Account, amount money.Amount) error {
	return Post(books, sc, Posting{Document: "opening", DocumentID: a.ID, Day: sc.Today(books.Tx().Now),
		Note: "Opening balance of " + a.Name, Entries: []Entry{{a.ID, amount}, {Opening, -amount}}})
}

// Accounts lists the organization's accounts, newest first.
func (s *Service) Accounts(ctx context.Context, sc scope.Scope) ([]Opened, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) ([]Opened, error) { return allAccounts(tx, sc, newestFirst) })
}

func (s *Service) account(ctx context.Context, sc scope.Scope, accountID string) (Opened, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Opened, error) { return find(tx, sc, accountID) })
}

// Change edits an account, and posts the difference if Opening changes. An edit that changes nothing leaves no trace.
func (s *Service) Change(ctx context.Context, sc scope.Scope, accountID string, edit func(*Opened)) (Opened, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Opened, error) {
		books, err := Lock(tx, sc).Get()
		if err != nil {
			return Opened{}, err
		}
		before, err := find(tx, sc, accountID)
		if err == nil {
			err = sc.CheckVersion(before.Version)
		}
		if err != nil {
			return before, err
		}
		after := before
		edit(&after)
		if after == before {
			return after, nil
		}
		if err := cmp.Or(after.checkDefault(), before.allows(after)); err != nil {
			return after, err
		}
		if before.needsIdle(after) {
			if err := drawer.RequireIdle(tx, sc, after.ID, before.Name); err != nil {
				return after, err
			}
		}
		if err := replaceDefault(tx, sc, after.Account); err != nil {
			return after, err
		}
		after.UpdatedAt = tx.Now.UnixMilli()
		if err := saveAccount(tx, sc, &after.Account); err != nil {
			return after, err
		}
		if err := postOpening(books, sc, after.Account, after.Opening-before.Opening); err != nil {
			return after, err
		}
		if after, err = find(tx, sc, accountID); err != nil { // as the posting has left it
			return after, err
		}
		return after, s.bus.Publish(tx, sc, events.AccountUpdated.Of(after.ID,
			events.Between(after.Name, before.facts(sc), after.facts(sc))))
	})
}

// delete removes an account that has no entries.
func (s *Service) delete(ctx context.Context, sc scope.Scope, accountID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if _, err := Lock(tx, sc).Get(); err != nil {
			return err
		}
		a, err := find(tx, sc, accountID)
		if err != nil {
			return err
		}
		if err := drawer.RequireIdle(tx, sc, a.ID, a.Name); err != nil {
			return err
		}
		if a.Default {
			return errs.Conflict("%s is the default account of kind %s: make another one the default first.", a.Name, a.Kind)
		}
		used, err := inBooks(tx, sc, accountID)
		if err != nil {
			return err
		}
		if used {
			return errs.Conflict("Money has been moved in %s, so it stays in the books. Make it inactive instead "+
				"(isActive: false).", a.Name)
		}
		if err := removeAccount(tx, sc, accountID); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, events.AccountDeleted.Of(a.ID, a.facts(sc)))
	})
}

// Transferred is a transfer, with the names of all accounts by their ids.
type Transferred struct {
	Transfer
	Names map[string]string
}

// Transfer moves money from one account into another.
func (s *Service) Transfer(ctx context.Context, sc scope.Scope, t Transfer) (Transferred, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (made Transferred, err error) {
		books, err := Lock(tx, sc).Get()
		if err != nil {
			return made, err
		}
		if made.Transfer, err = s.MoveMoney(books, sc, t); err != nil {
			return made, err
		}
		made.Names, err = Names(tx, sc).Get()
		return made, err
	})
}

// MoveMoney makes a transfer, dated on the business day unless it has a date.
func (s *Service) MoveMoney(books Locked, sc scope.Scope, t Transfer) (Transfer, error) {
	tx, days := books.Tx(), books.Days
	t.Date = cmp.Or(t.Date, days.Today)
	if err := days.Check("date", t.Date); err != nil {
		return t, err
	}
	t.Date = days.Posting(t.Date)
	from, err := Usable(tx, sc, "fromAccountId", t.From).Get()
	if err != nil {
		return t, err
	}
	to, err := Usable(tx, sc, "toAccountId", t.To).Get()
	if err != nil {
		return t, err
	}
	t.ID, t.CreatedBy, t.CreatedAt = id.New(), sc.User, tx.Now.UnixMilli()
	if err := insertTransfer(books, sc, t); err != nil {
		return t, err
	}
	err = Post(books, sc, Posting{Document: "transfer", DocumentID: t.ID, Day: t.Date, Note: from.Name + " → " + to.Name,
		NoShift: t.NoShift, Entries: []Entry{{t.To, t.Amount}, {t.From, -t.Amount}}})
	if err != nil {
		return t, err
	}
	return t, s.bus.Publish(tx, sc, events.Transferred.Of(t.ID, events.TransferDetails{FromID: t.From, From: from.Name,
		ToID: t.To, To: to.Name, Amount: t.Amount.Number(sc.Currency), Date: t.Date, Notes: t.Notes}))
}

// transferPage is one page of the transfers, with the names of the accounts.
type transferPage struct {
	listing.Page[Transfer]
	names map[string]string
}

func (s *Service) transfers(ctx context.Context, sc scope.Scope, in *transfersInput) (transferPage, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (p transferPage, err error) {
		found := transferList.Ask(tx, sc, *in, in.Paging)
		if p.names, err = Names(tx, sc).Get(); err == nil {
			p.Page, err = found.Get()
		}
		return p, err
	})
}

// statement reads an account's entries. to is the business day if it is empty, from the first of to's month.
func (s *Service) statement(ctx context.Context, sc scope.Scope, accountID string, from, to date.Date) (
	statement, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (st statement, err error) {
		business, err := businessday.Business(tx, sc)
		if err != nil {
			return st, err
		}
		if st.From, st.To, err = date.Span(from, to, business, maxStatementDays); err != nil {
			return st, err
		}
		found, err := find(tx, sc, accountID)
		if err != nil {
			return st, err
		}
		st.Account = found.Account
		before, err := balance.Until(tx, sc, st.From.AddDays(-1))
		if err != nil {
			return st, err
		}
		st.Opening = before[accountID]
		if st.Lines, err = linesOf(tx, sc, accountID, st.From, st.To); err != nil {
			return st, err
		}
		st.Closing = st.Opening
		for i := range st.Lines {
			st.Closing += st.Lines[i].Amount
			st.Lines[i].Balance = st.Closing
		}
		return st, nil
	})
}

// balances are those of all accounts, the books' own included, after the day.
type balances struct {
	day      date.Date
	of       map[string]money.Amount // by account; without those that have no entry
	accounts []Opened
}

// trialBalance reads the balances after the day; "" is the business day.
func (s *Service) trialBalance(ctx context.Context, sc scope.Scope, day date.Date) (balances, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (b balances, err error) {
		business, err := businessday.Business(tx, sc)
		if err != nil {
			return b, err
		}
		b.day = cmp.Or(day, business)
		if b.of, err = balance.Until(tx, sc, b.day); err != nil {
			return b, err
		}
		b.accounts, err = allAccounts(tx, sc, oldestFirst)
		return b, err
	})
}

// settings are how the organization bills, and its last closed day.
func (s *Service) settings(ctx context.Context, sc scope.Scope) (b Books, closed date.Date, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		asked, days := Read(tx, sc), businessday.Read(tx, sc)
		if b, err = asked.Get(); err != nil {
			return err
		}
		d, err := days.Get()
		closed = d.Closed
		return err
	})
	return b, closed, err
}

// ChangeSettings edits how the organization bills, and returns it with the last closed day. An edit that changes
// nothing leaves no trace.
func (s *Service) ChangeSettings(ctx context.Context, sc scope.Scope, edit func(*Books)) (
	after Books, closed date.Date, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		books, err := Lock(tx, sc).Get()
		if err != nil {
			return err
		}
		if err := sc.CheckVersion(books.Version); err != nil {
			return err
		}
		after, closed = books.Books, books.Days.Closed
		edit(&after)
		if after == books.Books {
			return nil
		}
		after.UpdatedAt = tx.Now.UnixMilli()
		if err := saveBooks(tx, sc, &after); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, events.SettingsUpdated.Of(sc.Org,
			events.Between("billing", books.facts(), after.facts())))
	})
	return after, closed, err
}
