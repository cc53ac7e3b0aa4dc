// Package kept keeps answers that were read from the database, for the next who asks the same, until anything is
// committed to it.
//
// An answer is found under the stamp that the database had before the answer was read. Whoever takes that stamp comes
// after every write that was acknowledged before, since the stamp changes with the commit, and the commit comes before
// the acknowledgement. So nobody is shown less than was acknowledged when the request came, whichever process wrote.
package kept

import (
	lru "github.com/hashicorp/golang-lru/v2"

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
	kept  *lru.Cache[Question, answer]
}

type answer struct {
	at   db.Stamp
	text []byte
}

const (
	most    = 16_384
	longest = 4 << 10 // bytes of an answer; a booking of a few rooms has 1.5 kB
)

// New keeps answers from the database whose stamp it is.
func New(stamp func() (db.Stamp, bool)) *Answers {
	cache, err := lru.New[Question, answer](most)
	if err != nil {
		panic(err) // only for a size below 1
	}
	return &Answers{stamp: stamp, kept: cache}
}

// Find returns the answer's text, or nil, and then what keeps one that is read from now on: a function, which may be
// nil.
func (a *Answers) Find(q Question) (text []byte, keep func(text []byte)) {
	at, known := a.stamp()
	if !known {
		return nil, nil
	}
	if found, ok := a.kept.Get(q); ok && found.at == at {
		return found.text, nil
	}
	return nil, func(text []byte) {
		if len(text) <= longest {
			a.kept.Add(q, answer{at, text})
		}
	}
}
