// Package intake is what a request passes on its arrival: from which address and page it comes (network.go, origin.go),
// whether its body may arrive (arrival.go), and how headers, path, query and body become the input of a handler, once
// and checked (input.go and below). What it refuses is an *errs.Error.
//
// The body is read once, into a tree that holds only what the operation knows: from it come both the values that are
// checked against the schemas of the API's document and the value that the handler gets. Types of fields in which more
// than a value stands, as in those of updates, implement Inside and MetNull.
package intake
