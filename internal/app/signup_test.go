package app_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"sarai/internal/app/apptest"
	"sarai/internal/identity/organization"
)

// answerTime is how long a sign-up waits for somebody to come in.
const answerTime = 7 * apptest.Day

// signUp signs a hotel up as a stranger does, and returns it with the token of its mail.
func signUp(s *apptest.Server, email string) (org, token string) {
	s.T.Helper()
	org = s.Anyone().Post("/api/organization/create", object{"name": "Spam Palace", "email": email}).Want(201).
		Text("data", "_id")
	return org, s.Link(s.Letter(email), "invite").Get("token")
}

// nights runs what the server does by itself, night after night, up to the end of the answer time.
func nights(s *apptest.Server) {
	s.T.Helper()
	for range int(answerTime / apptest.Day) {
		s.Clock.Advance(apptest.Day)
		for _, job := range []func() error{
			func() error { return s.App.CloseDays(s.T.Context()) }, func() error { return s.App.ExpireHolds(s.T.Context()) },
			func() error { return s.App.ExpireQuotes(s.T.Context()) }, func() error { return s.App.FillSearch(s.T.Context()) },
		} {
			if err := job(); err != nil {
				s.T.Fatal(err)
			}
		}
	}
}

func expire(s *apptest.Server) {
	s.T.Helper()
	if err := s.App.ExpireSignUps(s.T.Context()); err != nil {
		s.T.Fatal(err)
	}
}

// tablesWith are the tables that have the text in any column.
func tablesWith(s *apptest.Server, text string) []string {
	s.T.Helper()
	found := map[string]bool{}
	for row := range s.Snapshot() {
		if strings.Contains(row, text) {
			table, _, _ := strings.Cut(row, " ")
			found[table] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

func TestSignUpsThatNobodyAnswersExpire(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		before := s.Snapshot()
		org, _ := signUp(s, "victim@inbox.example")
		declined, token := signUp(s, "careful@inbox.example")
		s.Anyone().Get("/api/invitations/respond?action=decline&token=" + token + "&email=careful@inbox.example").Want(200)
		nights(s)
		s.Clock.Advance(-time.Millisecond)
		expire(s)
		if len(tablesWith(s, org)) == 0 {
			t.Fatal("the sign-up is gone before its time")
		}
		s.Clock.Advance(time.Millisecond)
		expire(s)
		s.Unchanged(before, "sign-ups that nobody answered")
		for _, gone := range []string{org, declined} {
			for _, table := range []string{"outbox", "notification_mails"} { // which a snapshot leaves out
				if s.CountRows(table, "org_id", gone) != 0 {
					t.Errorf("there are rows in %s", table)
				}
			}
		}
		again := s.Anyone().Post("/api/organization/create", object{"name": "Real", "email": "victim@inbox.example"}).
			Want(201).Text("data", "_id")
		s.Accept(again, "victim@inbox.example", "Owner") // the address is as good as new
	})
}

// Nothing that anybody uses expires, however little it is used, and neither does what no stranger has made.
func TestWhatIsUsedNeverExpires(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel() // has signed in once, and nothing else
		second := owner.AnotherHotel()
		accepted, token := signUp(s, "half@inbox.example")
		s.Anyone().Get("/api/invitations/respond?action=accept&token=" + token + "&email=half@inbox.example").Want(200)
		made, err := s.App.Organizations.CreateByOperator(t.Context(), organization.Details{
			Profile: organization.Profile{Name: "Fort", Email: "desk@fort.example"}})
		if err != nil {
			t.Fatal(err)
		}
		// Its address is the login of another hotel's member, and was invited by another.
		role := apptest.RoleNamed(owner.Get("/api/roles/{org}/list"), "Front Desk")
		shared, _ := signUp(s, owner.Email)
		waiting, _ := signUp(s, "later@inbox.example")
		nights(s)
		owner = owner.Again()
		owner.Post("/api/users/{org}/create", object{"name": "Later", "email": "later@inbox.example", "role": role}).Want(201)
		expire(s)
		for _, gone := range []string{shared, waiting} {
			if left := tablesWith(s, gone); len(left) != 0 {
				t.Errorf("rows are left in %v", left)
			}
		}
		for _, kept := range []string{owner.Org, second.Org, accepted, made.ID} {
			if s.CountRows("organizations", "org_id", kept) != 1 || s.CountRows("roles", "org_id", kept) == 0 {
				t.Errorf("%s is gone", kept)
			}
		}
		owner.Again().Get("/api/organization/{org}").Want(200)
		s.Accept(owner.Org, "later@inbox.example", "Later")

		// What was found in use once isn't looked at again.
		s.Clock.Advance(400 * apptest.Day)
		expire(s)
		s.Login(second.Org, owner.Email).Get("/api/organization/{org}").Want(200)
	})
}
