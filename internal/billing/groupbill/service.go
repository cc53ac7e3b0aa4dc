package groupbill

import (
	"context"
	"fmt"
	"slices"

	"sarai/internal/billing/invoice"
	"sarai/internal/billing/payment"
	"sarai/internal/books/businessday"
	"sarai/internal/books/ledger"
	"sarai/internal/books/takings"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/stay/account"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/folio"
	"sarai/internal/stay/group"
	"sarai/internal/stay/master"
)

// Service bills groups.
type Service struct {
	db       *db.DB
	bus      *event.Bus
	invoices *invoice.Service
	payments *payment.Service
}

// New makes the service.
func New(d *db.DB, bus *event.Bus, invoices *invoice.Service, payments *payment.Service) *Service {
	return &Service{d, bus, invoices, payments}
}

// Bill drafts an invoice of what the group's master account pays and no invoice has, and issues it if the request says
// so. Once for each Idempotency-Key. Invalid names bookings and lines that aren't the group's; Conflict if there is
// nothing to bill.
func (s *Service) Bill(ctx context.Context, sc scope.Scope, groupID string, r Request) (invoice.View, error) {
	return s.invoices.CreateJoint(ctx, sc, func(books ledger.Locked) (j invoice.Joint, err error) {
		tx := books.Tx()
		businessday.Hold(tx, sc)
		g, err := group.Lock(tx, sc, groupID)
		if err != nil {
			return j, err
		}
		stays, err := lockStays(books, sc, g, r)
		if err != nil {
			return j, err
		}
		if j.Lines, err = linesOf(books, sc, g, stays, r); err != nil {
			return j, err
		}
		if len(j.Lines) == 0 {
			return j, errs.Conflict("Group %s has nothing that is not billed yet.", g.Code)
		}
		if j.PricesIncludeTax, err = inclusive(j.Lines, stays); err != nil {
			return j, err
		}
		j.Party, err = party(tx, sc, g)
		j.GroupID, j.GroupName, j.Buyer, j.DueDate, j.Notes = g.ID, g.Name, r.Buyer, r.DueDate, r.Notes
		j.Issue, j.Advances = r.Issue, r.Advances
		return j, err
	})
}

// lockStays locks the group's bookings that are billed, and posts the nights to come if the request says so.
func lockStays(books ledger.Locked, sc scope.Scope, g group.Group, r Request) (map[string]*booking.Booking, error) {
	tx, stays := books.Tx(), map[string]*booking.Booking{}
	list, err := booking.OfGroup(tx, sc, g.ID).Get()
	if err != nil {
		return nil, err
	}
	for i, id := range r.BookingIDs {
		if !slices.ContainsFunc(list, func(b *booking.Booking) bool { return b.ID == id }) {
			return nil, errs.InvalidField(fmt.Sprintf("bookingIds[%d]", i), "must be the id of a booking of this group")
		}
	}
	for _, found := range list {
		if len(r.BookingIDs) > 0 && !slices.Contains(r.BookingIDs, found.ID) {
			continue
		}
		b, err := booking.Lock(tx, sc, found.ID).Get()
		if err != nil {
			return nil, err
		}
		if stays[b.ID] = b; r.WholeStays && !b.Closed() && b.RoomsPayer() == g.ID {
			if err := account.PostStay(books, sc, b); err != nil {
				return nil, err
			}
		}
	}
	return stays, nil
}

// linesOf are the lines that are billed, booking by booking.
func linesOf(books ledger.Locked, sc scope.Scope, g group.Group, stays map[string]*booking.Booking, r Request) (
	[]folio.Line, error) {
	tx := books.Tx()
	lines, err := folio.OfPayer(tx, sc, g.ID)
	if err == nil && len(r.LineIDs) > 0 {
		err = billAgain(books, sc, stays, lines, r.LineIDs)
	}
	if err == nil {
		lines, err = folio.OfPayer(tx, sc, g.ID)
	}
	if err != nil {
		return nil, err
	}
	for i, id := range r.LineIDs {
		at := slices.IndexFunc(lines, func(l folio.Line) bool { return l.ID == id })
		if at < 0 || !lines[at].Open() || slices.Contains(r.LineIDs[:i], id) {
			return nil, errs.InvalidField(fmt.Sprintf("lineIds[%d]", i),
				"must be the id of a line of the master's folio that is on no invoice, each once")
		}
	}
	return slices.DeleteFunc(lines, func(l folio.Line) bool {
		return !l.Open() || len(r.LineIDs) > 0 && !slices.Contains(r.LineIDs, l.ID) ||
			stays[l.BookingID] == nil
	}), nil
}

// billAgain opens those of the named lines that credit notes took back as a whole.
func billAgain(books ledger.Locked, sc scope.Scope, stays map[string]*booking.Booking, lines []folio.Line,
	lineIDs []string) error {
	credited, again := folio.CreditsIn(lines), map[string][]string{}
	for i := range lines {
		if l := &lines[i]; slices.Contains(lineIDs, l.ID) && credited.Whole(l) && stays[l.BookingID] != nil {
			again[l.BookingID] = append(again[l.BookingID], l.ID)
		}
	}
	for bookingID, ids := range again {
		if err := account.BillAgain(books, sc, stays[bookingID], ids); err != nil {
			return err
		}
	}
	return nil
}

// inclusive tells whether the lines' prices include tax. Conflict if some do and others don't.
func inclusive(lines []folio.Line, stays map[string]*booking.Booking) (bool, error) {
	first := stays[lines[0].BookingID]
	for i := range lines {
		if b := stays[lines[i].BookingID]; b.PricesIncludeTax != first.PricesIncludeTax {
			return false, errs.Conflict("Of the bookings %s and %s, the prices of one include tax, and those of the other "+
				"don't: bill them one by one, by bookingIds.", first.Code, b.Code)
		}
	}
	return first.PricesIncludeTax, nil
}

// Invoices lists a group's invoices, in the order in which they were made.
func (s *Service) Invoices(ctx context.Context, sc scope.Scope, groupID string) ([]invoice.Invoice, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) ([]invoice.Invoice, error) {
		if _, err := group.Find(tx, sc, groupID); err != nil {
			return nil, err
		}
		return invoice.OfGroup(tx, sc, groupID)
	})
}

// Deposits are the group's deposits with what of them was received, and the hotel's today.
func (s *Service) Deposits(ctx context.Context, sc scope.Scope, groupID string) (list []Deposit, today date.Date,
	err error) {
	list, err = db.Read(ctx, s.db, func(tx *db.Tx) ([]Deposit, error) {
		today = sc.Today(tx.Now)
		g, err := group.Find(tx, sc, groupID)
		if err != nil {
			return nil, err
		}
		shares, err := takings.SharesOf(tx, sc, groupID)
		if err != nil {
			return nil, err
		}
		var received money.Amount
		for _, p := range shares {
			if p.Kind == ledger.Refund {
				received -= p.Share
			} else {
				received += p.Share
			}
		}
		return spread(g.Deposits, received), nil
	})
	return list, today, err
}

// Transfer is an advance that moves between a booking and its group's master account.
type Transfer struct {
	PaymentID, BookingID string
	ToMaster             bool
	Amount               money.Amount // 0: all of it
	Reason               string
}

// MovePayment moves a payment's advance of a booking to its group, or back. Invalid names a booking that isn't the
// group's, and an amount that is more than the advance; Conflict if there is none, or the booking is cancelled.
func (s *Service) MovePayment(ctx context.Context, sc scope.Scope, groupID string, t Transfer) (payment.Payment,
	error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (p payment.Payment, err error) {
		books, err := ledger.Lock(tx, sc).Get()
		if err != nil {
			return p, err
		}
		if _, err := group.Find(tx, sc, groupID); err != nil {
			return p, err
		}
		b, err := booking.Lock(tx, sc, t.BookingID).Get()
		if errs.Is(err, errs.KindNotFound) || err == nil && b.GroupID != groupID {
			return p, errs.InvalidField("bookingId", "must be the id of a booking of this group")
		}
		if err != nil {
			return p, err
		}
		if b.Status == booking.Cancelled {
			return p, errs.Conflict("Booking %s is cancelled: refund what it has paid instead.", b.Code)
		}
		m, err := s.movePart(books, sc, b, t)
		if err != nil {
			return p, err
		}
		e := master.PaymentMoved.Of(b.ID, m.MovedFacts(b.Code, sc.Currency))
		e.Touched = map[string][]string{"group": {groupID}, "payment": {t.PaymentID}}
		if err := s.bus.Publish(tx, sc, e); err != nil {
			return p, err
		}
		return payment.Read(tx, sc, t.PaymentID)
	})
}

func (s *Service) movePart(books ledger.Locked, sc scope.Scope, b *booking.Booking, t Transfer) (m master.Move,
	err error) {
	tx := books.Tx()
	paid, err := ledger.Get(tx, sc, t.PaymentID)
	if errs.Is(err, errs.KindNotFound) {
		return m, errs.InvalidField("paymentId", "must be the id of one of the hotel's payments")
	}
	if err != nil {
		return m, err
	}
	parts, err := ledger.PartsOf(tx, sc, t.PaymentID)
	if err != nil {
		return m, err
	}
	from, to := b.ID, b.GroupID
	if !t.ToMaster {
		from, to = to, from
	}
	at := slices.IndexFunc(parts, func(p ledger.Part) bool { return p.BookingID == from && p.InvoiceID == "" })
	if paid.Kind != ledger.Payment || at < 0 {
		return m, errs.Conflict("Nothing of %s is an advance that could be moved: it is refunded, or on an invoice.",
			paid.Number)
	}
	amount := parts[at].Amount
	if t.Amount > amount {
		return m, errs.InvalidField("amount", "must not be more than the advance, %s", amount.Number(sc.Currency))
	}
	if t.Amount > 0 {
		amount = t.Amount
	}
	if err := ledger.Move(books, sc, parts[at], ledger.Part{BookingID: to}, amount); err != nil {
		return m, err
	}
	m = master.Move{BookingID: b.ID, GroupID: b.GroupID, Kind: master.OfPayment, RecordID: paid.ID, Text: paid.Number,
		To: b.GroupID, Amount: amount, Reason: t.Reason}
	received := -amount
	if !t.ToMaster {
		m.From, m.To, received = b.GroupID, "", amount
	}
	if err := booking.Receive(books, sc, b.ID, received, 0); err != nil {
		return m, err
	}
	return m, master.AddMoves(tx, sc, []master.Move{m})
}
