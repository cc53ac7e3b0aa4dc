package words

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// Language is a language of papers, by its ISO 639-1 code; "" is English.
type Language string

// The languages of papers.
const (
	English Language = "en"
	Hindi   Language = "hi"
)

// Known are the languages that there are.
var Known = []Language{English, Hindi}

// Of is the language of the hotel's papers.
func Of(sc scope.Scope) Language { return Language(sc.Language) }

//go:embed hi.json
var hindi []byte

// tongue is how a language other than English says things.
type tongue struct {
	texts  func() map[string]string // by the English ones
	amount func(a money.Amount, currency string) string
}

var tongues = map[Language]tongue{
	Hindi: {sync.OnceValue(func() map[string]string { return read(hindi) }), money.Amount.InHindi},
}

func read(file []byte) (texts map[string]string) {
	if err := json.Unmarshal(file, &texts); err != nil {
		panic(err) // the file is part of the program
	}
	return texts
}

// Say is the English text in the language, with what it is about filled in.
func (l Language) Say(text string, about ...any) string {
	if own, ok := tongues[l]; ok {
		text = cmp.Or(own.texts()[text], text)
	}
	if len(about) == 0 {
		return text
	}
	return fmt.Sprintf(text, about...)
}

// Sense is Say for a word with several senses, which the files tell apart, such as "State (of a room)".
func (l Language) Sense(word, sense string) string {
	marked := word + " (" + sense + ")"
	if said := l.Say(marked); said != marked {
		return said
	}
	return word
}

// Count says how many there are: one, or by the text of several, which has the verb for their number.
func (l Language) Count(n int, one, several string) string {
	if n == 1 {
		return l.Say(one)
	}
	return l.Say(several, n)
}

// Day is the date in a sentence: 14 Apr 2026; "" is none.
func (l Language) Day(d date.Date) string { return l.each(d.Short()) }

// Weekday is the date with its weekday: Tue, 14 Apr 2026; "" is none.
func (l Language) Weekday(d date.Date) string {
	if d == "" {
		return ""
	}
	return l.each(d.Text())
}

// Moment is an instant in the time zone that it has: 14 Apr 2026, 15:04.
func (l Language) Moment(t time.Time) string { return l.each(t.Format("2 Jan 2006, 15:04")) }

// each says the words of a date one by one.
func (l Language) each(text string) string {
	words := strings.Fields(text)
	for i, word := range words {
		bare := strings.TrimSuffix(word, ",")
		words[i] = l.Say(bare) + word[len(bare):]
	}
	return strings.Join(words, " ")
}

// Amount is an amount in words.
func (l Language) Amount(a money.Amount, currency string) string {
	if own, ok := tongues[l]; ok {
		return own.amount(a, currency)
	}
	return a.InWords(currency)
}
