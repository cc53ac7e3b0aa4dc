package db

import (
	"sync"

	"sarai/internal/kit/db/sqlite"
)

// Stamp is another one after each commit, of whichever process. What is read after taking a stamp is what the stamp
// stands for, or newer. So whoever takes the same stamp later may use what was read: nothing was committed meanwhile.
type Stamp = sqlite.Stamp

// Stamp returns the database's present stamp; false for PostgreSQL, and while it can't be told.
func (d *DB) Stamp() (Stamp, bool) { return d.stamp() }

// stamps are the stamps of a database as long as it is open.
type stamps struct {
	lock sync.RWMutex
	of   *sqlite.Stamps // nil once it is closed
}

func (s *stamps) now() (Stamp, bool) {
	s.lock.RLock()
	defer s.lock.RUnlock()
	if s.of == nil {
		return Stamp{}, false
	}
	return s.of.Now()
}

func (s *stamps) close() {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.of = nil
}
