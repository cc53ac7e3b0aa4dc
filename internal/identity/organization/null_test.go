package organization_test

import (
	"testing"

	"sarai/internal/app/apptest"
)

func TestNullIsTheDefaultAtSignUpAndRefusedInAnUpdate(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		s.Anyone().Post("/api/organization/create", `{"name":"Fort","email":"a@fort.example","currency":null,
			"timezone":null,"defaultCheckInTime":null}`).Want(201).
			Is("INR", "data", "currency").Is("Asia/Kolkata", "data", "timezone").Is("14:00", "data", "defaultCheckInTime")
		owner := s.Hotel()
		for _, field := range []string{"name", "email", "currency", "timezone", "defaultCheckInTime", "defaultCheckOutTime"} {
			owner.Put("/api/organization/{org}/update", apptest.Object{field: nil}).Bad(field)
		}
		owner.Put("/api/organization/{org}/default-time", `{"defaultCheckOutTime":null}`).Bad("defaultCheckOutTime")
	})
}
