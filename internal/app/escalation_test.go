package app_test

import (
	"net/url"
	"strings"
	"sync"
	"testing"

	"sarai/internal/kit/scope"
	"sarai/internal/record/may"
)

// Nobody can give oneself or others more than one holds, by any way there is.
func TestEscalation(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		w := s.world()
		s.run("roles", w.escalateByRoles)
		s.run("assignment", w.escalateByAssignment)
		s.run("invitation", w.escalateByInvitation)
		s.run("own record", w.escalateByOwnRecord)
		s.run("seeding", w.escalateBySeeding)
		s.run("bad permissions", w.writeBadPermissions)
	})
}

// all five flags of a module; nothing is left out of it.
func full() object {
	return object{"view": true, "create": true, "update": true, "delete": true, "manage": true}
}

// roleNamed is the id of the hotel's role with this name.
func (w *world) roleNamed(name string) string {
	w.t.Helper()
	for _, entry := range w.owner.get("/api/roles/{org}/list").want(200).list("data") {
		if r := entry.(map[string]any); r["name"] == name {
			return r["_id"].(string)
		}
	}
	w.t.Fatalf("there is no role %s", name)
	return ""
}

// tried runs what must be refused, and fails where anything changed by it.
func (w *world) tried(what string, attempts func()) {
	w.t.Helper()
	before := w.snapshot()
	attempts()
	w.unchanged(before, what)
}

func (w *world) escalateByRoles() {
	held := object{"roles": object{"view": true, "create": true, "update": true, "delete": true}, "rooms": object{"manage": true}, "guests": object{"view": true}}
	w.allow(held)
	w.tried("a role beyond one's own", func() {
		for name, beyond := range map[string]object{
			"another flag": {"guests": object{"view": true, "update": true}}, "manage over four flags": {"roles": full()}, "another module": {"payments": object{"view": true}},
			"everything": everything(), "manage alone": {"guests": object{"manage": true}},
		} {
			w.member.post("/api/roles/{org}/create", object{"name": name, "permissions": beyond}).refused(403, "")
			w.member.put("/api/roles/{org}/"+w.role+"/update", object{"permissions": beyond}).refused(403, "")
			w.member.with("Idempotency-Key", name).post("/api/roles/{org}/create", object{"name": name, "permissions": beyond}).refused(403, "")
		}
		for _, name := range []string{"Administrator", "Manager", "Accountant"} { // they hold more: not even to be made smaller
			id := w.roleNamed(name)
			w.member.put("/api/roles/{org}/"+id+"/update", object{"permissions": object{}}).refused(403, "")
			w.member.put("/api/roles/{org}/"+id+"/update", object{"name": "Mine", "description": "x"}).refused(403, "")
			if name != "Administrator" {
				w.member.delete("/api/roles/{org}/"+id+"/delete").refused(403, "")
			}
		}
		// Smuggled beside the name: what a role is not made of.
		for _, field := range []string{"isAdministrator", "is_administrator", "isDefault", "Permissions", "PERMISSIONS", "permission\u017f", "orgId", "_id"} {
			w.member.put("/api/roles/{org}/"+w.role+"/update", object{field: everything()}).want(200)
			w.member.put("/api/roles/{org}/"+w.role+"/update", object{field: true}).want(200)
		}
	})
	// What one holds, manage's four flags among it, can be given.
	own := w.member.post("/api/roles/{org}/create", object{"name": "Within", "permissions": object{"rooms": full(), "guests": object{"view": true}}}).want(201)
	w.member.delete("/api/roles/{org}/" + own.text("data", "_id") + "/delete").want(200)
	w.owner.delete("/api/roles/{org}/"+w.roleNamed("Administrator")+"/delete").refused(400, "")
	w.owner.put("/api/roles/{org}/"+w.roleNamed("Administrator")+"/update", object{"permissions": object{}}).bad("permissions")
}

func everything() object {
	all := object{}
	for _, module := range may.Modules {
		all[module] = full()
	}
	return all
}

func (w *world) escalateByAssignment() {
	w.allow(object{"users": full(), "rooms": object{"view": true}})
	administrator, manager := w.roleNamed("Administrator"), w.roleNamed("Manager")
	small := w.owner.post("/api/roles/{org}/create", object{"name": "Small", "permissions": object{"rooms": object{"view": true}}}).want(201).text("data", "_id")
	w.owner.put("/api/users/{org}/"+w.ids["userId"]+"/role", object{"role": small}).want(200)
	w.tried("a role that is not one's to give or take", func() {
		for _, role := range []string{administrator, manager} {
			w.member.put("/api/users/{org}/"+w.member.userID+"/role", object{"role": role}).refused(403, "")
			w.member.put("/api/users/{org}/"+w.ids["userId"]+"/role", object{"role": role}).refused(403, "")
			w.member.post("/api/users/{org}/create", object{"name": "Mallory", "email": w.address("mallory"), "role": role}).refused(403, "")
			w.member.post("/api/invitations/{org}/create", object{"email": w.address("mallory"), "role": role}).refused(403, "")
		}
		w.member.put("/api/users/{org}/"+w.owner.userID+"/role", object{"role": small}).refused(403, "")
		w.member.put("/api/users/{org}/"+w.owner.userID+"/update", object{"isActive": false}).refused(403, "")
		w.member.delete("/api/users/{org}/"+w.owner.userID+"/delete").refused(403, "")
		for _, role := range []string{nobody, "x", "", strings.ToUpper(small)} {
			w.member.put("/api/users/{org}/"+w.ids["userId"]+"/role", object{"role": role}).bad("role")
			w.member.post("/api/users/{org}/create", object{"name": "Mallory", "email": w.address("mallory"), "role": role}).bad("role")
		}
	})
	w.member.put("/api/users/{org}/"+w.ids["userId"]+"/update", object{"designation": "Porter"}).want(200)
	w.owner.put("/api/users/{org}/"+w.ids["userId"]+"/role", object{"role": w.ids["roleId"]}).want(200)
}

// An invitation's id and link are as good as its role, so whoever holds less can't see, resend or delete it; and an
// account is only its mailbox's owner's.
func (w *world) escalateByInvitation() {
	w.allow(object{"users": full()})
	victim := w.address("victim")
	high := w.owner.post("/api/invitations/{org}/create", object{"email": victim, "role": w.roleNamed("Administrator")}).want(201).text("data", "_id")
	w.tried("an invitation to more than one holds", func() {
		for _, entry := range w.member.get("/api/invitations/{org}/list").want(200).list("data") {
			if entry.(map[string]any)["_id"] == high {
				w.t.Error("the list shows it")
			}
		}
		w.member.get("/api/invitations/{org}/"+high).refused(404, "")
		w.member.post("/api/invitations/{org}/"+high+"/resend", nil).refused(404, "")
		w.member.delete("/api/invitations/{org}/"+high).refused(404, "")
		w.anyone().post("/api/auth/create-user", object{"email": w.address("mallory"), "password": password, "name": "Mallory", "invitationId": high}).refused(400, "")
	})

	// A stranger makes a hotel, invites the same address there, and registers with that invitation's id in the
	// victim's place. Whatever that answers, it must not open the hotel to which the victim was invited.
	mallory := w.hotel()
	own := mallory.post("/api/invitations/{org}/create", object{"email": victim, "role": w.roleIn(mallory, "Front Desk")}).want(201).text("data", "_id")
	w.anyone().post("/api/auth/create-user", object{"email": victim, "password": "mallory's password", "name": "Victim", "invitationId": own})
	link := w.link(w.letter(victim), "invite")
	w.anyone().get("/api/invitations/respond?action=accept&token=" + link.Get("token") + "&email=" + url.QueryEscape(victim))
	a := w.anyone().post("/api/auth/login", object{"email": victim, "password": "mallory's password", "orgId": w.owner.org})
	if a.status == 200 {
		w.t.Errorf("who registered with an invitation of another hotel is in this one: %s", a.raw)
	}
}

func (w *world) roleIn(c *caller, name string) string {
	w.t.Helper()
	for _, entry := range c.get("/api/roles/{org}/list").want(200).list("data") {
		if r := entry.(map[string]any); r["name"] == name {
			return r["_id"].(string)
		}
	}
	w.t.Fatalf("there is no role %s", name)
	return ""
}

// One's own record takes name and phone, whatever stands beside them.
func (w *world) escalateByOwnRecord() {
	w.allow(object{})
	own := "/api/users/{org}/" + w.member.userID
	w.member.put(own+"/update", object{"name": "New Name", "phone": "+91 98290 11111"}).want(200)
	before := w.owner.get(own).want(200)
	administrator := w.roleNamed("Administrator")
	w.tried("an own record that smuggles", func() {
		for field, value := range map[string]any{
			"role": administrator, "roleId": administrator, "role_id": administrator, "Role": administrator, "ROLE": administrator, "orgId": nobody, "org_id": nobody, "_id": w.owner.userID,
			"userId": w.owner.userID, "email": w.owner.email, "permissions": everything(), "isAdministrator": true, "IsActive": false, "ISACTIVE": false, "i\u017fActive": false, "password": "12345678",
			"joinedAt": 0, "joined": true,
		} {
			w.member.put(own+"/update", object{"name": "New Name", field: value}).want(200)
		}
		for field, value := range map[string]any{"isActive": false, "designation": "Director"} {
			w.member.put(own+"/update", object{"name": "Another", field: value}).refused(403, "")
		}
		w.member.put(own+"/role", object{"role": administrator}).refused(403, "")
		w.member.delete(own+"/delete").refused(403, "")
		other := "/api/users/{org}/" + w.ids["userId"]
		w.member.get(other).refused(403, "")
		w.member.put(other+"/update", object{"name": "Another"}).refused(403, "")
		w.member.get("/api/users/{org}/"+nobody).refused(403, "")
	})
	w.member.put(own+"/update", object{"isActive": true}).want(200) // as it is: whole records are sent back
	if after := w.owner.get(own).want(200); string(after.raw) != string(before.raw) {
		w.t.Errorf("the record was %s and is %s", before.raw, after.raw)
	}
	w.member.get("/api/roles/{org}/list").refused(403, "")
}

// Seeding makes roles, so it takes what they hold.
func (w *world) escalateBySeeding() {
	w.allow(object{"roles": object{"create": true, "view": true}})
	manager := w.roleNamed("Manager")
	w.owner.delete("/api/roles/{org}/" + manager + "/delete").want(200)
	w.tried("seeding by who holds less", func() { w.member.post("/api/roles/{org}/seed", nil).refused(403, "") })
	seeded := w.owner.post("/api/roles/{org}/seed", nil).want(201)
	if seeded.number("data", "rolesCreated") != 1 || seeded.text("data", "roles", 0) != "Manager" {
		w.t.Errorf("seeding made %s", seeded.raw)
	}
	if again := w.member.post("/api/roles/{org}/seed", nil).want(201); again.number("data", "rolesCreated") != 0 {
		w.t.Errorf("seeding twice made %s", again.raw)
	}
}

// Permissions in any other shape than modules, actions and truth values are named, not guessed at.
func (w *world) writeBadPermissions() {
	w.tried("bad permissions", func() {
		for body, field := range map[string]string{
			`{"flying":{"view":true}}`: "permissions.flying", `{"rooms":{"fly":true}}`: "permissions.rooms.fly",
			`{"rooms":{"view":"true"}}`: "permissions.rooms.view", `{"rooms":{"view":1}}`: "permissions.rooms.view", `{"rooms":true}`: "permissions.rooms", `{"rooms":[]}`: "permissions.rooms",
			`{"rooms":"view"}`: "permissions.rooms", `{"*":{"manage":true}}`: "permissions.*", `{"":{"manage":true}}`: "permissions.", `{"rooms":{"":true}}`: "permissions.rooms.",
		} {
			w.owner.post("/api/roles/{org}/create", `{"name":"Bad","permissions":`+body+`}`).bad(field)
			w.owner.put("/api/roles/{org}/"+w.role+"/update", `{"permissions":`+body+`}`).bad(field)
		}
	})
	// Names in another case are unknown fields, and ignored as those are: they give nothing.
	for _, body := range []string{`{"Rooms":{"view":true}}`, `{"rooms":{"View":true,"MANAGE":true}}`, `{"ROOMS":{"manage":true},"room\u017f":{"manage":true}}`} {
		a := w.owner.post("/api/roles/{org}/create", `{"name":"Bad `+w.next()+`","permissions":`+body+`}`)
		if a.status != 400 && w.permissions(a.want(201).text("data", "_id")).Has(may.Rooms, scope.View) {
			w.t.Errorf("%s gives rooms.view: %s", body, a.raw)
		}
	}
}

// What is taken from a member is gone with the next request.
func TestAccessEndsAtOnce(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		w := s.world()
		rooms, user := "/api/rooms/{org}/list", "/api/users/{org}/"+w.member.userID
		w.allow(object{"rooms": object{"view": true}})
		w.member.get(rooms).want(200)
		w.allow(object{"guests": object{"view": true}})
		w.member.get(rooms).refused(403, "rooms.view")
		w.owner.put(user+"/role", object{"role": w.roleNamed("Housekeeping")}).want(200)
		w.member.get(rooms).want(200)
		w.member.get("/api/guests/{org}/list").refused(403, "guests.view")

		// Who is in no other hotel is signed out with the membership, from its token and from its cookie.
		w.owner.put(user+"/update", object{"isActive": false}).want(200)
		w.member.get(rooms).refused(401, "")
		w.member.get("/api/auth/me").refused(401, "")
		refresh := *w.member
		refresh.token = ""
		refresh.post("/api/auth/refresh-token", nil).refused(401, "")
		w.anyone().post("/api/auth/login", object{"email": w.member.email, "password": password}).refused(403, "")
		w.owner.put(user+"/update", object{"isActive": true}).want(200)
		w.member.get(rooms).refused(401, "") // an ended session stays ended
		again := w.login(w.owner.org, w.member.email)
		again.get(rooms).want(200)
		w.owner.delete(user + "/delete").want(200)
		again.get(rooms).refused(401, "")
		w.anyone().post("/api/auth/login", object{"email": w.member.email, "password": password}).refused(403, "")

		// Who is in another hotel keeps that one.
		second := *w.owner
		second.org = w.owner.post("/api/organization/create", object{"name": "Second", "email": "second@hotel.example"}).want(201).text("data", "_id")
		w.owner.get("/api/organization/{org}").want(200)
		second.delete("/api/organization/{org}/delete").want(200)
		second.get("/api/organization/{org}").refused(404, "")
		second.get(rooms).refused(404, "")
		w.owner.get("/api/organization/{org}").want(200)
		w.owner.post("/api/auth/logout", nil).want(200)
		w.owner.get("/api/organization/{org}").refused(401, "")
	})
}

// A hotel always has an Administrator who can get in, also when two take each other's place away at once.
func TestTheLastAdministratorStays(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		w := s.world()
		administrator := w.roleNamed("Administrator")
		self := "/api/users/{org}/" + w.owner.userID
		lose := map[string]func(c *caller, user string) (answer, error){
			"demoted": func(c *caller, user string) (answer, error) {
				return c.try("PUT", user+"/role", object{"role": w.role})
			},
			"deactivated": func(c *caller, user string) (answer, error) {
				return c.try("PUT", user+"/update", object{"isActive": false})
			},
			"deleted": func(c *caller, user string) (answer, error) { return c.try("DELETE", user+"/delete", nil) },
		}
		// An Administrator who has never come in can't keep the hotel.
		invited := w.owner.post("/api/users/{org}/create", object{"name": "Not yet", "email": w.address("notyet"), "role": administrator}).want(201).text("data", "_id")
		w.tried("losing the last Administrator", func() {
			for how, do := range lose {
				a, err := do(w.owner, self)
				if err != nil || a.status != 400 {
					t.Errorf("the last Administrator can be %s: %v, %s", how, err, a.raw)
				}
			}
		})
		w.owner.delete("/api/users/{org}/" + invited + "/delete").want(200)

		for how, do := range lose {
			for round := range 3 {
				second := w.owner.memberOf("Second", administrator)
				both := []*caller{w.owner, second}
				answers := make([]answer, 2)
				var done sync.WaitGroup
				for i, c := range both {
					done.Add(1)
					go func() {
						defer done.Done()
						var err error
						if answers[i], err = do(c, "/api/users/{org}/"+both[1-i].userID); err != nil {
							t.Error(err)
						}
					}()
				}
				done.Wait()
				lost := 0
				for i, a := range answers {
					if a.status == 200 {
						lost++
						w.owner = both[i]
					} else if a.status != 400 && a.status != 403 && a.status != 401 {
						t.Errorf("%s, round %d: answered %d: %s", how, round, a.status, a.raw)
					}
				}
				if lost != 1 {
					t.Fatalf("%s, round %d: %d of two Administrators were lost: %s %s", how, round, lost, answers[0].raw, answers[1].raw)
				}
				w.owner.get("/api/users/{org}/list").want(200)
			}
		}
	})
}
