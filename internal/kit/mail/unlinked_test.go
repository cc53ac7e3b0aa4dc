package mail

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
)

func TestUnlinked(t *testing.T) {
	for text, want := range map[string]string{
		"Haveli Sagar": "Haveli Sagar", "St. John's": "St. John's", "St.John's": "St. John's",
		"See www.evil.example/win": "See www. evil. example/win", "https://evil.example": "https: //evil. example",
		"evil。example": "evil。 example", "a@evil.example": "a@evil. example", "10.0.0.1": "10. 0. 0. 1",
		"wait...":      "wait...",
		"two\r\nlines": "two  lines",
	} {
		if got := Unlinked(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// However it is written, no dot and no scheme stays tied to what follows.
func TestNothingIsLinked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		got := Unlinked(rapid.StringOf(rapid.RuneFrom([]rune("ae.:/。 @"))).Draw(t, "text"))
		for _, bad := range []string{".a", ".e", ".@", "。a", "。e", "://"} {
			if strings.Contains(got, bad) {
				t.Fatalf("%q has %q", got, bad)
			}
		}
	})
}

// An address gets so many mails of all organizations together, a sign-up's among them; what lets its owner in, and the
// news of an organization to its people, is none of them.
func TestRecipientsCountOverAllOrganizations(t *testing.T) {
	onEachEngine(t, func(h *house) {
		o := h.outbox(Files(h.TempDir()))
		o.limits = Limits{Recipient: 3}
		put := func(org string, m Message) error {
			m.To, m.Text = "victim@example.com", "x"
			return h.db.Write(h.Context(), func(tx *db.Tx) error { return o.Enqueue(tx, org, m) })
		}
		signUp := Message{SignIn: true, Stranger: true}
		for _, step := range []struct {
			org  string
			mail Message
		}{{"one", signUp}, {"two", signUp}, {"three", Message{By: "mallory"}}} {
			if err := put(step.org, step.mail); err != nil {
				h.Fatal(err)
			}
		}
		for _, m := range []Message{signUp, {By: "ravi"}, {By: "ravi", SignIn: true}} {
			if err := put("four", m); !errs.Is(err, errs.KindTooMany) {
				h.Errorf("%+v: %v", m, err)
			}
		}
		for _, m := range []Message{{SignIn: true}, {Member: true}} {
			if err := put("four", m); err != nil {
				h.Errorf("%+v: %v", m, err)
			}
		}
		h.clock.Advance(24 * time.Hour)
		if err := put("five", signUp); err != nil {
			h.Error(err)
		}
	})
}
