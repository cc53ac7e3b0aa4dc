package message

import (
	"errors"
	"strconv"
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
)

// Written is a letter that was written or passed over.
type Written struct {
	ID          string `db:"letter_id,key"`
	BookingID   string `db:"booking_id"`
	BookingCode string `db:"booking_code"`
	GuestName   string `db:"guest_name"`
	Kind        Kind   `db:"kind"`
	Channel     string `db:"channel"`
	State       string `db:"state"`
	Reason      string `db:"reason"` // a sentence: why it isn't sent; "" for none
	Language    string `db:"language"`
	Address     string `db:"address"` // an e-mail address or a telephone number; "" if there was none
	Subject     string `db:"subject"`
	BodyText    string `db:"body_text"`
	BodyHTML    string `db:"body_html"`
	Attachment  string `db:"attachment"` // the name of the file; "": none
	AskedBy     string `db:"asked_by"`   // the name of who had it written by hand; "": nobody
	CreatedAt   int64  `db:"created_at"`
	SettledAt   *int64 `db:"settled_at"` // UTC milliseconds; nil while it waits
}

var (
	letterTable   = table.Of[Written]("letters", "org_id")
	settingsTable = table.Of[Settings]("letter_settings", "org_id")
	textTable     = table.Of[Text]("letter_texts", "org_id")

	list = listing.New[listInput](letterTable.Scan, listing.Spec{Table: "letters", Key: "letter_id",
		Columns: letterTable.Columns(""), Order: "created_at DESC, letter_id DESC",
		Filters: []listing.Filter{
			listing.By("bookingId", listing.Along, "booking_id = ?"),
			listing.By("state", listing.Along, "state = ?"),
			listing.By("kind", listing.Along, "kind = ?")}})
)

var (
	errNoLetter = errs.NotFound("There is no such letter. Perhaps its period is over.")
	errNoText   = errs.NotFound("The hotel has no words of its own for this letter in this language.")
)

func readSettings(tx *db.Tx, org string) (Settings, error) {
	s, err := db.One(tx, settingsTable.Scan, `SELECT `+settingsTable.Columns("")+` FROM letter_settings
		WHERE org_id = $1`, org)
	if errors.Is(err, db.ErrNoRows) {
		return defaults(), nil
	}
	return s, err
}

// chosen are the settings of a hotel that has chosen any; else db.ErrNoRows.
func chosen(tx *db.Tx, org string) (Settings, error) {
	return db.One(tx, settingsTable.Scan, `SELECT `+settingsTable.Columns("")+` FROM letter_settings
		WHERE org_id = $1`, org)
}

// lockSettings reads the hotel's settings and keeps others from changing them until the transaction ends. stored is
// false if the hotel has chosen nothing yet.
func lockSettings(tx *db.Tx, sc scope.Scope) (s Settings, stored bool, err error) {
	held, err := tx.Exec(`UPDATE letter_settings SET updated_at = updated_at WHERE org_id = $1`, sc.Org)
	if err != nil || held == 0 {
		return defaults(), false, err
	}
	s, err = chosen(tx, sc.Org)
	return s, true, err
}

func saveSettings(tx *db.Tx, sc scope.Scope, s *Settings, stored bool) error {
	if stored {
		return settingsTable.Update(tx, []any{sc.Org}, s)
	}
	s.Version++
	return settingsTable.InsertOr(tx, func(err error) error {
		if db.IsUnique(err) {
			return errs.Conflict("Somebody else has just changed which letters guests get. Read it again.")
		}
		return err
	}, []any{sc.Org}, *s)
}

// texts are the hotel's own words, by kind and language.
func texts(tx *db.Tx, org string) ([]Text, error) {
	return db.All(tx, textTable.Scan, `SELECT `+textTable.Columns("")+` FROM letter_texts WHERE org_id = $1
		ORDER BY kind, language`, org)
}

// lockText reads the hotel's own words of a kind in a language, and keeps others from changing them until the
// transaction ends; db.ErrNoRows if there are none.
func lockText(tx *db.Tx, sc scope.Scope, k Kind, language string) (Text, error) {
	return db.One(tx, textTable.Scan, `UPDATE letter_texts SET updated_at = updated_at
		WHERE org_id = $1 AND kind = $2 AND language = $3 RETURNING `+textTable.Columns(""), sc.Org, string(k),
		language)
}

func insertText(tx *db.Tx, sc scope.Scope, t Text) error {
	return textTable.InsertOr(tx, func(err error) error {
		if db.IsUnique(err) {
			return errs.Conflict("Somebody else has just worded this letter. Read it again.")
		}
		return err
	}, []any{sc.Org}, t)
}

func saveText(tx *db.Tx, sc scope.Scope, t *Text) error {
	return textTable.Update(tx, []any{sc.Org}, t)
}

func removeText(tx *db.Tx, sc scope.Scope, k Kind, language string) error {
	return tx.Do(`DELETE FROM letter_texts WHERE org_id = $1 AND kind = $2 AND language = $3`, sc.Org, string(k),
		language)
}

// claim makes the booking's letter of the kind this transaction's, and tells whether nobody had it before.
func claim(tx *db.Tx, org, bookingID string, k Kind) (bool, error) {
	claimed, err := tx.Exec(`INSERT INTO letter_claims (org_id, booking_id, kind) VALUES ($1, $2, $3)
		ON CONFLICT DO NOTHING`, org, bookingID, string(k))
	return claimed == 1, err
}

// unclaim makes a letter one that isn't written.
func unclaim(tx *db.Tx, org, bookingID string, k Kind) error {
	return tx.Do(`DELETE FROM letter_claims WHERE org_id = $1 AND booking_id = $2 AND kind = $3`, org, bookingID,
		string(k))
}

// waitingOf are the letters of a booking that wait to be sent by mail.
func waitingOf(tx *db.Tx, org, bookingID string) ([]Written, error) {
	return db.All(tx, letterTable.Scan, `SELECT `+letterTable.Columns("")+` FROM letters
		WHERE org_id = $1 AND booking_id = $2 AND state = 'queued' AND channel = 'email'`, org, bookingID)
}

// forget deletes the letters of a booking whose record is deleted.
func forget(tx *db.Tx, org, bookingID string) error {
	if err := removeLetters(tx, org, bookingID); err != nil {
		return err
	}
	return tx.Do(`DELETE FROM letter_claims WHERE org_id = $1 AND booking_id = $2`, org, bookingID)
}

func removeLetters(tx *db.Tx, org, bookingID string) error {
	return tx.Do(`DELETE FROM letters WHERE org_id = $1 AND booking_id = $2`, org, bookingID)
}

func ofBooking(tx *db.Tx, org, bookingID string) ([]Written, error) {
	return db.All(tx, letterTable.Scan, `SELECT `+letterTable.Columns("")+` FROM letters
		WHERE org_id = $1 AND booking_id = $2 ORDER BY created_at, letter_id`, org, bookingID)
}

// claims are the kinds of which a booking's letter is written or passed over.
func claims(tx *db.Tx, org, bookingID string) ([]Kind, error) {
	return db.All(tx, db.Value[Kind], `SELECT kind FROM letter_claims WHERE org_id = $1 AND booking_id = $2`, org,
		bookingID)
}

// scanStay reads a candidate's columns.
func scanStay(row db.Scanner) (s stay, err error) {
	err = row.Scan(&s.bookingID, &s.status, &s.checkIn, &s.checkOut, &s.createdAt, &s.leftAt)
	return s, err
}

const (
	selectStays = `SELECT b.booking_id, b.status, b.check_in, b.check_out, b.created_at, b.checked_out_at
		FROM bookings b WHERE b.org_id = $1 AND NOT EXISTS (SELECT 1 FROM letter_claims c
			WHERE c.org_id = $1 AND c.booking_id = b.booking_id AND c.kind = $2) AND `

	live = `b.status IN ('confirmed', 'checked-in') AND ` // the condition of an index
)

// made are the stays that were booked since, whose letter of the kind isn't written.
func made(tx *db.Tx, org string, k Kind, since time.Time) ([]stay, error) {
	return db.All(tx, scanStay, selectStays+`b.created_at >= $3 AND b.status IN ('confirmed', 'checked-in')
		ORDER BY b.created_at, b.booking_id`, org, string(k), since.UnixMilli())
}

// arriving are the stays that are expected in these days.
func arriving(tx *db.Tx, org string, k Kind, from, to date.Date) ([]stay, error) {
	return db.All(tx, scanStay, selectStays+live+`b.status = 'confirmed' AND b.check_in >= $3 AND b.check_in <= $4
		ORDER BY b.check_in, b.booking_id`, org, string(k), string(from), string(to))
}

// inHouse are the stays that are in the house.
func inHouse(tx *db.Tx, org string, k Kind) ([]stay, error) {
	return db.All(tx, scanStay, selectStays+live+`b.status = 'checked-in' ORDER BY b.check_in, b.booking_id`, org,
		string(k))
}

// departed are the stays that have left and were to leave on the day or later: who leaves early has left, too.
func departed(tx *db.Tx, org string, k Kind, from date.Date) ([]stay, error) {
	return db.All(tx, scanStay, selectStays+`b.status = 'checked-out' AND b.check_out >= $3
		ORDER BY b.check_out, b.booking_id`, org, string(k), string(from))
}

// invoicesOf are the ids of the booking's issued invoices, the newest first.
func invoicesOf(tx *db.Tx, org, bookingID string) ([]string, error) {
	return db.All(tx, db.Value[string], `SELECT invoice_id FROM invoices WHERE org_id = $1 AND booking_id = $2
			AND status IN ('issued', 'partially_paid', 'paid')
		ORDER BY issued_at DESC, invoice_id DESC LIMIT 20`, org, bookingID)
}

func insertLetter(tx *db.Tx, org string, w Written) error {
	return letterTable.Insert(tx, []any{org}, w)
}

func findLetter(tx *db.Tx, sc scope.Scope, letterID string) (Written, error) {
	w, err := db.One(tx, letterTable.Scan, `SELECT `+letterTable.Columns("")+` FROM letters
		WHERE org_id = $1 AND letter_id = $2`, sc.Org, letterID)
	if errors.Is(err, db.ErrNoRows) {
		return w, errNoLetter
	}
	return w, err
}

// Settled notes what became of a letter's mail, inside the transaction that knows it. Other mails have no row here.
func Settled(tx *db.Tx, s mail.Settled) error { return settle(tx, s.Org, s.ID, s.Status, s.Reason) }

func settle(tx *db.Tx, org, letterID, state, reason string) error {
	return tx.Do(`UPDATE letters SET state = $3, reason = $4, settled_at = $5 WHERE org_id = $1 AND letter_id = $2`,
		org, letterID, state, reason, tx.Now.UnixMilli())
}

// expireSome deletes letters that were written before the instant, at most so many, and returns how many they were.
func expireSome(tx *db.Tx, org string, before int64, most int) (int64, error) {
	return tx.Exec(`DELETE FROM letters WHERE org_id = $1 AND letter_id IN (SELECT letter_id FROM letters
		WHERE org_id = $1 AND created_at < $2 ORDER BY created_at, letter_id LIMIT `+strconv.Itoa(most)+`)`, org,
		before)
}

// stopped tells whether the address, by its hash, wants no letters but those about the stay.
func stopped(tx *db.Tx, org, hash string) (is bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM letter_stops WHERE org_id = $1 AND address = $2)`, org, hash).
		Scan(&is)
	return is, err
}

// stop tells whether the address wasn't stopped before.
func stop(tx *db.Tx, org, hash string) (bool, error) {
	done, err := tx.Exec(`INSERT INTO letter_stops (org_id, address, created_at) VALUES ($1, $2, $3)
		ON CONFLICT DO NOTHING`, org, hash, tx.Now.UnixMilli())
	return done == 1, err
}

// unstop tells whether the address was stopped.
func unstop(tx *db.Tx, org, hash string) (bool, error) {
	done, err := tx.Exec(`DELETE FROM letter_stops WHERE org_id = $1 AND address = $2`, org, hash)
	return done == 1, err
}

// replaced are the kinds that stand for the letters that notifications of these types make.
var replaced = map[string]Kind{event.BookingCreated.String(): Confirmation, event.GuestCheckedOut.String(): Farewell}

// Replaces tells whether the hotel has a letter here in the place of the one that a notification of the type would make
// of what happened at that instant.
func Replaces(tx *db.Tx, org, noticeType string, happened int64) (bool, error) {
	k, ok := replaced[noticeType]
	if !ok {
		return false, nil
	}
	s, err := readSettings(tx, org)
	return err == nil && s.of(k).On && s.of(k).Since <= happened, err
}
