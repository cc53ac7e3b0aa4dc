// Package words has what papers say, in the languages that a hotel's papers can have: titles and labels, the texts of
// lines, dates, and amounts in words.
//
// English texts stand in the code where they are used, and are the keys to the others: Say looks a text up in the
// language's file, such as hi.json, which has it once, whatever it is used for. What has no translation stays as it is:
// names that the hotel gives, and codes. So a paper in English says what it would say without this package.
//
// What always holds: every text that the code gives to Say is in each file, with the same verbs in the same order, and
// no file has another one (see the tests).
package words
