package main_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"sarai/internal/kit/kittest"
)

// metrics are the figures of /metrics by name and labels, as they are written there.
func (s *program) metrics() map[string]float64 {
	s.t.Helper()
	figures := map[string]float64{}
	for _, line := range strings.Split(string(s.anyone().get("/metrics").want(200).raw), "\n") {
		name, value, found := strings.Cut(line, "} ")
		if name += "}"; !found {
			name, value, found = strings.Cut(line, " ")
		}
		if !found || strings.HasPrefix(line, "#") {
			continue
		}
		figure, err := strconv.ParseFloat(value, 64)
		if err != nil {
			s.t.Fatalf("%s: %v", line, err)
		}
		figures[name] = figure
	}
	return figures
}

// scenario is a hotel's business with all the secrets that there are, and what goes wrong with them.
type scenario struct {
	s       *program
	secrets map[string]string // what must not be in the log, by what it is
	owner   *caller
	guest   string
	booking string
}

func (sc *scenario) secret(what, value string) string {
	if value == "" {
		sc.s.t.Fatalf("the scenario has no %s", what)
	}
	sc.secrets[what] = value
	return value
}

func (sc *scenario) live() {
	s := sc.s
	const email = "owner@hotel.example"
	s.signUp("Haveli Sagar", email).want(201)
	letter := s.place.letter(email)
	sc.secret("a mail's body", "Open the link to set your password")
	link := linkIn(s.t, letter, "invite")
	sc.secret("the invitation's token", queryOf(s.t, link).Get("token"))
	accepted := s.anyone().submit("/invite", formOf(s.t, s.anyone().get(link).want(200)).with("action", "accept")).want(
		200)
	register := linkIn(s.t, s.place.letter(email), "register")
	sc.secret("the registration's token", queryOf(s.t, register).Get("token"))
	s.anyone().get("/api/auth/verify-token-register?token=" + queryOf(s.t, register).Get("token")).want(200)
	s.anyone().submit("/register", formOf(s.t, accepted).with("name", "Owner").with("password",
		sc.secret("the password", password))).want(200)
	sc.owner = s.login(email, password)
	sc.secret("the access token", sc.owner.token)
	sc.secret("the refresh token", sc.owner.refresh)
	sc.signIn(email)
	sc.host()
	sc.misuse(email)
}

func queryOf(t *testing.T, link string) url.Values {
	t.Helper()
	parsed, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	return parsed.Query()
}

// signIn is everything about passwords and sessions.
func (sc *scenario) signIn(email string) {
	s := sc.s
	s.anyone().post("/api/auth/login", object{"email": email,
		"password": sc.secret("a wrong password", "a wrong pass phrase")}).want(401)
	cookie := (&http.Cookie{Name: "refreshToken", Value: sc.owner.refresh}).String()
	renewed := s.anyone().do("POST", "/api/auth/refresh-token", nil, "Cookie", cookie).want(200).text("data", "token")
	sc.secret("the renewed access token", renewed)
	s.anyone().do("POST", "/api/auth/refresh-token", nil, "Cookie", "refreshToken="+
		sc.secret("a wrong refresh token", "not-a-refresh-token-at-all")).want(401)
	sc.owner.post("/api/auth/change-password", object{"currentPassword": password,
		"newPassword": sc.secret("the new password", "a second pass phrase")}).want(200)
	s.anyone().post("/api/auth/forgot-password", object{"email": email}).want(200)
	reset := queryOf(s.t, linkIn(s.t, s.place.letter(email), "reset-password")).Get("token")
	sc.secret("the reset token", reset)
	s.anyone().get("/reset-password?token=" + reset).want(200)
	s.anyone().post("/api/auth/reset-password", object{"token": reset,
		"newPassword": sc.secret("the third password", "a third pass phrase")}).want(200)
	s.anyone().get("/reset-password?token=" + reset).want(400)
	s.anyone().get("/api/auth/verify-token-forgot?token=" + reset).want(400)
	sc.owner = s.login(email, "a third pass phrase")
	sc.secret("the second access token", sc.owner.token)
	sc.secret("the second refresh token", sc.owner.refresh)
}

// host is everything about a guest.
func (sc *scenario) host() {
	idNumber := sc.secret("the id number", "Z7654321")
	sc.guest = sc.owner.post("/api/guests/{org}/create",
		object{"name": "Asha Rao", "phone": "+91 98450 12345", "idType": "passport", "idNumber": idNumber}).want(201).text(
		"data", "_id")
	body := stay(1, 2, sc.owner.rooms(1)...)
	body["guestId"] = sc.guest
	a := sc.owner.do("POST", "/api/bookings/{org}/create", body, "Idempotency-Key",
		sc.secret("the idempotency key", "key-of-the-client")).want(201)
	sc.booking = a.text("data", "bookingId")
	sc.owner.put("/api/bookings/{org}/"+sc.booking+"/update-guest",
		object{"guestName": "Asha Rao", "guestPhone": "+91 98450 12345", "idType": "passport", "idNumber": idNumber +
			"8"}).want(200)
	sc.owner.get("/api/guests/{org}/list?search=" + idNumber).want(200)
}

// misuse sends secrets where they don't belong.
func (sc *scenario) misuse(email string) {
	s := sc.s
	s.anyone().do("GET", "/api/bookings/"+sc.owner.org+"/list", nil, "Authorization", "Bearer "+
		sc.secret("a wrong token", "v4.public.bm90LWEtdG9rZW4")).want(401)
	s.anyone().get("/api/auth/me?token=" + sc.secret("a token in a query", "token-in-a-query")).want(401)
	s.anyone().get("/nowhere/" + sc.secret("a token in a path", "token-in-a-path")).want(404)
	sc.owner.get("/api/bookings/{org}/" + sc.secret("a token as an id", "token-as-an-id")).want(404)
	request, err := http.NewRequest("POST", s.url+"/api/auth/login",
		strings.NewReader(`{"email":"`+email+`","password":"`+sc.secret("a broken body's password", "broken-body-secret")))
	if err != nil {
		s.t.Fatal(err)
	}
	a, err := send(s.t, request)
	if err != nil {
		s.t.Fatal(err)
	}
	a.want(400)
	s.anyone().do("GET", "/api/bookings/"+sc.owner.org+"/list", nil, "X-Request-Id", "bad id "+
		sc.secret("a request id that is none", "not-an-id")).want(401)
	s.anyone().do("BREW", "/api/auth/login", nil).want(405)
	s.anyone().do("GET", "/nowhere", nil, "User-Agent", sc.secret("a client's own words", "Curl/secret-agent")).want(404)
}

// One run of everything, then: what the log and the metrics say, and what they must not.
func TestLogsAndMetricsTellEnoughAndNotTooMuch(t *testing.T) {
	eachEngine(t, func(t *testing.T, p *place) {
		s := p.serve()
		sc := &scenario{s: s, secrets: map[string]string{}}
		sc.live()
		a := sc.owner.do("GET", "/api/bookings/{org}/"+sc.booking, nil, "X-Request-Id", "proxy-1").want(200)
		if got := a.header.Get("X-Request-Id"); got != "proxy-1" {
			t.Errorf("the request's id became %q", got)
		}
		metrics := string(s.anyone().get("/metrics").want(200).raw)
		figures := s.metrics()
		s.stop()

		log := s.stderr.String()
		for what, secret := range sc.secrets {
			if strings.Contains(log, secret) {
				t.Errorf("the log holds %s, %q", what, secret)
			}
			if strings.Contains(metrics, secret) {
				t.Errorf("the metrics hold %s, %q", what, secret)
			}
		}
		sc.checkLog(t)
		sc.checkMetrics(t, metrics, figures)
	})
}

func (sc *scenario) checkLog(t *testing.T) {
	t.Helper()
	seen, requests := map[string]bool{}, 0
	for _, line := range sc.s.log() {
		if line["msg"] != "request" {
			continue
		}
		requests++
		for _, field := range []string{"id", "method", "route", "status", "duration", "ip", "organization", "user"} {
			if _, there := line[field]; !there {
				t.Errorf("a request's line has no %s: %v", field, line)
			}
		}
		id := fmt.Sprint(line["id"])
		if seen[id] {
			t.Errorf("two lines have the id %s", id)
		}
		seen[id] = true
		if line["level"] != "INFO" {
			t.Errorf("nothing went wrong unexpectedly, but: %v", line)
		}
		if id == "proxy-1" && (line["organization"] != sc.owner.org || line["route"] != "/api/bookings/{orgId}/{bookingId}" ||
			line["method"] != "GET" || line["status"] != 200.0 || line["user"] == "") {
			t.Errorf("the line of a known request is %v", line)
		}
	}
	if !seen["proxy-1"] || requests < 30 {
		t.Errorf("the log has %d requests, the last one: %t", requests, seen["proxy-1"])
	}
	if lines := strings.Count(sc.s.stderr.String(), "\n"); lines != len(sc.s.log()) {
		t.Errorf("%d lines, of which %d are JSON", lines, len(sc.s.log()))
	}
}

func (sc *scenario) checkMetrics(t *testing.T, text string, figures map[string]float64) {
	t.Helper()
	for name, atLeast := range map[string]float64{
		`sarai_http_request_seconds_count{method="POST",route="/api/bookings/{orgId}/create",status="201"}`: 1,
		`sarai_http_request_seconds_count{method="POST",route="/api/auth/login",status="401"}`:              1,
		`sarai_http_request_seconds_count{method="GET",route="/reset-password",status="400"}`:               1,
		"sarai_db_commits_total": 10, "sarai_db_writes_total": 10, "sarai_db_write_queue": 0, "sarai_db_retries_total": 0,
		"sarai_outbox_pending": 0, "sarai_outbox_failed": 0, "sarai_outbox_oldest_seconds": 0,
		"process_resident_memory_bytes": 1, "go_goroutines": 1,
	} {
		if figure, there := figures[name]; !there || figure < atLeast {
			t.Errorf("%s is %v (there: %t), want at least %v", name, figure, there, atLeast)
		}
	}
	if figures["sarai_db_writes_total"] < figures["sarai_db_commits_total"] {
		t.Errorf("%v writes in %v commits", figures["sarai_db_writes_total"], figures["sarai_db_commits_total"])
	}
	for _, unwanted := range []*regexp.Regexp{
		regexp.MustCompile(`"[^"]*[0-9a-f]{24}[^"]*"`), regexp.MustCompile(`"BREW"`), regexp.MustCompile(`"[^"]*@[^"]*"`),
		regexp.MustCompile(`"/nowhere[^"]*"`),
	} {
		if found := unwanted.FindString(text); found != "" {
			t.Errorf("a label's value is %s", found)
		}
	}
}

// With an address of their own, the figures are there alone, and nothing else is; they are a second old at most.
func TestMetricsAtAnAddressOfTheirOwn(t *testing.T) {
	s := newPlace(t, kittest.SQLite, "SARAI_METRICS_ADDR=127.0.0.1:0").serve()
	s.anyone().get("/metrics").want(404)
	apart := *s.anyone()
	for _, line := range s.log() {
		if line["msg"] == "metrics" {
			apart.url = "http://" + line["address"].(string)
		}
	}
	for _, path := range []string{"/", "/healthz", "/api/auth/me", "/docs"} {
		apart.get(path).want(404)
	}
	begun := time.Now()
	scrape := func() string { return string(apart.get("/metrics").want(200).raw) }
	first := scrape()
	s.anyone().get("/healthz").want(200)
	if second := scrape(); second != first && time.Since(begun) < time.Second {
		t.Error("the figures are gathered twice in a second")
	}
	await(t, "figures of the next second", func() bool {
		return strings.Contains(scrape(), `route="/healthz"`) && time.Since(begun) >= time.Second
	})
	s.stop()
	newPlace(t, kittest.SQLite, "SARAI_METRICS_ADDR=nowhere").start("serve").ended("metrics-addr")
}
