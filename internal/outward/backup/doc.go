// Package backup makes copies of the whole database at the press of a button, and tells how old the last one is.
//
// The copies lie in a folder of the server's disk, and no answer ever holds one: the database is that of all
// organizations. It can go to S3-compatible storage as well. Only SQLite is copied; PostgreSQL has pg_dump.
//
// What always holds:
//   - Only the organization that runs the server (Config.Operator) makes copies or learns how old the last one is.
//   - A copy is opened, checked and counted before it gets its name.
//   - One copy is made at a time, and a copy of the last minute is as good as a new one: a second press makes none.
//   - Of each of the last days and weeks that have copies, the newest is kept, so many as Keep says: pressing often
//     pushes none of the days before out. The same holds in storage.
//   - A copy made by `sarai backup` counts as the last backup too, but is never removed.
package backup
