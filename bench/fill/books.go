package fill

import "context"

// Bill bills and sums the stays that have ended, as billStays and sumDays say.
func (in *Installation) Bill(ctx context.Context) error { return in.write(ctx, (*filler).bill) }

func (f *filler) bill() {
	f.exec(billStays, string(Today().AddDays(-120)))
	f.exec(sumDays)
}

// KeepBooks gives an organization all its books: its guests have names, and its stays are billed and paid. The words of
// its records are left to be indexed.
func (in *Installation) KeepBooks(ctx context.Context) error {
	return in.write(ctx, func(f *filler) {
		f.exec("BEGIN")
		for _, statement := range nameGuests {
			f.exec(statement)
		}
		f.bill()
		for _, statement := range keepBooks {
			f.exec(statement)
		}
		f.exec("UPDATE business_days SET closed_day = $1", string(Today().AddDays(-1)))
		f.exec("COMMIT")
	})
}

// nameGuests gives three in four bookings other names than Asha Rao, and all their own phone numbers and guests.
var nameGuests = []string{
	`CREATE TEMP TABLE syllables (n BIGINT, text TEXT)`,
	`INSERT INTO syllables VALUES (0, 'ra'), (1, 'vik'), (2, 'ani'), (3, 'su'), (4, 'pra'), (5, 'me'), (6, 'hara'),
		(7, 'la'), (8, 'deep'), (9, 'ta')`,
	`CREATE TEMP TABLE surnames (n BIGINT, text TEXT)`,
	`INSERT INTO surnames VALUES (0, 'Sharma'), (1, 'Kumar'), (2, 'Rao'), (3, 'Das'), (4, 'Singh'),
		(5, 'Mehta'), (6, 'Roy')`,
	`UPDATE bookings SET guest_phone = '+91 9' ||
		CAST(100000000 + CAST(substr(code, 4) AS BIGINT) * 104729 % 899999999 AS TEXT)`,
	`UPDATE bookings SET guest_name = (SELECT text FROM syllables WHERE n = CAST(substr(code, 4) AS BIGINT) % 10) ||
		'ram' || (SELECT text FROM syllables WHERE n = CAST(substr(code, 4) AS BIGINT) / 10 % 10) || ' ' ||
		(SELECT text FROM surnames WHERE n = CAST(substr(code, 4) AS BIGINT) % 7)
		WHERE CAST(substr(code, 4) AS BIGINT) % 4 > 0`,
	`UPDATE bookings SET search_text = lower(code || '
' || guest_name || '
' || guest_phone || '
' || replace(replace(guest_phone, '+', ''), ' ', ''))`,
	`INSERT INTO guests (org_id, guest_id, name, email, phone, id_type, id_number, nationality, gstin, company, address,
			date_of_birth, notes, search_text, created_at, updated_at)
		SELECT org_id, guest_id, guest_name, lower(replace(guest_name, ' ', '.')) || substr(code, 4) || '@example.com',
			guest_phone, '', '', '', '', '', '{}', '', '', search_text, created_at, created_at FROM bookings`,
	`INSERT INTO search_backlog (org_id, kind, before_id) SELECT org_id, 'guest', 'z' FROM organizations`,
	`INSERT INTO search_backlog (org_id, kind, before_id) SELECT org_id, 'booking', 'z' FROM organizations`,
	`INSERT INTO search_backlog (org_id, kind, before_id) SELECT org_id, 'invoice', 'z' FROM organizations`,
	`INSERT INTO search_backlog (org_id, kind, before_id) SELECT org_id, 'expense', 'z' FROM organizations`,
	`UPDATE series SET last_number = (SELECT b.last_number FROM series b WHERE b.org_id = series.org_id
		AND b.module = 'booking') WHERE module = 'payment'`,
}

// billStays issues an invoice for each stay that has ended. Every tenth of those due in the last days still owes half;
// all others are paid.
const billStays = `INSERT INTO invoices (org_id, invoice_id, number, status, document, booking_id, guest_id,
	guest_name, seller, buyer, place_of_supply, invoice_date,
		due_date, notes, prices_include_tax, rounding_rule, discount, taxable, parts, rounding, total, paid,
			credited, at_checkout, void_reason,
		voided_at, issued_at, sent_at, search_text, created_by, created_at, updated_at)
	SELECT org_id, booking_id, replace(code, 'BK', 'INV'),
		CASE WHEN check_out >= $1 AND code LIKE '%7' THEN 'partially_paid' ELSE 'paid' END, 'bill_of_supply', booking_id,
		guest_id, guest_name, '{}', '{}', '', check_out, check_out, '', TRUE, '', 0, total, '[]', 0, total,
		CASE WHEN check_out >= $1 AND code LIKE '%7' THEN total / 2 ELSE total END, 0, TRUE, '', NULL, created_at, NULL, '',
			created_by, created_at, created_at
	FROM bookings WHERE status = 'checked-out'`

// sumDays stores the daily sums of payments, with an expense on each day.
const sumDays = `INSERT INTO daily_money (org_id, day, payments, received, refunds, refunded, spent)
	SELECT org_id, invoice_date, COUNT(*), SUM(paid), 0, 0, 5000000 FROM invoices GROUP BY org_id, invoice_date`

// sumExpenses stores the monthly sums of expenses.
const sumExpenses = `INSERT INTO expense_months (org_id, month, vendor_id, category, account_id, number, amount, tax)
	SELECT org_id, substr(expense_date, 1, 7), vendor_id, category, account_id, COUNT(*), SUM(amount), SUM(tax)
	FROM expenses WHERE status = 'recorded' GROUP BY org_id, substr(expense_date, 1, 7), vendor_id, category, account_id`

const (
	taxOfStay              = "71429" // of 15,000 rupees, five in a hundred inside
	cgstOfStay, sgstOfStay = "35715", "35714"
	partsOfStay            = `[{"code":"cgst","amount":` + cgstOfStay + `},{"code":"sgst","amount":` + sgstOfStay + `}]`
	partsOfNight           = `[{"code":"cgst","rate":2500,"amount":11905},{"code":"sgst","rate":2500,"amount":11904}]`
	entryOf                = `INSERT INTO ledger_entries (org_id, posting_id, position, account, amount, business_date,
		document, document_id, number, note, created_by, created_at) `
)

// keepBooks gives each stay that has ended an invoice with GST by the night, a payment, the nights on its folio and the
// entries of both, all bookings their audit entries, and every day its expenses and its report.
var keepBooks = []string{
	`UPDATE hotels SET gstin = '27AAPFU0939F1ZV'`,
	`UPDATE invoices SET document = 'tax_invoice', taxable = total - ` + taxOfStay + `, parts = '` + partsOfStay + `',
		issued_at = created_at, place_of_supply = '27',
		search_text = lower(number || '
' || guest_name)`,
	`INSERT INTO invoice_lines (org_id, invoice_id, position, folio_line_id, tax_id, kind, lodging, room_number, day,
			description, sac, quantity, unit_price, discount, tax_name, tax_kind, rate, taxable, parts, total,
			credited)
		SELECT i.org_id, i.invoice_id, CAST(substr(n.night, 9, 2) AS BIGINT), '', '', 'room-night', TRUE, '101', n.night,
			'Room 101', '996311', 1000, 500000, 0, 'GST', 'gst', 500, 476191, '` + partsOfNight + `', 500000, 0
		FROM room_nights n CROSS JOIN invoices i WHERE i.org_id = n.org_id AND i.invoice_id = n.holder_id`,
	`INSERT INTO folio_lines (org_id, booking_id, line_id, position, kind, lodging, room_id, room_number, day,
			description, sac, quantity, unit_price, discount, tax_name, tax_kind, rate, taxable, parts, total,
			reverses, reversed_by, invoice_id, created_by, created_at, posted_on, sold_on)
		SELECT i.org_id, i.booking_id, replace(n.night, '-', '') || substr(i.booking_id, 9),
			CAST(substr(n.night, 9, 2) AS BIGINT), 'room-night', TRUE, n.room_id, '101', n.night, 'Room 101', '996311', 1000,
			500000, 0, 'GST', 'gst', 500, 476191, '` + partsOfNight + `', 500000, '', '', i.invoice_id, i.created_by,
			i.created_at, n.night, n.night
		FROM room_nights n CROSS JOIN invoices i WHERE i.org_id = n.org_id AND i.invoice_id = n.holder_id`,
	`INSERT INTO payments (org_id, payment_id, number, kind, booking_id, amount, method, business_date, received_at,
			created_by, created_at, account_id, payer, search_text)
		SELECT i.org_id, '665f1c2d' || substr(i.booking_id, 9), replace(i.number, 'INV', 'PAY'), 'payment', i.booking_id,
			i.paid, CASE a.kind WHEN 'bank' THEN 'bank_transfer' ELSE a.kind END, i.invoice_date, i.created_at, i.created_by,
			i.created_at, a.account_id, i.guest_name, lower(replace(i.number, 'INV', 'PAY') || '
' || i.guest_name)
		FROM invoices i CROSS JOIN accounts a
		WHERE a.org_id = i.org_id AND a.is_default AND a.kind = CASE CAST(substr(i.number, 5) AS BIGINT) % 4
			WHEN 0 THEN 'cash' WHEN 1 THEN 'card' WHEN 2 THEN 'upi' ELSE 'bank' END`,
	`INSERT INTO payment_parts (org_id, payment_id, position, booking_id, invoice_id, amount)
		SELECT org_id, payment_id, 0, booking_id, booking_id, amount FROM payments`,
	entryOf + `SELECT org_id, payment_id, 0, account_id, amount, business_date, 'payment', payment_id, number, '',
		created_by, created_at FROM payments`,
	entryOf + `SELECT org_id, payment_id, 1, 'guests', -amount, business_date, 'payment', payment_id, number, '',
		created_by, created_at FROM payments`,
	entryOf + `SELECT org_id, invoice_id, 0, 'guests', total, invoice_date, 'invoice', invoice_id, number, '', created_by,
		created_at FROM invoices`,
	entryOf + `SELECT org_id, invoice_id, 1, 'room-sales', -taxable, invoice_date, 'invoice', invoice_id, number, '',
		created_by, created_at FROM invoices`,
	entryOf + `SELECT org_id, invoice_id, 2, 'cgst', -` + cgstOfStay + `, invoice_date, 'invoice', invoice_id, number, '',
		created_by, created_at FROM invoices`,
	entryOf + `SELECT org_id, invoice_id, 3, 'sgst', -` + sgstOfStay + `, invoice_date, 'invoice', invoice_id, number, '',
		created_by, created_at FROM invoices`,
	`CREATE TEMP TABLE bills (n BIGINT, category TEXT)`,
	`INSERT INTO bills VALUES (1, 'Food'), (2, 'Linen'), (3, 'Repairs')`,
	`INSERT INTO expenses (org_id, expense_id, number, status, vendor_id, vendor_name, category, description, amount, tax,
			account_id, expense_date, bill_number, file_name, file_type, file_size, search_text, created_by, created_at,
			updated_at, posted_on)
		SELECT d.org_id, '665f1c2e' || replace(d.day, '-', '') || '0000000' || CAST(b.n AS TEXT),
			'EXP-' || replace(d.day, '-', '') || CAST(b.n AS TEXT), 'recorded', '', 'Bazaar', b.category, '', 1500000, 166666,
			a.account_id, d.day, '', '', '', 0, 'bazaar', '', 0, 0, d.day
		FROM daily_money d CROSS JOIN bills b CROSS JOIN accounts a
		WHERE a.org_id = d.org_id AND a.is_default AND a.kind = 'bank'`,
	sumExpenses,
	entryOf + `SELECT org_id, expense_id, 0, 'expenses', amount, expense_date, 'expense', expense_id, number, '',
		created_by, created_at FROM expenses`,
	entryOf + `SELECT org_id, expense_id, 1, 'input-tax', tax, expense_date, 'expense', expense_id, number, '',
		created_by, created_at FROM expenses`,
	entryOf + `SELECT org_id, expense_id, 2, account_id, -amount - tax, expense_date, 'expense', expense_id, number, '',
		created_by, created_at FROM expenses`,
	`CREATE TEMP TABLE numbers (n BIGINT)`,
	`INSERT INTO numbers WITH RECURSIVE c (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM c WHERE n < 199) SELECT n FROM c`,
	`INSERT INTO companies (org_id, company_id, name, code, code_key, gstin, email, phone, address, notes, is_active,
			search_text, created_at, updated_at, version)
		SELECT o.org_id, 'company' || CAST(n.n AS TEXT), 'Company ' || CAST(n.n AS TEXT), '', 'company' || CAST(n.n AS TEXT),
			'', '', '', '{}', '', TRUE, '', 0, 0, 1 FROM organizations o CROSS JOIN numbers n`,
	`INSERT INTO company_accounts (org_id, company_id, balance, unapplied)
		SELECT c.org_id, c.company_id, COALESCE((SELECT SUM(i.total - i.paid) FROM invoices i WHERE i.org_id = c.org_id
			AND i.total > i.paid AND 'company' || CAST(CAST(substr(i.number, 5) AS BIGINT) % 200 AS TEXT) = c.company_id), 0), 0
		FROM companies c`,
	`INSERT INTO company_invoices (org_id, invoice_id, company_id, number, invoice_date, due_date, amount, open,
			disputed, dispute, po_number, reason, moved_by, moved_at)
		SELECT org_id, invoice_id, 'company' || CAST(CAST(substr(number, 5) AS BIGINT) % 200 AS TEXT), number, invoice_date,
			invoice_date, total - paid, total - paid, 0, '', '', '', '', created_at
		FROM invoices WHERE total > paid`,
	`INSERT INTO company_entries (org_id, company_id, entry_id, business_date, document, document_id, number, invoice_id,
			due_date, amount, note, created_by, created_at)
		SELECT org_id, company_id, invoice_id, invoice_date, 'invoice', invoice_id, number, invoice_id, due_date, amount,
			'', '', moved_at FROM company_invoices`,
	entryOf + `SELECT org_id, invoice_id, 4, 'companies', amount, invoice_date, 'company', invoice_id, number, '', '',
		moved_at FROM company_invoices`,
	entryOf + `SELECT org_id, invoice_id, 5, 'guests', -amount, invoice_date, 'company', invoice_id, number, '', '',
		moved_at FROM company_invoices`,
	`UPDATE accounts SET balance = (SELECT COALESCE(SUM(e.amount), 0) FROM ledger_entries e
		WHERE e.org_id = accounts.org_id AND e.account = accounts.account_id)`,
	`INSERT INTO account_sums (org_id, span, start, account, amount)
		SELECT org_id, 'day', business_date, account, SUM(amount) FROM ledger_entries
		GROUP BY org_id, business_date, account`,
	`INSERT INTO account_sums (org_id, span, start, account, amount)
		SELECT org_id, 'month', substr(start, 1, 7) || '-01', account, SUM(amount) FROM account_sums
		GROUP BY org_id, substr(start, 1, 7) || '-01', account`,
	`INSERT INTO account_sums (org_id, span, start, account, amount)
		SELECT org_id, 'year', substr(start, 1, 4) || '-01-01', account, SUM(amount) FROM account_sums
		WHERE span = 'month' GROUP BY org_id, substr(start, 1, 4) || '-01-01', account`,
	`INSERT INTO flash_days (org_id, day, figure, name, amount)
		SELECT org_id, day, 'available', '', 100 FROM daily_money`,
	`INSERT INTO flash_days (org_id, day, figure, name, amount)
		SELECT org_id, sold_on, 'sold', '', COUNT(*) FROM folio_lines WHERE sold_on <> '' GROUP BY org_id, sold_on`,
	`INSERT INTO flash_days (org_id, day, figure, name, amount)
		SELECT org_id, posted_on, 'rooms', '', SUM(taxable) FROM folio_lines GROUP BY org_id, posted_on`,
	`INSERT INTO flash_days (org_id, day, figure, name, amount)
		SELECT org_id, check_in, 'arrivals', '', COUNT(*) FROM bookings
			WHERE status NOT IN ('confirmed', 'cancelled') GROUP BY org_id, check_in
		UNION ALL SELECT org_id, check_out, 'departures', '', COUNT(*) FROM bookings
			WHERE status = 'checked-out' GROUP BY org_id, check_out`,
	// What stays over the end of a month had unbilled then.
	`INSERT INTO unbilled_days (org_id, day, kept_at) SELECT org_id, MAX(day), 0 FROM daily_money
		WHERE substr(day, 1, 7) < (SELECT MAX(substr(day, 1, 7)) FROM daily_money) GROUP BY org_id, substr(day, 1, 7)`,
	`INSERT INTO unbilled_folios (org_id, day, folio_id, amount)
		SELECT f.org_id, s.day, f.booking_id, SUM(f.taxable) FROM (
				SELECT DISTINCT d.org_id, d.day, n.booking_id FROM unbilled_days d CROSS JOIN folio_lines n
				WHERE n.org_id = d.org_id AND n.posted_on = d.day) AS s
			CROSS JOIN invoices i CROSS JOIN folio_lines f
		WHERE i.org_id = s.org_id AND i.invoice_id = s.booking_id AND i.invoice_date > s.day AND f.org_id = s.org_id
			AND f.booking_id = s.booking_id AND f.posted_on <= s.day
		GROUP BY f.org_id, s.day, f.booking_id`,
	`INSERT INTO night_audits (org_id, day, report, closed_by, closed_at)
		SELECT org_id, day, '{}', '', 0 FROM daily_money`,
	`CREATE TEMP TABLE deeds (n BIGINT, action TEXT, resource_type TEXT)`,
	`INSERT INTO deeds VALUES (1, 'booking.created', 'booking'), (2, 'booking.arrived', 'booking'),
		(3, 'booking.checked_out', 'booking'), (4, 'invoice.issued', 'invoice'), (5, 'payment.recorded', 'payment')`,
	`INSERT INTO audit_entries (org_id, entry_id, user_id, user_name, action, resource_type, resource_id, details, ip,
			user_agent, created_at, number)
		SELECT b.org_id, '665f1c3' || CAST(d.n AS TEXT) || substr(b.booking_id, 9),
			'665f1c2ab7e4d9000000000' || CAST(CAST(substr(b.code, 4) AS BIGINT) % 8 AS TEXT), 'Asha Rao', d.action,
			d.resource_type, b.booking_id, '{}', '127.0.0.1', 'bench', b.created_at + d.n * 86400000,
			(CAST(substr(b.code, 4) AS BIGINT) - 1) * 5 + d.n
		FROM bookings b CROSS JOIN deeds d`,
	`INSERT INTO audit_counts (org_id, action, user_id, number)
		SELECT org_id, action, user_id, COUNT(*) FROM audit_entries
		WHERE number <= (SELECT MAX(number) / 1000 * 1000 FROM audit_entries) GROUP BY org_id, action, user_id`,
	`INSERT INTO audit_heads (org_id, number, link, mark)
		SELECT org_id, MAX(number), '', '' FROM audit_entries GROUP BY org_id`,
}
