// Package mapping says which accounts of a hotel's chart documents post sales and expenses to, in the place of the
// books' own accounts for them.
//
// What always holds:
//   - The account is decided when a document is posted, and kept with its line (table mapped_lines). What takes the
//     document back, whole or in part, posts to the same account. So a change holds for what is posted later.
//   - Table mapped_sums has what of an own account documents have posted elsewhere, by day. With it, the own account's
//     balance is what all documents come to, whatever vouchers the hotel's accounts have besides.
//   - A mapping names active accounts of the hotel, of class income for sales and expense for expenses. They can't be
//     deleted or made inactive as long as it does.
//
// Who posts, or changes the mapping, has locked the books.
package mapping
