package schedule_test

import (
	"strings"
	"testing"

	"sarai/internal/app/apptest"
)

const kept = "/api/analytics/{org}/kept-reports"

func TestKeptReports(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may", Run: whoMayKeep},
		{Name: "what is refused", Run: keptRefused},
		{Name: "changes and files", Run: keptChanges},
		{Name: "shared ones", Run: shared},
		{Name: "scheduled", Run: keptScheduled},
		{Name: "a schedule's choice", Run: choices},
		{Name: "its owner leaves", Run: ownerLeaves},
		{Name: "deleted while it is scheduled", Run: deletedAtOnce},
	})
}

// march is the revenue of March by company.
func march() object {
	return object{"name": "March", "report": "revenue", "format": "xlsx", "from": "2026-03-01", "to": "2026-03-31",
		"by": "company"}
}

func keep(member *apptest.Caller, changes object) string {
	member.Server.T.Helper()
	return member.Post(kept+"/create", march().Merged(changes)).Want(201).Text("data", "_id")
}

// mailing is a schedule every morning at seven that uses a kept report.
func mailing(id string, members ...*apptest.Caller) object {
	body := flash(members...)
	delete(body, "report")
	delete(body, "format")
	return body.Merged(object{"name": "Kept every morning", "keptReportId": id})
}

func manager(owner *apptest.Caller) *apptest.Caller {
	return owner.Member("Manager", object{"payments": object{"view": true, "create": true, "update": true,
		"delete": true}})
}

func whoMayKeep(_ *testing.T, owner *apptest.Caller) {
	id, mine := keep(owner, object{"isShared": true}), keep(owner, object{"name": "Mine"})
	porter, clerk := owner.Member("Porter", object{"rooms": object{"view": true}}),
		owner.Member("Clerk", object{"payments": object{"view": true}})
	other, anyone := owner.Server.Hotel(), owner.Server.Anyone()
	other.Org, anyone.Org = owner.Org, owner.Org
	for _, one := range []struct{ method, path string }{{"GET", kept}, {"GET", kept + "/" + id},
		{"POST", kept + "/create"},
		{"PUT", kept + "/" + id}, {"DELETE", kept + "/" + id}, {"GET", kept + "/" + id + "/file"}} {
		anyone.Do(one.method, one.path, march()).Refused(401, "")
		other.Do(one.method, one.path, march()).Refused(403, "not a member")
		if one.path != kept && one.method != "PUT" {
			porter.Do(one.method, one.path, march()).Refused(403, "payments.view")
		}
	}
	names(porter)
	names(clerk, "March")
	names(owner, "March", "Mine")
	for _, one := range []struct{ method, path string }{{"GET", ""}, {"PUT", ""}, {"DELETE", ""}, {"GET", "/file"}} {
		var body object
		if one.method == "PUT" {
			body = object{"name": "B"}
		}
		clerk.Do(one.method, kept+"/"+mine+one.path, body).Refused(404, "no such kept report")
	}
	clerk.Put(kept+"/"+id, object{"name": "B"}).Refused(403, "payments.update")
	clerk.Delete(kept+"/"+id).Refused(403, "payments.delete")
	clerk.Post(kept+"/create", march().Merged(object{"report": "profit-and-loss", "by": "month"})).
		Refused(403, "accounts.view")
	own := keep(clerk, nil) // a name is one's own
	clerk.Delete(kept + "/" + own).Want(200)
}

// names fails unless the member sees the kept reports of these names.
func names(member *apptest.Caller, want ...string) {
	member.Server.T.Helper()
	var got []string
	for _, one := range member.Get(kept).Want(200).List("data") {
		got = append(got, one.(map[string]any)["name"].(string))
	}
	if strings.Join(got, ", ") != strings.Join(want, ", ") {
		member.Server.T.Errorf("%s sees %q, want %q", member.Email, got, want)
	}
}

func keptRefused(_ *testing.T, owner *apptest.Caller) {
	for _, one := range []struct {
		field string
		body  object
	}{
		{"report", object{"report": "everything"}},
		{"format", object{"format": "pdf"}},
		{"period", object{"period": "month"}},
		{"period", object{"from": nil, "to": nil}},
		{"period", object{"to": nil}},
		{"period", object{"period": "year", "from": nil, "to": nil}},
		{"from", object{"from": "1989-12-31", "to": "1990-01-02"}},
		{"from", object{"from": "yesterday"}},
		{"to", object{"from": "2026-04-01"}},
		{"to", object{"to": "2026-04-15"}}, // tomorrow
		{"to", object{"from": "2025-03-01"}},
		{"by", object{"by": "guest"}},
		{"by", object{"report": "cancellations", "by": "tax"}},
		{"by", object{"report": "guests", "by": "company"}},
		{"name", object{"name": "A\nB"}},
	} {
		owner.Post(kept+"/create", march().Merged(one.body)).Bad(one.field)
	}
	id := keep(owner, nil)
	owner.Post(kept+"/create", march()).Bad("name")
	owner.Put(kept+"/"+id, object{"period": "month"}).Bad("from")
	owner.Get(kept+"/665f1c2ab7e4d90012ab34cd").Refused(404, "no such kept report")
	names(owner, "March")
}

func keptChanges(t *testing.T, owner *apptest.Caller) {
	id := keep(owner, nil)
	one := kept + "/" + id
	file := func(name string) {
		t.Helper()
		answer := owner.Get(one + "/file").Want(200)
		if is := answer.Header.Get("Content-Disposition"); !strings.Contains(is, name) {
			t.Errorf("the file is %s, want %s", is, name)
		}
	}
	file("revenue-by-company-2026-03-01-2026-03-31.xlsx")
	owner.Put(one, object{}).Want(200).Is(1.0, "data", "version")
	owner.Put(one, object{"period": "month", "from": nil, "to": nil, "by": nil}).Want(200).Is(2.0, "data", "version").
		Is("month", "data", "period")
	owner.With("If-Match", `"1"`).Put(one, object{"name": "Other"}).Refused(400, "present version")
	file("revenue-2026-03-01-2026-03-31.xlsx")
	owner.Put(one, object{"period": "30-days", "by": "day"}).Want(200)
	file("revenue-by-day-2026-03-15-2026-04-13.xlsx")
	id = keep(owner, object{"name": "Lost", "report": "cancellations", "by": "month"})
	one = kept + "/" + id
	file("cancellations-by-month-2026-03-01-2026-03-31.xlsx")
	id = keep(owner, object{"name": "Profit", "report": "profit-and-loss", "by": "month"})
	one = kept + "/" + id
	file("profit-and-loss-by-account-2026-03-01-2026-03-31.xlsx")
	id = keep(owner, object{"name": "Flash", "report": "flash", "format": "pdf", "by": nil})
	one = kept + "/" + id
	file("Flash Report 2026-03-31.pdf")
	owner.Delete(one).Want(200)
	owner.Get(one).Refused(404, "no such kept report")
}

func shared(_ *testing.T, owner *apptest.Caller) {
	id := keep(owner, object{"isShared": true})
	manager := manager(owner)
	manager.Put(kept+"/"+id, object{"name": "March by company"}).Want(200).Is(owner.UserID, "data", "ownerId")
	manager.Put(kept+"/"+id, object{"isShared": false}).Refused(403, "Only whoever keeps")
	scheduled := schedule(manager, mailing(id, manager))
	owner.Put(kept+"/"+id, object{"isShared": false}).Bad("isShared")
	manager.Delete(path + "/" + scheduled).Want(200)
	owner.Put(kept+"/"+id, object{"isShared": false}).Want(200)
	manager.Delete(kept+"/"+id).Refused(404, "no such kept report")
	owner.Put(kept+"/"+id, object{"isShared": true}).Want(200)
	manager.Delete(kept + "/" + id).Want(200)
}

func keptScheduled(_ *testing.T, owner *apptest.Caller) {
	id, manager := keep(owner, object{"report": "flash", "by": nil}), manager(owner)
	scheduled := schedule(owner, mailing(id, manager))
	owner.Get(path+"/"+scheduled).Want(200).Is("flash", "data", "report").Is("xlsx", "data", "format").
		Is(id, "data", "keptReportId")
	owner = at(owner, "2026-04-15 07:00")
	got(manager, "flash-2026-03-31.xlsx", 1)
	owner.Put(kept+"/"+id, object{"format": "pdf", "period": "day", "from": nil, "to": nil}).Want(200)
	owner.Get(path+"/"+scheduled).Want(200).Is("pdf", "data", "format").Is(2.0, "data", "version")
	owner.Delete(kept+"/"+id).Refused(400, "“Kept every morning”")
	owner = at(owner, "2026-04-16 07:00")
	got(manager, "Flash Report 2026-04-15.pdf", 1)
	got(manager, "Kept every morning", 2)
	owner.Delete(path + "/" + scheduled).Want(200)
	owner.Delete(kept + "/" + id).Want(200)
}

func choices(_ *testing.T, owner *apptest.Caller) {
	private, manager := keep(owner, nil), manager(owner)
	for _, field := range []string{"report", "keptReportId"} {
		owner.Post(path+"/create", mailing(private, owner).Merged(object{"report": "flash", "format": "pdf"})).Bad(field)
		owner.Post(path+"/create", mailing(private, owner).Merged(object{"keptReportId": nil})).Bad(field)
	}
	owner.Post(path+"/create", mailing(private, owner).Merged(object{"format": "xlsx"})).Bad("format")
	manager.Post(path+"/create", mailing(private, manager)).Bad("keptReportId")
	owner.Post(path+"/create", mailing("665f1c2ab7e4d90012ab34cd", owner)).Bad("keptReportId")
	sheet := keep(owner, object{"name": "Sheet", "report": "balance-sheet", "by": nil, "isShared": true})
	manager.Post(path+"/create", mailing(sheet, manager)).Refused(403, "accounts.view")
	owner.Post(path+"/create", mailing(sheet, manager)).Bad("members[0]")

	id := schedule(owner, flash(owner))
	manager.Put(path+"/"+id, object{"keptReportId": private}).Bad("keptReportId")
	owner.Put(path+"/"+id, object{"keptReportId": private}).Want(200).Is("revenue", "data", "report").
		Is("xlsx", "data", "format")
	owner.Put(path+"/"+id, object{"format": "pdf"}).Bad("format")
	manager.Put(path+"/"+id, object{"keptReportId": private, "hour": 9}).Want(200) // as it was
	owner.Put(path+"/"+id, object{"keptReportId": nil}).Want(200).Is("revenue", "data", "report")
	owner.Delete(kept + "/" + private).Want(200)
}

func ownerLeaves(_ *testing.T, owner *apptest.Caller) {
	leaver, manager := owner.Member("Clerk", object{"payments": object{"view": true, "create": true}}), manager(owner)
	ours, mine := keep(leaver, object{"isShared": true}), keep(leaver, object{"name": "Mine"})
	schedule(leaver, mailing(ours, manager))
	id := schedule(leaver, mailing(mine, manager).Merged(object{"name": "Mine every morning"}))
	owner.Delete("/api/users/{org}/" + leaver.UserID + "/delete").Want(200)
	names(manager, "March")
	manager.Get(kept+"/"+mine).Refused(404, "no such kept report")
	at(owner, "2026-04-15 07:00")
	got(manager, "Kept every morning", 1)
	got(manager, "Mine every morning", 1)
	manager = manager.Again()
	manager.Put(path+"/"+id, object{"keptReportId": ours}).Want(200)
	manager.Put(kept+"/"+ours, object{"name": "Ours"}).Want(200)
	names(manager, "Ours")
}

func deletedAtOnce(t *testing.T, owner *apptest.Caller) {
	for range 3 {
		id := keep(owner, nil)
		owner.Server.AtOnce(2, func(i int) error {
			if i == 0 {
				owner.Delete(kept + "/" + id)
			} else {
				owner.Post(path+"/create", mailing(id, owner))
			}
			return nil
		})
		is := owner.Get(kept + "/" + id).Status
		for _, one := range owner.Get(path).Want(200).List("data") {
			found := one.(map[string]any)
			if found["keptReportId"] == id && is != 200 {
				t.Error("a schedule has lost its kept report")
			}
			owner.Delete(path + "/" + found["_id"].(string)).Want(200)
		}
		owner.Delete(kept + "/" + id)
	}
}
