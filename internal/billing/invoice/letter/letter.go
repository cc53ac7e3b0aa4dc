package letter

import (
	"cmp"
	"slices"
	"strings"

	"sarai/internal/billing/invoice"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/emailtemplate"
	"sarai/internal/stay/booking"
)

// Of is the invoice's mail by the organization's template, or else a plain one.
func Of(tx *db.Tx, sc scope.Scope, i invoice.Invoice) (m mail.Message, err error) {
	values, err := Values(tx, sc, i)
	if err != nil {
		return m, err
	}
	m, found, err := emailtemplate.Render(tx, sc.Org, emailtemplate.Invoice, values)
	if err == nil && !found {
		m.Subject = "Invoice " + i.Number + " from " + i.Seller.Name
		m.Text = "Dear " + i.GuestName + ",\n\nhere is invoice " + i.Number + " over " + values["total_amount"] + ".\n\n" +
			i.Seller.Name + "\n"
	}
	return m, err
}

// Values are the values of the variables in an invoice's mail. The invoice was read with its lines.
func Values(tx *db.Tx, sc scope.Scope, i invoice.Invoice) (map[string]string, error) {
	amount := func(a money.Amount) string { return a.Text(sc.Currency) }
	day := func(d date.Date) string {
		if d == "" {
			return ""
		}
		return d.Text()
	}
	values := map[string]string{"invoice_number": i.Number, "invoice_date": day(i.Date), "due_date": day(i.DueDate),
		"guest_name": cmp.Or(i.GuestName, i.Buyer.Name), "guest_email": i.Buyer.Email, "guest_phone": i.Buyer.Phone,
		"booking_number": i.BookingCode, "room_number": strings.Join(rooms(i), ", "), "subtotal": amount(i.Taxable),
		"tax_amount": amount(i.Tax()), "total_amount": amount(i.Total), "amount_paid": amount(i.Paid),
		"balance_due": amount(i.Due())}
	if i.BookingID == "" {
		return values, nil
	}
	b, err := booking.Find(tx, sc, i.BookingID).Get()
	if errs.Is(err, errs.KindNotFound) {
		return values, nil
	}
	if err != nil {
		return nil, err
	}
	values["guest_email"] = cmp.Or(b.GuestEmail, i.Buyer.Email)
	values["check_in_date"], values["check_out_date"] = b.CheckIn.Text(), b.CheckOut.Text()
	return values, nil
}

// rooms are the numbers of the rooms that the invoice bills.
func rooms(i invoice.Invoice) []string {
	var rooms []string
	for _, l := range i.Lines {
		if l.RoomNumber != "" && !slices.Contains(rooms, l.RoomNumber) {
			rooms = append(rooms, l.RoomNumber)
		}
	}
	return rooms
}
