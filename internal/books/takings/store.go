package takings

import (
	"cmp"
	"slices"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// Share is a booking's share of a movement. Its share of a payment includes what was refunded since.
type Share struct {
	ledger.Movement
	Share money.Amount
}

// SharesOf lists the payments and refunds of a booking, oldest first. Void payments are left out.
func SharesOf(tx *db.Tx, sc scope.Scope, bookingID string) ([]Share, error) {
	parts, err := db.All(tx, func(row db.Scanner) (s Share, err error) {
		err = row.Scan(&s.ID, &s.Number, &s.Kind, &s.Method, &s.Date, &s.ReceivedAt, &s.CreatedAt, &s.RefundOf, &s.Share)
		return s, err
	}, `SELECT p.payment_id, p.number, p.kind, p.method, p.business_date, p.received_at, p.created_at, p.refund_of,
		x.amount
			FROM payment_parts x JOIN payments p ON p.org_id = x.org_id AND p.payment_id = x.payment_id
			WHERE x.org_id = $1 AND x.booking_id = $2
		UNION ALL
		SELECT p.payment_id, p.number, p.kind, p.method, p.business_date, p.received_at, p.created_at, p.refund_of, x.amount
			FROM payment_parts x JOIN payments r ON r.org_id = x.org_id AND r.payment_id = x.payment_id AND r.kind = 'refund'
			JOIN payments p ON p.org_id = r.org_id AND p.payment_id = r.refund_of
			WHERE x.org_id = $1 AND x.booking_id = $2`, sc.Org, bookingID)
	if err != nil {
		return nil, err
	}
	shares := []Share{}
	for _, part := range parts {
		if i := slices.IndexFunc(shares, func(s Share) bool { return s.ID == part.ID }); i >= 0 {
			shares[i].Share += part.Share
		} else {
			shares = append(shares, part)
		}
	}
	slices.SortStableFunc(shares, func(a, b Share) int {
		return cmp.Or(cmp.Compare(a.ReceivedAt, b.ReceivedAt), cmp.Compare(a.CreatedAt, b.CreatedAt),
			cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.ID, b.ID))
	})
	return shares, nil
}

// Method is what was paid and refunded on some days by one method.
type Method struct {
	Method             ledger.Method
	Payments, Refunds  int // their numbers
	Received, Refunded money.Amount
}

// ByMethod is what was paid and refunded on the days [from, to], in the order of ledger.Methods, without methods that
// weren't used. Void payments are left out.
func ByMethod(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]Method, error) {
	// A single day is asked for as a range, too: with = SQLite would read all of a hotel's payments, by method.
	list, err := db.All(tx, func(row db.Scanner) (m Method, err error) {
		err = row.Scan(&m.Method, &m.Payments, &m.Received, &m.Refunds, &m.Refunded)
		return m, err
	}, `SELECT method,
			CAST(SUM(CASE kind WHEN 'payment' THEN 1 ELSE 0 END) AS BIGINT),
			CAST(SUM(CASE kind WHEN 'payment' THEN amount ELSE 0 END) AS BIGINT),
			CAST(SUM(CASE kind WHEN 'refund' THEN 1 ELSE 0 END) AS BIGINT),
			CAST(SUM(CASE kind WHEN 'refund' THEN amount ELSE 0 END) AS BIGINT)
		FROM payments WHERE org_id = $1 AND business_date >= $2 AND business_date <= $3 AND status = 'recorded'
		GROUP BY method`, sc.Org, string(from), string(to))
	slices.SortFunc(list, func(a, b Method) int {
		return slices.Index(ledger.Methods, a.Method) - slices.Index(ledger.Methods, b.Method)
	})
	return list, err
}
