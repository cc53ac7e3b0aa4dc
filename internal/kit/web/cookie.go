package web

import (
	"net/http"
	"strings"
	"time"
)

// SecretCookie is a cookie for the endpoints of /api/auth alone, which no script can read. Where the public URL is
// https, no browser sends it in the clear. A life below zero clears it.
func SecretCookie(publicURL, name, value string, life time.Duration) http.Cookie {
	return http.Cookie{Name: name, Value: value, Path: "/api/auth", HttpOnly: true, SameSite: http.SameSiteStrictMode,
		Secure: strings.HasPrefix(publicURL, "https://"), MaxAge: int(life.Seconds())}
}
