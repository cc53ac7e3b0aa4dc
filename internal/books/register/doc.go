// Package register has the books as files for accountants: the trial balance, and the journal of every entry.
package register
