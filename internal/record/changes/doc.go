// Package changes numbers what has changed in an organization, so that its clients can follow: they hear of each change
// on the live channel, and ask for what they missed.
//
// Words: a change says that records of one kind differ from before, and which; the client fetches them. A revision is a
// change's number in its organization. A kind is a word such as "bookings" with the permission module whose view flag
// it takes to hear of it.
//
// What always holds:
//   - Revisions have no gap, and their order is that of the commits: whoever reads revision N sees all data that the
//     changes up to N are about.
//   - A change exists if and only if its transaction was committed.
//   - The organization's row in revisions is the last lock that a transaction takes, so it can't be part of a deadlock,
//     and others wait for it no longer than a commit takes.
//
// Who may import it: packages whose answers carry the revision, and app.
package changes
