// Package vendorledger pays vendors: many bills at once, in part, or in advance. It shows each vendor's statement, and
// how old what the hotel owes is.
//
// What always holds is what package payable says, and:
//   - The parts of a payment that no bill has are its advance (Payment.Unapplied). They come to bills later, and the
//     books don't move: an advance has been posted to payables already.
//   - A payment is never changed. Made void it stays, its parts are owed again, and its posting is taken back by one
//     beside it.
//
// Whatever pays holds the lock on the books, and so finds bills as nobody else changes them.
package vendorledger
