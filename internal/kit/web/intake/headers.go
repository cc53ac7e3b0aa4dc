package intake

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
)

// The headers that operations share.
const (
	StrictHeader      = "X-Sarai-Strict"
	IgnoredHeader     = "X-Sarai-Ignored"
	IfMatchHeader     = "If-Match"
	IfNoneMatchHeader = "If-None-Match"
	ETagHeader        = "Etag"
)

// InlineParameter is the parameter of the query by which a client wants a file shown, not saved.
const InlineParameter = "inline"

// IsStrict reads the header X-Sarai-Strict.
func IsStrict(r *http.Request) (bool, error) {
	switch r.Header.Get(StrictHeader) {
	case "", "false":
		return false, nil
	case "true":
		return true, nil
	}
	return false, errs.InvalidField(StrictHeader, "must be true or false")
}

// ExpectedVersion reads the header If-Match: a version in quotes. 0 is any version, for * and without the header.
func ExpectedVersion(r *http.Request) (int64, error) {
	given := r.Header.Values(IfMatchHeader)
	if len(given) == 0 || len(given) == 1 && given[0] == "*" {
		return 0, nil
	}
	text, quoted := strings.CutPrefix(given[0], `"`)
	text, closed := strings.CutSuffix(text, `"`)
	version, err := strconv.ParseInt(text, 10, 64)
	if len(given) > 1 || !quoted || !closed || err != nil || version < 1 || strconv.FormatInt(version, 10) != text {
		return 0, errs.InvalidField(IfMatchHeader, `must be the version of the record in quotes, such as "3", or be left `+
			`out; an ETag is none`)
	}
	return version, nil
}

// IsInline reads the query's inline.
func IsInline(query url.Values) (bool, error) {
	switch query.Get(InlineParameter) {
	case "", "false":
		return false, nil
	case "true":
		return true, nil
	}
	return false, errs.InvalidField(InlineParameter, "must be true or false")
}

// IdentifyRepeat notes the Idempotency-Key and a hash of the request.
func IdentifyRepeat(request *http.Request, body []byte, sc *scope.Scope) error {
	key := request.Header.Get("Idempotency-Key")
	if key == "" {
		return nil
	}
	if len(key) > 200 {
		return errs.InvalidField("Idempotency-Key", "must have at most 200 characters")
	}
	hash := sha256.New()
	for _, part := range []string{request.Method, request.URL.Path, sc.User, string(body)} {
		hash.Write([]byte(part))
		hash.Write([]byte{0})
	}
	sc.Idempotency = scope.Idempotency{Key: key, Fingerprint: hex.EncodeToString(hash.Sum(nil))}
	return nil
}

// BearerToken is the access token of an Authorization header, "" if it has none.
func BearerToken(authorization string) string {
	scheme, token, _ := strings.Cut(authorization, " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// ParseQuery refuses text that no record can hold before it reaches a database, in the path too.
func ParseQuery(address *url.URL) (url.Values, error) {
	if !isText(address.Path) {
		return nil, errs.NotFound("There is no such record.")
	}
	values, err := url.ParseQuery(address.RawQuery)
	if err != nil {
		return nil, errs.Invalid("The query is not well formed: write a percent sign as %25 and a semicolon as %3B.")
	}
	var fields errs.Fields
	for name, list := range values {
		for _, value := range list {
			if !isText(value) || !isText(name) {
				fields.Add(strings.ToValidUTF8(name, "?"), "must be UTF-8 without control characters")
			}
		}
	}
	return values, fields.Err()
}

func isText(s string) bool { return utf8.ValidString(s) && strings.IndexFunc(s, IsControl) < 0 }

// Storable makes a client's text fit to be stored and logged: valid UTF-8, no control characters, 300 bytes at most.
func Storable(s string) string {
	if len(s) > 300 {
		s = s[:300]
	}
	return strings.Map(func(r rune) rune {
		if IsControl(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
}
