package admit

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/httprate"

	"sarai/internal/kit/errs"
)

// Rate is how many requests may be made in a window. Zero Requests are no limit.
type Rate struct {
	Requests int
	Window   time.Duration
}

// ParseRate reads "300/1m" or "off".
func ParseRate(text string) (Rate, error) {
	if text == "off" {
		return Rate{}, nil
	}
	count, window, _ := strings.Cut(text, "/")
	requests, err := strconv.Atoi(count)
	if err != nil || requests < 1 {
		return Rate{}, errors.New(`must be a number of requests and a window, such as 300/1m, or "off"`)
	}
	duration, err := time.ParseDuration(window)
	if err != nil || duration < time.Second {
		return Rate{}, errors.New(`must have a window of a second or more, such as 300/1m`)
	}
	return Rate{Requests: requests, Window: duration}, nil
}

// Counter counts requests by key, and admits no more of each than the rate. A nil *Counter admits all.
type Counter struct {
	window  time.Duration
	limiter *httprate.RateLimiter
}

// Counter is a new counter; nil without a limit.
func (r Rate) Counter() *Counter {
	if r.Requests == 0 {
		return nil
	}
	return &Counter{r.Window, httprate.NewRateLimiter(r.Requests, r.Window)}
}

// Admits counts a request under the key, unless it is one too many. It writes what the client is told of its limit
// into the header: X-RateLimit-Limit, -Remaining and -Reset, and Retry-After for one that isn't admitted.
func (c *Counter) Admits(r *http.Request, key string, header http.Header) bool {
	return c == nil || !c.limiter.OnLimit(headerOnly{header: header}, r, key)
}

// Count is Admits for limits of which only those are told who reach them: it fails with TooMany and the message.
func (c *Counter) Count(r *http.Request, key, message string) error {
	if c == nil {
		return nil
	}
	told := http.Header{}
	if c.Admits(r, key, told) {
		return nil
	}
	seconds, err := strconv.Atoi(told.Get("Retry-After"))
	if err != nil {
		seconds = int(c.window.Seconds())
	}
	return errs.TooMany(message, time.Duration(seconds)*time.Second)
}

// headerOnly takes headers where there is no answer yet.
type headerOnly struct {
	http.ResponseWriter
	header http.Header
}

func (h headerOnly) Header() http.Header { return h.header }

// Network is what limits count an address as: itself, or the /64 network of an IPv6 one.
func Network(ip string) string { return httprate.CanonicalizeIP(ip) }
