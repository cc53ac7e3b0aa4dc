package vendorledger

import (
	"context"

	"sarai/internal/billing/expense"
	"sarai/internal/billing/payable"
	"sarai/internal/billing/vendors"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
	"sarai/internal/record/series"
)

// Service does what can be done with the accounts of vendors.
type Service struct {
	db  *db.DB
	bus *event.Bus
}

// New makes the service.
func New(d *db.DB, bus *event.Bus) *Service { return &Service{db: d, bus: bus} }

// start locks the books and keeps the vendor.
func start(tx *db.Tx, sc scope.Scope, vendorID string) (ledger.Locked, vendors.Vendor, error) {
	books, err := ledger.Lock(tx, sc).Get()
	if err != nil {
		return books, vendors.Vendor{}, err
	}
	v, err := vendors.LockShared(tx, sc, vendorID)
	return books, v, err
}

// pay pays a vendor over many bills; what is for none is an advance.
func (s *Service) pay(ctx context.Context, sc scope.Scope, vendorID string, p NewPayment) (Made, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (m Made, err error) {
		books, v, err := start(tx, sc, vendorID)
		if err != nil {
			return m, err
		}
		m = Made{Payment: p.Payment, Vendor: v}
		if m.Date, err = p.day(books.Days); err != nil {
			return m, err
		}
		account, err := ledger.AccountFor(tx, sc, p.AccountID, p.Method).Get()
		if err != nil {
			return m, err
		}
		m.AccountID = account.ID
		bills, err := expense.OpenBills(tx, sc, vendorID)
		if err != nil {
			return m, err
		}
		if p.OldestFirst {
			m.Parts = oldest(bills, p.Amount)
		} else if m.Parts, err = allocated(sc, bills, p.Allocations, p.Amount); err != nil {
			return m, err
		}
		m.Unapplied = p.Amount - sumOf(m.Parts)
		list, err := s.Record(books, sc, []Made{m})
		if err != nil {
			return m, err
		}
		return list[0], nil
	})
}

// Record records and posts payments whose vendors, accounts, days and parts are checked.
func (s *Service) Record(books ledger.Locked, sc scope.Scope, list []Made) (_ []Made, err error) {
	tx := books.Tx()
	rows, lines := make([]Payment, len(list)), []payable.Line(nil)
	for i := range list {
		m := &list[i]
		m.ID, m.VendorID, m.Status, m.CreatedBy = id.New(), m.Vendor.ID, recorded, sc.User
		m.PostedOn, m.CreatedAt = books.Days.Posting(m.Date), tx.Now.UnixMilli()
		if m.Number, err = series.Next(tx, sc, series.VendorPayment).Get(); err != nil {
			return nil, err
		}
		rows[i], lines = m.Payment, append(lines, m.lines()...)
	}
	if err := paymentTable.Insert(tx, []any{sc.Org}, rows...); err != nil {
		return nil, err
	}
	for _, m := range list {
		if err := s.post(books, sc, m); err != nil {
			return nil, err
		}
	}
	return list, payable.Write(books, sc, lines...)
}

func (s *Service) post(books ledger.Locked, sc scope.Scope, m Made) error {
	if err := expense.PayParts(books, sc, m.bill(), m.Parts); err != nil {
		return err
	}
	if err := ledger.Post(books, sc, m.posting(1, m.Vendor.Name)); err != nil {
		return err
	}
	if err := ledger.Spend(books, sc, m.PostedOn, m.Paid()); err != nil {
		return err
	}
	return s.tell(books.Tx(), sc, paid, m, m.Parts, "")
}

// lock finds a payment to a vendor under the lock on the books. NotFound if there is none.
func lock(tx *db.Tx, sc scope.Scope, paymentID string) (books ledger.Locked, p Payment, err error) {
	if books, err = ledger.Lock(tx, sc).Get(); err != nil {
		return books, p, err
	}
	if p, err = find(tx, sc, paymentID); err == nil && p.Status == void {
		err = errs.Conflict("Payment %s is void.", p.Number)
	}
	return books, p, err
}

// whole reads what a payment pays.
func whole(tx *db.Tx, sc scope.Scope, p Payment) (m Made, err error) {
	m.Payment = p
	if m.Vendor, err = vendors.Find(tx, sc, p.VendorID); err != nil {
		return m, err
	}
	m.Parts, err = expense.PartsOf(tx, sc, p.ID)
	return m, err
}

// apply gives an advance to bills of its vendor.
func (s *Service) apply(ctx context.Context, sc scope.Scope, paymentID string, list []Allocation, oldestFirst bool) (
	Made, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (m Made, err error) {
		books, p, err := lock(tx, sc, paymentID)
		if err != nil {
			return m, err
		}
		if p.Unapplied == 0 {
			return m, errs.Conflict("Nothing of payment %s is left to apply.", p.Number)
		}
		bills, err := expense.OpenBills(tx, sc, p.VendorID)
		if err != nil {
			return m, err
		}
		var parts []expense.Part
		if oldestFirst {
			parts = oldest(bills, p.Unapplied)
		} else if parts, err = allocated(sc, bills, list, p.Unapplied); err != nil {
			return m, err
		}
		if len(parts) == 0 {
			return m, errs.Conflict("Nothing is owed on any bill of this vendor.")
		}
		if err := apply(books, sc, &p, parts); err != nil {
			return m, err
		}
		if m, err = whole(tx, sc, p); err != nil {
			return m, err
		}
		return m, s.tell(tx, sc, applied, m, parts, "")
	})
}

// apply moves parts from the payment's advance to bills.
func apply(books ledger.Locked, sc scope.Scope, p *Payment, parts []expense.Part) error {
	of := p.bill()
	of.Date, of.PostedOn = books.Days.Today, books.Days.Business()
	if err := expense.PayParts(books, sc, of, parts); err != nil {
		return err
	}
	sum, lines := sumOf(parts), []payable.Line(nil)
	for _, part := range parts {
		lines = append(lines, part.Bill.Line(payable.Apply, p.ID, p.Number, of.PostedOn, -part.Amount))
	}
	p.Unapplied -= sum
	if err := save(books.Tx(), sc, p); err != nil {
		return err
	}
	return payable.Write(books, sc, append(lines, p.advance(payable.Apply, of.PostedOn, sum))...)
}

// void takes a payment back: its bills are owed again.
func (s *Service) void(ctx context.Context, sc scope.Scope, paymentID, reason string) (Made, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (m Made, err error) {
		books, p, err := lock(tx, sc, paymentID)
		if err != nil {
			return m, err
		}
		if err := books.Days.RequireUnlocked("Payment "+p.Number, p.Date); err != nil {
			return m, err
		}
		if m, err = whole(tx, sc, p); err != nil {
			return m, err
		}
		parts, err := expense.UnpayParts(books, sc, p.ID, reason)
		if err != nil {
			return m, err
		}
		if err := ledger.Post(books, sc, p.posting(-1, "void: "+reason)); err != nil {
			return m, err
		}
		if err := ledger.Spend(books, sc, p.PostedOn, -p.Paid()); err != nil {
			return m, err
		}
		var lines []payable.Line
		for _, part := range parts {
			lines = append(lines, part.Bill.Line(payable.Void, p.ID, p.Number, p.PostedOn, part.Amount))
		}
		lines = append(lines, p.advance(payable.Void, p.PostedOn, p.Unapplied))
		if err := payable.Write(books, sc, lines...); err != nil {
			return m, err
		}
		now := tx.Now.UnixMilli()
		p.Status, p.Unapplied, p.VoidReason, p.VoidedAt = void, 0, reason, &now
		m.Payment, m.Parts = p, nil
		if err := save(tx, sc, &p); err != nil {
			return m, err
		}
		return m, s.tell(tx, sc, voided, m, parts, reason)
	})
}

func (s *Service) tell(tx *db.Tx, sc scope.Scope, t event.Typed[paidDetails], m Made, parts []expense.Part,
	reason string) error {
	e := t.Of(m.ID, paidDetails{VendorID: m.VendorID, Vendor: m.Vendor.Name, Number: m.Number,
		Amount: m.Amount.Number(sc.Currency), Bills: len(parts), OfBills: sumOf(parts).Number(sc.Currency),
		Withheld: m.Withheld.Number(sc.Currency), Date: m.Date, Reference: m.Reference, Reason: reason})
	var bills []string
	for _, part := range parts {
		bills = append(bills, part.Bill.ID)
	}
	e.Touched = map[string][]string{"vendor": {m.VendorID}}
	if len(bills) > 0 {
		e.Touched["expense"] = bills
	}
	return s.bus.Publish(tx, sc, e)
}

func (s *Service) get(ctx context.Context, sc scope.Scope, paymentID string) (Made, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Made, error) {
		p, err := find(tx, sc, paymentID)
		if err != nil {
			return Made{}, err
		}
		return whole(tx, sc, p)
	})
}

func (s *Service) list(ctx context.Context, sc scope.Scope, in *listInput) (listing.Page[Payment], error) {
	return payments.Read(ctx, s.db, sc, *in, in.Paging)
}
