package expense

import (
	"context"

	"sarai/internal/billing/vendors"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/record/series"
)

// Service does what can be done with expenses.
type Service struct {
	db  *db.DB
	bus *event.Bus
}

// New makes the service.
func New(d *db.DB, bus *event.Bus) *Service { return &Service{db: d, bus: bus} }

// change is what a request sets in an expense. Which vendor and account it names is found in the transaction.
type change struct {
	edit      func(e *Expense, fields *errs.Fields)
	vendorID  string
	accountID string
	method    string // without accountID: the default account of its kind
}

// apply sets what the request asks for, and refuses what the result can't be.
func (c change) apply(tx *db.Tx, sc scope.Scope, before Expense) (Expense, error) {
	var fields errs.Fields
	e := before
	c.edit(&e, &fields)
	if err := c.nameVendor(tx, sc, before, &e, &fields); err != nil {
		return e, err
	}
	e.check(&fields, sc.Today(tx.Now))
	if err := fields.Err(); err != nil {
		return e, err
	}
	if c.accountID == before.AccountID && c.accountID != "" || c.accountID+c.method == "" {
		return e, nil
	}
	account, err := ledger.AccountFor(tx, sc, c.accountID, c.method)
	e.AccountID, e.AccountName = account.ID, account.Name
	return e, err
}

// nameVendor gives the expense the vendor that the request names. A vendor of the hotel's goes by its own name.
func (c change) nameVendor(tx *db.Tx, sc scope.Scope, before Expense, e *Expense, fields *errs.Fields) error {
	if e.VendorID == before.VendorID && e.VendorID != "" {
		e.VendorName = before.VendorName
	}
	if c.vendorID == "" || c.vendorID == before.VendorID {
		return nil
	}
	named, err := vendors.LockShared(tx, sc, c.vendorID)
	if errs.Is(err, errs.KindNotFound) {
		fields.Add("vendorId", "must be the id of one of the hotel's vendors, or be left out")
		return nil
	}
	e.VendorID, e.VendorName = named.ID, named.Name
	return err
}

// Create records and posts what the hotel has bought.
func (s *Service) Create(ctx context.Context, sc scope.Scope, in CreateBody) (View, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (View, error) {
		books, err := ledger.Lock(tx, sc)
		if err != nil {
			return View{}, err
		}
		now := tx.Now.UnixMilli()
		e, err := in.change(sc).apply(tx, sc, Expense{ID: id.New(), CreatedBy: sc.User, CreatedAt: now, UpdatedAt: now})
		if err != nil {
			return View{}, err
		}
		if e.Number, err = series.Next(tx, sc, series.Expense); err != nil {
			return View{}, err
		}
		if err := insert(tx, sc, e); err != nil {
			return View{}, err
		}
		if err := post(books, sc, e); err != nil {
			return View{}, err
		}
		return e.view(sc), s.publish(tx, sc, "created", e, e.described(sc))
	})
}

func (s *Service) update(ctx context.Context, sc scope.Scope, expenseID string, c change) (Expense, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Expense, error) {
		books, before, err := lockWithBooks(tx, sc, expenseID)
		if err != nil {
			return before, err
		}
		after, err := c.apply(tx, sc, before)
		if err != nil {
			return after, err
		}
		if !after.sameMoney(before) {
			if err := takeBack(books, sc, before, "corrected"); err != nil {
				return after, err
			}
			if err := post(books, sc, after); err != nil {
				return after, err
			}
		}
		if err := save(tx, sc, after); err != nil {
			return after, err
		}
		changes := event.Changes(before.described(sc), after.described(sc))
		return after, s.publish(tx, sc, "updated", after, map[string]any{"number": after.Number, "changes": changes})
	})
}

func (s *Service) delete(ctx context.Context, sc scope.Scope, expenseID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		books, e, err := lockWithBooks(tx, sc, expenseID)
		if err != nil {
			return err
		}
		if err := takeBack(books, sc, e, "deleted"); err != nil {
			return err
		}
		if err := deletePieces(tx, sc, expenseID); err != nil {
			return err
		}
		if err := markDeleted(tx, sc, expenseID); err != nil {
			return err
		}
		return s.publish(tx, sc, "deleted", e, e.described(sc))
	})
}

// lockWithBooks makes the books and the expense this transaction's own.
func lockWithBooks(tx *db.Tx, sc scope.Scope, expenseID string) (ledger.Locked, Expense, error) {
	books, err := ledger.Lock(tx, sc)
	if err != nil {
		return books, Expense{}, err
	}
	e, err := lock(tx, sc, expenseID)
	return books, e, err
}

// post writes the expense into the books.
func post(books ledger.Locked, sc scope.Scope, e Expense) error {
	if err := ledger.Post(books, sc, e.posting()); err != nil {
		return err
	}
	return ledger.Spend(books, sc, e.Date, e.Total())
}

// takeBack takes the expense out of the books again, on its own date.
func takeBack(books ledger.Locked, sc scope.Scope, e Expense, why string) error {
	posting := e.posting()
	posting.Note = why
	for i := range posting.Legs {
		posting.Legs[i].Amount = -posting.Legs[i].Amount
	}
	if err := ledger.Post(books, sc, posting); err != nil {
		return err
	}
	return ledger.Spend(books, sc, e.Date, -e.Total())
}

func (s *Service) get(ctx context.Context, sc scope.Scope, expenseID string) (Expense, error) {
	return db.ReadOne(ctx, s.db, func(tx *db.Tx) (Expense, error) { return find(tx, sc, expenseID) })
}

// sums is what a number of expenses come to.
type sums struct {
	count       int
	amount, tax money.Amount
}

func (s *Service) list(ctx context.Context, sc scope.Scope, f filter, limit, offset int) (page []Expense, all sums,
	err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		if all, err = total(tx, sc, f); err != nil {
			return err
		}
		page, err = list(tx, sc, f, limit, offset)
		return err
	})
	return page, all, err
}

func (s *Service) categories(ctx context.Context, sc scope.Scope, f filter) ([]category, error) {
	return db.ReadOne(ctx, s.db, func(tx *db.Tx) ([]category, error) { return categories(tx, sc, f) })
}

func (s *Service) publish(tx *db.Tx, sc scope.Scope, verb string, e Expense, details map[string]any) error {
	return s.bus.Publish(tx, sc, event.Event{Action: "expense." + verb, ResourceType: "expense", ResourceID: e.ID,
		Details: details})
}
