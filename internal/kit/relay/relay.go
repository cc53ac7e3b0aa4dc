// Package relay carries small messages from a transaction to every node of the installation, after its commit.
//
// On SQLite there is one node, which gets a message at once. On PostgreSQL the sending node also gets it at once, and
// the others by NOTIFY. One publisher for each node sends it outside the transactions, because NOTIFY takes a lock that
// serializes all commits that use it. What arrives while one batch is being sent is the next batch.
//
// What always holds:
//   - No message is delivered before its commit, after a rollback, or twice.
//   - The messages of one node arrive everywhere in the order of their commits. Those of different nodes arrive in the
//     order of publishing, which is that of the commits to within some milliseconds.
//   - A node that may have missed a message (it couldn't listen for a while, or messages were dropped) is told by Lost,
//     once it listens again.
//   - A node listens to itself too: one that doesn't hear its own heartbeat, because a pooler swallows LISTEN or NOTIFY
//     doesn't cross servers, is told by Lost again and again, and says so (Deaf).
package relay

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"sarai/internal/kit/db"
	"sarai/internal/kit/id"
)

const (
	channel = "sarai_relay"
	// maxPart is how much of a batch one NOTIFY carries; PostgreSQL accepts less than 8,000 bytes.
	maxPart = 7800
	// maxBatch is the size from which a batch ends, in bytes.
	maxBatch = 256 << 10
	// maxWaiting is how many messages wait for a PostgreSQL that doesn't answer.
	maxWaiting = 10_000
	// retryAfter is the pause before the next attempt to connect.
	retryAfter = 500 * time.Millisecond
	// beatEvery is how often a node sends itself a heartbeat, and deafAfter how long it hears none until it counts as
	// deaf.
	beatEvery = 2 * time.Second
	deafAfter = 3 * beatEvery
	// farewell is how long Run keeps publishing what is left when it stops.
	farewell = 2 * time.Second
)

// Relay delivers messages on every node. It is safe for concurrent use.
type Relay struct {
	db      *db.DB
	log     *slog.Logger
	deliver func(message json.RawMessage)
	lost    func()
	node    string

	deaf atomic.Bool

	mu      sync.Mutex
	waiting []json.RawMessage // published in this order
	dropped bool              // messages were dropped since the last batch
	wake    chan struct{}

	// heard is the last complete batch of each other node; only the listener uses it. It grows by some hundred bytes for
	// each node that this one ever hears.
	heard map[string]int64
}

// New returns a relay. It calls deliver for one message after another of a node, possibly from several goroutines;
// deliver must not block. It calls lost when messages of other nodes may have been missed.
func New(d *db.DB, log *slog.Logger, deliver func(message json.RawMessage), lost func()) *Relay {
	return &Relay{db: d, log: log, deliver: deliver, lost: lost, node: id.New(), wake: make(chan struct{}, 1),
		heard: map[string]int64{}}
}

// Send delivers the message on every node once tx has committed.
func (r *Relay) Send(tx *db.Tx, message json.RawMessage) {
	tx.AfterCommit(func() {
		r.deliver(message)
		if r.db.Dialect() == db.PostgreSQL {
			r.enqueue(message)
		}
	})
}

func (r *Relay) enqueue(message json.RawMessage) {
	r.mu.Lock()
	if len(r.waiting) < maxWaiting {
		r.waiting = append(r.waiting, message)
	} else {
		r.dropped = true
	}
	r.mu.Unlock()
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// Run publishes and listens until ctx ends. It then still tries to publish what waits, for a moment.
func (r *Relay) Run(ctx context.Context) {
	if r.db.Dialect() != db.PostgreSQL {
		<-ctx.Done()
		return
	}
	var both sync.WaitGroup
	both.Go(func() { r.publishAll(ctx) })
	both.Go(func() { r.again(ctx, "listen", r.listen) })
	both.Wait()
}

// again repeats work until ctx ends, with a pause after each failure.
func (r *Relay) again(ctx context.Context, what string, work func(ctx context.Context) error) {
	for ctx.Err() == nil {
		err := work(ctx)
		if err == nil || ctx.Err() != nil {
			return
		}
		r.log.LogAttrs(ctx, slog.LevelWarn, "relay between nodes: "+what+" failed, trying again",
			slog.String("error", err.Error()))
		select {
		case <-ctx.Done():
		case <-time.After(retryAfter):
		}
	}
}

// publisher numbers the batches of this node, so that a batch sent twice counts once.
type publisher struct {
	*Relay
	conn  *pgx.Conn
	batch int64
	parts []string // of the batch that is being sent
}

func (r *Relay) publishAll(ctx context.Context) {
	p := &publisher{Relay: r}
	defer p.disconnect()
	beats := time.NewTicker(beatEvery)
	defer beats.Stop()
	r.again(ctx, "publish", func(ctx context.Context) error {
		for {
			if err := p.publish(ctx); err != nil {
				return err
			}
			select {
			case <-r.wake:
			case <-beats.C:
				p.beat()
			case <-ctx.Done():
				return nil
			}
		}
	})
	last, cancel := context.WithTimeout(context.Background(), farewell)
	defer cancel()
	if err := p.publish(last); err != nil {
		r.log.LogAttrs(last, slog.LevelWarn, "relay between nodes: the last messages were not published",
			slog.String("error", err.Error()))
	}
}

func (p *publisher) disconnect() {
	if p.conn != nil {
		ctx, cancel := context.WithTimeout(context.Background(), farewell)
		defer cancel()
		_ = p.conn.Close(ctx) // nothing more is sent on it
		p.conn = nil
	}
}

// publish sends batches until nothing waits.
func (p *publisher) publish(ctx context.Context) error {
	for {
		if p.parts == nil {
			p.next()
		}
		if p.parts == nil {
			return nil
		}
		if err := p.notify(ctx); err != nil {
			p.disconnect()
			return err
		}
		p.parts = nil
	}
}

// beat makes a batch without messages the next one, for the node's own ears.
func (p *publisher) beat() {
	if p.parts == nil {
		p.add(batch{})
	}
}

// next turns the waiting messages into a batch.
func (p *publisher) next() {
	p.mu.Lock()
	size, count := 0, 0
	for count < len(p.waiting) && size < maxBatch {
		size += len(p.waiting[count]) + 1
		count++
	}
	b := batch{Messages: p.waiting[:count:count], Dropped: p.dropped && count == len(p.waiting)}
	p.waiting = p.waiting[count:]
	p.dropped = p.dropped && !b.Dropped
	p.mu.Unlock()
	if count == 0 && !b.Dropped {
		return
	}
	p.add(b)
}

func (p *publisher) add(b batch) {
	p.batch++
	text, err := json.Marshal(b)
	if err != nil {
		panic(err) // Send's callers give JSON
	}
	p.parts = split(p.node, p.batch, string(text))
}

func (p *publisher) notify(ctx context.Context) error {
	if p.conn == nil {
		conn, err := p.db.OwnConnection(ctx)
		if err != nil {
			return err
		}
		p.conn = conn
	}
	var all pgx.Batch // one message, of which the caller closes the connection if anything in it fails
	all.Queue("BEGIN")
	// Nobody hears a notification after a crash, so its commit needn't wait for the disk. LOCAL, because a pooler lends
	// the connection to others.
	all.Queue("SET LOCAL synchronous_commit = off")
	for _, part := range p.parts {
		all.Queue("SELECT pg_notify($1, $2)", channel, part)
	}
	all.Queue("COMMIT")
	return p.conn.SendBatch(ctx, &all).Close()
}

// batch is what a node publishes at a time.
type batch struct {
	Messages []json.RawMessage `json:"m,omitempty"`
	// others were dropped before this: everybody may have missed something
	Dropped bool `json:"dropped,omitempty"`
}

// part is one NOTIFY: "node batch part parts text".
type part struct {
	node         string
	batch        int64
	index, count int
	text         string
}

// split cuts the text of a batch into payloads that NOTIFY accepts, between characters.
func split(node string, number int64, text string) []string {
	var texts []string
	for len(text) > maxPart {
		end := maxPart
		for !utf8.RuneStart(text[end]) {
			end--
		}
		texts, text = append(texts, text[:end]), text[end:]
	}
	texts = append(texts, text)
	for i, t := range texts {
		texts[i] = fmt.Sprintf("%s %d %d %d %s", node, number, i, len(texts), t)
	}
	return texts
}

func parsePart(payload string) (p part, err error) {
	fields := strings.SplitN(payload, " ", 5)
	if len(fields) != 5 {
		return p, errors.New("a notification without its five fields")
	}
	p.node, p.text = fields[0], fields[4]
	var wrong [3]error
	p.batch, wrong[0] = strconv.ParseInt(fields[1], 10, 64)
	p.index, wrong[1] = strconv.Atoi(fields[2])
	p.count, wrong[2] = strconv.Atoi(fields[3])
	return p, errors.Join(wrong[:]...)
}

var errDeaf = errors.New("the node doesn't hear its own heartbeat: LISTEN must reach PostgreSQL itself " +
	"(SARAI_DATABASE_DIRECT_URL)")

// Deaf reports whether this node doesn't hear what is published.
func (r *Relay) Deaf() bool { return r.deaf.Load() }

// listen hears the other nodes until the connection is lost, or brings nothing any more.
func (r *Relay) listen(ctx context.Context) error {
	conn, err := r.db.OwnConnection(ctx)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
		return err
	}
	// Earlier messages were missed. When the node starts, nobody is connected yet.
	r.lost()
	ears := &ears{Relay: r, open: map[string][]part{}}
	for own := time.Now(); ; {
		waiting, cancel := context.WithDeadlineCause(ctx, own.Add(deafAfter), errDeaf)
		notification, err := conn.WaitForNotification(waiting)
		cancel()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(context.Cause(waiting), errDeaf):
			r.deaf.Store(true)
			return errDeaf
		case err != nil:
			return err
		}
		if ears.hear(notification.Payload) {
			own = time.Now()
			r.deaf.Store(false)
		}
	}
}

// ears puts the parts of batches together. It lives as long as one LISTEN.
type ears struct {
	*Relay
	open map[string][]part // the parts so far of an incoming batch; they arrive in order
}

// hear takes one notification, and reports whether it is the node's own.
func (e *ears) hear(payload string) (own bool) {
	p, err := parsePart(payload)
	switch {
	case err != nil:
		e.log.Warn("relay between nodes: not understood", slog.String("error", err.Error()))
	case p.node == e.node:
		return true // delivered already
	case p.batch <= e.heard[p.node]: // sent twice
	case p.index != len(e.open[p.node]):
		delete(e.open, p.node) // begun before this node listened
	default:
		e.open[p.node] = append(e.open[p.node], p)
		if p.index == p.count-1 {
			e.deliverBatch(p)
		}
	}
	return false
}

// deliverBatch delivers a batch whose last part has come.
func (e *ears) deliverBatch(p part) {
	var text strings.Builder
	for _, piece := range e.open[p.node] {
		text.WriteString(piece.text)
	}
	delete(e.open, p.node)
	e.heard[p.node] = p.batch
	var b batch
	if err := json.Unmarshal([]byte(text.String()), &b); err != nil {
		e.log.Warn("relay between nodes: not understood", slog.String("error", err.Error()))
		return
	}
	if b.Dropped {
		e.lost()
	}
	for _, message := range b.Messages {
		e.deliver(message)
	}
}
