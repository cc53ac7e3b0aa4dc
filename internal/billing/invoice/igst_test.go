package invoice_test

import (
	"testing"

	"sarai/internal/app/apptest"
)

// The simulator has this number as that of a unit in a special economic zone.
const inZone = "29AAACH0000A1ZN"

// Where a buyer owes IGST, which isn't charged, CGST isn't charged in its place, over HTTP on both engines.
func TestOwedIGST(t *testing.T) {
	apptest.EachScenario(t, object{"gstin": apptest.HotelGSTIN}, []apptest.Scenario{
		{Name: "the records say that the buyer is in a zone", Run: zoneByRecords},
		{Name: "the hotel says that the buyer is in a zone", Run: zoneByHotel},
		{Name: "a check-out issues nothing to a zone", Run: zoneAtCheckOut},
		{Name: "a check-out issues nothing to an unknown buyer", Run: unknownAtCheckOut},
		{Name: "a buyer in another state", Run: buyerElsewhere},
	}, apptest.BooksHold)
}

// taxed is an invoice of no stay, with a line that bears this tax.
func taxed(taxID, sac string, buyer object) object {
	return object{"buyer": object{"name": "Garden City Software"}.Merged(buyer), "lines": []object{{
		"description": "Something", "unitPrice": 1000, "sac": sac, "taxId": taxID}}}
}

// atOnce is a request that has the invoice issued at once.
func atOnce(body object) object { return body.Merged(object{"issue": true}) }

func zoneByRecords(_ *testing.T, owner *apptest.Caller) {
	gst := owner.CreateTax(nil)
	body := taxed(gst, "996334", object{"gstin": inZone})
	owner.Post(apptest.Invoices+"/create", atOnce(body)).Bad("buyer.gstin").Refused(400, "special economic zone")
	owner.Get(apptest.Invoices+"/list").Want(200).Is(0, "pagination", "total")
	draft := owner.CreateInvoice(body).Is("igst", "data", "warnings", 0, "code").Is(true, "data", "buyer", "sez")
	path := apptest.Invoices + "/" + draft.Text("data", "_id")
	owner.Post(path+"/issue", nil).Bad("buyer.gstin")
	owner.Get(path).Want(200).Is("draft", "data", "status").Is("igst", "data", "warnings", 0, "code")
	// Another buyer isn't in the zone, nor is one without a GSTIN.
	owner.Put(path+"/update", object{"buyer": object{"gstin": nil}}).Want(200).Is([]any{}, "data", "warnings")
	owner.Put(path+"/update", object{"buyer": object{"gstin": inZone}}).Want(200).Is("igst", "data", "warnings", 0, "code")
	owner.Put(path+"/update", object{"buyer": object{"gstin": "08AAPFU0939F1ZV"}}).Want(200)
	owner.Post(path+"/issue", nil).Want(200).Is("INV-1", "data", "invoiceNumber")
	// Without GST there is nothing to owe.
	free := body.Merged(object{"issue": true, "lines": []object{{"description": "Deposit", "unitPrice": 1000}}})
	owner.CreateInvoice(free).Is([]any{}, "data", "warnings").Is("INV-2", "data", "invoiceNumber")
}

func zoneByHotel(_ *testing.T, owner *apptest.Caller) {
	gst := owner.CreateTax(nil)
	body := taxed(gst, "996334", object{"gstin": "08AAPFU0939F1ZV", "sez": true})
	owner.Post(apptest.Invoices+"/create", atOnce(body)).Bad("buyer.gstin")
	draft := owner.CreateInvoice(body).Is("igst", "data", "warnings", 0, "code")
	path := apptest.Invoices + "/" + draft.Text("data", "_id")
	owner.Post(path+"/issue", nil).Bad("buyer.gstin")
	owner.Put(path+"/update", object{"buyer": object{"sez": false}}).Want(200).Is([]any{}, "data", "warnings")
	owner.Post(path+"/issue", nil).Want(200)
	// What the records say stands.
	owner.Post(apptest.Invoices+"/create", atOnce(taxed(gst, "996334", object{"gstin": inZone, "sez": false}))).
		Bad("buyer.gstin")
}

// leaveAs lets a guest with this GSTIN leave, and returns the path of the invoice.
func leaveAs(owner *apptest.Caller, gstin string) string {
	owner.SetBilling(object{"issueAtCheckout": true})
	booking := owner.BookFromToday()
	guest := owner.Get(apptest.BookingPath(booking, "")).Text("data", "guestId")
	owner.Put("/api/guests/{org}/"+guest+"/update", object{"gstin": gstin, "company": "Garden City"}).Want(200)
	owner.Arrive(booking)
	owner.Leave(booking, nil)
	return apptest.Invoices + "/" + owner.InvoicesOf(booking).Is("draft", "data", 0, "status").Text("data", 0, "_id")
}

func zoneAtCheckOut(_ *testing.T, owner *apptest.Caller) {
	owner.Post("/api/gst/{org}/check", object{"gstin": inZone}).Want(200).Is("SEZ", "data", "taxpayerType")
	path := leaveAs(owner, inZone)
	owner.Get(path).Want(200).Is("igst", "data", "warnings", 0, "code")
	owner.Post(path+"/issue", nil).Bad("buyer.gstin")
}

func unknownAtCheckOut(_ *testing.T, owner *apptest.Caller) {
	path := leaveAs(owner, "27AAAAA0000A1Z2")
	owner.Get(path).Want(200).Is("other-state", "data", "warnings", 0, "code").
		Is("buyer-unknown", "data", "warnings", 1, "code")
	owner.Post(path+"/issue", nil).Want(200).Is("INV-1", "data", "invoiceNumber")
}

func buyerElsewhere(_ *testing.T, owner *apptest.Caller) {
	gst := owner.CreateTax(nil)
	elsewhere := object{"gstin": "27AAPFU0939F1ZV"}
	owner.CreateInvoice(atOnce(taxed(gst, "996334", elsewhere))).
		Is("other-state", "data", "warnings", 0, "code").Is("INV-1", "data", "invoiceNumber")
	owner.Post(apptest.Invoices+"/create", atOnce(taxed(gst, "996601", elsewhere))).Bad("buyer.gstin").
		Refused(400, "Maharashtra")
	owner.CreateInvoice(taxed(gst, "996601", elsewhere)).Is("igst", "data", "warnings", 0, "code")
	here := object{"gstin": "08AAPFU0939F1ZV"}
	owner.CreateInvoice(atOnce(taxed(gst, "996601", here))).Is([]any{}, "data", "warnings")
}
