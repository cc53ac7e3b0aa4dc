-- +goose Up

-- The daytime of a date in which a booking uses a room, between the night before and the night that follows.
CREATE TABLE room_days (
    org_id    TEXT NOT NULL,
    room_id   TEXT NOT NULL,
    day       TEXT NOT NULL,
    holder_id TEXT NOT NULL,
    PRIMARY KEY (org_id, room_id, day),
    FOREIGN KEY (org_id, room_id) REFERENCES rooms (org_id, room_id)
);
CREATE INDEX room_days_by_holder ON room_days (org_id, holder_id);

ALTER TABLE booking_rooms ADD COLUMN day_use BOOLEAN NOT NULL DEFAULT FALSE;

-- A room's day use is charged once, as a night is.
CREATE UNIQUE INDEX folio_lines_day_uses ON folio_lines (org_id, booking_id, room_id, day)
    WHERE kind = 'day-use' AND reverses = '' AND reversed_by = '';
-- What a day's report counts.
CREATE INDEX folio_lines_day_use_posted ON folio_lines (org_id, posted_on) WHERE kind = 'day-use';
