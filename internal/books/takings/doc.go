// Package takings reads what was paid: of a booking or a group, and on a day by method. It writes nothing; the payments
// and their parts are package ledger's.
package takings
