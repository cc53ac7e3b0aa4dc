// Package deposit keeps what guests leave at the desk for keys, damage and the like.
//
// What always holds:
//   - A deposit is a liability (ledger.Deposits) until it is given back, or kept with a reason; it never is revenue
//     before. What all deposits have left is what that account has.
//   - What was given back and kept of a deposit is never more than it: the statement checks it.
//   - What is kept is income (ledger.DepositsKept) without tax: it makes a damage good, and is no price of a supply.
//     What is sold to the guest instead is given back here, and invoiced.
//   - Deposits are never changed or deleted.
package deposit
