package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/id"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/token"
	"sarai/internal/kit/web"
	"sarai/internal/record/event"
	"sarai/internal/record/may"
)

// world is one organization with its log, its clock and the routes as its people see them.
type world struct {
	t     *testing.T
	clock *clock.Fake
	db    *db.DB
	audit *Service
	sc    scope.Scope
}

func eachEngine(t *testing.T, zone string, test func(w *world)) {
	location, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			now := clock.NewFake(time.Date(2026, 4, 15, 6, 0, 0, 0, time.UTC))
			d := kittest.New(t, engine, now)
			test(&world{t: t, clock: now, db: d, audit: New(d, keys(t, "one"), alone), sc: scope.Scope{
				Org: id.New(), User: id.New(), UserName: "Meera", Zone: location, IP: "203.0.113.7", UserAgent: "curl/8",
				Permissions: scope.Permissions{may.AuditLogs: scope.View},
			}})
		})
	}
}

// alone are the hooks of logs whose organizations and members are read here, since their packages are above.
var alone = Hooks{
	MemberName: func(tx *db.Tx, org, login string) (string, error) {
		return db.One(tx, db.Value[string], `SELECT name FROM memberships WHERE org_id = $1 AND login_id = $2`, org, login)
	},
	Organizations: func(tx *db.Tx) ([]string, error) {
		return db.All(tx, db.Value[string], `SELECT org_id FROM organizations`)
	},
}

// keys are token keys with these names.
func keys(t *testing.T, names ...string) *token.Keys {
	t.Helper()
	for i, name := range names {
		names[i] = name + ":" + strings.Repeat(fmt.Sprintf("%02x", name[0]), 32)
	}
	made, err := token.Parse(strings.Join(names, ","))
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// record writes an entry at that instant (RFC 3339), on behalf of sc.
func (w *world) record(sc scope.Scope, at string, e event.Event) {
	w.t.Helper()
	instant, err := time.Parse(time.RFC3339, at)
	if err != nil {
		w.t.Fatal(err)
	}
	w.clock.Set(instant)
	if err := w.db.Write(w.t.Context(), func(tx *db.Tx) error { return w.audit.Record(tx, sc, e) }); err != nil {
		w.t.Fatal(err)
	}
}

// get calls a route as somebody of the organization who may read the log.
func (w *world) get(path string) (status int, answer map[string]any) {
	w.t.Helper()
	handler, _ := web.New(web.Config{
		Routes: w.audit.Routes(), Clock: w.clock, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Metrics:      prometheus.NewRegistry(),
		Authenticate: func(context.Context, string, string, scope.Scope) (scope.Scope, error) { return w.sc, nil },
	})
	request := httptest.NewRequestWithContext(w.t.Context(), "GET", "/api/audit/"+w.sc.Org+path, nil)
	request.Header.Set("Authorization", "Bearer anybody")
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, request)
	if err := json.Unmarshal(recorder.Body.Bytes(), &answer); err != nil {
		w.t.Fatalf("%s: %v", recorder.Body, err)
	}
	return recorder.Code, answer
}

// ids lists the resource ids of an answer's entries, in their order.
func ids(answer map[string]any) string {
	entries, _ := answer["data"].([]any)
	list := make([]string, len(entries))
	for i, entry := range entries {
		list[i] = entry.(map[string]any)["resourceId"].(string)
	}
	return strings.Join(list, " ")
}

func (w *world) expect(path, want string) map[string]any {
	w.t.Helper()
	status, answer := w.get(path)
	if got := ids(answer); status != 200 || got != want {
		w.t.Errorf("%s: %d %q, want %q (%v)", path, status, got, want, answer["message"])
	}
	return answer
}

func created(resource, id string) event.Event {
	return happened(resource+".created", resource, id)
}

func happened(action, resource, id string) event.Event {
	return event.Event{Type: &event.Type{Action: action, ResourceType: resource}, ResourceID: id}
}

func TestEntryKeepsWhoAndWhat(t *testing.T) {
	eachEngine(t, "Asia/Kolkata", func(w *world) {
		e := created("booking", "b1")
		e.Details = json.RawMessage(`{"code": "BK-1", "rooms": ["101"], "total": 5000.5, "by": "<Ravi & Søn>"}`)
		w.record(w.sc, "2026-04-15T06:00:00.123Z", e)
		entry := w.expect("/logs", "b1")["data"].([]any)[0].(map[string]any)
		want := map[string]any{
			"_id": entry["_id"], "orgId": w.sc.Org, "userId": w.sc.User, "userName": "Meera", "action": "booking.created",
			"resourceType": "booking",
			"resourceId":   "b1", "ipAddress": "203.0.113.7", "userAgent": "curl/8", "createdAt": "2026-04-15T06:00:00.123Z",
			"details": map[string]any{"code": "BK-1", "rooms": []any{"101"}, "total": 5000.5, "by": "<Ravi & Søn>"},
		}
		if fmt.Sprint(entry) != fmt.Sprint(want) || !id.Valid(entry["_id"].(string)) {
			t.Errorf("entry %v\nwant  %v", entry, want)
		}
		status, answer := w.get("/" + entry["_id"].(string))
		if status != 200 || fmt.Sprint(answer["log"]) != fmt.Sprint(want) {
			t.Errorf("log %d %v", status, answer)
		}
		w.sc.Org = id.New()
		if status, answer := w.get("/" + entry["_id"].(string)); status != 404 {
			t.Errorf("from another organization: %d %v", status, answer)
		}
		w.expect("/logs", "")
		if status, _ := w.get("/665f1c2ab7e4d90012ab34cd"); status != 404 {
			t.Errorf("unknown entry: %d", status)
		}
		if status, _ := w.get("/nonsense"); status != 404 {
			t.Errorf("malformed id: %d", status)
		}
	})
}

func TestEntryTakesAnyUserAgentAndNoDetails(t *testing.T) {
	eachEngine(t, "Asia/Kolkata", func(w *world) {
		w.sc.UserAgent = strings.Repeat("é", 149) + "€\xff" + strings.Repeat("x", 10_000)
		w.record(w.sc, "2026-04-15T06:00:00Z", created("room", "r1"))
		entry := w.expect("/logs", "r1")["data"].([]any)[0].(map[string]any)
		if got := entry["userAgent"]; got != strings.Repeat("é", 149) {
			t.Errorf("user agent %q", got)
		}
		if details, ok := entry["details"].(map[string]any); !ok || len(details) != 0 {
			t.Errorf("details %v, want {}", entry["details"])
		}
	})
}

func TestFilters(t *testing.T) {
	eachEngine(t, "Asia/Kolkata", func(w *world) {
		ravi := w.sc
		ravi.User, ravi.UserName = id.New(), "Ravi"
		elsewhere := w.sc
		elsewhere.Org = id.New()
		// The hotel's 15 April lasts from 18:30Z on the 14th until 18:30Z on the 15th.
		w.record(w.sc, "2026-04-14T18:29:59.999Z", created("room", "before"))
		w.record(w.sc, "2026-04-14T18:30:00Z", created("room", "first"))
		w.record(ravi, "2026-04-15T10:00:00Z", created("guest", "noon"))
		w.record(elsewhere, "2026-04-15T10:00:00Z", created("guest", "elsewhere"))
		w.record(w.sc, "2026-04-15T18:29:59.999Z", created("booking", "last"))
		w.record(w.sc, "2026-04-15T18:30:00Z", created("booking", "after"))

		for query, want := range map[string]string{
			"":                       "after last noon first before",
			"action=booking.created": "after last",
			"action=":                "after last noon first before",
			"resourceType=room":      "first before",
			"userId=" + ravi.User:    "noon",
			"userId=" + ravi.User + "&resourceType=room":                                "",
			"startDate=2026-04-15":                                                      "after last noon first",
			"endDate=2026-04-15":                                                        "last noon first before",
			"startDate=2026-04-15&endDate=2026-04-15":                                   "last noon first",
			"startDate=2026-04-15&endDate=2026-04-15&action=guest.created":              "noon",
			"startDate=2026-04-15T10:00:00Z":                                            "after last noon",
			"startDate=2026-04-15T10:00:00.001Z":                                        "after last",
			"endDate=2026-04-15T10:00:00Z":                                              "noon first before",
			"endDate=2026-04-15T09:59:59.999Z":                                          "first before",
			"startDate=2026-04-15T15:30:00%2B05:30&endDate=2026-04-15T15:30:00%2B05:30": "noon",
			// 10:00Z is 15:30 by the hotel's clock.
			"startDate=2026-04-15T15:30":                                  "after last noon",
			"startDate=2026-04-15T15:31":                                  "after last",
			"endDate=2026-04-15T15:30":                                    "noon first before",
			"endDate=2026-04-15T15:29:59.999":                             "first before",
			"startDate=2026-04-15T15:30:00&endDate=2026-04-15T10:00Z":     "noon",
			"startDate=2026-04-15T12:00%2B02:00&endDate=2026-04-15T15:30": "noon",
			"userId=000000000000000000000000":                             "",
			"endDate=9999-12-31":                                          "after last noon first before",
			"startDate=1900-01-01":                                        "after last noon first before",
			"limit=2":                                                     "after last",
			"limit=2&page=3":                                              "before",
			"limit=2&page=4":                                              "",
		} {
			w.expect("/logs?"+query, want)
			if strings.Contains(query, "limit") {
				continue
			}
			found := strings.Fields(want)
			for i, one := range append(found, "") { // one to a page, from either end of the log
				answer := w.expect(fmt.Sprintf("/logs?%s&limit=1&page=%d", query, i+1), one)
				if total := answer["pagination"].(map[string]any)["total"]; fmt.Sprint(total) != fmt.Sprint(len(found)) {
					t.Errorf("%s: %v in all, want %d", query, total, len(found))
				}
			}
		}
		for query, field := range map[string]string{
			"startDate=yesterday":                                         "startDate",
			"startDate=2026-02-30":                                        "startDate",
			"endDate=2026-04-15T10":                                       "endDate",
			"endDate=2026-04-15T24:61":                                    "endDate",
			"endDate=15.04.2026":                                          "endDate",
			"startDate=2026-04-16&endDate=2026-04-15":                     "endDate",
			"startDate=2026-04-15T10:00:01Z&endDate=2026-04-15T10:00:00Z": "endDate",
			"limit=101":                          "limit",
			"limit=0":                            "limit",
			"page=0":                             "page",
			"page=x":                             "page",
			"action=" + strings.Repeat("x", 101): "action",
		} {
			status, answer := w.get("/logs?" + query)
			if status != 400 || !strings.Contains(fmt.Sprint(answer["errors"]), "field:"+field) {
				t.Errorf("%s: %d %v, want 400 for %s", query, status, answer, field)
			}
		}
	})
}

func TestPagination(t *testing.T) {
	eachEngine(t, "Asia/Kolkata", func(w *world) {
		for i := range 61 {
			w.record(w.sc, fmt.Sprintf("2026-04-15T06:%02d:00Z", i%60), created("room", fmt.Sprint(i)))
		}
		for path, want := range map[string]string{
			"/logs":                 "map[limit:50 page:1 pages:2 total:61]",
			"/logs?page=2&limit=30": "map[limit:30 page:2 pages:3 total:61]",
			"/logs?action=none":     "map[limit:50 page:1 pages:0 total:0]",
			"/by-user/" + w.sc.User: "map[limit:50 page:1 pages:2 total:61]",
			"/by-user/" + w.sc.User + "?page=7&limit=9": "map[limit:9 page:7 pages:7 total:61]",
		} {
			if _, answer := w.get(path); fmt.Sprint(answer["pagination"]) != want {
				t.Errorf("%s: %v, want %s", path, answer["pagination"], want)
			}
		}
		seen := map[string]bool{}
		for page := 1; page <= 7; page++ {
			_, answer := w.get(fmt.Sprintf("/logs?limit=9&page=%d", page))
			for _, one := range strings.Fields(ids(answer)) {
				seen[one] = true
			}
		}
		if len(seen) != 61 {
			t.Errorf("the pages show %d entries, want 61", len(seen))
		}
	})
}

func TestByUser(t *testing.T) {
	eachEngine(t, "Asia/Kolkata", func(w *world) {
		gone, idle := w.sc, id.New()
		gone.User, gone.UserName = id.New(), "Asha Rao"
		w.record(gone, "2026-04-15T06:00:00Z", created("room", "r1"))
		gone.UserName = "Asha Menon"
		w.record(gone, "2026-04-15T07:00:00Z", created("room", "r2"))
		w.record(w.sc, "2026-04-15T08:00:00Z", created("room", "r3"))
		err := w.db.Write(t.Context(), func(tx *db.Tx) error {
			if _, err := tx.Exec(`INSERT INTO roles (org_id, role_id, name, name_key, description, permissions, is_default,
				is_administrator, created_at, updated_at)
				VALUES ($1, 'role', 'Desk', 'desk', '', '{}', $2, $2, 0, 0)`, w.sc.Org, false); err != nil {
				return err
			}
			_, err := tx.Exec(`INSERT INTO memberships (org_id, login_id, email, name, phone, role_id, designation, is_active,
				created_at, updated_at)
				VALUES ($1, $2, '', 'Idle Ida', '', 'role', '', $4, 0, 0), ($1, $3, '', 'Meera Nair', '', 'role', '', $4, 0, 0)`,
				w.sc.Org, idle, w.sc.User, true)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for user, want := range map[string]struct{ name, ids string }{
			gone.User: {"Asha Menon", "r2 r1"}, // a member no longer: as the log saw her last
			w.sc.User: {"Meera Nair", "r3"},    // a member: the present name
			idle:      {"Idle Ida", ""},
		} {
			answer := w.expect("/by-user/"+user, want.ids)
			if got := fmt.Sprint(answer["user"]); got != fmt.Sprintf("map[id:%s name:%s]", user, want.name) {
				t.Errorf("user %s, want %s", got, want.name)
			}
		}
		for _, unknown := range []string{id.New(), "nonsense"} {
			if status, answer := w.get("/by-user/" + unknown); status != 404 {
				t.Errorf("%s: %d %v", unknown, status, answer)
			}
		}
		w.sc.Org = id.New()
		if status, _ := w.get("/by-user/" + gone.User); status != 404 {
			t.Errorf("from another organization: %d", status)
		}
	})
}

func TestByResource(t *testing.T) {
	eachEngine(t, "Asia/Kolkata", func(w *world) {
		w.record(w.sc, "2026-04-15T06:00:00Z", created("booking", "b1"))
		w.record(w.sc, "2026-04-15T07:00:00Z", created("room", "b1"))
		w.record(w.sc, "2026-04-15T08:00:00Z", happened("booking.updated", "booking", "b1"))
		w.record(w.sc, "2026-04-15T09:00:00Z", created("booking", "b2"))
		answer := w.expect("/by-resource/booking/b1", "b1 b1")
		if got := fmt.Sprint(answer["resource"]); got != "map[id:b1 type:booking]" {
			t.Errorf("resource %s", got)
		}
		if newest := answer["data"].([]any)[0].(map[string]any)["action"]; newest != "booking.updated" {
			t.Errorf("the first entry is %v, want the newest", newest)
		}
		if answer := w.expect("/by-resource/booking/none", ""); answer["data"] == nil {
			t.Error("data is null, want []")
		}
	})
}

// Nobody of the hotel is what a job, a sign-up and a spreadsheet are; their entries stay apart by their names.
func TestWhatNobodyDidIsFoundUnderTheNilID(t *testing.T) {
	const nobody = "000000000000000000000000"
	eachEngine(t, "Asia/Kolkata", func(w *world) {
		job := scope.ForJob(w.sc.Org, "INR", w.sc.Zone)
		signUp, sheet := job, job
		signUp.UserName, sheet.UserName = "Sign-up", "Spreadsheet"
		w.record(signUp, "2026-04-15T06:00:00Z", created("organization", "hotel"))
		w.record(w.sc, "2026-04-15T06:00:01Z", created("room", "by Meera"))
		w.record(job, "2026-04-15T06:00:02Z", created("quote", "expired"))
		w.record(sheet, "2026-04-15T06:00:03Z", created("booking", "from the sheet"))

		list := w.expect("/logs?userId="+nobody, "from the sheet expired hotel")["data"].([]any)
		var names []string
		for _, item := range list {
			e := item.(map[string]any)
			names = append(names, fmt.Sprint(e["userName"]))
			if e["userId"] != nobody {
				t.Errorf("the entry of %s has the user %v", e["userName"], e["userId"])
			}
		}
		if got := strings.Join(names, " "); got != "Spreadsheet System Sign-up" {
			t.Errorf("the names are %s", got)
		}
		answer := w.expect("/by-user/"+nobody, "from the sheet expired hotel")
		if got := fmt.Sprint(answer["user"]); got != "map[id:"+nobody+" name:Spreadsheet]" {
			t.Errorf("the user is %s", got)
		}
		w.expect("/by-user/"+w.sc.User, "by Meera")
	})
}

func TestStatistics(t *testing.T) {
	eachEngine(t, "Asia/Kolkata", func(w *world) {
		ravi, job := w.sc, scope.ForJob(w.sc.Org, "INR", w.sc.Zone)
		ravi.User, ravi.UserName = id.New(), "Ravi"
		w.record(ravi, "2026-03-16T18:29:59Z", created("room", "too old for the trend"))
		w.record(ravi, "2026-03-16T18:30:00Z", created("room", "30 days ago"))
		w.record(w.sc, "2026-04-14T18:29:59Z", created("booking", "yesterday"))
		w.record(w.sc, "2026-04-14T18:30:00Z", created("booking", "today"))
		w.record(job, "2026-04-15T00:00:00Z", created("booking", "today"))
		w.sc.UserName = "Meera Nair"
		w.record(w.sc, "2026-04-15T06:00:00Z", happened("booking.updated", "booking", "today"))

		status, answer := w.get("/statistics")
		if status != 200 {
			t.Fatal(status, answer)
		}
		figures := answer["statistics"].(map[string]any)
		for name, want := range map[string]string{
			"totalLogs": "6",
			"actionBreakdown": "[map[action:booking.created count:3] map[action:room.created count:2] " +
				"map[action:booking.updated count:1]]",
			"topActors": fmt.Sprintf("[map[count:3 userId:%s userName:Meera Nair] map[count:2 userId:%s userName:Ravi] "+
				"map[count:1 userId:000000000000000000000000 userName:System]]",
				w.sc.User, ravi.User),
		} {
			if got := fmt.Sprint(figures[name]); got != want {
				t.Errorf("%s: %s, want %s", name, got, want)
			}
		}
		trend := figures["dailyTrend"].([]any)
		if len(trend) != 30 {
			t.Fatalf("%d days, want 30", len(trend))
		}
		for i, want := range map[int]string{0: "map[count:1 date:2026-03-17]", 1: "map[count:0 date:2026-03-18]",
			28: "map[count:1 date:2026-04-14]", 29: "map[count:3 date:2026-04-15]"} {
			if got := fmt.Sprint(trend[i]); got != want {
				t.Errorf("day %d: %s, want %s", i, got, want)
			}
		}
	})
}

// Whole thousands of entries are counted as they are written, also where a transaction's entries cross one.
func TestStatisticsOfThousands(t *testing.T) {
	eachEngine(t, "Asia/Kolkata", func(w *world) {
		total := 0
		for _, entries := range []int{998, 1, 2, 1, 999, 101} {
			w.log(slices.Repeat([]event.Event{created("room", "many")}, entries)...)
			total += entries
			_, answer := w.get("/statistics")
			figures := answer["statistics"].(map[string]any)
			want := fmt.Sprintf("%d [map[action:room.created count:%d]]", total, total)
			if got := fmt.Sprint(figures["totalLogs"], " ", figures["actionBreakdown"]); got != want {
				t.Errorf("%s, want %s", got, want)
			}
			actors := figures["topActors"].([]any)
			if len(actors) != 1 || fmt.Sprint(actors[0].(map[string]any)["count"]) != fmt.Sprint(total) {
				t.Errorf("who did it: %v", actors)
			}
		}
	})
}

func TestStatisticsOfNothing(t *testing.T) {
	eachEngine(t, "Asia/Kolkata", func(w *world) {
		_, answer := w.get("/statistics")
		figures := answer["statistics"].(map[string]any)
		if fmt.Sprint(figures["totalLogs"], figures["actionBreakdown"], figures["topActors"]) != "0 [] []" {
			t.Errorf("%v", figures)
		}
	})
}

// A day in Berlin begins at 23:00Z in winter and at 22:00Z in summer; 29 March 2026 has 23 hours.
func TestDailyTrendOverAClockChange(t *testing.T) {
	eachEngine(t, "Europe/Berlin", func(w *world) {
		var want []string
		for _, day := range []struct{ first, last, date string }{
			{"2026-03-27T23:00:00Z", "2026-03-28T22:59:59Z", "2026-03-28"},
			{"2026-03-28T23:00:00Z", "2026-03-29T21:59:59Z", "2026-03-29"},
			{"2026-03-29T22:00:00Z", "2026-03-30T21:59:59Z", "2026-03-30"},
		} {
			w.record(w.sc, day.first, created("room", "first"))
			w.record(w.sc, day.last, created("room", "last"))
			want = append(want, "map[count:2 date:"+day.date+"]")
		}
		_, answer := w.get("/statistics")
		trend := answer["statistics"].(map[string]any)["dailyTrend"].([]any)
		var got []string
		for _, day := range trend[len(trend)-3:] {
			got = append(got, fmt.Sprint(day))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
		w.expect("/logs?"+url.Values{"startDate": {"2026-03-29"}, "endDate": {"2026-03-29"}}.Encode(), "last first")
	})
}
