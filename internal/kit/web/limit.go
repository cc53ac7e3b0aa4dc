package web

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/cors"
	"github.com/go-chi/httprate"
)

// RateLimit is the number of requests that one client address may make in a window. Zero Requests are no limit.
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

func (s *server) limitRate() func(http.Handler) http.Handler {
	limit := httprate.LimitBy(s.Limit.Requests, s.Limit.Window,
		func(r *http.Request) (string, error) { return httprate.CanonicalizeIP(infoOf(r.Context()).ip), nil },
		httprate.WithLimitHandler(func(w http.ResponseWriter, r *http.Request) {
			refuse(w, http.StatusTooManyRequests, "There were too many requests from your address. Try again in a moment.")
		}))
	return func(next http.Handler) http.Handler {
		limited := limit(next)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/api/") {
				limited.ServeHTTP(w, r)
				return
			}
			next.ServeHTTP(w, r) // health checks and documents
		})
	}
}

func allowOrigins(origins []string) func(http.Handler) http.Handler {
	return cors.Handler(cors.Options{
		AllowedOrigins: origins,
		AllowedMethods: []string{"GET", "POST", "PUT", "PATCH", "DELETE"},
		AllowedHeaders: []string{"Authorization", "Content-Type", "Idempotency-Key", "X-Sheet-Key", "X-Request-Id",
			strictHeader, ifMatchHeader, ifNoneMatchHeader},
		ExposedHeaders: []string{"X-Request-Id", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset",
			"Retry-After", ignoredHeader, etagHeader},
		AllowCredentials: !slices.Contains(origins, "*"),
		MaxAge:           600,
	})
}
