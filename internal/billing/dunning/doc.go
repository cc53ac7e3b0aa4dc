// Package dunning reminds companies of what is overdue on their accounts, by the hotel's steps: so many days after an
// invoice is due, with words of its own, and perhaps with interest.
//
// What always holds: an invoice is in one reminder of each step, and in none of a lower step after a higher one. What a
// company contests isn't asked for: neither a disputed invoice, nor anything of a company that is paused, or whose
// unapplied payments cover all that it owes. A reminder that was sent is never changed. Interest is proposed in the
// reminder, and posted by nobody: it is no charge until a person makes it one.
package dunning
