package ledger

import (
	"sarai/internal/kit/scope"
	"sarai/internal/record/listing"
)

// Monthly are sums by month of documents that change under the lock on the books. Whatever changes documents keeps
// them, by Add and Change.
type Monthly struct {
	listing.Sums
	counting string // the statement of count, which most writes of money run
}

// NewMonthly makes the sums ready to be kept.
func NewMonthly(sums listing.Sums) *Monthly { return &Monthly{sums, sums.Counting()} }

// Add adds a new document to its month.
func (m *Monthly) Add(books Locked, sc scope.Scope, documentID string) error {
	return m.count(books, sc, documentID, 1)
}

// Change runs change, which changes the document or deletes it, and lets the months follow: what the document added
// before is taken off, and what it adds then is added.
func (m *Monthly) Change(books Locked, sc scope.Scope, documentID string, change func() error) error {
	if err := m.count(books, sc, documentID, -1); err != nil {
		return err
	}
	if err := change(); err != nil {
		return err
	}
	return m.count(books, sc, documentID, 1)
}

// count adds what the document's row says to its month; by is 1, or -1 to take it off. The books are locked, so an
// organization's transactions never wait for each other's months.
func (m *Monthly) count(books Locked, sc scope.Scope, documentID string, by int) error {
	return books.Tx().Do(m.counting, sc.Org, documentID, by)
}
