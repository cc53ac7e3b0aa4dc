// Package lostfound keeps what guests have left behind: where it was found, where it is kept, whose it is, and what
// became of it.
//
// Words: an item is a thing that was found. An entry says what became of it: claimed, given, sent or disposed; the
// first one says that it was found. The item's status is that of its last entry.
//
// What always holds:
//   - Entries are added, and never changed: what was given, sent or disposed stays so. If that was wrong, a correction
//     stands beside it, with a reason.
//   - An item is given to somebody by name, who has shown a document. Its kind is kept, and no number.
//   - An item's guest is one of the hotel's records, mostly that of who stayed in the room last. When the guest is
//     erased, the item stays, without names.
//   - Events name no guest: what they tell stays in the audit log. Names are shown to those who may view bookings.
//
// A change locks the guest first, if it names one, then the item.
package lostfound
