// Package roomstays knows who was in a room: for what is found in it, and for what is taken from its minibar.
//
// What always holds: only parties that have come are named. One that moved into the room during its stay came when its
// first night in it began.
package roomstays
