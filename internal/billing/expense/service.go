package expense

import (
	"context"
	"strings"

	"sarai/internal/billing/payable"
	"sarai/internal/billing/vendors"
	"sarai/internal/billing/withholding"
	"sarai/internal/books/ledger"
	"sarai/internal/books/mapping"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/money"
	"sarai/internal/kit/paging"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
	"sarai/internal/record/series"
)

// Service records and changes expenses.
type Service struct {
	db       *db.DB
	bus      *event.Bus
	maxFiles int64
}

// New makes the service. The files of an organization may have maxFiles bytes together; 0: any number.
func New(d *db.DB, bus *event.Bus, maxFiles int64) *Service {
	return &Service{db: d, bus: bus, maxFiles: maxFiles}
}

// Edit changes an expense as a request asks, and adds what is wrong with the request to bad. To ask for the default
// account of a method, it empties AccountID.
type Edit func(e *Expense, bad *errs.Fields)

// Create records and posts an expense that fill describes in an empty one. If it names no account, the default account
// of the method pays.
func (s *Service) Create(ctx context.Context, sc scope.Scope, method ledger.Method, fill Edit) (Expense, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Expense, error) {
		books, err := ledger.Lock(tx, sc).Get()
		if err != nil {
			return Expense{}, err
		}
		return s.record(books, sc, method, fill)
	})
}

// PayOut records and posts an expense that was paid out of an account today, without tax and bill. It returns its id
// and number.
func (s *Service) PayOut(books ledger.Locked, sc scope.Scope, accountID string, amount money.Amount, category,
	reason string) (expenseID, number string, err error) {
	e, err := s.record(books, sc, "", func(e *Expense, _ *errs.Fields) {
		e.AccountID, e.Amount, e.Category, e.Description, e.Date = accountID, amount, category, reason, books.Days.Today
	})
	return e.ID, e.Number, err
}

// record is Create under the lock on the books.
func (s *Service) record(books ledger.Locked, sc scope.Scope, method ledger.Method, fill Edit) (Expense, error) {
	tx := books.Tx()
	now := tx.Now.UnixMilli()
	empty := Expense{ID: id.New(), CreatedBy: sc.User, CreatedAt: now, UpdatedAt: now, Version: 1}
	e, err := edited(books, sc, empty, method, fill)
	if err != nil {
		return e, err
	}
	if e.Number, err = series.Next(tx, sc, series.Expense).Get(); err != nil {
		return e, err
	}
	e.PostedOn = books.Days.Posting(e.Date)
	if err := insert(books, sc, e); err != nil {
		return e, err
	}
	if err := post(books, sc, e); err != nil {
		return e, err
	}
	if err := e.withhold(books, sc, e.TDSSection); err != nil {
		return e, err
	}
	return e, s.bus.Publish(tx, sc, created.Of(e.ID, e.facts(sc)))
}

// edited applies the edit. Its error names every bad field.
func edited(books ledger.Locked, sc scope.Scope, before Expense, method ledger.Method, edit Edit) (
	Expense, error) {
	var bad errs.Fields
	tx, e := books.Tx(), before
	edit(&e, &bad)
	e.addUp()
	if err := e.nameVendor(tx, sc, before, &bad); err != nil {
		return e, err
	}
	if e.IsBill() != before.IsBill() && before.Number != "" {
		bad.Add("dueDate", "can't be given or taken away later: delete the expense and record it anew")
	}
	if e.AccountID == "" && method == "" && !e.IsBill() && !e.OnCredit {
		bad.Add("accountId", "must not be empty")
	}
	if e.OnCredit && e.DueDate == "" {
		bad.Add("dueDate", "must be given: no terms of payment are agreed with the vendor")
	}
	if e.VendorID != before.VendorID && before.fromVendorPayment() {
		bad.Add("vendorId", "must stay while a payment to this vendor pays something of the bill: make that void first")
	}
	if !e.IsBill() {
		e.Paid = 0
	}
	e.check(&bad, books.Days)
	e.settle()
	if err := bad.Err(); err != nil {
		return e, err
	}
	if e.AccountID == before.AccountID && e.AccountID != "" || e.IsBill() {
		return e, nil
	}
	account, err := ledger.AccountFor(tx, sc, e.AccountID, method).Get()
	e.AccountID, e.AccountName = account.ID, account.Name
	return e, err
}

// nameVendor names the expense's vendor if the hotel keeps a record of it: a new one as it is called now, the one that
// it was before as it was called then.
func (e *Expense) nameVendor(tx *db.Tx, sc scope.Scope, before Expense, bad *errs.Fields) error {
	switch e.VendorID {
	case "":
		return nil
	case before.VendorID:
		e.VendorName = before.VendorName
		return nil
	}
	vendor, err := vendors.LockShared(tx, sc, e.VendorID)
	if _, bad := date.Parse(string(e.Date)); e.OnCredit && e.DueDate == "" && vendor.Days != nil && bad == nil {
		e.DueDate = e.Date.AddDays(int(*vendor.Days))
	}
	if errs.Is(err, errs.KindNotFound) {
		bad.Add("vendorId", "must be the id of one of the hotel's vendors, or be left out")
		return nil
	}
	e.VendorName = vendor.Name
	return err
}

// update edits an expense. An edit that changes nothing leaves no trace. If an amount, an account or the date changes,
// it takes the old posting back and makes a new one.
func (s *Service) update(ctx context.Context, sc scope.Scope, expenseID string, method ledger.Method, edit Edit) (
	Expense, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Expense, error) {
		books, before, err := lockWithBooks(tx, sc, expenseID)
		if err != nil {
			return before, err
		}
		if err := sc.CheckVersion(before.Version); err != nil {
			return before, err
		}
		after, err := edited(books, sc, before, method, edit)
		if err != nil {
			return after, err
		}
		changes := event.Changes[facts]{Before: before.facts(sc), After: after.facts(sc)}
		if changes.None() {
			return before, nil
		}
		section := ""
		if after.IsBill() && !after.sameForTDS(before) {
			if section, err = withholding.Release(books, sc, before.ID); err != nil {
				return after, err
			}
		}
		moves, err := after.moves(tx, sc, before)
		if err != nil {
			return after, err
		}
		if moves {
			if err := takeBack(books, sc, before, "corrected"); err != nil {
				return after, err
			}
			after.PostedOn = books.Days.Posting(after.Date)
			if err := post(books, sc, after); err != nil {
				return after, err
			}
		}
		if err := moveDebt(books, sc, before, after); err != nil {
			return after, err
		}
		if !after.sameLines(before) {
			if err := replaceLines(tx, sc, after); err != nil {
				return after, err
			}
		}
		if err := correct(books, sc, &after); err != nil {
			return after, err
		}
		if section != "" {
			if err := after.withhold(books, sc, section); err != nil {
				return after, err
			}
		}
		return after, s.bus.Publish(tx, sc, updated.Of(after.ID, updatedDetails{Number: after.Number, Changes: changes}))
	})
}

// moves tells whether the expense is to be posted anew: another category may be another account's.
func (e Expense) moves(tx *db.Tx, sc scope.Scope, before Expense) (bool, error) {
	if !e.sameMoney(before) || e.Category == before.Category {
		return !e.sameMoney(before), nil
	}
	return mapping.ExpenseMoves(tx, sc, e.ID, e.Category)
}

func (s *Service) delete(ctx context.Context, sc scope.Scope, expenseID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		books, e, err := lockWithBooks(tx, sc, expenseID)
		if err != nil {
			return err
		}
		if e.IsBill() && e.Paid > 0 {
			return errs.Conflict("Something is paid of bill %s: make its payments void first.", e.Number)
		}
		if _, err := withholding.Release(books, sc, e.ID); err != nil {
			return err
		}
		if err := takeBack(books, sc, e, "deleted"); err != nil {
			return err
		}
		if err := deletePieces(tx, sc, expenseID); err != nil {
			return err
		}
		if err := markDeleted(books, sc, expenseID); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, deleted.Of(e.ID, e.facts(sc)))
	})
}

// lockWithBooks locks the books, then the expense, which must not be of a locked period.
func lockWithBooks(tx *db.Tx, sc scope.Scope, expenseID string) (ledger.Locked, Expense, error) {
	books, err := ledger.Lock(tx, sc).Get()
	if err != nil {
		return books, Expense{}, err
	}
	e, err := lock(tx, sc, expenseID)
	if err == nil {
		err = books.Days.RequireUnlocked("Expense "+e.Number, e.Date)
	}
	return books, e, err
}

// post posts the expense and adds it to the day's spending.
func post(books ledger.Locked, sc scope.Scope, e Expense) error {
	if err := e.posting().Post(books, sc); err != nil {
		return err
	}
	if e.IsBill() {
		return payable.Write(books, sc, e.line(payable.Bill, e.PostedOn, e.Total(), ""))
	}
	return ledger.Spend(books, sc, e.PostedOn, e.Total())
}

// takeBack undoes post, on the same day if that is still open.
func takeBack(books ledger.Locked, sc scope.Scope, e Expense, why string) error {
	posting := e.posting().Minus()
	posting.Note = why
	if err := posting.PostBack(books, sc, e.ID); err != nil {
		return err
	}
	if e.IsBill() {
		return payable.Write(books, sc, e.line(payable.Bill, e.PostedOn, -e.Total(), why))
	}
	return ledger.Spend(books, sc, e.PostedOn, -e.Total())
}

func (s *Service) get(ctx context.Context, sc scope.Scope, expenseID string) (Expense, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Expense, error) { return find(tx, sc, expenseID) })
}

// sums are those of a number of expenses.
type sums struct {
	count       int
	amount, tax money.Amount
}

func (s *Service) list(ctx context.Context, sc scope.Scope, q ListQuery, p paging.Query) (
	listing.Page[Expense], error) {
	q.Category = strings.TrimSpace(q.Category)
	return list.Read(ctx, s.db, sc, q, p)
}

func (s *Service) categories(ctx context.Context, sc scope.Scope, days DaysQuery) ([]category, error) {
	return db.ReadOne(ctx, s.db, func(tx *db.Tx) ([]category, error) { return categories(tx, sc, days) })
}
