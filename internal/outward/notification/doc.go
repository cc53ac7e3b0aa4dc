// Package notification keeps what the people of an organization are told, who has read it, and tells it by mail.
//
// # Words
//
// A notification is shared (everyone of the organization sees it, also who joins later) or addressed (only its
// recipients see it). It is written by an event (Record) or by hand (create and trigger). A reader is a user who has
// read one. The types of the contract can be switched off; any other word is a type of the organization's own.
// The two channels are mail (emailEnabled) and live events over the socket (pushEnabled); a list is no channel.
//
// # What always holds
//
// A notification is written in the transaction of what it tells, and none of a type that is switched off.
// Nobody sees, reads or deletes a notification that is addressed to others.
// notification_counts says how many are visible and how many of them a user has read, and changes in the
// transaction of what it counts: no count grows slower as notifications pile up. A row of notification_reads stands
// for exactly one in its reader's count, so whoever inserts or deletes such rows counts how many they were.
// To read or delete a notification is to hold its row first, so that no reader is left of a deleted one.
//
// Mails are not written in the transaction of what they tell, which may be a booking at a busy desk: that leaves one
// row in notification_mails. A Post of any node takes it, and in one transaction deletes it and puts one mail for
// each recipient into the outbox: each gets exactly one. One for a notification of a type that a template tells about is made of the organization's
// default template.
//
// # Who may import it
//
// Package app. It reads memberships and login_organizations, which belong to package user: a join is one statement
// where asking that package would be a list of everybody.
package notification
