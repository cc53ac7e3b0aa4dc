package booking

import (
	"sarai/internal/kit/money"
	"sarai/internal/stay/folio"
)

// Payer is whose a charge of the booking is by its rules. What is kept of what the guest has paid stays the guest's.
func (b *Booking) Payer(c folio.Charge) string {
	payer := b.Routing.Of(c)
	if c.Lodging && b.Status == Cancelled && b.Retained > 0 {
		return ""
	}
	if payer == folio.OfMaster {
		return b.GroupID
	}
	return payer
}

// Folios tells which folios the booking has beside the guest's own.
func (b *Booking) Folios() folio.Has {
	return folio.Has{Company: b.CompanyID != nil, Master: b.GroupID != ""}
}

// RoomsPayer is who pays what of the price of the rooms is still to be posted.
func (b *Booking) RoomsPayer() string { return b.Payer(folio.Charge{Lodging: true}) }

// RoutedOf is what the group's master account pays of the booking, whose folio has these lines: its lines and, where
// the rules say so, what is still to be posted. What was billed too much is taken back first of what the rules would
// have charged, then of the rest.
func (b *Booking) RoutedOf(lines []folio.Line) money.Amount {
	if b.GroupID == "" {
		return 0
	}
	var sum, masters, others money.Amount
	for i := range lines {
		l := &lines[i]
		if l.Payer == b.GroupID {
			sum += l.Total
		}
		switch {
		case !l.Lodging:
		case l.Payer == b.GroupID:
			masters += l.Total
		default:
			others += l.Total
		}
	}
	coming := b.Unposted(lines)
	if b.RoomsPayer() == b.GroupID {
		return sum + max(coming, min(-masters, 0))
	}
	return sum + min(coming+max(others, 0), 0)
}
