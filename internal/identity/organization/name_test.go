package organization_test

import (
	"net/url"
	"strings"
	"testing"

	"sarai/internal/app/apptest"
)

// A hotel's name can't put a header into a mail, nor markup into a mail or a page.
func TestAHotelsNameIsTextEverywhere(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		for _, name := range []string{"Haveli\r\nBcc: all@x.example", "Haveli\u2028Bcc: all@x.example", "Haveli\u0085x",
			"Haveli\x00"} {
			s.Anyone().Post("/api/organization/create", object{"name": name, "email": "crlf@hotel.example"}).Bad("name")
		}
		s.Anyone().Post("/api/organization/create", object{"name": "Haveli",
			"email": "crlf@hotel.example\r\nBcc: all@x.example"}).Bad("email")
		owner := s.Hotel(object{"name": `<img src=x> =?utf-8?q?a=0D=0ABcc:_all@x.example?=`})
		owner.Post("/api/invitations/{org}/create", object{"email": "guest@hotel.example",
			"role": apptest.RoleNamed(owner.Get("/api/roles/{org}/list").Want(200), "Front Desk"), "name": "<b>Bo</b>"}).
			Want(201)
		letter := s.Letter("guest@hotel.example")
		head, body, _ := strings.Cut(letter, "\n\n")
		if strings.Contains(head, "\nBcc") {
			t.Errorf("a header came in by the hotel's name:\n%s", head)
		}
		_, html, _ := strings.Cut(body, "text/html")
		if strings.Contains(html, "<img") || strings.Contains(html, "<b>Bo") {
			t.Errorf("markup came in by a name:\n%s", html)
		}
		link := s.Link(letter, "invite")
		page, err := apptest.Client.Get(s.URL + "/invite?token=" + link.Get("token") + "&email=" +
			url.QueryEscape(link.Get("email")))
		if err != nil {
			t.Fatal(err)
		}
		defer page.Body.Close()
		shown := make([]byte, 1<<16)
		n, _ := page.Body.Read(shown)
		if page.StatusCode != 200 || strings.Contains(string(shown[:n]), "<img") {
			t.Errorf("%d: %s", page.StatusCode, shown[:n])
		}
	})
}
