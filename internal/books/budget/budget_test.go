package budget_test

import (
	"testing"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

const path = "/api/budgets/{org}/2026"

func TestBudgets(t *testing.T) {
	apptest.EachScenario(t, object{}, []apptest.Scenario{
		{Name: "who may", Run: whoMay},
		{Name: "a year", Run: year},
		{Name: "bad years and months", Run: bad},
	})
}

func month(name string, rooms any, departments ...any) object {
	return object{"month": name, "roomsToSell": rooms, "departments": departments}
}

func whoMay(_ *testing.T, owner *apptest.Caller) {
	clerk := owner.Member("Clerk", object{"bookings": object{"manage": true}})
	reader := owner.Member("Accountant", object{"accounts": object{"view": true}})
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	body := object{"months": []any{}}
	clerk.Get(path).Refused(403, "accounts.view")
	clerk.Put(path, body).Refused(403, "accounts.manage")
	reader.Get(path).Want(200)
	reader.Put(path, body).Refused(403, "accounts.manage")
	stranger.Put(path, body).Refused(403, "not a member")
	owner.Server.Anyone().Get("/api/budgets/"+owner.Org+"/2026").Refused(401, "")
}

func year(t *testing.T, owner *apptest.Caller) {
	owner.Get(path).Want(200).Is([]any{}, "data", "months").Is(nil, "data", "updatedAt").Is(1, "data", "version").
		Is("2026-04-01", "data", "from").Is("2027-03-31", "data", "to")
	body := object{"months": []any{month("2027-03", 31, object{"kind": "other", "revenue": 10}),
		month("2026-04", 300, object{"kind": "department", "department": "Spa", "revenue": 600},
			object{"kind": "rooms", "revenue": 3000.5})}}
	set := owner.Put(path, body).Want(200)
	set.Is("2026-04", "data", "months", 0, "month").Is("rooms", "data", "months", 0, "departments", 0, "kind").
		Is(3000.5, "data", "months", 0, "departments", 0, "revenue").Is(2, "data", "version")
	if again := owner.Get(path).Want(200); string(again.Raw) != string(set.Raw) {
		t.Errorf("%s is read as %s", set.Raw, again.Raw)
	}
	owner.Put(path, body).Want(200).Is(2, "data", "version") // the same
	owner.With("If-Match", `"1"`).Put(path, object{"months": []any{}}).Bad("If-Match")
	owner.AnotherHotel().Get(path).Want(200).Is([]any{}, "data", "months")
	owner.Put(path, object{"months": []any{}}).Want(200).Is([]any{}, "data", "months").Is(3, "data", "version")
}

func bad(_ *testing.T, owner *apptest.Caller) {
	for _, year := range []string{"0", "1989", "2200", "x", "2026-27", "20260"} {
		owner.Get("/api/budgets/{org}/" + year).Bad("year")
	}
	put := func(months ...any) apptest.Answer { return owner.Put(path, object{"months": months}) }
	put(month("2026-03", 1)).Bad("months[0].month")
	put(month("2026-13", 1)).Bad("months[0].month")
	put(month("2026-04", 1), month("2026-04", 2)).Bad("months[1].month")
	put(month("2026-04", -1)).Bad("months[0].roomsToSell")
	put(month("2026-04", 1, object{"kind": "rooms", "department": "Spa", "revenue": 1})).
		Bad("months[0].departments[0].department")
	put(month("2026-04", 1, object{"kind": "department", "revenue": 1})).Bad("months[0].departments[0].department")
	put(month("2026-04", 1, object{"kind": "rooms", "revenue": -1})).Bad("months[0].departments[0].revenue")
	put(month("2026-04", 1, object{"kind": "rooms", "revenue": 1}, object{"kind": "rooms", "revenue": 1})).
		Bad("months[0].departments[1].kind")
	owner.Get(path).Want(200).Is([]any{}, "data", "months")
}
