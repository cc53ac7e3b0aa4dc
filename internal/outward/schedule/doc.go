// Package schedule mails reports to members again and again: the flash report every morning, the month's papers on the
// second of the next.
//
// What always holds:
//   - A report goes to members alone, and only to those who may open it at that moment: who has left, or may no longer
//     see money, gets none.
//   - It is of whole days that are over: of yesterday, of the seven days before, or of the month before.
//   - Each due day is sent once, however many nodes look. After hours without a server the last one that was due is
//     sent, not those before it.
//   - A report with its filters is kept under a name by a member, alone or for all who may open it. A schedule may use
//     one instead of its own filters, and then mails it as it is. Nothing takes it from the schedule: what is
//     scheduled isn't deleted.
//   - What a member has kept and shared stays when the member leaves, for whoever manages schedules to change; what
//     wasn't shared is seen by nobody else, and what is scheduled of it goes on being mailed until that is stopped.
package schedule
