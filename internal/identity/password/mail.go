package password

import (
	"net/url"

	"sarai/internal/identity/user"
	"sarai/internal/kit/db"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/markup"
)

const resetText = `Somebody, hopefully you, has asked to set a new password for the account of this address.

Open this link to set it. It works once, within an hour:

`

const resetHTML = `<!doctype html>
<html lang="en"><body style="font-family:sans-serif;line-height:1.5;color:#222">
<p>Hello {{Name}},</p>
<p>Somebody, hopefully you, has asked to set a new password for the account of this address.</p>
<p><a href="{{Link}}">Set a new password</a></p>
<p>The link works once, within an hour. If you did not ask for it, you need not do anything: your password stays as
it is.</p>
</body></html>
`

func mailReset(tx *db.Tx, outbox *mail.Outbox, org string, to user.Login, publicURL, secret string) error {
	name := mail.Unlinked(to.Name) // whoever invited the address has chosen it
	link := publicURL + "/reset-password?token=" + url.QueryEscape(secret)
	return outbox.Enqueue(tx, org, mail.Message{
		SignIn: true, To: to.Email, Subject: "Set a new password for Sarai",
		HTML: markup.Fill(resetHTML, map[string]string{"Name": name, "Link": link}),
		Text: "Hello " + name + ",\n\n" + resetText + link +
			"\n\nIf you did not ask for it, you need not do anything: your password stays as it is.\n",
	})
}
