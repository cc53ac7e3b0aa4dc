package quote

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

const selectQuotes = `SELECT q.quote_id, q.number, q.status, q.guest_id, q.guest_name, q.guest_email, q.guest_phone, q.quote_date, q.valid_until, q.check_in, q.check_out,
		q.meal_plan, q.notes, q.rooms, q.lines, q.prices_include_tax, q.booking_id, COALESCE(b.code, ''), q.reason, q.sent_at, q.closed_at, q.created_by, q.created_at, q.updated_at
	FROM quotes q LEFT JOIN bookings b ON b.org_id = q.org_id AND b.booking_id = q.booking_id WHERE q.org_id = $1`

func scan(row db.Scanner) (q Quote, err error) {
	err = row.Scan(&q.ID, &q.Number, &q.Status, &q.GuestID, &q.GuestName, &q.GuestEmail, &q.GuestPhone, &q.Date, &q.ValidUntil, &q.CheckIn, &q.CheckOut,
		&q.MealPlan, &q.Notes, &q.Rooms, &q.Lines, &q.PricesIncludeTax, &q.BookingID, &q.BookingCode, &q.Reason, &q.SentAt, &q.ClosedAt, &q.CreatedBy, &q.CreatedAt, &q.UpdatedAt)
	q.add()
	return q, err
}

func find(tx *db.Tx, sc scope.Scope, quoteID string) (Quote, error) {
	q, err := db.One(tx, scan, selectQuotes+` AND q.quote_id = $2`, sc.Org, quoteID)
	if errors.Is(err, db.ErrNoRows) {
		return q, errNoQuote
	}
	return q, err
}

// lock makes the quote this transaction's own until it ends, and reads it.
func lock(tx *db.Tx, sc scope.Scope, quoteID string) (Quote, error) {
	if _, err := tx.Exec(`UPDATE quotes SET status = status WHERE org_id = $1 AND quote_id = $2`, sc.Org, quoteID); err != nil {
		return Quote{}, err
	}
	return find(tx, sc, quoteID)
}

// insert and save write the quote's sums beside what they are the sums of, for who reads the table itself.
func insert(tx *db.Tx, sc scope.Scope, q Quote) error {
	_, err := tx.Exec(`INSERT INTO quotes (org_id, quote_id, number, status, guest_id, guest_name, guest_email, guest_phone, quote_date, valid_until, check_in, check_out,
			meal_plan, notes, rooms, lines, prices_include_tax, taxable, cgst, sgst, other_tax, total, booking_id, reason, sent_at, closed_at, search_text, created_by, created_at, updated_at)
		VALUES (`+db.Placeholders(1, 30)+`)`,
		sc.Org, q.ID, q.Number, q.Status, q.GuestID, q.GuestName, q.GuestEmail, q.GuestPhone, string(q.Date), string(q.ValidUntil), string(q.CheckIn), string(q.CheckOut),
		q.MealPlan, q.Notes, q.Rooms, q.Lines, q.PricesIncludeTax, int64(q.Sum.Taxable), int64(q.Sum.CGST), int64(q.Sum.SGST), int64(q.Sum.Other), int64(q.Sum.Total),
		q.BookingID, q.Reason, q.SentAt, q.ClosedAt, q.searchText(), q.CreatedBy, q.CreatedAt, q.UpdatedAt)
	return err
}

func save(tx *db.Tx, sc scope.Scope, q Quote) error {
	_, err := tx.Exec(`UPDATE quotes SET status = $3, guest_id = $4, guest_name = $5, guest_email = $6, guest_phone = $7, valid_until = $8, check_in = $9, check_out = $10,
			meal_plan = $11, notes = $12, rooms = $13, lines = $14, taxable = $15, cgst = $16, sgst = $17, other_tax = $18, total = $19, booking_id = $20, reason = $21,
			sent_at = $22, closed_at = $23, search_text = $24, updated_at = $25
		WHERE org_id = $1 AND quote_id = $2`,
		sc.Org, q.ID, q.Status, q.GuestID, q.GuestName, q.GuestEmail, q.GuestPhone, string(q.ValidUntil), string(q.CheckIn), string(q.CheckOut),
		q.MealPlan, q.Notes, q.Rooms, q.Lines, int64(q.Sum.Taxable), int64(q.Sum.CGST), int64(q.Sum.SGST), int64(q.Sum.Other), int64(q.Sum.Total), q.BookingID, q.Reason,
		q.SentAt, q.ClosedAt, q.searchText(), q.UpdatedAt)
	return err
}

func remove(tx *db.Tx, sc scope.Scope, quoteID string) error {
	_, err := tx.Exec(`DELETE FROM quotes WHERE org_id = $1 AND quote_id = $2`, sc.Org, quoteID)
	return err
}

// filter is what a list is narrowed by; empty members don't narrow.
type filter struct {
	status, guestID, search string
	from, to                date.Date // of the quote
}

// conditions are what the filter adds to those that name the organization; their first placeholder is $2.
func (f filter) conditions(sc scope.Scope, today date.Date) (string, []any) {
	var text strings.Builder
	args := []any{sc.Org}
	add := func(condition string, values ...any) {
		places := make([]any, len(values))
		for i := range values {
			places[i] = len(args) + i + 1
		}
		args = append(args, values...)
		fmt.Fprintf(&text, " AND "+condition, places...)
	}
	switch f.status {
	case "":
	case Draft, Sent:
		add("q.status = $%d AND q.valid_until >= $%d", f.status, string(today))
	case Expired:
		add("(q.status = 'expired' OR q.status IN ('draft', 'sent') AND q.valid_until < $%d)", string(today))
	default:
		add("q.status = $%d", f.status)
	}
	if f.guestID != "" {
		add("q.guest_id = $%d", f.guestID)
	}
	if f.from != "" {
		add("q.quote_date >= $%d", string(f.from))
	}
	if f.to != "" {
		add("q.quote_date <= $%d", string(f.to))
	}
	if f.search != "" {
		written := strings.ToLower(f.search)
		add(`(q.search_text LIKE $%d ESCAPE '\' OR q.search_text LIKE $%d ESCAPE '\')`, "%"+db.EscapeLike(written)+"%", "%"+db.EscapeLike(cmp.Or(contact.PhoneDigits(f.search), written))+"%")
	}
	return text.String(), args
}

func list(tx *db.Tx, sc scope.Scope, f filter, today date.Date, limit, offset int) (page []Quote, total int, err error) {
	conditions, args := f.conditions(sc, today)
	if err := tx.QueryRow(`SELECT COUNT(*) FROM quotes q WHERE q.org_id = $1`+conditions, args...).Scan(&total); err != nil {
		return nil, 0, err
	}
	page, err = db.All(tx, scan, selectQuotes+conditions+` ORDER BY q.created_at DESC, q.quote_id DESC`+db.Limit(len(args)+1), append(args, limit, offset)...)
	return page, total, err
}

func anyOverdue(tx *db.Tx, sc scope.Scope, today date.Date) (any bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM quotes WHERE org_id = $1 AND status IN ('draft', 'sent') AND valid_until < $2)`, sc.Org, string(today)).Scan(&any)
	return any, err
}

// overdue lists the open quotes that no longer hold on that day, and makes them this transaction's own.
func overdue(tx *db.Tx, sc scope.Scope, today date.Date) ([]Quote, error) {
	if _, err := tx.Exec(`UPDATE quotes SET status = status WHERE org_id = $1 AND status IN ('draft', 'sent') AND valid_until < $2`, sc.Org, string(today)); err != nil {
		return nil, err
	}
	return db.All(tx, scan, selectQuotes+` AND q.status IN ('draft', 'sent') AND q.valid_until < $2 ORDER BY q.quote_id`, sc.Org, string(today))
}

// Any tells whether the organization has any quote at all.
func Any(tx *db.Tx, org string) (any bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM quotes WHERE org_id = $1)`, org).Scan(&any)
	return any, err
}
