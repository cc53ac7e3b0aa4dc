-- +goose Up

-- Whether a service is an item of the minibar.
ALTER TABLE services ADD COLUMN is_minibar BOOLEAN NOT NULL DEFAULT FALSE;

-- What was taken from a room's minibar, each posting once by the key that the phone has given it.
CREATE TABLE minibar_posts (
    org_id         TEXT NOT NULL,
    post_key       TEXT NOT NULL,
    request        TEXT NOT NULL, -- a hash of what was asked for
    room_id        TEXT NOT NULL,
    booking_id     TEXT NOT NULL,
    answer         TEXT NOT NULL, -- as JSON
    posted_by      TEXT NOT NULL,
    posted_by_name TEXT NOT NULL,
    created_at     BIGINT NOT NULL,
    PRIMARY KEY (org_id, post_key)
);
