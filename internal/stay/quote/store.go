package quote

import (
	"errors"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/scope"
	"sarai/internal/record/wordindex"
)

var quotes = table.Of[Quote]("quotes", "org_id")

var (
	listing = db.Listing{Columns: quotes.Columns("q") + `, COALESCE(b.code, '')`, Table: "quotes q",
		Joins: "LEFT JOIN bookings b ON b.org_id = q.org_id AND b.booking_id = q.booking_id", Key: "q.quote_id",
		Order: "q.created_at DESC, q.quote_id DESC"}

	selectQuotes = listing.Select()
)

func scan(row db.Scanner) (q Quote, err error) {
	err = row.Scan(append(quotes.Pointers(&q), &q.BookingCode)...)
	for i := range q.Lines {
		q.Lines[i].Applied.Kind = q.Lines[i].TaxKind
	}
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
	err := tx.Do(`UPDATE quotes SET status = status WHERE org_id = $1 AND quote_id = $2`, sc.Org, quoteID)
	if err != nil {
		return Quote{}, err
	}
	return find(tx, sc, quoteID)
}

func insert(tx *db.Tx, sc scope.Scope, q Quote) error {
	q.SearchText = contact.SearchText(q.GuestPhone, q.Number, q.GuestName, q.GuestEmail)
	if err := quotes.Insert(tx, []any{sc.Org}, q); err != nil {
		return err
	}
	return wordindex.Add(tx, sc, wordindex.Quote, q.ID, q.Words())
}

func save(tx *db.Tx, sc scope.Scope, q *Quote) error {
	q.SearchText = contact.SearchText(q.GuestPhone, q.Number, q.GuestName, q.GuestEmail)
	if err := quotes.Update(tx, []any{sc.Org}, q); err != nil {
		return err
	}
	return wordindex.Set(tx, sc, wordindex.Quote, q.ID, q.Words())
}

func remove(tx *db.Tx, sc scope.Scope, quoteID string) error {
	if err := tx.Do(`DELETE FROM quotes WHERE org_id = $1 AND quote_id = $2`, sc.Org, quoteID); err != nil {
		return err
	}
	return wordindex.Forget(tx, sc, wordindex.Quote, quoteID)
}

// filter is what a list is narrowed by; empty members don't narrow.
type filter struct {
	status, guestID, search string
	from, to                date.Date // of the quote
	hits                    *wordindex.Hits
}

// searched is what the list's search looks into.
var searched = wordindex.List{Kind: wordindex.Quote, Table: "quotes", As: "q", Key: "quote_id"}

// where returns the conditions that follow the one on the organization, and all arguments. Those that lead to the
// quotes are in the form, plain or beside the list's order.
func (f filter) where(sc scope.Scope, today date.Date, form func(condition string) string,
	walk bool) (string, []any) {
	where := f.hits.Where(sc.Org)
	status := form
	if f.guestID+string(f.from+f.to) != "" { // lead to fewer
		status = db.Beside
	}
	switch f.status {
	case Draft, Sent:
		where.And(status("q.status = ? AND q.valid_until >= ?"), f.status, today)
	case Expired:
		where.And(status("q.status IN ('draft', 'sent', 'expired')")+
			" AND (q.status = 'expired' OR q.valid_until < ?)", today)
	default:
		where.Given(status("q.status = ?"), f.status)
	}
	where.Given("q.guest_id = ?", f.guestID)
	where.Given(form("q.quote_date >= ?"), f.from)
	where.Given(form("q.quote_date <= ?"), f.to)
	f.hits.Narrow(where, walk)
	return where.SQL()
}

// page is one page of a list, and how many quotes the filter finds in all.
type page struct {
	quotes []Quote
	total  int
}

func list(tx *db.Tx, sc scope.Scope, f filter, limit, offset int) (p page, err error) {
	if f.hits, err = searched.Search(tx, sc, f.search); err != nil {
		return p, err
	}
	if p.total, err = f.total(tx, sc); err != nil {
		return p, err
	}
	l, form, walk := listing, db.Plain, true
	l.KeyTable = f.hits.Table(l.Table)
	switch {
	case f.hits.Few() || f.guestID != "" || f.narrows() && p.total <= db.Gathered:
		l.KeyOrder, walk = db.Gather(l.Order), false
	case f.narrows():
		form = db.Beside
	}
	where, args := f.where(sc, today(tx, sc), form, walk)
	p.quotes, err = db.All(tx, scan, l.Page(where, len(args)), append(args, limit, offset)...)
	return p, err
}

// narrows tells whether there is anything but a search.
func (f filter) narrows() bool { return f.status+f.guestID+string(f.from+f.to) != "" }

// total is how many quotes the filter finds.
func (f filter) total(tx *db.Tx, sc scope.Scope) (n int, err error) {
	if f.hits.Many() && !f.narrows() {
		return f.hits.Count(tx, sc)
	}
	where, args := f.where(sc, today(tx, sc), db.Plain, false)
	err = tx.QueryRow(`SELECT COUNT(*) FROM `+f.hits.Table("quotes q")+` WHERE q.org_id = $1`+where, args...).Scan(&n)
	return n, err
}

func anyOverdue(tx *db.Tx, sc scope.Scope, today date.Date) (any bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM quotes
		WHERE org_id = $1 AND status IN ('draft', 'sent') AND valid_until < $2)`, sc.Org, string(today)).Scan(&any)
	return any, err
}

// overdue lists the open quotes that no longer hold on that day, and makes them this transaction's own.
func overdue(tx *db.Tx, sc scope.Scope, today date.Date) ([]Quote, error) {
	err := tx.Do(`UPDATE quotes SET status = status
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
