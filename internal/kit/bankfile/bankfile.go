// Package bankfile reads the files in which banks tell what happened to an account: CSV as banks write it, or the
// same on the first sheet of an Excel workbook, OFX (1 as SGML, 2 as XML), CAMT.053 and MT940. Which one it is, and how
// it is encoded, is found in the content.
//
// What always holds: a file is read as a whole or refused with Invalid, which names the field file, the line or
// transaction, and what would be right. A file's opening balance and its lines add up to its closing balance. The lines
// are in the order in which the bank has booked them, the oldest first. Files name no other files: those that declare
// entities or document types are refused.
package bankfile

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	textunicode "golang.org/x/text/encoding/unicode"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
)

// The formats of files.
const (
	CSV   = "csv"
	OFX   = "ofx"
	CAMT  = "camt053"
	MT940 = "mt940"
	XLSX  = "xlsx"
)

// What a file may have.
const (
	MaxSize  = 5 << 20 // bytes
	MaxLines = 20_000
	maxText  = 500 // characters
	maxRef   = 100
)

// File is what a file tells.
type File struct {
	Format  string
	Opening *money.Amount // before the first line; nil if the file doesn't say
	Closing *money.Amount // after the last one
	Lines   []Line
}

// Line is what the bank has booked.
type Line struct {
	Day       date.Date
	Amount    money.Amount // into the account; out of it below zero
	Text      string       // on one line
	Reference string       // a cheque's number, a UTR or the like; "" if there is none
	ID        string       // the bank's own name of the line, if it is given; unique in the account
}

// Read reads a file about an account in the currency.
func Read(content []byte, currency string) (File, error) {
	if len(content) > MaxSize {
		return File{}, refused("must have at most %d MiB", MaxSize>>20)
	}
	if isWorkbook(content) {
		f, err := readXLSX(content, currency)
		if err != nil {
			return File{}, err
		}
		return f, f.check(currency)
	}
	text, err := decoded(content)
	if err != nil {
		return File{}, err
	}
	head := strings.ToUpper(text[:min(len(text), 8192)])
	var f File
	switch {
	case strings.Contains(head, "<!DOCTYPE"), strings.Contains(head, "<!ENTITY"):
		return File{}, refused("must have no document type and no entities of its own: export the statement again")
	case strings.Contains(head, "<OFX>"):
		f, err = readOFX(text, currency)
	case strings.Contains(head, "<BKTOCSTMRSTMT") || strings.HasPrefix(strings.TrimSpace(head), "<?XML") ||
		strings.HasPrefix(strings.TrimSpace(head), "<DOCUMENT"):
		f, err = readCAMT(text, currency)
	case strings.Contains(head, ":60F:"), strings.Contains(head, ":60M:"):
		f, err = readMT940(text, currency)
	default:
		f, err = readCSV(text, currency)
	}
	if err != nil {
		return File{}, err
	}
	return f, f.check(currency)
}

// check refuses a file without lines, with too many, or whose balances don't follow from its lines.
func (f *File) check(currency string) error {
	if len(f.Lines) == 0 {
		return refused("must have at least one transaction")
	}
	if len(f.Lines) > MaxLines {
		return refused("must have at most %d transactions: export fewer days", MaxLines)
	}
	var sum money.Amount
	for i, l := range f.Lines {
		f.Lines[i].Text, f.Lines[i].Reference = clean(l.Text, maxText), clean(l.Reference, maxRef)
		if sum += l.Amount; sum > money.Max || sum < -money.Max {
			return refused("must have amounts that add up to less")
		}
	}
	switch {
	case f.Opening != nil && f.Closing != nil && *f.Opening+sum != *f.Closing:
		return refused("must have an opening balance and transactions that add up to its closing balance: %s and %s are "+
			"not %s. Is a part of it missing?", f.Opening.Text(currency), sum.Text(currency), f.Closing.Text(currency))
	case f.Opening == nil && f.Closing != nil:
		opening := *f.Closing - sum
		f.Opening = &opening
	case f.Closing == nil && f.Opening != nil:
		closing := *f.Opening + sum
		f.Closing = &closing
	}
	return nil
}

func refused(format string, args ...any) error { return errs.InvalidField("file", format, args...) }

// decoded is the content as text: UTF-8, UTF-16 with a byte order mark, or else Windows-1252, which has all of Latin-1.
func decoded(content []byte) (string, error) {
	switch {
	case bytes.HasPrefix(content, []byte{0xef, 0xbb, 0xbf}):
		content = content[3:]
	case bytes.HasPrefix(content, []byte{0xff, 0xfe}), bytes.HasPrefix(content, []byte{0xfe, 0xff}):
		wide, err := textunicode.UTF16(textunicode.LittleEndian, textunicode.UseBOM).NewDecoder().Bytes(content)
		if err != nil {
			return "", refused("must be text: save it as UTF-8")
		}
		content = wide
	}
	if !utf8.Valid(content) {
		var err error
		if content, err = charmap.Windows1252.NewDecoder().Bytes(content); err != nil {
			return "", refused("must be text: save it as UTF-8")
		}
	}
	if bytes.IndexByte(content, 0) >= 0 {
		return "", refused("must be text: save it as UTF-8")
	}
	return string(content), nil
}

// clean is the text on one line, without what can't be seen.
func clean(text string, most int) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r), r == '\u2028', r == '\u2029':
			return ' '
		case unicode.IsControl(r), errs.Format(r), r == utf8.RuneError:
			return -1
		}
		return r
	}, text)
	letters := []rune(strings.Join(strings.Fields(text), " "))
	return strings.TrimSpace(string(letters[:min(len(letters), most)]))
}

// at names a place of the file in front of what is wrong there.
func at(place string, number int, format string, args ...any) error {
	return refused("%s %d: %s", place, number, fmt.Sprintf(format, args...))
}

// shown is a text of the file as messages quote it.
func shown(text string) string { return fmt.Sprintf("%q", clean(text, 40)) }

// sameCurrency refuses what is in another currency.
func sameCurrency(place string, number int, code, currency string) error {
	if code = strings.ToUpper(strings.TrimSpace(code)); code != "" && code != currency {
		return at(place, number, "is in %s, and must be in %s", clean(code, 10), currency)
	}
	return nil
}
