// Package factor is the second factor of logins: an authenticator app's codes by time (TOTP, RFC 6238), and recovery
// codes for who has lost the app.
//
// A factor is begun with a secret for the app, and confirmed by a code of it; only a confirmed one is asked for.
// Package auth has the endpoints and asks for the password before any change; here is what is stored and what a code is
// worth.
//
// What always holds:
//   - A code of the app works once, and neither does an older one after it. A recovery code works once.
//   - Secrets are sealed, and sealed again under the newest key whenever a code is used. Recovery codes are hashed.
//   - Codes used while the database takes no writes are remembered by this node (Spend) until they can be stored.
//
// This package owns the tables login_mfa and login_recovery_codes. It stands below everything that lets people in,
// since an organization may ask its members for a second factor.
package factor
