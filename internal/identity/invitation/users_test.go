package invitation_test

import (
	"fmt"
	"net/url"
	"testing"
)

func TestUsersAndInvitationsOverHTTP(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		const users, invitations = "/api/users/{org}", "/api/invitations/{org}"
		c, anonymous := h.by("Administrator"), h.by("")
		body := object{"name": "Meera", "email": "Meera@Haveli.example", "role": h.roles["Front Desk"].ID, "isActive": nil}
		made := c.data("POST", users+"/create", body, 201)
		want(t, "fields", keys(made), "_id createdAt designation email isActive name orgId phone role updatedAt version")
		want(t, "isActive", made["isActive"], true)
		want(t, "bad fields", c.bad("POST", users+"/create",
			object{"name": "M\nM", "email": "a b", "role": "x", "phone": "none"}), "name phone email")
		want(t, "twice", c.bad("POST", users+"/create", body), "email")
		want(t, "fields of an entry", keys(c.list(users + "/list")[0]),
			"_id createdAt designation email isActive name phone role")
		want(t, "overview", fmt.Sprint(c.data("GET", users+"/overview", nil, 200)),
			"map[activeUsers:1 inactiveUsers:0 totalUsers:1]")
		meera := users + "/" + made["_id"].(string)
		want(t, "cleared switch", c.bad("PUT", meera+"/update", object{"isActive": nil}), "isActive")
		updated := c.data("PUT", meera+"/update",
			object{"designation": "Associate", "phone": nil, "role": "x", "orgId": "y", "email": "z"}, 200)
		want(t, "smuggled", fmt.Sprint(updated["role"], updated["orgId"], updated["email"]),
			fmt.Sprint(made["role"], h.o.ID, "meera@haveli.example"))
		changed := c.data("PUT", meera+"/role", object{"role": h.roles["Manager"].ID}, 200)
		want(t, "role", changed["role"].(object)["name"], "Manager")

		list := c.list(invitations + "/list")
		want(t, "invitations", len(list), 2)
		want(t, "fields of an entry", keys(list[0]), "_id createdAt email expiresAt invitedBy role status")
		want(t, "promised role", list[0]["role"].(object)["name"], "Manager")
		id := list[0]["_id"].(string)
		want(t, "fields", keys(c.data("GET", one(id), nil, 200)),
			"_id createdAt email expiresAt invitedBy orgId role status updatedAt")
		_, query, _, _ := h.mailed("meera@haveli.example")
		link := "token=" + query.Get("token") + "&email=" + url.QueryEscape(query.Get("email"))
		status := anonymous.data("GET", "/api/invitations/invite-status?"+link, nil, 200)
		want(t, "organization", fmt.Sprint(status["orgId"]), fmt.Sprintf("map[_id:%s name:%s]", h.o.ID, h.o.Name))
		want(t, "no action", anonymous.bad("GET", "/api/invitations/respond?"+link, nil), "action")
		answer := anonymous.call("GET", "/api/invitations/respond?"+link+"&action=accept", nil, 200)
		want(t, "message", answer["message"], "Invitation accepted successfully")
		want(t, "fields of an answer", keys(answer["data"]), "_id email respondedAt status")
		anonymous.call("GET", "/api/invitations/respond?"+link+"&action=accept", nil, 400)
		want(t, "fields after an answer", keys(c.data("POST", one(id)+"/resend", nil, 200)),
			"_id createdAt email expiresAt invitedBy orgId respondedAt role status updatedAt")
		c.call("DELETE", one(id), nil, 200)
		c.call("GET", one(id), nil, 404)
		c.call("DELETE", meera+"/delete", nil, 200)
		c.call("GET", meera, nil, 404)

		made = c.data("POST", create, object{"email": "ravi@haveli.example", "role": h.roles["Accountant"].ID}, 201)
		want(t, "fields", keys(made), "_id createdAt email expiresAt invitedBy orgId role status updatedAt")
		h.by("Housekeeping").call("GET", invitations+"/list", nil, 403)
	})
}
