package mail

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/seal"
)

// order notes the recipients in the order in which mails are sent.
type order struct{ to []string }

func (o *order) send(_ context.Context, l letter) error {
	o.to = append(o.to, l.to)
	return nil
}

// One organization's hundreds of mails hold up neither a reset nor the others' mails.
func TestSignInMailsFirstAndThenByTurns(t *testing.T) {
	onEachEngine(t, func(h *house) {
		put := func(org, to string, signIn bool) {
			h.Helper()
			err := h.db.Write(h.Context(), func(tx *db.Tx) error {
				return enqueue(tx, org, Message{To: to, Text: "x", SignIn: signIn})
			})
			if err != nil {
				h.Fatal(err)
			}
			h.clock.Advance(time.Millisecond)
		}
		a, b, c := "65f1a0b2c3d4e5f6a7b8c9d0", "65f1a0b2c3d4e5f6a7b8c9d1", "65f1a0b2c3d4e5f6a7b8c9d2"
		for i := range 30 {
			put(b, fmt.Sprintf("b%02d@example.com", i), false)
		}
		put(c, "c00@example.com", false)
		put(c, "c01@example.com", false)
		put(a, "a00@example.com", false)
		put(b, "reset@example.com", true)
		put("", "nobody@example.com", true)

		var sent order
		o := h.outbox(&sent)
		for {
			claimed, ok, err := o.claim(h.Context())
			if err != nil {
				h.Fatal(err)
			}
			if !ok {
				break
			}
			o.deliver(h.Context(), claimed)
		}
		got := strings.ReplaceAll(strings.Join(sent.to[:9], " "), "@example.com", "")
		if got != "reset nobody a00 b00 c00 b01 c01 b02 b03" || len(sent.to) != 35 {
			h.Errorf("%d mails were sent, first %s", len(sent.to), got)
		}
	})
}

// What waits can't be read in the database. A node without the key leaves it for one that has it.
func TestTextsAreSealed(t *testing.T) {
	onEachEngine(t, func(h *house) {
		h.enqueueAbout("one", "First")
		for _, r := range h.rows() {
			if stored := r.text + r.html; strings.Contains(stored, "secret") || !strings.HasPrefix(r.text, "ours.") {
				h.Errorf("the outbox holds %q", stored)
			}
		}
		dir := h.TempDir()
		stranger := h.outbox(Files(dir))
		stranger.box = seal.New("test", seal.Key{ID: "theirs", Secret: bytes.Repeat([]byte{8}, 32)})
		for range 3 {
			h.clock.Advance(2 * giveUpAfter)
			h.pass(stranger)
		}
		rows := h.rows()
		if len(rows) != 1 || rows[0].status != statusPending || rows[0].text == "" {
			h.Fatalf("%+v", rows)
		}
		if log := h.log.String(); strings.Count(log, "a mail waits for the token key that sealed it") != 3 ||
			!strings.Contains(log, "ERROR") {
			h.Errorf("the log says %s", log)
		}
		h.clock.Advance(longestWait)
		var sent order
		h.pass(h.outbox(&sent))
		if len(sent.to) != 1 {
			h.Errorf("with the key it is sent to %v", sent.to)
		}
	})
}

// A mail of before texts were sealed is sent as it stands.
func TestTextsOfBefore(t *testing.T) {
	onEachEngine(t, func(h *house) {
		err := h.db.Write(h.Context(), func(tx *db.Tx) error {
			_, err := tx.Exec(`INSERT INTO outbox (org_id, mail_id, recipient, subject, body_text, body_html, status,
					attempts, next_at, claimed_until, last_error, created_at)
				VALUES ($1, 'one', 'a@example.com', 'Old', 'in clear', '', 'pending', 0, 0, 0, '', $2)`,
				org, tx.Now.UnixMilli())
			return err
		})
		if err != nil {
			h.Fatal(err)
		}
		office := openPostOffice(h.T, "127.0.0.1:0", plain, tls.Certificate{})
		h.pass(h.outbox(transport(h.T, "smtp://"+office.address)))
		if got := office.next(h.T); !strings.Contains(got.text, "in clear") {
			h.Errorf("%+v", got)
		}
	})
}

func TestLimits(t *testing.T) {
	onEachEngine(t, func(h *house) {
		o := h.outbox(Files(h.TempDir()))
		o.limits = Limits{Organization: 6, User: 3, Recipient: 2}
		put := func(m Message) error {
			m.Text = "x"
			return h.db.Write(h.Context(), func(tx *db.Tx) error { return o.Enqueue(tx, org, m) })
		}
		must := func(m Message) {
			h.Helper()
			if err := put(m); err != nil {
				h.Error(err)
			}
		}
		refused := func(m Message, want string) {
			h.Helper()
			var reached *errs.Error
			if err := put(m); !errors.As(err, &reached) || reached.Kind != errs.KindTooMany ||
				!strings.HasPrefix(reached.Message, want) || reached.RetryAfter != 12*time.Hour {
				h.Errorf("%+v: %v", m, err)
			}
		}
		must(Message{To: "a@example.com", By: "ravi"})
		must(Message{To: "A@example.com", By: "ravi"})
		refused(Message{To: "a@example.com", By: "meera"}, "This address has got the 2 mails")
		must(Message{To: "b@example.com", By: "ravi"})
		refused(Message{To: "c@example.com", By: "ravi"}, "You may send 3 mails a day, and have sent them.")
		must(Message{To: "c@example.com", By: "meera"})
		must(Message{To: "d@example.com"}) // by itself
		must(Message{To: "e@example.com", By: "meera"})
		refused(Message{To: "f@example.com", By: "meera"}, "The organization may send 6 mails a day")
		must(Message{To: "a@example.com", SignIn: true}) // a reset: nobody's limit keeps anybody out
		must(Message{To: "f@example.com"})               // by itself over the limit: what it reports happens all the same
		must(Message{To: "f@example.com", About: "one"})
		if rows := h.rows(); len(rows) != 8 || rows[7].status != statusFailed || rows[7].text != "" {
			h.Errorf("%d rows: %+v", len(rows), rows)
		}
		list, _ := h.about("one", 10, 0)
		if len(list) != 1 || list[0].Status != Failed ||
			list[0].Reason != "It was not sent: the organization may send 6 mails a day, and has sent them." {
			h.Errorf("%+v", list)
		}
		h.clock.Advance(12 * time.Hour) // the next day
		must(Message{To: "a@example.com", By: "ravi"})
		if err := h.db.Write(h.Context(), ForgetCounts); err != nil {
			h.Fatal(err)
		}
		var counts int
		if err := h.db.Read(h.Context(), func(tx *db.Tx) error {
			return tx.QueryRow("SELECT COUNT(*) FROM mail_counts").Scan(&counts)
		}); err != nil || counts != 3 {
			h.Errorf("%d counts are kept, %v", counts, err)
		}
	})
}

func TestParseLimits(t *testing.T) {
	for text, want := range map[string]Limits{"off": {}, "2000/500/20": {2000, 500, 20}, "0/0/5": {Recipient: 5}} {
		if got, err := ParseLimits(text); err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "on", "1/2", "1/2/3/4", "-1/2/3", "1/2/x", "1/2/99999999999"} {
		if got, err := ParseLimits(text); err == nil {
			t.Errorf("%s: %+v", text, got)
		}
	}
}
