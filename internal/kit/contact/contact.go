// Package contact holds how people are reached: e-mail addresses, phone numbers and postal addresses.
package contact

import (
	"net/mail"
	"regexp"
	"strings"

	"golang.org/x/net/idna"

	"sarai/internal/kit/errs"
)

// RequireEmail adds the field to bad unless it holds an e-mail address.
func RequireEmail(bad *errs.Fields, field, email string) {
	if !Email(email) {
		bad.Add(field, "must be an e-mail address such as asha@example.com")
	}
}

// CheckEmail is RequireEmail for a field that may be empty.
func CheckEmail(bad *errs.Fields, field, email string) {
	if email != "" {
		RequireEmail(bad, field, email)
	}
}

// CheckNewEmail is CheckEmail for a field of a record that held the address before: what was taken once stays, though
// the rules have become stricter.
func CheckNewEmail(bad *errs.Fields, field, before, email string) {
	if email != before {
		CheckEmail(bad, field, email)
	}
}

// CheckPhone adds the field to bad unless it is empty or holds a phone number.
func CheckPhone(bad *errs.Fields, field, phone string) {
	if phone != "" && !Phone(phone) {
		bad.Add(field, "must be a phone number such as +91 98765 43210")
	}
}

// Email reports whether s is one bare e-mail address, without a display name and invisible characters, of at most 254
// characters, which is what SMTP carries (RFC 5321), at a domain that can be: see domain.
func Email(s string) bool {
	host, err := hosts.ToASCII(s[strings.LastIndexByte(s, '@')+1:])
	return err == nil && domain.MatchString(host) && Written(s)
}

// Written reports whether s is written as an e-mail address is, wherever that may be: logins that are older than the
// rule about domains may have one without a dot.
func Written(s string) bool {
	parsed, err := mail.ParseAddress(s)
	if err != nil || parsed.Address != s || len(s) > 254 || strings.ContainsAny(s, "\"\r\n <>") ||
		strings.ContainsFunc(s, errs.Format) {
		return false
	}
	_, err = hosts.ToASCII(s[strings.LastIndexByte(s, '@')+1:])
	return err == nil
}

// domain is a name of at least two parts, the last of which is no number and has two characters or more, as every
// top-level domain does: a name without a dot, an address of a computer and one with a part missing are none.
var domain = regexp.MustCompile(`^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+` +
	`[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$`)

// hosts is how the DNS writes and compares names in other alphabets (UTS 46, not transitional).
var hosts = idna.New(idna.MapForLookup(), idna.BidiRule(), idna.Transitional(false), idna.StrictDomainName(false),
	idna.CheckHyphens(false))

// CanonicalEmail is the form in which addresses are compared: in lower case, and with the host in its ASCII form. What
// is no address comes back in lower case.
func CanonicalEmail(email string) string {
	email = strings.ToLower(email)
	at := strings.LastIndexByte(email, '@')
	host, err := hosts.ToASCII(email[at+1:])
	if err != nil {
		return email
	}
	return email[:at+1] + host
}

var phone = regexp.MustCompile(`^\+?[0-9][0-9 ().\-]{3,22}[0-9]$`)

// Phone reports whether s can be dialled: 5 to 15 digits, as in ITU-T E.164, with spaces, points, hyphens and
// brackets between them and perhaps a leading +.
func Phone(s string) bool {
	digits := len(Digits(s))
	return phone.MatchString(s) && digits >= 5 && digits <= 15
}

// Digits returns the digits 0 to 9 of s.
func Digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, s)
}
