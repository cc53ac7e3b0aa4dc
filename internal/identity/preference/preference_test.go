package preference_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

const path = "/api/preferences/{org}"

func TestPreferences(t *testing.T) {
	apptest.EachScenario(t, object{}, []apptest.Scenario{
		{Name: "who", Run: testWho},
		{Name: "changes", Run: testChanges},
		{Name: "bad values", Run: testBad},
		{Name: "end", Run: testEnd},
		{Name: "at once", Run: testAtOnce},
	})
}

// Each member has their own, without any permission; nobody else has any.
func testWho(t *testing.T, owner *apptest.Caller) {
	porter := owner.Member("Porter", object{})
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	for _, method := range []string{"GET", "PUT"} {
		stranger.Do(method, path, object{}).Refused(403, "not a member")
		owner.Server.Anyone().Do(method, "/api/preferences/"+owner.Org, object{}).Refused(401, "")
	}
	porter.Put(path, object{"theme": "dark"}).Want(200)
	porter.Get(path).Want(200).Is("dark", "data", "theme")
	owner.Get(path).Want(200).Is("system", "data", "theme")
	elsewhere := owner.AnotherHotel()
	elsewhere.Put(path, object{"theme": "contrast"}).Want(200)
	owner.Get(path).Want(200).Is("system", "data", "theme")
}

// What is left out stays, filters of other screens too; nothing is written into the audit log.
func testChanges(t *testing.T, owner *apptest.Caller) {
	logged := owner.QueryInt(`SELECT COUNT(*) FROM audit_entries WHERE org_id = $1`)
	unset := owner.Get(path).Want(200)
	unset.Fields(unset.At("data"), "language", "density", "theme", "singleKeys", "filters", "version")
	unset.Is("", "data", "language").Is("comfortable", "data", "density").Is("system", "data", "theme").
		Is(true, "data", "singleKeys").Is(map[string]any{}, "data", "filters").Is(1.0, "data", "version")

	first := owner.Put(path, object{"language": "hi-IN", "singleKeys": false,
		"filters": object{"today": object{"only": "arrivals"}, "rates": object{"plans": []any{"BAR", nil}}}}).Want(200)
	first.Is("hi-IN", "data", "language").Is(false, "data", "singleKeys").Is("comfortable", "data", "density").
		Is(2.0, "data", "version")
	second := owner.Put(path, object{"density": "compact",
		"filters": object{"rates": nil, "never": nil, "today": object{}, "rooms": object{"floor": 2}}}).Want(200)
	second.Is(map[string]any{"today": map[string]any{}, "rooms": map[string]any{"floor": 2.0}}, "data", "filters").
		Is("hi-IN", "data", "language").Is(3.0, "data", "version")
	for _, same := range []any{object{}, nil, object{"density": "compact", "filters": object{}}} {
		owner.Put(path, same).Want(200).Is(3.0, "data", "version")
	}
	if again := owner.Get(path).Want(200); string(again.Raw) != string(second.Raw) {
		t.Errorf("%s is read as %s", second.Raw, again.Raw)
	}
	owner.With("If-Match", `"2"`).Put(path, object{"theme": "dark"}).Bad("If-Match")
	owner.Put(path, object{"language": nil, "filters": nil}).Want(200).Is("", "data", "language").
		Is(map[string]any{}, "data", "filters").Is("compact", "data", "density")
	if now := owner.QueryInt(`SELECT COUNT(*) FROM audit_entries WHERE org_id = $1`); now != logged {
		t.Errorf("%d entries of the audit log", now-logged)
	}
}

func testBad(_ *testing.T, owner *apptest.Caller) {
	owner.Put(path, object{"filters": object{"today": object{"note": strings.Repeat("x", 4000)}}}).Want(200)
	before := owner.Get(path).Want(200)
	many := object{}
	for i := range 50 {
		many[fmt.Sprint("screen ", i)] = object{}
	}
	for field, values := range map[string][]any{
		"language": {"hindi language", "h", "-", "hi_IN", "hi-", "en-IN-"},
		"density":  {"tight", nil}, "theme": {"", "blue", nil}, "singleKeys": {"yes", nil},
		"filters": {many, object{"": object{}}, object{strings.Repeat("x", 51): object{}},
			object{"rates": object{"note": strings.Repeat("ह", 1400)}}},
		"filters.today": {object{"today": "arrivals"}, object{"today": []any{}}},
	} {
		for _, value := range values {
			name, _, _ := strings.Cut(field, ".")
			owner.Put(path, object{name: value, "version": 7}).Bad(field)
		}
	}
	owner.Put(path, object{"theme": "dark", "language": "?"}).Bad("language")
	if after := owner.Get(path).Want(200); string(after.Raw) != string(before.Raw) {
		owner.Server.T.Errorf("%s became %s", before.Raw, after.Raw)
	}
	many[strings.Repeat("ह", 50)] = object{} // with today, it replaces two of the fifty
	delete(many, "screen 1")
	delete(many, "screen 2")
	owner.Put(path, object{"filters": many}).Want(200)
}

// They end with the membership, and only with that.
func testEnd(t *testing.T, owner *apptest.Caller) {
	porter := owner.Member("Porter", object{})
	porter.Put(path, object{"theme": "dark"}).Want(200)
	user := "/api/users/{org}/" + porter.UserID
	owner.Put(user+"/update", object{"isActive": false}).Want(200)
	owner.Put(user+"/update", object{"isActive": true}).Want(200)
	count := func() int64 {
		return owner.QueryInt(`SELECT COUNT(*) FROM preferences WHERE org_id = $1 AND login_id = $2`,
			porter.UserID)
	}
	if count() != 1 {
		t.Error("they are gone before the membership")
	}
	owner.Delete(user + "/delete").Want(200)
	if count() != 0 {
		t.Error("they outlive the membership")
	}
}

// Two tabs that change different things at once lose nothing, also where nothing was ever changed.
func testAtOnce(_ *testing.T, owner *apptest.Caller) {
	owner.Server.AtOnce(8, func(i int) error {
		a, err := owner.Try("PUT", path, object{"filters": object{fmt.Sprint(i): object{"i": i}}})
		if err == nil && a.Status != 200 {
			err = fmt.Errorf("%d %s", a.Status, a.Raw)
		}
		return err
	})
	after := owner.Get(path).Want(200).Is(9.0, "data", "version")
	for i := range 8 {
		after.Is(float64(i), "data", "filters", fmt.Sprint(i), "i")
	}
}

// Whatever is sent in whatever order, filters are those that a plain map would have.
func TestAnyFilters(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		rapid.Check(t, func(t *rapid.T) {
			owner.Put(path, object{"filters": nil}).Want(200)
			want := map[string]any{}
			for range rapid.IntRange(1, 5).Draw(t, "changes") {
				change := object{}
				for _, screen := range rapid.SliceOfDistinct(rapid.SampledFrom([]string{"today", "rates", "ग", "a.b", "x y"}),
					rapid.ID[string]).Draw(t, "screens") {
					if rapid.Bool().Draw(t, "forget") {
						change[screen] = nil
						delete(want, screen)
						continue
					}
					filter := map[string]any{"days": float64(rapid.IntRange(1, 60).Draw(t, "days")), "on": rapid.Bool().
						Draw(t, "on")}
					change[screen], want[screen] = filter, filter
				}
				owner.Put(path, object{"filters": change}).Want(200).Is(want, "data", "filters")
			}
		})
	})
}
