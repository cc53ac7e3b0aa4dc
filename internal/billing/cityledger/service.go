package cityledger

import (
	"context"

	"sarai/internal/billing/ageing"
	"sarai/internal/billing/invoice"
	invoiceevents "sarai/internal/billing/invoice/events"
	"sarai/internal/billing/payment"
	"sarai/internal/billing/receivable"
	"sarai/internal/books/businessday"
	"sarai/internal/books/ledger"
	ledgerevents "sarai/internal/books/ledger/events"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/export"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/property/company"
	"sarai/internal/record/event"
	"sarai/internal/stay/booking"
)

// Service does what can be done with the accounts of companies.
type Service struct {
	db       *db.DB
	bus      *event.Bus
	payments *payment.Service
}

// New makes the service.
func New(d *db.DB, bus *event.Bus, payments *payment.Service) *Service {
	return &Service{db: d, bus: bus, payments: payments}
}

// Follow hears events. An invoice on an account can't be void, and a void payment takes back what was settled with it.
func (s *Service) Follow(tx *db.Tx, sc scope.Scope, e event.Event) error {
	switch {
	case invoiceevents.Voided.Is(e):
		item, err := receivable.ItemOf(tx, sc, e.ResourceID)
		if err != nil || item == nil {
			return err
		}
		return errs.Conflict("Invoice %s is on a company's account: take it back from there first.", item.Number)
	case ledgerevents.PaymentVoided.Is(e):
		return s.unsettle(tx, sc, e.ResourceID)
	}
	return nil
}

// start locks the books and reads the company.
func start(tx *db.Tx, sc scope.Scope, companyID string) (ledger.Locked, company.Company, error) {
	books, err := ledger.Lock(tx, sc).Get()
	if err != nil {
		return books, company.Company{}, err
	}
	c, err := company.Find(tx, sc, companyID)
	return books, c, err
}

// Move puts what an invoice owes on the company's account. It fails with Conflict for a company that may not owe it,
// and with Invalid, naming the field, for an invoice that can't move.
func (s *Service) Move(ctx context.Context, sc scope.Scope, companyID string, m Move) (receivable.Item, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (item receivable.Item, err error) {
		books, c, err := start(tx, sc, companyID)
		if err != nil {
			return item, err
		}
		i, err := movable(tx, sc, m.InvoiceID)
		if err != nil {
			return item, err
		}
		account, err := receivable.Find(tx, sc, companyID)
		if err != nil {
			return item, err
		}
		if err := m.check(sc, c, account.Balance, i.Due()); err != nil {
			return item, err
		}
		item = receivable.Item{InvoiceID: i.ID, CompanyID: c.ID, Number: i.Number, Date: i.Date, Due: i.DueDate,
			Amount: i.Due(), Open: i.Due(), PONumber: m.PONumber, Reason: m.Reason}
		if c.Days != nil {
			item.Due = i.Date.AddDays(int(*c.Days))
		}
		if err := receivable.Put(books, sc, item); err != nil {
			return item, err
		}
		return item, s.publish(tx, sc, moved, c, item, item.Amount, m.Reason)
	})
}

// movable finds an invoice that can go on an account: issued, of a stay that is over, with something due.
func movable(tx *db.Tx, sc scope.Scope, invoiceID string) (invoice.Invoice, error) {
	i, err := invoice.Find(tx, sc, invoiceID).Get()
	switch {
	case errs.Is(err, errs.KindNotFound):
		return i, errs.InvalidField("invoiceId", "must be the id of one of the hotel's invoices")
	case err != nil:
		return i, err
	case i.Status == invoice.Draft:
		return i, errs.InvalidField("invoiceId", "names a draft: issue the invoice first")
	case i.Due() <= 0:
		return i, errs.Conflict("Nothing is owed of invoice %s.", i.Number)
	case i.BookingID == "":
		return i, nil
	}
	b, err := booking.Find(tx, sc, i.BookingID).Get()
	if err == nil && !b.Closed() {
		err = errs.Conflict("The guests of booking %s have not left yet: check them out first.", b.Code)
	}
	return i, err
}

// on finds the invoice on the company's account. NotFound if it isn't there.
func on(tx *db.Tx, sc scope.Scope, companyID, invoiceID string) (receivable.Item, error) {
	item, err := receivable.ItemOf(tx, sc, invoiceID)
	if err != nil {
		return receivable.Item{}, err
	}
	if item == nil || item.CompanyID != companyID {
		return receivable.Item{}, errs.NotFound("This invoice is not on the company's account.")
	}
	return *item, nil
}

// TakeBack moves an invoice off the company's account. Conflict once the company has paid or settled something of it.
func (s *Service) TakeBack(ctx context.Context, sc scope.Scope, companyID, invoiceID, reason string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		books, c, err := start(tx, sc, companyID)
		if err != nil {
			return err
		}
		item, err := on(tx, sc, companyID, invoiceID)
		if err != nil {
			return err
		}
		if err := receivable.TakeBack(books, sc, item, reason); err != nil {
			return err
		}
		return s.publish(tx, sc, takenBack, c, item, item.Open, reason)
	})
}

// WriteOff gives up what is open of an invoice, or an amount of it; 0 is all.
func (s *Service) WriteOff(ctx context.Context, sc scope.Scope, companyID, invoiceID string, amount money.Amount,
	reason string) (Settlement, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (st Settlement, err error) {
		amount := amount // the transaction may run again
		books, c, err := start(tx, sc, companyID)
		if err != nil {
			return st, err
		}
		item, err := on(tx, sc, companyID, invoiceID)
		switch {
		case err != nil:
			return st, err
		case item.Open == 0:
			return st, errs.Conflict("Nothing is owed of invoice %s.", item.Number)
		case amount > item.Open:
			return st, errs.InvalidField("amount", "must not be more than invoice %s owes, %s", item.Number,
				item.Open.Number(sc.Currency))
		case amount == 0:
			amount = item.Open
		}
		list := []Settlement{settlement(sc, c.ID, "", Allocation{InvoiceID: item.InvoiceID, Short: amount,
			Kind: receivable.WrittenOff, Note: reason})}
		if err := settle(books, sc, list, map[string]string{item.InvoiceID: item.Number}); err != nil {
			return st, err
		}
		return list[0], s.publish(tx, sc, writtenOff, c, item, amount, reason)
	})
}

func settlement(sc scope.Scope, companyID, paymentID string, a Allocation) Settlement {
	return Settlement{ID: id.New(), CompanyID: companyID, InvoiceID: a.InvoiceID, PaymentID: paymentID, Kind: a.Kind,
		Amount: a.Short, Reason: a.Note, CreatedBy: sc.User}
}

// settle settles parts of invoices without money, and keeps that it did. numbers has the invoices' numbers, by id.
func settle(books ledger.Locked, sc scope.Scope, list []Settlement, numbers map[string]string) error {
	if len(list) == 0 {
		return nil
	}
	if err := change(books, sc, list, numbers, 1); err != nil {
		return err
	}
	return settlementTable.Insert(books.Tx(), []any{sc.Org}, list...)
}

// change adds the settlements to what is settled of their invoices if by is 1, and takes them back if it is -1: on the
// invoices, their bookings, the companies' accounts and the books. It tells each its booking and when it was.
func change(books ledger.Locked, sc scope.Scope, list []Settlement, numbers map[string]string, by money.Amount) error {
	asked := make([]db.Later[invoice.Invoice], len(list))
	for n, st := range list {
		asked[n] = invoice.AddPaid(books, sc, st.InvoiceID, by*st.Amount)
	}
	settled, err := db.Every(asked).Get()
	if err != nil {
		return err
	}
	events := make([]receivable.Event, len(list))
	for n := range list {
		st := &list[n]
		st.BookingID, st.CreatedAt = settled[n].BookingID, books.Tx().Now.UnixMilli()
		c := receivable.Cause{Document: st.Kind, ID: st.ID, Number: numbers[st.InvoiceID], Day: books.Days.Business(),
			Note: st.Reason}
		events[n] = receivable.Event{Cause: c, Parts: []ledger.Part{{InvoiceID: st.InvoiceID, Amount: by * st.Amount}}}
		if err := enter(books, sc, *st, c, by*st.Amount); err != nil {
			return err
		}
	}
	return receivable.FollowAll(books, sc, events)
}

// enter puts what a settlement adds on its invoice's booking and in the books.
func enter(books ledger.Locked, sc scope.Scope, st Settlement, c receivable.Cause, amount money.Amount) error {
	if st.BookingID != "" {
		if err := booking.Receive(books, sc, st.BookingID, amount, 0); err != nil {
			return err
		}
	}
	return ledger.Post(books, sc, ledger.Posting{Document: c.Document, DocumentID: c.ID, Number: c.Number, Day: c.Day,
		Note: c.Note, Entries: []ledger.Entry{{Account: contra[st.Kind], Amount: amount},
			{Account: ledger.Guests, Amount: -amount}}})
}

// unsettle takes back what was settled with a payment that is void.
func (s *Service) unsettle(tx *db.Tx, sc scope.Scope, paymentID string) error {
	list, err := ofPayment(tx, sc, paymentID)
	if err != nil || len(list) == 0 {
		return err
	}
	books, err := ledger.Lock(tx, sc).Get() // which the void payment holds already
	if err != nil {
		return err
	}
	for n := range list {
		list[n].Reason = "void"
	}
	if err := change(books, sc, list, nil, -1); err != nil {
		return err
	}
	return void(tx, sc, paymentID)
}

// Reverse takes back what was settled of an invoice without money. Conflict if it is taken back already.
func (s *Service) Reverse(ctx context.Context, sc scope.Scope, companyID, settlementID, reason string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		books, c, err := start(tx, sc, companyID)
		if err != nil {
			return err
		}
		st, err := find(tx, sc, companyID, settlementID)
		if err != nil {
			return err
		}
		if st.Void {
			return errs.Conflict("This is taken back already.")
		}
		item, err := on(tx, sc, companyID, st.InvoiceID)
		if err != nil {
			return err
		}
		st.Reason = reason
		numbers := map[string]string{st.InvoiceID: item.Number}
		if err := change(books, sc, []Settlement{st}, numbers, -1); err != nil {
			return err
		}
		if err := voidOne(tx, sc, st.ID); err != nil {
			return err
		}
		return s.publish(tx, sc, reversed, c, item, st.Amount, reason)
	})
}

// Pay takes a company's payment over many invoices; what is for none stays on its account.
func (s *Service) Pay(ctx context.Context, sc scope.Scope, companyID string, p NewPayment) (payment.Payment, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (made payment.Payment, err error) {
		books, c, err := start(tx, sc, companyID)
		if err != nil {
			return made, err
		}
		list, numbers, err := allocated(tx, sc, companyID, p.Allocations, p.OldestFirst, p.Amount)
		if err != nil {
			return made, err
		}
		if err := receivable.Open(books, sc, companyID); err != nil {
			return made, err
		}
		asked := p.of(c, list)
		if books, made, err = s.payments.Take(tx, sc, asked); err != nil {
			return made, err
		}
		settled, err := short(books, sc, c.ID, made.ID, list, numbers)
		if err != nil {
			return made, err
		}
		e := paid.Of(c.ID, paidDetails{c.Name, made.ID, made.Number, made.Amount.Number(sc.Currency),
			settled.Number(sc.Currency), len(list)})
		e.Touched = map[string][]string{"payment": {made.ID}}
		return made, s.bus.Publish(tx, sc, e)
	})
}

// allocated checks the allocations, or makes them of the oldest invoices. numbers has those of the invoices, by id.
func allocated(tx *db.Tx, sc scope.Scope, companyID string, list []Allocation, oldestFirst bool, amount money.Amount) (
	_ []Allocation, numbers map[string]string, err error) {
	items, err := receivable.OpenItems(tx, sc, companyID)
	if err != nil {
		return nil, nil, err
	}
	if oldestFirst {
		return oldest(items, amount), nil, nil
	}
	open, sum := map[string]receivable.Item{}, money.Amount(0)
	numbers = map[string]string{}
	for _, item := range items {
		open[item.InvoiceID], numbers[item.InvoiceID] = item, item.Number
	}
	for _, a := range list {
		if err := a.check(sc, companyID, open); err != nil {
			return nil, nil, err
		}
		delete(open, a.InvoiceID)
		sum += a.Amount
	}
	if sum > amount {
		var fields errs.Fields
		fields.Add("amount", "must be as much as the allocations come to, %s", sum.Text(sc.Currency))
		fields.Add("allocations", "must not come to more than amount, %s: they come to %s", amount.Text(sc.Currency),
			sum.Text(sc.Currency))
		return nil, nil, fields.Err()
	}
	return list, numbers, nil
}

// short settles or marks what the allocations of a payment are short of.
func short(books ledger.Locked, sc scope.Scope, companyID, paymentID string, list []Allocation,
	numbers map[string]string) (sum money.Amount, err error) {
	var settled []Settlement
	for _, a := range list {
		switch {
		case a.Short == 0:
		case a.Kind == dispute:
			err = receivable.SetDispute(books, sc, a.InvoiceID, a.Short, a.Note)
		default:
			settled = append(settled, settlement(sc, companyID, paymentID, a))
		}
		if err != nil {
			return sum, err
		}
		sum += a.settles()
	}
	return sum, settle(books, sc, settled, numbers)
}

// Apply gives what is unapplied of a company's payment to invoices on its account.
func (s *Service) Apply(ctx context.Context, sc scope.Scope, companyID, paymentID string, list []Allocation,
	oldestFirst bool) (payment.Payment, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (p payment.Payment, err error) {
		books, c, err := start(tx, sc, companyID)
		if err != nil {
			return p, err
		}
		if p, err = payment.Read(tx, sc, paymentID); err != nil {
			return p, err
		}
		var free money.Amount
		for _, part := range p.Parts {
			if part.BookingID == companyID && part.InvoiceID == "" && p.Kind == ledger.Payment {
				free += part.Amount
			}
		}
		if free == 0 {
			return p, errs.Conflict("Nothing of %s is unapplied on this company's account.", p.Number)
		}
		list, numbers, err := allocated(tx, sc, companyID, list, oldestFirst, free)
		if err != nil {
			return p, err
		}
		var sum money.Amount
		for _, a := range list {
			if a.Amount > 0 {
				err = s.payments.ApplyOwn(books, sc, paymentID, companyID, a.InvoiceID, a.Amount)
			}
			if err != nil {
				return p, err
			}
			sum += a.Amount
		}
		settled, err := short(books, sc, companyID, paymentID, list, numbers)
		if err != nil {
			return p, err
		}
		e := applied.Of(c.ID, paidDetails{c.Name, p.ID, p.Number, sum.Number(sc.Currency),
			settled.Number(sc.Currency), len(list)})
		e.Touched = map[string][]string{"payment": {p.ID}}
		if err := s.bus.Publish(tx, sc, e); err != nil {
			return p, err
		}
		return payment.Read(tx, sc, paymentID)
	})
}

const mostDays = 366

// Statement is the company's account on the days from and to; without them, of the month of the business day.
func (s *Service) Statement(ctx context.Context, sc scope.Scope, companyID string, from, to date.Date) (Statement,
	error) {
	if err := date.CheckDays(from, to); err != nil {
		return Statement{}, err
	}
	return db.Read(ctx, s.db, func(tx *db.Tx) (Statement, error) { return StatementOf(tx, sc, companyID, from, to) })
}

// StatementOf is Statement within a transaction. The days were checked by date.CheckDays.
func StatementOf(tx *db.Tx, sc scope.Scope, companyID string, from, to date.Date) (st Statement, err error) {
	if st.Company, err = company.Find(tx, sc, companyID); err != nil {
		return st, err
	}
	business, err := businessday.Business(tx, sc)
	if err != nil {
		return st, err
	}
	if st.From, st.To, err = date.Span(from, to, business, mostDays); err != nil {
		return st, err
	}
	if st.Opening, err = receivable.Before(tx, sc, companyID, st.From); err != nil {
		return st, err
	}
	if st.Lines, err = receivable.Lines(tx, sc, companyID, st.From, st.To, export.MaxRows+1); err != nil {
		return st, err
	}
	st.Closing = st.Opening
	for _, l := range st.Lines {
		st.Closing += l.Amount
	}
	return st, export.CheckRows(len(st.Lines))
}

// Ageing is what each company owes at the end of a day, by how long it has been due, and the names of the companies.
// The day is the business day if it is "".
func (s *Service) Ageing(ctx context.Context, sc scope.Scope, asOf date.Date) (day date.Date, list []ageing.Aged,
	err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		day, list = asOf, nil
		business, err := businessday.Business(tx, sc)
		if err != nil {
			return err
		}
		if day == "" {
			day = business
		}
		dues, err := receivable.Dues(tx, sc)
		if err != nil {
			return err
		}
		if day < business {
			later, err := receivable.DuesAfter(tx, sc, day)
			if err != nil {
				return err
			}
			for _, d := range later {
				d.Amount = -d.Amount
				dues = append(dues, d)
			}
		}
		names, err := company.Names(tx, sc)
		list = ageing.Of(dues, day, names)
		return err
	})
	return day, list, err
}

func (s *Service) publish(tx *db.Tx, sc scope.Scope, t event.Typed[movedDetails], c company.Company,
	item receivable.Item, amount money.Amount, reason string) error {
	e := t.Of(c.ID, movedDetails{Name: c.Name, InvoiceID: item.InvoiceID, InvoiceNumber: item.Number,
		Amount: amount.Number(sc.Currency), DueDate: item.Due, PONumber: item.PONumber, Reason: reason})
	e.Touched = map[string][]string{"invoice": {item.InvoiceID}}
	return s.bus.Publish(tx, sc, e)
}

// Account is the company's account, and the invoices on it of which something is open.
func (s *Service) Account(ctx context.Context, sc scope.Scope, companyID string) (a receivable.Account,
	items []receivable.Item, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		if _, err = company.Find(tx, sc, companyID); err != nil {
			return err
		}
		if a, err = receivable.Find(tx, sc, companyID); err != nil {
			return err
		}
		items, err = receivable.OpenItems(tx, sc, companyID)
		return err
	})
	return a, items, err
}
