package payrun

import (
	"cmp"
	"context"

	"sarai/internal/billing/expense"
	"sarai/internal/billing/vendorledger"
	"sarai/internal/billing/vendors"
	"sarai/internal/books/ledger"
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

// Service drafts and confirms payment runs.
type Service struct {
	db       *db.DB
	bus      *event.Bus
	payments *vendorledger.Service
}

// NewService makes the service.
func NewService(d *db.DB, bus *event.Bus, payments *vendorledger.Service) *Service {
	return &Service{db: d, bus: bus, payments: payments}
}

// draft makes a run, which posts nothing yet.
func (s *Service) draft(ctx context.Context, sc scope.Scope, n New) (Whole, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (w Whole, err error) {
		books, err := ledger.Lock(tx, sc).Get()
		if err != nil {
			return w, err
		}
		n := n // this may run again
		n.DueUntil = cmp.Or(n.DueUntil, books.Days.Today)
		account, err := ledger.AccountFor(tx, sc, n.AccountID, ledger.BankTransfer).Get()
		if err != nil {
			return w, err
		}
		if account.Kind != "bank" {
			return w, errs.InvalidField("accountId", "must be an account of kind bank: a bank's file is for one")
		}
		bills, known, err := owing(tx, sc)
		if err != nil {
			return w, err
		}
		if w.Lines, err = n.lines(sc, bills, known); err != nil {
			return w, err
		}
		w.Run = Run{ID: id.New(), State: draft, AccountID: account.ID, Notes: n.Notes, CreatedBy: sc.User,
			CreatedAt: tx.Now.UnixMilli()}
		for _, l := range w.Lines {
			w.Total += l.Amount
		}
		if err := insert(tx, sc, w); err != nil {
			return w, err
		}
		return w, s.tell(tx, sc, drafted, w)
	})
}

// owing are all bills on which something is owed, and the vendors.
func owing(tx *db.Tx, sc scope.Scope) (bills []expense.OpenBill, known map[string]vendors.Vendor, err error) {
	if bills, err = expense.OpenBills(tx, sc, ""); err != nil {
		return bills, nil, err
	}
	known, err = vendors.Every(tx, sc)
	return bills, known, err
}

// confirm posts the payments of a draft. A run that is confirmed already is the answer as it is.
func (s *Service) confirm(ctx context.Context, sc scope.Scope, runID string) (Whole, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (w Whole, err error) {
		books, err := ledger.Lock(tx, sc).Get()
		if err != nil {
			return w, err
		}
		if w, err = find(tx, sc, runID); err != nil || w.State == confirmed {
			return w, err
		}
		if w.State == cancelled {
			return w, errs.Conflict("The payment run is cancelled.")
		}
		payments, err := w.payments(tx, sc, books.Days.Today)
		if err != nil {
			return w, err
		}
		if payments, err = s.payments.Record(books, sc, payments); err != nil {
			return w, err
		}
		for _, m := range payments {
			bank := m.Vendor.Bank
			w.Payees = append(w.Payees, Payee{PaymentID: m.ID, VendorID: m.VendorID, Number: m.Number,
				Name: cmp.Or(bank.AccountName, m.Vendor.Name), Account: bank.AccountNumber, IFSC: bank.IFSC, Amount: m.Paid()})
		}
		now := tx.Now.UnixMilli()
		w.State, w.PaidOn, w.ConfirmedBy, w.ConfirmedAt = confirmed, books.Days.Today, sc.User, &now
		if err := save(tx, sc, w); err != nil {
			return w, err
		}
		return w, s.tell(tx, sc, confirmedEvent, w)
	})
}

// payments are those of the run, one for each vendor in the order of its first line.
func (w Whole) payments(tx *db.Tx, sc scope.Scope, day date.Date) (list []vendorledger.Made, err error) {
	bills, known, err := owing(tx, sc)
	if err != nil {
		return nil, err
	}
	if _, err := ledger.Usable(tx, sc, "accountId", w.AccountID).Get(); err != nil {
		return nil, err
	}
	open, at := map[string]expense.OpenBill{}, map[string]int{}
	for _, b := range bills {
		open[b.ID] = b
	}
	for _, l := range w.Lines {
		if err := l.ready(open, known); err != nil {
			return nil, err
		}
		n, there := at[l.VendorID]
		if !there {
			n = len(list)
			at[l.VendorID] = n
			list = append(list, vendorledger.Made{Vendor: known[l.VendorID], Payment: vendorledger.Payment{
				AccountID: w.AccountID, Method: ledger.BankTransfer, Notes: w.Notes, RunID: w.ID, Date: day}})
		}
		list[n].Amount += l.Amount
		list[n].Parts = append(list[n].Parts, expense.Part{Bill: open[l.BillID], Amount: l.Amount})
	}
	return list, nil
}

// cancel gives a draft up.
func (s *Service) cancel(ctx context.Context, sc scope.Scope, runID string) (Whole, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (w Whole, err error) {
		if _, err := ledger.Lock(tx, sc).Get(); err != nil {
			return w, err
		}
		if w, err = find(tx, sc, runID); err != nil {
			return w, err
		}
		if w.State != draft {
			return w, errs.Conflict("The payment run is %s: only a draft can be cancelled.", w.State)
		}
		w.State = cancelled
		if err := save(tx, sc, w); err != nil {
			return w, err
		}
		return w, s.tell(tx, sc, cancelledEvent, w)
	})
}

func (s *Service) get(ctx context.Context, sc scope.Scope, runID string) (Whole, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Whole, error) { return find(tx, sc, runID) })
}

// sent is a run of which the bank may have a file.
func (s *Service) sent(ctx context.Context, sc scope.Scope, runID string) (w Whole, account string, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		if w, err = find(tx, sc, runID); err != nil {
			return err
		}
		if w.State != confirmed {
			return errs.Conflict("The payment run is not confirmed: there is no file for the bank yet.")
		}
		names, err := ledger.Names(tx, sc).Get()
		account = names[w.AccountID]
		return err
	})
	return w, account, err
}

func (s *Service) list(ctx context.Context, sc scope.Scope, in *listInput) (listing.Page[Run], error) {
	return runs.Read(ctx, s.db, sc, *in, in.Paging)
}

func (s *Service) tell(tx *db.Tx, sc scope.Scope, t event.Typed[details], w Whole) error {
	paid := map[string]money.Amount{}
	for _, l := range w.Lines {
		paid[l.VendorID] += l.Amount
	}
	return s.bus.Publish(tx, sc, t.Of(w.ID, details{Total: w.Total.Number(sc.Currency), Bills: len(w.Lines),
		Vendors: len(paid), AccountID: w.AccountID, Notes: w.Notes}))
}
