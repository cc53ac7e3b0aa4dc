// Package kept keeps answers that were read from the database, for the next who asks the same, until anything is
// committed to it.
//
// An answer is found under the stamp that the database had before the answer was read. Whoever takes that stamp comes
// after every write that was acknowledged before, since the stamp changes with the commit, and the commit comes before
// the acknowledgement. So nobody is shown less than was acknowledged when the request came, whichever process wrote.
package kept

import (
	"sync"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
)

// Question is all that an answer depends on, besides the database.
type Question struct {
	Address    string // path and query, as they were sent
	User, Role string
	Day        date.Date // the hotel's
}

// Answers are those that were read since the last commit.
type Answers struct {
	stamp func() (db.Stamp, bool)
	lock  sync.Mutex
	at    db.Stamp // of all texts
	texts map[Question][]byte
	bytes int
}

const (
	mostBytes = 32 << 20
	longest   = 64 << 10 // bytes of an answer; a booking of a few rooms has 1.5 kB, a page of the list 15
	around    = 256      // bytes that an answer takes beside its text, about
)

// New keeps answers from the database whose stamp it is.
func New(stamp func() (db.Stamp, bool)) *Answers { return &Answers{stamp: stamp} }

// Find returns the answer's text, or nil, and then what keeps one that is read from now on: a function, which may be
// nil.
func (a *Answers) Find(q Question) (text []byte, keep func(text []byte)) {
	a.lock.Lock()
	defer a.lock.Unlock()
	at, known := a.stamp()
	if !known {
		return nil, nil
	}
	if at != a.at {
		a.at, a.texts, a.bytes = at, map[Question][]byte{}, 0
	}
	if text := a.texts[q]; text != nil {
		return text, nil
	}
	return nil, func(text []byte) { a.keep(q, at, text) }
}

// keep keeps the text, unless something was committed meanwhile or there is no room. What is kept stays then: whoever
// asks for everything in turn would else find nothing.
func (a *Answers) keep(q Question, at db.Stamp, text []byte) {
	a.lock.Lock()
	defer a.lock.Unlock()
	if a.at == at && len(text) <= longest && a.bytes < mostBytes {
		a.bytes += len(text) + around
		a.texts[q] = text
	}
}
