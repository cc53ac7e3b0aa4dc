package web

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"

	"sarai/internal/kit/errs"
)

const (
	ifMatchHeader     = "If-Match"
	ifNoneMatchHeader = "If-None-Match"
	etagHeader        = "Etag"
)

const (
	aboutIfMatch = "The version of the record that the change was made from, in quotes. If the record has another one " +
		"by now, nothing changes and the answer is a 400 that names the present version. Left out, or *, any version will do."
	aboutIfNoneMatch = "The ETag of an answer that the client has kept. Where the answer would be the same: 304, no body."
	aboutETag        = "Names this answer, for If-None-Match. Always weak, and no version for If-Match."
)

// expectedVersion reads the header If-Match: a version in quotes. 0 is any version, for * and without the header.
func expectedVersion(r *http.Request) (int64, error) {
	given := r.Header.Values(ifMatchHeader)
	if len(given) == 0 || len(given) == 1 && given[0] == "*" {
		return 0, nil
	}
	text, quoted := strings.CutPrefix(given[0], `"`)
	text, closed := strings.CutSuffix(text, `"`)
	version, err := strconv.ParseInt(text, 10, 64)
	if len(given) > 1 || !quoted || !closed || err != nil || version < 1 || strconv.FormatInt(version, 10) != text {
		return 0, errs.InvalidField(ifMatchHeader, `must be the version of the record in quotes, such as "3", or be left `+
			`out; an ETag is none`)
	}
	return version, nil
}

// etagOf is the weak entity tag of an answer's body.
func etagOf(body []byte) string {
	sum := sha256.Sum256(body)
	tag := make([]byte, 0, 28)
	tag = append(tag, `W/"`...)
	tag = hex.AppendEncode(tag, sum[:12])
	return string(append(tag, '"'))
}

// hasTag tells whether an If-None-Match names the tag. The comparison is weak (RFC 9110, 13.1.2).
func hasTag(ifNoneMatch, etag string) bool {
	for given := range strings.SplitSeq(ifNoneMatch, ",") {
		if given = strings.TrimSpace(given); given == "*" || strings.TrimPrefix(given, "W/") == etag[2:] {
			return true
		}
	}
	return false
}
