package invitation_test

import (
	"fmt"
	"strings"
	"testing"

	"sarai/internal/identity/invitation"
	"sarai/internal/identity/user"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
)

const create = "/api/invitations/{org}/create"

// one is the path of an invitation.
func one(id string) string { return "/api/invitations/{org}/" + id }

func TestSignUpInvitesTheAdministrator(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		page, query, text, html := h.mailed("owner@haveli.example")
		if page != "invite" || query.Get("email") != "owner@haveli.example" || !strings.Contains(text,
			"Your hotel Haveli <Sagar> & Sons is made") {
			t.Fatal(page, query, text)
		}
		if strings.Contains(html, "<Sagar>") || !strings.Contains(html, "Haveli &lt;Sagar&gt; &amp; Sons") ||
			!strings.Contains(text, "8 April 2026, 14:30 (Asia/Kolkata)") {
			t.Fatal(html)
		}
		peeked, err := h.peek(query.Get("token"), invitation.PurposeInvite)
		if err != nil || peeked.Organization.Name != h.o.Name || peeked.Role.Name != "Administrator" ||
			peeked.Email != "owner@haveli.example" {
			t.Fatal(peeked, err)
		}
	})
}

func TestWhoHasNoPasswordRegistersAfterAccepting(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		id := h.invite("Meera@Haveli.example", "Front Desk")
		secret := h.token("meera@haveli.example", "invite")
		accepted, err := h.respond(secret, "MEERA@haveli.example", true)
		if err != nil || accepted.Status != invitation.Accepted || accepted.RespondedAt == nil || accepted.UsedAt != nil {
			t.Fatal(accepted, err)
		}
		_, err = h.respond(secret, "meera@haveli.example", true)
		h.refused("accepting twice", err, errs.KindInvalid, "already accepted")
		_, err = h.respond(secret, "meera@haveli.example", false)
		h.refused("declining what was accepted", err, errs.KindInvalid, "already accepted")
		_, err = h.peek(secret, invitation.PurposeInvite)
		h.refused("the used link", err, errs.KindInvalid, "already accepted")
		if o, err := h.Status(t.Context(), secret, "meera@haveli.example"); err != nil || o.Status != invitation.Accepted ||
			o.Organization.ID != h.o.ID || o.Role.Name != "Front Desk" {
			t.Fatal(o, err)
		}

		register := h.token("meera@haveli.example", "register")
		if _, query, _, _ := h.mailed("meera@haveli.example"); query.Get("invitationId") != id {
			t.Fatal(query)
		}
		if peeked, err := h.peek(register, invitation.PurposeRegister); err != nil || peeked.ID != id {
			t.Fatal(peeked, err)
		}
		_, err = h.peek(register, invitation.PurposeInvite)
		h.refused("a register link as an invitation", err, errs.KindInvalid, "not valid")
		h.refused("another's address", h.redeem(id, "ravi@haveli.example"), errs.KindInvalid, "not valid")
		if err := h.redeem(id, "MEERA@haveli.example"); err != nil {
			t.Fatal(err)
		}
		h.refused("registering twice", h.redeem(id, "meera@haveli.example"), errs.KindInvalid, "used already")
		_, err = h.peek(register, invitation.PurposeRegister)
		h.refused("the register link again", err, errs.KindInvalid, "used already")
		h.by("Administrator").isRefused("resending a used one", "POST", one(id)+"/resend", nil, 400, "used already")
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
		if m, err := h.member("meera@haveli.example"); err != nil || !m.Joined() || !m.Active ||
			m.RoleID != h.roles["Front Desk"].ID {
			t.Fatal(m, err)
		}
		h.token("meera@haveli.example", "invite") // no registration mail
		h.by("Administrator").isRefused("inviting a member", "POST", create,
			object{"email": "Meera@Haveli.example", "role": h.roles["Manager"].ID}, 400, "already")
		last := h.events[len(h.events)-1]
		if last.Action != "user.invitation_accepted" || last.ResourceType != "user" {
			t.Fatal(last)
		}
	})
}

// Whoever has an invitation's id and address may register, so the id has nothing of the ids that everybody sees.
func TestInvitationsCannotBeGuessed(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		process := func(id string) string { return id[8:18] }
		for _, address := range []string{"meera@haveli.example", "ravi@haveli.example"} {
			made := h.invite(address, "Front Desk")
			if !id.Valid(made) || process(made) == process(id.New()) {
				t.Errorf("an invitation has the id %s", made)
			}
		}
	})
}

func TestLinksThatDontWork(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		h.invite("meera@haveli.example", "Front Desk")
		secret := h.token("meera@haveli.example", "invite")
		for what, attempt := range map[string][2]string{
			"another's address": {secret, "ravi@haveli.example"}, "a guess": {"x" + secret, "meera@haveli.example"},
			"nothing": {"", ""},
		} {
			_, err := h.respond(attempt[0], attempt[1], true)
			h.refused(what, err, errs.KindInvalid, "not valid")
			_, err = h.Status(t.Context(), attempt[0], attempt[1])
			h.refused(what, err, errs.KindInvalid, "not valid")
		}
		h.refused("an unknown id", h.redeem("665f1c2ab7e4d90012ab34ce", "meera@haveli.example"), errs.KindInvalid,
			"not valid")

		declined := h.invite("no@haveli.example", "Front Desk")
		refusal := h.token("no@haveli.example", "invite")
		if i, err := h.respond(refusal, "no@haveli.example", false); err != nil || i.Status != invitation.Declined {
			t.Fatal(i, err)
		}
		_, err := h.respond(refusal, "no@haveli.example", true)
		h.refused("accepting what was declined", err, errs.KindInvalid, "already declined")
		h.refused("registering with a declined one", h.redeem(declined, "no@haveli.example"), errs.KindInvalid, "declined")

		h.clock.Advance(week)
		_, err = h.respond(secret, "meera@haveli.example", true)
		h.refused("after a week", err, errs.KindInvalid, "expired")
		_, err = h.peek(secret, invitation.PurposeInvite)
		h.refused("after a week", err, errs.KindInvalid, "expired")
		_, err = h.Status(t.Context(), secret, "meera@haveli.example")
		h.refused("after a week", err, errs.KindInvalid, "expired")
	})
}

func TestResendAndDelete(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		admin := h.by("Administrator")
		id := h.invite("meera@haveli.example", "Front Desk")
		old := h.token("meera@haveli.example", "invite")
		admin.isRefused("a second open invitation", "POST", create,
			object{"email": "MEERA@haveli.example", "role": h.roles["Front Desk"].ID}, 400, "resend")

		h.clock.Advance(week)
		h.refused("registering too late", h.redeem(id, "meera@haveli.example"), errs.KindInvalid, "expired")
		again := admin.data("POST", one(id)+"/resend", nil, 200)
		want(t, "expiresAt", again["expiresAt"], h.clock.Now().Add(week).UTC().Format("2006-01-02T15:04:05.000Z"))
		fresh := h.token("meera@haveli.example", "invite")
		_, err := h.respond(old, "meera@haveli.example", true)
		h.refused("the old link", err, errs.KindInvalid, "not valid")
		if _, err := h.respond(fresh, "meera@haveli.example", true); err != nil {
			t.Fatal(err)
		}
		h.token("meera@haveli.example", "register")
		admin.call("POST", one(id)+"/resend", nil, 200)
		register := h.token("meera@haveli.example", "register")
		admin.call("DELETE", one(id), nil, 200)
		_, err = h.peek(register, invitation.PurposeRegister)
		h.refused("a deleted invitation's link", err, errs.KindInvalid, "not valid")
		h.refused("a deleted invitation", h.redeem(id, "meera@haveli.example"), errs.KindInvalid, "not valid")
		admin.isRefused("a deleted invitation", "GET", one(id), nil, 404, "no such")

		// Of two that have expired, one can be sent again.
		first := h.invite("ravi@haveli.example", "Front Desk")
		h.clock.Advance(week)
		second := h.invite("ravi@haveli.example", "Front Desk")
		admin.isRefused("a second open invitation by resending", "POST", one(first)+"/resend", nil, 400, "already")
		admin.call("POST", one(second)+"/resend", nil, 200)
	})
}

func TestNobodyInvitesAboveThemselves(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		manager := h.by("Manager")
		manager.isRefused("inviting an Administrator", "POST", create,
			object{"email": "friend@haveli.example", "role": h.roles["Administrator"].ID}, 403, "more than your own")
		want(t, "an unknown role", manager.bad("POST", create,
			object{"email": "friend@haveli.example", "role": "665f1c2ab7e4d90012ab34ce"}), "role")

		// With its id the manager could register as that Administrator.
		id := h.invite("boss@haveli.example", "Administrator")
		h.invite("clerk@haveli.example", "Front Desk")
		seen := manager.list("/api/invitations/{org}/list")
		if len(seen) != 1 || seen[0]["email"] != "clerk@haveli.example" {
			t.Fatal(seen)
		}
		manager.isRefused("reading it", "GET", one(id), nil, 404, "no such")
		manager.isRefused("resending it", "POST", one(id)+"/resend", nil, 404, "no such")
		manager.isRefused("deleting it", "DELETE", one(id), nil, 404, "no such")
		for _, e := range h.events {
			if strings.Contains(fmt.Sprint(e), id) {
				t.Errorf("the audit log shows the invitation's id: %+v", e)
			}
		}
		if err := h.redeem(id, "boss@haveli.example"); err != nil {
			t.Fatal(err)
		}
		seen = manager.list("/api/invitations/{org}/list")
		if len(seen) != 2 || seen[1]["status"] != invitation.Accepted {
			t.Fatal("a used invitation is shown to all:", seen)
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
		admin, body := h.by("Administrator"), object{"email": "meera@haveli.example", "role": h.roles["Front Desk"].ID}
		type answer struct {
			status   int
			envelope object
		}
		answers := make(chan answer)
		for range 6 {
			go func() {
				status, envelope := admin.send("POST", create, body)
				answers <- answer{status, envelope}
			}()
		}
		made := 0
		for range 6 {
			a := <-answers
			message, _ := a.envelope["message"].(string)
			if a.status == 201 {
				made++
			} else if a.status != 400 || !strings.Contains(message, "resend it instead") {
				t.Errorf("%d %s", a.status, message)
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
			if _, err := h.users.Add(tx, sc, user.Member{Login: login.ID, Email: login.Email, Name: "M.",
				RoleID: frontDesk.ID, Active: true}); err != nil {
				return err
			}
			_, err = h.Issue(tx, sc, h.o,
				invitation.Invite{Email: login.Email, RoleID: frontDesk.ID, RoleName: frontDesk.Name})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		want(t, "inviting as something else", h.by("Administrator").bad("POST", create,
			object{"email": login.Email, "role": manager.ID}), "role")

		// Another role before joining: the invitation is for that one.
		err = h.write(func(tx *db.Tx) error {
			if _, err := tx.Exec(`UPDATE memberships SET role_id = $3 WHERE org_id = $1 AND login_id = $2`, h.o.ID, login.ID,
				manager.ID); err != nil {
				return err
			}
			return h.bus.Publish(tx, h.as("Administrator"), user.RoleChanged.Of(login.ID,
				user.RoleChangedDetails{Who: user.Who{Email: login.Email}}))
		})
		if err != nil {
			t.Fatal(err)
		}
		secret := h.token(login.Email, "invite")
		if peeked, err := h.peek(secret, invitation.PurposeInvite); err != nil || peeked.Role.Name != "Manager" {
			t.Fatal(peeked, err)
		}
		// Deleting the user ends the invitation.
		err = h.write(func(tx *db.Tx) error {
			return h.bus.Publish(tx, h.as("Administrator"), user.Deleted.Of(login.ID,
				user.DeletedDetails{Who: user.Who{Email: login.Email}}))
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
			if _, err := h.users.Add(tx, h.as("Administrator"), waiting); err != nil {
				return err
			}
			waiting.Name, waiting.RoleID = login.Name, h.roles["Manager"].ID
			return h.users.Admit(tx, h.as("Administrator"), waiting)
		})
		if err != nil {
			t.Fatal(err)
		}
		if m, err := h.member("meera@haveli.example"); err != nil || !m.Joined() || m.RoleID != frontDesk.ID ||
			m.Name != "Meera Rathore" {
			t.Fatal(m, err)
		}
	})
}
