// Package message writes letters to guests at set times: a confirmation, three days before the arrival, on its day, in
// the stay, a farewell with the invoice, and a request for a review.
//
// # Words
//
// A letter has a kind. A hotel turns each kind on, says when it is due (days from the arrival or the departure, and a
// time of day in the hotel's time zone), and may word it in any language; else it says what this package knows in
// English and Hindi. The guest's language comes first, then that of the hotel's papers, then English. In the quiet
// hours nothing is written: a letter that falls into them is due when they end. Only the confirmation goes at any hour,
// since whoever has just booked waits for it.
//
// Confirmation, before the arrival, arrival and farewell belong to the stay that was booked. In the stay and review are
// offered: each has a link by which its reader unsubscribes from those, and who has done so gets none of them until the
// desk subscribes the guest again. What is kept of an unsubscribed address is a hash.
//
// # What always holds
//
//   - A booking gets one letter of a kind, or none: a row in letter_claims, written in the transaction that puts the
//     mail into the outbox, is the only way to write one without being asked. It stays when the letter is deleted.
//   - A letter goes only to a stay that is as the letter says: before the arrival to one that is expected, in the stay
//     to one that is in the house, afterwards to one that has left; never to a cancelled one. When a stay moves, so do
//     its letters that aren't written yet.
//   - No letter is written whose moment was before its kind was turned on, or that is too late to make sense (window).
//   - The kept text of a letter has no link that opens anything.
//   - Effects outside of the database, such as a message to a telephone, follow the commit.
//
// A confirmation or a farewell that is on takes the place of the letter that notification would write of the same event
// (Replaces), so that no guest gets two.
//
// # Who may import it
//
// Package notification, for the values of a booking and for what this package has taken over, and app.
package message
