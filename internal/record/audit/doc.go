// Package audit remembers who did what. Every event of an organization becomes one entry, written in the transaction of
// what it tells; nothing changes or deletes an entry.
//
// An organization's entries are a chain (package chain), whose head is signed with a key that the database doesn't
// hold: Verify finds any that was changed, removed, inserted, moved or cut. A signed roll says which organizations have
// a log, so that one that was removed whole is missed.
//
// The system itself, sign-ups and spreadsheets act without a login. Their entries are stored with an empty user id and
// shown, and found, under the nil id (Nobody); the name tells them apart.
package audit
