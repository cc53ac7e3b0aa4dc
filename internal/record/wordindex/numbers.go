package wordindex

import (
	"slices"
	"strconv"
	"strings"
)

// Numbers are the numbers of a series of documents: how far each stem has come. A document's number is a stem and a
// number from 1 to there. So which documents a word finds follows from the word, and no words of them are stored.
type Numbers map[string]int64

// Found are the numbers that have the word among those of Words.Number; false if these are more than most.
func (n Numbers) Found(word string, most int) (numbers []string, few bool) {
	for stem, last := range n {
		for _, span := range spans(stem, word, last) {
			if span.to-span.from >= int64(most-len(numbers)) {
				return nil, false
			}
			for number := span.from; number <= span.to; number++ {
				numbers = append(numbers, stem+strconv.FormatInt(number, 10))
			}
		}
	}
	slices.Sort(numbers)
	return slices.Compact(numbers), true
}

// span is a number and all after it up to another one.
type span struct{ from, to int64 }

// spans are the numbers up to last that make a document's number with the stem which the word finds.
func spans(stem, word string, last int64) (list []span) {
	const mark = "x" // where the number begins, to tell A-7 from A7
	pieces := runs(fold(stem) + mark)
	whole := strings.TrimSuffix(strings.Join(pieces, ""), mark)
	before := strings.TrimSuffix(pieces[len(pieces)-1], mark)
	digits := before[len(strings.TrimRight(before, "0123456789")):]
	list = beginning(whole, word, last)
	if counted := strings.TrimLeft(digits, "0"); counted != whole {
		list = append(list, beginning(counted, word, last)...)
	}
	return append(list, ending(digits, word, last)...)
}

// beginning are the numbers up to last that, written after a text, begin with the word.
func beginning(before, word string, last int64) (list []span) {
	if strings.HasPrefix(before, word) {
		return []span{{1, last}}
	}
	rest, found := strings.CutPrefix(word, before)
	first, ok := asNumber(rest)
	if !found || !ok || rest[0] == '0' {
		return nil
	}
	for width := int64(1); first <= last; first, width = first*10, width*10 {
		list = append(list, span{first, min(first+width-1, last)})
	}
	return list
}

// ending are the numbers up to last that, written after these digits, end with the word, if it has digits enough.
func ending(digits, word string, last int64) (list []span) {
	whole, ok := asNumber(word)
	if !ok || len(word) < fewestDigits {
		return nil
	}
	for at := range word {
		if number, _ := asNumber(word[at:]); strings.HasSuffix(digits, word[:at]) && word[at] != '0' && number <= last {
			list = append(list, span{number, number})
		}
	}
	step := int64(1)
	for range word {
		step *= 10
	}
	for number := whole + step; number <= last; number += step {
		list = append(list, span{number, number})
	}
	return list
}

// asNumber reads a word of up to sixteen digits, which is as long as a document's number may be.
func asNumber(word string) (number int64, ok bool) {
	const longestNumber = 16
	if word == "" || len(word) > longestNumber || strings.Trim(word, "0123456789") != "" {
		return 0, false
	}
	number, err := strconv.ParseInt(word, 10, 64)
	return number, err == nil
}
