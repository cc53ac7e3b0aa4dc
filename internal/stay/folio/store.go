package folio

import (
	"errors"
	"slices"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

const columns = `line_id, position, kind, lodging, room_id, room_number, day, description, sac, quantity, unit_price, discount,
	tax_name, tax_kind, rate, taxable, cgst, sgst, other_tax, total, reverses, reversed_by, invoice_id, created_by, created_at`

// How many lines one statement writes and names: engines limit its parameters, and SQLite's driver looks each of them up
// among all.
const (
	writtenAtOnce = 20
	namedAtOnce   = 500
)

func (l *Line) pointers() []any {
	return []any{&l.ID, &l.Position, &l.Kind, &l.Lodging, &l.RoomID, &l.RoomNumber, &l.Day, &l.Description, &l.SAC, &l.Quantity, &l.UnitPrice, &l.Discount,
		&l.Name, &l.Applied.Kind, &l.Rate, &l.Taxable, &l.CGST, &l.SGST, &l.Other, &l.Total, &l.Reverses, &l.ReversedBy, &l.InvoiceID, &l.CreatedBy, &l.CreatedAt}
}

func (l *Line) values() []any {
	return []any{l.ID, l.Position, l.Kind, l.Lodging, l.RoomID, l.RoomNumber, string(l.Day), l.Description, l.SAC, int64(l.Quantity), int64(l.UnitPrice), int64(l.Discount),
		l.Name, l.Applied.Kind, int64(l.Rate), int64(l.Taxable), int64(l.CGST), int64(l.SGST), int64(l.Other), int64(l.Total), l.Reverses, l.ReversedBy, l.InvoiceID, l.CreatedBy, l.CreatedAt}
}

// Add writes charges on the booking's folio, after the lines that it has. The caller has locked the booking, and keeps
// its sums.
func Add(tx *db.Tx, sc scope.Scope, bookingID string, charges []Charge) ([]Line, error) {
	lines := make([]Line, 0, len(charges))
	for _, charge := range charges {
		lines = append(lines, Line{Charge: charge})
	}
	return lines, insert(tx, sc, bookingID, lines)
}

// insert gives the lines their identity and their place, and writes them.
func insert(tx *db.Tx, sc scope.Scope, bookingID string, lines []Line) error {
	if len(lines) == 0 {
		return nil
	}
	var next int
	if err := tx.QueryRow(`SELECT CAST(COALESCE(MAX(position) + 1, 0) AS BIGINT) FROM folio_lines WHERE org_id = $1 AND booking_id = $2`,
		sc.Org, bookingID).Scan(&next); err != nil {
		return err
	}
	for i := range lines {
		l := &lines[i]
		l.ID, l.BookingID, l.Position, l.CreatedBy, l.CreatedAt = id.New(), bookingID, next+i, sc.User, tx.Now.UnixMilli()
	}
	for some := range slices.Chunk(lines, writtenAtOnce) {
		var args []any
		for i := range some {
			args = append(append(args, sc.Org, bookingID), some[i].values()...)
		}
		if _, err := tx.Exec(`INSERT INTO folio_lines (org_id, booking_id, `+columns+`) VALUES `+db.Rows(len(args)/len(some), len(some)), args...); err != nil {
			return err
		}
	}
	return nil
}

// Lines are all lines of the booking's folio, those that were taken back included, in the order in which they were
// charged.
func Lines(tx *db.Tx, sc scope.Scope, bookingID string) ([]Line, error) {
	return db.All(tx, func(row db.Scanner) (Line, error) {
		l := Line{BookingID: bookingID}
		err := row.Scan(l.pointers()...)
		return l, err
	}, `SELECT `+columns+` FROM folio_lines WHERE org_id = $1 AND booking_id = $2 ORDER BY position`, sc.Org, bookingID)
}

// Find reads one line of the booking's folio; NotFound when it has none such.
func Find(tx *db.Tx, sc scope.Scope, bookingID, lineID string) (Line, error) {
	l := Line{BookingID: bookingID}
	err := tx.QueryRow(`SELECT `+columns+` FROM folio_lines WHERE org_id = $1 AND booking_id = $2 AND line_id = $3`, sc.Org, bookingID, lineID).Scan(l.pointers()...)
	if errors.Is(err, db.ErrNoRows) {
		err = errs.NotFound("There is no such line on the folio.")
	}
	return l, err
}

// Reverse takes an open line back by one of the opposite amounts, on the same day. Conflict when the line is reversed
// or billed already. The caller has locked the booking, and keeps its sums.
func Reverse(tx *db.Tx, sc scope.Scope, line Line, why string) (Line, error) {
	lines, err := ReverseAll(tx, sc, []Line{line}, why)
	if err != nil {
		return Line{}, err
	}
	return lines[0], nil
}

// ReverseAll is Reverse for several lines of one booking.
func ReverseAll(tx *db.Tx, sc scope.Scope, lines []Line, why string) ([]Line, error) {
	reversals := make([]Line, 0, len(lines))
	for _, line := range lines {
		reversals = append(reversals, Line{Charge: line.TakenBack(why), Reverses: line.ID})
	}
	if len(lines) == 0 {
		return reversals, nil
	}
	if err := insert(tx, sc, lines[0].BookingID, reversals); err != nil {
		return nil, err
	}
	for i, line := range lines {
		reversed, err := tx.Exec(`UPDATE folio_lines SET reversed_by = $4 WHERE org_id = $1 AND booking_id = $2 AND line_id = $3
			AND reverses = '' AND reversed_by = '' AND invoice_id = ''`, sc.Org, line.BookingID, line.ID, reversals[i].ID)
		if err != nil {
			return nil, err
		}
		if reversed == 0 {
			return nil, closed(tx, sc, line.BookingID, line.ID)
		}
	}
	return reversals, nil
}

// closed says why a line isn't open.
func closed(tx *db.Tx, sc scope.Scope, bookingID, lineID string) error {
	line, err := Find(tx, sc, bookingID, lineID)
	switch {
	case err != nil:
		return err
	case line.Reverses != "":
		return errs.Conflict("The line %q takes another one back: it can be neither reversed nor billed.", line.Description)
	case line.ReversedBy != "":
		return errs.Conflict("The line %q is reversed already.", line.Description)
	}
	return errs.Conflict("The line %q is on an invoice already.", line.Description)
}

// Bill puts open lines on an invoice. Conflict, naming the line, when one of them isn't open.
func Bill(tx *db.Tx, sc scope.Scope, bookingID string, lineIDs []string, invoiceID string) error {
	for some := range slices.Chunk(lineIDs, namedAtOnce) {
		args := []any{sc.Org, bookingID, invoiceID}
		for _, lineID := range some {
			args = append(args, lineID)
		}
		billed, err := tx.Exec(`UPDATE folio_lines SET invoice_id = $3 WHERE org_id = $1 AND booking_id = $2 AND reverses = '' AND reversed_by = '' AND invoice_id = ''
			AND line_id IN (`+db.Placeholders(4, len(some))+`)`, args...)
		if err != nil {
			return err
		}
		if billed == int64(len(some)) {
			continue
		}
		return refuseBilling(tx, sc, bookingID, some, invoiceID)
	}
	return nil
}

// refuseBilling finds the line that could not be billed.
func refuseBilling(tx *db.Tx, sc scope.Scope, bookingID string, lineIDs []string, invoiceID string) error {
	for i, lineID := range lineIDs {
		line, err := Find(tx, sc, bookingID, lineID)
		if errs.Is(err, errs.KindNotFound) {
			return errs.Conflict("There is no line %q on the booking's folio.", lineID)
		}
		if err != nil {
			return err
		}
		if line.InvoiceID != invoiceID {
			return closed(tx, sc, bookingID, lineID)
		}
		if slices.Contains(lineIDs[:i], lineID) {
			return errs.Conflict("The line %q is named twice.", line.Description)
		}
	}
	return errs.Conflict("One of the lines changed at this moment. Read the folio again.")
}

// Unbill takes the invoice's lines off it: they are open again.
func Unbill(tx *db.Tx, sc scope.Scope, invoiceID string) error {
	_, err := tx.Exec(`UPDATE folio_lines SET invoice_id = '' WHERE org_id = $1 AND invoice_id = $2 AND invoice_id <> ''`, sc.Org, invoiceID)
	return err
}

// Gross is what the lines charge together, tax included; lines that were taken back cancel out.
func Gross(lines []Line) money.Amount {
	var sum money.Amount
	for _, line := range lines {
		sum += line.Total
	}
	return sum
}

// Lodging is what the lines charge for the rooms, tax included; lines that were reversed cancel out.
func Lodging(lines []Line) (sum money.Amount) {
	for _, line := range lines {
		if line.Lodging {
			sum += line.Total
		}
	}
	return sum
}
