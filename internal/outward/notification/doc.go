// Package notification keeps what the people of an organization are told and who has read it, and mails it to them. It
// also mails guests the letters that events call for.
//
// # Words
//
// A notification is shared (everyone in the organization sees it, including those who join later) or addressed (only
// its recipients and its author see it). An event makes it (Record), or a person by hand (create and trigger). A reader
// is a user who has read it. The types of package event can be switched off; any other word is a type of the
// organization's own. Live events over the socket can be switched off too (pushEnabled).
//
// A staff mail tells a member about a notification, in plain text. A guest letter tells the guest about an event, by
// the organization's template ("Dear guest …"). Events make both, each for the types that the organization has chosen
// (staffMails, guestLetters), and neither when mail is off (emailEnabled). A guest letter needs no notification: it
// goes out even if the type makes none.
//
// # What always holds
//
//   - A notification is written in the transaction of what it tells, and not if its type is switched off.
//   - Nobody sees or marks a notification that is addressed to others, except its author, who sees it. Those who may
//     delete notifications can delete any, and list its readers.
//   - notification_counts says how many notifications are visible and how many of them a user has read. It changes in
//     the transaction of what it counts, so no count gets slower as notifications pile up. A row of notification_reads
//     stands for exactly one in its reader's count; code that inserts or deletes such rows counts them.
//   - Before a notification is read or deleted, its row is held, so that a deleted notification leaves no readers.
//
// Mails aren't written in the transaction of what they tell, which may be a booking at a busy desk: it only leaves a
// row in notification_mails. Any node takes the row, and in one transaction deletes it and puts one mail for each
// recipient into the outbox: each gets exactly one.
//
// # Who may import it
//
// Package app. It reads memberships and login_organizations, which belong to package user: a join is one statement
// where asking that package would mean listing everybody.
package notification
