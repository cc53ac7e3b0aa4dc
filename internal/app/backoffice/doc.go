// Package backoffice has one test: it plays random weeks of a hotel's back office, in which companies, vendors, agents,
// travel agencies, shifts, second persons, deposits, vouchers and closings meet, and holds the books against what must
// hold whatever is done.
package backoffice
