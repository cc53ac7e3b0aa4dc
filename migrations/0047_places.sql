-- +goose Up

-- A room of a booking is a place for its party, which stays, and the room that they have there, if any. Before, one
-- column had the room's id or, until a room was assigned, an id of its own: the places of rooms that are there already
-- keep those.
DROP INDEX booking_rooms_by_room;
ALTER TABLE booking_rooms RENAME COLUMN room_id TO place_id;
ALTER TABLE booking_rooms RENAME COLUMN assigned_room_id TO room_id;
CREATE INDEX booking_rooms_by_room ON booking_rooms (org_id, room_id, from_date, booking_id);
