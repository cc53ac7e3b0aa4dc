// Package hotel is the record of a hotel as a place: where it is, by which country's rules and clock, when stays begin
// and end, and how it is registered for tax. Every organization has one.
//
// What always holds: a record is valid. It has a known time zone, times of day, and tax numbers of the right shape, if
// any. Whoever changes it has locked the organization's members.
//
// It is below package organization, which shows and changes it with its own profile, and below the books: which taxes a
// price bears follows from it.
package hotel
