// Package listing answers lists. A package that keeps records says what its list is made of (Spec): the table, orders,
// filters with their conditions, words and sums. How a page is found is decided here, once, for both engines.
//
// # A page
//
// A page is read in two steps of one statement. The keys of its rows come from an index that holds everything the list
// asks of a row; what stands before the page is skipped there. Only the page's rows are then read whole, and joined. No
// statement reads rows to count, sort or skip them. A list whose index has all that is shown (Spec.Covered) needs no
// second step.
//
// # The number
//
// Every page by its number says how many records there are in all. That number is known first, and chooses the way. It
// comes from the cheapest of these:
//
//   - sums by month (Sums with Day), if days and what they tell apart is all that is asked for: whole months, and the
//     rows of the days before and after those;
//   - counts of kinds (Sums without Day), or a count that something else keeps (Spec.Kept). Of ranges the smaller side
//     is counted: what is within or what is beyond. Which is smaller is estimated, as if the column's values were
//     spread evenly; half a percent at either end doesn't count, since one typing error may be decades away;
//   - the index of words, of a search that finds many;
//   - and else the entries of an index, one by one.
//
// Totals are added up beside it, from the same rows.
//
// # The ways
//
// Neither engine would choose so by itself. SQLite has no statistics and guesses the same for every filter; PostgreSQL
// has them, but its prepared statements don't know the page's offset. So conditions that shall not choose the index are
// written with IS TRUE (db.Beside), and an order that shall not be walked as an expression (created_at + 0).
//
//   - What leads to few (Own, or a search that has found few) is always gathered by that, and sorted: a third of a
//     microsecond each on SQLite.
//   - Else, what leads through fewer records in the list's order (Narrow, the two sides of an account, or a range of
//     the column that the list is sorted by) is walked.
//   - Else, up to 12,000 records (Gathered) of a range or of another Gather are gathered by its index.
//   - Else the list's order is walked until the page is full: in an index that begins with what is Along, or in the
//     order's own, in which those that are found are dense.
//   - Where counts of kinds are kept, few of all are gathered in the index of kinds or in that of the narrowest range,
//     whichever finds fewer. More than a third of all are walked to, however they lie: gathering one costs three times
//     as much as walking past one. What was counted to be walked to says, too, where in the order it begins: the
//     newest of ten years ago are far from the newest.
//   - What many have of the words that are searched for is dense along every order: each record on the walk is asked
//     for its words.
//   - A page past the middle is read from the list's end, but only where it is nearer even if all that is passed and
//     not found stands at that end.
//
// Where the way doesn't depend on the number, both are asked for in one message.
//
// # Cursors
//
// A page by a cursor begins after the last record of the page before, by the columns of the order: a condition on the
// walk, or beside what is gathered. So no record comes twice or is left out while others are inserted, and the
// thousandth page costs what the second does. The number and the totals go with the cursor: no page but the first
// counts. Cursors are checked, not sealed: they belong to a list, its filters and order, and the caller, and hold
// nothing that the caller hasn't seen.
//
// # What always holds
//
//   - Every order ends with the record's key, so that pages don't overlap.
//   - Texts of SQL are in the source; what is asked for is an argument. Every statement names the organization as $1.
//   - Gathering and walking find the same. internal/app/plans_test.go asks every list both ways, by every filter and
//     order, and reads the plans.
//
// # Who may import it
//
// Whoever has lists.
package listing
