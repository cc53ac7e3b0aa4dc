package payment

import (
	"slices"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/record/listing"
)

// list is the list of payments and refunds. In words are the kinds and statuses that have an index of their own.
var list = listing.New[ListQuery](ledger.ScanMovement, listing.Spec{
	Table: "payments", Key: "payment_id", Columns: ledger.MovementColumns, Order: "created_at DESC, payment_id DESC",
	Filters: []listing.Filter{
		listing.Few("invoiceId", ofInvoice),
		listing.Few("bookingId", ofBooking),
		{Name: "type", Summed: "kind = ?", Of: map[string]listing.Condition{
			ledger.Refund: {Where: "kind = 'refund'", Leads: listing.Along}, ledger.Payment: {Where: "kind = 'payment'"}}},
		{Name: "status", Summed: "status = ?", Of: map[string]listing.Condition{
			ledger.Void: {Where: "status = 'void'", Leads: listing.Along}, ledger.Recorded: {Where: "status = 'recorded'"}}},
		listing.By("method", listing.Along, "method = ?").Sum("method = ?"),
		listing.By("accountId", listing.Along, "account_id = ?").Sum("account_id = ?"),
		listing.From("from", "business_date"),
		listing.To("to", "business_date"),
	},
	Words: &ledger.Searched, Sums: &ledger.Months.Sums,
	Totals: []string{"CASE WHEN kind = 'payment' AND status = 'recorded' THEN amount ELSE 0 END",
		"CASE WHEN kind = 'refund' THEN amount ELSE 0 END"}, // void payments count in the number only
})

// The movements that have, or had, a part for a booking or an invoice, or began as the booking's. What was refunded of
// a payment is among the parts of the refund.
const (
	ofInvoice = `SELECT payment_id || '' AS own_id FROM payment_parts WHERE org_id = $1 AND invoice_id = ?
		UNION SELECT r.refund_of || '' FROM payment_parts x CROSS JOIN payments r
			WHERE x.org_id = $1 AND x.invoice_id = ? AND r.org_id = $1 AND r.payment_id = x.payment_id AND r.kind = 'refund'`
	ofBooking = `SELECT payment_id || '' AS own_id FROM payment_parts WHERE org_id = $1 AND booking_id = ?
		UNION SELECT r.refund_of || '' FROM payment_parts x CROSS JOIN payments r
			WHERE x.org_id = $1 AND x.booking_id = ? AND r.org_id = $1 AND r.payment_id = x.payment_id AND r.kind = 'refund'
		UNION SELECT payment_id || '' FROM payments WHERE org_id = $1 AND booking_id = ?`
)

// partsAtOnce bounds how many movements one statement names.
const partsAtOnce = 500

// partsOf reads the parts of these movements, by movement.
func partsOf(tx *db.Tx, sc scope.Scope, movements []ledger.Movement) (map[string][]Part, error) {
	by := map[string][]Part{}
	for some := range slices.Chunk(movements, partsAtOnce) {
		if err := addParts(tx, sc, some, by); err != nil {
			return nil, err
		}
	}
	return by, nil
}

func addParts(tx *db.Tx, sc scope.Scope, movements []ledger.Movement, by map[string][]Part) error {
	args := []any{sc.Org}
	for _, m := range movements {
		args = append(args, m.ID)
	}
	parts, err := db.All(tx, func(row db.Scanner) (p Part, err error) {
		err = row.Scan(&p.PaymentID, &p.Position, &p.BookingID, &p.InvoiceID, &p.Amount, &p.BookingCode, &p.InvoiceNumber)
		return p, err
	}, `SELECT x.payment_id, x.position, x.booking_id, x.invoice_id, x.amount, COALESCE(b.code, ''), COALESCE(i.number, '')
		FROM payment_parts x
			LEFT JOIN bookings b ON b.org_id = x.org_id AND b.booking_id = x.booking_id
			LEFT JOIN invoices i ON i.org_id = x.org_id AND i.invoice_id = x.invoice_id
		WHERE x.org_id = $1 AND x.payment_id IN (`+db.Placeholders(2, len(movements))+`)
		ORDER BY x.payment_id, x.position`, args...)
	for _, p := range parts {
		by[p.PaymentID] = append(by[p.PaymentID], p)
	}
	return err
}
