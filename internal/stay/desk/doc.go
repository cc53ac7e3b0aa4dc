// Package desk is what the front desk does with a booking on the days when its guests come and go: check-in, check-out,
// cancellation, no-show, and undoing the latter two.
//
// Words: early guests come before their stay; up to lodging.MostEarly nights until it are held and not charged. A
// correction is the same act again: it changes its time, remarks or amounts. What is kept (retained) of the payments
// of a cancelled booking is what nobody said a charge for.
//
// What always holds:
//   - confirmed → checked-in → checked-out; confirmed → checked-out; confirmed or checked-in → cancelled; cancelled →
//     what it was before.
//   - What speaks against an act is warned of. The hotel's settings may refuse it instead; then only who has
//     bookings.manage goes on, by force.
//   - Check-out, cancellation and reinstatement move money: they lock the books before the booking, and invoices follow
//     in the same transaction.
//
// Who may import it: change, what stands above, and app.
package desk
