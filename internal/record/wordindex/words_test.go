package wordindex

import (
	"slices"
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	for _, test := range []struct {
		add  func(w *Words)
		want string
	}{
		{func(w *Words) { w.Text("Asha  RAO") }, "asha rao"},
		{func(w *Words) { w.Text("José Müller-Weiß, Łukasz") }, "jose mullerweiss weiss lukasz"},
		{func(w *Words) { w.Text("O'Neil (VIP) -") }, "oneil neil vip"},
		{func(w *Words) { w.Text("अनीता शर्मा") }, "अनीता शर्मा"},
		{func(w *Words) { w.Text("ＦＵＬＬ ﬁne") }, "full fine"},
		{func(w *Words) { w.Text("Asha asha ASHA") }, "asha"},
		{func(w *Words) { w.Text("% _ ' \"") }, ""},
		{func(w *Words) { w.Text(strings.Repeat("x", 100)) }, strings.Repeat("x", longest)},
		{func(w *Words) { w.Text("\ufdfa") }, "صلى الله عليه وسلم"},
		{func(w *Words) { w.Email("Asha.Rao@Example.co.in") }, "asharaoexamplecoin raoexamplecoin"},
		{func(w *Words) { w.Email("") }, ""},
		{func(w *Words) { w.Number("BK-000123") }, "bk000123 123 #321000"},
		{func(w *Words) { w.Number("BK-17") }, "bk17 17"},
		{func(w *Words) { w.Number("BK-12345") }, "bk12345 12345 #54321"},
		{func(w *Words) { w.Number("INV/26-27/17") }, "inv262717 17"},
		{func(w *Words) { w.Number("101") }, "101"},
		{func(w *Words) { w.Number("HM-X") }, "hmx"},
		{func(w *Words) { w.Number("") }, ""},
		{func(w *Words) { w.Phone("+91 98450 12345") }, "9845012345 #543210548919"},
		{func(w *Words) { w.Phone("") }, ""},
	} {
		var w Words
		test.add(&w)
		want := strings.Fields(test.want)
		if !slices.Equal(w, want) {
			t.Errorf("the words are %q, want %q", w, want)
		}
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"asha rao":                        "asha rao",
		"  Ásha  RAO rao ":                "asha rao",
		"BK-17":                           "bk17",
		"asha.rao@ex":                     "asharaoex",
		"o'neil":                          "oneil",
		"50% off_":                        "50 off",
		"+91 98450 12345":                 "9845012345",
		"98450 12 345":                    "9845012345",
		"(0294) 242-0101":                 "2942420101",
		"+91 98450 asha":                  "98450 asha",
		"101 102":                         "101 102",
		"a b c d e f g h i j":             "a b c d e f g h i j",
		"" + strings.Repeat("ﷺ", 3) + "x": "صلى الله عليه وسلمصلى وسلمx",
	} {
		q, err := Parse(text)
		if err != nil || !slices.Equal(q.words, strings.Fields(want)) {
			t.Errorf("%q is read as %q (%v), want %q", text, q.words, err, want)
		}
	}
	for _, text := range []string{"", " ", "%", "_'\"", "- /", "a b c d e f g h i j k", "+91"} {
		if q, err := Parse(text); err == nil {
			t.Errorf("%q is read as %q", text, q.words)
		}
	}
}

// A word's beginning is stored as the beginning of the word, and of no other one.
func TestTermsBeginAlike(t *testing.T) {
	words := []string{"", "a", "as", "asha", "b", "z", "9", "90", "#9", "अ", "अनीता", "aअ", "ñ"}
	for _, word := range words {
		for _, beginning := range words {
			if strings.HasPrefix(word, beginning) != strings.HasPrefix(term(word), term(beginning)) ||
				strings.Trim(term(word), "0123456789") != "" {
				t.Errorf("%q is stored as %s, and %q as %s", word, term(word), beginning, term(beginning))
			}
		}
	}
}
