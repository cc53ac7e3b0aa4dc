-- +goose Up

-- How many rooms of a category are kept for a group on a night, and how many of them its bookings have taken. What is
-- left of them is held in room_nights, unless the night was released.
CREATE TABLE allotments (
    org_id      TEXT NOT NULL,
    holder_id   TEXT NOT NULL,
    category_id TEXT NOT NULL,
    night       TEXT NOT NULL,
    blocked     BIGINT NOT NULL,
    picked      BIGINT NOT NULL,
    holds       BOOLEAN NOT NULL,
    released    BOOLEAN NOT NULL,
    PRIMARY KEY (org_id, holder_id, category_id, night)
);
CREATE INDEX allotments_by_night ON allotments (org_id, night, category_id);

-- What was blocked and picked up of a night at the end of each day on which that changed.
CREATE TABLE allotment_days (
    org_id      TEXT NOT NULL,
    holder_id   TEXT NOT NULL,
    category_id TEXT NOT NULL,
    night       TEXT NOT NULL,
    day         TEXT NOT NULL,
    blocked     BIGINT NOT NULL,
    picked      BIGINT NOT NULL,
    PRIMARY KEY (org_id, holder_id, category_id, night, day)
);
