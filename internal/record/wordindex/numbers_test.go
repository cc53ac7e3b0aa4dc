package wordindex

import (
	"fmt"
	"slices"
	"strconv"
	"testing"
)

// Numbers finds exactly the documents whose numbers have the word among their words.
func TestNumbersFindWhatWordsFind(t *testing.T) {
	issued := Numbers{"PAY-": 12_345, "pay": 40, "R/26-27/": 1042, "A20": 2300, "": 70, "20": 99, "X0-00": 11}
	for _, text := range []string{"PAY-7", "pay", "p", "7", "42", "0042", "1042", "2345", "12345", "123456", "R/26",
		"2627",
		"R/26-27/1042", "262710", "20", "202", "2020", "0202", "a2", "a20", "a2017", "017", "00", "0011", "00011", "x", "x00",
		"99999999999999999999", "0", "000", "0000", "pay-0", "pay-012", "nobody", "-", "2300", "02300", "202300"} {
		q, err := Parse(text)
		if err != nil {
			continue
		}
		var want []string
		for stem, last := range issued {
			for n := range last {
				number := stem + strconv.FormatInt(n+1, 10)
				var words Words
				words.Number(number)
				if _, matches := q.Matches(words); matches {
					want = append(want, number)
				}
			}
		}
		slices.Sort(want)
		want = slices.Compact(want)
		got, few := issued.Found(q.words[0], 100_000)
		if !few || !slices.Equal(got, want) {
			t.Errorf("%q finds %d numbers, want %d: %.300s instead of %.300s", text, len(got), len(want),
				fmt.Sprint(got), fmt.Sprint(want))
		}
		if _, few := issued.Found(q.words[0], len(want)-1); few && len(want) > 0 {
			t.Errorf("%q has no more than %d numbers, want %d", text, len(want)-1, len(want))
		}
	}
}
