// Package mrz reads the machine-readable zone of passports and visas: two lines of 44 characters (ICAO Doc 9303, part
// 4, TD3, and part 7, MRV-A), typed or pasted. Every check digit is verified, so that one mistyped character is
// noticed.
package mrz

import (
	"errors"
	"fmt"
	"strings"

	"sarai/internal/kit/date"
)

// The kinds of documents.
const (
	Passport = "passport"
	Visa     = "visa"
)

const lineLength = 44

// Document is what the lines say. Texts are empty where the lines leave them out.
type Document struct {
	Kind        string // Passport or Visa
	Issuer      string // the code of the state or organization, of one to three letters: ISO 3166-1 alpha-3, or ICAO's own
	Surname     string
	GivenNames  string
	Number      string
	Nationality string    // a code like Issuer
	DateOfBirth date.Date // "" if the document doesn't know the whole of it
	Sex         string    // "F", "M", or "" where it is unspecified
	Expires     date.Date
}

var errShape = errors.New("must be the two lines of 44 letters, digits and < at the foot of the page")

var errNoDay = errors.New("there is no such day")

// Parse reads both lines: spaces don't matter, nor do small letters, nor whether a line ends between them. today
// decides the century of a birth, which isn't in the future. The error's text completes a sentence that begins with the
// field's name.
func Parse(text string, today date.Date) (Document, error) {
	text = strings.ToUpper(strings.Join(strings.Fields(text), ""))
	if len(text) != 2*lineLength || strings.ContainsFunc(text, isForeign) {
		return Document{}, errShape
	}
	upper, lower := text[:lineLength], text[lineLength:]
	d := Document{Issuer: plain(upper[2:5]), Number: plain(lower[0:9]), Nationality: plain(lower[10:13])}
	switch upper[0] {
	case 'P':
		d.Kind = Passport
	case 'V':
		d.Kind = Visa
	default:
		return d, errors.New("must begin with P, of a passport, or with V, of a visa")
	}
	if wrong := mistakes(d.Kind, lower); len(wrong) > 0 {
		return d, fmt.Errorf("has a mistyped character: the check digit of %s is wrong", strings.Join(wrong, ", and of "))
	}
	surname, given, _ := strings.Cut(strings.TrimRight(upper[5:], "<"), "<<")
	d.Surname, d.GivenNames = spaced(surname), spaced(given)
	return d, d.readDates(lower, today)
}

func (d *Document) readDates(lower string, today date.Date) (err error) {
	if sex := lower[20]; sex == 'F' || sex == 'M' {
		d.Sex = string(sex)
	}
	birth := lower[13:19]
	if !strings.Contains(birth, "<") {
		if d.DateOfBirth, err = day(birth, today); err != nil {
			return errors.New("has a date of birth that no calendar has")
		}
	}
	const longest = 50 // years that a document may still be valid
	if d.Expires, err = day(lower[21:27], today.AddDays(longest*365)); err != nil {
		return errors.New("has a date of expiry that no calendar has")
	}
	return nil
}

// mistakes names the fields whose check digits are wrong.
func mistakes(kind, lower string) (wrong []string) {
	for _, field := range []struct{ name, text, digit string }{
		{"the number", lower[0:9], lower[9:10]},
		{"the date of birth", lower[13:19], lower[19:20]},
		{"the date of expiry", lower[21:27], lower[27:28]},
	} {
		if check(field.text) != field.digit {
			wrong = append(wrong, field.name)
		}
	}
	if kind == Visa { // which has no more of them
		return wrong
	}
	if personal := lower[28:42]; check(personal) != lower[42:43] && (plain(personal) != "" || lower[42] != '<') {
		wrong = append(wrong, "the personal number")
	}
	if check(lower[0:10]+lower[13:20]+lower[21:43]) != lower[43:44] {
		wrong = append(wrong, "the whole line")
	}
	return wrong
}

// check is the check digit: values with the weights 7, 3, 1, modulo 10 (ICAO Doc 9303, part 3, 4.9).
func check(text string) string {
	sum := 0
	for i, r := range []byte(text) {
		value := 0 // of <
		switch {
		case r >= '0' && r <= '9':
			value = int(r - '0')
		case r >= 'A' && r <= 'Z':
			value = int(r-'A') + 10
		}
		sum += value * [...]int{7, 3, 1}[i%3]
	}
	return string(rune('0' + sum%10))
}

// day reads YYMMDD as the last such day up to latest.
func day(text string, latest date.Date) (date.Date, error) {
	for _, century := range []string{"20", "19"} {
		d, err := date.Parse(century + text[:2] + "-" + text[2:4] + "-" + text[4:])
		if err == nil && d <= latest {
			return d, nil
		}
	}
	return "", errNoDay
}

func isForeign(r rune) bool { return r != '<' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') }

// plain leaves the filler out.
func plain(text string) string { return strings.ReplaceAll(text, "<", "") }

// spaced turns the filler between names into spaces.
func spaced(text string) string { return strings.Join(strings.FieldsFunc(text, isFiller), " ") }

func isFiller(r rune) bool { return r == '<' }
