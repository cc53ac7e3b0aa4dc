package user

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"sarai/internal/identity/organization"
	"sarai/internal/identity/role"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/record/may"
)

// hotel is an organization with its default roles, wired as app wires it; what is invited and whose membership
// ends is counted.
type hotel struct {
	*Service
	t         *testing.T
	d         *db.DB
	org       string
	roles     map[string]role.Role // by name
	directory *Directory
}

func newHotel(t *testing.T, d *db.DB, c clock.Clock) *hotel {
	t.Helper()
	bus := event.NewBus()
	h := &hotel{Service: New(d, bus), t: t, d: d, roles: map[string]role.Role{}, directory: NewDirectory(d, c)}
	bus.Listen(func(tx *db.Tx, sc scope.Scope, e event.Event) error { // as package app does
		if ChangesMemberships(e) {
			tx.AfterCommit(func() { h.directory.Drop(sc.Org) })
		}
		return nil
	})
	h.Connect(Hooks{
		OnInvite:     func(*db.Tx, scope.Scope, Invite) error { return nil },
		OnEnd:        func(*db.Tx, string) error { return nil },
		RemoveFactor: func(*db.Tx, scope.Scope, string) error { return nil },
	})
	organizations := organization.New(d, bus, organization.SignUpOpen)
	organizations.Connect(organization.Hooks{
		OnCreate: func(tx *db.Tx, _ scope.Scope, o organization.Organization) error {
			if _, err := role.Seed(tx, o.ID); err != nil {
				return err
			}
			roles, err := role.All(tx, o.ID)
			for _, r := range roles {
				h.roles[r.Name] = r
			}
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
	h.org = o.ID
	return h
}

// member adds a joined member and returns the scope of its requests.
func (h *hotel) member(email, roleName string) scope.Scope {
	h.t.Helper()
	sc := scope.Scope{Org: h.org, UserName: email, Permissions: h.roles[roleName].Permissions}
	err := h.d.Write(h.t.Context(), func(tx *db.Tx) error {
		login, err := h.EnsureLogin(tx, email, email)
		if err != nil {
			return err
		}
		sc.User = login.ID
		return h.Admit(tx, sc, Member{Login: login.ID, Email: email, Name: email, RoleID: h.roles[roleName].ID, Active: true})
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return sc
}

func (h *hotel) administrators() (number int) {
	h.t.Helper()
	err := h.d.Read(h.t.Context(), func(tx *db.Tx) (err error) {
		number, err = enterable(tx, h.org, h.roles["Administrator"].ID)
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return number
}

func wantKind(t *testing.T, what string, err error, kind errs.Kind) {
	t.Helper()
	if !errs.Is(err, kind) {
		t.Errorf("%s: got %v, want kind %d", what, err, kind)
	}
}

func text(s string) *string { return &s }

// Who may do something when the request begins, and not any more when it takes its turn, doesn't do it.
func TestRightsAreReadWithTheWrite(t *testing.T) {
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		h := newHotel(t, d, clock.System{})
		boss, target := h.member("boss@haveli.example", "Administrator"), h.member("t@haveli.example", "Front Desk")
		off := false
		for email, end := range map[string]func(by scope.Scope) error{
			"demoted@haveli.example": func(by scope.Scope) error {
				_, err := h.changeRole(t.Context(), boss, by.User, h.roles["Front Desk"].ID)
				return err
			},
			"off@haveli.example": func(by scope.Scope) error {
				_, err := h.update(t.Context(), boss, by.User, edit{active: &off})
				return err
			},
			"deleted@haveli.example": func(by scope.Scope) error { return h.remove(t.Context(), boss, by.User) },
		} {
			admin := h.member(email, "Administrator")
			if err := end(admin); err != nil {
				t.Fatal(err)
			}
			for what, write := range map[string]func() error{
				"create": func() error {
					_, err := h.Create(t.Context(), admin, Member{Email: "friend@haveli.example", Name: "Friend",
						RoleID: h.roles["Administrator"].ID, Active: true})
					return err
				},
				"update": func() error {
					_, err := h.update(t.Context(), admin, target.User, edit{name: text("Renamed")})
					return err
				},
				"role": func() error {
					_, err := h.changeRole(t.Context(), admin, target.User, h.roles["Housekeeping"].ID)
					return err
				},
				"delete": func() error { return h.remove(t.Context(), admin, target.User) },
			} {
				wantKind(t, email+": "+what, write(), errs.KindForbidden)
			}
		}
	})
}

func TestTheLastAdministratorStays(t *testing.T) {
	off := false
	ways := map[string]func(h *hotel, by, target scope.Scope) error{
		"delete": func(h *hotel, by, target scope.Scope) error { return h.remove(context.Background(), by, target.User) },
		"deactivate": func(h *hotel, by, target scope.Scope) error {
			_, err := h.update(context.Background(), by, target.User, edit{active: &off})
			return err
		},
		"demote": func(h *hotel, by, target scope.Scope) error {
			_, err := h.changeRole(context.Background(), by, target.User, h.roles["Front Desk"].ID)
			return err
		},
	}
	for name, end := range ways {
		t.Run(name, func(t *testing.T) {
			kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
				h := newHotel(t, d, clock.System{})
				const people = 6
				var admins []scope.Scope
				for n := range people {
					admins = append(admins, h.member(fmt.Sprintf("a%d@haveli.example", n), "Administrator"))
				}
				// One who has not joined yet doesn't keep the hotel open.
				if _, err := h.Create(t.Context(), admins[0], Member{Email: "new@haveli.example", Name: "New",
					RoleID: h.roles["Administrator"].ID, Active: true}); err != nil {
					t.Fatal(err)
				}
				results := make(chan error)
				for n := range people { // everybody ends the next one, all at once
					go func() { results <- end(h, admins[n], admins[(n+1)%people]) }()
				}
				refused := 0
				for range people {
					switch err := <-results; {
					case errs.Is(err, errs.KindConflict), errs.Is(err, errs.KindForbidden): // the last, or ended before
						refused++
					case err != nil:
						t.Error(err)
					}
				}
				if left := h.administrators(); refused == 0 || left != refused {
					t.Fatalf("%d were refused, %d Administrators are left", refused, left)
				}
			})
		})
	}
}

func TestNobodyReachesAboveThemselves(t *testing.T) {
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		ctx, h := context.Background(), newHotel(t, d, clock.System{})
		admin, manager := h.member("admin@haveli.example", "Administrator"), h.member("manager@haveli.example", "Manager")
		h.member("second@haveli.example", "Administrator")
		off, on := false, true

		_, err := h.Create(ctx, manager, Member{Email: "new@haveli.example", Name: "New",
			RoleID: h.roles["Administrator"].ID, Active: true})
		wantKind(t, "adding an Administrator", err, errs.KindForbidden)
		_, err = h.changeRole(ctx, manager, manager.User, h.roles["Administrator"].ID)
		wantKind(t, "making oneself Administrator", err, errs.KindForbidden)
		_, err = h.changeRole(ctx, manager, admin.User, h.roles["Housekeeping"].ID)
		wantKind(t, "demoting an Administrator", err, errs.KindForbidden)
		_, err = h.update(ctx, manager, admin.User, edit{active: &off})
		wantKind(t, "deactivating an Administrator", err, errs.KindForbidden)
		wantKind(t, "deleting an Administrator", h.remove(ctx, manager, admin.User), errs.KindForbidden)

		if _, err := h.update(ctx, admin, admin.User, edit{active: &off}); err != nil {
			t.Fatal(err)
		}
		_, err = h.update(ctx, manager, admin.User, edit{active: &on})
		wantKind(t, "activating an Administrator", err, errs.KindForbidden)

		_, err = h.Create(ctx, manager, Member{Email: "new@haveli.example", Name: "New", RoleID: "665f1c2ab7e4d90012ab34ce",
			Active: true})
		wantKind(t, "an unknown role", err, errs.KindInvalid)
		_, err = h.Create(ctx, manager, Member{Email: "ADMIN@haveli.example", Name: "Again",
			RoleID: h.roles["Front Desk"].ID, Active: true})
		wantKind(t, "a member again", err, errs.KindInvalid)
	})
}

func TestOnesOwnRecord(t *testing.T) {
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		ctx, h := context.Background(), newHotel(t, d, clock.System{})
		admin, cleaner := h.member("admin@haveli.example", "Administrator"),
			h.member("cleaner@haveli.example", "Housekeeping")
		on, off := true, false

		own, err := h.get(ctx, cleaner, cleaner.User)
		if err != nil || own.Role.Name != "Housekeeping" {
			t.Fatal(own, err)
		}
		changed, err := h.update(ctx, cleaner, cleaner.User, edit{name: text("Ravi"), phone: text("+91 98290 12345"),
			designation: text(own.Designation), active: &on})
		if err != nil || changed.Name != "Ravi" || changed.Phone == "" {
			t.Fatal("its record sent back with a new name:", changed, err)
		}
		_, err = h.update(ctx, cleaner, cleaner.User, edit{designation: text("Director")})
		wantKind(t, "one's own designation", err, errs.KindForbidden)
		_, err = h.update(ctx, cleaner, cleaner.User, edit{active: &off})
		wantKind(t, "one's own switch", err, errs.KindForbidden)
		_, err = h.get(ctx, cleaner, admin.User)
		wantKind(t, "reading another's", err, errs.KindForbidden)
		_, err = h.update(ctx, cleaner, admin.User, edit{name: text("Nobody")})
		wantKind(t, "changing another's", err, errs.KindForbidden)
		_, err = h.get(ctx, admin, "nobody")
		wantKind(t, "an unknown id", err, errs.KindNotFound)
	})
}

func TestWhatFollowsTheEndOfAMembership(t *testing.T) {
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		ctx, h := context.Background(), newHotel(t, d, clock.System{})
		admin, desk := h.member("admin@haveli.example", "Administrator"), h.member("front@haveli.example", "Front Desk")
		off := false
		var ended []string
		h.hooks.OnEnd = func(_ *db.Tx, login string) error { ended = append(ended, login); return nil }
		if _, err := h.update(ctx, admin, desk.User, edit{active: &off}); err != nil {
			t.Fatal(err)
		}
		counts, err := h.overview(ctx, admin)
		if err != nil || counts != (Overview{Total: 2, Active: 1, Inactive: 1}) {
			t.Fatal(counts, err)
		}
		if err := h.remove(ctx, admin, desk.User); err != nil {
			t.Fatal(err)
		}
		if len(ended) != 2 || ended[0] != desk.User || ended[1] != desk.User {
			t.Fatalf("ended %v", ended)
		}
		if _, err := h.get(ctx, admin, desk.User); !errs.Is(err, errs.KindNotFound) {
			t.Fatal(err)
		}
		var left int
		err = d.Read(ctx, func(tx *db.Tx) error {
			return tx.QueryRow(`SELECT COUNT(*) FROM login_organizations WHERE login_id = $1`, desk.User).Scan(&left)
		})
		if err != nil || left != 0 {
			t.Fatal("the login can still choose the hotel:", left, err)
		}
	})
}

func TestAMailThatFailsLeavesNoMember(t *testing.T) {
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		ctx, h := context.Background(), newHotel(t, d, clock.System{})
		admin := h.member("admin@haveli.example", "Administrator")
		broken := errors.New("broken")
		h.hooks.OnInvite = func(*db.Tx, scope.Scope, Invite) error { return broken }
		if _, err := h.Create(ctx, admin, Member{Email: "new@haveli.example", Name: "New",
			RoleID: h.roles["Manager"].ID}); !errors.Is(err, broken) {
			t.Fatal(err)
		}
		if people, err := h.all(ctx, admin); err != nil || len(people) != 1 {
			t.Fatal(people, err)
		}
	})
}

func TestTheDirectoryKnowsAtOnce(t *testing.T) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			ctx, now := context.Background(), clock.NewFake(time.Date(2026, 4, 1, 9, 0, 0, 0, time.UTC))
			d := kittest.New(t, engine, now)
			h := newHotel(t, d, now)
			admin, desk := h.member("admin@haveli.example", "Administrator"), h.member("front@haveli.example", "Front Desk")
			lookup := func() Membership {
				t.Helper()
				m, err := h.directory.Lookup(ctx, h.org, desk.User)
				if err != nil || m.Login != desk.User || m.Org != h.org {
					t.Fatal(m, err)
				}
				return m
			}
			if m := lookup(); m.RoleName != "Front Desk" || !m.Active || !m.Joined || m.Zone.String() != "Asia/Kolkata" ||
				!m.Permissions.Has(may.Bookings, scope.Create) {
				t.Fatalf("%+v", m)
			}
			if _, err := h.changeRole(ctx, admin, desk.User, h.roles["Housekeeping"].ID); err != nil {
				t.Fatal(err)
			}
			if m := lookup(); m.RoleName != "Housekeeping" || m.Permissions.Has(may.Bookings, scope.Create) {
				t.Fatalf("an old role: %+v", m)
			}
			// What another node changes is seen within two seconds.
			err := d.Write(ctx, func(tx *db.Tx) error {
				_, err := tx.Exec(`UPDATE memberships SET is_active = $3 WHERE org_id = $1 AND login_id = $2`, h.org, desk.User,
					false)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			now.Advance(freshness)
			if lookup().Active {
				t.Fatal("an old answer after two seconds")
			}
			if m, err := h.directory.Lookup(ctx, h.org, "nobody"); m.Login != "" || m.Org != h.org || err != nil {
				t.Fatal("somebody who is no member:", m, err)
			}
			if m, err := h.directory.Lookup(ctx, "nowhere", desk.User); m.Org != "" || m.Joined || err != nil {
				t.Fatal("an unknown organization:", m, err)
			}
		})
	}
}

func TestOneLoginForAnAddress(t *testing.T) {
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		s := New(d, event.NewBus())
		ids := make(chan string)
		for _, email := range []string{"Meera@Haveli.example", " meera@haveli.example ", "MEERA@HAVELI.EXAMPLE"} {
			go func() {
				var login Login
				err := d.Write(context.Background(), func(tx *db.Tx) (err error) {
					login, err = s.EnsureLogin(tx, email, "Meera")
					return err
				})
				if err != nil || login.HasPassword() || login.Email != "meera@haveli.example" {
					t.Error(login, err)
				}
				ids <- login.ID
			}()
		}
		if a, b, c := <-ids, <-ids, <-ids; a != b || b != c {
			t.Fatal(a, b, c)
		}
	})
}
