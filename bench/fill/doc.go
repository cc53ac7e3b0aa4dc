// Package fill makes the installations that are measured: migrated databases on either engine, with organizations that
// have a history of bookings, and whatever else a section needs, such as books, full lists or notifications.
//
// Everything is written by SQL, and only here; ids and dates follow from a booking's number, so that whoever asks an
// installation knows what is in it. The requests that several sections send to one are here, too.
package fill
