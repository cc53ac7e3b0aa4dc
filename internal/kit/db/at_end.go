package db

// AtEnd is what transactions do as their last act before the commit, once each, about all that was noted on the way.
// The locks that it takes are held for no longer than the commit. Several acts run in the order in which they were
// first noted; each event is noted for all of them in one order, so their locks are taken in one order too and can't be
// part of a deadlock. An act's error undoes everything.
type AtEnd[T any] struct{ do func(tx *Tx, notes []T) error }

// NewAtEnd makes the last act of every transaction that notes something for it.
func NewAtEnd[T any](do func(tx *Tx, notes []T) error) *AtEnd[T] { return &AtEnd[T]{do} }

// Note adds what the last act of tx gets.
func (a *AtEnd[T]) Note(tx *Tx, note T) {
	for _, act := range tx.atEnd {
		if noted, ok := act.(*noted[T]); ok && noted.of == a {
			noted.notes = append(noted.notes, note)
			return
		}
	}
	tx.atEnd = append(tx.atEnd, &noted[T]{of: a, notes: []T{note}})
}

// lastAct is what one AtEnd does in one transaction.
type lastAct interface{ do(tx *Tx) error }

type noted[T any] struct {
	of    *AtEnd[T]
	notes []T
}

func (n *noted[T]) do(tx *Tx) error { return n.of.do(tx, n.notes) }
