package mail

import (
	"bytes"
	"crypto/tls"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	netmail "net/mail"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	gomail "github.com/wneessen/go-mail"
)

func testLetter() letter {
	return letter{
		org: "65f1a0b2c3d4e5f6a7b8c9d0", id: "65f1a0b2c3d4e5f6a7b8c9d1",
		from: &netmail.Address{Name: "Haveli Jaipur ₹", Address: "desk@haveli.example"},
		to:   "guest@example.com", subject: "Ihre Buchung für ₹5000",
		text:    "Grüße\n.\nMAIL FROM:<evil@example.com>\nhttps://haveli.example/invite?token=abc&email=x\n",
		html:    "<p>Grüße</p>",
		created: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC),
	}
}

func transport(t *testing.T, url string) *smtpTransport {
	t.Helper()
	made, err := SMTP(url)
	if err != nil {
		t.Fatal(err)
	}
	return made.(*smtpTransport)
}

func TestMessage(t *testing.T) {
	office := openPostOffice(t, "127.0.0.1:0", plain, tls.Certificate{})
	l := testLetter()
	if err := transport(t, "smtp://"+office.address).send(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	got := office.next(t)
	if got.from != "desk@haveli.example" || got.to != "guest@example.com" {
		t.Errorf("envelope %+v", got)
	}
	m, err := netmail.ReadMessage(strings.NewReader(got.text))
	if err != nil {
		t.Fatal(err)
	}
	words := new(mime.WordDecoder)
	for header, want := range map[string]string{
		"Subject":        l.subject,
		"From":           `"Haveli Jaipur ₹" <desk@haveli.example>`,
		"To":             "<guest@example.com>",
		"Message-Id":     "<65f1a0b2c3d4e5f6a7b8c9d1@haveli.example>",
		"Date":           "Sun, 01 Mar 2026 12:00:00 +0000",
		"Auto-Submitted": "auto-generated",
	} {
		value, err := words.DecodeHeader(m.Header.Get(header))
		if header == "From" {
			address, parseErr := netmail.ParseAddress(m.Header.Get(header))
			value, err = `"`+address.Name+`" <`+address.Address+`>`, parseErr
		}
		if err != nil || value != want {
			t.Errorf("%s: %q, %v", header, value, err)
		}
	}
	text, html := alternatives(t, m)
	if text != l.text || html != l.html {
		t.Errorf("text %q, html %q", text, html)
	}
}

func alternatives(t *testing.T, m *netmail.Message) (text, html string) {
	t.Helper()
	kind, parameters, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/alternative" {
		t.Fatalf("%s: %v", kind, err)
	}
	parts := multipart.NewReader(m.Body, parameters["boundary"])
	var bodies []string
	for _, want := range []string{"text/plain", "text/html"} {
		part, err := parts.NextRawPart()
		if err != nil {
			t.Fatal(err)
		}
		if kind := part.Header.Get("Content-Type"); !strings.HasPrefix(kind, want) ||
			!strings.Contains(strings.ToUpper(kind), "UTF-8") {
			t.Errorf("part of type %s", kind)
		}
		body, err := io.ReadAll(quotedprintable.NewReader(part))
		if err != nil {
			t.Fatal(err)
		}
		bodies = append(bodies, strings.ReplaceAll(string(body), "\r\n", "\n"))
	}
	if _, err := parts.NextPart(); err != io.EOF {
		t.Errorf("a third part: %v", err)
	}
	return bodies[0], bodies[1]
}

// A mail with a link to unsubscribe by has the headers of RFC 8058, and nothing that the link says can be another.
func TestUnsubscribing(t *testing.T) {
	office := openPostOffice(t, "127.0.0.1:0", plain, tls.Certificate{})
	for link, want := range map[string]string{"": "",
		"https://haveli.example/unsubscribe?token=abc-_1": "<https://haveli.example/unsubscribe?token=abc-_1>"} {
		l := testLetter()
		l.unsubscribe = link
		if err := transport(t, "smtp://"+office.address).send(t.Context(), l); err != nil {
			t.Fatal(err)
		}
		m, err := netmail.ReadMessage(strings.NewReader(office.next(t).text))
		if err != nil {
			t.Fatal(err)
		}
		post := m.Header.Get("List-Unsubscribe-Post")
		if m.Header.Get("List-Unsubscribe") != want || (post == "List-Unsubscribe=One-Click") != (link != "") {
			t.Errorf("of %q the headers are %v", link, m.Header)
		}
	}
}

func TestEncryption(t *testing.T) {
	certificate, trusted := testCertificate(t)
	for _, c := range []struct {
		name, scheme, query string
		server              security
		untrusted           bool
		want                string // empty: delivered over TLS; "open": delivered in the clear; else part of the error
	}{
		{name: "STARTTLS", scheme: "smtp", query: "?tls=starttls", server: offersStartTLS},
		{name: "STARTTLS not offered", scheme: "smtp", query: "?tls=starttls", server: plain,
			want: "does not support STARTTLS"},
		{name: "STARTTLS with a stranger's certificate", scheme: "smtp", query: "?tls=starttls", server: offersStartTLS,
			untrusted: true, want: "certificate"},
		{name: "TLS from the start", scheme: "smtps", server: wrappedInTLS},
		{name: "TLS from the start with a stranger's certificate", scheme: "smtps", server: wrappedInTLS, untrusted: true,
			want: "certificate"},
		{name: "TLS from the start against a plain server", scheme: "smtps", server: plain, want: "tls"},
		{name: "loopback", scheme: "smtp", server: plain, want: "open"},
	} {
		t.Run(c.name, func(t *testing.T) {
			office := openPostOffice(t, "127.0.0.1:0", c.server, certificate)
			user := "hotel:p%40ss%3Aword@"
			if c.server == plain {
				user = ""
			}
			smtp := transport(t, c.scheme+"://"+user+office.address+c.query)
			if !c.untrusted {
				smtp.roots = trusted
			}
			err := smtp.send(t.Context(), testLetter())
			if c.want != "" && c.want != "open" {
				if err == nil || !strings.Contains(err.Error(), c.want) || errors.Is(err, errRefused) || len(office.arrived) > 0 {
					t.Fatalf("%v, %d arrived", err, len(office.arrived))
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := office.next(t); got.encrypted != (c.want == "") || got.encrypted != (got.user == "hotel") {
				t.Errorf("encrypted %v, user %q", got.encrypted, got.user)
			}
		})
	}
}

func TestWrongPasswordIsNotForGood(t *testing.T) {
	certificate, trusted := testCertificate(t)
	office := openPostOffice(t, "127.0.0.1:0", offersStartTLS, certificate)
	smtp := transport(t, "smtp://hotel:secret-word@"+office.address+"?tls=starttls")
	smtp.roots = trusted
	err := smtp.send(t.Context(), testLetter())
	if err == nil || errors.Is(err, errRefused) || strings.Contains(err.Error(), "secret-word") {
		t.Error(err)
	}
}

func TestSlowServerIsGivenUp(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	office := openPostOffice(t, "127.0.0.1:0", plain, tls.Certificate{})
	release := make(chan struct{})
	defer close(release)
	office.answers(nil, func(string) error { <-release; return nil })
	for name, address := range map[string]string{"no greeting": silent.Addr().String(),
		"no answer to the text": office.address} {
		smtp := transport(t, "smtp://"+address)
		smtp.sendTimeout = 100 * time.Millisecond
		err := smtp.send(t.Context(), testLetter())
		if err == nil || errors.Is(err, errRefused) {
			t.Errorf("%s: %v", name, err)
		} else if said := err.Error(); !strings.Contains(said, "timeout") && !strings.Contains(said, "deadline") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRefusals(t *testing.T) {
	office := openPostOffice(t, "127.0.0.1:0", plain, tls.Certificate{})
	answer := func(code int, enhanced smtp.EnhancedCode) func(string) error {
		return func(to string) error {
			return &smtp.SMTPError{Code: code, EnhancedCode: enhanced, Message: "about " + to}
		}
	}
	noSuchUser, tryLater := answer(550, smtp.EnhancedCode{5, 1, 1}), answer(451, smtp.EnhancedCode{4, 3, 0})
	for _, c := range []struct {
		name       string
		rcpt, data func(string) error
		forGood    bool
		logged     string
	}{
		{"unknown recipient", noSuchUser, nil, true, "sending SMTP RCPT TO command: 550 5.1.1"},
		{"recipient later", tryLater, nil, false, "sending SMTP RCPT TO command: 451 4.3.0"},
		{"text refused", nil, noSuchUser, true, "closing SMTP DATA writer: 550 5.1.1"},
		{"text later", nil, tryLater, false, "closing SMTP DATA writer: 451 4.3.0"},
	} {
		office.answers(c.rcpt, c.data)
		err := transport(t, "smtp://"+office.address).send(t.Context(), testLetter())
		if err == nil || errors.Is(err, errRefused) != c.forGood {
			t.Errorf("%s: %v", c.name, err)
		} else if got := withoutAddress(err); got != c.logged {
			t.Errorf("%s: would log %q", c.name, got)
		}
	}
}

func TestSMTPAddress(t *testing.T) {
	for url, want := range map[string]smtpTransport{
		"smtp://mail.example.com": {host: "mail.example.com", port: 587, encryption: startTLS},
		"smtp://u:p%40@mail.example.com:25": {host: "mail.example.com", port: 25, encryption: startTLS, user: "u",
			password: "p@"},
		"smtps://u:p@mail.example.com": {host: "mail.example.com", port: 465, encryption: implicitTLS, user: "u",
			password: "p"},
		"smtp://mail.example.com?tls=none": {host: "mail.example.com", port: 587, encryption: noTLS},
		"smtp://mailpit:1025/?tls=none":    {host: "mailpit", port: 1025, encryption: noTLS},
		"smtp://localhost:25":              {host: "localhost", port: 25, encryption: noTLS},
		"smtp://u:p@127.0.0.1": {host: "127.0.0.1", port: 587, encryption: noTLS, user: "u",
			password: "p"},
		"smtp://[::1]:25":                           {host: "::1", port: 25, encryption: noTLS},
		"smtp://localhost:25?tls=starttls":          {host: "localhost", port: 25, encryption: startTLS},
		"smtp://127.0.0.1.example.com?tls=starttls": {host: "127.0.0.1.example.com", port: 587, encryption: startTLS},
		"smtp://localhost.example.com:2525":         {host: "localhost.example.com", port: 2525, encryption: startTLS},
	} {
		want.dialTimeout, want.sendTimeout = 10*time.Second, time.Minute
		if got := transport(t, url); *got != want {
			t.Errorf("%s: %+v", url, *got)
		}
	}
	for _, url := range []string{
		"", "mail.example.com:587", "http://u:hunter2@mail.example.com", "smtp://", "smtp://u:hunter2@",
		"smtp://u:hunter2@h/path",
		"smtp://u:hunter2@h:port", "smtp://u:hunter2@h:0", "smtp://u:hunter2@h:70000", "smtp://u:hunter2%@h",
		"smtp://u:hunter2@h?tls=none", "smtp://u:hunter2@h?tls=maybe", "smtp://u:hunter2@h?ssl=1",
		"smtp://u:hunter2@h?tls=starttls&x=1", "smtps://u:hunter2@h?tls=none",
	} {
		if _, err := SMTP(url); err == nil {
			t.Errorf("%q is accepted", url)
		} else if strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: the error shows the password: %v", url, err)
		}
	}
}

// Whatever the subject, address and text hold, the message has the headers it should have and no more.
func FuzzCompose(f *testing.F) {
	f.Add("a@example.com", "Hello\r\nBcc: evil@example.com\r\n\r\nbody", "text\r\n.\r\n")
	f.Add("a@example.com\r\nBcc: evil@example.com", "x\u2028y\x00\xff", "\n\nBcc: evil@example.com")
	f.Add("ü@exämple.com", strings.Repeat("ü ", 300), strings.Repeat("x", 2000))
	f.Add(`"a b"@example.com`, "=?utf-8?q?a=0D=0ABcc:_x?=", "")
	f.Fuzz(func(t *testing.T, to, subject, text string) {
		if !bareAddress(to) {
			return
		}
		l := testLetter()
		l.to, l.subject, l.text, l.html = to, oneLine(subject), text, "<p>x</p>"
		for _, encoding := range []gomail.Encoding{gomail.EncodingQP, gomail.NoEncoding} {
			if m, err := l.compose(encoding); err == nil {
				checkHeaders(t, m, to)
			}
		}
	})
}

func checkHeaders(t *testing.T, m *gomail.Msg, to string) {
	var text bytes.Buffer
	if _, err := m.WriteTo(&text); err != nil {
		t.Fatal(err)
	}
	read, err := netmail.ReadMessage(&text)
	if err != nil {
		t.Fatal(err)
	}
	allowed := map[string]bool{"Subject": true, "From": true, "To": true, "Message-Id": true, "Date": true,
		"Mime-Version": true, "Auto-Submitted": true, "Content-Type": true, "Content-Transfer-Encoding": true}
	for name, values := range read.Header {
		if !allowed[name] || len(values) != 1 {
			t.Errorf("header %s: %q", name, values)
		}
	}
	list, err := read.Header.AddressList("To")
	if err != nil || len(list) != 1 || list[0].Address != to {
		t.Errorf("To for %q: %v, %v", to, list, err)
	}
}
