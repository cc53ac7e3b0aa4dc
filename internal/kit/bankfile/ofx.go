package bankfile

import (
	"html"
	"strings"

	"sarai/internal/kit/money"
)

// readOFX reads both OFX 1, which is SGML and leaves out most closing tags, and OFX 2, which is XML: in both a value
// stands between its tag and the next one.
func readOFX(content, currency string) (File, error) {
	f := File{Format: OFX}
	var values map[string]string // of the transaction; nil outside of one
	inBalance := false
	rest := content[max(strings.Index(strings.ToUpper(content), "<OFX>"), 0):]
	for {
		start := strings.IndexByte(rest, '<')
		if start < 0 {
			break
		}
		end := strings.IndexByte(rest[start:], '>')
		if end < 0 {
			return f, refused("must end as OFX does: it is cut off in transaction %d", len(f.Lines)+1)
		}
		tag := strings.ToUpper(strings.TrimSpace(rest[start+1 : start+end]))
		rest = rest[start+end+1:]
		value := rest
		if next := strings.IndexByte(rest, '<'); next >= 0 {
			value = rest[:next]
		}
		value = html.UnescapeString(strings.TrimSpace(value))
		switch {
		case tag == "CURDEF":
			if err := sameCurrency("transaction", len(f.Lines)+1, value, currency); err != nil {
				return f, err
			}
		case tag == "STMTTRN":
			if values != nil {
				return f, at("transaction", len(f.Lines)+1, "must end with </STMTTRN>")
			}
			values = map[string]string{}
		case tag == "/STMTTRN":
			line, err := lineOfOFX(values, len(f.Lines)+1, currency)
			if err != nil {
				return f, err
			}
			f.Lines, values = append(f.Lines, line), nil
			if len(f.Lines) > MaxLines {
				return f, nil // check refuses it
			}
		case values != nil && values[tag] == "" && len(values) < 100:
			values[tag] = value
		case tag == "LEDGERBAL", tag == "/LEDGERBAL":
			inBalance = tag == "LEDGERBAL"
		case tag == "BALAMT" && inBalance:
			closing, err := amountOf(value, currency)
			if err != nil {
				return f, refused("BALAMT: %s", err)
			}
			f.Closing = &closing
		}
	}
	if values != nil {
		return f, refused("must end as OFX does: it is cut off in transaction %d", len(f.Lines)+1)
	}
	f.oldestFirst()
	return f, nil
}

func lineOfOFX(values map[string]string, number int, currency string) (Line, error) {
	posted := values["DTPOSTED"]
	on, err := dayOf(posted[:min(len(posted), 8)]) // 20260414103000.000[+5.5:IST]
	if err != nil {
		return Line{}, at("transaction", number, "DTPOSTED: %s", err)
	}
	moved, err := amountOf(values["TRNAMT"], currency)
	if err == nil && moved == 0 {
		err = errNothing
	}
	if err != nil {
		return Line{}, at("transaction", number, "TRNAMT: %s", err)
	}
	text := values["NAME"]
	if memo := values["MEMO"]; memo != text {
		text += " " + memo
	}
	reference := values["CHECKNUM"]
	if reference == "" {
		reference = values["REFNUM"]
	}
	if reference == "" {
		reference = values["FITID"]
	}
	return Line{Day: on, Amount: moved, Text: text, Reference: reference, ID: clean(values["FITID"], 255)}, nil
}

// oldestFirst turns the lines around where the newest one stands first.
func (f *File) oldestFirst() {
	if n := len(f.Lines); n > 1 && f.Lines[0].Day > f.Lines[n-1].Day {
		for i, j := 0, n-1; i < j; i, j = i+1, j-1 {
			f.Lines[i], f.Lines[j] = f.Lines[j], f.Lines[i]
		}
	}
}

// joinBalances follows one statement by the next of the same file.
func (f *File) joinBalances(opening, closing *money.Amount, number int, currency string) error {
	if f.Opening == nil && len(f.Lines) == 0 {
		f.Opening = opening
	} else if f.Closing != nil && opening != nil && *f.Closing != *opening {
		return at("statement", number, "must begin with %s, with which the one before ends, and not with %s: send "+
			"statements of one account, in their order", f.Closing.Text(currency), opening.Text(currency))
	}
	f.Closing = closing
	return nil
}
