package document

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"sarai/internal/kit/kittest/pdftext"
)

func card() Card {
	return Card{Number: "BK-1042", Seller: haveli(), Logo: logo(), Printed: "14 Apr 2026, 12:00", Terms: "I agree to pay.",
		Sections: []CardSection{{"GUEST", []CardField{{"Name", "श्रीमती लक्ष्मी द्विवेदी", 4}, {"Phone", "", 2},
			{"Address", "४०१, शांति निकेतन, महात्मा गांधी मार्ग, Mumbai", 6}}},
			{"STAY", []CardField{{"Rooms", "101 Deluxe", 3}, {"Nights", "2", 1}}}},
		Created: time.Date(2026, 4, 14, 6, 30, 0, 0, time.UTC)}
}

func TestACardShowsWhatIsKnown(t *testing.T) {
	file, err := card().File()
	if err != nil {
		t.Fatal(err)
	}
	text := pdftext.Text(t, file.Content)
	for _, want := range []string{"Registration Card", "Booking BK-1042", "Haveli Sagar", "श्रीमती लक्ष्मी द्विवेदी",
		"४०१, शांति निकेतन, महात्मा गांधी मार्ग, Mumbai", "101 Deluxe", "I agree to pay.", "Signature of the guest"} {
		if !strings.Contains(text, want) {
			t.Errorf("the card doesn't show %q:\n%s", want, text)
		}
	}
	if file.Name != "Registration Card BK-1042.pdf" || strings.Contains(text, "…") {
		t.Errorf("%s shows\n%s", file.Name, text)
	}
	signed := card()
	signed.Signature, signed.SignedOn = logo().Content, "14 Apr 2026"
	again, err := signed.File()
	if err != nil || !strings.Contains(pdftext.Text(t, again.Content), "14 Apr 2026\n") {
		t.Errorf("the signed card has no date: %v", err)
	}
}

// Whatever is on it, a card is one page, and nothing is drawn outside of it.
func TestACardIsOnePage(t *testing.T) {
	for _, value := range []string{"", "Asha", strings.Repeat("द्विवेदी ", 30), strings.Repeat("W", 120),
		strings.Repeat("Wide words ", 300)} {
		c := card()
		c.Terms, c.Seller.Name, c.Seller.Address.Line1 = value, value, value
		c.Sections = nil
		for _, rows := range []int{4, 3, 2, 2} { // as many as the front desk's card has
			section := CardSection{Name: "SECTION"}
			for range rows * 3 {
				section.Fields = append(section.Fields, CardField{"Field", value, 2})
			}
			c.Sections = append(c.Sections, section)
		}
		file, err := c.File()
		if err != nil {
			t.Fatal(err)
		}
		if pages := pdftext.Pages(t, file.Content); len(pages) != 1 || !strings.Contains(pages[0], "For the hotel") {
			t.Errorf("the card has %d pages: %s", len(pages), pages)
		}
		if again, err := c.File(); err != nil || !bytes.Equal(file.Content, again.Content) {
			t.Errorf("the same card is drawn differently: %v", err)
		}
	}
}

func TestAListGoesOnWithTheNextPage(t *testing.T) {
	l := List{Kind: ArrivalsList, Date: "2026-04-14", Seller: haveli(), Summary: "80 bookings",
		Printed: "14 Apr 2026, 12:00",
		Columns: []ListColumn{{Title: "Guest", Share: 3}, {Title: "Nights", Share: 1, Number: true},
			{Title: "Done", Share: 1, Tick: true}},
		Created: time.Date(2026, 4, 14, 6, 30, 0, 0, time.UTC)}
	for g := range 4 {
		group := ListGroup{Name: fmt.Sprint("Floor ", g)}
		for i := range 20 {
			group.Rows = append(group.Rows, []string{fmt.Sprintf("लक्ष्मी %d-%d\nBK-%d", g, i, i), "2", ""})
		}
		l.Groups = append(l.Groups, group)
	}
	file, err := l.File()
	if err != nil {
		t.Fatal(err)
	}
	pages := pdftext.Pages(t, file.Content)
	if len(pages) < 2 || file.Name != "Arrivals 2026-04-14.pdf" {
		t.Fatalf("%s has %d pages", file.Name, len(pages))
	}
	whole := strings.Join(pages, "\n")
	for g := range 4 {
		for i := range 20 {
			if strings.Count(whole, fmt.Sprintf("लक्ष्मी %d-%d\n", g, i)) != 1 {
				t.Errorf("the row %d-%d isn't shown once:\n%s", g, i, whole)
			}
		}
	}
	for _, page := range pages {
		if !strings.Contains(page, "Guest\tNights\tDone") || !strings.Contains(page, fmt.Sprintf("of %d", len(pages))) {
			t.Errorf("a page has no heads or number:\n%s", page)
		}
	}
	l.Groups = nil
	if file, err = l.File(); err != nil || len(pdftext.Pages(t, file.Content)) != 1 {
		t.Errorf("an empty list: %v", err)
	}
}
