package account

import (
	"cmp"
	"context"
	"strings"

	"sarai/internal/books/ledger"
	"sarai/internal/country/packs"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/folio"
)

const (
	folioNote = "Everything that was charged, in its order, each charge followed by its taxes; payments and refunds; " +
		"and what it comes to. Room-nights are posted at check-in, when a day is closed, and at check-out."
	chargeNote = "A service, or an adjustment, which may be below zero (an allowance) but never take off more than is " +
		"not billed yet. Prices are as the booking's: with the tax inside or before it. With lodging it is no line of its " +
		"own, but changes what the room costs on the night of its date, or without one on all nights that no invoice " +
		"has: an allowance on the room, an extra bed, a better room. Their tax follows, and the answer sums it up."
	reverseNote = "By a line of the opposite amounts; nothing is ever removed. Refused for the price of the rooms, " +
		"which follows the stay, and for what is billed, which a credit note takes back."
)

// Routes are the endpoints of a booking's folio.
func (s *Service) Routes() []web.Route {
	const base = "/api/bookings/{orgId}/{bookingId}"
	return []web.Route{
		web.Get(base+"/folio", may.View(may.Bookings), s.httpGet, "Read a booking's folio").With(folioNote),
		web.Create(base+"/charges", may.Update(may.Bookings), s.httpCharge, "Charge to a folio").With(chargeNote).
			Waits(),
		web.Post(base+"/charges/{lineId}/reverse", may.Update(may.Bookings), s.httpReverse, "Take a charge back").
			With(reverseNote).Waits(),
	}
}

// ChargeRequest is a charge for the folio.
type ChargeRequest struct {
	Type    string `json:"type,omitempty" enum:"service,adjustment" doc:"Default service; an adjustment may be negative"`
	Lodging bool   `json:"lodging,omitempty" doc:"Part of the price of the rooms" example:"false"`
	RoomID  web.ID `json:"roomId,omitempty" doc:"Of lodging: only this room"`
	folio.ChargeBody
	web.Countersigned
}

func (r ChargeRequest) charge(sc scope.Scope) (NewCharge, error) {
	var fields errs.Fields
	charge := NewCharge{Adjustment: r.Type == folio.Adjustment, Lodging: r.Lodging, RoomID: r.RoomID.String()}
	body := r.ChargeBody
	positive, allowance := strings.CutPrefix(string(body.UnitPrice), "-")
	if allowance = allowance && charge.Adjustment; allowance {
		body.UnitPrice = money.Number(positive)
	}
	if r.RoomID != "" && !r.Lodging {
		fields.Add("roomId", "must be left out of what is not lodging")
	}
	if charge.Adjustment && body.Discount != nil {
		fields.Add("discount", "must be left out of an adjustment")
	}
	if charge.Item = body.Item(sc.Currency, "", &fields); allowance {
		charge.UnitPrice = -charge.UnitPrice
	}
	return charge, fields.Err()
}

type chargeInput struct {
	booking.Path
	Body ChargeRequest
}

func (s *Service) httpCharge(ctx context.Context, sc scope.Scope, in *chargeInput) (*web.Data[LineView], error) {
	charge, err := in.Body.charge(sc)
	if err != nil {
		return nil, err
	}
	return web.Reply(s.AddCharge(ctx, sc, in.BookingID.String(), charge))
}

// ReverseBody says why a charge is taken back.
type ReverseBody struct {
	Reason string `json:"reason" minLength:"1" maxLength:"200" example:"Charged to the wrong room"`
	web.Countersigned
}

type reverseInput struct {
	booking.Path
	LineID web.ID `path:"lineId"`
	Body   ReverseBody
}

func (s *Service) httpReverse(ctx context.Context, sc scope.Scope, in *reverseInput) (*web.Data[LineView], error) {
	return web.Reply(s.ReverseCharge(ctx, sc, in.BookingID.String(), in.LineID.String(), in.Body.Reason))
}

// LineView is a line of a folio. A charge is followed by its taxes, as lines of type tax.
type LineView struct {
	LineID      string         `json:"lineId" doc:"Empty for a tax, and in the answer to a change of lodging"`
	Type        string         `json:"type" enum:"room-night,day-use,service,adjustment,retained,tax" example:"service"`
	TaxOf       string         `json:"taxOf" doc:"Of a tax: the line that bears it"`
	Status      string         `json:"status" enum:"open,billed,reversed,reversal" example:"open"`
	Description string         `json:"description" example:"Laundry"`
	SAC         string         `json:"sac" example:"999712"`
	RoomNumber  string         `json:"roomNumber" example:"101"`
	Date        date.Date      `json:"date" doc:"The night, or the day of the charge"`
	PostedOn    date.Date      `json:"postedOn" doc:"The business day whose report has it: date, unless that was closed"`
	Lodging     bool           `json:"lodging" doc:"Part of the price of the rooms" example:"false"`
	Quantity    folio.Quantity `json:"quantity"`
	UnitPrice   money.Number   `json:"unitPrice" doc:"As the booking's prices are quoted" example:"350"`
	Discount    money.Number   `json:"discount" example:"0"`
	TaxName     string         `json:"taxName" doc:"Empty where no tax is due" example:"GST on services"`
	TaxRate     money.Number   `json:"taxRate" doc:"Percent" example:"18"`
	Amount      money.Number   `json:"amount" doc:"The value before tax, or the tax; they add up" example:"296.62"`
	TaxAmount   money.Number   `json:"taxAmount" doc:"Of a charge: all its taxes" example:"53.38"`
	TotalAmount money.Number   `json:"totalAmount" doc:"Of a charge: with its taxes" example:"350"`
	Credits     string         `json:"credits" doc:"The line that this one takes back for a credit note"`
	Reverses    string         `json:"reverses" doc:"The line that this one takes back"`
	ReversedBy  string         `json:"reversedBy" doc:"The line that takes this one back"`
	InvoiceID   string         `json:"invoiceId" doc:"The invoice, draft or issued, that bills it"`
	Payer       string         `json:"payer" enum:"own,company,master" doc:"master: the group's master account"`
	CreatedAt   date.Time      `json:"createdAt"`
}

func lineView(l folio.Line, currency string) LineView {
	return LineView{LineID: l.ID, Type: l.Kind, Status: statusOf(l), Description: l.Description, SAC: l.SAC,
		RoomNumber: l.RoomNumber, Date: l.Day, PostedOn: l.PostedOn, Lodging: l.Lodging, Quantity: l.Quantity,
		UnitPrice: l.UnitPrice.Number(currency), Discount: l.Discount.Number(currency), TaxName: l.Name,
		TaxRate: l.Rate.Number(), Amount: l.Taxable.Number(currency), TaxAmount: l.Tax().Number(currency),
		TotalAmount: l.Total.Number(currency), Credits: l.Credits, Reverses: l.Reverses, ReversedBy: l.ReversedBy,
		InvoiceID: l.InvoiceID, Payer: folio.NameOf(l.Payer), CreatedAt: date.Time(l.CreatedAt)}
}

func statusOf(l folio.Line) string {
	switch {
	case l.Reverses != "":
		return "reversal"
	case l.ReversedBy != "":
		return "reversed"
	case l.InvoiceID != "":
		return "billed"
	}
	return "open"
}

// taxViews are the line's taxes as lines of their own.
func taxViews(l folio.Line, currency string) []LineView {
	var views []LineView
	for _, part := range l.Parts {
		if part.Amount == 0 {
			continue
		}
		rate := part.Rate.Number()
		views = append(views, LineView{Type: folio.Tax, TaxOf: l.ID, Status: statusOf(l),
			Description: cmp.Or(packs.Part(part.Code).Title, l.Name) + " " + string(rate) + " %", RoomNumber: l.RoomNumber,
			Date: l.Day, PostedOn: l.PostedOn, Lodging: l.Lodging, Quantity: folio.One, TaxName: l.Name, TaxRate: rate,
			Amount: part.Amount.Number(currency), InvoiceID: l.InvoiceID, Payer: folio.NameOf(l.Payer),
			CreatedAt: date.Time(l.CreatedAt)})
	}
	return views
}

// PaymentLine is what a payment or refund is to the booking.
type PaymentLine struct {
	PaymentID     string        `json:"paymentId" example:"665f1c2ab7e4d90012ab34cd"`
	PaymentNumber string        `json:"paymentNumber" example:"PAY-7"`
	Type          string        `json:"type" enum:"payment,refund" example:"payment"`
	Method        ledger.Method `json:"method"`
	Date          date.Date     `json:"date"`
	ReceivedAt    date.Time     `json:"receivedAt"`
	Amount        money.Number  `json:"amount" doc:"What of it is this booking's" example:"2000"`
}

// FolioTotals are what a folio comes to.
type FolioTotals struct {
	LodgingAmount money.Number `json:"lodgingAmount" doc:"Posted for the rooms, tax included" example:"10000"`
	ExtrasAmount  money.Number `json:"extrasAmount" doc:"Everything else, tax included" example:"350"`
	TaxAmount     money.Number `json:"taxAmount" doc:"All taxes of the lines" example:"529.57"`
	ChargedAmount money.Number `json:"chargedAmount" doc:"All lines together" example:"10350"`
	BilledAmount  money.Number `json:"billedAmount" doc:"On invoices, with drafts, less credit notes" example:"0"`
	PaidAmount    money.Number `json:"paidAmount" example:"2000"`
	RefundAmount  money.Number `json:"refundAmount" example:"0"`
	Balance       money.Number `json:"balance" doc:"Charged − payments + refunds" example:"8350"`
	ToBePosted    money.Number `json:"toBePosted" doc:"Of the rooms, with tax; below zero, to be credited" example:"5000"`
	RoutedAmount  money.Number `json:"routedAmount" doc:"What the group's master account pays of it" example:"0"`
	BalanceDue    money.Number `json:"balanceDue" doc:"Balance + toBePosted − routed: as the booking's" example:"13350"`
}

// FolioView is the answer of folio.
type FolioView struct {
	BookingID        string        `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	Code             string        `json:"code" example:"BK-17"`
	Status           string        `json:"status" enum:"confirmed,checked-in,checked-out,cancelled" example:"checked-in"`
	GuestName        string        `json:"guestName" example:"Asha Rao"`
	PricesIncludeTax bool          `json:"pricesIncludeTax" doc:"As agreed when it was booked" example:"true"`
	Lines            []LineView    `json:"lines"`
	Payments         []PaymentLine `json:"payments"`
	Totals           FolioTotals   `json:"totals"`
}

func (f Folio) view(currency string) FolioView {
	b := f.Booking
	amount := func(a money.Amount) money.Number { return a.Number(currency) }
	v := FolioView{BookingID: b.ID, Code: b.Code, Status: b.Status, GuestName: b.GuestName,
		PricesIncludeTax: b.PricesIncludeTax, Lines: []LineView{}, Payments: []PaymentLine{}}
	var taxes, billed money.Amount
	for _, l := range f.Lines {
		v.Lines = append(append(v.Lines, lineView(l, currency)), taxViews(l, currency)...)
		taxes += l.Tax()
		if l.InvoiceID != "" {
			billed += l.Total
		}
	}
	for _, p := range f.Payments {
		v.Payments = append(v.Payments, PaymentLine{PaymentID: p.ID, PaymentNumber: p.Number, Type: p.Kind,
			Method: p.Method, Date: p.Date, ReceivedAt: date.Time(p.ReceivedAt), Amount: amount(p.Share)})
	}
	lodging, charged := folio.Lodging(f.Lines), folio.Gross(f.Lines)
	v.Totals = FolioTotals{LodgingAmount: amount(lodging), ExtrasAmount: amount(charged - lodging),
		TaxAmount: amount(taxes), ChargedAmount: amount(charged), BilledAmount: amount(billed),
		PaidAmount: amount(b.Paid), RefundAmount: amount(b.Refunded), Balance: amount(charged - b.Paid + b.Refunded),
		ToBePosted: amount(b.Unposted(f.Lines)), RoutedAmount: amount(b.Routed), BalanceDue: amount(b.BalanceDue())}
	return v
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *booking.Path) (*web.Data[FolioView], error) {
	f, err := s.Get(ctx, sc, in.BookingID.String())
	if err != nil {
		return nil, err
	}
	return web.OK(f.view(sc.Currency)), nil
}
