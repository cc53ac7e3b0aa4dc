package app_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"testing"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/web"
)

// reads is where the record is read that a route with this parameter, or of this path, changes.
var reads = map[string]string{
	"{bookingId}": "/api/bookings/{orgId}/{bookingId}", "{userId}": "/api/users/{orgId}/{userId}",
	"{roleId}": "/api/roles/{orgId}/{roleId}", "{templateId}": "/api/email-templates/{orgId}/{templateId}",
	"{invoiceId}": "/api/invoices/{orgId}/{invoiceId}", "{vendorId}": "/api/vendor/{orgId}/{vendorId}",
	"{expenseId}": "/api/expenses/{orgId}/{expenseId}", "{module}": "/api/series/{orgId}/{module}",
	"{categoryId}": "/api/room-categories/{orgId}/{categoryId}", "{roomId}": "/api/rooms/{orgId}/{roomId}",
	"{guestId}": "/api/guests/{orgId}/{guestId}", "{quoteId}": "/api/quotes/{orgId}/{quoteId}",
	"{taxId}": "/api/taxes/{orgId}/{taxId}", "{accountId}": "/api/accounts/{orgId}/{accountId}",

	"{planId}": "/api/rate-plans/{orgId}/{planId}", "{policyId}": "/api/policies/{orgId}/{policyId}",
	"{productId}": "/api/rate-plans/{orgId}/{planId}/products/{productId}",
	"{ageBandId}": "/api/age-bands/{orgId}/{ageBandId}", "{serviceId}": "/api/services/{orgId}/{serviceId}",
	"{companyId}": "/api/companies/{orgId}/{companyId}", "{waitlistId}": "/api/waitlist/{orgId}/{waitlistId}",
	"{stayGuestId}": "/api/bookings/{orgId}/{bookingId}/guests",
	"{holdId}":      "/api/holds/{orgId}/{holdId}",

	"/api/bookings/{orgId}/{bookingId}/registrations/{cardId}": "/api/bookings/{orgId}/{bookingId}/registrations/{cardId}",
	"/api/bookings/{orgId}/registration-settings":              "/api/bookings/{orgId}/registration-settings",
	"/api/bookings/{orgId}/{bookingId}/online-checkin":         "/api/bookings/{orgId}/{bookingId}/online-checkin",
	"/api/bookings/{orgId}/online-checkin-settings":            "/api/bookings/{orgId}/online-checkin-settings",
	"/api/guests/{orgId}/document-settings":                    "/api/guests/{orgId}/document-settings",
	"/api/guests/{orgId}/{guestId}/travel-documents":           "/api/guests/{orgId}/{guestId}/travel-documents",
	"{language}": "/api/letters/{orgId}/texts/{kind}/{language}",
	"{groupId}":  "/api/groups/{orgId}/{groupId}", "{formId}": "/api/guests/{orgId}/form-iii/{formId}",
	"{itemId}":   "/api/lost-and-found/{orgId}/{itemId}",
	"{ticketId}": "/api/maintenance/{orgId}/{ticketId}", "{scheduleId}": "/api/maintenance/{orgId}/schedules/{scheduleId}",

	"{noteId}": "/api/guests/{orgId}/{guestId}/notes/{noteId}",

	"/api/rates/{orgId}/calendar": "/api/rates/{orgId}/calendar?from=2026-05-01&to=2026-06-30",
	"/api/rates/{orgId}/bulk":     "/api/rates/{orgId}/calendar?from=2026-05-01&to=2026-06-30",
	"/api/accounts/{orgId}/lock":  "/api/accounts/{orgId}/lock",

	"/api/accounts/{orgId}/chart/{accountId}": "/api/accounts/{orgId}/chart/{accountId}",

	"/api/organization/{orgid}/update":       "/api/organization/{orgid}",
	"/api/organization/{orgid}/default-time": "/api/organization/{orgid}",
	"/api/notifications/{orgId}/config":      "/api/notifications/{orgId}/config",
	"/api/letters/{orgId}/settings":          "/api/letters/{orgId}/settings",
	"/api/accounts/{orgId}/settings":         "/api/accounts/{orgId}/settings",
	"/api/accounts/{orgId}/mapping":          "/api/accounts/{orgId}/mapping",
	"/api/preferences/{orgId}":               "/api/preferences/{orgId}",
	"/api/groups/{orgId}/settings":           "/api/groups/{orgId}/settings",
	"/api/approvals/{orgId}/limits":          "/api/approvals/{orgId}/limits",
	"/api/housekeeping/{orgId}/rules":        "/api/housekeeping/{orgId}/rules",
	"{reportScheduleId}":                     "/api/analytics/{orgId}/schedules/{reportScheduleId}",
	"{keptReportId}":                         "/api/analytics/{orgId}/kept-reports/{keptReportId}",
	"{year}":                                 "/api/budgets/{orgId}/{year}",
}

// readOf finds the record's address: by the path, by the booking, or by the last parameter.
func readOf(t *testing.T, r web.Route) web.Route {
	t.Helper()
	path, known := reads[r.Path]
	for _, name := range append(parameter.FindAllString(r.Path, -1), "{bookingId}", r.Path) {
		if one, ok := reads[name]; ok && strings.Contains(r.Path, name) {
			path, known = one, true
		}
	}
	if !known {
		t.Fatalf("%s takes an If-Match: tell reads where its record is read", key(r))
	}
	return web.Route{Method: "GET", Path: path}
}

// Every update that was made from an older version of its record is refused and changes nothing, one that was made from
// the present version is taken, and so is one that says nothing. What an update answers is the version that is read.
func TestVersions(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		w := newWorld(s)
		walked := 0
		for _, r := range w.App.Routes {
			if r.Guarded {
				walked++
				w.walkVersion(r, readOf(t, r))
			}
		}
		if walked < 30 {
			t.Errorf("only %d routes take an If-Match", walked)
		}
	})
}

func (w *world) walkVersion(r, read web.Route) {
	w.T.Helper()
	prepare := func() (path string, record apptest.Answer, body any) {
		w.free = "" // the request before may have taken it
		if usesUp(r) {
			w.renewFor(r)
		}
		if strings.HasSuffix(r.Path, "/reinstate") {
			w.owner.Put("/api/bookings/{org}/"+w.ids["bookingId"]+"/cancel", object{"reason": "By mistake"}).Want(200)
		}
		if strings.HasSuffix(r.Path, "/void") {
			w.ids["invoiceId"] = w.issued
		}
		if strings.HasSuffix(r.Path, "/status-booked") {
			w.ids["roomId"] = w.room()
		}
		body = w.body(key(r)) // before the record is read: it may make what it names
		return w.path(r, w.ids), w.owner.Get(w.path(read, w.ids)).Want(200), body
	}
	path, before, body := prepare()
	version := int64(before.Number("data", "version"))
	snapshot := w.Snapshot()
	for _, stale := range []int64{version + 1, version + 1000} {
		refused := w.owner.With("If-Match", quotedVersion(stale)).Do(r.Method, path, body).Bad("If-Match")
		refused.Refused(400, fmt.Sprintf("which is %d", version))
	}
	for _, garbled := range []string{`3`, `W/"3"`, `"x"`, `""`, `"0"`, `"-1"`, `"1", "2"`, `"01"`,
		`"99999999999999999999"`} {
		w.owner.With("If-Match", garbled).Do(r.Method, path, body).Bad("If-Match")
	}
	if !maps.Equal(snapshot, w.Snapshot()) {
		w.T.Fatalf("%s with an If-Match of another version changes something", key(r))
	}
	done := w.owner.With("If-Match", quotedVersion(version)).Do(r.Method, path, body)
	if done.Status != 200 {
		w.T.Fatalf("%s with the present version answers %d: %s", key(r), done.Status, done.Raw)
	}
	after := w.owner.Get(w.path(read, w.ids)).Want(200)
	now := int64(after.Number("data", "version"))
	if !reflect.DeepEqual(withoutVersion(before), withoutVersion(after)) && now <= version {
		w.T.Errorf("%s changes the record and leaves its version at %d: %s", key(r), now, after.Raw)
	}
	if data, ok := done.Body["data"].(map[string]any); ok && data["version"] != nil && data["version"] != float64(now) {
		w.T.Errorf("%s answers version %v, and %d is read", key(r), data["version"], now)
	}
	if now != version {
		refused := w.owner.With("If-Match", quotedVersion(version)).Do(r.Method, path, body).Bad("If-Match")
		// A series is named by its module there, a letter's words by kind and language, and a spreadsheet has no name.
		if !strings.Contains(r.Path, "/series/") && !strings.Contains(r.Path, "/sheets/") &&
			!strings.Contains(r.Path, "{language}") {
			if refused.Text("changed", "by") == "" {
				w.T.Errorf("%s doesn't say who has changed the record: %s", key(r), refused.Raw)
			}
		}
	}
	for _, anyVersion := range []*apptest.Caller{w.owner.With("If-Match", "*"), w.owner} {
		path, _, body = prepare()
		if a := anyVersion.Do(r.Method, path, body); a.Status != 200 {
			w.T.Errorf("%s of any version answers %d: %s", key(r), a.Status, a.Raw)
		}
	}
}

func quotedVersion(version int64) string { return fmt.Sprintf("%q", fmt.Sprint(version)) }

// withoutVersion is the record with neither its version nor the time of its last change.
func withoutVersion(a apptest.Answer) map[string]any {
	record := maps.Clone(a.At("data").(map[string]any))
	delete(record, "version")
	delete(record, "updatedAt")
	return record
}

// Of many who change the same version at once, one is taken.
func TestVersionsUnderConcurrency(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		w := newWorld(s)
		for path, field := range map[string]string{
			w.path(web.Route{Path: "/api/rooms/{orgId}/{roomId}/update"}, w.ids):     "notes",
			w.path(web.Route{Path: "/api/guests/{orgId}/{guestId}/update"}, w.ids):   "notes",
			w.path(web.Route{Path: "/api/bookings/{orgId}/{bookingId}/stay"}, w.ids): "notes",
			w.path(web.Route{Path: "/api/accounts/{orgId}/settings"}, w.ids):         "dueDays",
		} {
			record := strings.TrimSuffix(strings.TrimSuffix(path, "/update"), "/stay")
			version := int64(w.owner.Get(record).Want(200).Number("data", "version"))
			caller := w.owner.With("If-Match", quotedVersion(version))
			apptest.CountStatuses(t, 8, map[int]int{200: 1, 400: 7}, func(i int) (apptest.Answer, error) {
				value := any(fmt.Sprintf("Note %d", i))
				if field == "dueDays" {
					value = i + 20
				}
				return caller.Try("PUT", path, object{field: value})
			})
		}
	})
}

// What changes a booking's sums raises its version too, and a version in a body is neither taken nor unknown.
func TestVersionsOfBookings(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		w := newWorld(s)
		booking := "/api/bookings/{org}/" + w.ids["bookingId"]
		last := 0.0
		raised := func(what string) {
			t.Helper()
			now := w.owner.Get(booking).Want(200).Number("data", "version")
			if now <= last {
				t.Errorf("%s leaves the version at %v", what, now)
			}
			last = now
		}
		raised("making it")
		w.charge()
		raised("a charge")
		payment := w.owner.Post("/api/payments/{org}/create",
			object{"bookingId": w.ids["bookingId"], "amount": 250, "method": "cash"}).Want(201).Text("data", "_id")
		raised("a payment")
		w.owner.Post("/api/payments/{org}/"+payment+"/void", object{"reason": "Twice"}).Want(200)
		raised("voiding a payment")
		w.owner.With("X-Sarai-Strict", "true").Put(booking+"/stay", object{"notes": "Late", "version": 1}).Want(200)
		raised("a change of the stay")
		listed, found := w.owner.Get("/api/bookings/{org}/list").Want(200), false
		for i := range listed.List("data") {
			if listed.Text("data", i, "bookingId") == w.ids["bookingId"] {
				listed.Is(last, "data", i, "version")
				found = true
			}
		}
		if !found {
			t.Errorf("the booking isn't listed: %s", listed.Raw)
		}
	})
}

// Reads are tagged, and answered with 304 as long as nothing has changed.
func TestTagsOfReads(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		w := newWorld(s)
		path := w.path(web.Route{Path: "/api/rooms/{orgId}/{roomId}"}, w.ids)
		get := func(etag string) (int, string, []byte) {
			response, body := apptest.Bare(t, "GET", s.URL+path, map[string]string{
				"Authorization": "Bearer " + w.owner.Token, "If-None-Match": etag})
			return response.StatusCode, response.Header.Get("ETag"), body
		}
		status, etag, body := get("")
		if status != 200 || !strings.HasPrefix(etag, `W/"`) || !json.Valid(body) {
			t.Fatalf("a read answers %d with the tag %s: %s", status, etag, body)
		}
		for _, named := range []string{etag, strings.TrimPrefix(etag, "W/"), `"other", ` + etag, "*"} {
			if status, again, body := get(named); status != 304 || again != etag || len(body) > 0 {
				t.Errorf("If-None-Match: %s answers %d %s %q", named, status, again, body)
			}
		}
		w.owner.Put(path+"/housekeeping", object{"housekeeping": "dirty"}).Want(200)
		if status, now, _ := get(etag); status != 200 || now == etag {
			t.Errorf("a changed record answers %d with the tag %s", status, now)
		}
		w.owner.With("If-Match", etag).Put(path+"/housekeeping", object{"housekeeping": "clean"}).Bad("If-Match")
		if missing := w.owner.With("If-None-Match", "*").Get("/api/rooms/{org}/" + strings.Repeat("0", 24)); missing.
			Status != 404 || missing.Header.Get("ETag") != "" {
			t.Errorf("a read that fails answers %d with the tag %s", missing.Status, missing.Header.Get("ETag"))
		}
	})
}
