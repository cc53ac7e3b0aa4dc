// Package invitation brings people into a hotel: a mailed link to accept or decline, and for those without a password a
// second one to set it.
//
// An invitation is pending, accepted or declined. It is used once its person has got in. It is open while it can let
// somebody in: not declined, not used, not expired. It expires 7 days after it was sent last; its status stays.
//
//	           decline
//	pending ───────────► declined
//	   │ accept
//	   ▼         a login that has a password already joins at once; else a registration mail goes out
//	accepted ──────────► used, by create-user (which takes a pending one too), by the join, by a reset of the password,
//	                     or when it is sent again to somebody who has set a password elsewhere
//
// What always holds:
//   - A link is 256 random bits, is stored hashed and works once. It stops working when a newer one is sent, and when
//     the invitation ends or expires.
//   - An address has at most one open invitation in an organization (organization.LockMembers).
//   - Nobody invites to a role that holds more than they do. Since create-user takes an invitation by its id, an
//     invitation that isn't used or declined is shown only to those who could give its role, and its id is in no event.
//   - An invitation's id proves nothing, since the inviter knows it: a password that was set with it alone opens no
//     other organization until the address is proved, and accepting an invitation changes no password.
//   - Whoever is deleted from the hotel can't return by an open invitation, and whoever is given another role before
//     joining joins with that one, under another id of the invitation: Follow.
package invitation
