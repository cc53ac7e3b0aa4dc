package ledger

import (
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// Part is what a part of a payment is for: a booking's advance (no invoice), an invoice, or nobody's yet (neither).
type Part struct {
	PaymentID string
	Position  int
	BookingID string
	InvoiceID string
	Amount    money.Amount
}

func scanPart(row db.Scanner) (p Part, err error) {
	err = row.Scan(&p.PaymentID, &p.Position, &p.BookingID, &p.InvoiceID, &p.Amount)
	return p, err
}

// PartsOf are the parts of these movements, by movement and position.
func PartsOf(tx *db.Tx, sc scope.Scope, paymentIDs ...string) ([]Part, error) {
	if len(paymentIDs) == 0 {
		return nil, nil
	}
	args := []any{sc.Org}
	for _, paymentID := range paymentIDs {
		args = append(args, paymentID)
	}
	return db.All(tx, scanPart, `SELECT payment_id, position, booking_id, invoice_id, amount FROM payment_parts WHERE org_id = $1 AND payment_id IN (`+
		db.Placeholders(2, len(paymentIDs))+`) ORDER BY payment_id, position`, args...)
}

const selectPaid = `SELECT x.payment_id, x.position, x.booking_id, x.invoice_id, x.amount FROM payment_parts x
	JOIN payments p ON p.org_id = x.org_id AND p.payment_id = x.payment_id WHERE x.org_id = $1 AND p.kind = 'payment' AND p.status = 'recorded' AND `

// PartsOfBooking are the parts of all payments that are a booking's, its invoices' among them: advances first, the newest
// payment first among either.
func PartsOfBooking(tx *db.Tx, sc scope.Scope, bookingID string) ([]Part, error) {
	return db.All(tx, scanPart, selectPaid+`x.booking_id = $2 ORDER BY CASE x.invoice_id WHEN '' THEN 0 ELSE 1 END, p.received_at DESC, p.created_at DESC, p.payment_id DESC, x.position`,
		sc.Org, bookingID)
}

// Apply moves the booking's advances onto the invoice, the oldest first, until most is reached. It returns how much it
// moved, which the caller tells the invoice.
func Apply(books Locked, sc scope.Scope, bookingID, invoiceID string, most money.Amount) (money.Amount, error) {
	if bookingID == "" {
		return 0, nil
	}
	advances, err := db.All(books.Tx(), scanPart, selectPaid+`x.booking_id = $2 AND x.invoice_id = '' ORDER BY p.received_at, p.created_at, p.payment_id, x.position`, sc.Org, bookingID)
	if err != nil {
		return 0, err
	}
	return moveUpTo(books, sc, advances, func(p Part) Part { return Part{BookingID: p.BookingID, InvoiceID: invoiceID} }, most)
}

// Free takes this much of what was paid off the invoice again, the newest payment first: it is an advance of the invoice's
// booking then, or nobody's. The caller tells the invoice. More than was paid is a Conflict.
func Free(books Locked, sc scope.Scope, invoiceID string, amount money.Amount) error {
	paid, err := db.All(books.Tx(), scanPart, selectPaid+`x.invoice_id = $2 ORDER BY p.received_at DESC, p.created_at DESC, p.payment_id DESC, x.position`, sc.Org, invoiceID)
	if err != nil {
		return err
	}
	moved, err := moveUpTo(books, sc, paid, func(p Part) Part { return Part{BookingID: p.BookingID} }, amount)
	if err == nil && moved < amount {
		err = errs.Conflict("Only %s of this was paid on the invoice.", moved.Number(sc.Currency))
	}
	return err
}

func moveUpTo(books Locked, sc scope.Scope, parts []Part, to func(Part) Part, most money.Amount) (moved money.Amount, err error) {
	for _, p := range parts {
		amount := min(p.Amount, most-moved)
		if amount <= 0 {
			break
		}
		if err := Move(books, sc, p, to(p), amount); err != nil {
			return moved, err
		}
		moved += amount
	}
	return moved, nil
}

// Move makes this much of a payment's part something else's: of from the payment, booking and invoice count, of to the
// booking and invoice. The caller tells bookings and invoices.
func Move(books Locked, sc scope.Scope, from, to Part, amount money.Amount) error {
	tx := books.Tx()
	if err := lower(tx, sc, from, amount); err != nil {
		return err
	}
	to.PaymentID = from.PaymentID
	return raise(tx, sc, to, amount)
}

// lower takes an amount out of a payment's part; a part of which nothing is left is gone.
func lower(tx *db.Tx, sc scope.Scope, p Part, amount money.Amount) error {
	found, err := tx.Exec(`UPDATE payment_parts SET amount = amount - $5 WHERE org_id = $1 AND payment_id = $2 AND booking_id = $3 AND invoice_id = $4 AND amount >= $5`,
		sc.Org, p.PaymentID, p.BookingID, p.InvoiceID, int64(amount))
	if err != nil {
		return err
	}
	if found == 0 {
		return errs.Conflict("What the payment is for has just been changed. Read it again.")
	}
	_, err = tx.Exec(`DELETE FROM payment_parts WHERE org_id = $1 AND payment_id = $2 AND amount = 0`, sc.Org, p.PaymentID)
	return err
}

// raise adds an amount to the payment's part of this booking and invoice. A payment has one such part at most.
func raise(tx *db.Tx, sc scope.Scope, p Part, amount money.Amount) error {
	found, err := tx.Exec(`UPDATE payment_parts SET amount = amount + $5 WHERE org_id = $1 AND payment_id = $2 AND booking_id = $3 AND invoice_id = $4`,
		sc.Org, p.PaymentID, p.BookingID, p.InvoiceID, int64(amount))
	if err != nil || found > 0 {
		return err
	}
	var position int
	if err := tx.QueryRow(`SELECT COALESCE(MAX(position) + 1, 0) FROM payment_parts WHERE org_id = $1 AND payment_id = $2`, sc.Org, p.PaymentID).Scan(&position); err != nil {
		return err
	}
	p.Position, p.Amount = position, amount
	return insertPart(tx, sc, p)
}

// insertParts writes the parts of a new movement, those of the same booking and invoice as one.
func insertParts(tx *db.Tx, sc scope.Scope, paymentID string, parts []Part) error {
	for _, p := range joined(parts) {
		p.PaymentID = paymentID
		if err := insertPart(tx, sc, p); err != nil {
			return err
		}
	}
	return nil
}

func insertPart(tx *db.Tx, sc scope.Scope, p Part) error {
	_, err := tx.Exec(`INSERT INTO payment_parts (org_id, payment_id, position, booking_id, invoice_id, amount) VALUES ($1, $2, $3, $4, $5, $6)`,
		sc.Org, p.PaymentID, p.Position, p.BookingID, p.InvoiceID, int64(p.Amount))
	return err
}

// joined adds up the parts of the same booking and invoice, in the order of the first of each.
func joined(parts []Part) []Part {
	var list []Part
	at := map[[2]string]int{}
	for _, p := range parts {
		key := [2]string{p.BookingID, p.InvoiceID}
		if i, known := at[key]; known {
			list[i].Amount += p.Amount
			continue
		}
		at[key], p.Position = len(list), len(list)
		list = append(list, p)
	}
	return list
}

// giveBack takes a refund out of its payment. More than is left of it, or of one of the parts, is a Conflict.
func giveBack(tx *db.Tx, sc scope.Scope, e Entry) error {
	found, err := tx.Exec(`UPDATE payments SET refunded = refunded + $3 WHERE org_id = $1 AND payment_id = $2 AND kind = 'payment' AND status = 'recorded' AND refunded + $3 <= amount`,
		sc.Org, e.RefundOf, int64(e.Amount))
	if err != nil {
		return err
	}
	if found == 0 {
		return errs.Conflict("There is not so much left of the payment to give back. Read it again.")
	}
	for _, p := range e.Parts {
		p.PaymentID = e.RefundOf
		if err := lower(tx, sc, p, p.Amount); err != nil {
			return err
		}
	}
	return nil
}
