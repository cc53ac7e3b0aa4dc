package role_test

import (
	"reflect"
	"strings"
	"testing"

	"sarai/internal/app/apptest"
)

// flags lists the flags that a role's answer allows, as module.action.
func flags(role apptest.Answer) map[string]bool {
	allowed := map[string]bool{}
	for module, actions := range role.At("data", "permissions").(map[string]any) {
		for action, is := range actions.(map[string]any) {
			if is == true {
				allowed[module+"."+action] = true
			}
		}
	}
	return allowed
}

func TestAnUpdateReplacesOnlyTheModulesThatItGives(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		role := "/api/roles/{org}/" + owner.Post("/api/roles/{org}/create", apptest.Object{"name": "Night Desk",
			"permissions": apptest.Object{
				"bookings": apptest.Object{"view": true, "create": true}, "rooms": apptest.Object{"view": true},
			}}).Want(201).Text("data", "_id")
		for _, step := range []struct{ name, body, want string }{
			{"a module left out keeps its flags", `{"guests":{"view":true}}`, "bookings.view bookings.create rooms.view " +
				"guests.view"},
			{"a module that is given is replaced whole", `{"bookings":{"update":true}}`,
				"bookings.update rooms.view guests.view"},
			{"false and left out are the same", `{"guests":{"view":false,"delete":true}}`,
				"bookings.update rooms.view guests.delete"},
			{"no module", `{}`, "bookings.update rooms.view guests.delete"},
			{"a module without flags", `{"rooms":{}}`, "bookings.update guests.delete"},
			{"null for a module", `{"guests":null}`, "bookings.update"},
			{"null takes every flag away", `null`, ""},
		} {
			owner.Put(role+"/update", `{"permissions":`+step.body+`}`).Want(200)
			if got := flags(owner.Get(role).Want(200)); !reflect.DeepEqual(got, set(step.want)) {
				t.Errorf("%s: the role has %v, want %s", step.name, got, step.want)
			}
		}
		logged := owner.Get("/api/audit/{org}/logs?action=role.updated").Want(200).Number("pagination", "total")
		if logged != 6 {
			t.Errorf("the audit log has %v entries, want one for each of the 6 changes", logged)
		}
		owner.Put(role+"/update", `{"name":null}`).Bad("name")
	})
}

func set(words string) map[string]bool {
	all := map[string]bool{}
	for _, word := range strings.Fields(words) {
		all[word] = true
	}
	return all
}
