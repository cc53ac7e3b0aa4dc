// Package search answers the search over everything: guests, companies, bookings, groups, rooms and invoices by a few
// words, eight of each kind, the best first. Words are those of record/wordindex; rooms, of which a hotel has few, are
// read and compared.
//
// What always holds:
//
//   - A kind that the caller may not view is left out; one that has nothing to show is an empty list.
//   - Everything in the answer has all words of the search, as it is now: what the index names is held against the
//     record itself.
//   - Best is what has more of the words whole. Of those, among bookings, the ones in house come first, then those to
//     come, then the past, then the cancelled, each by how near its check-in is to today; rooms as on the doors; the
//     others by when they were changed, the latest first.
//
// Records from before the index get their words in the background (Fill), the newest first. A batch is one transaction
// that locks its records, so that a change meanwhile is not lost; where it stops, the next start goes on.
//
// Who may import it: app.
package search
