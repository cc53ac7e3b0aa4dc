package invitation

import (
	"net/url"
	"strings"
	"time"

	"sarai/internal/identity/onetime"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/db"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/markup"
)

// letter is a mail's content; text and HTML are two renderings of the same.
type letter struct {
	Greeting string
	Lines    []string
	Button   string
	Link     string
	Note     string
}

// unlinked is the letter without links in what others have chosen: names of hotels, roles and people.
func (l letter) unlinked() letter {
	l.Greeting = mail.Unlinked(l.Greeting)
	lines := make([]string, len(l.Lines))
	for i, line := range l.Lines {
		lines[i] = mail.Unlinked(line)
	}
	l.Lines = lines
	return l
}

func (l letter) text() string {
	parts := append([]string{l.Greeting}, l.Lines...)
	return strings.Join(append(parts, l.Button+":\n"+l.Link, l.Note), "\n\n") + "\n"
}

// What a letter looks like around its lines.
const (
	letterTop = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px;background:#f4f1ec;font-family:Georgia,'Times New Roman',serif;color:#2b2622">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:6px;font-size:16px;
line-height:1.5">
<p>{{Greeting}}</p>
`
	letterLine = "<p>{{Line}}</p>\n"
	letterEnd  = `<p style="margin:28px 0"><a href="{{Link}}" style="padding:12px 24px;background:#7a3b2e;color:#ffffff;
text-decoration:none;border-radius:4px">{{Button}}</a></p>
<p style="font-size:13px;color:#6b625a">If the button does nothing, open this address:<br>
<a href="{{Link}}" style="color:#7a3b2e;word-break:break-all">{{Link}}</a></p>
<p style="font-size:13px;color:#6b625a">{{Note}}</p>
</div></body></html>
`
)

func (l letter) html() string {
	page := markup.Fill(letterTop, map[string]string{"Greeting": l.Greeting})
	for _, line := range l.Lines {
		page += markup.Fill(letterLine, map[string]string{"Line": line})
	}
	return page + markup.Fill(letterEnd, map[string]string{"Link": l.Link, "Button": l.Button, "Note": l.Note})
}

// send mails the letter. m says who asks for it, and its subject.
func (l letter) send(tx *db.Tx, outbox *mail.Outbox, i Invitation, m mail.Message) error {
	l = l.unlinked()
	m.SignIn, m.To, m.Text, m.HTML = true, i.Email, l.text(), l.html()
	return outbox.Enqueue(tx, i.Org, m)
}

// subject is what the mail is about. A hotel's name is a stranger's text until somebody has come in, by a mail: the
// invitation of the sign-up doesn't have it, and those of members do.
func subject(o organization.Organization, i Invitation, ofSignUp, ofMember string) string {
	if i.InvitedBy == "" {
		return ofSignUp
	}
	return ofMember + mail.Unlinked(o.Name)
}

func greeting(name string) string {
	if name == "" {
		return "Hello,"
	}
	return "Hello " + name + ","
}

// until returns when the invitation expires, by the hotel's clock.
func until(o organization.Organization, i Invitation) (string, error) {
	zone, err := time.LoadLocation(o.Timezone)
	if err != nil {
		return "", err
	}
	return time.UnixMilli(i.ExpiresAt).In(zone).Format("2 January 2006, 15:04") + " (" + o.Timezone + ")", nil
}

// mailInvitation makes a link to accept or decline and mails it.
func (s *Service) mailInvitation(tx *db.Tx, o organization.Organization, i Invitation, roleName string) error {
	secret, err := newToken(tx, i, onetime.Token{Purpose: PurposeInvite, ExpiresAt: i.ExpiresAt})
	if err != nil {
		return err
	}
	ends, err := until(o, i)
	if err != nil {
		return err
	}
	lines, button := []string{"Your hotel " + o.Name + " is made on Sarai, and you are its " + roleName + ".",
		"Open the link to set your password and go on."}, "Go on to your hotel"
	if i.InvitedBy != "" {
		lines, button = []string{i.InvitedByName + " invites you to join " + o.Name + " on Sarai as " + roleName + ".",
			"Open the link to accept or decline."}, "See the invitation"
	}
	return letter{
		Greeting: greeting(i.Name),
		Lines:    lines,
		Button:   button,
		Link:     s.publicURL + "/invite?token=" + secret + "&email=" + url.QueryEscape(i.Email),
		Note: "The link works until " + ends + " and is for you alone: please don't pass it on. If you didn't expect " +
			"this mail, you need do nothing.",
	}.send(tx, s.outbox, i, mail.Message{By: i.InvitedBy, Stranger: i.InvitedBy == "",
		Subject: subject(o, i, "Your hotel on Sarai", "Invitation to ")})
}

// mailRegistration makes a link to set a password, mails it to somebody who has accepted, and returns its secret.
func (s *Service) mailRegistration(tx *db.Tx, o organization.Organization, i Invitation) (secret string, err error) {
	secret, err = newToken(tx, i, onetime.Token{Purpose: PurposeRegister, ExpiresAt: i.ExpiresAt})
	if err != nil {
		return "", err
	}
	ends, err := until(o, i)
	if err != nil {
		return "", err
	}
	return secret, letter{
		Greeting: greeting(i.Name),
		Lines: []string{"Thank you for joining " + o.Name + " on Sarai.",
			"One step is left: choose your name and password."},
		Button: "Choose a password",
		Link:   s.publicURL + "/register?token=" + secret + "&invitationId=" + i.ID,
		Note:   "The link works until " + ends + " and is for you alone: please don't pass it on.",
	}.send(tx, s.outbox, i, mail.Message{Subject: subject(o, i, "Your account on Sarai", "Your account at ")})
}

// mailWelcome tells somebody who has accepted, and has a password from elsewhere, that they are in.
func (s *Service) mailWelcome(tx *db.Tx, o organization.Organization, i Invitation) error {
	return letter{
		Greeting: greeting(i.Name),
		Lines: []string{"Thank you for joining " + o.Name + " on Sarai.",
			"You can sign in to " + o.Name + " with your password."},
		Button: "Sign in",
		Link:   s.publicURL + "/",
		Note:   "If you don't know your password any more, the sign-in page helps you to set another one.",
	}.send(tx, s.outbox, i, mail.Message{Subject: subject(o, i, "You can sign in to Sarai", "You can sign in to ")})
}
