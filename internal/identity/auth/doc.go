// Package auth says who calls: passwords, sessions, access tokens, and the pages that mailed links open.
//
// A login (an e-mail address with a password) can be a member of several organizations. Signing in begins a session: an
// access token for 15 minutes, and a refresh token, stored hashed, for 30 days from its last use. An access token says
// only who and in which session; what the caller may do is read from the membership at each request. A changed role or
// an ended session therefore counts at once on this node, and within two seconds on others.
//
// What always holds:
//   - No password, token or hash leaves this package except to the person it was made for, and none is in a log.
//   - Hashing never happens inside a transaction, and at most one runs at a time on each core.
//   - A new password ends the login's other sessions (a reset ends all), and a session can't begin with a password that
//     is being replaced: both lock the login's row.
//   - An unknown address and a wrong password get the same answer after the same time, but for the note of the failure
//     that a known one gets once a minute.
//   - Who has a second factor signs in with a code that was never used before, or with a recovery code.
//   - Whatever happens to a login is in the audit log of every organization that it can enter.
//   - Every one-time token works once. Opening a page changes nothing.
//   - A refresh token that only the cookie has works until it is replaced, and 30 seconds more; then it ends its
//     session. One that was in an answer's body stays the same, as the contract says.
//   - What others do with an address delays its owner, by two seconds at most, and never refuses: see attempts.
//
// This package owns the tables sessions, login_devices, login_mfa and login_recovery_codes, password_hash of the table
// logins, and the one_time_tokens for the purpose reset.
package auth
