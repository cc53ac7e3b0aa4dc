package sqlite

import (
	"sync"

	"sarai/internal/kit/db/engine"
	"sarai/internal/kit/db/sqlite/driver"
)

// stamps are the stamps of a database as long as it is open.
type stamps struct {
	lock sync.RWMutex
	of   *driver.Stamps // nil once it is closed
}

func (s *stamps) now() (engine.Stamp, bool) {
	s.lock.RLock()
	defer s.lock.RUnlock()
	if s.of == nil {
		return engine.Stamp{}, false
	}
	stamp, known := s.of.Now()
	return engine.Stamp(stamp), known
}

func (s *stamps) close() {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.of = nil
}
