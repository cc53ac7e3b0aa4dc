// Package session is where people are signed in: sessions with their tokens, the devices that are known, and who calls
// with a request or stays connected.
//
// A session has an access token for 15 minutes, and a refresh token, stored hashed, for 30 days from its last use. An
// access token says only who and in which session; what the caller may do is read from the membership at each request
// (user.Directory). A changed role or an ended session therefore counts at once on this node, and within two seconds on
// others.
//
// What always holds:
//   - A refresh token that only the cookie has works until it is replaced, and 30 seconds more; then it ends its
//     session. One that was in an answer's body stays the same, as the contract says.
//   - A session that began while the database took no writes is in this node's memory until it can be stored. It ends
//     when its login gets another password.
//   - A login that can't enter any organization has no session.
//   - Whoever ends a session tells it: every node forgets it, its sockets close, and the audit logs have it.
//
// Packages above find out who somebody is: auth begins sessions, and password ends them. Most tests sign in, and so
// they are in package auth. This package owns the tables sessions and login_devices.
package session
