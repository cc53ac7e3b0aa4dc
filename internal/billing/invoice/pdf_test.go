package invoice_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/kittest/pdftext"
)

const pdfType = "application/pdf"

// An invoice's PDF stays as it was issued, byte for byte: on another day, and after the hotel has changed its name, its
// address and its logo. The next invoice shows the changes.
func TestAnIssuedPDFNeverChanges(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel(object{"name": "Haveli Sagar", "gstin": "08AAACH0000A1ZR", "address": apptest.Address()})
		owner.Put(apptest.LogoImage, apptest.Picture(300, 120)).Want(200)
		issue := func() string {
			return owner.CreateInvoice(object{"lines": []object{{"description": "Banquet", "unitPrice": 1000}},
				"buyer": object{"name": "श्रीमती लक्ष्मी द्विवेदी", "address": apptest.Address()}, "issue": true}).
				Text("data", "_id")
		}
		first := issue()
		issued := owner.Download(apptest.Invoices+"/"+first+"/pdf", pdfType)
		for _, want := range []string{"INV-1", "Haveli Sagar", "श्रीमती लक्ष्मी द्विवेदी", "Rupees One Thousand Only",
			"08AAACH0000A1ZR"} {
			if text := pdftext.Text(t, issued.Raw); !strings.Contains(text, want) {
				t.Errorf("it doesn't say %s:\n%s", want, text)
			}
		}
		if !bytes.Contains(issued.Raw, []byte("/Subtype /Image /Width 300 /Height 120")) {
			t.Error("it doesn't have the logo")
		}
		owner.Put("/api/organization/{org}/update", object{"name": "Lake Palace", "address": object{"line1": "1 New Road"},
			"phone": "+91 141 222 0101"}).Want(200)
		owner.Put(apptest.LogoImage, apptest.Picture(200, 200)).Want(200)
		s.Clock.Advance(40 * 24 * time.Hour)
		owner = s.Login(owner.Org, owner.Email)
		again := owner.Download(apptest.Invoices+"/"+first+"/pdf", pdfType)
		if !bytes.Equal(again.Raw, issued.Raw) {
			t.Errorf("it has become\n%s\nand was\n%s", pdftext.Text(t, again.Raw), pdftext.Text(t, issued.Raw))
		}
		const want = `attachment; filename="Tax Invoice INV-1.pdf"; filename*=UTF-8''Tax%20Invoice%20INV-1.pdf`
		if got := again.Header.Get("Content-Disposition"); got != want {
			t.Errorf("it comes as %s", got)
		}
		next := owner.Download(apptest.Invoices+"/"+issue()+"/pdf", pdfType)
		if text := pdftext.Text(t, next.Raw); !strings.Contains(text, "Lake Palace") ||
			!strings.Contains(text, "1 New Road") || !bytes.Contains(next.Raw, []byte("/Width 200 /Height 200")) {
			t.Errorf("the next one says\n%s", text)
		}
		owner.Delete(apptest.LogoImage).Want(200)
		if again := owner.Download(apptest.Invoices+"/"+first+"/pdf", pdfType); !bytes.Equal(again.Raw, issued.Raw) {
			t.Error("it lost its logo")
		}
	})
}

// The mail of an invoice carries the very file that is downloaded.
func TestMailCarriesThePDF(t *testing.T) {
	s := apptest.New(t, "sqlite")
	owner := s.Hotel(object{"gstin": "08AAACH0000A1ZR"})
	i := owner.CreateInvoice(object{"lines": []object{{"description": "Banquet", "unitPrice": 1000}},
		"buyer": object{"name": "Rao Textiles", "email": "accounts@rao.example"}, "issue": true}).Text("data", "_id")
	owner.Post(apptest.Invoices+"/"+i+"/send", object{}).Want(200)
	name, content := s.MailedFile("accounts@rao.example")
	downloaded := owner.Download(apptest.Invoices+"/"+i+"/pdf", pdfType)
	if name != "Tax Invoice INV-1.pdf" || !bytes.Equal(content, downloaded.Raw) {
		t.Errorf("%s of %d bytes is enclosed", name, len(content))
	}
}

// An invoice names who shared the stay's rooms, as it was when it was issued.
func TestAnInvoiceNamesWhoShared(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		booking := owner.BookFromToday()
		people := apptest.BookingPath(booking, "/guests")
		room := owner.Get(people).Text("data", "rooms", 0, "roomId")
		draft := owner.CreateInvoice(object{"bookingId": booking})
		if strings.Contains(string(draft.Raw), `"sharers"`) {
			t.Errorf("nobody shares: %s", draft.Raw)
		}
		ravi := owner.Post(people, object{"roomId": room, "name": "Ravi Rao"}).Want(201).
			Text("data", "rooms", 0, "guests", 1, "stayGuestId")
		owner.Post(people, object{"roomId": room, "name": "Tara Rao", "age": 7}).Want(201)
		one := apptest.Invoices + "/" + draft.Text("data", "_id")
		owner.Post(one+"/issue", nil).Want(200).Is("Ravi Rao, Tara Rao", "data", "sharers").
			Is("Asha Rao", "data", "guestName")
		issued := owner.Download(one+"/pdf", pdfType)
		for _, want := range []string{"Shared with", "Ravi Rao, Tara Rao"} {
			if text := pdftext.Text(t, issued.Raw); !strings.Contains(text, want) {
				t.Errorf("it doesn't say %s:\n%s", want, text)
			}
		}
		owner.Put(people+"/"+ravi, object{"name": "Dev Rao"}).Want(200)
		owner.Delete(people + "/" + ravi).Want(200)
		if again := owner.Download(one+"/pdf", pdfType); !bytes.Equal(again.Raw, issued.Raw) {
			t.Errorf("it has become\n%s", pdftext.Text(t, again.Raw))
		}
		owner.Get(one).Is("Ravi Rao, Tara Rao", "data", "sharers")
	})
}
