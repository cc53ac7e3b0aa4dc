package mail

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	netmail "net/mail"
	"time"

	"golang.org/x/sync/errgroup"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/seal"
)

const (
	defaultFrom = "Sarai <no-reply@localhost>"

	// How often a sender looks by itself, for retries and for mails that another node left behind.
	lookEvery = 5 * time.Second
	// How many mails a node sends at a time: one slow mail server must not hold up the others.
	atOnce = 4
	// A claim outlasts the longest wait for a free slot and the longest send, with a margin for differing clocks.
	claimFor    = 5 * time.Minute
	sendTimeout = 60 * time.Second
	// How long a stop waits for a send in progress; cutting it off may send the mail twice.
	stopGrace = 5 * time.Second

	firstRetry  = 30 * time.Second
	longestWait = 6 * time.Hour
	giveUpAfter = 3 * 24 * time.Hour
)

// errRefused marks a failure that no retry can fix.
var errRefused = errors.New("refused for good")

// Transport delivers mails; SMTP and Files return one.
type Transport interface {
	// send delivers one mail or returns why not: errRefused if it never will. It ends when ctx does.
	send(ctx context.Context, l letter) error
}

// Config configures an Outbox.
type Config struct {
	DB        *db.DB
	Transport Transport
	From      string // the sender, such as "Sarai <hello@example.com>"; empty: Sarai <no-reply@localhost>
	Clock     clock.Clock
	Log       *slog.Logger
	Box       *seal.Box // seals texts until they are sent
	Limits    Limits
	Settled   func(tx *db.Tx, s Settled) error // told what becomes of mails about records, with it; nil: nobody is
}

// Outbox takes mails, and sends those that are due. Any number of them may share a database.
type Outbox struct {
	db        *db.DB
	transport Transport
	from      *netmail.Address
	clock     clock.Clock
	log       *slog.Logger
	box       *seal.Box
	limits    Limits
	settled   func(tx *db.Tx, s Settled) error
	wake      chan struct{}
	served    [2]string // by turn: the organization whose mail was claimed last; only dispatch touches it

	stopGrace time.Duration
}

// ParseFrom reads the sender of mails; an empty one is the default.
func ParseFrom(text string) (*netmail.Address, error) {
	from, err := netmail.ParseAddress(cmp.Or(text, defaultFrom))
	if err != nil {
		return nil, fmt.Errorf("must be an address such as Hotel <hotel@example.com>, not %q", text)
	}
	return from, nil
}

// New returns an Outbox; Run starts it. It fails if From is not an address.
func New(c Config) (*Outbox, error) {
	from, err := ParseFrom(c.From)
	if err != nil {
		return nil, fmt.Errorf("the sender of mails %w", err)
	}
	return &Outbox{db: c.DB, transport: c.Transport, from: from, clock: c.Clock, log: c.Log,
		box: c.Box, limits: c.Limits, settled: c.Settled, wake: make(chan struct{}, 1), stopGrace: stopGrace}, nil
}

// Run sends mails until ctx ends. It returns when the sends in progress are finished and recorded, at most a few
// seconds later; the database must stay open until then.
func (o *Outbox) Run(ctx context.Context) {
	running.Lock()
	running.senders[o] = struct{}{}
	running.Unlock()
	defer func() {
		running.Lock()
		delete(running.senders, o)
		running.Unlock()
	}()

	sending := newGroup()
	defer sending.Wait()
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for ctx.Err() == nil {
		o.dispatch(ctx, sending)
		select {
		case <-ctx.Done():
		case <-o.wake:
		case <-look.C:
		}
	}
}

func newGroup() *errgroup.Group {
	group := new(errgroup.Group)
	group.SetLimit(atOnce)
	return group
}

// Flush tries every mail that is due once, for programs that don't Run.
func (o *Outbox) Flush(ctx context.Context) {
	sending := newGroup()
	o.dispatch(ctx, sending)
	sending.Wait()
}

// dispatch starts a send for every mail that is due now.
func (o *Outbox) dispatch(ctx context.Context, sending *errgroup.Group) {
	for ctx.Err() == nil {
		claimed, ok, err := o.claim(ctx)
		if err != nil && ctx.Err() == nil {
			o.log.Error("the outbox can't be read", "error", err)
		}
		if err != nil || !ok {
			return
		}
		sending.Go(func() error {
			o.deliver(ctx, claimed)
			return nil
		})
	}
}

// candidate is a due mail that a node may claim.
type candidate struct {
	org, id  string
	turn     int64
	attempts int64
}

// claim takes one due mail for this node: one to sign in with before all others, and else of the organization whose
// turn it is, so that one with hundreds of mails doesn't hold up the others. The update names the row's old state, so
// only one of several nodes takes it. A claim that expired, because its node died, is free again.
func (o *Outbox) claim(ctx context.Context) (claimed letter, ok bool, err error) {
	due, err := db.Read(ctx, o.db, o.due)
	if err != nil || len(due) == 0 {
		return letter{}, false, err
	}
	var taken candidate
	err = o.db.Write(ctx, func(tx *db.Tx) error {
		ok = false
		for _, c := range due {
			changed, err := tx.Exec(`UPDATE outbox SET attempts = $4, claimed_until = $5
				WHERE org_id = $1 AND mail_id = $2 AND attempts = $3 AND status = $6 AND claimed_until <= $7`,
				c.org, c.id, c.attempts, c.attempts+1, tx.Now.Add(claimFor).UnixMilli(), statusPending, tx.Now.UnixMilli())
			if err != nil {
				return err
			}
			if changed == 1 {
				ok, taken = true, c
				claimed, err = o.read(tx, c.org, c.id)
				return err
			}
		}
		return nil
	})
	if ok = ok && err == nil; ok {
		o.served[taken.turn] = taken.org
	}
	return claimed, ok, err
}

// due lists some mails that are due, those whose turn it is first.
func (o *Outbox) due(tx *db.Tx) ([]candidate, error) {
	for turn, last := range o.served {
		for _, side := range []string{"org_id > $3", "org_id <= $3"} { // after the last one, and then from the first on
			// The one statement that reads across organizations: the queue is the server's, not a tenant's.
			due, err := db.All(tx, func(row db.Scanner) (candidate, error) {
				c := candidate{turn: int64(turn)}
				err := row.Scan(&c.org, &c.id, &c.attempts)
				return c, err
			}, `SELECT org_id, mail_id, attempts FROM outbox
				WHERE `+side+` AND status = $1 AND turn = $2 AND next_at <= $4 AND claimed_until <= $4
				ORDER BY org_id, next_at LIMIT 10`, statusPending, turn, last, tx.Now.UnixMilli())
			if err != nil || len(due) > 0 {
				return due, err
			}
		}
	}
	return nil, nil
}

func (o *Outbox) read(tx *db.Tx, org, mailID string) (letter, error) {
	return db.One(tx, func(row db.Scanner) (letter, error) {
		l := letter{org: org, id: mailID}
		var created int64
		var name, attachment, sender string
		err := row.Scan(&l.to, &l.subject, &l.text, &l.html, &l.attempt, &created, &name, &attachment, &sender, &l.replyTo,
			&l.about, &l.sealed, &l.unsubscribe)
		if err != nil {
			return l, err
		}
		l.from = &netmail.Address{Name: cmp.Or(sender, o.from.Name), Address: o.from.Address}
		l.created = time.UnixMilli(created).UTC()
		l.attachment, err = restoreAttachment(name, attachment)
		return l, err
	}, `SELECT recipient, subject, body_text, body_html, attempts, created_at, attachment_name, attachment, sender_name,
			reply_to, about, sealed, unsubscribe
		FROM outbox WHERE org_id = $1 AND mail_id = $2`, org, mailID)
}

// deliver sends a claimed mail and records the result, even if ctx ends meanwhile. A mail that was still waiting for
// its turn when ctx ended is given back: a stop waits only for sends in progress.
func (o *Outbox) deliver(ctx context.Context, l letter) {
	lasting := context.WithoutCancel(ctx)
	if ctx.Err() != nil {
		o.giveBack(lasting, l)
		return
	}
	sendCtx, cutOff := context.WithTimeout(lasting, sendTimeout)
	defer cutOff()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(o.stopGrace, cutOff) })()

	sendErr := o.trySend(sendCtx, l)
	noteCtx, cancel := context.WithTimeout(lasting, 10*time.Second)
	defer cancel()
	var err error
	if sendErr == nil {
		err = o.sent(noteCtx, l)
	} else {
		err = o.postpone(noteCtx, l, sendErr)
	}
	if err != nil {
		// The claim stays until it expires; then the mail is tried again.
		o.log.Error("the outcome of a mail can't be noted", "org", l.org, "mail", l.id, "sent", sendErr == nil, "error", err)
	}
}

// giveBack releases the claim on a mail that wasn't tried, for this node's next start or another node.
func (o *Outbox) giveBack(ctx context.Context, l letter) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	err := o.db.Write(ctx, func(tx *db.Tx) error {
		return tx.Do(`UPDATE outbox SET attempts = attempts - 1, claimed_until = 0
			WHERE org_id = $1 AND mail_id = $2 AND attempts = $3`, l.org, l.id, l.attempt)
	})
	if err != nil {
		o.log.Error("a mail can't be given back; it is sent when the claim has run out", "org", l.org, "mail", l.id, "error",
			err)
	}
}

// trySend turns a panic over a strange server's answer into a failure of that mail alone.
func (o *Outbox) trySend(ctx context.Context, l letter) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic while sending: %v", p)
		}
	}()
	if l, err = o.opened(l); err != nil {
		return err
	}
	return o.transport.send(ctx, l)
}

// sent notes that a mail about a record is sent, and deletes any other. Like postpone, it names the attempt: if the
// claim has expired meanwhile, the row belongs to another node, whose result counts.
func (o *Outbox) sent(ctx context.Context, l letter) error {
	return o.db.Write(ctx, func(tx *db.Tx) error {
		if l.about != "" {
			noted, err := tx.Exec(`UPDATE outbox SET status = $4, body_text = '', body_html = '', attachment_name = '',
					attachment = '', unsubscribe = '', claimed_until = 0, last_error = '', sent_at = $5
				WHERE org_id = $1 AND mail_id = $2 AND attempts = $3`,
				l.org, l.id, l.attempt, statusSent, tx.Now.UnixMilli())
			if err != nil || noted == 0 {
				return err
			}
			return o.tell(tx, l.org, l.id, statusSent, "")
		}
		return tx.Do(`DELETE FROM outbox WHERE org_id = $1 AND mail_id = $2 AND attempts = $3`, l.org, l.id, l.attempt)
	})
}

// postpone schedules the next attempt, or gives the mail up if it is refused for good or too old.
func (o *Outbox) postpone(ctx context.Context, l letter, cause error) error {
	var gaveUp bool
	wait := backOff(l.attempt)
	lastError := truncate(oneLine(cause.Error()), 500)
	err := o.db.Write(ctx, func(tx *db.Tx) error {
		gaveUp = errors.Is(cause, errRefused) || tx.Now.Sub(l.created) >= giveUpAfter
		if errors.Is(cause, seal.ErrUnknownKey) { // it waits until the key is configured again
			gaveUp = false
		}
		if gaveUp {
			noted, err := tx.Exec(`UPDATE outbox SET status = $4, body_text = '', body_html = '', attachment_name = '',
					attachment = '', unsubscribe = '', claimed_until = 0, last_error = $5
				WHERE org_id = $1 AND mail_id = $2 AND attempts = $3`, l.org, l.id, l.attempt, statusFailed, lastError)
			if err != nil || noted == 0 {
				return err
			}
			return o.tell(tx, l.org, l.id, statusFailed, lastError)
		}
		return tx.Do(`UPDATE outbox SET next_at = $4, claimed_until = 0, last_error = $5
			WHERE org_id = $1 AND mail_id = $2 AND attempts = $3`,
			l.org, l.id, l.attempt, tx.Now.Add(wait).UnixMilli(), lastError)
	})
	if err != nil {
		return err
	}
	// Neither line shows the recipient, the subject or the body; the server's answer may contain the address.
	if errors.Is(cause, seal.ErrUnknownKey) {
		o.log.Error("a mail waits for the token key that sealed it: configure that key too", "org", l.org, "mail", l.id,
			"attempt", l.attempt)
	} else if gaveUp {
		o.log.Error("a mail is given up", "org", l.org, "mail", l.id, "attempt", l.attempt, "reason", withoutAddress(cause))
	} else {
		o.log.Warn("a mail could not be sent", "org", l.org, "mail", l.id, "attempt", l.attempt, "retryIn", wait, "reason",
			withoutAddress(cause))
	}
	return nil
}

// backOff returns how long to wait after a failed attempt: doubling from 30 s to 6 h, plus up to a quarter, so that
// mails that failed together are not retried together.
func backOff(attempt int64) time.Duration {
	wait := longestWait
	if attempt < 20 { // more doublings would overflow
		wait = min(firstRetry<<(attempt-1), longestWait)
	}
	return min(wait+rand.N(wait/4), longestWait)
}

func truncate(s string, most int) string {
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most])
	}
	return s
}

// Stats is the state of the outbox over all organizations.
type Stats struct {
	Pending   int64
	Failed    int64
	OldestAge time.Duration // of the oldest pending mail; 0 if there is none
}

// Stats counts the mails in the outbox, for the metrics.
func (o *Outbox) Stats(ctx context.Context) (Stats, error) {
	var s Stats
	err := o.db.Read(ctx, func(tx *db.Tx) error {
		var oldest int64
		err := tx.QueryRow(`SELECT COUNT(*), COALESCE(MIN(created_at), 0) FROM outbox WHERE status = $1`, statusPending).
			Scan(&s.Pending, &oldest)
		if err != nil {
			return err
		}
		if s.Pending > 0 {
			s.OldestAge = o.clock.Now().Sub(time.UnixMilli(oldest))
		}
		return tx.QueryRow(`SELECT COUNT(*) FROM outbox WHERE status = $1`, statusFailed).Scan(&s.Failed)
	})
	return s, err
}
