// Package id makes record identifiers: 24 lowercase hexadecimal characters, as ObjectIds are.
package id

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"time"
)

// New makes an identifier: four bytes of Unix seconds, then eight bytes from the system's random source.
// Identifiers made in different seconds sort by time.
func New() string {
	var raw [12]byte
	binary.BigEndian.PutUint32(raw[:4], uint32(time.Now().Unix()))
	rand.Read(raw[4:])
	return hex.EncodeToString(raw[:])
}

// Valid tells whether s has the shape of an identifier. A malformed one is simply not found.
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
