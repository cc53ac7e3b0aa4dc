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

var quotes = db.TableOf[Quote]("quotes", "org_id")

var selectQuotes = `SELECT ` + quotes.Columns("q") + `, COALESCE(b.code, '')
	FROM quotes q LEFT JOIN bookings b ON b.org_id = q.org_id AND b.booking_id = q.booking_id WHERE q.org_id = $1`

func scan(row db.Scanner) (q Quote, err error) {
	err = row.Scan(append(quotes.Pointers(&q), &q.BookingCode)...)
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
	_, err := tx.Exec(`UPDATE quotes SET status = status WHERE org_id = $1 AND quote_id = $2`, sc.Org, quoteID)
	if err != nil {
		return Quote{}, err
	}
	return find(tx, sc, quoteID)
}

func insert(tx *db.Tx, sc scope.Scope, q Quote) error {
	q.SearchText = q.searchText()
	return quotes.Insert(tx, []any{sc.Org}, q)
}

func save(tx *db.Tx, sc scope.Scope, q Quote) error {
	q.SearchText = q.searchText()
	_, err := quotes.Update(tx, []any{sc.Org}, &q)
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
		digits := cmp.Or(contact.PhoneDigits(f.search), written)
		add(`(q.search_text LIKE $%d ESCAPE '\' OR q.search_text LIKE $%d ESCAPE '\')`,
			"%"+db.EscapeLike(written)+"%", "%"+db.EscapeLike(digits)+"%")
	}
	return text.String(), args
}

// page is one page of a list, and how many quotes the filter finds in all.
type page struct {
	quotes []Quote
	total  int
}

func list(tx *db.Tx, sc scope.Scope, f filter, limit, offset int) (p page, err error) {
	conditions, args := f.conditions(sc, today(tx, sc))
	err = tx.QueryRow(`SELECT COUNT(*) FROM quotes q WHERE q.org_id = $1`+conditions, args...).Scan(&p.total)
	if err != nil {
		return p, err
	}
	p.quotes, err = db.All(tx, scan, selectQuotes+conditions+` ORDER BY q.created_at DESC, q.quote_id DESC`+
		db.Limit(len(args)+1), append(args, limit, offset)...)
	return p, err
}

func anyOverdue(tx *db.Tx, sc scope.Scope, today date.Date) (any bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM quotes
		WHERE org_id = $1 AND status IN ('draft', 'sent') AND valid_until < $2)`, sc.Org, string(today)).Scan(&any)
	return any, err
}

// overdue lists the open quotes that no longer hold on that day, and makes them this transaction's own.
func overdue(tx *db.Tx, sc scope.Scope, today date.Date) ([]Quote, error) {
	_, err := tx.Exec(`UPDATE quotes SET status = status
		WHERE org_id = $1 AND status IN ('draft', 'sent') AND valid_until < $2`, sc.Org, string(today))
	if err != nil {
		return nil, err
	}
	return db.All(tx, scan, selectQuotes+` AND q.status IN ('draft', 'sent') AND q.valid_until < $2 ORDER BY q.quote_id`,
		sc.Org, string(today))
}

// Any tells whether the organization has any quote at all.
func Any(tx *db.Tx, org string) (any bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM quotes WHERE org_id = $1)`, org).Scan(&any)
	return any, err
}
