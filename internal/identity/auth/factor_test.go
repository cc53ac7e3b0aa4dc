package auth_test

import (
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"sarai/internal/identity/auth"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/scope"
)

// code is what the authenticator app shows.
func (h *house) code(secret string) string {
	h.t.Helper()
	code, err := totp.GenerateCode(secret, h.clock.Now())
	if err != nil {
		h.t.Fatal(err)
	}
	return code
}

func withCode(email, password, code string) request {
	return post("login", object{"email": email, "password": password, "code": code})
}

func mfaPost(path, token string, body object) request {
	return request{method: "POST", path: "/api/auth/mfa/" + path, token: token, body: body}
}

// secured is a login with a second factor: its app's secret, its recovery codes and an access token.
func (h *house) secured(email string) (secret string, recovery []string, access string) {
	h.t.Helper()
	access = h.login(email, password).Token
	secret = data[auth.MFASetup](h.t, h.want(200, mfaPost("begin", access, object{"password": password}))).Secret
	codes := h.want(200, mfaPost("confirm", access, object{"code": h.code(secret)}))
	return secret, data[auth.RecoveryCodes](h.t, codes).RecoveryCodes, access
}

// asksForCode fails unless the answer is the 401 that says: the password is right, the code isn't.
func (h *house) asksForCode(r request) {
	h.t.Helper()
	if answer := h.want(401, r); len(answer.body.Errors) != 1 || answer.body.Errors[0].Field != "code" {
		h.t.Errorf("the answer doesn't ask for a code: %s", answer.text)
	}
}

func TestSecondFactor(t *testing.T) {
	eachEngine(t, func(h *house) {
		h.member(h.hotel("Haveli"), "asha@x.example", "Front Desk")
		for _, r := range []request{get("mfa", ""), mfaPost("begin", "", object{"password": password}),
			mfaPost("confirm", "", object{"code": "123456"}), mfaPost("disable", "", object{}),
			mfaPost("recovery-codes", "", object{})} {
			h.want(401, r)
		}
		access := h.login("asha@x.example", password).Token
		h.want(400, mfaPost("begin", access, object{"password": "wrong"}))
		h.want(400, mfaPost("confirm", access, object{"code": "123456"}))
		h.want(400, mfaPost("disable", access, object{"password": password, "code": "123456"}))
		abandoned := data[auth.MFASetup](t, h.want(200, mfaPost("begin", access, object{"password": password}))).Secret
		h.login("asha@x.example", password) // nothing is confirmed yet
		secret := data[auth.MFASetup](t, h.want(200, mfaPost("begin", access, object{"password": password}))).Secret
		h.want(400, mfaPost("confirm", access, object{"code": h.code(abandoned)}))
		first := h.code(secret)
		codes := data[auth.RecoveryCodes](t, h.want(200, mfaPost("confirm", access, object{"code": first}))).RecoveryCodes
		if len(codes) != 10 {
			t.Fatalf("the recovery codes are %v", codes)
		}
		h.want(400, mfaPost("begin", access, object{"password": password}))

		h.asksForCode(credentials("asha@x.example", password))
		h.want(401, withCode("asha@x.example", "wrong", h.code(secret)))
		h.asksForCode(withCode("asha@x.example", password, first)) // confirmed with it: used
		h.clock.Advance(30 * time.Second)
		second := h.code(secret)
		h.want(200, withCode("asha@x.example", password, second))
		h.asksForCode(withCode("asha@x.example", password, second))
		h.clock.Advance(2 * time.Minute)
		h.asksForCode(withCode("asha@x.example", password, second))

		h.want(200, withCode("asha@x.example", password, strings.ToLower(strings.ReplaceAll(codes[0], "-", ""))))
		h.asksForCode(withCode("asha@x.example", password, codes[0]))
		status := data[auth.MFAStatus](t, h.want(200, get("mfa", access)))
		if status != (auth.MFAStatus{Enabled: true, RecoveryCodesLeft: 9}) {
			t.Errorf("the status is %+v", status)
		}
		h.want(400, mfaPost("recovery-codes", access, object{"password": password, "code": second}))
		renewed := data[auth.RecoveryCodes](t, h.want(200, mfaPost("recovery-codes", access,
			object{"password": password, "code": codes[1]}))).RecoveryCodes
		h.asksForCode(withCode("asha@x.example", password, codes[2]))

		h.want(200, reset(h.forgot("asha@x.example"), "another password"))
		h.asksForCode(credentials("asha@x.example", "another password")) // the mailbox alone isn't enough
		h.clock.Advance(time.Minute)
		access = data[loginData](t, h.want(200, withCode("asha@x.example", "another password", h.code(secret)))).Token
		h.want(400, mfaPost("disable", access, object{"password": "another password", "code": "000000"}))
		h.want(200, mfaPost("disable", access, object{"password": "another password", "code": renewed[0]}))
		h.login("asha@x.example", "another password")
	})
}

// The database alone gives no second factor away.
func TestSecondFactorsAreSealed(t *testing.T) {
	eachEngine(t, func(h *house) {
		h.member(h.hotel("Haveli"), "asha@x.example", "Front Desk")
		secret, recovery, _ := h.secured("asha@x.example")
		var stored, hash string
		h.write(func(tx *db.Tx) error {
			if err := tx.QueryRow(`SELECT secret FROM login_mfa`).Scan(&stored); err != nil {
				return err
			}
			return tx.QueryRow(`SELECT MIN(code_hash) FROM login_recovery_codes`).Scan(&hash)
		})
		if strings.Contains(stored, secret) || len(hash) != 64 || strings.Contains(hash, recovery[0]) {
			h.t.Errorf("stored are %s and %s", stored, hash)
		}
	})
}

// Whoever knows the password can't try all codes, and doesn't keep the owner out by trying.
func TestCodesCantBeGuessed(t *testing.T) {
	h := newHouse(t, kittest.Engines()[0], settings{})
	h.member(h.hotel("Haveli"), "asha@x.example", "Front Desk")
	device := h.device("asha@x.example")
	secret, recovery, _ := h.secured("asha@x.example")
	h.clock.Advance(time.Minute)
	wrong := "000000"
	if h.code(secret) == wrong {
		wrong = "000001"
	}
	for range 10 {
		h.asksForCode(withCode("asha@x.example", password, wrong))
	}
	h.want(200, withCode("asha@x.example", password, h.code(secret)).from(device))
	h.clock.Advance(time.Minute)
	began := time.Now()
	h.want(200, withCode("asha@x.example", password, h.code(secret))) // from anywhere: it waits, and is let in
	if waited := time.Since(began); waited < time.Second {
		h.t.Errorf("the eleventh attempt waited for %v", waited)
	}
	h.asksForCode(credentials("asha@x.example", password))
	h.want(200, withCode("asha@x.example", password, recovery[0]))
}

// A code can't be guessed while it is being set up, either.
func TestCodesOfASetUpCantBeGuessed(t *testing.T) {
	h := newHouse(t, kittest.Engines()[0], settings{})
	h.member(h.hotel("Haveli"), "asha@x.example", "Front Desk")
	access := h.login("asha@x.example", password).Token
	secret := data[auth.MFASetup](t, h.want(200, mfaPost("begin", access, object{"password": password}))).Secret
	wrong := "000000"
	if h.code(secret) == wrong {
		wrong = "000001"
	}
	for range 10 {
		h.want(400, mfaPost("confirm", access, object{"code": wrong}))
	}
	h.want(429, mfaPost("confirm", access, object{"code": h.code(secret)}))
	h.clock.Advance(16 * time.Minute)
	access = h.login("asha@x.example", password).Token
	h.want(200, mfaPost("confirm", access, object{"code": h.code(secret)}))
}

// A reset leaves the second factor, also of a login that was registered without its mailbox. The mailed token of a
// hotel that its person accepted before anybody set a password takes the login back with all that was set up since.
func TestAResetLeavesTheSecondFactor(t *testing.T) {
	eachEngine(t, func(h *house) {
		_, accepted := h.invite(h.hotel("First"), "vera@x.example", "Front Desk")
		answered, err := h.invitations.Respond(h.t.Context(), scope.Scope{}, accepted, "vera@x.example", true)
		if err != nil {
			h.t.Fatal(err)
		}
		i, _ := h.invite(h.hotel("Haveli"), "vera@x.example", "Front Desk")
		h.want(201, register("vera@x.example", password, "Mallory", i.ID))
		h.secured("vera@x.example")
		mailed := register("vera@x.example", "another password", "Vera", answered.ID)
		mailed.body.(object)["token"] = answered.Token
		h.want(201, mailed)
		h.login("vera@x.example", "another password")

		i, _ = h.invite(h.hotel("Kothi"), "asha@x.example", "Front Desk")
		h.want(201, register("asha@x.example", password, "Asha", i.ID))
		h.secured("asha@x.example")
		h.want(200, reset(h.forgot("asha@x.example"), "another password"))
		h.asksForCode(credentials("asha@x.example", "another password"))
	})
}
