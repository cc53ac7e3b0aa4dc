-- +goose Up

-- When the room became as clean as it is, in UTC milliseconds: a report of something earlier doesn't change it.
ALTER TABLE rooms ADD COLUMN housekeeping_at BIGINT NOT NULL DEFAULT 0;
UPDATE rooms SET housekeeping_at = updated_at;

-- Who cleans which room on a day. A member who is removed cleans none.
CREATE TABLE housekeeping_assignments (
    org_id   TEXT NOT NULL,
    day      TEXT NOT NULL,
    room_id  TEXT NOT NULL,
    login_id TEXT NOT NULL,
    PRIMARY KEY (org_id, day, room_id),
    FOREIGN KEY (org_id, room_id) REFERENCES rooms (org_id, room_id) ON DELETE CASCADE,
    FOREIGN KEY (org_id, login_id) REFERENCES memberships (org_id, login_id) ON DELETE CASCADE
);
CREATE INDEX housekeeping_assignments_by_room ON housekeeping_assignments (org_id, room_id);
CREATE INDEX housekeeping_assignments_by_login ON housekeeping_assignments (org_id, login_id);

-- What housekeeping has noted about a room; an empty note was cleared. noted_at is when it was written.
CREATE TABLE housekeeping_notes (
    org_id   TEXT NOT NULL,
    room_id  TEXT NOT NULL,
    note     TEXT NOT NULL,
    noted_at BIGINT NOT NULL,
    PRIMARY KEY (org_id, room_id),
    FOREIGN KEY (org_id, room_id) REFERENCES rooms (org_id, room_id) ON DELETE CASCADE
);

-- The photo that goes with the note: a JPEG, base64.
CREATE TABLE housekeeping_photos (
    org_id   TEXT NOT NULL,
    room_id  TEXT NOT NULL,
    content  TEXT NOT NULL,
    added_at BIGINT NOT NULL,
    PRIMARY KEY (org_id, room_id),
    FOREIGN KEY (org_id, room_id) REFERENCES rooms (org_id, room_id) ON DELETE CASCADE
);

-- What a guest has signed on the desk's screen: a PNG, base64. signed_at is in UTC milliseconds.
CREATE TABLE booking_signatures (
    org_id     TEXT NOT NULL,
    booking_id TEXT NOT NULL,
    content    TEXT NOT NULL,
    signed_at  BIGINT NOT NULL,
    PRIMARY KEY (org_id, booking_id),
    FOREIGN KEY (org_id, booking_id) REFERENCES bookings (org_id, booking_id)
);
