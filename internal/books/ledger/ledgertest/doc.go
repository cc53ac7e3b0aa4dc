// Package ledgertest compares an organization's books with everything else that is stored about money: it knows what
// must hold after any operation, and after any crash. It is for tests: it reads other packages' tables, and nothing in
// the product imports it.
package ledgertest
