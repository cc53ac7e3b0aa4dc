// Package group keeps the record of each group: bookings that come together, and the rooms that are kept for them.
//
// Words: a group is tentative until it is agreed, then definite, or else cancelled. What is kept for it is its block:
// so many rooms of a category by night (package allotment). A definite group holds its block; a tentative one as the
// hotel's settings said when it became so. At the cut-off, a date or so many days before each night, what was not
// picked up is released.
//
// What always holds:
//   - A night is released once, by whichever node comes first: the release changes the allotment in one transaction.
//     Rooms that are blocked after that stay, until somebody releases them or the night is over.
//   - Neither a wash, a release nor a cancellation of the group touches what bookings have picked up.
//   - What changes a group locks its row. A booking that joins it keeps it from being cancelled meanwhile.
//
// Who may import it: booking, whose bookings join groups, rooming, which works on all bookings of one, and app.
package group
