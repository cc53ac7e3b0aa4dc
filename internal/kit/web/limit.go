package web

import (
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/httprate"

	"sarai/internal/kit/errs"
)

// RateLimit is the number of requests that one session, or one address without any, may make in a window. Zero Requests
// are no limit.
type RateLimit struct {
	Requests int
	Window   time.Duration
}

// ParseRateLimit reads "300/1m" or "off".
func ParseRateLimit(text string) (RateLimit, error) {
	if text == "off" {
		return RateLimit{}, nil
	}
	count, window, _ := strings.Cut(text, "/")
	requests, err := strconv.Atoi(count)
	if err != nil || requests < 1 {
		return RateLimit{}, errors.New(`must be a number of requests and a window, such as 300/1m, or "off"`)
	}
	duration, err := time.ParseDuration(window)
	if err != nil || duration < time.Second {
		return RateLimit{}, errors.New(`must have a window of a second or more, such as 300/1m`)
	}
	return RateLimit{Requests: requests, Window: duration}, nil
}

// limitsOfAddress is how many limits all sessions behind one address have together: a hotel's people share its line.
const limitsOfAddress = 20

// limitRate counts requests of a genuine token by its address and session, and all others by their address alone. The
// headers tell of the bucket that a request was counted in.
func (s *server) limitRate() func(http.Handler) http.Handler {
	own := httprate.NewRateLimiter(s.Limit.Requests, s.Limit.Window)
	all := httprate.NewRateLimiter(limitsOfAddress*s.Limit.Requests, s.Limit.Window)
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !isLimited(r) {
				next.ServeHTTP(w, r)
				return
			}
			address, whose := ClientNetwork(r), "from your address"
			bucket := address
			if session, genuine := s.Session(bearerToken(r.Header.Get("Authorization"))); genuine {
				bucket, whose = address+" "+session, "in your session"
			}
			limited := own.OnLimit(w, r, bucket)
			if !limited { // what is refused doesn't count against the others behind the address
				told := headerOnly{header: http.Header{}}
				if limited = all.OnLimit(told, r, address); limited {
					maps.Copy(w.Header(), told.header)
					whose = "from your address"
				}
			}
			if limited {
				refuse(w, http.StatusTooManyRequests, "There were too many requests "+whose+". Try again in a moment.")
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// limitCostly counts a costly request of the organization, or refuses it with TooMany.
func (s *server) limitCostly(r *http.Request, org string) error {
	return counted(s.costly, r, org, s.CostlyLimit.Window,
		"Your organization has made as many of these as this server allows for now. Try again later.")
}

// limitSeldom counts a request for a route of which an address may make few, or refuses it with TooMany.
func (s *server) limitSeldom(route Route, limiter *httprate.RateLimiter, r *http.Request) error {
	return counted(limiter, r, ClientNetwork(r), route.seldom.Window,
		"Your address has made as many of these as this server allows for now. Try again later.")
}

// counted counts a request under the key, or refuses it with TooMany and the message. A nil limiter has no limit.
func counted(limiter *httprate.RateLimiter, r *http.Request, key string, window time.Duration, message string) error {
	told := headerOnly{header: http.Header{}}
	if limiter == nil || !limiter.OnLimit(told, r, key) {
		return nil
	}
	seconds, err := strconv.Atoi(told.header.Get("Retry-After"))
	if err != nil {
		seconds = int(window.Seconds())
	}
	return errs.TooMany(message, time.Duration(seconds)*time.Second)
}

// isLimited tells which requests count: the API's, those for its document and the page that shows it, those for the
// pages of mailed links, and those that open a live connection. The others of the live channel are caused by events;
// health checks and the console's own files cost next to nothing.
func isLimited(r *http.Request) bool {
	path := r.URL.Path
	if strings.HasPrefix(path, "/socket.io/") {
		return r.URL.Query().Get("sid") == ""
	}
	return strings.HasPrefix(path, "/api/") || path == documentPath || path == docsPath ||
		strings.HasPrefix(path, docsPath+"/") || slices.Contains(mailedPages, path)
}

// mailedPages are the pages of mailed links, which look their tokens up.
var mailedPages = []string{"/invite", "/register", "/reset-password"}

// headerOnly takes the headers of a limit that may not be the one to tell of.
type headerOnly struct {
	http.ResponseWriter
	header http.Header
}

func (h headerOnly) Header() http.Header { return h.header }
