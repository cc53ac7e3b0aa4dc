package app_test

import (
	"net/url"
	"strings"
	"sync"
	"testing"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/record/may"
)

// Nobody can give oneself or others more than one holds, by any way there is.
func TestEscalation(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		w := newWorld(s)
		s.Run("roles", w.escalateByRoles)
		s.Run("assignment", w.escalateByAssignment)
		s.Run("invitation", w.escalateByInvitation)
		s.Run("own record", w.escalateByOwnRecord)
		s.Run("seeding", w.escalateBySeeding)
		s.Run("bad permissions", w.writeBadPermissions)
		s.Run("rights just lost", w.escalateByLostRights)
	})
}

// all five flags of a module; nothing is left out of it.
func full() object {
	return object{"view": true, "create": true, "update": true, "delete": true, "manage": true}
}

// roleNamed is the id of the hotel's role with this name.
func (w *world) roleNamed(name string) string {
	w.T.Helper()
	for _, entry := range w.owner.Get("/api/roles/{org}/list").Want(200).List("data") {
		if r := entry.(map[string]any); r["name"] == name {
			return r["_id"].(string)
		}
	}
	w.T.Fatalf("there is no role %s", name)
	return ""
}

// tried runs what must be refused, and fails where anything changed by it.
func (w *world) tried(what string, attempts func()) {
	w.T.Helper()
	before := w.Snapshot()
	attempts()
	w.Unchanged(before, what)
}

// Whose rights another node has just taken away, so that this one still lets the request in, gives nobody any.
func (w *world) escalateByLostRights() {
	w.allow(everything())
	requests := map[string]any{}
	for _, r := range w.App.Routes {
		group := strings.Split(r.Path, "/")[2]
		gives := group == "roles" || group == "users" || group == "invitations" || strings.HasSuffix(r.Path, "/sheet-key")
		if gives && r.Method != "GET" {
			requests[key(r)] = w.body(key(r))
		}
	}
	w.owner.SheetKey()
	w.member.Get("/api/roles/{org}/list").Want(200) // from here on this node knows what the member may do
	err := w.DB.Write(w.T.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec(`UPDATE roles SET permissions = '{}' WHERE org_id = $1 AND role_id = $2`, w.owner.Org, w.role)
		return err
	})
	if err != nil {
		w.T.Fatal(err)
	}
	w.tried("rights just lost", func() {
		walked := 0
		for _, r := range w.App.Routes {
			if body, gives := requests[key(r)]; gives {
				walked++
				w.member.Do(r.Method, w.path(r, w.ids), body).Refused(403, "")
			}
		}
		if walked < 12 {
			w.T.Errorf("only %d routes give rights", walked)
		}
	})
	w.allow(object{})
}

func (w *world) escalateByRoles() {
	held := object{"roles": object{"view": true, "create": true, "update": true, "delete": true},
		"rooms": object{"manage": true}, "guests": object{"view": true}}
	w.allow(held)
	w.tried("a role beyond one's own", func() {
		for name, beyond := range map[string]object{
			"another flag": {"guests": object{"view": true, "update": true}}, "manage over four flags": {"roles": full()},
			"another module": {"payments": object{"view": true}},
			"everything":     everything(), "manage alone": {"guests": object{"manage": true}},
		} {
			w.member.Post("/api/roles/{org}/create", object{"name": name, "permissions": beyond}).Refused(403, "")
			w.member.Put("/api/roles/{org}/"+w.role+"/update", object{"permissions": beyond}).Refused(403, "")
			w.member.With("Idempotency-Key", name).Post("/api/roles/{org}/create", object{"name": name, "permissions": beyond}).
				Refused(403, "")
		}
		// they hold more: not even to be made smaller
		for _, name := range []string{"Administrator", "Manager", "Accountant"} {
			id := w.roleNamed(name)
			w.member.Put("/api/roles/{org}/"+id+"/update", object{"permissions": object{}}).Refused(403, "")
			w.member.Put("/api/roles/{org}/"+id+"/update", object{"name": "Mine", "description": "x"}).Refused(403, "")
			if name != "Administrator" {
				w.member.Delete("/api/roles/{org}/"+id+"/delete").Refused(403, "")
			}
		}
		// Smuggled beside the name: what a role is not made of.
		for _, field := range []string{"isAdministrator", "is_administrator", "isDefault", "Permissions", "PERMISSIONS",
			"permission\u017f", "orgId", "_id"} {
			w.member.Put("/api/roles/{org}/"+w.role+"/update", object{field: everything()}).Want(200)
			w.member.Put("/api/roles/{org}/"+w.role+"/update", object{field: true}).Want(200)
		}
	})
	// What one holds, manage's four flags among it, can be given.
	own := w.member.Post("/api/roles/{org}/create", object{"name": "Within",
		"permissions": object{"rooms": full(), "guests": object{"view": true}}}).Want(201)
	w.member.Delete("/api/roles/{org}/" + own.Text("data", "_id") + "/delete").Want(200)
	w.owner.Delete("/api/roles/{org}/"+w.roleNamed("Administrator")+"/delete").Refused(400, "")
	w.owner.Put("/api/roles/{org}/"+w.roleNamed("Administrator")+"/update", object{"permissions": nil}).Bad("permissions")
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
	small := w.owner.Post("/api/roles/{org}/create", object{"name": "Small",
		"permissions": object{"rooms": object{"view": true}}}).Want(201).Text("data", "_id")
	w.owner.Put("/api/users/{org}/"+w.ids["userId"]+"/role", object{"role": small}).Want(200)
	w.tried("a role that is not one's to give or take", func() {
		for _, role := range []string{administrator, manager} {
			w.member.Put("/api/users/{org}/"+w.member.UserID+"/role", object{"role": role}).Refused(403, "")
			w.member.Put("/api/users/{org}/"+w.ids["userId"]+"/role", object{"role": role}).Refused(403, "")
			w.member.Post("/api/users/{org}/create", object{"name": "Mallory", "email": w.address("mallory"), "role": role}).
				Refused(403, "")
			w.member.Post("/api/invitations/{org}/create", object{"email": w.address("mallory"), "role": role}).Refused(403, "")
		}
		w.member.Put("/api/users/{org}/"+w.owner.UserID+"/role", object{"role": small}).Refused(403, "")
		w.member.Put("/api/users/{org}/"+w.owner.UserID+"/update", object{"isActive": false}).Refused(403, "")
		for _, record := range []object{{"name": "Mallory"}, {"phone": "+91 98290 12345"}, {"designation": "Porter"}} {
			w.member.Put("/api/users/{org}/"+w.owner.UserID+"/update", record).Refused(403, "more than your own")
		}
		w.member.Delete("/api/users/{org}/"+w.owner.UserID+"/delete").Refused(403, "")
		for _, role := range []string{apptest.Nobody, "x", "", strings.ToUpper(small)} {
			w.member.Put("/api/users/{org}/"+w.ids["userId"]+"/role", object{"role": role}).Bad("role")
			w.member.Post("/api/users/{org}/create", object{"name": "Mallory", "email": w.address("mallory"), "role": role}).
				Bad("role")
		}
	})
	w.member.Put("/api/users/{org}/"+w.ids["userId"]+"/update", object{"designation": "Porter"}).Want(200)
	w.owner.Put("/api/users/{org}/"+w.ids["userId"]+"/role", object{"role": w.ids["roleId"]}).Want(200)
}

// An invitation's id and link are as good as its role, so whoever holds less can't see, resend or delete it; and an
// account is only its mailbox's owner's.
func (w *world) escalateByInvitation() {
	w.allow(object{"users": full()})
	victim := w.address("victim")
	high := w.owner.Post("/api/invitations/{org}/create", object{"email": victim, "role": w.roleNamed("Administrator")}).
		Want(201).Text("data", "_id")
	w.tried("an invitation to more than one holds", func() {
		for _, entry := range w.member.Get("/api/invitations/{org}/list").Want(200).List("data") {
			if entry.(map[string]any)["_id"] == high {
				w.T.Error("the list shows it")
			}
		}
		w.member.Get("/api/invitations/{org}/"+high).Refused(404, "")
		w.member.Post("/api/invitations/{org}/"+high+"/resend", nil).Refused(404, "")
		w.member.Delete("/api/invitations/{org}/"+high).Refused(404, "")
		w.Anyone().Post("/api/auth/create-user", object{"email": w.address("mallory"), "password": apptest.Password,
			"name": "Mallory", "invitationId": high}).Refused(400, "")
	})

	// A stranger makes a hotel, invites the same address there, and registers with that invitation's id in the
	// victim's place. Whatever that answers, it must not open the hotel to which the victim was invited, and which it
	// joins from another network.
	link, elsewhere := w.Link(w.Letter(victim), "invite"), w.Anyone().With("X-Forwarded-For", "198.51.100.7")
	mallory := w.Hotel()
	own := mallory.Post("/api/invitations/{org}/create", object{"email": victim, "role": w.roleIn(mallory, "Front Desk")}).
		Want(201).Text("data", "_id")
	elsewhere.Post("/api/auth/create-user", object{"email": victim, "password": "mallory's password", "name": "Victim",
		"invitationId": own})
	w.Anyone().
		Get("/api/invitations/respond?action=accept&token=" + link.Get("token") + "&email=" + url.QueryEscape(victim))
	a := elsewhere.Post("/api/auth/login", object{"email": victim, "password": "mallory's password",
		"orgId": w.owner.Org})
	if a.Status == 200 {
		w.T.Errorf("who registered with an invitation of another hotel is in this one: %s", a.Raw)
	}
}

func (w *world) roleIn(c *apptest.Caller, name string) string {
	w.T.Helper()
	for _, entry := range c.Get("/api/roles/{org}/list").Want(200).List("data") {
		if r := entry.(map[string]any); r["name"] == name {
			return r["_id"].(string)
		}
	}
	w.T.Fatalf("there is no role %s", name)
	return ""
}

// One's own record takes name and phone, whatever stands beside them.
func (w *world) escalateByOwnRecord() {
	w.allow(object{})
	own := "/api/users/{org}/" + w.member.UserID
	w.member.Put(own+"/update", object{"name": "New Name", "phone": "+91 98290 11111"}).Want(200)
	before := w.owner.Get(own).Want(200)
	administrator := w.roleNamed("Administrator")
	w.tried("an own record that smuggles", func() {
		for field, value := range map[string]any{
			"role": administrator, "roleId": administrator, "role_id": administrator, "Role": administrator,
			"ROLE": administrator, "orgId": apptest.Nobody, "org_id": apptest.Nobody, "_id": w.owner.UserID,
			"userId": w.owner.UserID, "email": w.owner.Email, "permissions": everything(), "isAdministrator": true,
			"IsActive": false, "ISACTIVE": false, "i\u017fActive": false, "password": "12345678",
			"joinedAt": 0, "joined": true,
		} {
			w.member.Put(own+"/update", object{"name": "New Name", field: value}).Want(200)
		}
		for field, value := range map[string]any{"isActive": false, "designation": "Director"} {
			w.member.Put(own+"/update", object{"name": "Another", field: value}).Refused(403, "")
		}
		w.member.Put(own+"/role", object{"role": administrator}).Refused(403, "")
		w.member.Delete(own+"/delete").Refused(403, "")
		other := "/api/users/{org}/" + w.ids["userId"]
		w.member.Get(other).Refused(403, "")
		w.member.Put(other+"/update", object{"name": "Another"}).Refused(403, "")
		w.member.Get("/api/users/{org}/"+apptest.Nobody).Refused(403, "")
	})
	w.member.Put(own+"/update", object{"isActive": true}).Want(200) // as it is: whole records are sent back
	if after := w.owner.Get(own).Want(200); string(after.Raw) != string(before.Raw) {
		w.T.Errorf("the record was %s and is %s", before.Raw, after.Raw)
	}
	w.member.Get("/api/roles/{org}/list").Refused(403, "")
}

// Seeding makes roles, so it takes what they hold.
func (w *world) escalateBySeeding() {
	w.allow(object{"roles": object{"create": true, "view": true}})
	manager := w.roleNamed("Manager")
	w.owner.Delete("/api/roles/{org}/" + manager + "/delete").Want(200)
	w.tried("seeding by who holds less", func() { w.member.Post("/api/roles/{org}/seed", nil).Refused(403, "") })
	seeded := w.owner.Post("/api/roles/{org}/seed", nil).Want(201)
	if seeded.Number("data", "rolesCreated") != 1 || seeded.Text("data", "roles", 0) != "Manager" {
		w.T.Errorf("seeding made %s", seeded.Raw)
	}
	if again := w.member.Post("/api/roles/{org}/seed", nil).Want(201); again.Number("data", "rolesCreated") != 0 {
		w.T.Errorf("seeding twice made %s", again.Raw)
	}
}

// Permissions in any other shape than modules, actions and truth values are named, not guessed at.
func (w *world) writeBadPermissions() {
	w.tried("bad permissions", func() {
		for body, field := range map[string]string{
			`{"flying":{"view":true}}`: "permissions.flying", `{"rooms":{"fly":true}}`: "permissions.rooms.fly",
			`{"rooms":{"view":"true"}}`: "permissions.rooms.view", `{"rooms":{"view":1}}`: "permissions.rooms.view",
			`{"rooms":true}`: "permissions.rooms", `{"rooms":[]}`: "permissions.rooms",
			`{"rooms":"view"}`: "permissions.rooms", `{"*":{"manage":true}}`: "permissions.*",
			`{"":{"manage":true}}`: "permissions.", `{"rooms":{"":true}}`: "permissions.rooms.",
		} {
			w.owner.Post("/api/roles/{org}/create", `{"name":"Bad","permissions":`+body+`}`).Bad(field)
			w.owner.Put("/api/roles/{org}/"+w.role+"/update", `{"permissions":`+body+`}`).Bad(field)
		}
	})
	// Names in another case are unknown fields, and ignored as those are: they give nothing.
	for _, body := range []string{`{"Rooms":{"view":true}}`, `{"rooms":{"View":true,"MANAGE":true}}`,
		`{"ROOMS":{"manage":true},"room\u017f":{"manage":true}}`} {
		a := w.owner.Post("/api/roles/{org}/create", `{"name":"Bad `+w.next()+`","permissions":`+body+`}`)
		if a.Status != 400 && w.permissions(a.Want(201).Text("data", "_id")).Has(may.Rooms, scope.View) {
			w.T.Errorf("%s gives rooms.view: %s", body, a.Raw)
		}
	}
}

// What is taken from a member is gone with the next request.
func TestAccessEndsAtOnce(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		w := newWorld(s)
		rooms, user := "/api/rooms/{org}/list", "/api/users/{org}/"+w.member.UserID
		w.allow(object{"rooms": object{"view": true}})
		w.member.Get(rooms).Want(200)
		w.allow(object{"guests": object{"view": true}})
		w.member.Get(rooms).Refused(403, "rooms.view")
		w.owner.Put(user+"/role", object{"role": w.roleNamed("Housekeeping")}).Want(200)
		w.member.Get(rooms).Want(200)
		w.member.Get("/api/guests/{org}/list").Refused(403, "guests.view")

		// Who is in no other hotel is signed out with the membership, from its token and from its cookie.
		w.owner.Put(user+"/update", object{"isActive": false}).Want(200)
		w.member.Get(rooms).Refused(401, "")
		w.member.Get("/api/auth/me").Refused(401, "")
		refresh := *w.member
		refresh.Token = ""
		refresh.Post("/api/auth/refresh-token", nil).Refused(401, "")
		w.Anyone().Post("/api/auth/login", object{"email": w.member.Email, "password": apptest.Password}).Refused(403, "")
		w.owner.Put(user+"/update", object{"isActive": true}).Want(200)
		w.member.Get(rooms).Refused(401, "") // an ended session stays ended
		again := w.Login(w.owner.Org, w.member.Email)
		again.Get(rooms).Want(200)
		w.owner.Delete(user + "/delete").Want(200)
		again.Get(rooms).Refused(401, "")
		w.Anyone().Post("/api/auth/login", object{"email": w.member.Email, "password": apptest.Password}).Refused(403, "")

		// Who is in another hotel keeps that one.
		second := *w.owner
		second.Org = w.owner.Post("/api/organization/create", object{"name": "Second", "email": "second@hotel.example"}).
			Want(201).Text("data", "_id")
		w.owner.Get("/api/organization/{org}").Want(200)
		second.Delete("/api/organization/{org}/delete").Want(200)
		second.Get("/api/organization/{org}").Refused(404, "")
		second.Get(rooms).Refused(404, "")
		w.owner.Get("/api/organization/{org}").Want(200)
		w.owner.Post("/api/auth/logout", nil).Want(200)
		w.owner.Get("/api/organization/{org}").Refused(401, "")
	})
}

// A hotel always has an Administrator who can get in, also when two take each other's place away at once.
func TestTheLastAdministratorStays(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		w := newWorld(s)
		administrator := w.roleNamed("Administrator")
		self := "/api/users/{org}/" + w.owner.UserID
		lose := map[string]func(c *apptest.Caller, user string) (apptest.Answer, error){
			"demoted": func(c *apptest.Caller, user string) (apptest.Answer, error) {
				return c.Try("PUT", user+"/role", object{"role": w.role})
			},
			"deactivated": func(c *apptest.Caller, user string) (apptest.Answer, error) {
				return c.Try("PUT", user+"/update", object{"isActive": false})
			},
			"deleted": func(c *apptest.Caller, user string) (apptest.Answer, error) {
				return c.Try("DELETE", user+"/delete", nil)
			},
		}
		// An Administrator who has never come in can't keep the hotel.
		invited := w.owner.Post("/api/users/{org}/create", object{"name": "Not yet", "email": w.address("notyet"),
			"role": administrator}).Want(201).Text("data", "_id")
		w.tried("losing the last Administrator", func() {
			for how, do := range lose {
				a, err := do(w.owner, self)
				if err != nil || a.Status != 400 {
					t.Errorf("the last Administrator can be %s: %v, %s", how, err, a.Raw)
				}
			}
		})
		w.owner.Delete("/api/users/{org}/" + invited + "/delete").Want(200)

		for how, do := range lose {
			for round := range 3 {
				second := w.owner.MemberOf("Second", administrator)
				both := []*apptest.Caller{w.owner, second}
				answers := make([]apptest.Answer, 2)
				var done sync.WaitGroup
				for i, c := range both {
					done.Add(1)
					go func() {
						defer done.Done()
						var err error
						if answers[i], err = do(c, "/api/users/{org}/"+both[1-i].UserID); err != nil {
							t.Error(err)
						}
					}()
				}
				done.Wait()
				lost := 0
				for i, a := range answers {
					if a.Status == 200 {
						lost++
						w.owner = both[i]
					} else if a.Status != 400 && a.Status != 403 && a.Status != 401 {
						t.Errorf("%s, round %d: answered %d: %s", how, round, a.Status, a.Raw)
					}
				}
				if lost != 1 {
					t.Fatalf("%s, round %d: %d of two Administrators were lost: %s %s", how, round, lost, answers[0].Raw,
						answers[1].Raw)
				}
				w.owner.Get("/api/users/{org}/list").Want(200)
			}
		}
	})
}
