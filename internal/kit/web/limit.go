package web

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"sarai/internal/kit/admit"
	"sarai/internal/kit/web/intake"
	"sarai/internal/kit/web/openapi"
)

// limitsOfAddress is how many limits all sessions behind one address have together: a hotel's people share its line.
const limitsOfAddress = 20

// limitRate counts requests of a genuine token by its address and session, and all others by their address alone. The
// headers tell of the bucket that a request was counted in.
func (s *server) limitRate() func(http.Handler) http.Handler {
	own := s.Limit.Counter()
	all := admit.Rate{Requests: limitsOfAddress * s.Limit.Requests, Window: s.Limit.Window}.Counter()
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !isLimited(r) {
				next.ServeHTTP(w, r)
				return
			}
			address, whose := ClientNetwork(r), "from your address"
			bucket := address
			if session, genuine := s.Session(intake.BearerToken(r.Header.Get("Authorization"))); genuine {
				bucket, whose = address+" "+session, "in your session"
			}
			admitted := own.Admits(r, bucket, w.Header())
			if admitted { // what is refused doesn't count against the others behind the address
				told := http.Header{}
				if admitted = all.Admits(r, address, told); !admitted {
					maps.Copy(w.Header(), told)
					whose = "from your address"
				}
			}
			if !admitted {
				refuse(w, http.StatusTooManyRequests, "There were too many requests "+whose+". Try again in a moment.")
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// What is said of limits of their own that some routes have.
const (
	costlyLimit = "Your organization has made as many of these as this server allows for now. Try again later."
	seldomLimit = "Your address has made as many of these as this server allows for now. Try again later."
)

// isLimited tells which requests count: the API's, those for its document and the page that shows it, those for the
// pages of mailed links, and those that open a live connection. The others of the live channel are caused by events;
// health checks and the console's own files cost next to nothing.
func isLimited(r *http.Request) bool {
	if _, again := actorOf(r.Context()); again {
		return false
	}
	path := r.URL.Path
	if strings.HasPrefix(path, "/socket.io/") {
		return r.URL.Query().Get("sid") == ""
	}
	return strings.HasPrefix(path, "/api/") || path == openapi.Path || path == openapi.PagePath ||
		strings.HasPrefix(path, openapi.PagePath+"/") || slices.Contains(mailedPages, path) ||
		strings.HasPrefix(path, "/checkin/")
}

// mailedPages are the pages of mailed links, which look their tokens up.
var mailedPages = []string{"/invite", "/register", "/reset-password"}

// takeTurn lets a request of an organization begin its work when it may, and returns what ends that, if the answer
// hasn't.
func (s *server) takeTurn(r Route, request *http.Request, org string, body int) (end func(), err error) {
	if org == "" || r.outOfTurn || r.upload > 0 {
		return func() {}, nil
	}
	info := infoOf(request.Context())
	if info.large, err = s.fair.Enter(request.Context(), org, body); err != nil {
		return func() {}, err
	}
	info.waited = info.waited || info.large
	info.endTurn = func() { s.fair.Leave(org, info.rows, info.written) }
	return info.leave, nil
}
