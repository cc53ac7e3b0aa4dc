// Package contact checks the shapes of e-mail addresses and phone numbers.
package contact

import (
	"net/mail"
	"regexp"
	"strings"
)

// Email tells whether s is one bare e-mail address (no display name) with a dotted or local domain, at most
// 254 characters as SMTP carries them (RFC 5321).
func Email(s string) bool {
	parsed, err := mail.ParseAddress(s)
	return err == nil && parsed.Address == s && len(s) <= 254 && !strings.ContainsAny(s, "\"\r\n <>")
}

var phone = regexp.MustCompile(`^\+?[0-9][0-9 ().\-]{3,22}[0-9]$`)

// Phone tells whether s can be dialled: digits, spaces, points, hyphens and brackets, a + before them at
// most, and 5 to 15 digits as in ITU-T E.164.
func Phone(s string) bool {
	digits := len(Digits(s))
	return phone.MatchString(s) && digits >= 5 && digits <= 15
}

// Digits are the digits 0 to 9 of s.
func Digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, s)
}

// PhoneDigits are the digits of a search for what may be a phone number, however it is written; "" for anything else.
func PhoneDigits(search string) string {
	if strings.Trim(search, "0123456789+-(). ") != "" {
		return ""
	}
	return Digits(search)
}
