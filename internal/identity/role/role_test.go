package role

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"

	"sarai/internal/identity/organization"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/record/may"
)

func TestPermissionsFromABody(t *testing.T) {
	given, err := grants{"bookings": {"view": true, "create": false}, "rooms": nil}.permissions()
	got := replaced(nil, given)
	if err != nil || !maps.Equal(got, scope.Permissions{may.Bookings: scope.View}) {
		t.Fatal(got, err)
	}
	_, err = grants{"spa": {"view": true}, "bookings": {"destroy": false, "view": true}}.permissions()
	var typed *errs.Error
	if !errors.As(err, &typed) || len(typed.Fields) != 2 || typed.Fields[0].Field != "permissions.bookings.destroy" ||
		typed.Fields[1].Field != "permissions.spa" {
		t.Fatal(err)
	}
	if len(SpellOut(got)) != 19 || SpellOut(got)[may.Bookings] != (Flags{View: true}) {
		t.Fatal(SpellOut(got))
	}
}

func TestStandardRoles(t *testing.T) {
	byName := map[string]scope.Permissions{}
	for _, s := range standards() {
		byName[s.name] = s.permissions
	}
	denied := []struct {
		role, module string
		flag         scope.Flag
	}{
		{"Manager", may.Organization, scope.Delete}, {"Manager", may.Roles, scope.Create},
		{"Manager", may.Roles, scope.Update},
		{"Front Desk", may.Roles, scope.View}, {"Front Desk", may.Users, scope.View},
		{"Front Desk", may.AuditLogs, scope.View},
		{"Housekeeping", may.Bookings, scope.Update}, {"Housekeeping", may.Guests, scope.View},
		{"Accountant", may.Bookings, scope.Create},
		{"Accountant", may.Users, scope.View},
	}
	for _, c := range denied {
		if byName[c.role].Has(c.module, c.flag) {
			t.Errorf("%s has flag %d of %s", c.role, c.flag, c.module)
		}
	}
	for name, permissions := range byName {
		if !permissions.Within(byName["Administrator"]) || name != "Administrator" &&
			byName["Administrator"].Within(permissions) {
			t.Errorf("%s against Administrator", name)
		}
	}
}

// hotel is an organization with its default roles and the scope of a job that may do everything.
func hotel(t *testing.T, d *db.DB, bus *event.Bus) scope.Scope {
	t.Helper()
	organizations := organization.New(d, bus, organization.SignUpOpen)
	organizations.Connect(organization.Hooks{
		OnCreate: func(tx *db.Tx, _ scope.Scope, o organization.Organization) error {
			_, err := Seed(tx, o.ID)
			return err
		},
		OnErase:       func(*db.Tx, organization.Organization) error { return nil },
		InUse:         func(*db.Tx, string) (bool, error) { return false, nil },
		CurrencyInUse: func(*db.Tx, string) (bool, error) { return false, nil },
	})
	o, err := organizations.CreateByOperator(t.Context(), organization.Details{
		Profile: organization.Profile{Name: "Haveli", Email: "desk@haveli.example"}})
	if err != nil {
		t.Fatal(err)
	}
	return scope.Scope{Org: o.ID, Permissions: everything()}
}

func named(t *testing.T, s *Service, sc scope.Scope, name string) Role {
	t.Helper()
	roles, err := s.list(t.Context(), sc)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(roles, func(r counted) bool { return r.Name == name })
	if at < 0 {
		t.Fatalf("no role %s among %v", name, roles)
	}
	return roles[at].Role
}

func wantKind(t *testing.T, what string, err error, kind errs.Kind) {
	t.Helper()
	if !errs.Is(err, kind) {
		t.Errorf("%s: got %v, want kind %d", what, err, kind)
	}
}

func text(s string) *string { return &s }

// uninvited are the invitations where there are none.
var uninvited = Invitations{
	Open:   func(*db.Tx, string, string) (int, error) { return 0, nil },
	Forget: func(*db.Tx, string, string) error { return nil },
}

func TestNobodyMakesMoreThanTheyHold(t *testing.T) {
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		ctx, s := context.Background(), New(d, event.NewBus(), uninvited)
		admin := hotel(t, d, event.NewBus())
		weak := admin
		weak.Permissions = scope.Permissions{may.Roles: scope.Manage,
			may.Bookings: scope.View | scope.Create | scope.Update | scope.Delete}

		_, err := s.create(ctx, weak, Role{Name: "Spy", Permissions: scope.Permissions{may.AuditLogs: scope.View}})
		wantKind(t, "create beyond", err, errs.KindForbidden)
		_, err = s.create(ctx, weak, Role{Name: "Booker", Permissions: scope.Permissions{may.Bookings: scope.Manage}})
		wantKind(t, "manage from the four others", err, errs.KindForbidden)
		own, err := s.create(ctx, weak, Role{Name: "Reader",
			Permissions: scope.Permissions{may.Roles: scope.View | scope.Delete, may.Bookings: scope.View}})
		if err != nil {
			t.Fatal("the four others from manage:", err)
		}
		_, err = s.update(ctx, weak, own.ID, edit{permissions: scope.Permissions{may.Users: scope.Create}})
		wantKind(t, "raise", err, errs.KindForbidden)
		for _, name := range []string{"Administrator", "Housekeeping"} {
			_, err = s.update(ctx, weak, named(t, s, admin, name).ID, edit{description: text("mine")})
			wantKind(t, "rename "+name, err, errs.KindForbidden)
		}
		_, err = s.update(ctx, weak, named(t, s, admin, "Housekeeping").ID, edit{permissions: noFlags()})
		wantKind(t, "take away", err, errs.KindForbidden)
		wantKind(t, "delete", s.delete(ctx, weak, named(t, s, admin, "Housekeeping").ID), errs.KindForbidden)

		if err := s.delete(ctx, admin, named(t, s, admin, "Housekeeping").ID); err != nil {
			t.Fatal(err)
		}
		_, err = s.seed(ctx, weak)
		wantKind(t, "seed", err, errs.KindForbidden)
		again, err := s.seed(ctx, admin)
		if err != nil || len(again) != 1 || again[0] != "Housekeeping" {
			t.Fatal(again, err)
		}
		none, err := s.seed(ctx, admin)
		if err != nil || none == nil || len(none) != 0 {
			t.Fatal(none, err)
		}
	})
}

func TestRulesOfRoles(t *testing.T) {
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		ctx, s := context.Background(), New(d, event.NewBus(), uninvited)
		admin := hotel(t, d, event.NewBus())
		elsewhere := hotel(t, d, event.NewBus())
		administrator := named(t, s, admin, "Administrator")

		_, err := s.update(ctx, admin, administrator.ID, edit{permissions: noFlags()})
		wantKind(t, "Administrator's permissions", err, errs.KindInvalid)
		_, err = s.update(ctx, admin, administrator.ID, edit{name: text("Root")})
		wantKind(t, "Administrator's name", err, errs.KindInvalid)
		wantKind(t, "delete Administrator", s.delete(ctx, admin, administrator.ID), errs.KindConflict)
		changed, err := s.update(ctx, admin, administrator.ID, edit{name: text("Administrator"), description: text("The " +
			"owner"), permissions: everything()})
		if err != nil || changed.Description != "The owner" {
			t.Fatal("its record sent back:", changed, err)
		}

		_, err = s.create(ctx, admin, Role{Name: "front DESK", Permissions: scope.Permissions{}})
		wantKind(t, "a taken name", err, errs.KindInvalid)
		manager := named(t, s, admin, "Manager")
		_, err = s.update(ctx, admin, manager.ID, edit{name: text("accountant")})
		wantKind(t, "a taken name in an update", err, errs.KindInvalid)
		if _, err = s.update(ctx, admin, manager.ID, edit{name: text("MANAGER")}); err != nil {
			t.Error("another case of its own name:", err)
		}

		_, err = s.get(ctx, elsewhere, manager.ID)
		wantKind(t, "another hotel's role", err, errs.KindNotFound)
		_, err = s.update(ctx, elsewhere, manager.ID, edit{name: text("Mine")})
		wantKind(t, "changing another hotel's role", err, errs.KindNotFound)
		wantKind(t, "deleting another hotel's role", s.delete(ctx, elsewhere, manager.ID), errs.KindNotFound)
	})
}
