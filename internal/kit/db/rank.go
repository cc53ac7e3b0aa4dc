package db

// Rank is the place of a lock in the one order in which all transactions take their locks, so that none of them can be
// part of a deadlock: a lower rank comes first.
type Rank int
