// Package onetime keeps the tokens of mailed links and of cookies that prove a mailbox: 256 random bits, stored hashed.
//
// A token is for one purpose and about one subject: an invitation, or a login. It works until it is used or expires,
// and stays for a week after that, so that a page can say that a link has expired instead of calling it wrong. The
// package that makes a token decides when it is used; two that use it at once are told apart by Use.
//
// This package owns the table one_time_tokens.
package onetime
