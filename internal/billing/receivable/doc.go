// Package receivable keeps what companies owe: the invoices on their accounts, what of their payments is for no invoice
// yet, and the lines of each account.
//
// What always holds: the sum of all lines is the balance of the books' own account Companies, by day too, and that of a
// company's lines is its balance, which is what is open of its invoices less its unapplied payments. What is open of an
// invoice on an account is what that invoice owes. An invoice is on one account at most. Lines are never changed.
//
// Money of companies comes and goes by package payment, and credit notes by package creditnote; they tell Follow what
// they did, and it moves as much between the accounts Guests and Companies. An unapplied payment is a part of a payment
// with the company's id, as a booking's advance has that of the booking.
package receivable
