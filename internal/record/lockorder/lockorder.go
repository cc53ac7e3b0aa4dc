// Package lockorder states the order in which transactions take locks, once for all packages.
package lockorder

import "sarai/internal/kit/db"

// The locks, in the order in which a transaction takes those that it needs.
const (
	_ db.Rank = iota

	// What follows is locked at the very end, right before the commit (db.AtEnd).

	Sums          // the sums of an organization's money
	Audit         // the end of its audit log
	Notifications // their counts
	Changes       // the counts of its revisions
)
