package nightaudit_test

import (
	"testing"

	"sarai/internal/app/apptest"
)

// The first day that is closed begins the days that must all be closed after it: a slip of a century is refused.
func TestTheFirstClosedDayIsOfTheLastYear(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		desk := s.Hotel()
		for _, day := range []string{"1926-04-14", "2025-04-12"} {
			desk.Post(apptest.NightAudits, object{"date": day}).Bad("date")
		}
		desk.Post(apptest.NightAudits, object{"date": "2025-04-13"}).Want(200)
		if n := s.CountRows("night_audits", "org_id", desk.Org); n != 1 {
			t.Errorf("%d days are closed", n)
		}
	})
}
