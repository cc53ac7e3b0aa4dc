// Package id makes record ids: 24 lowercase hexadecimal characters, in the format of ObjectIds.
package id

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"time"
)

// New returns an id: four bytes of Unix seconds, then eight bytes from the system's random source. Ids made in
// different seconds sort by time.
func New() string {
	var raw [12]byte
	binary.BigEndian.PutUint32(raw[:4], uint32(time.Now().Unix()))
	rand.Read(raw[4:])
	return hex.EncodeToString(raw[:])
}

// Valid reports whether s has the shape of an id. A malformed id is simply not found.
func Valid(s string) bool {
	if len(s) != 24 {
		return false
	}
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
