-- +goose Up

-- A room of a booking may be none of the hotel's yet, only of a category: then room_id is an id of its own, number and
-- type are empty, and assigned_room_id is NULL. Locked rooms are not given to others
-- by themselves. sold is what an offer promised, as JSON, or null.
ALTER TABLE booking_rooms RENAME TO booking_rooms_before;
CREATE TABLE booking_rooms (
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
    sold             TEXT NOT NULL,
    nights           TEXT NOT NULL,
    free_nights      TEXT NOT NULL,
    PRIMARY KEY (org_id, booking_id, position),
    FOREIGN KEY (org_id, booking_id) REFERENCES bookings (org_id, booking_id),
    FOREIGN KEY (org_id, assigned_room_id) REFERENCES rooms (org_id, room_id)
);
INSERT INTO booking_rooms (org_id, booking_id, position, room_id, assigned_room_id, category_id, locked, room_number,
        room_type, rate, adults, children, from_date, to_date, released, checked_out_at, sold, nights, free_nights)
    SELECT org_id, booking_id, position, room_id, room_id, '', TRUE, room_number, room_type, rate, adults, children,
        from_date, to_date, released, checked_out_at, 'null', nights, free_nights
    FROM booking_rooms_before;
DROP TABLE booking_rooms_before;
CREATE INDEX booking_rooms_by_room ON booking_rooms (org_id, room_id, from_date);

-- A room of the booking has a night on which its category has no room free.
ALTER TABLE bookings ADD COLUMN overbooked BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX bookings_overbooked ON bookings (org_id, check_in, booking_id) WHERE overbooked;

-- The company that a booking is for.
ALTER TABLE bookings ADD COLUMN company_id TEXT;
CREATE INDEX bookings_by_company ON bookings (org_id, company_id, created_at) WHERE company_id IS NOT NULL;
