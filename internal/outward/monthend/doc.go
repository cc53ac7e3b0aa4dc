// Package monthend says what stands in the way of closing a month's books, and makes the papers of the month. It writes
// nothing: each thing on the list is set right where it belongs, and the books are locked as ever.
//
// What always holds: the list is of the end of the month's last day, whenever it is asked for. What was drafted,
// received or earned later doesn't stand in its way; what is of an earlier month and still open does, but for agents'
// commission: what earlier months' stays have earned is on those months' lists, so that a list adds up few folios.
//
// Foreign cash has no line of its own: it is counted when its shift is closed, and shifts that are open are listed.
package monthend
