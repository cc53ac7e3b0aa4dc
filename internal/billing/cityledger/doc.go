// Package cityledger lets companies pay later: invoices move to a company's account within its limit, and the company
// pays many of them at once, in part, or not in money; what nobody will pay is written off. It shows each account's
// statement, and how old what is owed is.
//
// What always holds is what package receivable says. Whatever moves invoices or money holds the lock on the books, so
// that no two clerks pass a limit together. An invoice on an account can't be void: it is taken back first. Voiding a
// company's payment also takes back the TDS and the discounts that came with it.
package cityledger
