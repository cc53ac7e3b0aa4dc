package expense

import (
	"cmp"
	"context"
	"slices"

	"sarai/internal/billing/payable"
	"sarai/internal/billing/vendors"
	"sarai/internal/billing/withholding"
	"sarai/internal/books/businessday"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// Payment pays a bill, or a part of it.
type Payment struct {
	ID         string       `db:"payment_id,key"`
	Amount     money.Amount `db:"amount"`
	AccountID  string       `db:"account_id"`
	Reference  string       `db:"reference"`
	Date       date.Date    `db:"paid_date"`
	PostedOn   date.Date    `db:"posted_on"` // the business day in whose books it is
	Status     string       `db:"status"`    // recorded or void
	VoidReason string       `db:"void_reason"`
	VoidedAt   *int64       `db:"voided_at"` // UTC milliseconds
	CreatedBy  string       `db:"created_by"`
	CreatedAt  int64        `db:"created_at"`        // UTC milliseconds
	Of         string       `db:"vendor_payment_id"` // the payment to the vendor that it is a part of; "": none
}

const (
	recorded = "recorded"
	void     = "void"
)

// The statuses of a bill.
const (
	Unpaid        = "unpaid"
	PartiallyPaid = "partially_paid"
	PaidInFull    = "paid"
)

// IsBill reports whether the expense was recorded unpaid, to be paid later.
func (e Expense) IsBill() bool { return e.DueDate != "" }

// Owed is what is still to be paid.
func (e Expense) Owed() money.Amount { return e.Total() - e.Paid }

func (e Expense) billStatus() string {
	switch {
	case e.Owed() == 0:
		return PaidInFull
	case e.Paid > 0:
		return PartiallyPaid
	}
	return Unpaid
}

// settle sets what follows from the amounts and payments.
func (e *Expense) settle() {
	if !e.IsBill() {
		e.Paid = e.Total()
	}
	e.OpenDue = ""
	if e.Owed() > 0 {
		e.OpenDue = e.DueDate
	}
}

const notYetPaid = "must be left out of a bill that is unpaid: give it when you pay the bill"

// checkMethod adds to bad that nothing has paid a bill yet.
func (e Expense) checkMethod(bad *errs.Fields, method ledger.Method) {
	if (e.IsBill() || e.OnCredit) && method != "" {
		bad.Add("method", notYetPaid)
	}
}

// checkBill adds what is wrong with a bill to bad.
func (e Expense) checkBill(bad *errs.Fields) {
	if !e.IsBill() {
		return
	}
	if _, err := date.Parse(string(e.DueDate)); err != nil {
		bad.Add("dueDate", "%s", err)
	} else if e.DueDate < e.Date {
		bad.Add("dueDate", "must not be before date, %s", e.Date.Short())
	}
	if e.VendorName == "" {
		bad.Add("vendorName", "must say to whom the bill is owed, or vendorId")
	}
	if e.AccountID != "" {
		bad.Add("accountId", notYetPaid)
	}
	if e.Paid > e.Total() {
		bad.Add("amount", "must not come to less than what is paid of the bill: make a payment void first")
	}
}

// pay pays the bill or a part of it, from the account or the default one of the method. It fails with Conflict for an
// expense that is paid.
func (s *Service) pay(ctx context.Context, sc scope.Scope, expenseID string, method ledger.Method, p Payment) (
	Expense, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Expense, error) {
		books, err := ledger.Lock(tx, sc).Get()
		if err != nil {
			return Expense{}, err
		}
		e, err := lock(tx, sc, expenseID)
		if err != nil {
			return e, err
		}
		made := p
		if made.Date, err = e.payable(made, books.Days); err != nil {
			return e, err
		}
		account, err := ledger.AccountFor(tx, sc, made.AccountID, method).Get()
		if err != nil {
			return e, err
		}
		made.ID, made.AccountID, made.Status = id.New(), account.ID, recorded
		made.PostedOn, made.CreatedBy, made.CreatedAt = books.Days.Posting(made.Date), sc.User, tx.Now.UnixMilli()
		if err := insertPayment(tx, sc, e.ID, made); err != nil {
			return e, err
		}
		e.Payments = append(e.Payments, made)
		if err := e.move(books, sc, made, 1, ""); err != nil {
			return e, err
		}
		return e, s.bus.Publish(tx, sc, paid.Of(e.ID, paidDetails{Number: e.Number, Amount: made.Amount.Number(sc.Currency),
			AccountID: account.ID, AccountName: account.Name, Date: made.Date, Reference: made.Reference,
			BalanceDue: e.Owed().Number(sc.Currency)}))
	})
}

// payable refuses a payment that the bill can't take, and returns its day.
func (e Expense) payable(p Payment, days businessday.Days) (date.Date, error) {
	var bad errs.Fields
	day := cmp.Or(p.Date, days.Today)
	switch {
	case !e.IsBill():
		return day, errs.Conflict("Expense %s was paid when it was recorded.", e.Number)
	case e.Owed() == 0:
		return day, errs.Conflict("Bill %s is paid already.", e.Number)
	case p.Amount > e.Owed():
		bad.Add("amount", "must not be more than what is owed on the bill")
	}
	bad.CheckLine("reference", p.Reference)
	if _, err := date.Parse(string(day)); err != nil {
		bad.Add("date", "%s", err)
	} else if day > days.Today {
		bad.Add("date", "must not be after today (%s)", days.Today.Short())
	} else if day < e.Date {
		bad.Add("date", "must not be before the bill's date, %s", e.Date.Text())
	} else if err := days.CheckLocked("date", day); err != nil {
		bad = append(bad, errs.FieldsOf(err)...)
	}
	return day, bad.Err()
}

// move posts the payment, or with a sign of -1 takes it back, and stores what is paid of the bill then.
func (e *Expense) move(books ledger.Locked, sc scope.Scope, p Payment, sign money.Amount, note string) error {
	amount := sign * p.Amount
	if err := ledger.Post(books, sc, ledger.Posting{Document: "expense-payment", DocumentID: e.ID, Number: e.Number,
		Day: p.PostedOn, Note: note, Entries: []ledger.Entry{{Account: ledger.Payables, Amount: amount},
			{Account: p.AccountID, Amount: -amount}}}); err != nil {
		return err
	}
	document := payable.BillPayment
	if p.AccountID == ledger.TDSPayable { // it is spent when the government gets it
		document = payable.Withheld
	} else if err := ledger.Spend(books, sc, p.PostedOn, amount); err != nil {
		return err
	}
	if sign < 0 {
		document = payable.Void
	}
	if err := payable.Write(books, sc, e.line(document, p.PostedOn, -amount, note)); err != nil {
		return err
	}
	e.Paid += amount
	e.settle()
	return save(books.Tx(), sc, e)
}

// voidPayment takes back a payment of the bill, which is owed again.
func (s *Service) voidPayment(ctx context.Context, sc scope.Scope, expenseID, paymentID, reason string) (
	Expense, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Expense, error) {
		books, err := ledger.Lock(tx, sc).Get()
		if err != nil {
			return Expense{}, err
		}
		e, err := lock(tx, sc, expenseID)
		if err != nil {
			return e, err
		}
		p, err := e.voided(paymentID, reason, tx.Now.UnixMilli())
		if err != nil {
			return e, err
		}
		if err := books.Days.RequireUnlocked("The payment", p.Date); err != nil {
			return e, err
		}
		if p.AccountID == ledger.TDSPayable {
			if err := withholding.TakeBack(books, sc, e.ID); err != nil {
				return e, err
			}
		}
		if err := savePayment(tx, sc, e.ID, p); err != nil {
			return e, err
		}
		if err := e.move(books, sc, *p, -1, "void: "+reason); err != nil {
			return e, err
		}
		return e, s.bus.Publish(tx, sc, paymentVoided.Of(e.ID, voidedDetails{Number: e.Number,
			Amount: p.Amount.Number(sc.Currency), Reason: reason, BalanceDue: e.Owed().Number(sc.Currency)}))
	})
}

// voided makes the payment void; NotFound if the bill has none such, Conflict if it is void already.
func (e *Expense) voided(paymentID, reason string, now int64) (*Payment, error) {
	for i := range e.Payments {
		p := &e.Payments[i]
		if p.ID != paymentID {
			continue
		}
		if p.Status == void {
			return p, errs.Conflict("This payment of bill %s is void already.", e.Number)
		}
		if p.Of != "" {
			return p, errs.Conflict("This is a part of a payment to the vendor: make that one void.")
		}
		p.Status, p.VoidReason, p.VoidedAt = void, reason, &now
		return p, nil
	}
	return nil, errs.NotFound("There is no such payment of the bill.")
}

// line is a line of the account of the bill's vendor.
func (e Expense) line(document string, day date.Date, amount money.Amount, note string) payable.Line {
	return payable.Line{VendorID: e.VendorID, Day: day, Document: document, DocumentID: e.ID, Number: e.Number,
		BillID: e.ID, Due: e.DueDate, Amount: amount, Note: note}
}

// moveDebt moves what lines say of a bill that is another vendor's now, or due on another day. Lines of its total have
// moved with a new posting.
func moveDebt(books ledger.Locked, sc scope.Scope, before, after Expense) error {
	if !after.IsBill() || before.VendorID == after.VendorID && before.DueDate == after.DueDate {
		return nil
	}
	amount := before.Owed()
	if !after.sameMoney(before) {
		amount = -before.Paid
	}
	return payable.Write(books, sc, before.line(payable.Moved, books.Days.Business(), -amount, ""),
		after.line(payable.Moved, books.Days.Business(), amount, ""))
}

// fromVendorPayment reports whether a payment to the vendor pays something of the bill.
func (e Expense) fromVendorPayment() bool {
	return slices.ContainsFunc(e.Payments, func(p Payment) bool { return p.Of != "" && p.Status == recorded })
}

// withhold withholds tax of a bill, under the section or with "" under that of its vendor. What is withheld pays the
// bill in part.
func (e *Expense) withhold(books ledger.Locked, sc scope.Scope, section string) error {
	if !e.IsBill() || e.VendorID == "" {
		return nil
	}
	v, err := vendors.Find(books.Tx(), sc, e.VendorID)
	if err != nil {
		return err
	}
	entry, err := withholding.OnBill(books, sc, v, withholding.Bill{ID: e.ID, Number: e.Number, Day: e.PostedOn,
		Amount: e.Amount, Owed: e.Owed(), Section: section})
	if err != nil || entry.Amount == 0 {
		return err
	}
	p := Payment{ID: entry.ID, Amount: entry.Amount, AccountID: ledger.TDSPayable, Reference: "TDS " + entry.Section,
		Date: e.Date, PostedOn: e.PostedOn, Status: recorded, CreatedBy: sc.User, CreatedAt: entry.CreatedAt}
	if err := insertPayment(books.Tx(), sc, e.ID, p); err != nil {
		return err
	}
	e.Payments = append(e.Payments, p)
	return e.move(books, sc, p, 1, p.Reference)
}

// sameForTDS reports whether the same tax is withheld of both.
func (e Expense) sameForTDS(other Expense) bool {
	return e.Amount == other.Amount && e.VendorID == other.VendorID && e.Date == other.Date
}
