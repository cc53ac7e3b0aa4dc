-- +goose Up

-- A room of a booking is an entry, which stays with its party, and the room that they have, if any. Before, one column
-- had the room's id or, until a room was assigned, an id of its own. Those are the entries' ids; entries with a room get
-- one of the booking's id and their position, since nothing but the room may be called by the room's.
DROP INDEX booking_rooms_by_room;
ALTER TABLE booking_rooms RENAME COLUMN room_id TO entry_id;
ALTER TABLE booking_rooms RENAME COLUMN assigned_room_id TO room_id;
UPDATE booking_rooms SET entry_id = substr(booking_id, 5) || substr(CAST(10000 + position AS TEXT), 2)
    WHERE room_id IS NOT NULL;
CREATE INDEX booking_rooms_by_room ON booking_rooms (org_id, room_id, from_date, booking_id);
