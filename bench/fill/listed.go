package fill

import (
	"context"
	"strings"
)

// number is a booking's number, which the rows of the other tables are made from.
const number = "CAST(substr(code, 4) AS BIGINT)"

// someone is one of five members, who take the bookings in turns.
const someone = "'665f1c2ab7e4d9000000000' || CAST(1 + " + number + " % 5 AS TEXT)"

// FillLists gives the organization the rows of listed.
func (in *Installation) FillLists(ctx context.Context) error {
	return in.write(ctx, func(f *filler) {
		for _, statement := range listed {
			f.exec(strings.ReplaceAll(statement, "{n}", number))
		}
		if in.DatabaseURL != "" {
			f.exec("VACUUM ANALYZE")
		}
	})
}

// listed gives an organization as many records in its other lists as it has bookings, with values as far apart as those
// of a hotel: most bookings have left and are paid, one in twelve owes, one in twenty is a company's.
var listed = []string{
	`UPDATE bookings SET source = CASE {n} % 10 WHEN 0 THEN 'phone' WHEN 1 THEN 'ota' WHEN 2 THEN 'ota'
			WHEN 3 THEN 'online' ELSE 'walk-in' END,
		channel = CASE {n} % 10 WHEN 1 THEN 'agoda' WHEN 2 THEN 'booking.com' ELSE '' END,
		external_reference = CASE WHEN {n} % 10 IN (1, 2) THEN code ELSE '' END,
		created_by = ` + someone + `,
		company_id = CASE {n} % 20 WHEN 0 THEN 'company' || CAST({n} / 20 % 40 AS TEXT) END,
		paid = CASE {n} % 12 WHEN 5 THEN 0 ELSE total END,
		created_at = created_at - {n} * 7919 % 60 * 86400000 + {n},
		updated_at = created_at + {n} * 104729 % 90 * 86400000`,
	`DELETE FROM booking_counts`,
	`INSERT INTO booking_counts (org_id, status, source, channel, created_by, number)
		SELECT org_id, status, source, channel, created_by, COUNT(*) FROM bookings
		GROUP BY org_id, status, source, channel, created_by`,
	`INSERT INTO guests (org_id, guest_id, name, email, phone, id_type, id_number, nationality, gstin, company, address,
			date_of_birth, notes, search_text, created_at, updated_at)
		SELECT org_id, guest_id, guest_name, '', guest_phone, '', '', '', '', '', '{}', '', '', lower(guest_name),
			created_at, created_at FROM bookings`,
	`INSERT INTO companies (org_id, company_id, name, code, code_key, gstin, email, phone, address, notes, is_active,
			search_text, created_at, updated_at, version)
		SELECT org_id, 'company' || CAST({n} AS TEXT), 'Tea Traders', '', '', '', '', '', '{}', '', {n} % 9 > 0,
			'tea traders', created_at, created_at, 1 FROM bookings`,
	`INSERT INTO invoices (org_id, invoice_id, number, status, document, booking_id, guest_id, guest_name, seller, buyer,
			place_of_supply, invoice_date, due_date, notes, prices_include_tax, rounding_rule, discount, taxable, parts,
			rounding, total, paid, credited, at_checkout, void_reason, voided_at, issued_at, sent_at, search_text,
			created_by, created_at, updated_at)
		SELECT org_id, booking_id, CASE WHEN {n} % 40 = 7 THEN '' ELSE replace(code, 'BK', 'INV') END,
			CASE WHEN {n} % 40 = 7 THEN 'draft' WHEN {n} % 40 = 8 THEN 'void' WHEN paid = 0 THEN 'issued' ELSE 'paid' END,
			'bill_of_supply', booking_id, guest_id, guest_name, '{}', '{}', '',
			CASE WHEN {n} % 40 = 7 THEN '' ELSE check_out END, check_out, '', TRUE, '', 0, total, '[]', 0, total, paid,
			0, TRUE, '', NULL, created_at, NULL, lower(guest_name), created_by, created_at + {n} % 70000000, created_at
		FROM bookings`,
	`INSERT INTO credit_notes (org_id, credit_note_id, number, invoice_id, booking_id, guest_name, seller, note_date,
			reason, taxable, parts, rounding, total, sent_at, created_by, created_at)
		SELECT org_id, booking_id, replace(code, 'BK', 'CN'), booking_id, booking_id, guest_name, '{}', check_out, '',
			100000, '[{"code":"cgst","amount":6000},{"code":"sgst","amount":6000}]', 0, 112000, NULL, created_by,
			created_at + {n} % 70000000 FROM bookings`,
	`INSERT INTO payments (org_id, payment_id, number, kind, booking_id, amount, method, business_date, received_at,
			created_by, created_at, account_id, status, refund_of)
		SELECT org_id, booking_id, replace(code, 'BK', 'PAY'), CASE {n} % 30 WHEN 9 THEN 'refund' ELSE 'payment' END,
			booking_id, 1500000, CASE {n} % 12 WHEN 0 THEN 'card' WHEN 1 THEN 'card' WHEN 2 THEN 'upi' WHEN 3 THEN 'upi'
			WHEN 4 THEN 'bank_transfer' ELSE 'cash' END, check_out, created_at, created_by,
			created_at + {n} % 70000000, '665f1c2ab7e4d9000000002' || CAST({n} % 3 AS TEXT),
			CASE {n} % 50 WHEN 11 THEN 'void' ELSE 'recorded' END,
			CASE {n} % 30 WHEN 9 THEN booking_id ELSE '' END FROM bookings`,
	`INSERT INTO payment_months (org_id, month, kind, method, account_id, status, number, amount)
		SELECT org_id, substr(business_date, 1, 7), kind, method, account_id, status, COUNT(*), SUM(amount)
		FROM payments GROUP BY org_id, substr(business_date, 1, 7), kind, method, account_id, status`,
	`INSERT INTO invoice_months (org_id, month, status, number, taxable, tax, total, paid, credited)
		SELECT org_id, substr(invoice_date, 1, 7), status, COUNT(*), SUM(taxable), SUM(total - taxable - rounding),
			SUM(total), SUM(paid), SUM(credited)
		FROM invoices GROUP BY org_id, substr(invoice_date, 1, 7), status`,
	`INSERT INTO credit_note_months (org_id, month, number, taxable, tax, total)
		SELECT org_id, substr(note_date, 1, 7), COUNT(*), SUM(taxable), SUM(total - taxable - rounding), SUM(total)
		FROM credit_notes GROUP BY org_id, substr(note_date, 1, 7)`,
	`INSERT INTO payment_parts (org_id, payment_id, position, booking_id, invoice_id, amount)
		SELECT org_id, booking_id, 0, booking_id, booking_id, 1500000 FROM bookings`,
	`INSERT INTO account_transfers (org_id, transfer_id, from_account, to_account, amount, business_date, notes,
			created_by, created_at)
		SELECT org_id, booking_id, '665f1c2ab7e4d9000000002' || CAST({n} % 3 AS TEXT),
			'665f1c2ab7e4d9000000002' || CAST(({n} + 1) % 3 AS TEXT), 500000, check_out, '', created_by, created_at
		FROM bookings`,
	`INSERT INTO transfer_months (org_id, month, from_account, to_account, number)
		SELECT org_id, substr(business_date, 1, 7), from_account, to_account, COUNT(*) FROM account_transfers
		GROUP BY org_id, substr(business_date, 1, 7), from_account, to_account`,
	`INSERT INTO expenses (org_id, expense_id, number, status, vendor_id, vendor_name, category, description, amount, tax,
			account_id, expense_date, bill_number, file_name, file_type, file_size, search_text, created_by, created_at,
			updated_at)
		SELECT org_id, booking_id, replace(code, 'BK', 'EXP'), CASE {n} % 60 WHEN 13 THEN 'deleted' ELSE 'recorded' END,
			'665f1c2ab7e4d9000000003' || CAST({n} % 9 AS TEXT), 'Dairy', 'Category ' || CAST({n} % 15 AS TEXT), '',
			90000, 10000, '665f1c2ab7e4d9000000002' || CAST({n} % 3 AS TEXT), check_out, '', '', '', 0, 'dairy', created_by,
			created_at + {n} % 70000000, created_at
		FROM bookings`,
	sumExpenses,
	`INSERT INTO quotes (org_id, quote_id, number, status, guest_id, guest_name, guest_email, guest_phone, quote_date,
			valid_until, check_in, check_out, meal_plan, rooms, lines, notes, prices_include_tax, taxable, parts,
			total, booking_id, reason, sent_at, closed_at, search_text, created_by, created_at, updated_at)
		SELECT org_id, booking_id, replace(code, 'BK', 'QT'), CASE {n} % 9 WHEN 0 THEN 'draft' WHEN 1 THEN 'sent'
			WHEN 2 THEN 'declined' WHEN 3 THEN 'expired' ELSE 'accepted' END, guest_id, guest_name, '', '', check_in, check_out,
			check_in, check_out, 'EP', '[]', '[]', '', TRUE, total, '[]', total, '', '', NULL, NULL, lower(guest_name),
			created_by, created_at, created_at
		FROM bookings`,
	`INSERT INTO holds (org_id, hold_id, status, check_in, check_out, rooms, offer, notes, expires_at, ended_at,
			created_by, created_at, version)
		SELECT org_id, booking_id, CASE {n} % 300 WHEN 0 THEN 'active' ELSE 'released' END, check_in, check_out, '[]', '{}',
			'', 9000000000000, NULL, created_by, created_at, 1
		FROM bookings`,
	`INSERT INTO audit_entries (org_id, entry_id, user_id, user_name, action, resource_type, resource_id, details, ip,
			user_agent, created_at, number, link)
		SELECT org_id, booking_id, created_by, 'Asha Rao',
			CASE {n} % 7 WHEN 0 THEN 'booking.created' WHEN 1 THEN 'booking.checked_in' WHEN 2 THEN 'payment.recorded'
				WHEN 3 THEN 'invoice.issued' WHEN 4 THEN 'guest.updated' ELSE 'booking.updated' END,
			CASE {n} % 7 WHEN 2 THEN 'payment' WHEN 3 THEN 'invoice' WHEN 4 THEN 'guest' ELSE 'booking' END, booking_id,
			'{"code":"BK-1","guestName":"Asha Rao"}', '127.0.0.1', 'bench', created_at + {n} % 70000000, {n}, ''
		FROM bookings`,
	`INSERT INTO audit_heads (org_id, number, link, mark)
		SELECT org_id, COUNT(*), '', '' FROM audit_entries GROUP BY org_id`,
	`INSERT INTO notifications (org_id, notification_id, type, title, message, reference_id, reference_type, created_at,
			addressed)
		SELECT org_id, booking_id, CASE {n} % 4 WHEN 0 THEN 'payment_received' ELSE 'booking_created' END, 'New booking',
			'Asha Rao has booked', booking_id, 'booking', created_at + {n} % 70000000, FALSE FROM bookings`,
	`DELETE FROM notification_counts`,
	`INSERT INTO notification_counts (org_id, user_id, type, visible, seen_shared, seen_addressed)
		SELECT org_id, '', type, COUNT(*), 0, 0 FROM notifications GROUP BY org_id, type`,
	`INSERT INTO notification_counts (org_id, user_id, type, visible, seen_shared, seen_addressed)
		SELECT org_id, '', '', COUNT(*), 0, 0 FROM notifications GROUP BY org_id`,
}
