package account

import (
	"cmp"
	"context"

	"sarai/internal/books/businessday"
	"sarai/internal/books/takings"
	"sarai/internal/books/tax"
	"sarai/internal/country/packs"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/folio"
)

// Service reads folios and charges to them.
type Service struct {
	db  *db.DB
	bus *event.Bus
}

// New makes the service.
func New(d *db.DB, bus *event.Bus) *Service { return &Service{db: d, bus: bus} }

// Folio is a booking's folio as it is read.
type Folio struct {
	Booking  *booking.Booking
	Lines    []folio.Line
	Payments []takings.Share
}

// Get reads a booking's folio.
func (s *Service) Get(ctx context.Context, sc scope.Scope, bookingID string) (Folio, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (f Folio, err error) {
		if f.Booking, err = booking.Find(tx, sc, bookingID).Get(); err != nil {
			return f, err
		}
		if f.Lines, err = folio.Lines(tx, sc, bookingID).Get(); err != nil {
			return f, err
		}
		f.Payments, err = takings.SharesOf(tx, sc, bookingID)
		return f, err
	})
}

// NewCharge is what is to be charged to a folio.
type NewCharge struct {
	folio.Item
	// Adjustment makes it an adjustment instead of a service. Its unit price may be below zero: an allowance.
	Adjustment bool
	// Lodging makes it part of the price of the rooms: it is no line of its own, but changes what nights cost, that of
	// the item's date or without one all that no invoice has.
	Lodging bool
	RoomID  string // of lodging: "" is all rooms
	Payer   string // whose the line is; "": as the booking's rules say
}

// AddCharge puts a service, or an adjustment, on the folio. Once for each Idempotency-Key. Invalid names bad values by
// the fields of a charge's body.
func (s *Service) AddCharge(ctx context.Context, sc scope.Scope, bookingID string, n NewCharge) (LineView, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (LineView, error) {
		return booking.Change(tx, sc, bookingID, func(b *booking.Booking) (LineView, error) {
			charge := s.addCharge
			if n.Lodging {
				charge = s.chargeRooms
			}
			line, err := charge(tx, sc, b, n)
			return lineView(line, sc.Currency), err
		})
	})
}

// chargeRooms changes what nights cost. The line that it returns is on no folio: it sums up what changes.
func (s *Service) chargeRooms(tx *db.Tx, sc scope.Scope, b *booking.Booking, n NewCharge) (folio.Line, error) {
	if b.Status == booking.Cancelled {
		return folio.Line{}, errs.Conflict("Booking %s is cancelled: nothing can be charged to it.", b.Code)
	}
	sum, err := n.roomPrice(sc.Currency)
	if err != nil {
		return folio.Line{}, err
	}
	days, err := businessday.Hold(tx, sc).Get()
	if err != nil {
		return folio.Line{}, err
	}
	total, roomTax, gross := b.Total, b.RoomTax, b.Gross()
	a, err := Of(tx, sc, b).Get()
	if err != nil {
		return folio.Line{}, err
	}
	if err := a.adjust(n, sum); err != nil {
		return folio.Line{}, err
	}
	applied := tax.Applied{Total: b.Gross() - gross, Parts: tax.Parts{{Amount: b.RoomTax - roomTax}}}
	applied.Taxable = applied.Total - applied.Tax()
	line := folio.Line{BookingID: b.ID, PostedOn: days.Business(), CreatedAt: tx.Now.UnixMilli(),
		Charge: folio.Charge{Kind: folio.Service, Lodging: true, RoomID: n.RoomID, Day: cmp.Or(n.Date, sc.Today(tx.Now)),
			Description: n.Description, SAC: packs.Of(sc.Country).LodgingCode, Quantity: folio.One,
			UnitPrice: b.Total - total, Applied: applied}}
	if n.Adjustment {
		line.Kind = folio.Adjustment
	}
	return line, s.bus.Publish(tx, sc, charged.Of(b.ID, chargedDetails{Code: b.Code, Type: line.Kind, Lodging: true,
		Description: n.Description, Date: string(n.Date), TotalAmount: applied.Total.Number(sc.Currency),
		ExtrasAmount: b.Extras.Number(sc.Currency)}))
}

// adjust raises what nights cost, such as for an extra bed or a better room, or below zero lowers it: an allowance on
// the room. Tax and figures follow the new price. Invalid names bad values as date, roomId and unitPrice.
func (a *Account) adjust(n NewCharge, amount money.Amount) error {
	rooms, nights := a.b.Rooms.Clone(), a.reconciliation().Adjustable(n.RoomID, n.Date)
	var price money.Amount
	for _, night := range nights {
		price += night.Price
	}
	switch {
	case len(nights) == 0 && n.RoomID != "" && a.b.Rooms.CurrentByName(n.RoomID) == nil:
		return errs.InvalidField("roomId", "must be the id of a room of this booking (it has %s)", a.b.RoomNumbers())
	case len(nights) == 0:
		return errs.InvalidField("date", "must be a night of the stay that is on no invoice")
	case price+amount < 0:
		return errs.InvalidField("unitPrice", "must not take off more than the nights cost, %s",
			price.Number(a.sc.Currency))
	}
	rooms.Adjust(amount, nights, n.Description)
	return a.Reprice(rooms, n.Description)
}

// roomPrice is what the charge adds to the price of the rooms.
func (n NewCharge) roomPrice(currency string) (money.Amount, error) {
	var fields errs.Fields
	if n.TaxID != "" {
		fields.Add("taxId", "must be left out of what belongs to the price of the rooms: it bears their tax")
	}
	if n.Date != "" {
		if _, err := date.Parse(string(n.Date)); err != nil {
			fields.Add("date", "%s", err)
		}
	}
	unit := max(n.UnitPrice, -n.UnitPrice)
	if n.Quantity <= 0 || unit > 0 && int64(n.Quantity) > int64(money.Max)/int64(unit)*int64(folio.One) {
		fields.Add("quantity", "must be above 0, and times the price an amount at most")
		return 0, fields.Err()
	}
	sum := n.Quantity.Price(unit)
	if n.Discount > sum {
		fields.Add("discount", "must not be more than the price of %s", sum.Number(currency))
	}
	if sum -= n.Discount; n.UnitPrice < 0 {
		sum = -sum
	}
	return sum, fields.Err()
}

func (s *Service) addCharge(tx *db.Tx, sc scope.Scope, b *booking.Booking, n NewCharge) (folio.Line, error) {
	if b.Status == booking.Cancelled {
		return folio.Line{}, errs.Conflict("Booking %s is cancelled: nothing can be charged to it.", b.Code)
	}
	asked := folio.Lines(tx, sc, b.ID)
	c, err := taxed(tx, sc, b, n)
	if err != nil {
		return folio.Line{}, err
	}
	lines, err := asked.Get()
	if err != nil {
		return folio.Line{}, err
	}
	payer := cmp.Or(n.Payer, b.Payer(c))
	if most := unbilled(b, lines, payer); c.Total < 0 && -c.Total > most {
		return folio.Line{}, errs.InvalidField("unitPrice", "must not take off more than %s, which is what of this folio "+
			"is not billed yet; make a credit note for what is billed", max(most, 0).Number(sc.Currency))
	}
	if b.Extras+c.Total > money.Max {
		return folio.Line{}, errs.InvalidField("unitPrice", "makes the folio more than an amount can be")
	}
	added, err := charge(tx, sc, b, []folio.Charge{c}, func(folio.Charge) string { return payer })
	if err != nil {
		return folio.Line{}, err
	}
	details := chargedDetails{Code: b.Code, LineID: added[0].ID, Type: c.Kind, Description: c.Description,
		Date: string(c.Day), TotalAmount: c.Total.Number(sc.Currency), ExtrasAmount: b.Extras.Number(sc.Currency)}
	if c.Discount != 0 {
		details.DiscountAmount = c.Discount.Number(sc.Currency)
	}
	return added[0], s.bus.Publish(tx, sc, charged.Of(b.ID, details))
}

// Charge adds charges that are no lodging to the folio of a locked booking. It publishes nothing.
func Charge(tx *db.Tx, sc scope.Scope, b *booking.Booking, charges []folio.Charge) ([]folio.Line, error) {
	return charge(tx, sc, b, charges, b.Payer)
}

func charge(tx *db.Tx, sc scope.Scope, b *booking.Booking, charges []folio.Charge,
	payer func(folio.Charge) string) ([]folio.Line, error) {
	for i := range charges {
		charges[i].Lodging = false
	}
	lines, err := folio.Add(tx, sc, b.ID, charges, payer)
	if err != nil {
		return nil, err
	}
	return lines, booking.AddToExtras(tx, sc, b, lines)
}

// taxed is the charge with its tax, on a day that is not closed.
func taxed(tx *db.Tx, sc scope.Scope, b *booking.Booking, n NewCharge) (folio.Charge, error) {
	today := sc.Today(tx.Now)
	rules, err := tax.Load(tx, sc).Get()
	if err != nil {
		return folio.Charge{}, err
	}
	pricing := folio.Pricing{Rules: rules, Inclusive: b.PricesIncludeTax, Today: today, Currency: sc.Currency}
	c, err := n.charge(pricing)
	if err != nil || c.Day >= today {
		return c, err
	}
	days, err := businessday.Hold(tx, sc).Get()
	if err != nil {
		return c, err
	}
	return c, days.Check("date", c.Day)
}

// unbilled is what the folio charges the payer on no invoice, with what is still to be posted.
func unbilled(b *booking.Booking, lines []folio.Line, payer string) money.Amount {
	sum := coming(b, lines, payer)
	for _, line := range lines {
		if line.InvoiceID == "" && line.Payer == payer {
			sum += line.Total
		}
	}
	return sum
}

// charge is the line that charges it; an allowance is priced as if it were above zero.
func (n NewCharge) charge(pricing folio.Pricing) (folio.Charge, error) {
	var fields errs.Fields
	allowance := n.Adjustment && n.UnitPrice < 0
	if allowance {
		n.UnitPrice = -n.UnitPrice
	}
	c := pricing.Price(n.Item, "", &fields)
	if n.Adjustment {
		c.Kind = folio.Adjustment
	}
	if allowance {
		c.UnitPrice, c.Applied = -c.UnitPrice, c.Applied.Minus()
	}
	return c, fields.Err()
}

// ReverseCharge takes a charge that is not billed back.
func (s *Service) ReverseCharge(ctx context.Context, sc scope.Scope, bookingID, lineID,
	reason string) (LineView, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (LineView, error) {
		return booking.Change(tx, sc, bookingID, func(b *booking.Booking) (LineView, error) {
			line, err := s.reverseCharge(tx, sc, b, lineID, reason)
			return lineView(line, sc.Currency), err
		})
	})
}

func (s *Service) reverseCharge(tx *db.Tx, sc scope.Scope, b *booking.Booking, lineID,
	reason string) (folio.Line, error) {
	line, err := folio.Find(tx, sc, b.ID, lineID)
	if err != nil {
		return line, err
	}
	if line.Lodging {
		return line, errs.Conflict("The line %q is the price of the rooms, which follows the stay: change the stay, "+
			"give an allowance by an adjustment, or check out with a final amount.", line.Description)
	}
	lines, err := folio.Lines(tx, sc, b.ID).Get()
	if err != nil {
		return line, err
	}
	if line.Open() && line.Total > max(unbilled(b, lines, line.Payer), 0) {
		return line, errs.Conflict("Without the line %q the allowances would be more than what is charged: "+
			"reverse an allowance first.", line.Description)
	}
	reversal, err := folio.Reverse(tx, sc, line, reason)
	if err != nil {
		return reversal, err
	}
	if err := booking.AddToExtras(tx, sc, b, []folio.Line{reversal}); err != nil {
		return reversal, err
	}
	return reversal, s.bus.Publish(tx, sc, reversed.Of(b.ID, reversedDetails{Code: b.Code, LineID: reversal.ID,
		Reverses: line.ID, Description: line.Description, Reason: reason, TotalAmount: reversal.Total.Number(sc.Currency),
		ExtrasAmount: b.Extras.Number(sc.Currency)}))
}
