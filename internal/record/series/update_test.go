package series_test

import (
	"testing"
	"time"

	"sarai/internal/app/apptest"
)

func TestAnUpdateThatChangesNothingLeavesTheSeriesAsItIs(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		entries := func() float64 { return owner.Get("/api/audit/{org}/logs").Want(200).Number("pagination", "total") }
		before, then := owner.Get("/api/series/{org}/booking").Want(200), entries()
		s.Clock.Advance(time.Minute)
		for _, body := range []any{nil, object{}, object{"prefix": "BK", "separator": "-", "nextNumber": 1}} {
			if after := owner.Put("/api/series/{org}/booking/update", body).
				Want(200); after.Text("data", "updatedAt") != before.Text("data", "updatedAt") {
				t.Errorf("%v moves updatedAt to %s", body, after.Text("data", "updatedAt"))
			}
		}
		if now := entries(); now != then {
			t.Errorf("%v audit entries for no change", now-then)
		}
		changed := owner.Put("/api/series/{org}/booking/update", object{"prefix": "HV"}).Want(200)
		if changed.Text("data", "updatedAt") == before.Text("data", "updatedAt") || entries() != then+1 {
			t.Error("a change leaves no trace")
		}
		owner.Put("/api/series/{org}/booking/update", object{"nextNumber": 1e18}).Refused(400, "at most 999999999999999")
	})
}
