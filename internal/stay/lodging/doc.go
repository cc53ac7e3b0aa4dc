// Package lodging knows which nights a party has in which room, what each of them costs, and what a folio must charge
// for them. It is pure: it takes and returns values, and knows no database.
//
// Words: lodging is the price of the rooms. The terms are what a booking owes for its rooms. A room-night is charged by
// a line of its own; what is charged for rooms without being a night is an adjustment (nights not stayed) or retained
// (a cancellation charge). Amounts are in the terms' own way of quoting: with the tax inside where prices include it,
// else before tax.
//
// What always holds: the nights of the rooms, those given back by leaving early among them, add up to the price of the
// rooms. An open line charges a night at the night's price. What a folio charges for lodging and what it is still to
// charge add up to what the booking owes for its rooms. Lines on invoices stay as they are; only credit notes take them
// back, and what they took off a night before it is given up is taken off once. A room's night is charged once.
//
// Who may import it: booking and what stands above (see the floors test).
package lodging
