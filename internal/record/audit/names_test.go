package audit_test

import (
	"testing"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

// An entry of the audit log names who did it, also when all that is known of the person is the address.
func TestTheAuditLogNamesWhoAcceptedWithoutAName(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		org := s.Anyone().Post("/api/organization/create", object{"name": "Haveli", "email": "nameless@hotel.example"}).
			Want(201).Text("data", "_id")
		owner := s.Accept(org, "nameless@hotel.example", "Owner")
		entry := owner.Get("/api/audit/{org}/logs?action=user.invitation_accepted").Want(200)
		if name := entry.Text("data", 0, "userName"); name != "nameless@hotel.example" {
			t.Errorf("accepted by %q", name)
		}
	})
}
