package folio

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"sarai/internal/books/businessday"
	"sarai/internal/books/tax"
	"sarai/internal/country/words"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

var folioLines = table.Of[Line]("folio_lines", "org_id", "booking_id")

var selectLines = `SELECT ` + folioLines.Columns("") + ` FROM folio_lines WHERE org_id = $1 AND booking_id = $2`

// namedAtOnce bounds how many lines one statement names: engines limit its parameters.
const namedAtOnce = 500

// Add writes charges on the booking's folio, after the lines that it has. payer says whose each of them is.
func Add(tx *db.Tx, sc scope.Scope, bookingID string, charges []Charge, payer func(Charge) string) ([]Line, error) {
	lines := make([]Line, 0, len(charges))
	for _, charge := range charges {
		lines = append(lines, Line{Charge: charge, Payer: payer(charge)})
	}
	return lines, insert(tx, sc, bookingID, lines)
}

// AddCredits is Add for what a credit note takes back, as lines that the credited invoice has from the start.
func AddCredits(tx *db.Tx, sc scope.Scope, bookingID string, credits []Credit, invoiceID string) ([]Line, error) {
	lines := make([]Line, 0, len(credits))
	for _, c := range credits {
		lines = append(lines, Line{Charge: c.Charge, Credits: c.LineID, Rounding: c.LineID == "", InvoiceID: invoiceID,
			Payer: c.Payer})
	}
	return lines, insert(tx, sc, bookingID, lines)
}

// AddRounding writes what the rounding of an invoice's total charges on this day, as a line that the invoice has from
// the start but doesn't list.
func AddRounding(tx *db.Tx, sc scope.Scope, bookingID string, day date.Date, rounding money.Amount,
	invoiceID, payer string) ([]Line, error) {
	lines := []Line{{Rounding: true, InvoiceID: invoiceID, Payer: payer, Charge: Charge{Kind: Adjustment,
		Day: day, Description: words.Of(sc).Say("Rounding of the invoice"), Quantity: One, UnitPrice: rounding,
		Applied: tax.Exclusive(tax.None, 0, rounding)}}}
	return lines, insert(tx, sc, bookingID, lines)
}

// insert gives the lines their identity, their place and the business day on which they are posted, and writes them. A
// reversal is posted on the day of what it reverses, if that is still open.
func insert(tx *db.Tx, sc scope.Scope, bookingID string, lines []Line) error {
	if len(lines) == 0 {
		return nil
	}
	held := businessday.Hold(tx, sc)
	next, err := db.One(tx, db.Value[int], `SELECT CAST(COALESCE(MAX(position) + 1, 0) AS BIGINT) FROM folio_lines
		WHERE org_id = $1 AND booking_id = $2`, sc.Org, bookingID)
	if err != nil {
		return err
	}
	days, err := held.Get()
	if err != nil {
		return err
	}
	for i := range lines {
		l := &lines[i]
		l.ID, l.BookingID, l.Position = id.New(), bookingID, next+i
		if l.PostedOn = days.Posting(cmp.Or(l.PostedOn, l.Day)); l.SoldOn != "" {
			l.SoldOn = l.PostedOn
		}
		l.CreatedBy, l.CreatedAt = sc.User, tx.Now.UnixMilli()
	}
	return folioLines.Insert(tx, []any{sc.Org, bookingID}, lines...)
}

// Lines are all lines of the booking's folio, those that were reversed included, in the order in which they were
// charged.
func Lines(tx *db.Tx, sc scope.Scope, bookingID string) db.Later[[]Line] {
	return db.AskAll(tx, func(row db.Scanner) (Line, error) {
		line, err := folioLines.Scan(row)
		line.BookingID = bookingID
		return line, err
	}, selectLines+` ORDER BY position`, sc.Org, bookingID)
}

// OfPayer are the lines that a group's master account pays, booking by booking.
func OfPayer(tx *db.Tx, sc scope.Scope, groupID string) ([]Line, error) {
	return db.All(tx, func(row db.Scanner) (line Line, err error) {
		err = row.Scan(append(folioLines.Pointers(&line), &line.BookingID)...)
		return line, err
	}, `SELECT `+folioLines.Columns("")+`, booking_id FROM folio_lines WHERE org_id = $1 AND payer = $2 AND payer <> ''
		ORDER BY booking_id, position`, sc.Org, groupID)
}

// Give makes open lines another payer's. Conflict, naming the line, when one of them isn't open.
func Give(tx *db.Tx, sc scope.Scope, lines []Line, payer string) error {
	for _, line := range lines {
		given, err := tx.Exec(`UPDATE folio_lines SET payer = $4 WHERE org_id = $1 AND booking_id = $2 AND line_id = $3
			AND reverses = '' AND reversed_by = '' AND invoice_id = ''`, sc.Org, line.BookingID, line.ID, payer)
		if err != nil {
			return err
		}
		if given == 0 {
			return closed(tx, sc, line.BookingID, line.ID)
		}
	}
	return nil
}

// Find reads one line of the booking's folio; NotFound when it has none such.
func Find(tx *db.Tx, sc scope.Scope, bookingID, lineID string) (Line, error) {
	line, err := db.One(tx, folioLines.Scan, selectLines+` AND line_id = $3`, sc.Org, bookingID, lineID)
	if errors.Is(err, db.ErrNoRows) {
		err = errs.NotFound("There is no such line on the folio.")
	}
	line.BookingID = bookingID
	return line, err
}

// Reverse reverses an open line. Conflict when the line is reversed or billed already.
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
		reversals = append(reversals, Line{Charge: line.Reversed(why), PostedOn: line.PostedOn, SoldOn: line.SoldOn,
			Credits: line.Credits, Reverses: line.ID, Payer: line.Payer})
	}
	if len(lines) == 0 {
		return reversals, nil
	}
	if err := insert(tx, sc, lines[0].BookingID, reversals); err != nil {
		return nil, err
	}
	return reversals, link(tx, sc, lines[0].BookingID, reversals)
}

// linkedAtOnce bounds how many lines one statement links: it looks for each among all of them.
const linkedAtOnce = 100

// link notes at the reversed lines what reverses them. Conflict when one of them is reversed or billed already.
func link(tx *db.Tx, sc scope.Scope, bookingID string, reversals []Line) error {
	for some := range slices.Chunk(reversals, linkedAtOnce) {
		args, cases, named := []any{sc.Org, bookingID}, "", make([]string, len(some))
		for i, r := range some {
			named[i] = db.Placeholders(len(args)+1, 1)
			cases += " WHEN line_id = " + named[i] + " THEN " + db.Placeholders(len(args)+2, 1)
			args = append(args, r.Reverses, r.ID)
		}
		linked, err := tx.Exec(`UPDATE folio_lines SET reversed_by = CASE`+cases+` END
			WHERE org_id = $1 AND booking_id = $2 AND line_id IN (`+strings.Join(named, ",")+`)
				AND reverses = '' AND reversed_by = '' AND invoice_id = ''`, args...)
		if err != nil {
			return err
		}
		if linked < int64(len(some)) {
			return refuseLinking(tx, sc, bookingID, some)
		}
	}
	return nil
}

// refuseLinking finds the line that could not be reversed.
func refuseLinking(tx *db.Tx, sc scope.Scope, bookingID string, reversals []Line) error {
	for _, r := range reversals {
		line, err := Find(tx, sc, bookingID, r.Reverses)
		if err != nil {
			return err
		}
		if line.ReversedBy != r.ID {
			return closed(tx, sc, bookingID, r.Reverses)
		}
	}
	return errs.Conflict("A line would be reversed twice. Read the folio again.")
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
		billed, err := tx.Exec(`UPDATE folio_lines SET invoice_id = $3
			WHERE org_id = $1 AND booking_id = $2 AND reverses = '' AND reversed_by = '' AND invoice_id = ''
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
	return tx.Do(`UPDATE folio_lines SET invoice_id = ''
		WHERE org_id = $1 AND invoice_id = $2 AND invoice_id <> ''`, sc.Org, invoiceID)
}

// Return takes these lines off their invoices: they are open again.
func Return(tx *db.Tx, sc scope.Scope, bookingID string, lineIDs []string) error {
	for some := range slices.Chunk(lineIDs, namedAtOnce) {
		args := []any{sc.Org, bookingID}
		for _, lineID := range some {
			args = append(args, lineID)
		}
		err := tx.Do(`UPDATE folio_lines SET invoice_id = '' WHERE org_id = $1 AND booking_id = $2
			AND line_id IN (`+db.Placeholders(3, len(some))+`)`, args...)
		if err != nil {
			return err
		}
	}
	return nil
}

// Gross is what the lines charge together, tax included; lines that were reversed cancel out.
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

// Rounding is what the rounding of invoices charges, less what credit notes took back of it.
func Rounding(lines []Line) (sum money.Amount) {
	for _, line := range lines {
		if line.Rounding {
			sum += line.Total
		}
	}
	return sum
}

// RoundedBefore are the ids of the invoices that were rounded when they were issued, before the booking was cancelled
// at this instant in UTC milliseconds. Those that the cancellation itself issued, at the same instant, bill what is
// retained.
func RoundedBefore(lines []Line, cancelledAt int64) map[string]bool {
	ids := map[string]bool{}
	for _, line := range lines {
		if line.Rounding && line.CreatedAt <= cancelledAt {
			ids[line.InvoiceID] = true
		}
	}
	for _, line := range lines {
		if line.Kind == Retained {
			delete(ids, line.InvoiceID)
		}
	}
	return ids
}

// LodgingTax is the tax of what the lines charge for the rooms.
func LodgingTax(lines []Line) (sum money.Amount) {
	for _, line := range lines {
		if line.Lodging {
			sum += line.Tax()
		}
	}
	return sum
}

// WithReversals are the lines of a folio after ReverseAll has written the reversals of some of them.
func WithReversals(lines, reversed, reversals []Line) []Line {
	by := map[string]string{}
	for i, line := range reversed {
		by[line.ID] = reversals[i].ID
	}
	for i := range lines {
		if id, ok := by[lines[i].ID]; ok {
			lines[i].ReversedBy = id
		}
	}
	return append(lines, reversals...)
}

// MarkSold notes that a night counts in the report of the day, unless it counts in one already.
func MarkSold(tx *db.Tx, sc scope.Scope, bookingID, lineID string, day date.Date) error {
	return tx.Do(`UPDATE folio_lines SET sold_on = $4
		WHERE org_id = $1 AND booking_id = $2 AND line_id = $3 AND sold_on = ''`, sc.Org, bookingID, lineID, string(day))
}

// Charged tells whether the booking's folio has any line.
func Charged(tx *db.Tx, sc scope.Scope, bookingID string) db.Later[bool] {
	return db.Ask(tx, db.Value[bool], `SELECT EXISTS (SELECT 1 FROM folio_lines WHERE org_id = $1 AND booking_id = $2)`,
		sc.Org, bookingID)
}

// Taxed tells whether a line of a day on which the tax was in force has a tax of its name: lines remember no more of
// it.
func Taxed(tx *db.Tx, sc scope.Scope, r tax.Record) (taxed bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM folio_lines
		WHERE org_id = $1 AND day >= $2 AND day <= $3 AND tax_name = $4)`,
		sc.Org, string(r.From), string(r.LastDay()), r.Name).Scan(&taxed)
	return taxed, err
}
