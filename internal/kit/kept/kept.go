// Package kept keeps answers that were read from the database, for the next who asks the same, until anything is
// committed to it.
//
// An answer is found under the stamp that the database had before the answer was read. Whoever takes that stamp comes
// after every write that was acknowledged before, since the stamp changes with the commit, and the commit comes before
// the acknowledgement. So nobody is shown less than was acknowledged when the request came, whichever process wrote.
package kept

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
)

// Question is all that an answer depends on, besides the database.
type Question struct {
	Address    string // path and query, as they were sent
	User, Role string
	Day        date.Date // the hotel's
}

// Answers are the kept ones.
type Answers struct {
	stamp func() (db.Stamp, bool)
	lock  sync.Mutex
	kept  *simplelru.LRU[Question, answer]
	bytes int // of their texts
}

type answer struct {
	at   db.Stamp
	text []byte
}

const (
	most      = 16_384
	mostBytes = 24 << 20
	longest   = 64 << 10 // bytes of an answer; a booking of a few rooms has 1.5 kB, a page of the list 15
)

// New keeps answers from the database whose stamp it is.
func New(stamp func() (db.Stamp, bool)) *Answers {
	a := &Answers{stamp: stamp}
	var err error
	a.kept, err = simplelru.NewLRU(most, func(_ Question, gone answer) { a.bytes -= len(gone.text) })
	if err != nil {
		panic(err) // only for a size below 1
	}
	return a
}

// Find returns the answer's text, or nil, and then what keeps one that is read from now on: a function, which may be
// nil.
func (a *Answers) Find(q Question) (text []byte, keep func(text []byte)) {
	at, known := a.stamp()
	if !known {
		return nil, nil
	}
	a.lock.Lock()
	defer a.lock.Unlock()
	if found, ok := a.kept.Get(q); ok && found.at == at {
		return found.text, nil
	}
	return nil, func(text []byte) { a.keep(q, answer{at, text}) }
}

func (a *Answers) keep(q Question, found answer) {
	if len(found.text) > longest {
		return
	}
	a.lock.Lock()
	defer a.lock.Unlock()
	a.kept.Remove(q)
	a.kept.Add(q, found)
	for a.bytes += len(found.text); a.bytes > mostBytes; {
		a.kept.RemoveOldest()
	}
}
