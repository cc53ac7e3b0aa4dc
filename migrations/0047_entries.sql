-- +goose Up

-- A room of a booking is an entry, which stays with its party, and the room that they have, if any. Before, one column
-- had the room's id or, until a room was assigned, an id of its own: entries that are there already keep those.
DROP INDEX booking_rooms_by_room;
ALTER TABLE booking_rooms RENAME COLUMN room_id TO entry_id;
ALTER TABLE booking_rooms RENAME COLUMN assigned_room_id TO room_id;
CREATE INDEX booking_rooms_by_room ON booking_rooms (org_id, room_id, from_date, booking_id);
