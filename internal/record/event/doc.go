// Package event carries what happened from the operation that did it to whoever needs to know: the audit log,
// notifications, caches. So lower packages never call higher ones.
//
// Words: a type of events (Type) is an action of one kind of record, such as booking.created, with a version and a Go
// struct of what is told of it, its details. An action that stands for several changes, such as booking.updated, has a
// type for each. A package's types are the variables of its events.go.
//
// What always holds: an operation publishes each event once, inside its transaction, and listeners write in the same
// transaction. Either all of it is stored or nothing. Every event is of a type that Define has made, so the OpenAPI
// document describes its details; they are written as JSON once. No event has a notice of a type that the notification
// configuration doesn't know. No details hold a password, a token or the number of an identity document.
//
// Types are a public contract: integrators read the details. Under a version, a field keeps its name, its type and what
// it means, and a type gets further fields only if they may be missing (omitempty, omitzero). Whatever else changes
// takes the next version, and what reads the details has to be told. internal/app/testdata/events.txt has what is
// published, and a test compares.
package event
