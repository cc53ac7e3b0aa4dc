package mail

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"mime"
	"net"
	netmail "net/mail"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/seal"
)

const org = "65f1a0b2c3d4e5f6a7b8c9d0"

// house is a migrated database on one engine with a clock that the test moves.
type house struct {
	*testing.T
	db    *db.DB
	clock *clock.Fake
	log   bytes.Buffer
}

func onEachEngine(t *testing.T, test func(h *house)) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			moved := clock.NewFake(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
			test(&house{T: t, clock: moved, db: kittest.New(t, engine, moved)})
		})
	}
}

func (h *house) outbox(to Transport) *Outbox {
	h.Helper()
	o, err := New(Config{DB: h.db, Transport: to, From: "Haveli <desk@haveli.example>", Clock: h.clock,
		Log: slog.New(slog.NewTextHandler(&h.log, nil)), Box: ours})
	if err != nil {
		h.Fatal(err)
	}
	return o
}

// ours seals the texts of this package's tests.
var ours = seal.New("test", seal.Key{ID: "ours", Secret: bytes.Repeat([]byte{7}, 32)})

// enqueue is what a node without limits does.
func enqueue(tx *db.Tx, org string, m Message) error {
	o := Outbox{box: ours}
	return o.Enqueue(tx, org, m)
}

func (h *house) enqueue(to string) {
	h.Helper()
	err := h.db.Write(h.Context(), func(tx *db.Tx) error {
		return enqueue(tx, org, Message{To: to, Subject: "Private subject", Text: "token=secret",
			HTML: "<p>token=secret</p>"})
	})
	if err != nil {
		h.Fatal(err)
	}
}

// pass sends all that is due now.
func (h *house) pass(o *Outbox) {
	sending := newGroup()
	o.dispatch(h.Context(), sending)
	sending.Wait()
}

type row struct {
	recipient, text, html, status, lastError string
	attempts, nextAt                         int64
}

func (h *house) rows() []row {
	h.Helper()
	var found []row
	err := h.db.Read(h.Context(), func(tx *db.Tx) (err error) {
		found, err = db.All(tx, func(s db.Scanner) (row, error) {
			var r row
			err := s.Scan(&r.recipient, &r.text, &r.html, &r.status, &r.lastError, &r.attempts, &r.nextAt)
			return r, err
		}, `SELECT recipient, body_text, body_html, status, last_error, attempts, next_at FROM outbox WHERE org_id = $1 `+
			`ORDER BY recipient`, org)
		return err
	})
	if err != nil {
		h.Fatal(err)
	}
	return found
}

// nextIn is how long from now the only row's next attempt is.
func (h *house) nextIn() time.Duration {
	h.Helper()
	rows := h.rows()
	if len(rows) != 1 || rows[0].status != "pending" {
		h.Fatalf("not one pending row: %+v", rows)
	}
	return time.UnixMilli(rows[0].nextAt).Sub(h.clock.Now())
}

func (h *house) logKeepsSecrets() {
	h.Helper()
	for _, secret := range []string{"example.com", "subject", "secret"} {
		if strings.Contains(h.log.String(), secret) {
			h.Errorf("the log shows %q: %s", secret, h.log.String())
		}
	}
}

func messageID(t *testing.T, r received) string {
	t.Helper()
	m, err := netmail.ReadMessage(strings.NewReader(r.text))
	if err != nil {
		t.Fatal(err)
	}
	return m.Header.Get("Message-Id")
}

func TestSentMailIsForgotten(t *testing.T) {
	onEachEngine(t, func(h *house) {
		office := openPostOffice(h.T, "127.0.0.1:0", plain, tls.Certificate{})
		h.enqueue("a@example.com")
		h.pass(h.outbox(transport(h.T, "smtp://"+office.address)))
		if got := office.next(h.T); got.to != "a@example.com" || !strings.Contains(got.text, "Private subject") {
			h.Errorf("%+v", got)
		}
		if rows := h.rows(); len(rows) != 0 {
			h.Errorf("kept %+v", rows)
		}
	})
}

func TestRolledBackMailIsNotSent(t *testing.T) {
	onEachEngine(t, func(h *house) {
		changedMind := errors.New("changed my mind")
		err := h.db.Write(h.Context(), func(tx *db.Tx) error {
			if err := enqueue(tx, org, Message{To: "a@example.com", Text: "x"}); err != nil {
				return err
			}
			return changedMind
		})
		if !errors.Is(err, changedMind) || len(h.rows()) != 0 {
			h.Errorf("%v, %+v", err, h.rows())
		}
	})
}

func TestAddressesThatNoMailReaches(t *testing.T) {
	onEachEngine(t, func(h *house) {
		for _, to := range []string{
			"", "a", "a@", "@example.com", "a@example.com, b@example.com", "A <a@example.com>", " a@example.com",
			"a@example.com\r\nBcc: b@example.com", "a@example.com\n", "a\x00@example.com", "a@example.com (b)",
			`"a\r\nb"@example.com`,
		} {
			err := h.db.Write(h.Context(), func(tx *db.Tx) error {
				return enqueue(tx, org, Message{To: to, Text: "x"})
			})
			if !errs.Is(err, errs.KindInvalid) {
				h.Errorf("%q: %v", to, err)
			}
		}
		if rows := h.rows(); len(rows) != 0 {
			h.Errorf("%+v", rows)
		}
	})
}

func TestSubjectStaysOneLine(t *testing.T) {
	onEachEngine(t, func(h *house) {
		office := openPostOffice(h.T, "127.0.0.1:0", plain, tls.Certificate{})
		err := h.db.Write(h.Context(), func(tx *db.Tx) error {
			return enqueue(tx, org, Message{To: "a@example.com", Subject: "Hi\r\nBcc: b@example.com\x00\xff\u202Egnp.exe\u2066",
				Text: "x", SenderName: "Haveli\u202Dx"})
		})
		if err != nil {
			h.Fatal(err)
		}
		h.pass(h.outbox(transport(h.T, "smtp://"+office.address)))
		m, err := netmail.ReadMessage(strings.NewReader(office.next(h.T).text))
		if err != nil {
			h.Fatal(err)
		}
		decoder := mime.WordDecoder{}
		subject, err := decoder.DecodeHeader(m.Header.Get("Subject"))
		from, _ := decoder.DecodeHeader(m.Header.Get("From"))
		if err != nil || m.Header.Get("Bcc") != "" || subject != "Hi  Bcc: b@example.com \uFFFDgnp.exe" ||
			!strings.Contains(from, "Havelix") {
			h.Errorf("%v", m.Header)
		}
	})
}

func TestServerDownThenUp(t *testing.T) {
	onEachEngine(t, func(h *house) {
		reserved, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			h.Fatal(err)
		}
		address := reserved.Addr().String()
		reserved.Close()
		o := h.outbox(transport(h.T, "smtp://"+address))
		h.enqueue("a@example.com")
		h.pass(o)
		if wait := h.nextIn(); wait < 30*time.Second || wait > 38*time.Second {
			h.Errorf("first retry in %v", wait)
		}
		h.clock.Advance(h.nextIn() - time.Millisecond)
		h.pass(o)
		if attempts := h.rows()[0].attempts; attempts != 1 {
			h.Errorf("tried before its time: %d attempts", attempts)
		}
		h.clock.Advance(time.Millisecond)
		h.pass(o)
		if wait := h.nextIn(); wait < time.Minute || wait > 76*time.Second || h.rows()[0].attempts != 2 {
			h.Errorf("second retry in %v: %+v", wait, h.rows())
		}
		if h.rows()[0].lastError == "" {
			h.Error("the row doesn't say why")
		}
		office := openPostOffice(h.T, address, plain, tls.Certificate{})
		h.clock.Advance(2 * time.Minute)
		h.pass(o)
		office.next(h.T)
		if rows := h.rows(); len(rows) != 0 {
			h.Errorf("kept %+v", rows)
		}
		h.logKeepsSecrets()
	})
}

func TestTemporaryRefusalsUntilGivenUp(t *testing.T) {
	onEachEngine(t, func(h *house) {
		office := openPostOffice(h.T, "127.0.0.1:0", plain, tls.Certificate{})
		tried := 0
		office.answers(func(to string) error {
			tried++
			return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "later, " + to}
		}, nil)
		o := h.outbox(transport(h.T, "smtp://"+office.address))
		h.enqueue("a@example.com")
		started, longest := h.clock.Now(), time.Duration(0)
		for h.pass(o); h.rows()[0].status == "pending"; h.pass(o) {
			longest = max(longest, h.nextIn())
			h.clock.Advance(h.nextIn())
		}
		if took := h.clock.Now().Sub(started); took < 72*time.Hour || took > 78*time.Hour {
			h.Errorf("given up after %v", took)
		}
		if longest != 6*time.Hour || tried < 15 || tried > 30 {
			h.Errorf("longest wait %v, %d attempts", longest, tried)
		}
		h.keptWithoutBody()
		h.pass(o)
		h.logKeepsSecrets()
	})
}

func TestPermanentRefusalFailsAtOnce(t *testing.T) {
	onEachEngine(t, func(h *house) {
		office := openPostOffice(h.T, "127.0.0.1:0", plain, tls.Certificate{})
		office.answers(func(to string) error {
			return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such user " + to}
		}, nil)
		o := h.outbox(transport(h.T, "smtp://"+office.address))
		h.enqueue("a@example.com")
		h.pass(o)
		h.keptWithoutBody()
		if rows := h.rows(); rows[0].attempts != 1 || !strings.Contains(rows[0].lastError, "no such user") {
			h.Errorf("%+v", rows[0])
		}
		h.logKeepsSecrets()
		if !strings.Contains(h.log.String(), "550 5.1.1") {
			h.Errorf("the log doesn't say why: %s", h.log.String())
		}
	})
}

func (h *house) keptWithoutBody() {
	h.Helper()
	rows := h.rows()
	if len(rows) != 1 || rows[0].status != "failed" || rows[0].text+rows[0].html != "" || rows[0].recipient == "" {
		h.Errorf("%+v", rows)
	}
}

func TestNodeThatDiedAfterSending(t *testing.T) {
	onEachEngine(t, func(h *house) {
		office := openPostOffice(h.T, "127.0.0.1:0", plain, tls.Certificate{})
		o := h.outbox(transport(h.T, "smtp://"+office.address))
		h.enqueue("a@example.com")
		first, ok, err := o.claim(h.Context())
		if err != nil || !ok {
			h.Fatal(ok, err)
		}
		if err := o.trySend(h.Context(), first); err != nil {
			h.Fatal(err)
		}
		// The node dies here. Until its claim has run out nobody else touches the mail.
		h.pass(o)
		if len(office.arrived) != 1 {
			h.Fatalf("%d mails arrived", len(office.arrived))
		}
		h.clock.Advance(claimFor)
		h.pass(o)
		if a, b := messageID(h.T, office.next(h.T)), messageID(h.T, office.next(h.T)); a != b || a == "" {
			h.Errorf("%q, then %q", a, b)
		}
		if rows := h.rows(); len(rows) != 0 {
			h.Errorf("kept %+v", rows)
		}
	})
}

func TestLateNodeDoesNotDisturbTheNext(t *testing.T) {
	onEachEngine(t, func(h *house) {
		o := h.outbox(Files(h.TempDir()))
		h.enqueue("a@example.com")
		late, _, errLate := o.claim(h.Context())
		h.clock.Advance(claimFor)
		next, ok, errNext := o.claim(h.Context())
		if errLate != nil || errNext != nil || !ok {
			h.Fatal(errLate, errNext, ok)
		}
		if err := o.postpone(h.Context(), late, errRefused); err != nil {
			h.Fatal(err)
		}
		if err := o.sent(h.Context(), late); err != nil {
			h.Fatal(err)
		}
		if rows := h.rows(); len(rows) != 1 || rows[0].status != "pending" || rows[0].attempts != 2 {
			h.Errorf("%+v", rows)
		}
		if err := o.sent(h.Context(), next); err != nil || len(h.rows()) != 0 {
			h.Error(err, h.rows())
		}
	})
}

func TestSeveralNodesSendEachMailOnce(t *testing.T) {
	onEachEngine(t, func(h *house) {
		const mails = 40
		office := openPostOffice(h.T, "127.0.0.1:0", plain, tls.Certificate{})
		for i := range mails {
			h.enqueue(fmt.Sprintf("guest%d@example.com", i))
		}
		sending := newGroup()
		for range 3 {
			node := h.outbox(transport(h.T, "smtp://"+office.address))
			sending.Go(func() error { h.pass(node); return nil })
		}
		sending.Wait()
		seen := map[string]bool{}
		for range mails {
			seen[office.next(h.T).to] = true
		}
		if len(seen) != mails || len(office.arrived) != 0 || len(h.rows()) != 0 {
			h.Errorf("%d people got a mail, %d mails too many, %d rows left", len(seen), len(office.arrived), len(h.rows()))
		}
	})
}

// start runs o until the returned function ends it and waits.
func (h *house) start(o *Outbox) (stop context.CancelFunc, ended <-chan struct{}) {
	ctx, cancel := context.WithCancel(h.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		o.Run(ctx)
	}()
	h.Cleanup(func() { cancel(); <-done })
	return cancel, done
}

func TestCommitWakesTheSenderWhileAnotherSendHangs(t *testing.T) {
	onEachEngine(t, func(h *house) {
		office := openPostOffice(h.T, "127.0.0.1:0", plain, tls.Certificate{})
		hanging, release := make(chan struct{}), make(chan struct{})
		office.answers(nil, func(to string) error {
			if to == "slow@example.com" {
				close(hanging)
				<-release
			}
			return nil
		})
		stop, ended := h.start(h.outbox(transport(h.T, "smtp://"+office.address)))
		h.enqueue("slow@example.com")
		<-hanging
		began := time.Now()
		h.enqueue("quick@example.com")
		if got := office.next(h.T); got.to != "quick@example.com" {
			h.Errorf("got %s first", got.to)
		}
		if took := time.Since(began); took >= lookEvery {
			h.Errorf("it took %v: the commit woke nobody", took)
		}
		// A stop lets the send that has begun finish, and notes it.
		stop()
		close(release)
		<-ended
		if got := office.next(h.T); got.to != "slow@example.com" || len(h.rows()) != 0 {
			h.Errorf("%s, %+v", got.to, h.rows())
		}
	})
}

func TestStopCutsOffASendThatHangs(t *testing.T) {
	onEachEngine(t, func(h *house) {
		office := openPostOffice(h.T, "127.0.0.1:0", plain, tls.Certificate{})
		hanging, release := make(chan struct{}), make(chan struct{})
		defer close(release)
		office.answers(nil, func(string) error { close(hanging); <-release; return nil })
		o := h.outbox(transport(h.T, "smtp://"+office.address))
		o.stopGrace = time.Millisecond
		stop, ended := h.start(o)
		h.enqueue("a@example.com")
		<-hanging
		stop()
		<-ended
		if wait := h.nextIn(); wait < firstRetry {
			h.Errorf("next attempt in %v", wait)
		}
	})
}

func TestStats(t *testing.T) {
	onEachEngine(t, func(h *house) {
		o := h.outbox(Files(h.TempDir()))
		check := func(want Stats) {
			h.Helper()
			if got, err := o.Stats(h.Context()); err != nil || got != want {
				h.Errorf("%+v, %v instead of %+v", got, err, want)
			}
		}
		check(Stats{})
		h.enqueue("a@example.com")
		claimed, _, err := o.claim(h.Context())
		if err != nil {
			h.Fatal(err)
		}
		h.clock.Advance(time.Minute)
		h.enqueue("b@example.com")
		check(Stats{Pending: 2, OldestAge: time.Minute})
		if err := o.postpone(h.Context(), claimed, errRefused); err != nil {
			h.Fatal(err)
		}
		check(Stats{Pending: 1, Failed: 1})
	})
}

func TestFiles(t *testing.T) {
	onEachEngine(t, func(h *house) {
		dir := filepath.Join(h.TempDir(), "data", "mail")
		err := h.db.Write(h.Context(), func(tx *db.Tx) error {
			return enqueue(tx, org, Message{To: "a@example.com", Subject: "Grüße", HTML: "<p>ü</p>",
				Text: "Guten Tag, ü\nhttp://localhost:8080/invite?token=" + strings.Repeat("x", 80) + "&email=a%40example.com\n"})
		})
		if err != nil {
			h.Fatal(err)
		}
		h.pass(h.outbox(Files(dir)))
		files, err := os.ReadDir(dir)
		if err != nil || len(files) != 1 {
			h.Fatal(files, err)
		}
		name := files[0].Name()
		if !strings.HasPrefix(name, fmt.Sprint(h.clock.Now().UnixMilli())+"-") || !strings.HasSuffix(name, ".eml") {
			h.Errorf("file %s", name)
		}
		path := filepath.Join(dir, name)
		for of, want := range map[string]os.FileMode{dir: 0o700, path: 0o600} {
			if info, err := os.Stat(of); err != nil || info.Mode().Perm() != want {
				h.Errorf("%s: %v, %v", of, info.Mode(), err)
			}
		}
		text, err := os.ReadFile(path)
		if err != nil {
			h.Fatal(err)
		}
		// The link is there to be copied: whole and as it is.
		link := "\nhttp://localhost:8080/invite?token=" + strings.Repeat("x", 80) + "&email=a%40example.com\n"
		if !bytes.Contains(text, []byte(link)) || bytes.Contains(text, []byte("\r")) {
			h.Errorf("%s", text)
		}
		if m, err := netmail.ReadMessage(bytes.NewReader(text)); err != nil || m.Header.Get("To") != "<a@example.com>" {
			h.Error(err)
		}
		if len(h.rows()) != 0 {
			h.Errorf("kept %+v", h.rows())
		}
	})
}

func TestSender(t *testing.T) {
	if o, err := New(Config{}); err != nil || o.from.String() != `"Sarai" <no-reply@localhost>` {
		t.Error(o, err)
	}
	for _, from := range []string{"nobody", "a@b.example\r\nBcc: c@d.example", "Sarai\r\nBcc: c@d.example <a@b.example>"} {
		if _, err := New(Config{From: from}); err == nil {
			t.Errorf("%q is accepted", from)
		}
	}
}

func TestBackOff(t *testing.T) {
	for attempt, want := range map[int64]time.Duration{1: 30 * time.Second, 2: time.Minute, 5: 8 * time.Minute,
		10: 256 * time.Minute, 11: 6 * time.Hour, 19: 6 * time.Hour, 70: 6 * time.Hour} {
		for range 100 {
			if got := backOff(attempt); got < want || got > min(want+want/4, 6*time.Hour) {
				t.Errorf("attempt %d: %v", attempt, got)
			}
		}
	}
}
