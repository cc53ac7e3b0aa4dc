// Package wordindex finds records by the beginnings of their words and by the ends of their numbers, fast in a hotel of
// any size. The packages that own the records say which words each has, and write them here in the transaction that
// writes the record; who searches asks Find.
//
// # Words
//
// A word is what stands between spaces, in lower case and without accents; Devanagari and other scripts stay as they
// are. Inside a word, points, hyphens and the like don't count: "Anne-Marie" has the words annemarie and marie, so that
// it is found however it is typed. An e-mail address is one word, and so is each part of what stands before its @. A
// number such as BK-000123 is found as a whole and by what it counts, 123. A phone number is found by its last ten
// digits from the front. Both are found by their last digits, of which at least four must be given.
//
// # What always holds
//
//   - A record's words change in the transaction that changes the record, under the record's lock.
//   - The index may know more words of a record than it has (those of a room that a party has left, for a while), never
//     fewer, once the records from before the index are filled in. So who searches holds what Find names against the
//     records' own words, by Query.Matches.
//   - Words are stored in digits, two for each letter of a to z and eight for others. All collations sort digits alike,
//     so the words that begin alike are a range on both engines, whatever collation a database has.
//   - Find reads a bounded number of rows. Of words that thousands of records share it looks at the newest records,
//     by their ids; of a beginning that hundreds of words share, at the first words of the alphabet.
//   - Records that repeat what others say (listing.Words), such as payments, have only words that those don't have.
//
// # Who may import it
//
// Whoever keeps records that are searched for, and the lists and searches over them.
package wordindex
