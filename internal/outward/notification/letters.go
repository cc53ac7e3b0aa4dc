package notification

import (
	"cmp"
	"context"
	"errors"
	"maps"

	"sarai/internal/billing/invoice"
	invoiceletter "sarai/internal/billing/invoice/letter"
	"sarai/internal/books/ledger"
	"sarai/internal/country/words"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
	"sarai/internal/outward/message"
	"sarai/internal/paper/emailtemplate"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
	"sarai/internal/stay/booking"
)

// templates are the types of templates that tell guests about events of each type.
var templates = map[string]emailtemplate.Type{
	event.BookingCreated.String():   emailtemplate.BookingConfirmation,
	event.BookingUpdated.String():   emailtemplate.BookingChanged,
	event.BookingCancelled.String(): emailtemplate.BookingCancelled,
	event.PaymentReceived.String():  emailtemplate.PaymentReceipt,
	event.InvoiceGenerated.String(): emailtemplate.Invoice,
	event.GuestCheckedIn.String():   emailtemplate.WelcomeGuest,
	event.GuestCheckedOut.String():  emailtemplate.CheckoutSummary,
}

// guestLetter composes a letter with the booking, payment or invoice as it is now. Nobody gets it if the event is no
// longer news, the record or the organization is gone, the guest has left no address, or the hotel has a letter of
// package message in its place.
func (s *Service) guestLetter(ctx context.Context, q queued) (mailing, error) {
	m, err := db.Read(ctx, s.db, func(tx *db.Tx) (m mailing, err error) {
		if q.CreatedAt < tx.Now.Add(-news).UnixMilli() {
			return m, nil
		}
		if instead, err := message.Replaces(tx, q.Org, q.Type, q.CreatedAt); err != nil || instead {
			return m, err
		}
		o, err := organization.Get(tx, q.Org).Get()
		if err != nil {
			return m, err
		}
		sc, err := o.Scope(scope.ForJob("", "", nil))
		if err != nil {
			return m, err
		}
		l, err := about(tx, sc, o, q)
		if err != nil || l.values["guest_email"] == "" {
			return m, err
		}
		m.to = []addressee{{email: l.values["guest_email"]}}
		m.Message, err = emailtemplate.Letter(tx, q.Org, l.template, l.values)
		m.About, m.Kind = l.bookingID, string(l.template)
		return m, err
	})
	if errors.Is(err, db.ErrNoRows) || errs.Is(err, errs.KindNotFound) {
		return mailing{}, nil
	}
	return m, err
}

// letter is what is written to a guest: a template with values, and the booking that it is about, if any.
type letter struct {
	template  emailtemplate.Type
	values    map[string]string
	bookingID string
}

// about chooses the template of a letter, and reads the values from the record that the letter is about.
func about(tx *db.Tx, sc scope.Scope, o organization.Organization, q queued) (l letter, err error) {
	l.template = templates[q.Type]
	switch q.ReferenceType {
	case "invoice":
		i, err := invoice.Read(tx, sc, q.ReferenceID)
		if err != nil {
			return l, err
		}
		l.bookingID = i.BookingID
		l.values, err = invoiceletter.Values(tx, sc, i)
		return l, err
	case "payment":
		payment, err := ledger.Get(tx, sc, q.ReferenceID)
		if err != nil {
			return l, err
		}
		l.bookingID = payment.BookingID
		l.values, err = paymentValues(tx, sc, o, payment)
		return l, err
	}
	b, err := booking.Find(tx, sc, q.ReferenceID).Get()
	if err != nil {
		return l, err
	}
	if l.template == emailtemplate.BookingCancelled && b.NoShow {
		l.template = emailtemplate.NoShow
	}
	l.values, l.bookingID = message.BookingValues(string(words.English), o, b), b.ID
	return l, nil
}

// paymentValues are the payment's values, and those of its booking if it has one.
func paymentValues(
	tx *db.Tx, sc scope.Scope, o organization.Organization, payment ledger.Movement,
) (map[string]string, error) {
	values := map[string]string{}
	if payment.BookingID != "" {
		b, err := booking.Find(tx, sc, payment.BookingID).Get()
		if err != nil {
			return nil, err
		}
		values = message.BookingValues(string(words.English), o, b)
	}
	maps.Copy(values, map[string]string{
		"payment_number": payment.Number,
		"payment_date":   payment.Date.Text(),
		"payment_method": payment.Method.Text(),
		"amount":         payment.Amount.Text(sc.Currency),
		"guest_name":     cmp.Or(values["guest_name"], payment.Payer),
		"guest_email":    cmp.Or(values["guest_email"], payment.PayerEmail),
	})
	return values, nil
}

// mailsAbout lists the mails about a booking, newest first. NotFound if there is no such booking.
func (s *Service) mailsAbout(ctx context.Context, sc scope.Scope, in *mailsInput) (listing.Page[mail.Kept], error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (page listing.Page[mail.Kept], err error) {
		if _, err := booking.Find(tx, sc, in.BookingID.String()).Get(); err != nil {
			return page, err
		}
		return mailList.Page(tx, sc, *in, in.Paging)
	})
}
