// Package businessday keeps the business days of hotels: how far they are closed, and until when the books are locked.
//
// Words: a business day is the day on which something is posted. A day is closed when its night audit is done; the
// locked period are the days until which an accountant has locked the books. A day that is neither is open.
//
// What always holds: nothing is posted on a day that isn't open. Whoever posts holds the days (Hold) or has locked the
// books, and whoever closes a day waits for all of them (Lock).
//
// It is below package ledger, which dates every posting by it.
package businessday
