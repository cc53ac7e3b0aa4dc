-- +goose Up

-- How a hotel's rooms are cleaned: its rules as JSON.
CREATE TABLE housekeeping_rules (
    org_id     TEXT NOT NULL,
    rules      TEXT NOT NULL,
    updated_at BIGINT NOT NULL,
    version    BIGINT NOT NULL,
    PRIMARY KEY (org_id)
);

-- What came of a room's service, or of its turndown, on a day. service and credits say what was done.
CREATE TABLE housekeeping_visits (
    org_id  TEXT NOT NULL,
    room_id TEXT NOT NULL,
    day     TEXT NOT NULL,
    part    TEXT NOT NULL,
    state   TEXT NOT NULL,
    at      BIGINT NOT NULL,
    knocks  BIGINT NOT NULL,
    service TEXT NOT NULL,
    credits BIGINT NOT NULL,
    PRIMARY KEY (org_id, room_id, day, part),
    FOREIGN KEY (org_id, room_id) REFERENCES rooms (org_id, room_id) ON DELETE CASCADE
);
CREATE INDEX housekeeping_visits_by_day ON housekeeping_visits (org_id, day);

-- Whether somebody was in a room when the floor last looked; in_room is the booking that the desk had in it then.
CREATE TABLE housekeeping_sightings (
    org_id   TEXT NOT NULL,
    room_id  TEXT NOT NULL,
    occupied BOOLEAN NOT NULL,
    seen_at  BIGINT NOT NULL,
    in_room  TEXT NOT NULL,
    PRIMARY KEY (org_id, room_id),
    FOREIGN KEY (org_id, room_id) REFERENCES rooms (org_id, room_id) ON DELETE CASCADE
);
