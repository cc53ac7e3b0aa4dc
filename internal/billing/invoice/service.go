package invoice

import (
	"context"
	"fmt"
	"slices"

	"sarai/internal/books/ledger"
	"sarai/internal/books/tax"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/document"
	"sarai/internal/property/guest"
	"sarai/internal/record/event"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/folio"
	"sarai/internal/stay/guestfolio"
)

// Service does what can be done with invoices.
type Service struct {
	db     *db.DB
	bus    *event.Bus
	guests *guest.Service
}

// New makes the service.
func New(d *db.DB, bus *event.Bus, guests *guest.Service) *Service {
	return &Service{db: d, bus: bus, guests: guests}
}

// Create drafts an invoice, and issues it if the request says so.
func (s *Service) Create(ctx context.Context, sc scope.Scope, in CreateBody) (View, error) {
	if err := in.check(); err != nil {
		return View{}, err
	}
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (View, error) {
		i, err := s.draft(tx, sc, in)
		if err != nil {
			return View{}, err
		}
		return i.view(sc.Currency), s.published(tx, sc, "invoice.created", i, nil)
	})
}

func (s *Service) draft(tx *db.Tx, sc scope.Scope, in CreateBody) (*Invoice, error) {
	books, err := ledger.Lock(tx, sc)
	if err != nil {
		return nil, err
	}
	i := begin(tx, sc, books.Books)
	var b *booking.Booking
	if in.BookingID != "" {
		if b, err = s.bill(books, sc, i, in); err != nil {
			return nil, err
		}
	}
	if err := s.address(tx, sc, i, b, in); err != nil {
		return nil, err
	}
	var fields errs.Fields
	if in.BookingID == "" {
		rules, err := tax.Load(tx, sc)
		if err != nil {
			return nil, err
		}
		i.Lines = free(sc, rules, i.PricesIncludeTax, sc.Today(tx.Now), in.Lines, &fields)
	}
	i.DueDate, i.Notes = date.Date(in.DueDate), in.Notes
	checkDue(i.DueDate, sc.Today(tx.Now), &fields)
	if err := fields.Err(); err != nil {
		return nil, err
	}
	if err := s.complete(tx, sc, i, books.Books); err != nil {
		return nil, err
	}
	if err := insert(tx, sc, *i); err != nil || !in.Issue {
		return i, err
	}
	return i, s.issue(books, sc, i)
}

// begin is an empty draft with its identity.
func begin(tx *db.Tx, sc scope.Scope, books ledger.Books) *Invoice {
	now := tx.Now.UnixMilli()
	return &Invoice{ID: id.New(), Status: Draft, PricesIncludeTax: books.PricesIncludeTax, CreatedBy: sc.User,
		CreatedAt: now, UpdatedAt: now}
}

// bill puts the booking's lines on the draft: those that are named, those posted so far, or all of the stay; and those
// that the request charges besides.
func (s *Service) bill(books ledger.Locked, sc scope.Scope, i *Invoice, in CreateBody) (*booking.Booking, error) {
	tx := books.Tx()
	b, err := booking.Lock(tx, sc, in.BookingID)
	if errs.Is(err, errs.KindNotFound) {
		return nil, errs.InvalidField("bookingId", "must be the id of one of the hotel's bookings")
	}
	if err != nil {
		return nil, err
	}
	i.BookingID, i.BookingCode, i.PricesIncludeTax = b.ID, b.Code, b.PricesIncludeTax
	if len(in.LineIDs) == 0 && !in.PostedOnly {
		if err := booking.PostStay(books, sc, b); err != nil {
			return nil, err
		}
	}
	before, err := folio.Lines(tx, sc, b.ID)
	if err != nil {
		return nil, err
	}
	if err := s.charge(tx, sc, i, in.Lines); err != nil {
		return nil, err
	}
	lines, err := folio.Lines(tx, sc, b.ID)
	if err != nil {
		return nil, err
	}
	added := lines[len(before):]
	if lines, err = chosen(lines[:len(before)], picksOf(in.LineIDs)); err != nil {
		return nil, err
	}
	return b, take(tx, sc, i, slices.Concat(lines, added))
}

// charge adds lines of a request to the booking's folio.
func (s *Service) charge(tx *db.Tx, sc scope.Scope, i *Invoice, bodies []LineBody) error {
	if len(bodies) == 0 {
		return nil
	}
	rules, err := tax.Load(tx, sc)
	if err != nil {
		return err
	}
	var fields errs.Fields
	var charges []folio.Charge
	for _, l := range free(sc, rules, i.PricesIncludeTax, sc.Today(tx.Now), bodies, &fields) {
		charges = append(charges, l.Charge)
	}
	if err := fields.Err(); err != nil {
		return err
	}
	return guestfolio.Charge(tx, sc, i.BookingID, charges)
}

// take puts lines of the booking's folio on the draft, behind those that it has.
func take(tx *db.Tx, sc scope.Scope, i *Invoice, lines []folio.Line) error {
	if len(lines) == 0 {
		return errs.Conflict("Booking %s has nothing that is not billed yet.", i.BookingCode)
	}
	var ids []string
	for _, l := range lines {
		ids = append(ids, l.ID)
		i.Lines = append(i.Lines, Line{Position: len(i.Lines), FolioLineID: l.ID, Charge: l.Charge})
	}
	return folio.Bill(tx, sc, i.BookingID, ids, i.ID)
}

// free are the lines of a request that are on no folio yet.
func free(sc scope.Scope, rules *tax.Rules, inclusive bool, today date.Date, bodies []LineBody,
	fields *errs.Fields) []Line {
	var lines []Line
	for n, body := range bodies {
		if body.LineID != "" {
			fields.Add(fmt.Sprintf("lines[%d].lineId", n), "must be left out: what is on a folio already is billed by lineIds")
		}
		lines = append(lines, Line{Position: n, TaxID: body.TaxID, Charge: body.Charge(sc, rules, inclusive, today,
			fmt.Sprintf("lines[%d].", n), fields)})
	}
	return lines
}

// address gives the draft its guest and its buyer: what the request says, over the guest's record.
func (s *Service) address(tx *db.Tx, sc scope.Scope, i *Invoice, b *booking.Booking, in CreateBody) error {
	i.GuestID = in.GuestID
	if i.GuestID == "" && b != nil {
		i.GuestID = b.GuestID
	}
	var known guest.Guest
	if i.GuestID != "" {
		found, err := s.guests.Get(tx, sc, i.GuestID)
		if errs.Is(err, errs.KindNotFound) {
			return errs.InvalidField("guestId", "must be the id of one of the hotel's guests")
		}
		if err != nil {
			return err
		}
		known = found
	}
	party := guestParty(known)
	if b != nil && i.GuestID == b.GuestID {
		party = ofBooking(party, b)
		known.Name = b.GuestName
	}
	var fields errs.Fields
	i.Buyer = in.Buyer.Value.apply(party, &fields)
	if company := known.Company; company != "" && i.Buyer.GSTIN != "" && !in.Buyer.Value.Name.Set {
		i.Buyer.Name = company
	}
	if i.GuestName = known.Name; i.GuestName == "" {
		i.GuestName = i.Buyer.Name
	}
	if i.Buyer.Name == "" {
		fields.Add("buyer.name", "must not be empty")
	}
	return fields.Err()
}

// complete gives the draft what follows from the rest of it: seller, kind of document, place of supply and totals.
func (s *Service) complete(tx *db.Tx, sc scope.Scope, i *Invoice, books ledger.Books) (err error) {
	if i.Seller, err = document.Seller(tx, sc); err != nil {
		return err
	}
	i.Document, i.PlaceOfSupply = string(document.TaxInvoice), i.Seller.StateCode
	if i.Seller.GSTIN == "" {
		i.Document = string(document.BillOfSupply)
	}
	i.add(books, sc.Currency)
	switch {
	case i.Total < 0:
		return errs.Conflict("These lines come to %s: an invoice can't be below nothing. Leave some of those that reduce "+
			"it to a credit note.", i.Total.Text(sc.Currency))
	case i.Total > money.Max:
		return errs.Conflict("These lines come to more than an amount can be.")
	}
	return nil
}

func checkDue(due, today date.Date, fields *errs.Fields) {
	if due == "" {
		return
	}
	if _, err := date.Parse(string(due)); err != nil {
		fields.Add("dueDate", "%s", err)
	} else if due < today {
		fields.Add("dueDate", "must not be before today (%s)", today)
	}
}

// change runs one operation on an invoice with its lines: the organization's books are this transaction's own from the
// start. What puts lines on a folio or takes them off locks the booking too.
func (s *Service) change(ctx context.Context, sc scope.Scope, invoiceID string,
	operation func(tx *db.Tx, books ledger.Locked, i *Invoice) error) (Invoice, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Invoice, error) {
		books, err := ledger.Lock(tx, sc)
		if err != nil {
			return Invoice{}, err
		}
		i, err := Read(tx, sc, invoiceID)
		if err != nil {
			return i, err
		}
		err = operation(tx, books, &i)
		return i, err
	})
}

// lockBooking makes the row of the invoice's booking, if it has one, this transaction's own.
func (i *Invoice) lockBooking(tx *db.Tx, sc scope.Scope) error {
	if i.BookingID == "" {
		return nil
	}
	_, err := booking.Lock(tx, sc, i.BookingID)
	return err
}

func (i *Invoice) requireDraft(what string) error {
	if i.Status != Draft {
		return errs.Conflict("Invoice %s is %s: %s.", i.Number, written[i.Status], what)
	}
	return nil
}

// written are the statuses as sentences have them.
var written = map[string]string{Draft: "a draft", Issued: "issued", PartiallyPaid: "issued and partly paid",
	Paid: "issued and settled", Void: "void"}

// update changes a draft.
func (s *Service) update(ctx context.Context, sc scope.Scope, invoiceID string, in UpdateBody) (Invoice, error) {
	return s.change(ctx, sc, invoiceID, func(tx *db.Tx, books ledger.Locked, i *Invoice) error {
		if err := i.requireDraft("only a draft can be changed. Make a credit note"); err != nil {
			return err
		}
		if err := i.lockBooking(tx, sc); err != nil {
			return err
		}
		before := *i
		rules, err := tax.Load(tx, sc)
		if err != nil {
			return err
		}
		if err := in.apply(tx, sc, i, rules); err != nil {
			return err
		}
		if err := s.complete(tx, sc, i, books.Books); err != nil {
			return err
		}
		changed := changes(before, *i, sc.Currency)
		if len(changed) == 0 {
			return nil
		}
		if err := rewrite(tx, sc, i); err != nil {
			return err
		}
		return s.published(tx, sc, "invoice.updated", i, map[string]any{"change": "updated", "changed": changed})
	})
}

// delete removes a draft; its lines are open again.
func (s *Service) delete(ctx context.Context, sc scope.Scope, invoiceID string) error {
	_, err := s.change(ctx, sc, invoiceID, func(tx *db.Tx, books ledger.Locked, i *Invoice) error {
		if err := i.requireDraft("it can't be deleted. Void it, or make a credit note"); err != nil {
			return err
		}
		if err := i.lockBooking(tx, sc); err != nil {
			return err
		}
		if err := folio.Unbill(tx, sc, i.ID); err != nil {
			return err
		}
		if err := remove(tx, sc, *i); err != nil {
			return err
		}
		if err := s.followStay(books, sc, i); err != nil {
			return err
		}
		return s.published(tx, sc, "invoice.deleted", i, nil)
	})
	return err
}

func (s *Service) get(ctx context.Context, sc scope.Scope, invoiceID string) (Invoice, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Invoice, error) { return Read(tx, sc, invoiceID) })
}

// listed is one page of a list, without lines, and what all that the filter finds comes to.
type listed struct {
	invoices []Invoice
	sums     sums
}

func (s *Service) list(ctx context.Context, sc scope.Scope, f filter, limit, offset int) (listed, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (l listed, err error) {
		if f.overdue {
			f.overdueOn = sc.Today(tx.Now)
		}
		if l.sums, err = sum(tx, sc, f); err != nil {
			return l, err
		}
		l.invoices, err = list(tx, sc, f, limit, offset)
		return l, err
	})
}

// published tells what happened to the invoice: an audit entry, and the notification of its issue.
func (s *Service) published(tx *db.Tx, sc scope.Scope, action string, i *Invoice, more map[string]any) error {
	details := map[string]any{"number": i.Number, "status": i.Status, "bookingId": i.BookingID,
		"bookingCode": i.BookingCode, "buyer": i.Buyer.Name,
		"totalAmount": i.Total.Number(sc.Currency), "lines": len(i.Lines)}
	for key, value := range more {
		details[key] = value
	}
	e := event.Event{Action: action, ResourceType: "invoice", ResourceID: i.ID, Details: details}
	if issued := details["change"] == "issued" || action == "invoice.created" && i.Number != ""; issued {
		e.Notice = &event.Notice{Type: event.InvoiceGenerated, Title: "Invoice issued",
			Message: fmt.Sprintf("%s: %s %s for %s.", i.Number, sc.Currency, i.Total.Number(sc.Currency), i.GuestName)}
	}
	return s.bus.Publish(tx, sc, e)
}

// changes lists what differs in after, by the fields' names: what the audit log keeps.
func changes(before, after Invoice, currency string) map[string]any {
	changed := map[string]any{}
	note := func(field string, old, now any) {
		if old != now {
			changed[field] = map[string]any{"old": old, "new": now}
		}
	}
	note("buyer", before.Buyer, after.Buyer)
	note("dueDate", before.DueDate, after.DueDate)
	note("notes", before.Notes, after.Notes)
	if !slices.Equal(before.Lines, after.Lines) {
		changed["lines"] = map[string]any{"old": described(before.Lines, currency), "new": described(after.Lines, currency)}
	}
	note("totalAmount", before.Total.Number(currency), after.Total.Number(currency))
	return changed
}

// described is the lines in a few words.
func described(lines []Line, currency string) string {
	text := ""
	for n, l := range lines {
		if n == 20 {
			return text + fmt.Sprintf("; %d more", len(lines)-n)
		}
		if n > 0 {
			text += "; "
		}
		text += l.Description + " " + string(l.Total.Number(currency))
	}
	return text
}
