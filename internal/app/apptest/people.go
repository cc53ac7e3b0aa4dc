package apptest

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"sarai/internal/kit/date"
)

// Password is that of everybody whom Accept lets in.
const Password = "correct horse battery"

// RoleNamed is the id of the role with this name in an answered list of roles.
func RoleNamed(roles Answer, name string) string {
	roles.T.Helper()
	for i := range roles.List("data") {
		if roles.Text("data", i, "name") == name {
			return roles.Text("data", i, "_id")
		}
	}
	roles.T.Fatalf("there is no role %s: %s", name, roles.Raw)
	return ""
}

// AnotherHotel is a new organization of the same person, who is its Administrator at once.
func (c *Caller) AnotherHotel(fields ...Object) *Caller {
	c.Server.T.Helper()
	body := Object{"name": fmt.Sprintf("Hotel %d", Serial()), "email": c.Email, "timezone": "Asia/Kolkata",
		"currency": "INR"}
	for _, f := range fields {
		body = body.Merged(f)
	}
	made := *c
	made.Org = c.Post("/api/organization/create", body).Want(201).Text("data", "_id")
	return &made
}

// Later moves the clock on and signs in again, since access tokens live for minutes only.
func (c *Caller) Later(by time.Duration) *Caller {
	c.Server.T.Helper()
	c.Server.Clock.Advance(by)
	return c.Server.Login(c.Org, c.Email)
}

// Day is for steps of the clock.
const Day = 24 * time.Hour

// OnDay is the caller at noon of another day.
func (c *Caller) OnDay(day string) *Caller {
	c.Server.T.Helper()
	noon, err := time.Parse("2006-01-02 15:04", day+" 06:30")
	if err != nil {
		c.Server.T.Fatal(err)
	}
	c.Server.Clock.Set(noon)
	return c.Server.Login(c.Org, c.Email)
}

// Hotel signs up a new organization as a stranger does, and returns its Administrator, signed in.
func (s *Server) Hotel(fields ...Object) *Caller {
	s.T.Helper()
	number := Serial()
	email := fmt.Sprintf("owner%d@hotel.example", number)
	body := Object{"name": fmt.Sprintf("Hotel %d", number), "email": email, "timezone": "Asia/Kolkata", "currency": "INR"}
	for _, f := range fields {
		body = body.Merged(f)
	}
	org := s.Anyone().Post("/api/organization/create", body).Want(201).Text("data", "_id")
	return s.Accept(org, email, "Owner")
}

// Accept takes the invitation that was mailed to the address, by the links of the mails alone, and signs in.
func (s *Server) Accept(org, email, name string) *Caller {
	s.T.Helper()
	invite := s.Link(s.Letter(email), "invite")
	s.Anyone().
		Get("/api/invitations/respond?action=accept&token=" + invite.Get("token") + "&email=" + url.QueryEscape(email)).
		Want(200)
	register := s.Link(s.Letter(email), "register")
	s.Anyone().Post("/api/auth/create-user", Object{"email": email, "password": Password, "name": name,
		"invitationId": register.Get("invitationId"), "token": register.Get("token")}).Want(201)
	return s.Login(org, email)
}

// Login signs in with the password that Accept sets.
func (s *Server) Login(org, email string) *Caller {
	s.T.Helper()
	a := s.Anyone().Post("/api/auth/login", Object{"email": email, "password": Password, "orgId": org}).Want(200)
	c := &Caller{Server: s, Token: a.Text("data", "token"), Org: a.Text("data", "user", "orgId"),
		UserID: a.Text("data", "user", "id"), Email: email}
	c.Cookies = (&http.Response{Header: a.Header}).Cookies()
	return c
}

// Member makes somebody with exactly these permissions and signs them in.
func (c *Caller) Member(name string, permissions Object) *Caller {
	c.Server.T.Helper()
	role := c.Post("/api/roles/{org}/create", Object{"name": fmt.Sprintf("%s %d", name, Serial()),
		"permissions": permissions}).Want(201).Text("data", "_id")
	return c.MemberOf(name, role)
}

// MemberOf makes somebody with this role and signs them in.
func (c *Caller) MemberOf(name, role string) *Caller {
	c.Server.T.Helper()
	email := fmt.Sprintf("%s%d@hotel.example", strings.ToLower(strings.ReplaceAll(name, " ", ".")), Serial())
	c.Post("/api/users/{org}/create", Object{"name": name, "email": email, "role": role}).Want(201)
	return c.Server.Accept(c.Org, email, name)
}

// NextDay is the date after this one.
func NextDay(night string) string {
	day, _ := time.Parse(time.DateOnly, night)
	return day.AddDate(0, 0, 1).Format(time.DateOnly)
}

// Again signs in again, after the access token has ended.
func (c *Caller) Again() *Caller {
	c.Server.T.Helper()
	return c.Server.Login(c.Org, c.Email)
}

// Refreshed has a new access token by the session's cookie, without the cost of a password.
func (c *Caller) Refreshed() *Caller {
	c.Server.T.Helper()
	fresh := *c
	fresh.Token = "" // the cookie alone
	fresh.Token = fresh.Post("/api/auth/refresh-token", nil).Want(200).Text("data", "token")
	return &fresh
}

// FirstDay is the date at Noon.
const FirstDay = date.Date("2026-04-14")

// Date is the date so many days after FirstDay.
func Date(day int) string { return string(FirstDay.AddDays(day)) }

// SheetKey makes a key of the hotel's own and returns it.
func (c *Caller) SheetKey() string {
	c.Server.T.Helper()
	return c.Post("/api/organization/{org}/sheet-key", nil).Want(201).Text("data", "key")
}
