// Package frontdesk is the front desk's day: the calendar of the rooms from today on, today's arrivals, departures and
// stayovers, which rooms are free for a stay, and how far each category is sold.
//
// Words: a calendar cell is what a room is on one day. A guest who should have left overstays: the room stays occupied
// until today, although nobody holds its night. A guest who came before the stay begins is early. Occupied rooms are
// those with guests in them now, also with guests who leave today.
//
// What always holds: a room that is free here can be booked, and one that can be booked is free here, except a room
// with a guest in it who has not booked tonight, which is not offered for tonight. All of it is read; nothing here
// writes.
//
// Who may import it: nightaudit, quote, analytics and app.
package frontdesk
