package invitation

import (
	"context"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"sarai/internal/identity/organization"
	"sarai/internal/identity/role"
	"sarai/internal/identity/user"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/event"
)

const publicURL = "https://sarai.example"

// hotel is an organization with an Administrator, wired as app wires it.
type hotel struct {
	*Service
	t      *testing.T
	clock  *clock.Fake
	o      organization.Organization
	roles  map[string]role.Role // by name
	mu     sync.Mutex
	events []event.Event
	routes []web.Route // of all tenancy
}

func eachHotel(t *testing.T, fn func(t *testing.T, h *hotel)) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			now := clock.NewFake(time.Date(2026, 4, 1, 9, 0, 0, 0, time.UTC))
			fn(t, newHotel(t, kittest.New(t, engine, now), now, "Haveli <Sagar> & Sons"))
		})
	}
}

func newHotel(t *testing.T, d *db.DB, now *clock.Fake, name string) *hotel {
	t.Helper()
	bus := event.NewBus()
	users := user.New(d, bus)
	h := &hotel{Service: New(d, bus, users, publicURL+"/"), t: t, clock: now, roles: map[string]role.Role{}}
	bus.Listen(h.Follow)
	bus.Listen(func(_ *db.Tx, _ scope.Scope, e event.Event) error {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.events = append(h.events, e)
		return nil
	})
	organizations := organization.New(d, bus, organization.SignUpOpen)
	organizations.Connect(organization.Hooks{
		OnCreate: func(tx *db.Tx, sc scope.Scope, o organization.Organization) error {
			if _, err := role.Seed(tx, o.ID); err != nil {
				return err
			}
			roles, err := role.All(tx, o.ID)
			for _, r := range roles {
				h.roles[r.Name] = r
			}
			if err != nil {
				return err
			}
			administrator := h.roles["Administrator"]
			_, err = h.Issue(tx, sc, o, Invite{Email: o.Email, RoleID: administrator.ID, RoleName: administrator.Name})
			return err
		},
		CurrencyInUse: func(*db.Tx, string) (bool, error) { return true, nil },
	})
	users.Connect(user.Hooks{
		OnInvite: func(tx *db.Tx, sc scope.Scope, invite user.Invite) error {
			r, err := role.Get(tx, sc.Org, invite.RoleID)
			if err != nil {
				return err
			}
			_, err = h.Issue(tx, sc, h.o, Invite{Email: invite.Email, Name: invite.Name, RoleID: r.ID, RoleName: r.Name})
			return err
		},
		// Sessions are auth's, which is not part of these tests.
		OnEnd:     func(*db.Tx, string) error { return nil },
		OnReclaim: func(*db.Tx, string) error { return nil },
	})
	for _, routes := range [][]web.Route{organizations.Routes(), role.New(d, bus).Routes(), users.Routes(), h.Routes()} {
		h.routes = append(h.routes, routes...)
	}
	var err error
	if h.o, err = organizations.CreateByOperator(t.Context(),
		organization.Profile{Name: name, Email: "Owner@Haveli.example"}); err != nil {
		t.Fatal(err)
	}
	return h
}

// as is the scope of a caller with the role.
func (h *hotel) as(roleName string) scope.Scope {
	return scope.Scope{Org: h.o.ID, User: "caller", UserName: "Asha", Permissions: h.roles[roleName].Permissions}
}

func (h *hotel) invite(email, roleName string) View {
	h.t.Helper()
	view, err := h.create(h.t.Context(), h.as("Administrator"), email, "Meera", h.roles[roleName].ID)
	if err != nil {
		h.t.Fatal(err)
	}
	h.clock.Advance(time.Second) // the next invitation is a newer one
	return view
}

func (h *hotel) write(fn func(tx *db.Tx) error) error {
	h.t.Helper()
	return h.db.Write(h.t.Context(), fn)
}

var linkPattern = regexp.MustCompile(publicURL + `/(invite|register)\?\S+`)

// mailed is the newest mail to an address: its page and the link's query.
func (h *hotel) mailed(email string) (page string, query url.Values, text, html string) {
	h.t.Helper()
	err := h.db.Read(h.t.Context(), func(tx *db.Tx) error {
		return tx.QueryRow(`SELECT body_text, body_html FROM outbox WHERE org_id = $1 AND recipient = $2
			ORDER BY created_at DESC, mail_id DESC LIMIT 1`, h.o.ID, email).Scan(&text, &html)
	})
	if err != nil {
		h.t.Fatalf("no mail to %s: %v", email, err)
	}
	link, err := url.Parse(linkPattern.FindString(text))
	if err != nil {
		h.t.Fatal(err)
	}
	return strings.TrimPrefix(link.Path, "/"), link.Query(), text, html
}

// token is the secret of the newest mail, which must lead to the page.
func (h *hotel) token(email, wantPage string) string {
	h.t.Helper()
	h.clock.Advance(time.Second) // the next mail is a newer one
	page, query, _, _ := h.mailed(email)
	if page != wantPage {
		h.t.Fatalf("the newest mail to %s leads to %q, want %q", email, page, wantPage)
	}
	return query.Get("token")
}

func (h *hotel) setPassword(email string) {
	h.t.Helper()
	err := h.write(func(tx *db.Tx) error {
		_, err := tx.Exec(`UPDATE logins SET proved_at = 1, password_hash = 'x' WHERE email = $1`, email)
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *hotel) redeem(id, email string) error {
	return h.write(func(tx *db.Tx) error {
		_, _, err := h.Redeem(tx, id, email)
		return err
	})
}

func (h *hotel) peek(secret, purpose string) (peeked Peeked, err error) {
	err = h.db.Read(h.t.Context(), func(tx *db.Tx) error {
		peeked, err = h.Peek(tx, secret, purpose)
		return err
	})
	return peeked, err
}

func (h *hotel) respond(secret, email string, accept bool) (Invitation, error) {
	return h.Respond(context.Background(), scope.Scope{}, secret, email, accept)
}

func (h *hotel) member(email string) (user.Member, error) {
	var m user.Member
	err := h.db.Read(h.t.Context(), func(tx *db.Tx) error {
		login, err := h.users.LoginByEmail(tx, email)
		if err != nil {
			return err
		}
		m, err = h.users.Find(tx, h.o.ID, login.ID)
		return err
	})
	return m, err
}

// refused fails the test unless err is of the kind and says part.
func (h *hotel) refused(what string, err error, kind errs.Kind, part string) {
	h.t.Helper()
	if !errs.Is(err, kind) || !strings.Contains(err.Error(), part) {
		h.t.Errorf("%s: got %v, want kind %d with %q", what, err, kind, part)
	}
}

func TestSignUpInvitesTheAdministrator(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		page, query, text, html := h.mailed("owner@haveli.example")
		if page != "invite" || query.Get("email") != "owner@haveli.example" || !strings.Contains(text,
			"Haveli <Sagar> & Sons invites you") {
			t.Fatal(page, query, text)
		}
		if strings.Contains(html, "<Sagar>") || !strings.Contains(html, "Haveli &lt;Sagar&gt; &amp; Sons") ||
			!strings.Contains(text, "8 April 2026, 14:30 (Asia/Kolkata)") {
			t.Fatal(html)
		}
		peeked, err := h.peek(query.Get("token"), PurposeInvite)
		if err != nil || peeked.OrgName != h.o.Name || peeked.RoleName != "Administrator" ||
			peeked.Email != "owner@haveli.example" {
			t.Fatal(peeked, err)
		}
	})
}

func TestWhoHasNoPasswordRegistersAfterAccepting(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		invitation := h.invite("Meera@Haveli.example", "Front Desk")
		secret := h.token("meera@haveli.example", "invite")
		accepted, err := h.respond(secret, "MEERA@haveli.example", true)
		if err != nil || accepted.Status != Accepted || accepted.RespondedAt == nil || accepted.UsedAt != nil {
			t.Fatal(accepted, err)
		}
		_, err = h.respond(secret, "meera@haveli.example", true)
		h.refused("accepting twice", err, errs.KindInvalid, "already accepted")
		_, err = h.respond(secret, "meera@haveli.example", false)
		h.refused("declining what was accepted", err, errs.KindInvalid, "already accepted")
		_, err = h.peek(secret, PurposeInvite)
		h.refused("the used link", err, errs.KindInvalid, "already accepted")
		if i, o, r, err := h.Status(t.Context(), secret, "meera@haveli.example"); err != nil || i.Status != Accepted ||
			o.ID != h.o.ID || r.Name != "Front Desk" {
			t.Fatal(i, err)
		}

		register := h.token("meera@haveli.example", "register")
		if _, query, _, _ := h.mailed("meera@haveli.example"); query.Get("invitationId") != invitation.ID {
			t.Fatal(query)
		}
		if peeked, err := h.peek(register, PurposeRegister); err != nil || peeked.InvitationID != invitation.ID {
			t.Fatal(peeked, err)
		}
		_, err = h.peek(register, PurposeInvite)
		h.refused("a register link as an invitation", err, errs.KindInvalid, "not valid")
		h.refused("another's address", h.redeem(invitation.ID, "ravi@haveli.example"), errs.KindInvalid, "not valid")
		if err := h.redeem(invitation.ID, "MEERA@haveli.example"); err != nil {
			t.Fatal(err)
		}
		h.refused("registering twice", h.redeem(invitation.ID, "meera@haveli.example"), errs.KindInvalid, "used already")
		_, err = h.peek(register, PurposeRegister)
		h.refused("the register link again", err, errs.KindInvalid, "used already")
		_, err = h.resend(t.Context(), h.as("Administrator"), invitation.ID)
		h.refused("resending a used one", err, errs.KindInvalid, "used already")
	})
}

func TestWhoHasAPasswordJoinsAtOnce(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		h.invite("meera@haveli.example", "Front Desk")
		h.setPassword("meera@haveli.example")
		accepted, err := h.respond(h.token("meera@haveli.example", "invite"), "meera@haveli.example", true)
		if err != nil || accepted.UsedAt == nil {
			t.Fatal(accepted, err)
		}
		if m, err := h.member("meera@haveli.example"); err != nil || !m.Joined || !m.Active ||
			m.RoleID != h.roles["Front Desk"].ID {
			t.Fatal(m, err)
		}
		h.token("meera@haveli.example", "invite") // no registration mail
		_, err = h.create(t.Context(), h.as("Administrator"), "Meera@Haveli.example", "", h.roles["Manager"].ID)
		h.refused("inviting a member", err, errs.KindConflict, "already")
		last := h.events[len(h.events)-1]
		if last.Action != "user.invitation_accepted" || last.ResourceType != "user" {
			t.Fatal(last)
		}
	})
}

func TestLinksThatDontWork(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		ctx := t.Context()
		h.invite("meera@haveli.example", "Front Desk")
		secret := h.token("meera@haveli.example", "invite")
		for what, attempt := range map[string][2]string{
			"another's address": {secret, "ravi@haveli.example"}, "a guess": {"x" + secret, "meera@haveli.example"},
			"nothing": {"", ""},
		} {
			_, err := h.respond(attempt[0], attempt[1], true)
			h.refused(what, err, errs.KindInvalid, "not valid")
			_, _, _, err = h.Status(ctx, attempt[0], attempt[1])
			h.refused(what, err, errs.KindInvalid, "not valid")
		}
		h.refused("an unknown id", h.redeem("665f1c2ab7e4d90012ab34ce", "meera@haveli.example"), errs.KindInvalid,
			"not valid")

		declined := h.invite("no@haveli.example", "Front Desk")
		refusal := h.token("no@haveli.example", "invite")
		if i, err := h.respond(refusal, "no@haveli.example", false); err != nil || i.Status != Declined {
			t.Fatal(i, err)
		}
		_, err := h.respond(refusal, "no@haveli.example", true)
		h.refused("accepting what was declined", err, errs.KindInvalid, "already declined")
		h.refused("registering with a declined one", h.redeem(declined.ID, "no@haveli.example"), errs.KindInvalid, "declined")

		h.clock.Advance(lifetime)
		_, err = h.respond(secret, "meera@haveli.example", true)
		h.refused("after a week", err, errs.KindInvalid, "expired")
		_, err = h.peek(secret, PurposeInvite)
		h.refused("after a week", err, errs.KindInvalid, "expired")
		_, _, _, err = h.Status(ctx, secret, "meera@haveli.example")
		h.refused("after a week", err, errs.KindInvalid, "expired")
	})
}

func TestResendAndDelete(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		ctx, admin := t.Context(), h.as("Administrator")
		invitation := h.invite("meera@haveli.example", "Front Desk")
		old := h.token("meera@haveli.example", "invite")
		_, err := h.create(ctx, admin, "MEERA@haveli.example", "", h.roles["Front Desk"].ID)
		h.refused("a second open invitation", err, errs.KindConflict, "resend")

		h.clock.Advance(lifetime)
		h.refused("registering too late", h.redeem(invitation.ID, "meera@haveli.example"), errs.KindInvalid, "expired")
		again, err := h.resend(ctx, admin, invitation.ID)
		if err != nil || int64(again.ExpiresAt) != h.clock.Now().Add(lifetime).UnixMilli() {
			t.Fatal(again, err)
		}
		fresh := h.token("meera@haveli.example", "invite")
		_, err = h.respond(old, "meera@haveli.example", true)
		h.refused("the old link", err, errs.KindInvalid, "not valid")
		if _, err := h.respond(fresh, "meera@haveli.example", true); err != nil {
			t.Fatal(err)
		}
		h.token("meera@haveli.example", "register")
		if _, err := h.resend(ctx, admin, invitation.ID); err != nil {
			t.Fatal(err)
		}
		register := h.token("meera@haveli.example", "register")
		if err := h.remove(ctx, admin, invitation.ID); err != nil {
			t.Fatal(err)
		}
		_, err = h.peek(register, PurposeRegister)
		h.refused("a deleted invitation's link", err, errs.KindInvalid, "not valid")
		h.refused("a deleted invitation", h.redeem(invitation.ID, "meera@haveli.example"), errs.KindInvalid, "not valid")
		_, err = h.get(ctx, admin, invitation.ID)
		h.refused("a deleted invitation", err, errs.KindNotFound, "no such")

		// Of two that have timed out one can be sent again.
		first := h.invite("ravi@haveli.example", "Front Desk")
		h.clock.Advance(lifetime)
		second := h.invite("ravi@haveli.example", "Front Desk")
		_, err = h.resend(ctx, admin, first.ID)
		h.refused("a second open invitation by resending", err, errs.KindConflict, "already")
		if _, err = h.resend(ctx, admin, second.ID); err != nil {
			t.Fatal(err)
		}
	})
}

func TestNobodyInvitesAboveThemselves(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		ctx, manager := t.Context(), h.as("Manager")
		_, err := h.create(ctx, manager, "friend@haveli.example", "", h.roles["Administrator"].ID)
		h.refused("inviting an Administrator", err, errs.KindForbidden, "more than your own")
		_, err = h.create(ctx, manager, "friend@haveli.example", "", "665f1c2ab7e4d90012ab34ce")
		h.refused("an unknown role", err, errs.KindInvalid, "role")

		// With its id the manager could register as that Administrator.
		invitation := h.invite("boss@haveli.example", "Administrator")
		h.invite("clerk@haveli.example", "Front Desk")
		seen, err := h.all(ctx, manager)
		if err != nil || len(seen) != 1 || seen[0].Email != "clerk@haveli.example" {
			t.Fatal(seen, err)
		}
		_, err = h.get(ctx, manager, invitation.ID)
		h.refused("reading it", err, errs.KindNotFound, "no such")
		_, err = h.resend(ctx, manager, invitation.ID)
		h.refused("resending it", err, errs.KindNotFound, "no such")
		h.refused("deleting it", h.remove(ctx, manager, invitation.ID), errs.KindNotFound, "no such")
		for _, e := range h.events {
			if strings.Contains(fmt.Sprint(e), invitation.ID) {
				t.Errorf("the audit log shows the invitation's id: %+v", e)
			}
		}
		if err := h.redeem(invitation.ID, "boss@haveli.example"); err != nil {
			t.Fatal(err)
		}
		if seen, err = h.all(ctx, manager); err != nil || len(seen) != 2 || seen[1].Status != Accepted {
			t.Fatal("a used invitation is shown to all:", seen, err)
		}
	})
}

func TestConcurrentAnswersCountOnce(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		h.invite("meera@haveli.example", "Front Desk")
		secret := h.token("meera@haveli.example", "invite")
		results := make(chan error)
		const people = 8
		for n := range people {
			go func() {
				_, err := h.respond(secret, "meera@haveli.example", n%2 == 0)
				results <- err
			}()
		}
		answered := 0
		for range people {
			if err := <-results; err == nil {
				answered++
			} else if !errs.Is(err, errs.KindInvalid) {
				t.Error(err)
			}
		}
		if answered != 1 {
			t.Fatalf("%d answers counted", answered)
		}
	})
}

func TestConcurrentInvitationsOfOneAddress(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		admin, frontDesk := h.as("Administrator"), h.roles["Front Desk"].ID
		results := make(chan error)
		for range 6 {
			go func() {
				_, err := h.create(context.Background(), admin, "meera@haveli.example", "", frontDesk)
				results <- err
			}()
		}
		made := 0
		for range 6 {
			if err := <-results; err == nil {
				made++
			} else if !errs.Is(err, errs.KindConflict) {
				t.Error(err)
			}
		}
		if made != 1 {
			t.Fatalf("%d invitations were made", made)
		}
	})
}

func TestAMembershipThatWaits(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		frontDesk, manager := h.roles["Front Desk"], h.roles["Manager"]
		var login user.Login
		err := h.write(func(tx *db.Tx) (err error) {
			if login, err = h.users.EnsureLogin(tx, "meera@haveli.example", "Meera"); err != nil {
				return err
			}
			sc := h.as("Administrator")
			if err := h.users.Add(tx, sc, user.Member{Login: login.ID, Email: login.Email, Name: "M.", RoleID: frontDesk.ID,
				Active: true}); err != nil {
				return err
			}
			_, err = h.Issue(tx, sc, h.o, Invite{Email: login.Email, RoleID: frontDesk.ID, RoleName: frontDesk.Name})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		_, err = h.create(t.Context(), h.as("Administrator"), login.Email, "", manager.ID)
		h.refused("inviting as something else", err, errs.KindInvalid, "role")

		// Another role before joining: the invitation is for that one.
		err = h.write(func(tx *db.Tx) error {
			if _, err := tx.Exec(`UPDATE memberships SET role_id = $3 WHERE org_id = $1 AND login_id = $2`, h.o.ID, login.ID,
				manager.ID); err != nil {
				return err
			}
			return h.bus.Publish(tx, h.as("Administrator"), event.Event{Action: "user.role_changed", ResourceType: "user",
				ResourceID: login.ID,
				Details:    map[string]any{"email": login.Email}})
		})
		if err != nil {
			t.Fatal(err)
		}
		secret := h.token(login.Email, "invite")
		if peeked, err := h.peek(secret, PurposeInvite); err != nil || peeked.RoleName != "Manager" {
			t.Fatal(peeked, err)
		}
		// Deleting the user ends the invitation.
		err = h.write(func(tx *db.Tx) error {
			return h.bus.Publish(tx, h.as("Administrator"), event.Event{Action: "user.deleted", ResourceType: "user",
				ResourceID: login.ID,
				Details:    map[string]any{"email": login.Email}})
		})
		if err != nil {
			t.Fatal(err)
		}
		_, err = h.respond(secret, login.Email, true)
		h.refused("a deleted user's link", err, errs.KindInvalid, "not valid")
	})
}

func TestAdmittingKeepsTheRoleAndTakesTheName(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		frontDesk := h.roles["Front Desk"]
		err := h.write(func(tx *db.Tx) error {
			login, err := h.users.EnsureLogin(tx, "meera@haveli.example", "Meera Rathore")
			if err != nil {
				return err
			}
			waiting := user.Member{Login: login.ID, Email: login.Email, Name: "M.", RoleID: frontDesk.ID, Active: true}
			if err := h.users.Add(tx, h.as("Administrator"), waiting); err != nil {
				return err
			}
			waiting.Name, waiting.RoleID = login.Name, h.roles["Manager"].ID
			return h.users.Admit(tx, h.as("Administrator"), waiting)
		})
		if err != nil {
			t.Fatal(err)
		}
		if m, err := h.member("meera@haveli.example"); err != nil || !m.Joined || m.RoleID != frontDesk.ID ||
			m.Name != "Meera Rathore" {
			t.Fatal(m, err)
		}
	})
}
