package booking

import (
	"context"
	"strings"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/stay/folio"
)

// Folio is a booking's account as it is read.
type Folio struct {
	Booking  *Booking
	Lines    []folio.Line
	Payments []ledger.Share
}

// lodgingTotal is what the lines charge for the rooms, tax included.
func lodgingTotal(lines []folio.Line) (sum money.Amount) {
	for _, line := range lines {
		if line.Lodging {
			sum += line.Total
		}
	}
	return sum
}

// unposted is what of the price of the rooms, with its tax, is still to be posted; below zero, what was billed beyond it.
func (b *Booking) unposted(lines []folio.Line) money.Amount {
	return b.owed() + b.RoomTax - lodgingTotal(lines)
}

// Folio reads a booking's account.
func (s *Service) Folio(ctx context.Context, sc scope.Scope, bookingID string) (f Folio, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		f, err = readFolio(tx, sc, bookingID)
		return err
	})
	return f, err
}

func readFolio(tx *db.Tx, sc scope.Scope, bookingID string) (f Folio, err error) {
	if f.Booking, err = find(tx, sc, "booking_id", bookingID); err != nil {
		return f, err
	}
	if f.Lines, err = folio.Lines(tx, sc, bookingID); err != nil {
		return f, err
	}
	f.Payments, err = ledger.SharesOf(tx, sc, bookingID)
	return f, err
}

// AddCharge puts a service, or an adjustment, on the folio. Once for each Idempotency-Key.
func (s *Service) AddCharge(ctx context.Context, sc scope.Scope, bookingID string, in ChargeRequest) (added LineView, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		added, err = idempotency.Do(tx, sc, func() (view LineView, err error) {
			_, err = s.apply(tx, sc, bookingID, func(tx *db.Tx, b *Booking) error {
				line, err := s.addCharge(tx, sc, b, in)
				view = lineView(line, sc.Currency)
				return err
			})
			return view, err
		})
		return err
	})
	return added, err
}

func (s *Service) addCharge(tx *db.Tx, sc scope.Scope, b *Booking, in ChargeRequest) (folio.Line, error) {
	if b.Status == Cancelled {
		return folio.Line{}, errs.Conflict("Booking %s is cancelled: nothing can be charged to it.", b.Code)
	}
	a, err := openAccount(tx, sc, b)
	if err != nil {
		return folio.Line{}, err
	}
	if err := a.taxes(tx, sc); err != nil {
		return folio.Line{}, err
	}
	c, err := in.charge(sc, a, today(tx, sc))
	if err != nil {
		return folio.Line{}, err
	}
	if c.Day < today(tx, sc) {
		books, err := ledger.Read(tx, sc)
		if err == nil {
			err = books.CheckDay("date", c.Day, today(tx, sc))
		}
		if err != nil {
			return folio.Line{}, err
		}
	}
	if most := a.unbilled(); c.Total < 0 && -c.Total > most {
		return folio.Line{}, errs.InvalidField("unitPrice", "must not take off more than %s, which is what of this folio is not billed yet; make a credit note for what is billed", max(most, 0).Number(sc.Currency))
	}
	if sum := b.Extras + c.Total; sum > money.Max {
		return folio.Line{}, errs.InvalidField("unitPrice", "makes the folio more than an amount can be")
	}
	lines, err := charge(tx, sc, b, []folio.Charge{c})
	if err != nil {
		return folio.Line{}, err
	}
	return lines[0], s.publish(tx, sc, b, "folio.charged", event.NoticeType{}, "", "", map[string]any{"code": b.Code, "lineId": lines[0].ID, "type": c.Kind, "description": c.Description,
		"date": c.Day, "totalAmount": c.Total.Number(sc.Currency), "extrasAmount": b.Extras.Number(sc.Currency)})
}

// unbilled is what the folio charges on no invoice, with what is still to be posted.
func (a *account) unbilled() money.Amount {
	sum := a.b.unposted(a.lines)
	for _, line := range a.lines {
		if line.InvoiceID == "" {
			sum += line.Total
		}
	}
	return sum
}

// charge is the line that the request asks for; an adjustment can be below zero.
func (in ChargeRequest) charge(sc scope.Scope, a *account, day date.Date) (folio.Charge, error) {
	var fields errs.Fields
	allowance := in.Type == folio.Adjustment && strings.HasPrefix(string(in.UnitPrice), "-")
	body := in.ChargeBody
	if allowance {
		body.UnitPrice = body.UnitPrice[1:]
	}
	if in.Type == folio.Adjustment && in.Discount != nil {
		fields.Add("discount", "must be left out of an adjustment")
	}
	c := body.Charge(sc, a.rules, a.b.PricesIncludeTax, day, "", &fields)
	if in.Type == folio.Adjustment {
		c.Kind = folio.Adjustment
	}
	if allowance {
		c.UnitPrice, c.Applied = -c.UnitPrice, c.Applied.Minus()
	}
	return c, fields.Err()
}

// ReverseCharge takes a charge that is not billed back.
func (s *Service) ReverseCharge(ctx context.Context, sc scope.Scope, bookingID, lineID, reason string) (reversal LineView, err error) {
	_, err = s.change(ctx, sc, bookingID, func(tx *db.Tx, b *Booking) error {
		line, err := folio.Find(tx, sc, bookingID, lineID)
		if err != nil {
			return err
		}
		if line.Lodging {
			return errs.Conflict("The line %q is the price of the rooms, which follows the stay: change the stay, give an allowance by an adjustment, or check out with a final amount.", line.Description)
		}
		a, err := openAccount(tx, sc, b)
		if err != nil {
			return err
		}
		if line.Open() && line.Total > max(a.unbilled(), 0) {
			return errs.Conflict("Without the line %q the allowances would be more than what is charged: reverse an allowance first.", line.Description)
		}
		back, err := folio.Reverse(tx, sc, line, reason)
		if err != nil {
			return err
		}
		if err := addExtras(tx, sc, b, back.Total); err != nil {
			return err
		}
		reversal = lineView(back, sc.Currency)
		return s.publish(tx, sc, b, "folio.reversed", event.NoticeType{}, "", "", map[string]any{"code": b.Code, "lineId": back.ID, "reverses": line.ID, "description": line.Description, "reason": reason,
			"totalAmount": back.Total.Number(sc.Currency), "extrasAmount": b.Extras.Number(sc.Currency)})
	})
	return reversal, err
}
