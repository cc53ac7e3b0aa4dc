// Package password is the passwords of logins: checking them, changing them, setting them by a mailed link, and the
// pages that such links open.
//
// A password is set first with an invitation (register.go). A reset mail's link sets another one, and the caller who
// knows the present one changes it. A weak password is taken with a warning, or refused in strict mode.
//
// What always holds:
//   - No password or hash leaves this package except for the login's row (package user), and none is in a log.
//   - Hashing never happens inside a transaction, and at most one runs at a time on each core.
//   - A new password ends the login's other sessions (a reset ends all), and a session can't begin with a password that
//     is being replaced: both lock the login's row.
//   - An unknown address and a wrong password get the same answer after the same time, but for the note of the failure
//     that a known one gets once a minute.
//   - What others do with an address delays its owner, by two seconds at most, and never refuses: see package attempt.
//   - Every link works once. Opening a page changes nothing.
//
// Package auth signs people in with them, and has the tests that do. The links are one-time tokens for the purpose
// reset, and those of package invitation.
package password
