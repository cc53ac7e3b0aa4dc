// Package id makes record ids: 24 lowercase hexadecimal characters, the format and layout of BSON's ObjectIds.
package id

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"sync/atomic"
	"time"
)

// process is drawn once: it keeps the ids of programs that write to one database apart.
var process = func() (random [5]byte) {
	rand.Read(random[:])
	return random
}()

// made counts the ids of this process, from a random number on.
var made = func() *atomic.Uint32 {
	var start [4]byte
	rand.Read(start[:])
	var counter atomic.Uint32
	counter.Store(binary.BigEndian.Uint32(start[:]))
	return &counter
}()

// New returns an id: four bytes of Unix seconds, five that are the process's own, and a counter of three. The ids of
// one process sort by when they were made, unless the counter wraps within a second. They can be guessed, so an id must
// never open anything by itself (docs/decisions/0040).
func New() string {
	var raw [12]byte
	binary.BigEndian.PutUint32(raw[:], uint32(time.Now().Unix()))
	copy(raw[4:], process[:])
	count := made.Add(1)
	raw[9], raw[10], raw[11] = byte(count>>16), byte(count>>8), byte(count)
	return hex.EncodeToString(raw[:])
}

// Secret returns an id that can't be guessed, for the records that the contract lets somebody open by their id: twelve
// random bytes.
func Secret() string {
	var raw [12]byte
	rand.Read(raw[:])
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
