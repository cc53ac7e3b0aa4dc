package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sarai/internal/app"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/token"
	"sarai/internal/kit/web"
	"sarai/internal/record/gst"
	"sarai/internal/record/gst/simulator"
)

// noon is a Tuesday at 12:00 in Asia/Kolkata; every server of these tests starts there.
var noon = time.Date(2026, 4, 14, 6, 30, 0, 0, time.UTC)

const password = "correct horse battery"

// serverSheetKey is the server-wide key of spreadsheets.
const serverSheetKey = "the key of the whole test server"

// server is a whole Sarai behind a real HTTP server, on one engine, with a clock that the test moves.
type server struct {
	t        *testing.T
	app      *app.App
	db       *db.DB
	clock    *clock.Fake
	url      string
	mails    string
	document *document
}

// eachEngine runs a scenario against a fresh server on every engine, on all of them at the same time.
func eachEngine(t *testing.T, scenario func(t *testing.T, s *server)) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			scenario(t, newServer(t, engine))
		})
	}
}

func newServer(t *testing.T, engine string, change ...func(*app.Config)) *server {
	t.Helper()
	now := clock.NewFake(noon)
	d := kittest.New(t, engine, now)
	dir := t.TempDir()
	keys, err := token.LoadOrCreate(dir)
	if err != nil {
		t.Fatal(err)
	}
	records := httptest.NewServer(simulator.New(now, simulator.Faults{}))
	t.Cleanup(records.Close)
	upstream, err := gst.ParseUpstream(records.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	mails := filepath.Join(dir, "mail")
	config := app.Config{DB: d, Clock: now, Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Keys: keys, SheetKey: serverSheetKey, SignUp: organization.SignUpOpen,
		PublicURL: "http://sarai.test", Mail: mail.Files(mails), MailFrom: "Sarai <no-reply@sarai.test>", Limit: web.RateLimit{}, GST: upstream, Version: "test"}
	for _, c := range change {
		c(&config)
	}
	a, err := app.New(config)
	if err != nil {
		t.Fatal(err)
	}
	listening := httptest.NewServer(a.Handler)
	t.Cleanup(listening.Close)
	ctx, stop := contextWithStop(t)
	worked := make(chan struct{})
	go func() { defer close(worked); a.Run(ctx) }()
	t.Cleanup(func() { stop(); <-worked })
	return &server{t: t, app: a, db: d, clock: now, url: listening.URL, mails: mails, document: readDocument(t, a.Document)}
}

// answer is a response as a client sees it, already held against the OpenAPI document.
type answer struct {
	t      *testing.T
	method string
	path   string
	status int
	header http.Header
	raw    []byte
	body   map[string]any
}

// caller is somebody who sends requests: a token, or none.
type caller struct {
	s       *server
	token   string
	org     string
	userID  string
	email   string
	cookies []*http.Cookie
	header  http.Header
}

func (s *server) anyone() *caller { return &caller{s: s} }

// with is the same caller with one more header.
func (c *caller) with(name, value string) *caller {
	copied := *c
	copied.header = c.header.Clone()
	if copied.header == nil {
		copied.header = http.Header{}
	}
	copied.header.Set(name, value)
	return &copied
}

// do sends body (a value to encode, a string as it stands, or nil for none). "{org}" in the path is the caller's organization.
func (c *caller) do(method, path string, body any) answer {
	c.s.t.Helper()
	a, err := c.try(method, path, body)
	if err != nil {
		c.s.t.Fatal(err)
	}
	c.s.document.check(c.s.t, a)
	return a
}

// try is do without the test's help, for use in goroutines.
func (c *caller) try(method, path string, body any) (answer, error) {
	path = strings.ReplaceAll(path, "{org}", c.org)
	var reader io.Reader
	switch body := body.(type) {
	case nil:
	case string:
		reader = strings.NewReader(body)
	default:
		encoded, err := json.Marshal(body)
		if err != nil {
			return answer{}, err
		}
		reader = bytes.NewReader(encoded)
	}
	request, err := http.NewRequest(method, c.s.url+path, reader)
	if err != nil {
		return answer{}, err
	}
	if reader != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	for name, values := range c.header {
		request.Header[name] = values
	}
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	for _, cookie := range c.cookies {
		request.AddCookie(cookie)
	}
	response, err := client.Do(request)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		return answer{}, err
	}
	a := answer{t: c.s.t, method: method, path: path, status: response.StatusCode, header: response.Header, raw: raw}
	if a.isFile() { // holds against the document whether this may be
		return a, nil
	}
	if err := json.Unmarshal(raw, &a.body); err != nil {
		return a, fmt.Errorf("%s %s answered no JSON object: %s", method, path, raw)
	}
	return a, nil
}

// isFile tells whether the answer is a file instead of an envelope; a failure never is.
func (a answer) isFile() bool {
	return a.status == http.StatusOK && a.header.Get("Content-Disposition") != "" && a.header.Get("Content-Type") != "application/json"
}

// download is get of a file: it fails unless the answer is one of the media type, under the headers that files go with.
func (c *caller) download(path, mediaType string) answer {
	c.s.t.Helper()
	a := c.get(path).want(200)
	if !a.isFile() || a.header.Get("Content-Type") != mediaType || !strings.HasPrefix(a.header.Get("Content-Disposition"), "attachment; filename=") ||
		!strings.HasPrefix(a.header.Get("Cache-Control"), "private") || a.header.Get("X-Content-Type-Options") != "nosniff" {
		c.s.t.Fatalf("GET %s answered %d bytes under %v, want a file of the type %s", path, len(a.raw), a.header, mediaType)
	}
	return a
}

var client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 100}, Timeout: 30 * time.Second,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

func (c *caller) get(path string) answer            { c.s.t.Helper(); return c.do("GET", path, nil) }
func (c *caller) post(path string, body any) answer { c.s.t.Helper(); return c.do("POST", path, body) }
func (c *caller) put(path string, body any) answer  { c.s.t.Helper(); return c.do("PUT", path, body) }
func (c *caller) delete(path string) answer         { c.s.t.Helper(); return c.do("DELETE", path, nil) }

// want fails unless the status is as given, and returns the answer.
func (a answer) want(status int) answer {
	a.t.Helper()
	if a.status != status {
		a.t.Fatalf("%s %s: got %d, want %d: %s", a.method, a.path, a.status, status, a.raw)
	}
	return a
}

// refused fails unless the status is as given, success is false, and the message holds the words.
func (a answer) refused(status int, words string) answer {
	a.t.Helper()
	a.want(status)
	message, _ := a.body["message"].(string)
	if a.body["success"] != false || !strings.Contains(strings.ToLower(message), strings.ToLower(words)) {
		a.t.Fatalf("%s %s: want a failure that says %q: %s", a.method, a.path, words, a.raw)
	}
	return a
}

// bad fails unless the answer is a 400 that names the field.
func (a answer) bad(field string) answer {
	a.t.Helper()
	a.want(400)
	list, _ := a.body["errors"].([]any)
	for _, item := range list {
		if item.(map[string]any)["field"] == field {
			return a
		}
	}
	a.t.Fatalf("%s %s: want a 400 that names %q: %s", a.method, a.path, field, a.raw)
	return a
}

// at digs a value out of the body: at("data", "rooms", 0, "roomId").
func (a answer) at(path ...any) any {
	a.t.Helper()
	var value any = a.body
	for _, step := range path {
		switch step := step.(type) {
		case string:
			object, ok := value.(map[string]any)
			if !ok {
				a.t.Fatalf("%s %s has no %v: %s", a.method, a.path, path, a.raw)
			}
			value = object[step]
		case int:
			list, ok := value.([]any)
			if !ok || step >= len(list) {
				a.t.Fatalf("%s %s has no %v: %s", a.method, a.path, path, a.raw)
			}
			value = list[step]
		}
	}
	return value
}

func (a answer) text(path ...any) string {
	a.t.Helper()
	text, ok := a.at(path...).(string)
	if !ok {
		a.t.Fatalf("%s %s: %v is no text: %s", a.method, a.path, path, a.raw)
	}
	return text
}

func (a answer) number(path ...any) float64 {
	a.t.Helper()
	number, ok := a.at(path...).(float64)
	if !ok {
		a.t.Fatalf("%s %s: %v is no number: %s", a.method, a.path, path, a.raw)
	}
	return number
}

func (a answer) list(path ...any) []any {
	a.t.Helper()
	list, ok := a.at(path...).([]any)
	if !ok {
		a.t.Fatalf("%s %s: %v is no list: %s", a.method, a.path, path, a.raw)
	}
	return list
}

// object is a JSON object of a request.
type object map[string]any

// merged is the object with other's members over it; a nil member is sent as null.
func (o object) merged(other object) object {
	all := object{}
	for k, v := range o {
		all[k] = v
	}
	for k, v := range other {
		all[k] = v
	}
	return all
}

// without is the object less the named members.
func (o object) without(names ...string) object {
	rest := o.merged(nil)
	for _, name := range names {
		delete(rest, name)
	}
	return rest
}

// letter waits for the newest mail to this address with a link to the server's pages and returns its text; the mails of
// notifications have none. Mails are files: the test reads them
// as the operator of a laptop installation would.
func (s *server) letter(to string) string {
	s.t.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for time.Now().Before(deadline) {
		files, _ := filepath.Glob(filepath.Join(s.mails, "*.eml"))
		for i := len(files) - 1; i >= 0; i-- {
			content, err := os.ReadFile(files[i])
			if err == nil && strings.Contains(strings.ToLower(string(content)), "to: <"+strings.ToLower(to)+">") && strings.Contains(string(content), "http://sarai.test/") && !s.seen(files[i]) {
				return string(content)
			}
		}
		<-time.After(time.Millisecond) // the sender needs the processor
	}
	s.t.Fatalf("no mail for %s arrived", to)
	return ""
}

var (
	seenLock sync.Mutex
	seenMail = map[string]bool{}
)

// seen remembers letters, so that each is returned once.
func (s *server) seen(file string) bool {
	seenLock.Lock()
	defer seenLock.Unlock()
	was := seenMail[file]
	seenMail[file] = true
	return was
}

// link finds the link of a letter to one of the server's pages and returns its query.
func (s *server) link(letter, page string) url.Values {
	s.t.Helper()
	found := regexp.MustCompile(`http://sarai\.test/` + page + `\?\S+`).FindString(letter)
	parsed, err := url.Parse(found)
	if found == "" || err != nil {
		s.t.Fatalf("no link to /%s in the mail:\n%s", page, letter)
	}
	return parsed.Query()
}

// hotels counts what must not be called alike by two tests.
var hotels atomic.Int64

// hotel signs up a new organization the way a stranger does, and returns its Administrator, signed in.
func (s *server) hotel(fields ...object) *caller {
	s.t.Helper()
	number := hotels.Add(1)
	email := fmt.Sprintf("owner%d@hotel.example", number)
	body := object{"name": fmt.Sprintf("Hotel %d", number), "email": email, "timezone": "Asia/Kolkata", "currency": "INR"}
	for _, f := range fields {
		body = body.merged(f)
	}
	org := s.anyone().post("/api/organization/create", body).want(201).text("data", "_id")
	return s.accept(org, email, "Owner")
}

// accept takes the invitation that was mailed to the address, by the links of the mails alone, and signs in.
func (s *server) accept(org, email, name string) *caller {
	s.t.Helper()
	invite := s.link(s.letter(email), "invite")
	s.anyone().get("/api/invitations/respond?action=accept&token=" + invite.Get("token") + "&email=" + url.QueryEscape(email)).want(200)
	register := s.link(s.letter(email), "register")
	s.anyone().post("/api/auth/create-user", object{"email": email, "password": password, "name": name, "invitationId": register.Get("invitationId")}).want(201)
	return s.login(org, email)
}

func (s *server) login(org, email string) *caller {
	s.t.Helper()
	a := s.anyone().post("/api/auth/login", object{"email": email, "password": password, "orgId": org}).want(200)
	c := &caller{s: s, token: a.text("data", "token"), org: a.text("data", "user", "orgId"), userID: a.text("data", "user", "id"), email: email}
	c.cookies = (&http.Response{Header: a.header}).Cookies()
	return c
}

// member makes somebody with exactly these permissions and signs them in.
func (c *caller) member(name string, permissions object) *caller {
	c.s.t.Helper()
	role := c.post("/api/roles/{org}/create", object{"name": fmt.Sprintf("%s %d", name, hotels.Add(1)), "permissions": permissions}).want(201).text("data", "_id")
	return c.memberOf(name, role)
}

// memberOf makes somebody with this role and signs them in.
func (c *caller) memberOf(name, role string) *caller {
	c.s.t.Helper()
	email := fmt.Sprintf("%s%d@hotel.example", strings.ToLower(strings.ReplaceAll(name, " ", ".")), hotels.Add(1))
	c.post("/api/users/{org}/create", object{"name": name, "email": email, "role": role}).want(201)
	return c.s.accept(c.org, email, name)
}

// rooms makes a category and rooms of it, numbered from 101, and returns their ids.
func (c *caller) rooms(number int) []string {
	c.s.t.Helper()
	category := c.post("/api/room-categories/{org}/create", object{"name": "Deluxe", "baseRate": 5000}).want(201).text("data", "_id")
	var ids []string
	for i := range number {
		ids = append(ids, c.post("/api/rooms/{org}/create", object{"roomNumber": fmt.Sprint(101 + i), "categoryId": category, "floor": "1"}).want(201).text("data", "_id"))
	}
	return ids
}

// stay is a create request for rooms from one date to another.
func stay(from, to string, rooms ...string) object {
	entries := []object{}
	for _, room := range rooms {
		entries = append(entries, object{"roomId": room, "roomNumber": "x", "roomType": "x", "ratePerNight": 5000, "adults": 2})
	}
	return object{"guestName": "Asha Rao", "guestPhone": "+91 98450 12345", "checkIn": from, "checkOut": to, "rooms": entries}
}

// book makes a booking and returns its id.
func (c *caller) book(from, to string, rooms ...string) string {
	c.s.t.Helper()
	return c.post("/api/bookings/{org}/create", stay(from, to, rooms...)).want(201).text("data", "bookingId")
}
