package schedule_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

const path = "/api/analytics/{org}/schedules"

func TestSchedules(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may", Run: whoMay},
		{Name: "what is refused", Run: refused},
		{Name: "changes", Run: changes},
		{Name: "every morning, once", Run: everyMorning},
		{Name: "weeks and months", Run: weeksAndMonths},
		{Name: "every report", Run: everyReport},
		{Name: "who has left gets none", Run: whoHasLeft},
	})
}

// flash is the flash report every day at seven.
func flash(members ...*apptest.Caller) object {
	ids := []any{}
	for _, m := range members {
		ids = append(ids, m.UserID)
	}
	return object{"name": "Flash every morning", "report": "flash", "format": "pdf", "every": "day", "hour": 7,
		"members": ids}
}

func schedule(owner *apptest.Caller, body object) string {
	owner.Server.T.Helper()
	return owner.Post(path+"/create", body).Want(201).Text("data", "_id")
}

// look does what the job does.
func look(owner *apptest.Caller) {
	owner.Server.T.Helper()
	if err := owner.Server.App.SendReports(context.Background()); err != nil {
		owner.Server.T.Fatal(err)
	}
}

// at moves the clock to a time in the hotel's zone, and sends what is due.
func at(owner *apptest.Caller, moment string) *apptest.Caller {
	owner.Server.T.Helper()
	zone, _ := time.LoadLocation("Asia/Kolkata")
	instant, err := time.ParseInLocation("2006-01-02 15:04", moment, zone)
	if err != nil {
		owner.Server.T.Fatal(err)
	}
	owner.Server.Clock.Set(instant)
	look(owner)
	return owner.Again()
}

// got fails unless so many mails of the words have come to the member.
func got(member *apptest.Caller, words string, number int) {
	member.Server.T.Helper()
	if letters := member.Server.Mailed(member.Email, words); len(letters) != number {
		member.Server.T.Errorf("%d mails for %s say %q, want %d", len(letters), member.Email, words, number)
	}
}

func whoMay(_ *testing.T, owner *apptest.Caller) {
	id := schedule(owner, flash(owner))
	clerk := owner.Member("Clerk", object{"payments": object{"view": true, "create": true}})
	other, anyone := owner.Server.Hotel(), owner.Server.Anyone()
	other.Org, anyone.Org = owner.Org, owner.Org
	for _, one := range []struct{ method, path string }{{"GET", path}, {"GET", path + "/" + id},
		{"POST", path + "/create"}, {"PUT", path + "/" + id}, {"DELETE", path + "/" + id},
		{"POST", path + "/" + id + "/send"}} {
		anyone.Do(one.method, one.path, flash(owner)).Refused(401, "")
		other.Do(one.method, one.path, flash(owner)).Refused(403, "not a member")
	}
	clerk.Get(path).Want(200)
	clerk.Put(path+"/"+id, object{"hour": 8}).Refused(403, "payments.update")
	clerk.Delete(path+"/"+id).Refused(403, "payments.delete")
	sheet := flash(clerk).Merged(object{"report": "balance-sheet", "format": "xlsx"})
	clerk.Post(path+"/create", sheet).Refused(403, "accounts.view")
	owner.Post(path+"/create", sheet).Bad("members[0]")
	clerk.Post(path+"/create", flash(clerk)).Want(201)
}

func refused(_ *testing.T, owner *apptest.Caller) {
	stranger := owner.Server.Hotel()
	for field, body := range map[string]object{
		"members":    {"members": []any{}},
		"members[0]": {"members": []any{stranger.UserID}},
		"report":     {"report": "everything"},
		"format":     {"report": "revenue", "format": "pdf"},
		"every":      {"every": "hour"},
		"weekday":    {"every": "week"},
		"monthDay":   {"every": "month", "monthDay": 29},
		"hour":       {"hour": 24},
		"name":       {"name": "A\nB"},
	} {
		owner.Post(path+"/create", flash(owner).Merged(body)).Bad(field)
	}
	owner.Post(path+"/create", flash(owner).Merged(object{"weekday": 3})).Bad("weekday")
	id := schedule(owner, flash(owner))
	owner.Put(path+"/"+id, object{"every": "week"}).Bad("weekday")
	owner.Get(path+"/665f1c2ab7e4d90012ab34cd").Refused(404, "no such schedule")
	owner.Put(path+"/665f1c2ab7e4d90012ab34cd", object{"hour": 8}).Refused(404, "no such schedule")
	if list := owner.Get(path).Want(200).List("data"); len(list) != 1 {
		owner.Server.T.Errorf("there are %v", list)
	}
}

func changes(_ *testing.T, owner *apptest.Caller) {
	id := schedule(owner, flash(owner))
	owner.Put(path+"/"+id, object{}).Want(200).Is(1.0, "data", "version")
	owner.Put(path+"/"+id, object{"every": "week", "weekday": 1}).Want(200).Is(2.0, "data", "version").
		Is("week", "data", "every")
	owner.With("If-Match", `"1"`).Put(path+"/"+id, object{"hour": 9}).Refused(400, "present version")
	owner.Delete(path + "/" + id).Want(200)
	owner.Get(path+"/"+id).Refused(404, "no such schedule")
}

func everyMorning(t *testing.T, owner *apptest.Caller) {
	manager := owner.Member("Manager", object{"payments": object{"view": true}})
	id := schedule(owner, flash(owner, manager))
	look(owner)
	got(manager, "Flash every morning", 0) // it was due before it was made
	owner = at(owner, "2026-04-15 06:59")
	got(manager, "Flash every morning", 0)
	owner = at(owner, "2026-04-15 07:00")
	owner.Server.AtOnce(4, func(int) error { return owner.Server.App.SendReports(context.Background()) })
	got(manager, "Flash every morning", 1)
	name, content := owner.Server.MailedFile(manager.Email)
	if !strings.HasSuffix(name, ".pdf") || !strings.HasPrefix(string(content), "%PDF") {
		t.Errorf("the file %s begins with %.8q", name, content)
	}
	owner.Get(path+"/"+id).Want(200).Is(2.0, "data", "sentTo").Is("2026-04-15T01:30:00.000Z", "data", "sentAt")
	owner = at(owner, "2026-04-18 12:00") // days without a server: the last one is sent
	got(manager, "Flash every morning", 2)
	owner.Put(path+"/"+id, object{"isActive": false}).Want(200)
	owner = at(owner, "2026-04-20 12:00")
	got(manager, "Flash every morning", 2)
	owner.Put(path+"/"+id, object{"isActive": true}).Want(200)
	look(owner)
	got(manager, "Flash every morning", 2)
	manager.Again().Post(path+"/"+id+"/send", nil).Want(200)
	got(manager, "Flash every morning", 3)
}

// reader may see all that is scheduled.
func reader(owner *apptest.Caller) *apptest.Caller {
	view := object{"view": true}
	return owner.Member("Reader", object{"payments": view, "accounts": view, "bookings": view})
}

func weeksAndMonths(_ *testing.T, owner *apptest.Caller) {
	reader := reader(owner)
	schedule(owner, flash(reader).Merged(object{"name": "Weekly", "report": "revenue", "format": "xlsx",
		"every": "week", "weekday": 1}))
	schedule(owner, flash(reader).Merged(object{"name": "Monthly", "report": "profit-and-loss", "format": "xlsx",
		"every": "month", "monthDay": 2}))
	owner = at(owner, "2026-04-19 23:00")
	got(reader, "Weekly", 0)
	owner = at(owner, "2026-04-20 07:10")
	got(reader, "revenue-2026-04-13-2026-04-19.xlsx", 1)
	owner = at(owner, "2026-05-02 07:00")
	got(reader, "profit-and-loss-by-account-2026-04-01-2026-04-30.xlsx", 1)
	got(reader, "Weekly", 2)
	at(owner, "2026-05-03 07:00")
	got(reader, "profit-and-loss-by-account-2026-04-01-2026-04-30.xlsx", 1)
}

func everyReport(_ *testing.T, owner *apptest.Caller) {
	reader := reader(owner)
	for file, body := range map[string]object{
		"Flash Report 2026-04-13.pdf":                           {"report": "flash", "format": "pdf"},
		"flash-2026-04-13.xlsx":                                 {"report": "flash", "format": "xlsx"},
		"Papers of the month 2026-04-30.pdf":                    {"report": "month-papers", "format": "pdf"},
		"balance-sheet-2026-04-13.xlsx":                         {"report": "balance-sheet", "format": "xlsx"},
		"profit-and-loss-by-account-2026-04-13-2026-04-13.xlsx": {"report": "profit-and-loss", "format": "xlsx"},
		"revenue-2026-04-13-2026-04-13.xlsx":                    {"report": "revenue", "format": "xlsx"},
		"production-by-source-2026-04-13-2026-04-13.xlsx":       {"report": "production", "format": "xlsx"},
		"production-by-company-2026-04-13-2026-04-13.xlsx":      {"report": "companies", "format": "xlsx"},
		"cancellations-by-source-2026-04-13-2026-04-13.xlsx":    {"report": "cancellations", "format": "xlsx"},
		"guest-statistics-2026-04.xlsx":                         {"report": "guests", "format": "xlsx"},
		"forecast-2026-04-14-2026-05-13.xlsx":                   {"report": "forecast", "format": "xlsx"},
	} {
		id := schedule(owner, flash(reader).Merged(body))
		reader.Post(path+"/"+id+"/send", nil).Want(200)
		got(reader, file, 1)
	}
}

func whoHasLeft(_ *testing.T, owner *apptest.Caller) {
	manager := owner.Member("Manager", object{"payments": object{"view": true}})
	id := schedule(owner, flash(owner, manager))
	owner.Put("/api/users/{org}/"+manager.UserID+"/update", object{"isActive": false}).Want(200)
	owner = at(owner, "2026-04-15 08:00")
	got(manager, "Flash every morning", 0)
	owner.Get(path+"/"+id).Want(200).Is(1.0, "data", "sentTo")
}
