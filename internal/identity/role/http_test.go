package role_test

import (
	"testing"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

func TestRolesOverHTTP(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		const path = "/api/roles/{org}"
		if modules := owner.Get("/api/roles/permissions-meta").Want(200).List("data", "modules"); len(modules) != 19 {
			t.Errorf("%d modules, want 19", len(modules))
		}
		made := owner.Post(path+"/create", object{"name": "Night Desk", "permissions": object{
			"bookings": object{"view": true, "create": true}, "rooms": object{"view": nil}}}).Want(201)
		made.Fields(made.At("data"), "_id", "createdAt", "description", "isDefault", "name", "orgId", "permissions",
			"updatedAt", "version")
		made.Is(object{"view": false, "create": false, "update": false, "delete": false, "manage": false},
			"data", "permissions", "rooms")
		if modules := made.At("data", "permissions").(map[string]any); len(modules) != 19 {
			t.Errorf("the role has %d modules, want 19", len(modules))
		}
		unknown := owner.Post(path+"/create", object{"name": "X",
			"permissions": object{"spa": object{"view": true}, "rooms": object{"paint": true}}})
		unknown.Bad("permissions.rooms.paint").Bad("permissions.spa")
		if fields := unknown.List("errors"); len(fields) != 2 {
			t.Errorf("unknown words: %s", unknown.Raw)
		}
		owner.Post(path+"/create", object{"name": "X", "permissions": object{"rooms": object{"view": "yes"}}}).
			Bad("permissions.rooms.view")
		owner.Post(path+"/create", object{}).Bad("name")
		updated := owner.Put(path+"/"+made.Text("data", "_id")+"/update",
			object{"description": "At night", "permissions": object{"guests": object{"view": true}}}).Want(200)
		updated.Fields(updated.At("data"), "_id", "createdAt", "description", "isDefault", "name", "orgId", "updatedAt",
			"version")
		owner.Post(path+"/seed", nil).Want(201).Is(object{"roles": []any{}, "rolesCreated": 0}, "data")
		list := owner.Get(path + "/list").Want(200)
		if len(list.List("data")) != 6 {
			t.Errorf("the list is %s, want 6 roles", list.Raw)
		}
		list.Fields(list.At("data", 0), "_id", "createdAt", "description", "isDefault", "name", "usersCount")
		owner.Get(path + "/malformed").Want(404)
	})
}

func TestARoleThatAnInvitationPromisesStays(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		role := apptest.RoleNamed(owner.Get("/api/roles/{org}/list").Want(200), "Housekeeping")
		const email = "meera@hotel.example"
		owner.Post("/api/invitations/{org}/create", object{"email": email, "role": role}).Want(201)
		owner.Delete("/api/roles/{org}/"+role+"/delete").Refused(400, "invitations")
		link := s.Link(s.Letter(email), "invite")
		s.Anyone().Get("/api/invitations/respond?action=decline&token=" + link.Get("token") + "&email=" + email).Want(200)
		owner.Delete("/api/roles/{org}/" + role + "/delete").Want(200)
	})
}
