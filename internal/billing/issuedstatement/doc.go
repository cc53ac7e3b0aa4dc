// Package issuedstatement issues the statements of companies' accounts: each gets a number, is kept as it was that day,
// is printed, and is mailed to the company.
//
// What always holds: a statement that is issued is never changed, whatever is posted on its days later. It says the
// names and addresses of the day on which it was issued. Each mail of it is kept with the address that it went to.
package issuedstatement
