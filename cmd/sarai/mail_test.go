package main_test

import (
	"errors"
	"fmt"
	"io"
	"log"
	"mime/quotedprintable"
	"net"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"sarai/internal/kit/db"
)

// postOffice is a real SMTP server whose answers a test sets. What it has taken comes out of arrived.
type postOffice struct {
	address string
	arrived chan letter

	mu     sync.Mutex
	answer func(to string) error // after the text was sent; nil: taken. It may block.
}

type letter struct{ to, text string }

// openPostOffice listens on an address such as 127.0.0.1:0.
func openPostOffice(t *testing.T, address string) *postOffice {
	t.Helper()
	listener, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	o := &postOffice{address: listener.Addr().String(), arrived: make(chan letter, 100)}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &delivery{office: o}, nil }))
	server.Domain = "localhost"
	server.ErrorLog = log.New(io.Discard, "", 0) // who hangs up is what some tests are about
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	t.Cleanup(func() {
		server.Close()
		if err := <-served; err != nil && !errors.Is(err, smtp.ErrServerClosed) && !errors.Is(err, net.ErrClosed) {
			t.Error(err)
		}
	})
	return o
}

func (o *postOffice) answers(answer func(to string) error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.answer = answer
}

// letterTo waits for a mail to this address and decodes it; others that arrive meanwhile are dropped.
func (o *postOffice) letterTo(t *testing.T, to string) letter {
	t.Helper()
	for {
		if taken := o.next(t); taken.to == to {
			return taken
		}
	}
}

// next waits for the next mail that is taken and decodes it.
func (o *postOffice) next(t *testing.T) letter {
	t.Helper()
	select {
	case taken := <-o.arrived:
		decoded, err := io.ReadAll(quotedprintable.NewReader(strings.NewReader(taken.text)))
		if err != nil {
			t.Fatalf("%v: %s", err, taken.text)
		}
		taken.text = string(decoded)
		return taken
	case <-time.After(patience):
		t.Fatal("no mail arrives")
		return letter{}
	}
}

// delivery is one connection of a client.
type delivery struct {
	office *postOffice
	letter letter
}

func (d *delivery) Mail(string, *smtp.MailOptions) error { return nil }

func (d *delivery) Rcpt(to string, _ *smtp.RcptOptions) error {
	d.letter.to = to
	return nil
}

func (d *delivery) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	d.letter.text = string(text)
	d.office.mu.Lock()
	answer := d.office.answer
	d.office.mu.Unlock()
	if answer != nil {
		if err := answer(d.letter.to); err != nil {
			return err
		}
	}
	d.office.arrived <- d.letter
	return nil
}

func (d *delivery) Reset()        {}
func (d *delivery) Logout() error { return nil }

// quickly fails the test when a request waits for the mail server: less than that server takes to fail.
func quickly(t *testing.T, request func() answer) answer {
	t.Helper()
	began := time.Now()
	a := request()
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("%s took %s", a.asked, took)
	}
	return a
}

// awaitOutbox waits until status and attempts of the mail to this address are as given; "" waits for its end.
func (p *place) awaitOutbox(to, want string) {
	p.t.Helper()
	d := p.open()
	defer d.Close()
	await(p.t, fmt.Sprintf("the mail to %s to be %q", to, want), func() bool {
		var found [][]string
		err := d.Read(p.t.Context(), func(tx *db.Tx) (err error) {
			found, err = rowsOf(tx, "SELECT status, attempts FROM outbox WHERE recipient = $1 AND claimed_until = 0", to)
			return err
		})
		if err != nil {
			p.t.Fatal(err)
		}
		return len(found) == 0 && want == "" || len(found) == 1 && strings.Join(found[0], " ") == want
	})
}

// hurry makes the next attempt of the mail to this address due, and wakes the sender with a mail to somebody else.
// The back-off itself is tested in package mail.
func (s *program) hurry(to string) {
	s.t.Helper()
	s.place.change("UPDATE outbox SET next_at = 0 WHERE recipient = $1 AND status = 'pending'", to)
	s.signUp("Waking", "waking@hotel.example").want(201)
}

func TestMailsThroughAServerThatIsDownThenUp(t *testing.T) {
	eachEngine(t, func(t *testing.T, p *place) {
		reserved, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		address := reserved.Addr().String()
		reserved.Close()
		p.settings = append(p.settings, "SARAI_MAIL_URL=smtp://"+address, "SARAI_MAIL_FROM=Haveli <desk@haveli.example>")
		s := p.serve()
		const email = "owner@hotel.example"
		quickly(t, func() answer { return s.signUp("Haveli", email).want(201) })
		await(t, "the first attempt", func() bool { return s.logged("a mail could not be sent") })
		p.awaitOutbox(email, "pending 1")

		office := openPostOffice(t, address)
		s.hurry(email)
		invitation := office.letterTo(t, email)
		if !strings.Contains(invitation.text, "From: \"Haveli\" <desk@haveli.example>") {
			t.Errorf("%+v", invitation)
		}
		p.awaitOutbox(email, "")

		// And so through to a signed-in administrator, each mail taken from the server.
		accepted := s.anyone().submit("/invite", formOf(t,
			s.anyone().get(linkIn(t, invitation.text, "invite")).want(200)).with("action", "accept")).want(200)
		register := linkIn(t, office.letterTo(t, email).text, "register")
		s.anyone().get(register).want(200)
		s.anyone().submit("/register", formOf(t, accepted).with("name", "Owner").with("password", password)).want(200)
		s.login(email, password)
		s.stop()
	})
}

func TestMailsThroughAServerThatRefuses(t *testing.T) {
	eachEngine(t, func(t *testing.T, p *place) {
		office := openPostOffice(t, "127.0.0.1:0")
		p.settings = append(p.settings, "SARAI_MAIL_URL=smtp://"+office.address)
		office.answers(func(to string) error {
			if strings.HasPrefix(to, "gone") {
				return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "nobody is called " + to}
			}
			return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 7, 1}, Message: "greylisted: " + to}
		})
		s := p.serve()
		quickly(t, func() answer { return s.signUp("Gone", "gone@hotel.example").want(201) })
		quickly(t, func() answer { return s.signUp("Later", "later@hotel.example").want(201) })
		p.awaitOutbox("gone@hotel.example", "failed 1")
		p.awaitOutbox("later@hotel.example", "pending 1")
		await(t, "the log to tell of both", func() bool {
			return s.logged("a mail is given up") &&
				s.logged("a mail could not be sent")
		})
		if bodies := p.query("SELECT body_text || body_html FROM outbox WHERE status = 'failed'"); bodies[0][0] != "" {
			t.Errorf("a mail that was given up keeps its body: %q", bodies[0][0])
		}
		if log := s.stderr.String(); strings.Contains(log, "hotel.example") || !strings.Contains(log, "550 5.1.1") ||
			!strings.Contains(log, "451 4.7.1") {
			t.Errorf("the log doesn't say why, or whom: %s", log)
		}
		metrics := s.metrics()
		if metrics["sarai_outbox_failed"] != 1 || metrics["sarai_outbox_pending"] != 1 {
			t.Errorf("of the outbox the metrics say %v failed, %v pending", metrics["sarai_outbox_failed"],
				metrics["sarai_outbox_pending"])
		}
		office.answers(nil)
		s.hurry("later@hotel.example")
		office.letterTo(t, "later@hotel.example")
		p.awaitOutbox("later@hotel.example", "")
		s.stop()
	})
}

// More mails hang than are sent at a time, and neither the requests nor the stop wait for them.
func TestMailsThroughAServerThatIsSlow(t *testing.T) {
	eachEngine(t, func(t *testing.T, p *place) {
		p.watch()
		office := openPostOffice(t, "127.0.0.1:0")
		p.settings = append(p.settings, "SARAI_MAIL_URL=smtp://"+office.address)
		hanging, release := make(chan string, 100), make(chan struct{})
		free := sync.OnceFunc(func() { close(release) })
		t.Cleanup(free)
		office.answers(func(to string) error {
			hanging <- to
			<-release
			return nil
		})
		s := p.serve()
		const mails = 10
		for i := range mails {
			quickly(t, func() answer { return s.signUp("Hotel", fmt.Sprintf("owner%d@hotel.example", i)).want(201) })
		}
		<-hanging
		if pending := s.metrics()["sarai_outbox_pending"]; pending != mails {
			t.Errorf("%v mails are pending, want %d", pending, mails)
		}
		began := time.Now()
		s.signal(syscall.SIGTERM)
		if code := s.wait(); code != 0 || time.Since(began) > 9*time.Second { // a second wave of sends would take 10
			t.Errorf("exit %d after %s: %s", code, time.Since(began), lastLines(s.stderr.String(), 5))
		}

		// None is lost. A mail that was cut off is tried again, and may arrive twice.
		free()
		office.answers(nil)
		p.change("UPDATE outbox SET next_at = 0, claimed_until = 0")
		again := p.serve()
		missing := map[string]bool{}
		for i := range mails {
			missing[fmt.Sprintf("owner%d@hotel.example", i)] = true
		}
		for len(missing) > 0 {
			delete(missing, office.next(t).to)
		}
		await(t, "the outbox to be empty", func() bool { return len(p.query("SELECT recipient FROM outbox")) == 0 })
		again.stop()
	})
}
