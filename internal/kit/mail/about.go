package mail

import (
	"strconv"
	"strings"

	"sarai/internal/kit/db"
)

// What becomes of a mail about a record.
const (
	Queued = "queued"
	Sent   = "sent"
	Failed = "failed"
)

// Kept is a mail about a record, without its text.
type Kept struct {
	ID, To, Subject, Kind string
	Status                string // Queued, Sent or Failed
	Reason                string // a sentence: why it isn't sent yet, or never will be; "" for none
	CreatedAt             int64  // UTC milliseconds
	SentAt                *int64 // UTC milliseconds; nil until it is sent
}

// KeptColumns are the columns of table outbox that ScanKept reads.
const KeptColumns = "mail_id, recipient, subject, kind, status, last_error, created_at, sent_at"

// ScanKept reads a row of KeptColumns: a mail about the record that the column about names.
func ScanKept(row db.Scanner) (k Kept, err error) {
	var status, lastError string
	var sentAt int64
	err = row.Scan(&k.ID, &k.To, &k.Subject, &k.Kind, &status, &lastError, &k.CreatedAt, &sentAt)
	k.Status, k.Reason = inWords(status, lastError)
	if sentAt > 0 {
		k.SentAt = &sentAt
	}
	return k, err
}

// inWords says how a row stands, and why. Of a server's errors only what it said to a refused mail is for everybody:
// the others name its hosts and folders.
func inWords(status, lastError string) (word, reason string) {
	answer, refused := strings.CutPrefix(lastError, errRefused.Error()+": ")
	switch {
	case status == statusSent:
		return Sent, ""
	case status == statusFailed && refused:
		return Failed, "The mail server refused it: " + answer
	case status == statusFailed && strings.HasPrefix(lastError, overLimit):
		return Failed, "It was not sent: " + strings.TrimPrefix(lastError, overLimit) + "."
	case status == statusFailed:
		return Failed, "It could not be sent for three days. Whoever runs the server finds the reason in its log."
	case lastError != "":
		return Queued, "It could not be sent yet, and is tried again. Perhaps the mail server can't be reached."
	}
	return Queued, ""
}

// Settled is that a mail was sent or given up.
type Settled struct {
	Org, ID string
	Status  string // Sent or Failed
	Reason  string // as of Kept
}

// tell says what became of a mail to whom wants to know.
func (o *Outbox) tell(tx *db.Tx, org, mailID, status, lastError string) error {
	if o.settled == nil || mailID == "" {
		return nil
	}
	word, reason := inWords(status, lastError)
	return o.settled(tx, Settled{org, mailID, word, reason})
}

// Expire forgets the mails about an organization's records that were made before the instant and don't wait, at most so
// many, and returns how many they were.
func Expire(tx *db.Tx, org string, before int64, most int) (int64, error) {
	return tx.Exec(`DELETE FROM outbox WHERE org_id = $1 AND mail_id IN (SELECT mail_id FROM outbox
		WHERE org_id = $1 AND status <> 'pending' AND created_at < $2 AND about <> ''
		ORDER BY created_at LIMIT `+strconv.Itoa(most)+`)`, org, before)
}

// Withdraw takes a mail back that waits, unless it is being sent at this moment, and tells whether it did.
func Withdraw(tx *db.Tx, org, mailID string) (bool, error) {
	deleted, err := tx.Exec(`DELETE FROM outbox WHERE org_id = $1 AND mail_id = $2 AND status = $3
		AND claimed_until <= $4`, org, mailID, statusPending, tx.Now.UnixMilli())
	return deleted == 1, err
}

// Forget takes a record that is removed out of the mails about it: those that wait are sent and then forgotten.
func Forget(tx *db.Tx, org, recordID string) error {
	err := tx.Do(`DELETE FROM outbox WHERE org_id = $1 AND about = $2 AND status <> $3`,
		org, recordID, statusPending)
	if err != nil {
		return err
	}
	return tx.Do(`UPDATE outbox SET about = '' WHERE org_id = $1 AND about = $2`, org, recordID)
}
