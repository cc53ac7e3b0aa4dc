package ledger

import (
	"cmp"
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

var errNoAccount = errs.NotFound("There is no such account.")

// Opened is an account with the balance that it was opened with.
type Opened struct {
	Account
	Opening money.Amount
}

// create opens an account.
func (s *Service) create(ctx context.Context, sc scope.Scope, a Opened) (created Opened, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		created, err = idempotency.Do(tx, sc, func() (Opened, error) {
			books, err := Lock(tx, sc)
			if err != nil {
				return a, err
			}
			a.ID, a.CreatedAt, a.UpdatedAt = id.New(), tx.Now.UnixMilli(), tx.Now.UnixMilli()
			if err := stepBack(tx, sc, a.Account); err != nil {
				return a, err
			}
			if err := insertAccount(tx, sc, a.Account); err != nil {
				return a, err
			}
			if err := openWith(books, sc, a.Account, a.Opening); err != nil {
				return a, err
			}
			a.Balance = a.Opening
			return a, s.publish(tx, sc, "account.created", a.Account, a.values(sc))
		})
		return err
	})
	return created, err
}

// values are what the audit log says of an account.
func (o Opened) values(sc scope.Scope) map[string]any {
	return map[string]any{"name": o.Name, "kind": o.Kind, "isDefault": o.Default, "isActive": o.Active, "notes": o.Notes, "openingBalance": o.Opening.Number(sc.Currency)}
}

func (s *Service) publish(tx *db.Tx, sc scope.Scope, action string, a Account, details map[string]any) error {
	return s.bus.Publish(tx, sc, event.Event{Action: action, ResourceType: "account", ResourceID: a.ID, Details: details})
}

// openWith posts what was in the account before the books knew of it, or a correction of that.
func openWith(books Locked, sc scope.Scope, a Account, amount money.Amount) error {
	return Post(books, sc, Posting{Document: "opening", DocumentID: a.ID, Day: sc.Today(books.Tx().Now), Note: "Opening balance of " + a.Name,
		Legs: []Leg{{a.ID, amount}, {Opening, -amount}}})
}

// Accounts are the organization's own, with what is in each.
func (s *Service) Accounts(ctx context.Context, sc scope.Scope) (list []Opened, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		list, err = withOpenings(tx, sc, selectAccounts+` ORDER BY created_at DESC, account_id DESC`, sc.Org)
		return err
	})
	return list, err
}

func (s *Service) account(ctx context.Context, sc scope.Scope, accountID string) (a Opened, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		a, err = find(tx, sc, accountID)
		return err
	})
	return a, err
}

// Change edits an account; another Opening is posted.
func (s *Service) Change(ctx context.Context, sc scope.Scope, accountID string, edit func(*Opened)) (after Opened, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		books, err := Lock(tx, sc)
		if err != nil {
			return err
		}
		before, err := find(tx, sc, accountID)
		if err != nil {
			return err
		}
		after = before
		edit(&after)
		if after == before {
			return nil
		}
		if err := before.allows(after.Account); err != nil {
			return err
		}
		if err := stepBack(tx, sc, after.Account); err != nil {
			return err
		}
		after.UpdatedAt = tx.Now.UnixMilli()
		if err := saveAccount(tx, sc, after.Account); err != nil {
			return err
		}
		if err := openWith(books, sc, after.Account, after.Opening-before.Opening); err != nil {
			return err
		}
		after.Balance += after.Opening - before.Opening
		return s.publish(tx, sc, "account.updated", after.Account, differences(before.values(sc), after.values(sc)))
	})
	return after, err
}

// allows refuses to leave a kind of account without its default: payments that name no account go there.
func (a Account) allows(after Account) error {
	var fields errs.Fields
	if a.Default && !after.Default {
		fields.Add("isDefault", "can't be taken away: make another account of kind %s the default instead", a.Kind)
	}
	if after.Default && !after.Active {
		fields.Add("isActive", "must stay true while the account is the default of kind %s; make another one the default first", after.Kind)
	}
	return fields.Err()
}

// differences are the values that changed, old and new.
func differences(before, after map[string]any) map[string]any {
	from, to := map[string]any{}, map[string]any{}
	for name, value := range after {
		if before[name] != value {
			from[name], to[name] = before[name], value
		}
	}
	return map[string]any{"name": after["name"], "from": from, "to": to}
}

// delete removes an account that was never used.
func (s *Service) delete(ctx context.Context, sc scope.Scope, accountID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if _, err := Lock(tx, sc); err != nil {
			return err
		}
		a, err := find(tx, sc, accountID)
		if err != nil {
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
			return errs.Conflict("Money has been moved in %s, so it stays in the books. Make it inactive instead (isActive: false).", a.Name)
		}
		if err := removeAccount(tx, sc, accountID); err != nil {
			return err
		}
		return s.publish(tx, sc, "account.deleted", a.Account, a.values(sc))
	})
}

// Transfer is money that went from one account into another.
type Transfer struct {
	ID        string
	From      string // an account's id
	To        string
	Amount    money.Amount
	Date      date.Date
	Notes     string
	CreatedBy string
	CreatedAt int64 // UTC milliseconds
}

// Transfer moves money from one account into another.
func (s *Service) Transfer(ctx context.Context, sc scope.Scope, t Transfer) (made Transfer, names map[string]string, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		made, err = idempotency.Do(tx, sc, func() (Transfer, error) { return s.move(tx, sc, t) })
		if err != nil {
			return err
		}
		names, err = Names(tx, sc)
		return err
	})
	return made, names, err
}

func (s *Service) move(tx *db.Tx, sc scope.Scope, t Transfer) (Transfer, error) {
	books, err := Lock(tx, sc)
	if err != nil {
		return t, err
	}
	today := sc.Today(tx.Now)
	if t.Date == "" {
		t.Date = today
	}
	if err := books.CheckDay("date", t.Date, today); err != nil {
		return t, err
	}
	from, err := usable(tx, sc, "fromAccountId", t.From)
	if err != nil {
		return t, err
	}
	to, err := usable(tx, sc, "toAccountId", t.To)
	if err != nil {
		return t, err
	}
	t.ID, t.CreatedBy, t.CreatedAt = id.New(), sc.User, tx.Now.UnixMilli()
	if err := insertTransfer(tx, sc, t); err != nil {
		return t, err
	}
	err = Post(books, sc, Posting{Document: "transfer", DocumentID: t.ID, Day: t.Date, Note: from.Name + " → " + to.Name, Legs: []Leg{{t.To, t.Amount}, {t.From, -t.Amount}}})
	if err != nil {
		return t, err
	}
	return t, s.bus.Publish(tx, sc, event.Event{Action: "account.transferred", ResourceType: "transfer", ResourceID: t.ID, Details: map[string]any{
		"fromAccountId": t.From, "fromAccount": from.Name, "toAccountId": t.To, "toAccount": to.Name, "amount": t.Amount.Number(sc.Currency), "date": t.Date, "notes": t.Notes}})
}

func (s *Service) transfers(ctx context.Context, sc scope.Scope, f transferFilter, limit, offset int) (list []Transfer, names map[string]string, total int, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		if list, total, err = listTransfers(tx, sc, f, limit, offset); err != nil {
			return err
		}
		names, err = Names(tx, sc)
		return err
	})
	return list, names, total, err
}

const maxStatementDays = 366

// statement is what happened in an account on the days [From, To]. Opening and the entries add up to Closing.
type statement struct {
	Account
	From    date.Date
	To      date.Date
	Opening money.Amount // before the first of the days
	Closing money.Amount // after the last
	Entries []Line
}

// Line is an entry of an account's statement.
type Line struct {
	Date       date.Date
	Document   string // "payment", "transfer" …
	DocumentID string
	Number     string // of the document, "" where it has none
	Note       string
	Amount     money.Amount // into the account; below zero: out of it
	Balance    money.Amount // after the entry
	CreatedAt  int64        // UTC milliseconds
}

// statement shows the days from the first of to's month, and until today, unless they are given.
func (s *Service) statement(ctx context.Context, sc scope.Scope, accountID string, from, to date.Date) (st statement, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		to = cmp.Or(to, sc.Today(tx.Now))
		from = cmp.Or(from, to[:8]+"01")
		if from > to {
			return errs.InvalidField("to", "must not be before from, %s", from)
		}
		if from.DaysUntil(to) >= maxStatementDays {
			return errs.InvalidField("to", "must be at most %d days after from", maxStatementDays-1)
		}
		found, err := find(tx, sc, accountID)
		if err != nil {
			return err
		}
		st.Account, st.From, st.To = found.Account, from, to
		if st.Opening, err = balanceBefore(tx, sc, accountID, from); err != nil {
			return err
		}
		if st.Entries, err = entries(tx, sc, accountID, from, to); err != nil {
			return err
		}
		st.Closing = st.Opening
		for i := range st.Entries {
			st.Closing += st.Entries[i].Amount
			st.Entries[i].Balance = st.Closing
		}
		return nil
	})
	return st, err
}

// trialBalance is what every account, the books' own among them, holds after the day; today unless it is given.
func (s *Service) trialBalance(ctx context.Context, sc scope.Scope, asked date.Date) (day date.Date, balances map[string]money.Amount, accounts []Opened, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		day = cmp.Or(asked, sc.Today(tx.Now))
		if balances, err = sums(tx, sc, day); err != nil {
			return err
		}
		accounts, err = withOpenings(tx, sc, selectAccounts+` ORDER BY created_at, account_id`, sc.Org)
		return err
	})
	return day, balances, accounts, err
}
