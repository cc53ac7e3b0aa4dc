package document

import (
	"strings"
	"testing"

	"sarai/internal/country/words"
	"sarai/internal/kit/kittest/pdftext"
)

// inHindi fails if a piece of the text is an English one that there are Hindi words for, or if one of the wanted ones
// isn't in it.
func inHindi(t *testing.T, name, text string, wanted ...string) {
	t.Helper()
	for _, piece := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\t' }) {
		if said := words.Hindi.Say(piece); said != piece {
			t.Errorf("%s says %q, and not %q", name, piece, said)
		}
	}
	for _, want := range wanted {
		if !strings.Contains(text, want) {
			t.Errorf("%s doesn't say %q:\n%s", name, want, text)
		}
	}
}

func TestPapersAreInTheHotelsLanguage(t *testing.T) {
	wanted := map[string][]string{
		"invoice": {"टैक्स इनवॉइस / Tax Invoice", "17 अप्रैल 2026", "राजस्थान (08)", "कमरों पर GST 5%",
			"टैक्स योग्य मूल्य", "सत्ताईस हज़ार दो सौ दस रुपये और पैंतालीस पैसे मात्र", "अधिकृत हस्ताक्षरकर्ता", "पृष्ठ 1 / 1"},
		"draft":      {"ड्राफ़्ट"},
		"supply":     {"बिल ऑफ़ सप्लाई / Bill of Supply", "GST नहीं लिया गया है"},
		"creditnote": {"क्रेडिट नोट / Credit Note", "INV/26-27/118, 17 अप्रैल 2026", "कारण: The air"},
		"refund":     {"रिफ़ंड वाउचर / Refund Voucher", "लौटाई गई रकम"},
		"quotation":  {"कोटेशन", "यह प्रस्ताव है, इनवॉइस नहीं।"},
		"long":       {", आगे"},
	}
	for name, p := range papers() {
		p.Seller.Language, p.Facts = words.Hindi, nil
		content, err := p.PDF()
		if err != nil {
			t.Fatal(err)
		}
		inHindi(t, name, pdftext.Text(t, content), wanted[name]...)
		if !strings.HasPrefix(p.FileName(), p.Title()) {
			t.Errorf("the file of %s is named %s", name, p.FileName())
		}
	}
}

func TestCardsAndListsAreInTheHotelsLanguage(t *testing.T) {
	c, l := card(), List{Kind: ArrivalsList, Date: "2026-04-14", Seller: haveli(),
		Columns: []ListColumn{{Title: "Guest", Share: 3}, {Title: "Done", Share: 1, Tick: true}}}
	c.Seller.Language, l.Seller.Language = words.Hindi, words.Hindi
	onCard, err := c.File()
	if err != nil {
		t.Fatal(err)
	}
	inHindi(t, "the card", pdftext.Text(t, onCard.Content),
		"रजिस्ट्रेशन कार्ड", "बुकिंग BK-1042", "मेहमान के हस्ताक्षर")
	onList, err := l.File()
	if err != nil {
		t.Fatal(err)
	}
	inHindi(t, "the list", pdftext.Text(t, onList.Content), "आगमन, मंगल, 14 अप्रैल 2026", "मेहमान\tहो गया")
}
