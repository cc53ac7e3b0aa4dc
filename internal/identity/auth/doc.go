// Package auth signs people in: it joins passwords, second factors and sessions, which know nothing of each other but
// what stands below.
//
// A login (an e-mail address with a password) can be a member of several organizations. Signing in checks the password
// (package password) and the second factor's code (package factor), chooses the organization, and begins a session
// (package session), which is what every later request shows. The endpoints of the second factor are here too, since
// each change asks for the password and a code.
//
// What always holds:
//   - Who has a second factor signs in with a code that was never used before, or with a recovery code.
//   - A session can't begin with a password that is being replaced.
//   - An unknown address and a wrong password get the same answer.
//   - Whatever happens to a login is in the audit log of every organization that it can enter.
//   - While the database takes no writes, people sign in all the same, and their sessions are stored later; but not
//     with a recovery code, and not where signing in opens more than the session.
//
// This package stands on top of the area: nothing else in it imports auth. An API key needs neither this package nor
// passwords: user.Directory.Enter makes its scope.
package auth
