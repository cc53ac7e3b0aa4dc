package issuedstatement_test

import (
	"strings"
	"testing"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

const companies = "/api/companies/{org}"

func TestIssuedStatements(t *testing.T) {
	apptest.EachScenario(t, object{"gstin": apptest.HotelGSTIN}, []apptest.Scenario{
		{Name: "who may not", Run: permissions},
		{Name: "issued, mailed and kept", Run: issues},
	}, func(t apptest.Reporter, owner *apptest.Caller) { apptest.BooksBalance(t, owner) })
}

// debtor is a company that owes 1,000 for a bill.
func debtor(owner *apptest.Caller) (path string) {
	owner.Server.T.Helper()
	path = companies + "/" + owner.Post(companies+"/create", object{"name": "Rao Textiles", "canLeaveOnAccount": true,
		"email": "desk@rao.example", "invoicingEmail": "accounts@rao.example"}).Want(201).Text("data", "_id")
	owe(owner, path)
	return path
}

func owe(owner *apptest.Caller, path string) {
	owner.Server.T.Helper()
	owner.Post(path+"/invoices", object{"invoiceId": owner.Bill(1000)}).Want(201)
}

func permissions(_ *testing.T, owner *apptest.Caller) {
	path := debtor(owner) + "/statements"
	made := path + "/" + owner.Post(path, object{}).Want(201).Text("data", "_id")
	none := owner.Member("Porter", object{"rooms": object{"manage": true}})
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	for _, p := range []struct{ method, path, flag string }{
		{"POST", path, "invoices.create"}, {"GET", path, "invoices.view"}, {"GET", made, "invoices.view"},
		{"GET", made + "/pdf", "invoices.view"}, {"POST", made + "/send", "invoices.update"},
	} {
		var body any
		if p.method == "POST" {
			body = object{}
		}
		none.Do(p.method, p.path, body).Refused(403, p.flag)
		stranger.Do(p.method, p.path, body).Refused(403, "not a member")
		owner.Server.Anyone().Do(p.method, strings.ReplaceAll(p.path, "{org}", owner.Org), body).Refused(401, "")
	}
	elsewhere := owner.AnotherHotel()
	elsewhere.Get(made).Want(404)
	elsewhere.Post(path, object{}).Want(404)
	other := companies + "/" + owner.Post(companies+"/create", object{"name": "Mehta"}).Want(201).Text("data", "_id")
	owner.Get(strings.Replace(made, path, other+"/statements", 1)).Want(404)
	owner.Post(other+"/statements", object{}).Refused(400, "no account")
	owner.Post(path, object{"from": "2026-04-14", "to": "2026-04-01"}).Bad("to")
	owner.Post(made+"/send", object{"email": "nobody"}).Bad("email")
}

func issues(t *testing.T, owner *apptest.Caller) {
	path := debtor(owner)
	keyed := owner.With("Idempotency-Key", "statement")
	body := object{"from": "2026-04-01", "to": "2026-04-14"}
	first := keyed.Post(path+"/statements", body).Want(201).Is("ST-1", "data", "statementNumber").
		Is(0, "data", "openingBalance").Is(1000, "data", "closingBalance").Is([]any{}, "data", "mails")
	made := path + "/statements/" + first.Text("data", "_id")
	keyed.Post(path+"/statements", body).Want(201).Is("ST-1", "data", "statementNumber")
	before := owner.Download(made+"/pdf", "application/pdf").Raw
	owe(owner, path) // what comes later doesn't change it
	owner.Get(made).Want(200).Is(1000, "data", "closingBalance")
	if string(owner.Download(made+"/pdf", "application/pdf").Raw) != string(before) {
		t.Error("the paper has changed")
	}
	owner.Post(made+"/send", object{}).Want(201).Is("accounts@rao.example", "data", "mails", 0, "email")
	if name, content := owner.Server.MailedFile("accounts@rao.example"); name != "Statement of account ST-1.pdf" ||
		string(content) != string(before) {
		t.Errorf("mailed %s, of %d bytes", name, len(content))
	}
	owner.Post(made+"/send", object{"email": "boss@rao.example"}).Want(201).
		Is("boss@rao.example", "data", "mails", 1, "email")
	owner.Post(path+"/statements", body).Want(201).Is("ST-2", "data", "statementNumber").
		Is(2000, "data", "closingBalance")
	owner.Get(path+"/statements").Want(200).Is(2, "pagination", "total").Is("ST-2", "data", 0, "statementNumber").
		Is("boss@rao.example", "data", 1, "mails", 1, "email")
}
