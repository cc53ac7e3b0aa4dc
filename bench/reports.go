package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"sarai/internal/kit/db"
)

// How long an answer may take in an organization with a long history, in milliseconds.
const (
	mostPerPage   = 5  // sums and reports of a page's size
	mostPerYear   = 25 // reports of a year
	mostPerSearch = 10 // by parts of names and numbers, found or not
)

// timed is a path of the API that is asked for, with the organization's id for {org}.
type timed struct {
	path string
	most float64
}

// reports are asked on the books of an organization that has kept them for years.
func reports() []timed {
	year, month := today().AddDays(-365), today().AddDays(-30)
	days := fmt.Sprintf("from=%s&to=%s", year, today())
	period := string(month[:7])
	return []timed{
		{"accounts/{org}/list", mostPerPage},
		{"accounts/{org}/trial-balance", mostPerPage},
		{"accounts/{org}/trial-balance?date=" + string(year), mostPerPage},
		{"accounts/{org}/profit-and-loss", mostPerPage},
		{"accounts/{org}/profit-and-loss?" + days, mostPerPage},
		{"accounts/{org}/{cash}/statement", mostPerPage},
		{"accounts/{org}/{cash}/statement?" + days, mostPerYear},
		{"analytics/{org}/overview", mostPerPage},
		{"analytics/{org}/occupancy", mostPerPage},
		{"analytics/{org}/occupancy?days=366", mostPerYear},
		{"analytics/{org}/revenue", mostPerPage},
		{"analytics/{org}/revenue?period=monthly&days=1830", mostPerYear},
		{"analytics/{org}/outstanding", mostPerPage},
		{"analytics/{org}/expense-revenue", mostPerPage},
		{"analytics/{org}/expense-revenue?days=1830", mostPerYear},
		{"analytics/{org}/kpis", mostPerPage},
		{"analytics/{org}/kpis?from=" + string(year) + "&to=" + string(today().AddDays(-1)), mostPerYear},
		{"analytics/{org}/pace", mostPerPage},
		{"analytics/{org}/pace?days=366", mostPerYear},
		{"audit/{org}/statistics", mostPerYear},
		{"bookings/{org}/night-audit", mostPerPage},
		{"bookings/{org}/night-audit/list", mostPerPage},
		{"bookings/{org}/overview", mostPerPage},
		{"expenses/{org}/categories?" + days, mostPerYear},
		{"invoices/{org}/gstr1?period=" + period, mostPerYear},
	}
}

// measureReports asks every sum and report in an organization with a long history on either engine.
func measureReports(ctx context.Context, s settings, r *report) error {
	return measureAsked(ctx, s, r, "reports", reports())
}

func measureAsked(ctx context.Context, s settings, r *report, section string, list []timed) error {
	long := history{rooms: 100, bookings: s.largest}
	in, err := sqliteInstallation(ctx, s, section, 1, long)
	if err != nil {
		return err
	}
	if err := in.measureAsked(ctx, s, r, "sqlite", in.hasty(), list); err != nil {
		return err
	}
	return onPostgreSQL(ctx, s, section, 1, long, func(in *installation) error {
		return in.measureAsked(ctx, s, r, "pgx", in.databaseURL, list)
	})
}

func (in *installation) measureAsked(ctx context.Context, s settings, r *report, driver, source string,
	list []timed) error {
	began := time.Now()
	h, err := in.openKept(ctx, driver, source)
	if err != nil {
		return err
	}
	fmt.Printf("  %s: %d bookings with guests, invoices, payments, entries and words, written in %s\n", driver,
		in.history.bookings, time.Since(began).Round(100*time.Millisecond))
	return errors.Join(h.askEach(ctx, s, r, driver, list), h.close())
}

// openKept opens an installation whose organization has kept all its books: its guests have names, and its stays are
// billed and paid.
func (in *installation) openKept(ctx context.Context, driver, source string) (*house, error) {
	err := write(ctx, driver, source, func(f *filler) {
		f.exec("BEGIN")
		for _, statement := range nameGuests {
			f.exec(statement)
		}
		f.exec(billStays, string(today().AddDays(-120)))
		f.exec(sumDays)
		for _, statement := range keepBooks {
			f.exec(statement)
		}
		f.exec("UPDATE business_days SET closed_day = $1", string(today().AddDays(-1)))
		f.exec("COMMIT")
	})
	if err != nil {
		return nil, err
	}
	h, err := in.open(ctx)
	if err != nil {
		return nil, err
	}
	err = h.app.FillSearch(ctx)
	if err == nil && in.databaseURL != "" { // PostgreSQL does it by itself within minutes
		err = runAll(ctx, driver, source, []string{"VACUUM ANALYZE"})
	}
	if err != nil {
		return nil, errors.Join(err, h.close())
	}
	return h, nil
}

// askEach asks for each path in turns, and reports the median of each, and of those that are too slow by name.
func (h *house) askEach(ctx context.Context, s settings, r *report, engine string, list []timed) error {
	cash, err := h.cashAccount(ctx)
	if err != nil {
		return err
	}
	times := map[string][]float64{}
	for range s.rounds {
		for began := time.Now(); time.Since(began) < s.length; {
			for _, a := range list {
				path := "/api/" + strings.NewReplacer("{org}", h.hotels[0], "{cash}", cash).Replace(a.path)
				from := time.Now()
				if err := h.get(unkept(path)); err != nil {
					return err
				}
				times[a.path] = append(times[a.path], float64(time.Since(from).Microseconds())/1000)
			}
		}
	}
	for _, a := range list {
		slices.Sort(times[a.path])
		name := strings.ReplaceAll(a.path, "/{org}", "")
		r.add(fmt.Sprintf("%s, %s", name, engine), median(times[a.path]), atMost(a.most, " ms"),
			fmt.Sprintf("%.2f at least", slices.Min(times[a.path])))
	}
	return nil
}

func (h *house) cashAccount(ctx context.Context) (account string, err error) {
	err = h.db.Read(ctx, func(tx *db.Tx) error {
		return tx.QueryRow(`SELECT account_id FROM accounts WHERE org_id = $1 AND kind = 'cash' AND is_default`,
			h.hotels[0]).Scan(&account)
	})
	return account, err
}

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
