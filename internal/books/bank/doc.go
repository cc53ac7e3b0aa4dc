// Package bank compares what a bank says of an account with what the books say: it imports the bank's statements,
// proposes which entries their lines are, and reports what is left between both.
//
// What always holds:
//   - Nothing is posted but on somebody's word (book), by a voucher. Proposals are only read.
//   - A line is imported once, whatever files it is in: its fingerprint is unique in the account. Equal lines of a
//     day are told apart by how many came before them. A file whose balances don't follow from its lines is refused.
//   - The first line of an account is what was in it before. So the lines until a day are the bank's balance then.
//   - A matched line has the sum of its entries, or has it together with other lines: then one of them has the
//     matches, the others name it, and all are settled on the same day, and opened again together. An entry belongs to
//     one line at most, by a unique key.
//   - Of each day, the books' balance less the entries that no line until then is, and with the lines that no entry
//     until then is, is the bank's balance.
//   - A line that is ignored stays in the bank's balance: the report lists it with its reason.
//
// Who changes lines or matches has locked the books. Imported lines never change, but for what was in the account
// before, when older lines are imported.
package bank
