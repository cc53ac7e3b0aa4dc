package dunning_test

import (
	"strings"
	"testing"
	"time"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

const (
	dunning   = "/api/dunning/{org}"
	companies = "/api/companies/{org}"
)

func TestDunning(t *testing.T) {
	apptest.EachScenario(t, object{"gstin": apptest.HotelGSTIN}, []apptest.Scenario{
		{Name: "who may not", Run: permissions},
		{Name: "steps", Run: steps},
		{Name: "paused until a day", Run: pauses},
		{Name: "reminded once a step", Run: reminds},
	}, func(t apptest.Reporter, owner *apptest.Caller) { apptest.BooksBalance(t, owner) })
}

func step(days int, interest float64) object {
	return object{"days": days, "interestPercent": interest, "subject": "Reminder from {{organization_name}}",
		"bodyHtml": "<p>Dear {{company_name}}, please pay {{overdue_amount}}.</p>"}
}

func debtor(owner *apptest.Caller) (id string) {
	owner.Server.T.Helper()
	return owner.Post(companies+"/create", object{"name": "Rao Textiles", "canLeaveOnAccount": true,
		"paymentTermsDays": 0, "invoicingEmail": "accounts@rao.example"}).Want(201).Text("data", "_id")
}

func permissions(_ *testing.T, owner *apptest.Caller) {
	none := owner.Member("Porter", object{"rooms": object{"manage": true}})
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	id := debtor(owner)
	for _, p := range []struct {
		method, path, flag string
		body               any
	}{
		{"GET", "/steps", "invoices.view", nil}, {"PUT", "/steps", "invoices.update", object{"steps": []any{}}},
		{"PUT", "/companies/" + id, "invoices.update", object{"pausedFor": "x"}}, {"GET", "/due", "invoices.view", nil},
		{"GET", "/letters", "invoices.view", nil}, {"GET", "/letters/" + id + "/pdf", "invoices.view", nil},
		{"POST", "/letters", "invoices.create", object{"companyId": id}},
	} {
		none.Do(p.method, dunning+p.path, p.body).Refused(403, p.flag)
		stranger.Do(p.method, dunning+p.path, p.body).Refused(403, "not a member")
		owner.Server.Anyone().Do(p.method, strings.ReplaceAll(dunning, "{org}", owner.Org)+p.path, p.body).Refused(401, "")
	}
	elsewhere := owner.AnotherHotel()
	elsewhere.Post(dunning+"/letters", object{"companyId": id}).Bad("companyId")
	elsewhere.Put(dunning+"/companies/"+id, object{"pausedFor": "x"}).Want(404)
}

func steps(_ *testing.T, owner *apptest.Caller) {
	owner.Get(dunning+"/steps").Want(200).Is([]any{}, "data", "steps")
	owner.Get(dunning+"/due").Want(200).Is([]any{}, "data", "companies")
	owner.Put(dunning+"/steps", object{"steps": []any{step(7, 0), step(7, 0)}}).Bad("steps[1].days")
	owner.Put(dunning+"/steps", object{"steps": []any{step(7, 1.234)}}).Bad("steps[0].interestPercent")
	owner.Put(dunning+"/steps", object{"steps": []any{step(7, 0), step(21, 18)}}).Want(200)
	owner.Get(dunning+"/steps").Want(200).Is(21, "data", "steps", 1, "days").Is(18, "data", "steps", 1, "interestPercent")
	owner.Get(dunning + "/due?asOf=nonsense").Bad("asOf")
}

func reminds(t *testing.T, owner *apptest.Caller) {
	id := debtor(owner)
	path := companies + "/" + id
	owner.Put(dunning+"/steps", object{"steps": []any{step(0, 0), step(10, 18)}}).Want(200)
	letters, body := dunning+"/letters", object{"companyId": id}
	owner.Post(letters, body).Refused(400, "due for no reminder")
	invoice := owner.Bill(10000)
	owner.Post(path+"/invoices", object{"invoiceId": invoice}).Want(201)
	owner.Get(dunning+"/due").Want(200).Is(id, "data", "companies", 0, "companyId").
		Is(1, "data", "companies", 0, "invoices", 0, "step")
	owner.Put(dunning+"/companies/"+id, object{"pausedFor": "It contests April"}).Want(200)
	owner.Post(letters, body).Refused(400, "contests April")
	owner.Get(dunning+"/due").Want(200).Is("It contests April", "data", "companies", 0, "pausedFor").
		Is("Rao Textiles", "data", "paused", 0, "company").Is(nil, "data", "paused", 0, "until")
	owner.Put(dunning+"/companies/"+id, object{"pausedFor": ""}).Want(200)
	owner.Get(dunning+"/due").Want(200).Is(nil, "data", "paused")
	keyed := owner.With("Idempotency-Key", "reminder")
	first := keyed.Post(letters, body).Want(201).Is(10000, "data", "amount").Is(0, "data", "interestAmount").
		Is("accounts@rao.example", "data", "email").Text("data", "_id")
	keyed.Post(letters, body).Want(201).Is(first, "data", "_id")
	if name, content := owner.Server.MailedFile("accounts@rao.example"); !strings.HasPrefix(name, "Reminder") ||
		string(content) != string(owner.Download(letters+"/"+first+"/pdf", "application/pdf").Raw) {
		t.Errorf("mailed %s", name)
	}
	owner.Post(letters, body).Refused(400, "due for no reminder") // once a step
	owner.Get(dunning+"/due?asOf="+after(owner, 10)).Want(200).Is(2, "data", "companies", 0, "step").
		Is(49.32, "data", "companies", 0, "interestAmount")
	owner.Post(path+"/payments", object{"amount": 4000, "method": "bank_transfer", "allocations": []any{object{
		"invoiceId": invoice, "amount": 4000, "shortAmount": 100, "shortKind": "dispute", "note": "No breakfast"}}}).Want(201)
	owner.Get(dunning+"/due?asOf="+after(owner, 10)).Want(200).Is([]any{}, "data", "companies") // disputed
	owner.Get(letters+"?companyId="+id).Want(200).Is(1, "pagination", "total").
		Is(invoice, "data", 0, "invoices", 0, "invoiceId")
}

// Who is paused is listed though nothing is due, until the last day of the pause.
func pauses(_ *testing.T, owner *apptest.Caller) {
	id := debtor(owner)
	pause := dunning + "/companies/" + id
	owner.Put(pause, object{"pausedFor": "It pays in May", "until": "soon"}).Bad("until")
	owner.Get(dunning+"/due").Want(200).Is(nil, "data", "paused")
	owner.Put(pause, object{"pausedFor": "It pays in May", "until": after(owner, 5)}).Want(200)
	due := owner.Get(dunning+"/due").Want(200).Is([]any{}, "data", "companies")
	due.Is(id, "data", "paused", 0, "companyId").Is("Rao Textiles", "data", "paused", 0, "company").
		Is("It pays in May", "data", "paused", 0, "pausedFor").Is(after(owner, 5), "data", "paused", 0, "until")
	if due.Text("data", "paused", 0, "setByName") == "" {
		owner.Server.T.Error("nobody has paused it")
	}
	owner.Put(dunning+"/steps", object{"steps": []any{step(0, 0)}}).Want(200)
	owner.Post(companies+"/"+id+"/invoices", object{"invoiceId": owner.Bill(100)}).Want(201)
	owner.Post(dunning+"/letters", object{"companyId": id}).Refused(400, "pays in May")
	owner.Get(dunning+"/due?asOf="+after(owner, 6)).Want(200).Is(nil, "data", "paused").
		Is("", "data", "companies", 0, "pausedFor")
	owner.Put(pause, object{"pausedFor": "It pays in May", "until": after(owner, -1)}).Bad("until")
	owner.Put(pause, object{"until": after(owner, 5)}).Bad("until")
	owner.Get(dunning+"/due").Want(200).Is(id, "data", "paused", 0, "companyId")
	owner.Put(pause, object{}).Want(200)
	owner.Get(dunning+"/due").Want(200).Is(nil, "data", "paused")
	owner.Post(dunning+"/letters", object{"companyId": id, "email": "owner@rao.example"}).Want(201)
}

// after is the day so many days after the hotel's.
func after(owner *apptest.Caller, days int) string {
	day, _ := time.Parse(time.DateOnly, owner.Get(dunning+"/due").Want(200).Text("data", "asOf"))
	return day.AddDate(0, 0, days).Format(time.DateOnly)
}
