// Package bookinglist lists bookings: by status, dates, room, guest, channel and more, in pages.
//
// Words: a list's entry is a booking in short; fields=full makes it the whole booking, as its own read shows it.
//
// What always holds: the total of bookings by what booking_counts tells apart comes from that table, so that it doesn't
// grow dearer with the hotel's history. How a page is found is package listing's to decide.
//
// Who may import it: app.
package bookinglist
