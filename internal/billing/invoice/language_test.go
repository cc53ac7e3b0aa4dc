package invoice_test

import (
	"bytes"
	"strings"
	"testing"

	"sarai/internal/app/apptest"
	"sarai/internal/country/words"
	"sarai/internal/kit/kittest/pdftext"
)

const organization = "/api/organization/{org}"

// A hotel whose papers are in Hindi writes new lines and papers in it. What was posted and issued before stays as it
// is.
func TestPapersInHindi(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel(object{"gstin": apptest.HotelGSTIN, "address": apptest.Address()})
		rooms := owner.CreateRooms(2)
		first := owner.Book("2026-04-14", "2026-04-15", rooms[0])
		owner.Arrive(first)
		before := issued(owner, first)
		english := owner.Download(apptest.Invoices+"/"+before+"/pdf", pdfType)

		owner.Get(organization).Want(200).Is("en", "data", "documentLanguage")
		for _, bad := range []any{"fr", "", nil, 5, "hindi"} {
			owner.Put(organization+"/update", object{"documentLanguage": bad}).Bad("documentLanguage")
		}
		owner.Member("Desk", object{"bookings": object{"manage": true}}).
			Put(organization+"/update", object{"documentLanguage": "hi"}).Refused(403, "organization.update")
		owner.Put(organization+"/update", object{"documentLanguage": "hi"}).Want(200)
		owner.Get(organization).Want(200).Is("hi", "data", "documentLanguage")

		second := owner.Book("2026-04-14", "2026-04-16", rooms[1])
		owner.Arrive(second)
		owner.CheckedFolio(second).Is("कमरा 102, मंगल, 14 अप्रैल 2026 की रात", "data", "lines", 0, "description")
		owner.CheckedFolio(first).Is("Room 101, night of Tue, 14 Apr 2026", "data", "lines", 0, "description")
		after := issued(owner, second)
		owner.Get(apptest.Invoices+"/"+after).Want(200).Is("hi", "data", "seller", "language").
			Is("दस हज़ार रुपये मात्र", "data", "totalInWords")
		says(t, owner, apptest.Invoices+"/"+after+"/pdf", "टैक्स इनवॉइस / Tax Invoice", "14 अप्रैल 2026",
			"राजस्थान (08)", "कमरा 102, मंगल, 14 अप्रैल 2026 की रात", "कमरों पर GST 5%", "CGST", "दस हज़ार रुपये मात्र",
			"कुल रकम पंक्तियों का जोड़ है।")
		again := owner.Download(apptest.Invoices+"/"+before+"/pdf", pdfType)
		if !bytes.Equal(again.Raw, english.Raw) {
			t.Errorf("what was issued in English has become\n%s", pdftext.Text(t, again.Raw))
		}

		note := owner.Post("/api/credit-notes/{org}/create", object{"invoiceId": after, "reason": "AC"}).Want(201)
		says(t, owner, "/api/credit-notes/{org}/"+note.Text("data", "_id")+"/pdf", "क्रेडिट नोट / Credit Note",
			"कारण: AC")
		owner.CheckedFolio(second).Is("क्रेडिट नोट CN-1: कमरा 102, मंगल, 14 अप्रैल 2026 की रात",
			"data", "lines", 6, "description")
		paid := owner.Pay(object{"bookingId": second, "amount": 500}).Want(201).Text("data", "_id")
		says(t, owner, apptest.Payments+"/"+paid+"/pdf", "प्राप्ति वाउचर", "नक़द", "ठहराव का एडवांस, बुकिंग BK-2")
		says(t, owner, apptest.BookingPath(second, "/registration-card"), "रजिस्ट्रेशन कार्ड", "किस साधन से आए",
			"16 अप्रैल 2026, 11:00 तक", "क़ानून", "₹5,000.00")
		says(t, owner, "/api/bookings/{org}/arrivals/pdf", "आगमन, मंगल, 14 अप्रैल 2026", "2 बुकिंग, 2 कमरे, 4 व्यक्ति",
			"चेक-इन हुआ")
		says(t, owner, "/api/rooms/{org}/housekeeping/pdf", "हाउसकीपिंग, मंगल, 14 अप्रैल 2026",
			"मंज़िल 1", "स्थिति", "भरा हुआ")
		owner.Post("/api/policies/{org}/create", object{"name": "Flexible", "kind": "cancellation",
			"steps": []object{{"untilHoursBeforeCheckIn": 48, "fee": object{"kind": "fixed", "value": 0}},
				{"fee": object{"kind": "nights", "value": 1}}}}).Want(201).
			Is("चेक-इन से 48 घंटे पहले तक कैंसल करना मुफ़्त है। उसके बाद पहली रात का किराया लगेगा।", "data", "text")
	})
}

// issued is the invoice of the booking's folio.
func issued(owner *apptest.Caller, bookingID string) string {
	return owner.CreateInvoice(object{"bookingId": bookingID, "issue": true}).Text("data", "_id")
}

// says fails unless the paper has these texts, and none in English of those that it has Hindi words for.
func says(t *testing.T, c *apptest.Caller, path string, wanted ...string) {
	t.Helper()
	text := pdftext.Text(t, c.Download(path, pdfType).Raw)
	flat := strings.Join(strings.Fields(text), " ")
	for _, want := range wanted {
		if !strings.Contains(flat, want) {
			t.Errorf("%s doesn't say %q:\n%s", path, want, text)
		}
	}
	for _, piece := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\t' }) {
		if said := words.Hindi.Say(piece); said != piece {
			t.Errorf("%s says %q, and not %q", path, piece, said)
		}
	}
}
