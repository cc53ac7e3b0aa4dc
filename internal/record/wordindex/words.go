package wordindex

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"sarai/internal/kit/contact"
)

// Words gathers the words of a record, each once.
type Words []string

const (
	// longest is how many letters of a word count.
	longest = 60
	// fromTheEnd marks a number that is written from its last digit to its first.
	fromTheEnd = "#"
	// fewestDigits is how many of a number's last digits find it.
	fewestDigits = 4
	// nationalDigits is how many digits a phone number has without its country's code.
	nationalDigits = 10
)

// Text adds every word of the text.
func (w *Words) Text(text string) {
	for _, word := range strings.Fields(fold(text)) {
		w.parts(runs(word), "")
	}
}

// Email adds the address, and every part of what stands before the @.
func (w *Words) Email(address string) {
	local, domain, _ := strings.Cut(fold(address), "@")
	w.parts(runs(local), strings.Join(runs(domain), ""))
}

// parts adds what begins with each of the runs and goes on to the end.
func (w *Words) parts(runs []string, end string) {
	for i := range runs {
		w.add(strings.Join(runs[i:], "") + end)
	}
}

// Number adds a number such as BK-000123: as a whole, what it counts, and from its end.
func (w *Words) Number(number string) {
	pieces := runs(fold(number))
	if len(pieces) == 0 {
		return
	}
	w.add(strings.Join(pieces, ""))
	last := pieces[len(pieces)-1] // INV/26-27/17 counts 17
	digits := last[len(strings.TrimRight(last, "0123456789")):]
	w.add(strings.TrimLeft(digits, "0"))
	if len(digits) > fewestDigits || strings.HasPrefix(digits, "0") {
		w.add(fromTheEnd + reversed(digits))
	}
}

// Phone adds a phone number: from the front without its country's code, and from its end.
func (w *Words) Phone(number string) {
	digits := contact.Digits(number)
	w.add(digits[max(0, len(digits)-nationalDigits):])
	if digits != "" {
		w.add(fromTheEnd + reversed(digits))
	}
}

func (w *Words) add(word string) {
	if word = shortened(word); word != "" && !slices.Contains(*w, word) {
		*w = append(*w, word)
	}
}

func shortened(word string) string {
	if letters := []rune(word); len(letters) > longest {
		return string(letters[:longest])
	}
	return word
}

func reversed(digits string) string {
	bytes := []byte(digits)
	slices.Reverse(bytes)
	return string(bytes)
}

// others are the letters with marks that are no letter and an accent to Unicode.
var others = strings.NewReplacer("ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th",
	"ı", "i")

// fold is the text in lower case without accents. The signs of other scripts are no accents.
func fold(text string) string {
	text = norm.NFKD.String(strings.ToLower(text))
	return others.Replace(strings.Map(func(r rune) rune {
		const accents, afterAccents, joiner, nonJoiner = '\u0300', '\u0370', '\u200d', '\u200c'
		if r >= accents && r < afterAccents || r == joiner || r == nonJoiner {
			return -1
		}
		return unicode.ToLower(r) // some letters come apart into capitals
	}, text))
}

// runs are the pieces of a folded text between characters that are part of no word.
func runs(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsNumber(r)
	})
}

// Query is what is searched for. All of its words must be found.
type Query struct {
	words []string
}

// mostWords bounds the work that a search makes.
const mostWords = 10

// Parse reads a search. It fails, with the end of a sentence that begins with the field's name, when the text has
// nothing to search for or too many words.
func Parse(text string) (Query, error) {
	var q Words
	if number := phoneNumber(text); number != "" {
		q.add(number)
	} else {
		for _, word := range strings.Fields(fold(text)) {
			q.add(strings.Join(runs(strings.TrimPrefix(word, "+91")), ""))
		}
	}
	switch {
	case len(q) == 0:
		return Query{}, errors.New("must have a letter or a digit")
	case len(q) > mostWords:
		return Query{}, fmt.Errorf("must have at most %d words", mostWords)
	}
	return Query{words: q}, nil
}

// phoneNumber is the digits of a text that looks like a phone number, without India's code and a leading zero; "" for
// any other text.
func phoneNumber(text string) string {
	text = strings.TrimSpace(text)
	if strings.Trim(text, "0123456789+-(). ") != "" {
		return ""
	}
	const shortest = 7
	digits := contact.Digits(strings.TrimPrefix(text, "+91"))
	if len(digits) < shortest {
		return ""
	}
	return strings.TrimLeft(digits, "0")
}

// Words are the words of the query.
func (q Query) Words() []string { return q.words }

// Digits are the words of a name that digits may find. A record that repeats a name needs these itself if its list
// leaves digits to the records' own words.
func Digits(name Words) (words Words) {
	for _, word := range name {
		if word[0] >= '0' && word[0] <= '9' {
			words = append(words, word)
		}
	}
	return words
}

// Matches tells whether the query finds a record with these words, and how many of the query's words the record has
// whole.
func (q Query) Matches(words []string) (whole int, matches bool) {
	for _, wanted := range q.words {
		exact, found := false, false
		for _, beginning := range beginnings(wanted) {
			exact = exact || slices.Contains(words, beginning)
			found = found || slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, beginning) })
		}
		if !found {
			return 0, false
		}
		if exact {
			whole++
		}
	}
	return whole, true
}

// beginnings are what the words that a query's word finds begin with.
func beginnings(word string) []string {
	if len(word) < fewestDigits || strings.Trim(word, "0123456789") != "" {
		return []string{word}
	}
	return []string{word, fromTheEnd + reversed(word)}
}

// Stretch are the terms from one on and before another one.
type Stretch struct{ From, Before string }

// Stretches are where the terms of the words that a query's word finds stand in the index.
func Stretches(word string) (list []Stretch) {
	for _, beginning := range beginnings(word) {
		from := term(beginning)
		list = append(list, Stretch{from, from + afterTerms})
	}
	return list
}

const usual = "0123456789abcdefghijklmnopqrstuvwxyz" + fromTheEnd

// term is the word as it is stored. The term of a word's beginning is the beginning of the word's term.
func term(word string) string {
	var stored strings.Builder
	for _, r := range word {
		if at := strings.IndexRune(usual, r); at >= 0 {
			fmt.Fprintf(&stored, "%02d", at)
		} else {
			fmt.Fprintf(&stored, "9%07d", r)
		}
	}
	return stored.String()
}

// afterTerms sorts after every digit: the terms that begin with t are those from t up to t + afterTerms.
const afterTerms = "a"
