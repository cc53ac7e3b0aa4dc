package web

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

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
