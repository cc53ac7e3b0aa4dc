package bankfile

import (
	"fmt"
	"regexp"
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
)

var (
	mtField   = regexp.MustCompile(`^:(\d{2}[A-Z]?):(.*)$`)
	mtBalance = regexp.MustCompile(`^([CD])(\d{6})([A-Z]{3})([\d,]+)$`)
	mtLine    = regexp.MustCompile(`^(\d{6})(\d{4})?(R?[CD])([A-Z])?([\d,]+)([A-Z][A-Z0-9]{3})(.*)$`)
	mtPart    = regexp.MustCompile(`\?\d{2}`)
)

// field is a field of MT940 with the line on which it begins.
type field struct {
	line int
	tag  string
	text []string
}

func fieldsOfMT940(content string) (fields []field) {
	for i, line := range strings.Split(strings.ReplaceAll(content, "\r\n", "\n"), "\n") {
		line = strings.TrimRight(line, " \r")
		if after, ok := strings.CutPrefix(line, "{"); ok { // the envelope: {1:F01…}{2:…}{4:
			if begins := strings.LastIndex(after, "{4:"); begins >= 0 {
				line = after[begins+3:]
			} else {
				continue
			}
		}
		if found := mtField.FindStringSubmatch(line); found != nil {
			fields = append(fields, field{i + 1, found[1], []string{found[2]}})
			continue
		}
		if line == "" || line == "-" || strings.HasPrefix(line, "-}") || len(fields) == 0 {
			continue
		}
		last := &fields[len(fields)-1]
		last.text = append(last.text, line)
	}
	return fields
}

func readMT940(content, currency string) (File, error) {
	f := File{Format: MT940}
	account, statement := "", 0
	var opening *money.Amount
	for _, one := range fieldsOfMT940(content) {
		switch one.tag {
		case "25", "25P":
			if account != "" && one.text[0] != account {
				return f, at("line", one.line, "must be of the account of the first statement: send a file for each account")
			}
			account = one.text[0]
		case "60F", "60M", "62F", "62M":
			left, err := one.balance(currency)
			if err != nil {
				return f, err
			}
			if one.tag[:2] == "60" {
				statement++
				opening = &left
				if f.Closing != nil || statement == 1 {
					if err := f.joinBalances(opening, f.Closing, statement, currency); err != nil {
						return f, err
					}
				}
				continue
			}
			f.Closing = &left
		case "61":
			line, err := one.entry(currency)
			if err != nil {
				return f, err
			}
			f.Lines = append(f.Lines, line)
		case "86":
			if n := len(f.Lines); n > 0 && f.Lines[n-1].Text == "" {
				f.Lines[n-1].Text = mtPart.ReplaceAllString(strings.Join(one.text, ""), " ")
			}
		}
	}
	f.oldestFirst()
	return f, nil
}

func (o field) balance(currency string) (money.Amount, error) {
	found := mtBalance.FindStringSubmatch(o.text[0])
	if found == nil {
		return 0, at("line", o.line, "must be a balance such as :60F:C260414%s12345,67", currency)
	}
	if err := sameCurrency("line", o.line, found[3], currency); err != nil {
		return 0, err
	}
	amount, err := swiftAmount(found[4], currency)
	if err != nil {
		return 0, at("line", o.line, "%s", err)
	}
	if found[1] == "D" {
		amount = -amount
	}
	return amount, nil
}

func swiftAmount(text, currency string) (money.Amount, error) {
	if strings.Count(text, ",") > 1 {
		return 0, fmt.Errorf("the amount %s must have one comma, before the decimals", shown(text))
	}
	return amountOf(strings.Replace(text, ",", ".", 1), currency)
}

// entry reads :61: value date, day of booking, side, amount, kind, reference // the bank's reference.
func (o field) entry(currency string) (Line, error) {
	found := mtLine.FindStringSubmatch(o.text[0])
	if found == nil {
		return Line{}, at("line", o.line, "must be a transaction such as :61:2604140414C1234,50NTRFUTR123//BANK456")
	}
	on, err := dayOf("20" + found[1])
	if err != nil {
		return Line{}, at("line", o.line, "%s", err)
	}
	if booked, err := dayOf(string(on[:4]) + found[2]); found[2] != "" && err == nil {
		on = nearest(booked, on)
	}
	amount, err := swiftAmount(found[5], currency)
	if err == nil && amount == 0 {
		err = errNothing
	}
	if err != nil {
		return Line{}, at("line", o.line, "%s", err)
	}
	if found[3] == "D" || found[3] == "RC" { // a credit that is taken back
		amount = -amount
	}
	reference, bank, _ := strings.Cut(found[7], "//")
	if reference == "" || reference == "NONREF" {
		reference = bank
	}
	return Line{Day: on, Amount: amount, Reference: reference}, nil
}

// nearest is the booked day in the year that puts it beside the value date: MT940 leaves out the year.
func nearest(booked, value date.Date) date.Date {
	switch distance := value.DaysUntil(booked); {
	case distance > 183:
		return yearOn(booked, -1)
	case distance < -183:
		return yearOn(booked, 1)
	}
	return booked
}

func yearOn(d date.Date, years int) date.Date {
	return date.Date(d.Time().AddDate(years, 0, 0).Format("2006-01-02"))
}
