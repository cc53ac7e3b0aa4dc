package mail

import (
	"bytes"
	"fmt"
	netmail "net/mail"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// letter is a row of the outbox that is being sent.
type letter struct {
	org, id                 string
	from                    *netmail.Address
	replyTo                 string // "" for none
	about                   string // "" for a mail that is forgotten once it is sent
	to, subject, text, html string
	unsubscribe             string // "" for none
	sealed                  bool   // text, html and unsubscribe are
	attempt                 int64
	created                 time.Time
	attachment              *Attachment
}

// compose builds the MIME message. Its Message-ID and Date come from the row, so they are the same at each attempt.
func (l letter) compose(encoding gomail.Encoding) (*gomail.Msg, error) {
	m := gomail.NewMsg(gomail.WithEncoding(encoding), gomail.WithNoDefaultUserAgent())
	m.FromMailAddress(l.from)
	if err := m.To(l.to); err != nil {
		return nil, fmt.Errorf("%w: the recipient is not an address", errRefused) // err quotes it, and this error is logged
	}
	if l.replyTo != "" {
		m.ReplyToMailAddress(&netmail.Address{Name: l.from.Name, Address: l.replyTo})
	}
	m.Subject(l.subject)
	m.SetMessageIDWithValue(l.id + "@" + l.from.Address[strings.LastIndex(l.from.Address, "@")+1:])
	m.SetDateWithValue(l.created)
	m.SetGenHeader("Auto-Submitted", "auto-generated") // keeps out-of-office replies away
	if l.unsubscribe != "" {
		m.SetGenHeader(gomail.HeaderListUnsubscribe, "<"+l.unsubscribe+">")
		m.SetGenHeader(gomail.HeaderListUnsubscribePost, "List-Unsubscribe=One-Click") // RFC 8058
	}
	switch {
	case l.html == "":
		m.SetBodyString(gomail.TypeTextPlain, l.text)
	case l.text == "":
		m.SetBodyString(gomail.TypeTextHTML, l.html)
	default:
		m.SetBodyString(gomail.TypeTextPlain, l.text)
		m.AddAlternativeString(gomail.TypeTextHTML, l.html)
	}
	if l.attachment == nil {
		return m, nil
	}
	err := m.AttachReader(l.attachment.Name, bytes.NewReader(l.attachment.Content),
		gomail.WithFileContentType(gomail.ContentType(l.attachment.Type)))
	return m, err
}
