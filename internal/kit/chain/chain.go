// Package chain ties records to each other by their hashes: each link covers its record and the link before, so that
// nobody can change, remove, insert or reorder a record without changing every link after it.
//
// What Link, Head, Enter and Roll return never changes between versions: chains are verified for years after they were
// made.
package chain

import (
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
	"strconv"
)

// Link returns the link of the record with that number, from 1 on, after the previous link ("" before the first). It is
// the SHA-256 of all of them, each after its length, as 43 characters of base64url.
func Link(previous string, number int64, fields ...string) string {
	text := field(nil, "sarai chain 1")
	text = field(text, previous)
	text = field(text, strconv.FormatInt(number, 10))
	for _, f := range fields {
		text = field(text, f)
	}
	sum := sha256.Sum256(text)
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// Head returns what is signed of a chain that ends with that link.
func Head(of string, number int64, link string) []byte {
	text := field(nil, "sarai chain head 1")
	text = field(text, of)
	text = field(text, strconv.FormatInt(number, 10))
	return field(text, link)
}

// Enter puts a chain into the digest of all chains, or takes it out again: the two are the same. The digest of none is
// "", and that of some doesn't depend on their order.
func Enter(digest, of string) string {
	sum := sha256.Sum256(field(nil, of))
	had, err := base64.RawURLEncoding.DecodeString(digest)
	if err != nil || len(had) != len(sum) {
		had = make([]byte, len(sum))
	}
	subtle.XORBytes(had, had, sum[:])
	if bytes.Equal(had, make([]byte, len(sum))) {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(had)
}

// Roll returns what is signed of a server with so many chains, which have that digest.
func Roll(number int64, digest string) []byte {
	text := field(nil, "sarai chain roll 1")
	text = field(text, strconv.FormatInt(number, 10))
	return field(text, digest)
}

func field(text []byte, f string) []byte {
	text = binary.BigEndian.AppendUint64(text, uint64(len(f)))
	return append(text, f...)
}
