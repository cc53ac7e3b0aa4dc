// Package audit remembers who did what. Every event of an organization becomes one entry, written in the transaction of
// what it tells; nothing changes or deletes an entry.
//
// The system itself, sign-ups and spreadsheets act without a login. Their entries are stored with an empty user id and
// shown, and found, under the nil id (Nobody); the name tells them apart.
package audit
