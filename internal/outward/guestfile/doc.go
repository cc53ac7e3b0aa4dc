// Package guestfile does what concerns all that a hotel keeps of one guest, wherever it is: two records of a person
// become one, a guest is told everything, and a guest is forgotten.
//
// It knows no table of others. Whoever keeps something of guests by their ids is a guest.Keeper, which app names: it
// moves its records to another guest, tells of them, and removes what no law keeps. A new keeper is one more in app's
// list.
//
// # Merging
//
// The older record usually stays, and gets what the duplicate has and it hasn't; every keeper's records follow, in one
// transaction. For 30 days all that it takes to undo this is kept: both records as they were, and the ids of what has
// moved. Undoing gives back what is still the guest's, and changes no field that somebody has changed since. Merges of
// one guest are undone the latest first. Then the rest of the duplicate is deleted.
//
// Bookings and documents keep the names that they were made with: only whose they are changes.
package guestfile
