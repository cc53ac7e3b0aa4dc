package demo

import (
	"context"
	"slices"
	"strings"
	"time"

	"sarai/internal/billing/creditnote"
	"sarai/internal/billing/expense"
	"sarai/internal/billing/invoice"
	"sarai/internal/billing/payment"
	"sarai/internal/books/ledger"
	"sarai/internal/books/tax"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/paper/document"
	"sarai/internal/stay/account"
	"sarai/internal/stay/desk"
	"sarai/internal/stay/folio"
	"sarai/internal/stay/quote"
)

// auditTime is when a hotel's night audit closes the day before, unless it chooses another time.
const auditTime = 3*time.Hour + 5*time.Minute

// openBooks sets how the hotel bills and what money it begins with, and adds its taxes and vendors.
func (h *hotel) openBooks(ctx context.Context) error {
	sc := h.staff[accountant]
	settings := func(b *ledger.Books) { b.IssueAtCheckout, b.DueDays, b.SpecifiedPremises = true, dueDays, true }
	if _, _, err := h.app.Accounts.ChangeSettings(ctx, h.staff[administrator], settings); err != nil {
		return err
	}
	accounts, err := h.app.Accounts.Accounts(ctx, sc)
	if err != nil {
		return err
	}
	for _, a := range accounts {
		opening := map[string]money.Amount{"bank": bankOpening, "cash": cashOpening}[a.Kind]
		if _, err := h.app.Accounts.Change(ctx, sc, a.ID, func(a *ledger.Opened) { a.Opening = opening }); err != nil {
			return err
		}
	}
	for _, t := range serviceTaxes {
		made, err := h.app.Taxes.Create(ctx, sc, func(r *tax.Record, _ *errs.Fields) {
			r.Name, r.Kind, r.AppliesTo, r.SAC, r.Slabs = t.Name, t.Kind, t.AppliesTo, t.SAC, t.Slabs
		})
		if err != nil {
			return err
		}
		h.taxes[t.Name] = made.ID
	}
	for _, v := range vendorRecords {
		made, err := h.app.Vendors.Create(ctx, sc, v)
		if err != nil {
			return err
		}
		h.vendors[v.Name] = made.ID
	}
	return nil
}

// night does what background jobs do before the day begins: quotes expire, and the day before is closed.
func (h *hotel) night(ctx context.Context, day int) error {
	h.set(day, auditTime)
	if err := h.app.ExpireQuotes(ctx); err != nil {
		return err
	}
	return h.app.CloseDays(ctx)
}

// checkOut also issues the invoice, to which the advance is applied.
func (h *hotel) checkOut(ctx context.Context, i int) error {
	in := desk.Departure{}
	if s := h.plan[i]; s.settlement != "" {
		in.SettlementMethod = &s.settlement
	}
	b, err := h.app.Desk.CheckOut(ctx, h.staff[frontDesk], h.bookings[i], in)
	if err == nil {
		h.owed[i] = b.BalanceDue()
	}
	return err
}

// collect takes what guests who leave on the day owe, and what companies pay on it.
func (h *hotel) collect(ctx context.Context, day int, leaving []int) error {
	for i, s := range h.plan {
		pays := s.company == nil && slices.Contains(leaving, i) || s.company != nil && s.pays == day
		if !pays || h.owed[i] == 0 {
			continue
		}
		sc := h.staff[frontDesk]
		if s.company != nil {
			sc = h.staff[accountant]
		}
		var err error
		h.paid[i], err = h.app.Payments.Create(ctx, sc, payment.NewPayment{Method: ledger.Method(s.settlement),
			Targets: []payment.Target{{BookingID: h.bookings[i], Amount: h.owed[i]}}})
		if err != nil {
			return err
		}
	}
	return nil
}

// enjoy charges the folio with what the guest has had on the day.
func (h *hotel) enjoy(ctx context.Context, day, i int) error {
	for _, e := range h.plan[i].extras {
		if e.day != day {
			continue
		}
		_, err := h.app.Folios.AddCharge(ctx, h.staff[frontDesk], h.bookings[i], account.NewCharge{
			Item: folio.Item{Description: e.name, Quantity: folio.One, UnitPrice: e.price, TaxID: h.taxes[e.tax]}})
		if err != nil {
			return err
		}
	}
	return nil
}

// office does the afternoon's work of the accountant and the manager.
func (h *hotel) office(ctx context.Context, day int) error {
	for _, do := range []func(context.Context, int) error{h.spend, h.bank, h.offer, h.photoShoot, h.makeGood,
		h.groupDesk.host, h.backOffice.sit} {
		if err := do(ctx, day); err != nil {
			return err
		}
	}
	return nil
}

// spend pays the bills of the day.
func (h *hotel) spend(ctx context.Context, day int) error {
	for _, c := range costs {
		if day < c.first || c.every == 0 && day != c.first || c.every > 0 && (day-c.first)%c.every != 0 {
			continue
		}
		_, err := h.app.Expenses.Create(ctx, h.staff[accountant], c.method, func(e *expense.Expense, _ *errs.Fields) {
			e.Category, e.Description, e.Date = c.category, c.description, h.today.AddDays(day)
			e.Amount, e.Tax = c.amount, c.amount*c.gst/100
			if e.VendorID = h.vendors[c.vendor]; e.VendorID == "" {
				e.VendorName = c.vendor
			}
			if c.gst > 0 {
				e.BillNumber = strings.ReplaceAll(string(e.Date)[2:], "-", "") + "/" + c.category[:1]
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// bank moves to the bank account, each Monday, what is in the till and what the card company, UPI and travel agents
// have paid out.
func (h *hotel) bank(ctx context.Context, day int) error {
	if h.today.AddDays(day).Start(time.UTC).Weekday() != time.Monday {
		return nil
	}
	sc := h.staff[accountant]
	accounts, err := h.app.Accounts.Accounts(ctx, sc)
	if err != nil {
		return err
	}
	to := accounts[slices.IndexFunc(accounts, func(a ledger.Opened) bool { return a.Kind == "bank" })].ID
	for _, from := range accounts {
		amount := from.Balance
		if from.Kind == "cash" {
			amount = (amount - tillKeeps) / (1000 * rupee) * 1000 * rupee
		}
		if from.ID == to || amount <= 0 {
			continue
		}
		transfer := ledger.Transfer{From: from.ID, To: to, Amount: amount, Notes: "Week's money from " + from.Name}
		if _, err := h.app.Accounts.Transfer(ctx, sc, transfer); err != nil {
			return err
		}
	}
	return nil
}

// offer writes the day's quotes, and records which earlier ones guests decline.
func (h *hotel) offer(ctx context.Context, day int) error {
	sc := h.staff[manager]
	for i, s := range h.plan {
		if s.quoted && day == s.booked-2 {
			if err := h.quote(ctx, i, h.quoteOf(s), true); err != nil {
				return err
			}
		}
	}
	for _, o := range offers {
		if o.day == day {
			if err := h.quote(ctx, o.day, h.offered(o), o.send); err != nil {
				return err
			}
		}
		if o.declined > 0 && o.day+o.declined == day {
			if _, err := h.app.Quotes.Decline(ctx, sc, h.quotes[o.day], o.reason); err != nil {
				return err
			}
		}
	}
	return nil
}

// quote writes one quote, and sends it if asked to. key is its place in h.quotes.
func (h *hotel) quote(ctx context.Context, key int, edit quote.Edit, send bool) error {
	made, err := h.app.Quotes.Create(ctx, h.staff[manager], edit)
	if err != nil {
		return err
	}
	h.quotes[key] = made.ID
	if send {
		_, _, err = h.app.Quotes.Send(ctx, h.staff[manager], made.ID, "")
	}
	return err
}

func (h *hotel) quoteOf(s stay) quote.Edit {
	return func(q *quote.Quote, _ *errs.Fields) []folio.Item {
		q.GuestName, q.GuestEmail, q.GuestPhone, q.MealPlan = s.name, s.email, s.phone, s.plan
		q.CheckIn, q.CheckOut = h.today.AddDays(s.arrives), h.today.AddDays(s.leaves)
		for _, r := range s.rooms {
			q.Rooms = append(q.Rooms, quote.Room{RoomID: h.rooms[r.number], Count: 1, Rate: r.rate, Adults: r.adults,
				Children: r.children})
		}
		return nil
	}
}

func (h *hotel) offered(o offer) quote.Edit {
	return func(q *quote.Quote, _ *errs.Fields) []folio.Item {
		q.GuestName, q.GuestEmail, q.GuestPhone, q.MealPlan = o.guest, o.email, o.phone, "CP"
		q.ValidUntil, q.CheckIn = h.today.AddDays(o.day+o.valid), h.today.AddDays(o.day+o.arrives)
		q.CheckOut = q.CheckIn.AddDays(o.nights)
		q.Rooms = []quote.Room{{Type: o.category, Count: o.rooms, Rate: o.rate, Adults: 2}}
		if o.line == "" {
			return nil
		}
		return []folio.Item{{Description: o.line, Quantity: folio.One, UnitPrice: o.price, TaxID: h.taxes[events]}}
	}
}

// accept turns the stay's quote into its booking.
func (h *hotel) accept(ctx context.Context, i int) error {
	s := h.plan[i]
	accepted, err := h.app.Quotes.Accept(ctx, h.staff[frontDesk], h.quotes[i], quote.Acceptance{Source: s.source,
		SpecialRequests: s.request, Advance: s.advance, PaymentMethod: s.method})
	h.bookings[i] = accepted.BookingID
	return err
}

// photoShoot bills a company that has not paid yet, before the first guests come.
func (h *hotel) photoShoot(ctx context.Context, day int) error {
	if day != opened-6 {
		return nil
	}
	buyer := companies[1]
	_, err := h.app.Invoices.Create(ctx, h.staff[accountant], invoice.Request{Issue: true,
		DueDate: h.today.AddDays(opened - 3),
		Buyer: func(p *document.Party, _ *errs.Fields) {
			p.Name, p.GSTIN, p.Address = buyer.name, buyer.gstin, buyer.address
		},
		Items: []folio.Item{{Description: "Courtyard for a photo shoot, one day", Quantity: folio.One,
			UnitPrice: 38_000 * rupee, TaxID: h.taxes[events]}}})
	return err
}

// Two guests complained, on these days. One's invoice is credited and the money refunded; the other's is credited
// before the company pays it.
const (
	complaint        = -12
	companyComplaint = -30
	allowance        = 1000 * rupee
)

func (h *hotel) makeGood(ctx context.Context, day int) error {
	switch day {
	case complaint:
		i := h.lastLeft(day, func(i int) bool { return h.plan[i].company == nil && h.paid[i].ID != "" })
		if i < 0 {
			return nil
		}
		const reason = "Air conditioning failed in the second night"
		if err := h.credit(ctx, h.paid[i].Parts[0].InvoiceID, reason); err != nil {
			return err
		}
		_, err := h.app.Payments.Refund(ctx, h.staff[accountant], h.paid[i].ID,
			payment.NewRefund{Amount: allowance, Reason: reason})
		return err
	case companyComplaint:
		i := h.lastLeft(day, func(i int) bool { return h.plan[i].company != nil && h.plan[i].pays > day })
		if i < 0 {
			return nil
		}
		open, err := db.Read(ctx, h.db, func(tx *db.Tx) ([]invoice.Invoice, error) {
			return invoice.OpenOf(tx, h.staff[accountant], h.bookings[i]).Get()
		})
		if err != nil {
			return err
		}
		h.owed[i] -= allowance
		return h.credit(ctx, open[0].ID, "Airport transfer didn't come")
	}
	return nil
}

// lastLeft is the index of the last such stay that ended before the day with more than the allowance to pay, or -1.
func (h *hotel) lastLeft(day int, such func(i int) bool) int {
	last := -1
	for i, s := range h.plan {
		later := last < 0 || s.leaves >= h.plan[last].leaves
		if s.fate == "" && s.leaves < day && h.owed[i] > allowance && later && such(i) {
			last = i
		}
	}
	return last
}

func (h *hotel) credit(ctx context.Context, invoiceID, reason string) error {
	_, err := h.app.CreditNotes.Create(ctx, h.staff[accountant],
		creditnote.Request{InvoiceID: invoiceID, Reason: reason, Amount: new(allowance)})
	return err
}
