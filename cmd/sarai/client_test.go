package main_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

const password = "correct horse battery"

// object is a JSON object.
type object map[string]any

// caller is somebody who sends requests to one server: a token, or none.
type caller struct {
	t       *testing.T
	url     string
	token   string
	org     string
	email   string
	refresh string
}

// answer is a response as a client sees it.
type answer struct {
	t      *testing.T
	asked  string // method and path
	status int
	header http.Header
	raw    []byte
}

// Nobody else's idle connections are used: a server that was killed has left some.
func newClient() *http.Client {
	return &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}, Timeout: patience,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

var client = newClient()

func (s *program) anyone() *caller { return &caller{t: s.t, url: s.url} }

// at is the same caller at another server.
func (c *caller) at(s *program) *caller {
	moved := *c
	moved.t, moved.url = s.t, s.url
	return &moved
}

// try sends body (a value to encode, or nil for none). "{org}" in the path is the caller's organization; header are
// pairs of name and value.
func (c *caller) try(method, path string, body any, header ...string) (answer, error) {
	request, err := c.request(method, path, body, header...)
	if err != nil {
		return answer{}, err
	}
	return send(c.t, request)
}

func (c *caller) request(method, path string, body any, header ...string) (*http.Request, error) {
	path = strings.ReplaceAll(path, "{org}", c.org)
	var reader io.Reader
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		reader = bytes.NewReader(encoded)
	}
	request, err := http.NewRequest(method, c.url+path, reader)
	if err != nil {
		return nil, err
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	return request, nil
}

func send(t *testing.T, request *http.Request) (answer, error) {
	response, err := client.Do(request)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	return answer{t: t, asked: request.Method + " " + request.URL.Path, status: response.StatusCode,
		header: response.Header, raw: raw}, err
}

func (c *caller) do(method, path string, body any, header ...string) answer {
	c.t.Helper()
	a, err := c.try(method, path, body, header...)
	if err != nil {
		c.t.Fatal(err)
	}
	return a
}

func (c *caller) get(path string) answer            { c.t.Helper(); return c.do("GET", path, nil) }
func (c *caller) post(path string, body any) answer { c.t.Helper(); return c.do("POST", path, body) }
func (c *caller) put(path string, body any) answer  { c.t.Helper(); return c.do("PUT", path, body) }

// want fails the test unless the status is as given.
func (a answer) want(status int) answer {
	a.t.Helper()
	if a.status != status {
		a.t.Fatalf("%s: got %d, want %d: %s", a.asked, a.status, status, a.raw)
	}
	return a
}

// refused fails the test unless the answer has this status and a sentence that holds the words.
func (a answer) refused(status int, words string) {
	a.t.Helper()
	if message := a.want(status).text("message"); !strings.Contains(message, words) {
		a.t.Errorf("%s: %q doesn't say %q", a.asked, message, words)
	}
}

// text digs a text out of the body; numbers are places in lists.
func (a answer) text(path ...any) string {
	a.t.Helper()
	text, err := a.find(path...)
	if err != nil {
		a.t.Fatal(err)
	}
	return text
}

func (a answer) find(path ...any) (string, error) {
	var value any
	err := json.Unmarshal(a.raw, &value)
	for _, step := range path {
		switch step := step.(type) {
		case string:
			members, _ := value.(map[string]any)
			value = members[step]
		case int:
			items, _ := value.([]any)
			if value = nil; step < len(items) {
				value = items[step]
			}
		}
	}
	text, ok := value.(string)
	if err != nil || !ok {
		return "", fmt.Errorf("%s: no text at %v: %s", a.asked, path, a.raw)
	}
	return text, nil
}

// submit sends a form of a page.
func (c *caller) submit(path string, fields form) answer {
	c.t.Helper()
	values := url.Values{}
	for name, value := range fields {
		values.Set(name, value)
	}
	request, err := http.NewRequest("POST", c.url+path, strings.NewReader(values.Encode()))
	if err != nil {
		c.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	a, err := send(c.t, request)
	if err != nil {
		c.t.Fatal(err)
	}
	return a
}

// hotel signs up an organization as a stranger does, and returns its Administrator, signed in.
func (s *program) hotel(name, email string) *caller {
	s.t.Helper()
	s.signUp(name, email).want(201)
	s.join(email, "Owner")
	return s.login(email, password)
}

func (s *program) signUp(name, email string) answer {
	s.t.Helper()
	return s.anyone().post("/api/organization/create",
		object{"name": name, "email": email, "timezone": "Asia/Kolkata", "currency": "INR"})
}

// join takes the invitation that was mailed to the address as a person with a browser does.
func (s *program) join(email, name string) {
	s.t.Helper()
	link := linkIn(s.t, s.place.letter(email), "invite")
	accepted := s.anyone().submit("/invite", formOf(s.t, s.anyone().get(link).want(200)).with("action", "accept")).want(
		200)
	s.anyone().submit("/register", formOf(s.t, accepted).with("name", name).with("password", password)).want(200)
	s.place.letter(email) // the registration mail, which a browser makes superfluous
}

func (s *program) login(email, password string) *caller {
	s.t.Helper()
	a := s.anyone().post("/api/auth/login", object{"email": email, "password": password}).want(200)
	return &caller{t: s.t, url: s.url, token: a.text("data", "token"), org: a.text("data", "user", "orgId"), email: email,
		refresh: a.text("data", "refreshToken")}
}

// rooms makes rooms and returns their ids.
func (c *caller) rooms(number int) []string {
	c.t.Helper()
	category := c.post("/api/room-categories/{org}/create",
		object{"name": "Deluxe", "baseRate": 5000}).want(201).text("data", "_id")
	ids := make([]string, number)
	for i := range ids {
		ids[i] = c.post("/api/rooms/{org}/create", object{"roomNumber": fmt.Sprint(101 + i), "categoryId": category}).want(
			201).text("data", "_id")
	}
	return ids
}

// day is the date so many days after today.
func day(after int) string { return time.Now().AddDate(0, 0, after).Format(time.DateOnly) }

// stay is a request that books rooms for so many nights from a day after today on.
func stay(from, nights int, rooms ...string) object {
	entries := make([]object, len(rooms))
	for i, room := range rooms {
		entries[i] = object{"roomId": room, "roomNumber": "x", "roomType": "x", "ratePerNight": 5000, "adults": 2}
	}
	return object{"guestName": "Asha Rao", "guestPhone": "+91 98450 12345", "checkIn": day(from),
		"checkOut": day(from + nights), "rooms": entries}
}
