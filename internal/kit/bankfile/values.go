package bankfile

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
)

// dayLayouts are how banks write days: the day stands before the month.
var dayLayouts = []string{"2/1/2006", "2/1/06", "2-1-2006", "2-1-06", "2.1.2006", "2.1.06", "2 Jan 2006", "2-Jan-2006",
	"2-Jan-06", "2 Jan 06", "2/Jan/2006", "2/Jan/06", "2006-1-2", "2006/1/2", "20060102", "2 January 2006"}

// clock is a time of day after a day.
var clock = regexp.MustCompile(`(?i)[ T]+\d{1,2}:\d{2}(:\d{2})?(\.\d+)?( ?[ap]m)?( ?Z|[+-]\d{2}:?\d{2})?$`)

// dayOf reads a day. The error's text completes a sentence.
func dayOf(text string) (date.Date, error) {
	text = clean(text, 60)
	bare := strings.ReplaceAll(clock.ReplaceAllString(text, ""), ",", "")
	for _, layout := range dayLayouts {
		if t, err := time.Parse(layout, bare); err == nil && t.Year() >= 1990 && t.Year() < 2100 {
			return date.Date(t.Format(time.DateOnly)), nil
		}
	}
	return "", fmt.Errorf("the date %s must be a day such as 14/04/2026, 14-04-2026, 14 Apr 2026 or 2026-04-14",
		shown(text))
}

var (
	signs = strings.NewReplacer("₹", "", "Rs.", "", "Rs", "", "INR", "", " ", "",
		"\u00a0", "", "\u202f", "", "'", "")
	plainNumber  = regexp.MustCompile(`^\d*\.?\d*$`)
	withCommas   = regexp.MustCompile(`^\d{1,3}(,\d{2,3})*,\d{3}(\.\d*)?$`)
	withDots     = regexp.MustCompile(`^\d{1,3}(\.\d{3})+,\d{1,3}$|^\d{1,3}(\.\d{3}){2,}$`)
	decimalComma = regexp.MustCompile(`^\d+,\d{1,2}$`)
	side         = regexp.MustCompile(`(?i)\s*\(?(cr|dr|c|d)\.?\)?$`)
)

// amountOf reads an amount as banks write it: 1,23,456.78, 1.234,56, (500.00), 500.00 Dr, ₹ 500. The error's text
// completes a sentence.
func amountOf(text, currency string) (money.Amount, error) {
	text = clean(text, 60)
	wrong := fmt.Errorf("the amount %s must be a number such as 1,23,456.78", shown(text))
	number, negative := signs.Replace(text), false
	if found := side.FindStringSubmatch(number); found != nil {
		negative = strings.HasPrefix(strings.ToLower(found[1]), "d")
		number = side.ReplaceAllString(number, "")
	}
	if strings.HasPrefix(number, "(") && strings.HasSuffix(number, ")") {
		number, negative = strings.Trim(number, "()"), true
	}
	switch {
	case strings.HasPrefix(number, "-"), strings.HasSuffix(number, "-"):
		number, negative = strings.TrimSuffix(strings.TrimPrefix(number, "-"), "-"), !negative
	case strings.HasPrefix(number, "+"):
		number = number[1:]
	}
	switch {
	case withCommas.MatchString(number):
		number = strings.ReplaceAll(number, ",", "")
	case withDots.MatchString(number):
		number = strings.Replace(strings.ReplaceAll(number, ".", ""), ",", ".", 1)
	case decimalComma.MatchString(number):
		number = strings.Replace(number, ",", ".", 1)
	case !plainNumber.MatchString(number) || strings.Trim(number, ".") == "":
		return 0, wrong
	}
	number = strings.TrimSuffix(number, ".")
	if whole, fraction, ok := strings.Cut(number, "."); ok { // 12.500 is 12.5
		number = strings.TrimSuffix("0"+whole+"."+strings.TrimRight(fraction, "0"), ".")
	}
	amount, err := money.Number(number).In(currency)
	if err != nil {
		return 0, errors.New("the amount " + shown(text) + " " + err.Error())
	}
	if negative {
		amount = -amount
	}
	return amount, nil
}

// Amount reads an amount as reports write it: see amountOf.
func Amount(text, currency string) (money.Amount, error) { return amountOf(text, currency) }
