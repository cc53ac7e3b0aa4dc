package web

import (
	"net/http"
	"time"

	"sarai/internal/kit/admit"
	"sarai/internal/kit/db"
	"sarai/internal/kit/file"
	"sarai/internal/kit/kept"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web/intake"
)

// arrived is a request as it has been read.
type arrived struct {
	intake.Arrived
	raw    []byte // the body, of a route that Waits
	inline bool   // the client wants the file of the answer shown, not saved
}

// serve answers the requests of a route.
func (s *server) serve(r Route, in *intake.Input) http.HandlerFunc {
	orgParam := r.OrgParam()
	var seldom *admit.Counter
	if s.Limit.Requests > 0 {
		seldom = r.seldom.Counter()
	}
	return func(w http.ResponseWriter, request *http.Request) {
		ctx := request.Context()
		info := infoOf(ctx)
		info.lookUp = func() (scope.Scope, error) { return s.caller(request, r, orgParam) }
		a, end, err := arrived{}, func() {}, seldom.Count(request, ClientNetwork(request), seldomLimit)
		if err == nil {
			a, end, err = s.admit(r, in, w, request)
		}
		defer end()
		if err == nil {
			err = s.respond(r, in, w, request, a)
		}
		if err != nil {
			failure := s.failure(ctx, tellOfKey(r, request, err))
			failure.Changed = s.lastChange(r, request, err)
			failure.write(w)
		}
	}
}

// admit checks token, membership and permission, in this order, before path, query and body are read, so that a caller
// who may not do something learns nothing from its validation. Callers must call end.
func (s *server) admit(r Route, in *intake.Input, w http.ResponseWriter, request *http.Request) (
	a arrived, end func(), err error) {
	info := infoOf(request.Context())
	sc, err := info.lookUp()
	if err == nil && r.cookied && info.foreign {
		err = intake.ErrForeign
	}
	if err == nil && r.costly {
		err = s.costly.Count(request, sc.Org, costlyLimit)
	}
	if err != nil {
		return a, func() {}, err
	}
	a, end, err = s.receive(r, in, w, request, &sc)
	if err != nil {
		return a, end, err
	}
	info.scope = sc
	if r.upload > 0 {
		// The server's deadline for the answer already runs while the file arrives. If it can't be moved, it stays.
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(intake.UploadPatience + time.Minute))
	}
	return a, end, nil
}

// attempt has the handler do its work, with its input.
func (s *server) attempt(r Route, in *intake.Input, w http.ResponseWriter, request *http.Request, a arrived) (
	any, error) {
	ctx := request.Context()
	info := infoOf(ctx)
	input, err := in.Fill(request, a.Arrived)
	if err == nil && r.upload > 0 {
		var content []byte
		content, info.file, err = intake.ReadFile(w, request, r.upload, r.types)
		input.(takesFile).take(content)
	}
	if err != nil {
		return nil, err
	}
	sc, err := info.caller()
	if err != nil {
		return nil, err
	}
	if r.output == nil {
		return r.handle(ctx, sc, input)
	}
	ctx = db.InQueue(ctx, sc.Org, info.large)
	answer, err := r.handle(ctx, sc, input)
	info.rows = db.RowsIn(ctx)
	return answer, err
}

// respond sends the answer that was kept, or what the handler makes of the request.
func (s *server) respond(r Route, in *intake.Input, w http.ResponseWriter, request *http.Request, a arrived) error {
	text, keep, err := s.findKept(r, request)
	if err != nil {
		return err
	}
	if text != nil {
		sendJSON(w, r.Status, text)
		return nil
	}
	answer, err := s.attempt(r, in, w, request, a)
	if err != nil && r.waits && s.Wait != nil {
		var waits bool
		if answer, waits, err = s.wait(r, in, w, request, a, err); waits && err == nil {
			return writeJSON(w, http.StatusAccepted, answer, nil)
		}
	}
	if err != nil {
		return err
	}
	return s.answer(r, w, answer, a, keep)
}

// findKept finds the answer that was kept, or what keeps the one that is read now; nothing for a route that isn't Kept.
func (s *server) findKept(r Route, request *http.Request) (text []byte, keep func(text []byte), err error) {
	if !r.kept || s.Kept == nil {
		return nil, nil, nil
	}
	sc, err := infoOf(request.Context()).caller()
	if err != nil {
		return nil, nil, err
	}
	text, keep = s.Kept.Find(kept.Question{Address: request.URL.RequestURI(), User: sc.User, Role: sc.RoleID,
		Day: sc.Today(s.Clock.Now())})
	return text, keep, nil
}

// answer sends what the handler has returned; keep gets the text, unless it is nil.
func (s *server) answer(r Route, w http.ResponseWriter, answer any, a arrived, keep func(text []byte)) error {
	if download, ok := answer.(*file.File); ok && r.output == nil {
		writeFile(w, download, a.inline)
		return nil
	}
	if cookied, ok := answer.(Cookied); ok {
		for _, cookie := range cookied.Cookies() {
			w.Header().Add("Set-Cookie", cookie.String())
		}
	}
	if list, ok := answer.(interface{ written() any }); ok {
		answer = list.written()
	}
	return writeJSON(w, r.Status, answer, keep)
}

// receive reads headers, query and body, and names in the answer's header what of them the operation ignores. It takes
// the organization's turn, and counts a file as arriving, until end is called.
func (s *server) receive(r Route, in *intake.Input, w http.ResponseWriter, request *http.Request, sc *scope.Scope) (
	a arrived, end func(), err error) {
	end = func() {}
	if a.Query, err = intake.ParseQuery(request.URL); err != nil {
		return a, end, err
	}
	strict, err := intake.IsStrict(request)
	if err != nil {
		return a, end, err
	}
	if r.Guarded {
		if sc.Expected, err = intake.ExpectedVersion(request); err != nil {
			return a, end, err
		}
	}
	var members []string
	info := infoOf(request.Context())
	info.waited = info.waited || intake.HasBody(request)
	if r.upload > 0 {
		if end, err = s.arriving.BeginUpload(request, ClientNetwork(request), r.upload); err != nil {
			return a, end, err
		}
	} else {
		var data []byte
		if intake.HasBody(request) {
			data, err = s.arriving.ReadBody(w, request, ClientNetwork(request), int64(r.maxBody))
		}
		if err == nil && r.Status == http.StatusCreated {
			err = intake.IdentifyRepeat(request, data, sc)
		}
		if err != nil {
			return a, end, err
		}
		if end, err = s.takeTurn(r, request, sc.Org, len(data)); err != nil {
			return a, end, err
		}
		if r.waits {
			a.raw = data
		}
		if len(data) > 0 {
			a.Body, members = in.ReadBody(data)
		}
	}
	if err := intake.Report(w.Header(), strict, in.UnknownQuery(a.Query), members); err != nil {
		return a, end, err
	}
	if r.shows() {
		a.inline, err = intake.IsInline(a.Query)
	}
	return a, end, err
}
