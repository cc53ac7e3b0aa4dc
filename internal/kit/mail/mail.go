// Package mail sends mails without making a request wait for a mail server.
//
// Enqueue writes a mail into the table outbox in the caller's transaction, so a mail exists exactly if what it reports
// has happened. An Outbox on every node sends the mails that are due, outside of any transaction: those to sign in with
// first, and then those of one organization after another. Bodies hold one-time tokens, so they are sealed with a key
// that the database doesn't hold, and a row is deleted once its mail is sent; that of a mail about a record
// (Message.About) stays with status "sent", and a mail that can't be delivered with status "failed", both without body
// and attachment.
//
// Delivery is at least once: if a node dies between the mail server's answer and the deletion of the row, the mail is
// sent again. Both copies have the same Message-ID, which all attempts of a row share.
package mail

import (
	"cmp"
	"encoding/base64"
	"fmt"
	netmail "net/mail"
	"strings"
	"sync"
	"unicode"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
)

// A row is pending until its mail is sent, and the row sent or deleted, or given up and the row failed.
const (
	statusPending = "pending"
	statusSent    = "sent"
	statusFailed  = "failed"
)

// Message is a mail to send. Text or HTML may be empty, but not both; with both, the reader's program chooses.
type Message struct {
	ID      string // the mail's id, if the caller has given it one; empty: Enqueue makes it
	To      string // one bare address: person@example.com
	Subject string // one line; line breaks and control characters become spaces
	Text    string
	HTML    string

	Attachment *Attachment // nil: none

	// A link by which its reader gets no more of its kind: mail programs show a button (RFC 8058), and the link takes
	// their POST. Empty: there is none.
	Unsubscribe string

	SenderName string // shown as the sender's name with the server's own address; empty: the server's own name
	ReplyTo    string // one bare address that answers go to; empty, or no address: the sender's

	About string // the id of the record among whose mails it is listed, also once it is sent; empty: it is forgotten then
	Kind  string // what it is there, in a word

	By     string // the id of the member who asks for this mail, to count against the limits; empty: it goes by itself
	SignIn bool   // it lets a person in, and goes before all others

	Stranger bool // somebody who isn't signed in asks for it, to an address of their choice: they get the refusal
	Member   bool // it goes by itself to one of the organization's people, and counts against no limit
}

// Attachment is a file attached to a mail.
type Attachment struct {
	Name    string // with its extension, such as Invoice INV-1.pdf; what a file system may refuse becomes a hyphen
	Type    string // its media type
	Content []byte
}

// stored returns the attachment as the outbox stores it: its name, and its content after its media type.
func (a *Attachment) stored() (name, content string) {
	if a == nil {
		return "", ""
	}
	name = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) {
			return '-'
		}
		return r
	}, oneLine(a.Name))
	return name, oneLine(a.Type) + encoded + base64.StdEncoding.EncodeToString(a.Content)
}

// encoded separates an attachment's media type from its content.
const encoded = ";base64,"

func restoreAttachment(name, stored string) (*Attachment, error) {
	if stored == "" {
		return nil, nil
	}
	mediaType, text, _ := strings.Cut(stored, encoded)
	content, err := base64.StdEncoding.DecodeString(text)
	return &Attachment{Name: name, Type: mediaType, Content: content}, err
}

// Enqueue puts m into the outbox of the organization as part of tx; it is sent after the commit. An address that no
// mail can be sent to is an errs.Invalid. Where a limit is reached, whoever asked for the mail gets an errs.TooMany; a
// mail that goes by itself is not sent, and what it reports happens all the same.
func (o *Outbox) Enqueue(tx *db.Tx, org string, m Message) error {
	if !bareAddress(m.To) {
		return errs.InvalidField("email", "must be an e-mail address such as name@example.com")
	}
	if !bareAddress(m.ReplyTo) {
		m.ReplyTo = ""
	}
	reached, err := o.limits.count(tx, org, m)
	if err != nil {
		return err
	}
	if reached == nil {
		return o.insert(tx, org, m, statusPending, "")
	}
	if m.By != "" || m.Stranger {
		return reached.refusal(tx.Now)
	}
	o.log.Warn("a mail is not sent, since a limit is reached", "org", org, "limit", reached.sentence())
	if m.About == "" {
		return nil
	}
	m.Text, m.HTML, m.Attachment, m.Unsubscribe = "", "", nil, ""
	if err := o.insert(tx, org, m, statusFailed, overLimit+reached.sentence()); err != nil {
		return err
	}
	return o.tell(tx, org, m.ID, statusFailed, overLimit+reached.sentence())
}

// overLimit begins the last error of a mail that was over a limit.
const overLimit = "over a limit: "

func (o *Outbox) insert(tx *db.Tx, org string, m Message, status, lastError string) error {
	now, mailID, turn := tx.Now.UnixMilli(), cmp.Or(m.ID, id.New()), 1
	if m.SignIn {
		turn = 0
	}
	name, attachment := m.Attachment.stored()
	err := tx.Do(`INSERT INTO outbox (org_id, mail_id, recipient, subject, body_text, body_html, status,
			attempts, next_at, claimed_until, last_error, created_at, attachment_name, attachment, sender_name, reply_to,
			about, kind, sealed, turn, unsubscribe)
		VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $8, 0, $9, $8, $10, $11, $12, $13, $14, $15, $16, $17, $18)`, org, mailID,
		m.To,
		oneLine(m.Subject), o.sealed(m.Text, mailID), o.sealed(m.HTML, mailID), status, now, lastError, name, attachment,
		oneLine(m.SenderName), m.ReplyTo, m.About, m.Kind, true, turn,
		o.sealed(m.Unsubscribe, mailID))
	if err != nil {
		return err
	}
	tx.AfterCommit(wakeSenders)
	return nil
}

// sealed encrypts a text: links in mails hold one-time tokens, which must not stand in the database.
func (o *Outbox) sealed(text, mailID string) string {
	if text == "" {
		return ""
	}
	return o.box.Seal([]byte(text), mailID)
}

// opened is the letter with its text. Its error wraps seal.ErrUnknownKey if another node's keys have sealed it.
func (o *Outbox) opened(l letter) (letter, error) {
	if !l.sealed {
		return l, nil
	}
	for _, text := range []*string{&l.text, &l.html, &l.unsubscribe} {
		if *text == "" {
			continue
		}
		clear, err := o.box.Open(*text, l.id)
		if err != nil {
			return l, fmt.Errorf("its text can't be opened with the token keys of this node: %w", err)
		}
		*text = string(clear)
	}
	return l, nil
}

// bareAddress reports whether s is one address and nothing else: no name, no comment, no list, no line break.
func bareAddress(s string) bool {
	parsed, err := netmail.ParseAddress(s)
	return err == nil && parsed.Address == s
}

// oneLine makes s safe for a header and for the database: valid UTF-8 without control characters, and without those
// that turn the direction of what follows, which make a name read as another.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), r == '\u2028', r == '\u2029': // the last two separate lines too
			return ' '
		case unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// running is every running Outbox of this process. Enqueue wakes all of them, so its callers needn't hold one. Nothing
// depends on it: a sender that wasn't woken finds the row when it next looks.
var running = struct {
	sync.Mutex
	senders map[*Outbox]struct{}
}{senders: map[*Outbox]struct{}{}}

func wakeSenders() {
	running.Lock()
	defer running.Unlock()
	for o := range running.senders {
		select {
		case o.wake <- struct{}{}:
		default: // it will wake already
		}
	}
}
