// Package profile keeps what a hotel notes about its guests beside their records: notes by department, and what guests
// have consented to.
//
// A consent is for one purpose. It names the version of the notice that the guest has been shown, and the channel by
// which the guest has answered. Each answer is a row that nobody changes; of a purpose, the latest is in force. So a
// consent is withdrawn as easily as it is given, and what was in force on a day can be shown.
//
// Events name the guest, but say nothing of what is in a note: audit entries can't be erased.
package profile
