package quote

import (
	"errors"
	"slices"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
	"sarai/internal/record/listing"
	"sarai/internal/record/wordindex"
)

var quotes = table.Of[Quote]("quotes", "org_id")

var (
	list = listing.New[listInput](scan, listing.Spec{
		Table: "quotes q", Key: "q.quote_id", Columns: quotes.Columns("q") + `, COALESCE(b.code, '')`,
		Joins: "LEFT JOIN bookings b ON b.org_id = q.org_id AND b.booking_id = q.booking_id",
		Order: "q.created_at DESC, q.quote_id DESC",
		Filters: []listing.Filter{
			listing.By("guestId", listing.Own, "q.guest_id = ?"),
			listing.From("from", "q.quote_date"), listing.To("to", "q.quote_date"),
			{Name: "status", Condition: byStatus("q.status = ?"), Of: map[string]listing.Condition{
				Draft: byStatus("q.status = 'draft' AND q.valid_until >= {today}"),
				Sent:  byStatus("q.status = 'sent' AND q.valid_until >= {today}"),
				Expired: byStatus(`q.status IN ('draft', 'sent', 'expired')
					AND (q.status = 'expired' OR q.valid_until < {today})`)}},
		},
		Words: &listing.Words{Kind: wordindex.Quote},
	})

	selectQuotes = list.Select()
)

func byStatus(where string) listing.Condition {
	return listing.Condition{Where: where, Leads: listing.Gather, Column: "q.status"}
}

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

// QuotedFor tells whether a quote became the booking.
func QuotedFor(tx *db.Tx, sc scope.Scope, bookingID string) db.Later[bool] {
	return db.Ask(tx, db.Value[bool], `SELECT EXISTS (SELECT 1 FROM quotes WHERE org_id = $1 AND booking_id = $2)`,
		sc.Org, bookingID)
}

// Any tells whether the organization has any quote at all.
func Any(tx *db.Tx, org string) (any bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM quotes WHERE org_id = $1)`, org).Scan(&any)
	return any, err
}

// moveToGuest gives quotes to another guest.
func moveToGuest(tx *db.Tx, sc scope.Scope, m guest.Move) ([]string, error) {
	ids, err := m.Chosen(db.All(tx, db.Value[string], `SELECT quote_id FROM quotes
		WHERE org_id = $1 AND guest_id = $2 ORDER BY quote_id`, sc.Org, m.From))
	for some := range slices.Chunk(ids, guest.MovedAtOnce) {
		if err == nil {
			args := append(guest.Args(sc, m.To, some), tx.Now.UnixMilli())
			err = tx.Do(`UPDATE quotes SET guest_id = $2, version = version + 1,
				updated_at = `+db.Placeholders(len(args), 1)+` WHERE org_id = $1
				AND quote_id IN (`+db.Placeholders(3, len(some))+`)`, args...)
		}
	}
	return ids, err
}

func ofGuest(tx *db.Tx, sc scope.Scope, guestID string) ([]Quote, error) {
	return db.All(tx, scan, selectQuotes+` AND q.guest_id = $2 ORDER BY q.quote_id`, sc.Org, guestID)
}
