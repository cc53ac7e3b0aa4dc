// Package rateplan keeps what a hotel sells: rate plans, products (a plan in a category), the policies, age bands and
// services that they name. What prices and restrictions they have on single dates is in package rates; what follows
// from all of it is computed in package tariff.
//
// What always holds:
//   - Whoever changes a hotel's rates holds its lock (Lock), so that what is decided under it stays true: products
//     derive in no circle and at most three deep, age bands don't overlap, and nothing that others name is deleted.
//   - Every change counts the version of the hotel's rates up and is kept as one of its changes (Note).
//   - A product that derives its price has none of its own.
//   - A tax that a service bears, a policy and a company that a plan names, and a category that has a product can't be
//     deleted; foreign keys see to it.
//
// Changing rates needs rooms.manage, not rooms.update, which housekeeping has for the state of the rooms.
//
// Who may import it: rates, and app.
package rateplan
