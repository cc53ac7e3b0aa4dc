package app_test

import (
	"testing"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
)

// A request counts when it is complete: whoever has lost the right to it since its first byte is refused.
func TestHalfSentRequests(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		w := newWorld(s)
		s.Run("demoted", func() {
			w.walkHalfSent(403, func() { w.allow(object{}) }, func(r web.Route) bool { return r.Need.Module != "" })
		})
		s.Run("deactivated", func() {
			user := "/api/users/{org}/" + w.member.UserID + "/update"
			w.walkHalfSent(401, func() { w.owner.Put(user, object{"isActive": false}).Want(200) },
				func(r web.Route) bool { return r.Need.TokenNeeded() })
			w.owner.Put(user, object{"isActive": true}).Want(200)
			w.member = w.member.Again()
		})
		s.Run("signed out", func() {
			w.walkHalfSent(401, func() { w.member.Post("/api/auth/logout", nil).Want(200) },
				func(r web.Route) bool { return r.Need.TokenNeeded() })
		})
		s.Run("sheet key ended", func() {
			w.member = w.Anyone().With("X-Sheet-Key", w.owner.SheetKey())
			w.walkHalfSent(401, func() { w.owner.Delete("/api/organization/{org}/sheet-key").Want(200) },
				func(r web.Route) bool { return r.Need.Access == scope.AccessSheetKey })
		})
	})
}

// walkHalfSent begins a request to each of the routes that takes a body as the member, who may do everything, revokes
// that, and finishes the requests.
func (w *world) walkHalfSent(status int, revoke func(), walked func(web.Route) bool) {
	w.T.Helper()
	if w.member.Token != "" {
		w.allow(everything())
	}
	requests := map[string]any{}
	for _, r := range w.App.Routes {
		if body := w.body(key(r)); body != nil && walked(r) {
			requests[key(r)] = body
		}
	}
	begun := map[string]*apptest.HalfSent{}
	for _, r := range w.App.Routes {
		if body := requests[key(r)]; body != nil {
			begun[key(r)] = w.member.Begin(r.Method, w.path(r, w.ids), body)
		}
	}
	if len(begun) < 3 {
		w.T.Fatalf("only %d routes take a body", len(begun))
	}
	revoke()
	before := w.Snapshot()
	for route, request := range begun {
		if got, text := request.Finish(); got != status {
			w.T.Errorf("%s, half sent before the right to it was lost, answers %d %s", route, got, text)
		}
	}
	w.Unchanged(before, "half-sent requests")
}
