package invitation

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
)

// api serves the routes of all tenancy. A token is the name of a role, whose flags its bearer holds.
func (h *hotel) api() http.Handler {
	handler, _ := web.New(web.Config{Routes: h.routes, Clock: h.clock, Log: slog.New(slog.DiscardHandler),
		Metrics: prometheus.NewRegistry(),
		Authenticate: func(_ context.Context, token, org string, sc scope.Scope) (scope.Scope, error) {
			caller := h.as(token)
			caller.Idempotency = sc.Idempotency
			if org != "" && org != h.o.ID {
				return sc, errs.Forbidden("You are not a member of this organization.")
			}
			return caller, nil
		}})
	return handler
}

type client struct {
	t     *testing.T
	hotel *hotel
	api   http.Handler
	as    string
}

// call answers the body's envelope; it fails the test unless the status is the one wanted.
func (c client) call(method, path, body string, status int) map[string]any {
	c.t.Helper()
	c.hotel.clock.Advance(time.Second) // so that what is made later is newer
	request := httptest.NewRequestWithContext(c.t.Context(), method, path, strings.NewReader(body))
	if c.as != "" {
		request.Header.Set("Authorization", "Bearer "+c.as)
	}
	recorder := httptest.NewRecorder()
	c.api.ServeHTTP(recorder, request)
	var envelope map[string]any
	if err := json.Unmarshal(recorder.Body.Bytes(), &envelope); err != nil {
		c.t.Fatal(method, path, err, recorder.Body)
	}
	if recorder.Code != status {
		c.t.Fatalf("%s %s %s: %d, want %d: %s", method, path, body, recorder.Code, status, recorder.Body)
	}
	return envelope
}

func (c client) data(method, path, body string, status int) map[string]any {
	c.t.Helper()
	data, _ := c.call(method, path, body, status)["data"].(map[string]any)
	return data
}

// bad answers the names of the bad fields of a refused body.
func (c client) bad(method, path, body string) string {
	c.t.Helper()
	var names []string
	fields, _ := c.call(method, path, body, 400)["errors"].([]any)
	for _, field := range fields {
		names = append(names, field.(map[string]any)["field"].(string))
	}
	return strings.Join(names, " ")
}

func keys(data any) string {
	return strings.Join(slices.Sorted(maps.Keys(data.(map[string]any))), " ")
}

func want(t *testing.T, what string, got, want any) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func TestOrganizationOverHTTP(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		c, path := client{t, h, h.api(), "Administrator"}, "/api/organization/"+h.o.ID
		const fields = "_id address createdAt currency defaultCheckInTime defaultCheckOutTime email gstin logo name pan " +
			"phone timezone updatedAt"
		anonymous := client{t, h, c.api, ""}
		created := anonymous.data("POST", "/api/organization/create",
			`{"name":"Fort","email":"a@fort.example","phone":"","address":{"city":"Jaipur"},"currency":null}`, 201)
		want(t, "fields", keys(created), fields)
		want(t, "currency", created["currency"], "INR")
		want(t, "bad fields", anonymous.bad("POST", "/api/organization/create", `{"phone":5}`), "email name phone")
		want(t, "bad values", anonymous.bad("POST", "/api/organization/create",
			`{"name":"F","email":"a","gstin":"27AAPFU0939F1Z5","timezone":"Mars/Base","address":{}}`), "email")
		want(t, "bad values", anonymous.bad("POST", "/api/organization/create",
			`{"name":"F","email":"a@b","gstin":"27AAPFU0939","timezone":"Mars/Base","address":null}`), "gstin timezone")
		long := fmt.Sprintf(`{"phone":"+91 98290 12345","address":{"line1":"%s"}}`, strings.Repeat("x", 201))
		want(t, "length", c.bad("PUT", path+"/update", long), "address.line1")
		want(t, "cleared name", c.bad("PUT", path+"/update", `{"name":null}`), "name")
		want(t, "currency in use", c.bad("PUT", path+"/update", `{"currency":"USD"}`), "currency")

		c.call("PUT", path+"/update", `{"address":{"line1":"12 Lake `+
			`Road","city":"Udaipur"},"gstin":"27aapfu0939f1zv","unknown":1}`, 200)
		updated := c.data("PUT", path+"/update", `{"address":{"line1":null,"state":"Rajasthan"}}`, 200)
		want(t, "address", fmt.Sprint(updated["address"]), "map[city:Udaipur country: line1: line2: pincode: "+
			"state:Rajasthan]")
		want(t, "gstin", updated["gstin"], "27AAPFU0939F1ZV")
		c.call("PUT", path+"/update", "", 200)
		want(t, "times", fmt.Sprint(c.data("PUT", path+"/default-time", `{"defaultCheckInTime":"15:00"}`, 200)),
			"map[defaultCheckInTime:15:00 defaultCheckOutTime:11:00]")
		want(t, "bad time", c.bad("PUT", path+"/default-time", `{"defaultCheckInTime":"25:00"}`), "defaultCheckInTime")
		client{t, h, c.api, "Housekeeping"}.call("GET", path+"/default-time", "", 200)
		client{t, h, c.api, "Manager"}.call("DELETE", path+"/delete", "", 403)
		c.call("DELETE", path+"/delete", "", 200)
		c.call("GET", path, "", 404)
	})
}

func TestRolesOverHTTP(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		c, path := client{t, h, h.api(), "Administrator"}, "/api/roles/"+h.o.ID
		want(t, "modules", len(c.data("GET", "/api/roles/permissions-meta", "", 200)["modules"].([]any)), 19)
		made := c.data("POST", path+"/create", `{"name":"Night `+
			`Desk","permissions":{"bookings":{"view":true,"create":true},"rooms":{"view":null}}}`, 201)
		want(t, "fields", keys(made), "_id createdAt description isDefault name orgId permissions updatedAt")
		want(t, "all modules", len(made["permissions"].(map[string]any)), 19)
		want(t, "rooms", fmt.Sprint(made["permissions"].(map[string]any)["rooms"]),
			"map[create:false delete:false manage:false update:false view:false]")
		want(t, "unknown words", c.bad("POST", path+"/create",
			`{"name":"X","permissions":{"spa":{"view":true},"rooms":{"paint":true}}}`),
			"permissions.rooms.paint permissions.spa")
		want(t, "no boolean", c.bad("POST", path+"/create", `{"name":"X","permissions":{"rooms":{"view":"yes"}}}`),
			"permissions.rooms.view")
		want(t, "no name", c.bad("POST", path+"/create", `{}`), "name")
		updated := c.data("PUT", path+"/"+made["_id"].(string)+"/update", `{"description":"At `+
			`night","permissions":{"guests":{"view":true}}}`, 200)
		want(t, "fields of an update", keys(updated), "_id createdAt description isDefault name orgId updatedAt")
		want(t, "seeded", fmt.Sprint(c.data("POST", path+"/seed", "", 201)), "map[roles:[] rolesCreated:0]")
		list := c.call("GET", path+"/list", "", 200)["data"].([]any)
		want(t, "list", len(list), 6)
		want(t, "fields of an entry", keys(list[0]), "_id createdAt description isDefault name usersCount")
		h.invite("meera@haveli.example", "Housekeeping")
		inUse := c.call("DELETE", path+"/"+h.roles["Housekeeping"].ID+"/delete", "", 400)
		want(t, "promised", strings.Contains(inUse["message"].(string), "invitations"), true)
		if _, err := h.respond(h.token("meera@haveli.example", "invite"), "meera@haveli.example", false); err != nil {
			t.Fatal(err)
		}
		c.call("DELETE", path+"/"+h.roles["Housekeeping"].ID+"/delete", "", 200)
		c.call("GET", path+"/malformed", "", 404)
	})
}

func TestUsersAndInvitationsOverHTTP(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		c, users, invitations := client{t, h, h.api(), "Administrator"}, "/api/users/"+h.o.ID, "/api/invitations/"+h.o.ID
		body := fmt.Sprintf(`{"name":"Meera","email":"Meera@Haveli.example","role":"%s","isActive":null}`,
			h.roles["Front Desk"].ID)
		made := c.data("POST", users+"/create", body, 201)
		want(t, "fields", keys(made), "_id createdAt designation email isActive name orgId phone role updatedAt")
		want(t, "isActive", made["isActive"], true)
		want(t, "bad fields", c.bad("POST", users+"/create", `{"name":"M\nM","email":"a b","role":"x","phone":"none"}`),
			"name phone email")
		want(t, "twice", c.bad("POST", users+"/create", body), "email")
		want(t, "fields of an entry", keys(c.call("GET", users+"/list", "", 200)["data"].([]any)[0]),
			"_id createdAt designation email isActive name phone role")
		want(t, "overview", fmt.Sprint(c.data("GET", users+"/overview", "", 200)),
			"map[activeUsers:1 inactiveUsers:0 totalUsers:1]")
		meera := users + "/" + made["_id"].(string)
		want(t, "cleared switch", c.bad("PUT", meera+"/update", `{"isActive":null}`), "isActive")
		updated := c.data("PUT", meera+"/update", `{"designation":"Associate","phone":null,"role":"x","orgId":"y","email":"z"}`, 200)
		want(t, "smuggled", fmt.Sprint(updated["role"], updated["orgId"], updated["email"]),
			fmt.Sprint(made["role"], h.o.ID, "meera@haveli.example"))
		changed := c.data("PUT", meera+"/role", fmt.Sprintf(`{"role":"%s"}`, h.roles["Manager"].ID), 200)
		want(t, "role", changed["role"].(map[string]any)["name"], "Manager")

		list := c.call("GET", invitations+"/list", "", 200)["data"].([]any)
		want(t, "invitations", len(list), 2)
		want(t, "fields of an entry", keys(list[0]), "_id createdAt email expiresAt invitedBy role status")
		want(t, "promised role", list[0].(map[string]any)["role"].(map[string]any)["name"], "Manager")
		id := list[0].(map[string]any)["_id"].(string)
		want(t, "fields", keys(c.data("GET", invitations+"/"+id, "", 200)), "_id createdAt email expiresAt invitedBy orgId "+
			"role status updatedAt")
		_, query, _, _ := h.mailed("meera@haveli.example")
		link := "token=" + query.Get("token") + "&email=" + url.QueryEscape(query.Get("email"))
		anonymous := client{t, h, c.api, ""}
		status := anonymous.data("GET", "/api/invitations/invite-status?"+link, "", 200)
		want(t, "organization", fmt.Sprint(status["orgId"]), fmt.Sprintf("map[_id:%s name:%s]", h.o.ID, h.o.Name))
		want(t, "no action", anonymous.bad("GET", "/api/invitations/respond?"+link, ""), "action")
		answer := anonymous.call("GET", "/api/invitations/respond?"+link+"&action=accept", "", 200)
		want(t, "message", answer["message"], "Invitation accepted successfully")
		want(t, "fields of an answer", keys(answer["data"]), "_id email respondedAt status")
		anonymous.call("GET", "/api/invitations/respond?"+link+"&action=accept", "", 400)
		want(t, "fields after an answer", keys(c.data("POST", invitations+"/"+id+"/resend", "", 200)),
			"_id createdAt email expiresAt invitedBy orgId respondedAt role status updatedAt")
		c.call("DELETE", invitations+"/"+id, "", 200)
		c.call("GET", invitations+"/"+id, "", 404)
		c.call("DELETE", meera+"/delete", "", 200)
		c.call("GET", meera, "", 404)

		made = c.data("POST", invitations+"/create", fmt.Sprintf(`{"email":"ravi@haveli.example","role":"%s"}`,
			h.roles["Accountant"].ID), 201)
		want(t, "fields", keys(made), "_id createdAt email expiresAt invitedBy orgId role status updatedAt")
		client{t, h, c.api, "Housekeeping"}.call("GET", invitations+"/list", "", 403)
	})
}
