-- +goose Up

-- Rooms of a booking are checked in one by one: when the party of each came. Those of before came with their booking.
ALTER TABLE booking_rooms ADD COLUMN arrived_at BIGINT;
UPDATE booking_rooms SET arrived_at = (SELECT b.arrived_at FROM bookings b
    WHERE b.org_id = booking_rooms.org_id AND b.booking_id = booking_rooms.booking_id);

-- Of bookings whose parties have come in part, how many rooms are still to come.
ALTER TABLE bookings ADD COLUMN rooms_expected BIGINT NOT NULL DEFAULT 0;
CREATE INDEX bookings_in_part ON bookings (org_id, check_in, booking_id) WHERE rooms_expected > 0;

-- Who is in the room, for lists and words: its first guest, if that isn't the booking's, and the names of the others.
ALTER TABLE booking_rooms ADD COLUMN guest_name TEXT NOT NULL DEFAULT '';
ALTER TABLE booking_rooms ADD COLUMN sharers TEXT NOT NULL DEFAULT '';

-- The guests of a stay beside the booking's own. What has the booking's id as its own says where the booking's guest is.
CREATE TABLE stay_guests (
    org_id        TEXT NOT NULL,
    booking_id    TEXT NOT NULL,
    stay_guest_id TEXT NOT NULL,
    entry_id      TEXT NOT NULL,
    position      BIGINT NOT NULL,
    guest_id      TEXT NOT NULL,
    name          TEXT NOT NULL,
    age           BIGINT,
    arrives       TEXT NOT NULL,
    departs       TEXT NOT NULL,
    PRIMARY KEY (org_id, booking_id, stay_guest_id),
    FOREIGN KEY (org_id, booking_id) REFERENCES bookings (org_id, booking_id) ON DELETE CASCADE
);
CREATE INDEX stay_guests_by_guest ON stay_guests (org_id, guest_id, booking_id);
