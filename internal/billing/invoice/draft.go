package invoice

import (
	"cmp"
	"fmt"
	"slices"

	"sarai/internal/billing/buyer"
	"sarai/internal/books/ledger"
	"sarai/internal/books/tax"
	"sarai/internal/country/packs"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/document"
	"sarai/internal/property/company"
	"sarai/internal/property/guest"
	"sarai/internal/stay/account"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/folio"
)

// Request is what an invoice is drafted from.
type Request struct {
	BookingID  string       // whose folio is billed; "": only Items are
	LineIDs    []string     // the folio's lines that are billed; none: all open ones
	PostedOnly bool         // bill only what is posted so far, not the nights to come
	Folio      string       // without LineIDs: own or company; "": own, or company if there is nothing else
	Items      []folio.Item // charged besides: to the folio, if there is a booking
	Faults     errs.Fields  // what of Items can't be read, to be named beside whatever else is wrong with them
	GuestID    string       // "": the booking's guest
	Buyer      buyer.Edit   // what differs from the guest's record; nil: nothing
	DueDate    date.Date    // "": set when it is issued
	Notes      string
	Issue      bool  // issue it at once
	Advances   *bool // whether issuing applies the booking's advances; nil: unless the bill is split
}

// check refuses requests that contradict themselves.
func (r Request) check() error {
	var fields errs.Fields
	switch {
	case r.BookingID == "" && len(r.Items) == 0:
		fields.Add("bookingId", "must be given, or lines")
	case r.BookingID == "" && len(r.LineIDs) > 0:
		fields.Add("bookingId", "must be given with lineIds, which are lines of a booking's folio")
	case r.BookingID == "" && r.PostedOnly:
		fields.Add("bookingId", "must be given with postedOnly, which is about a booking's folio")
	case r.Folio != "" && (r.BookingID == "" || len(r.LineIDs) > 0):
		fields.Add("folio", "must be left out with lineIds, and without bookingId")
	case len(r.LineIDs) > 0 && r.PostedOnly:
		fields.Add("postedOnly", "must be left out with lineIds")
	}
	return fields.Err()
}

// draft stores the draft that the request asks for, and issues it if it is to be issued.
func (s *Service) draft(books ledger.Locked, sc scope.Scope, r Request, lookedUp string) (Invoice, error) {
	tx, i := books.Tx(), newDraft(books, sc)
	i.given = folio.Discounts(r.Items)
	var b *booking.Booking
	var err error
	if r.BookingID != "" {
		if b, err = billBooking(books, sc, &i, r); err != nil {
			return i, err
		}
	}
	if err := s.setBuyer(tx, sc, &i, b, r); err != nil {
		return i, err
	}
	var fields errs.Fields
	if r.BookingID == "" {
		fields = r.Faults
		if i.Lines, err = priced(tx, sc, i.PricesIncludeTax, r.Items, &fields); err != nil {
			return i, err
		}
	}
	i.DueDate, i.Notes = r.DueDate, r.Notes
	checkDue(i.DueDate, sc.Today(tx.Now), &fields)
	if err := fields.Err(); err != nil {
		return i, err
	}
	return i, s.keep(books, sc, &i, lookedUp, r.Issue, r.Advances)
}

// keep stores a new draft, and issues it if it is to be.
func (s *Service) keep(books ledger.Locked, sc scope.Scope, i *Invoice, lookedUp string, now bool,
	advances *bool) error {
	if err := s.complete(books, sc, i, lookedUp); err != nil {
		return err
	}
	if err := insert(books, sc, *i); err != nil || !now {
		return err
	}
	return issue(books, sc, i, i.advances(books, sc, advances))
}

// newDraft is an empty draft.
func newDraft(books ledger.Locked, sc scope.Scope) Invoice {
	now := books.Tx().Now.UnixMilli()
	return Invoice{ID: id.New(), Status: Draft, PricesIncludeTax: books.PricesIncludeTax, CreatedBy: sc.User,
		CreatedAt: now, UpdatedAt: now, Version: 1}
}

// setBooking makes the draft an invoice of the booking, at the booking's rule for prices.
func (i *Invoice) setBooking(b *booking.Booking) {
	i.BookingID, i.BookingCode, i.PricesIncludeTax, i.Sharers = b.ID, b.Code, b.PricesIncludeTax, b.Others()
}

// billBooking puts lines of the booking's folio on the draft (the named ones, those posted so far, or all of the stay)
// and the items, which it charges to the folio.
func billBooking(books ledger.Locked, sc scope.Scope, i *Invoice, r Request) (*booking.Booking, error) {
	tx := books.Tx()
	b, err := booking.Lock(tx, sc, r.BookingID).Get()
	if errs.Is(err, errs.KindNotFound) {
		return nil, errs.InvalidField("bookingId", "must be the id of one of the hotel's bookings")
	}
	if err != nil {
		return nil, err
	}
	i.setBooking(b)
	if len(r.LineIDs) == 0 && !r.PostedOnly {
		if err := account.PostStay(books, sc, b); err != nil {
			return nil, err
		}
	}
	posted, err := billAgain(books, sc, b, r)
	if err != nil {
		return nil, err
	}
	if err := chargeItems(tx, sc, b, i, r); err != nil {
		return nil, err
	}
	lines := posted
	if len(r.Items) > 0 {
		if lines, err = folio.Lines(tx, sc, b.ID).Get(); err != nil {
			return nil, err
		}
	}
	charged := lines[len(posted):]
	picks := picksOf(r.LineIDs)
	billed, err := chosen(posted, picks)
	if err != nil {
		return nil, err
	}
	i.Split = len(picks) > 0 && leavesSome(posted, picks)
	if len(picks) == 0 {
		payer := folio.PayerIn(lines, r.Folio)
		billed, charged = folio.OpenOf(posted, payer), folio.OpenOf(charged, payer)
		i.Split = payer == folio.OfCompany
	}
	charged = slices.DeleteFunc(charged, folio.Line.OnMaster)
	billed = slices.Concat(billed, charged)
	i.guestPays = b.Routing.Divides(lines) && !slices.ContainsFunc(billed, folio.Line.OnCompany)
	return b, i.bill(tx, sc, billed)
}

// leavesSome tells whether the folio has charges that aren't picked: open, or billed otherwise.
func leavesSome(lines []folio.Line, picks []pick) bool {
	picked := make(map[string]bool, len(picks))
	for _, p := range picks {
		picked[p.lineID] = true
	}
	return slices.ContainsFunc(lines, func(l folio.Line) bool {
		return (l.Open() || l.InvoiceID != "") && !picked[l.ID]
	})
}

// billAgain opens what credit notes took back as a whole of the lines that the request names or, if it names none and
// nothing else is open, of the folio. It returns the folio's lines.
func billAgain(books ledger.Locked, sc scope.Scope, b *booking.Booking, r Request) ([]folio.Line, error) {
	lines, err := folio.Lines(books.Tx(), sc, b.ID).Get()
	if err != nil {
		return nil, err
	}
	payer := folio.PayerIn(lines, r.Folio)
	everything := len(r.LineIDs) == 0 && len(r.Items) == 0 && len(folio.OpenOf(lines, payer)) == 0
	var again []string
	credited := folio.CreditsIn(lines)
	for i := range lines {
		l := &lines[i]
		if credited.Whole(l) && !l.OnMaster() && (slices.Contains(r.LineIDs, l.ID) ||
			everything && l.Payer == payer && l.Credits == "" && !gone(credited.Of(l))) {
			again = append(again, l.ID)
		}
	}
	if len(again) == 0 {
		return lines, nil
	}
	if err := account.BillAgain(books, sc, b, again); err != nil {
		return nil, err
	}
	return folio.Lines(books.Tx(), sc, b.ID).Get()
}

// gone tells whether the credits of a line have lowered the price of the rooms, because the stay has become shorter or
// cheaper, or was cancelled.
func gone(credits []folio.Line) bool {
	return slices.ContainsFunc(credits, func(c folio.Line) bool { return c.Lodging })
}

// chargeItems charges the request's items to the booking's folio.
func chargeItems(tx *db.Tx, sc scope.Scope, b *booking.Booking, i *Invoice, r Request) error {
	if len(r.Items) == 0 {
		return nil
	}
	fields := r.Faults
	lines, err := priced(tx, sc, i.PricesIncludeTax, r.Items, &fields)
	if err = cmp.Or(err, fields.Err()); err != nil {
		return err
	}
	charges := make([]folio.Charge, len(lines))
	for n, l := range lines {
		charges[n] = l.charge()
	}
	_, err = account.Charge(tx, sc, b, charges)
	return err
}

// priced are the items with their taxes of today, as lines that are on no folio. What is wrong is added to fields.
func priced(tx *db.Tx, sc scope.Scope, inclusive bool, items []folio.Item, fields *errs.Fields) ([]Line, error) {
	rules, err := tax.Load(tx, sc).Get()
	if err != nil {
		return nil, err
	}
	pricing := folio.Pricing{Rules: rules, Inclusive: inclusive, Today: sc.Today(tx.Now), Currency: sc.Currency}
	lines := make([]Line, len(items))
	for n, item := range items {
		lines[n] = lineOf(pricing.Price(item, fmt.Sprintf("lines[%d].", n), fields))
		lines[n].Position, lines[n].TaxID = n, item.TaxID
	}
	return lines, nil
}

// bill adds lines of folios to the draft's lines.
func (i *Invoice) bill(tx *db.Tx, sc scope.Scope, lines []folio.Line) error {
	if len(lines) == 0 {
		return errs.Conflict("Booking %s has nothing that is not billed yet.", i.BookingCode)
	}
	var ids []string
	for n, l := range lines {
		line := lineOf(l.Charge)
		if line.Position, line.FolioLineID = len(i.Lines), l.ID; i.GroupID != "" {
			line.BookingID = l.BookingID
		}
		i.Lines, ids = append(i.Lines, line), append(ids, l.ID)
		if n+1 < len(lines) && lines[n+1].BookingID == l.BookingID {
			continue
		}
		if err := folio.Bill(tx, sc, l.BookingID, ids, i.ID); err != nil {
			return err
		}
		ids = nil
	}
	return nil
}

// setBuyer gives the draft its guest and its buyer, changed as the request asks: the company that the booking is for,
// or the guest as the record and the booking say.
func (s *Service) setBuyer(tx *db.Tx, sc scope.Scope, i *Invoice, b *booking.Booking, r Request) error {
	i.GuestID = r.GuestID
	if i.GuestID == "" && b != nil {
		i.GuestID = b.GuestID
	}
	known, err := s.guest(tx, sc, i.GuestID)
	if err != nil {
		return err
	}
	party := buyer.Of(known)
	if b != nil && i.GuestID == b.GuestID {
		party = buyer.AsBooked(party, b)
		known.Name = b.GuestName
		if b.CompanyID != nil && !i.guestPays {
			booker, err := company.Find(tx, sc, *b.CompanyID)
			if err != nil {
				return err
			}
			party, known.Company = buyer.Company(booker, party), booker.Name
		}
	}
	var fields errs.Fields
	i.Buyer = r.Buyer.Apply(packs.Of(sc.Country), party, &fields)
	if known.Company != "" && i.Buyer.GSTIN != "" { // the company is billed, unless the request names somebody else
		party.Name = known.Company
		i.Buyer = r.Buyer.Apply(packs.Of(sc.Country), party, &errs.Fields{})
	}
	i.GuestName = cmp.Or(known.Name, i.Buyer.Name)
	if i.Buyer.Name == "" {
		fields.Add("buyer.name", "must not be empty")
	}
	return fields.Err()
}

// guest reads a guest's record, which is empty without an id.
func (s *Service) guest(tx *db.Tx, sc scope.Scope, guestID string) (guest.Guest, error) {
	if guestID == "" {
		return guest.Guest{}, nil
	}
	known, err := s.guests.Get(tx, sc, guestID)
	if errs.Is(err, errs.KindNotFound) {
		return known, errs.InvalidField("guestId", "must be the id of one of the hotel's guests")
	}
	return known, err
}

// complete gives the draft what follows from the rest of it: seller, kind of document, place of supply and totals.
func complete(books ledger.Locked, sc scope.Scope, i *Invoice) (err error) {
	if i.Seller, err = document.Seller(books.Tx(), sc); err != nil {
		return err
	}
	i.Document, i.PlaceOfSupply = string(document.TaxInvoice), i.Seller.StateCode
	if i.Seller.GSTIN == "" {
		i.Document = string(document.BillOfSupply)
	}
	i.sumUp(books.Books, sc)
	switch ofLines := i.Total - i.Rounding; {
	case ofLines < 0:
		return errs.Conflict("These lines come to %s: an invoice can't be below nothing. Leave some of those that reduce "+
			"it to a credit note.", ofLines.Text(sc.Currency))
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
		fields.Add("dueDate", "must not be before today (%s)", today.Short())
	}
}
