// Package event carries what happened from the operation that did it to whoever needs to know: the audit log,
// notifications, caches. So lower packages never call higher ones.
//
// What always holds: an operation publishes each event once, inside its transaction, and listeners write in the same
// transaction. Either all of it is stored or nothing. No event has a notice of a type that the notification
// configuration doesn't know.
package event
