// Package preference keeps how a person likes the console in an organization: language, density, theme, keys, and the
// filters of each screen, so that they are there on every machine the person signs in at.
//
// What always holds:
//   - Everybody reads and changes their own alone, and needs no permission for it.
//   - They end with the membership: the database deletes them with it.
//   - A change is no event: it concerns nobody else, and the audit log is about the hotel, not about who likes it dark.
package preference
