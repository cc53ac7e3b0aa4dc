// Package schedule mails reports to members again and again: the flash report every morning, the month's papers on the
// second of the next.
//
// What always holds:
//   - A report goes to members alone, and only to those who may open it at that moment: who has left, or may no longer
//     see money, gets none.
//   - It is of whole days that are over: of yesterday, of the seven days before, or of the month before.
//   - Each due day is sent once, however many nodes look. After hours without a server the last one that was due is
//     sent, not those before it.
package schedule
