package db

import (
	"cmp"
	"slices"
)

// AtEnd is what transactions do as their last act before the commit, once each, about all that was noted on the way.
// The locks that it takes are held for no longer than the commit. Several acts run in the order of their ranks, so
// their locks are taken in one order and can't be part of a deadlock. An act's error undoes everything.
type AtEnd[T any] struct {
	rank Rank
	do   LastAct[T]
}

// LastAct asks what it needs to know, such as the end of a list that it locks, and returns what it does with the
// answers, or nil. All acts of a transaction ask before one of them waits for an answer, so on PostgreSQL their
// questions are one message. What comes after the answers must take no more locks: on PostgreSQL it is sent with the
// commit, when others may already count on this transaction holding its locks.
type LastAct[T any] func(tx *Tx, notes []T) (then func() error, err error)

// NewAtEnd makes the last act of every transaction that notes something for it.
func NewAtEnd[T any](rank Rank, do LastAct[T]) *AtEnd[T] { return &AtEnd[T]{rank, do} }

// Note adds what the last act of tx gets.
func (a *AtEnd[T]) Note(tx *Tx, note T) {
	if n := a.in(tx); n != nil {
		n.notes = append(n.notes, note)
	} else {
		tx.atEnd = append(tx.atEnd, &noted[T]{of: a, notes: []T{note}})
	}
}

func (a *AtEnd[T]) in(tx *Tx) *noted[T] {
	for _, act := range tx.atEnd {
		if noted, ok := act.(*noted[T]); ok && noted.of == a {
			return noted
		}
	}
	return nil
}

// lastAct is what one AtEnd does in one transaction.
type lastAct interface {
	rank() Rank
	do(tx *Tx) (then func() error, err error)
}

type noted[T any] struct {
	of    *AtEnd[T]
	notes []T
}

func (n *noted[T]) rank() Rank { return n.of.rank }

func (n *noted[T]) do(tx *Tx) (then func() error, err error) { return n.of.do(tx, n.notes) }

// act does the transaction's last acts. All that waits is sent before their answers are used, so only what takes no
// locks is left to go with the commit. A read takes none at all.
func (tx *Tx) act() error {
	if tx.work.reads && len(tx.atEnd) == 0 {
		return nil
	}
	slices.SortStableFunc(tx.atEnd, func(a, b lastAct) int { return cmp.Compare(a.rank(), b.rank()) })
	var rest []func() error
	for _, act := range tx.atEnd {
		then, err := act.do(tx)
		if err != nil {
			return err
		}
		if then != nil {
			rest = append(rest, then)
		}
	}
	if err := tx.flush(); err != nil {
		return err
	}
	for _, then := range rest {
		if err := then(); err != nil {
			return err
		}
	}
	return nil
}
