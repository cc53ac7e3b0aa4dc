-- +goose Up

-- A room of a booking may be none of the hotel's yet, only of a category: then room_id is an id of its own, number and
-- type are empty, and assigned_room_id is NULL. Locked rooms are not given to others by themselves.
CREATE TABLE booking_rooms_10 (
    org_id           TEXT NOT NULL,
    booking_id       TEXT NOT NULL,
    position         BIGINT NOT NULL,
    room_id          TEXT NOT NULL,
    assigned_room_id TEXT,
    category_id      TEXT NOT NULL,
    locked           BOOLEAN NOT NULL,
    room_number      TEXT NOT NULL,
    room_type        TEXT NOT NULL,
    rate             BIGINT NOT NULL,
    adults           BIGINT NOT NULL,
    children         BIGINT NOT NULL,
    from_date        TEXT NOT NULL,
    to_date          TEXT NOT NULL,
    released         TEXT NOT NULL,
    checked_out_at   BIGINT,
    nights           TEXT NOT NULL,
    free_nights      TEXT NOT NULL,
    PRIMARY KEY (org_id, booking_id, position),
    FOREIGN KEY (org_id, booking_id) REFERENCES bookings (org_id, booking_id),
    FOREIGN KEY (org_id, assigned_room_id) REFERENCES rooms (org_id, room_id)
);
INSERT INTO booking_rooms_10 (org_id, booking_id, position, room_id, assigned_room_id, category_id, locked, room_number,
        room_type, rate, adults, children, from_date, to_date, released, checked_out_at, nights, free_nights)
    SELECT org_id, booking_id, position, room_id, room_id, '', TRUE, room_number, room_type, rate, adults, children,
        from_date, to_date, released, checked_out_at, nights, free_nights
    FROM booking_rooms;
DROP TABLE booking_rooms;
ALTER TABLE booking_rooms_10 RENAME TO booking_rooms;
CREATE INDEX booking_rooms_by_room ON booking_rooms (org_id, room_id, from_date);

-- A room of the booking has a night on which its category has no room free.
ALTER TABLE bookings ADD COLUMN overbooked BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX bookings_overbooked ON bookings (org_id, check_in, booking_id) WHERE overbooked;
