package mail

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"time"

	gomail "github.com/wneessen/go-mail"
)

const dialTimeout = 10 * time.Second

type encryption int

const (
	startTLS encryption = iota // STARTTLS or nothing
	implicitTLS
	noTLS
)

// SMTP returns a transport to a mail server:
//
//	smtp://user:password@host:587   encrypted by STARTTLS; a server without it gets nothing
//	smtps://user:password@host:465  encrypted from the first byte
//
// `?tls=none` on smtp:// sends without encryption, the default only for a server on this machine; `?tls=starttls`
// requires it there too. A password is never sent unencrypted to another machine. User and password are
// percent-encoded. The error never shows them.
func SMTP(rawURL string) (Transport, error) {
	u, err := url.Parse(rawURL)
	if err != nil || u.Hostname() == "" || (u.Scheme != "smtp" && u.Scheme != "smtps") || (u.Path != "" && u.Path != "/") {
		return nil, errors.New("the mail server is not written as smtp://user:password@host:587 or " +
			"smtps://user:password@host:465")
	}
	t := &smtpTransport{host: u.Hostname(), user: u.User.Username(), dialTimeout: dialTimeout, sendTimeout: sendTimeout}
	t.password, _ = u.User.Password()
	if t.encryption, err = encryptionOf(u); err != nil {
		return nil, err
	}
	if t.user != "" && t.encryption == noTLS && !loopback(t.host) {
		return nil,
			fmt.Errorf("the password for the mail server %s would be sent unencrypted: leave out tls=none or the user", t.host)
	}
	t.port = 587
	if t.encryption == implicitTLS {
		t.port = 465
	}
	if u.Port() != "" {
		if t.port, err = strconv.Atoi(u.Port()); err != nil || t.port < 1 || t.port > 65535 {
			return nil, fmt.Errorf("the mail server's port %q is not a number from 1 to 65535", u.Port())
		}
	}
	return t, nil
}

func encryptionOf(u *url.URL) (encryption, error) {
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil || len(query) > 1 || (len(query) == 1 && !query.Has("tls")) {
		return 0, errors.New("the mail server's address may end in ?tls=none or ?tls=starttls and nothing else")
	}
	wanted := query.Get("tls")
	switch {
	case u.Scheme == "smtps" && wanted == "":
		return implicitTLS, nil
	case u.Scheme == "smtps":
		return 0, errors.New("smtps:// is always encrypted: leave out the tls of the mail server's address")
	case wanted == "none", wanted == "" && loopback(u.Hostname()):
		return noTLS, nil
	case wanted == "", wanted == "starttls":
		return startTLS, nil
	default:
		return 0, fmt.Errorf("the mail server's tls can be none or starttls, not %q", wanted)
	}
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

type smtpTransport struct {
	host           string
	port           int
	user, password string
	encryption     encryption
	roots          *x509.CertPool // nil: the system's

	dialTimeout, sendTimeout time.Duration
}

func (t *smtpTransport) send(ctx context.Context, l letter) error {
	m, err := l.compose(gomail.EncodingQP)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, t.sendTimeout)
	defer cancel()
	client, err := t.client(func(dialCtx context.Context, _, _ string) (net.Conn, error) {
		conn, err := t.dial(dialCtx)
		if err == nil {
			// go-mail restarts its deadline at each phase, and leaves the connection open when the greeting, TLS or the login
			// fails. This closes it on return, and when the time for the whole send is up.
			context.AfterFunc(ctx, func() { conn.Close() })
		}
		return conn, err
	})
	if err != nil {
		return err
	}
	err = client.DialAndSendWithContext(ctx, m)
	switch {
	case m.IsDelivered():
		return nil // an error after the server accepted it, such as a cut QUIT, changes nothing
	case ctx.Err() != nil:
		return fmt.Errorf("cut off while sending: %w", errors.Join(ctx.Err(), err))
	case refusedForGood(err):
		return fmt.Errorf("%w: %w", errRefused, err)
	}
	return err
}

func (t *smtpTransport) client(dial gomail.DialContextFunc) (*gomail.Client, error) {
	options := []gomail.Option{
		gomail.WithPort(t.port), gomail.WithTimeout(t.sendTimeout), gomail.WithDialContextFunc(dial),
		gomail.WithTLSConfig(t.tlsConfig()), gomail.WithoutNoop(), gomail.WithoutRset(),
	}
	switch t.encryption {
	case startTLS:
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	case implicitTLS:
		options = append(options, gomail.WithSSL())
	case noTLS:
		options = append(options, gomail.WithTLSPolicy(gomail.NoTLS))
	}
	if t.user != "" {
		options = append(options, gomail.WithUsername(t.user), gomail.WithPassword(t.password),
			gomail.WithOpportunisticSMTPAuth(gomail.SMTPAuthSCRAMSHA256, gomail.SMTPAuthPlain, gomail.SMTPAuthLogin))
	}
	return gomail.NewClient(t.host, options...)
}

func (t *smtpTransport) dial(ctx context.Context) (net.Conn, error) {
	dialer := &net.Dialer{Timeout: t.dialTimeout}
	address := net.JoinHostPort(t.host, strconv.Itoa(t.port))
	if t.encryption == implicitTLS {
		return (&tls.Dialer{NetDialer: dialer, Config: t.tlsConfig()}).DialContext(ctx, "tcp", address)
	}
	return dialer.DialContext(ctx, "tcp", address)
}

func (t *smtpTransport) tlsConfig() *tls.Config {
	return &tls.Config{ServerName: t.host, RootCAs: t.roots, MinVersion: tls.VersionTLS12}
}

// refusedForGood reports whether the server answered 5xx to this recipient or this text. A 5xx to anything earlier
// (login, sender) is about the settings, which somebody may correct.
func refusedForGood(err error) bool {
	var failed *gomail.SendError
	return errors.As(err, &failed) && failed.ErrorCode() >= 500 &&
		(failed.Reason == gomail.ErrSMTPRcptTo || failed.Reason == gomail.ErrSMTPDataClose)
}

// withoutAddress describes a failed send for the log. What a server says about one mail often repeats its address, so
// only the codes are kept.
func withoutAddress(err error) string {
	var failed *gomail.SendError
	if errors.As(err, &failed) {
		return fmt.Sprintf("%s: %d %s", failed.Reason, failed.ErrorCode(), failed.EnhancedStatusCode())
	}
	return truncate(oneLine(err.Error()), 500)
}
