// Package deskpaper is what the front desk prints: a booking's registration card, which its guest completes and signs,
// on paper or on the desk's screen, and the list of a day's arrivals.
//
// What always holds: of an identity document's number a card shows the last four characters at most, as every answer
// does. What stands in the guest's record (address, nationality, documents) is on the card only for who may view
// guests; its place is left empty for others. A booking has one card of one page.
package deskpaper
