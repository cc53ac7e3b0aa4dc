package mail

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log"
	"math/big"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// postOffice is a real SMTP server whose answers a test can set. What it accepts comes out of arrived.
type postOffice struct {
	address string
	arrived chan received

	mu         sync.Mutex
	rcptAnswer func(to string) error // nil: accepted
	dataAnswer func(to string) error // after the text was taken; may block
}

type received struct {
	from, to, text string
	encrypted      bool
	user           string
}

type security int

const (
	plain security = iota
	offersStartTLS
	wrappedInTLS
)

// openPostOffice listens on address, such as 127.0.0.1:0, until the test ends.
func openPostOffice(t *testing.T, address string, wanted security, certificate tls.Certificate) *postOffice {
	t.Helper()
	listener, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	office := &postOffice{address: listener.Addr().String(), arrived: make(chan received, 1000)}
	server := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		return &session{office: office, conn: c}, nil
	}))
	server.Domain = "localhost"
	server.ErrorLog = log.New(io.Discard, "", 0) // hang-ups are what some tests are about
	if wanted != plain {
		server.TLSConfig = &tls.Config{Certificates: []tls.Certificate{certificate}}
	}
	if wanted == wrappedInTLS {
		listener = tls.NewListener(listener, server.TLSConfig)
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	t.Cleanup(func() {
		server.Close()
		if err := <-served; err != nil && !errors.Is(err, smtp.ErrServerClosed) && !errors.Is(err, net.ErrClosed) {
			t.Error(err)
		}
	})
	return office
}

func (o *postOffice) answers(rcpt, data func(to string) error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.rcptAnswer, o.dataAnswer = rcpt, data
}

func (o *postOffice) next(t *testing.T) received {
	t.Helper()
	select {
	case r := <-o.arrived:
		return r
	case <-time.After(20 * time.Second):
		t.Fatal("no mail arrived")
		return received{}
	}
}

type session struct {
	office *postOffice
	conn   *smtp.Conn
	mail   received
}

func (s *session) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != "hotel" || password != "p@ss:word" {
			return smtp.ErrAuthFailed
		}
		s.mail.user = user
		return nil
	}), nil
}

func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	s.mail.from = from
	return nil
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.mail.to = to
	s.office.mu.Lock()
	answer := s.office.rcptAnswer
	s.office.mu.Unlock()
	if answer != nil {
		return answer(to)
	}
	return nil
}

func (s *session) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	s.mail.text = string(text)
	_, s.mail.encrypted = s.conn.TLSConnectionState()
	s.office.mu.Lock()
	answer := s.office.dataAnswer
	s.office.mu.Unlock()
	if answer != nil {
		if err := answer(s.mail.to); err != nil {
			return err
		}
	}
	s.office.arrived <- s.mail
	return nil
}

func (s *session) Reset()        {}
func (s *session) Logout() error { return nil }

// testCertificate is one for 127.0.0.1, and a pool that trusts it.
func testCertificate(t *testing.T) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(leaf)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, pool
}
