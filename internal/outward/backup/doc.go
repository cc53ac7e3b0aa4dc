// Package backup makes copies of the whole database at the press of a button, and tells how old the last one is.
//
// The copies lie in a folder of the server's disk, and no answer ever holds one: the database is that of all
// organizations. Only SQLite is copied; PostgreSQL has pg_dump.
//
// What always holds:
//   - One copy is made at a time, and a copy of the last minute is as good as a new one: a second press makes none.
//   - Of each day the newest copy is kept, and of the last seven days that have one: pressing often pushes none of the
//     days before out.
//   - A copy made by `sarai backup` counts as the last backup too, but is never removed.
package backup
