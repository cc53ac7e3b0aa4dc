package notification

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"sarai/internal/billing/invoice"
	"sarai/internal/books/ledger"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/emailtemplate"
	"sarai/internal/record/event"
	"sarai/internal/stay/booking"
)

// templates are the template types that tell what a notification type is about. The others get a plain letter.
var templates = map[string]string{
	event.BookingCreated.String():   emailtemplate.BookingConfirmation,
	event.PaymentReceived.String():  emailtemplate.PaymentReceipt,
	event.InvoiceGenerated.String(): emailtemplate.Invoice,
	event.GuestCheckedIn.String():   emailtemplate.WelcomeGuest,
	event.GuestCheckedOut.String():  emailtemplate.CheckoutSummary,
}

// compose makes the notification's mail: of the organization's default template of the matching type, filled in with the
// booking, payment or invoice as it is now; or a plain one, where no template matches or the record is gone.
func (s *Service) compose(ctx context.Context, o organization.Organization, n notification) (mail.Message, error) {
	plain := mail.Message{Subject: o.Name + ": " + n.title, Text: n.message + "\n\n" + o.Name + "\n"}
	template := templates[n.kind]
	if template == "" {
		return plain, nil
	}
	values, err := s.values(ctx, o, n)
	if errs.Is(err, errs.KindNotFound) {
		return plain, nil
	}
	if err != nil {
		return plain, err
	}
	found, letter := false, mail.Message{}
	err = s.db.Read(ctx, func(tx *db.Tx) (err error) {
		letter.Subject, letter.HTML, letter.Text, found, err = emailtemplate.Render(tx, o.ID, template, values)
		return err
	})
	if err != nil || !found {
		return plain, err
	}
	return letter, nil
}

// values are what the record says that the notification refers to.
func (s *Service) values(ctx context.Context, o organization.Organization, n notification) (map[string]string, error) {
	zone, err := time.LoadLocation(o.Timezone)
	if err != nil {
		return nil, err
	}
	sc := scope.ForJob(o.ID, o.Currency, zone)
	if n.referenceType == "invoice" {
		return s.invoiceValues(ctx, sc, n.referenceID)
	}
	bookingID, paid := n.referenceID, map[string]string{}
	if n.referenceType == "payment" {
		var payment ledger.Movement
		err := s.db.Read(ctx, func(tx *db.Tx) (err error) {
			payment, err = ledger.Get(tx, sc, n.referenceID)
			return err
		})
		if err != nil {
			return nil, err
		}
		bookingID = payment.BookingID
		paid = map[string]string{"payment_number": payment.Number, "payment_date": payment.Date.Text(), "payment_method": methodText(payment.Method),
			"amount": payment.Amount.Text(o.Currency)}
	}
	b, err := s.Bookings.Get(ctx, sc, bookingID)
	if err != nil {
		return nil, err
	}
	values := bookingValues(o, b)
	for key, value := range paid {
		values[key] = value
	}
	return values, nil
}

func (s *Service) invoiceValues(ctx context.Context, sc scope.Scope, invoiceID string) (values map[string]string, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		i, err := invoice.Read(tx, sc, invoiceID)
		if err == nil {
			values, err = invoice.MailValues(tx, sc, i)
		}
		return err
	})
	return values, err
}

func bookingValues(o organization.Organization, b *booking.Booking) map[string]string {
	var numbers, rooms []string
	for _, r := range b.Shown() {
		if !slices.Contains(numbers, r.Number) {
			numbers, rooms = append(numbers, r.Number), append(rooms, r.Number+" ("+r.Type+")")
		}
	}
	return map[string]string{
		"booking_number": b.Code, "guest_name": b.GuestName, "guest_email": b.GuestEmail, "guest_phone": b.GuestPhone,
		"check_in_date": b.CheckIn.Text(), "check_in_time": o.DefaultCheckIn, "check_out_date": b.CheckOut.Text(), "check_out_time": o.DefaultCheckOut,
		"nights": fmt.Sprint(b.CheckIn.DaysUntil(b.CheckOut)), "room_number": strings.Join(numbers, ", "), "rooms": strings.Join(rooms, ", "),
		"meal_plan": b.MealPlan, "special_requests": b.SpecialRequests, "total_amount": (b.Total + b.Extras).Text(o.Currency),
		"advance_amount": b.Advance.Text(o.Currency), "amount_paid": (b.Paid - b.Refunded).Text(o.Currency), "balance_due": b.BalanceDue().Text(o.Currency),
	}
}

// methodText is a method of the ledger as people write it.
func methodText(method string) string {
	switch method {
	case "upi", "ota":
		return strings.ToUpper(method)
	}
	words := strings.ReplaceAll(method, "_", " ")
	return strings.ToUpper(words[:1]) + words[1:]
}
