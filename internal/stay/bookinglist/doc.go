// Package bookinglist lists bookings: by status, dates, room, guest, channel and more, in pages.
//
// Words: a list's entry is a booking in short; fields=full makes it the whole booking, as its own read shows it.
//
// What always holds: pages don't overlap, since every order ends with the booking's id. Without another filter than the
// status, the total comes from counts that are kept, so that it doesn't grow dearer with the hotel's history. Ranges
// are counted on their smaller side (docs/decisions/0056-lists-read-keys-first.md).
//
// Who may import it: app.
package bookinglist
