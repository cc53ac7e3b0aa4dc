-- +goose Up

ALTER TABLE guests ADD COLUMN erased_at BIGINT;

-- Guests who are to be forgotten. What the law keeps is removed later: on the day after next_on somebody looks again.
CREATE TABLE guest_erasures (
    org_id        TEXT NOT NULL,
    guest_id      TEXT NOT NULL,
    asked_by      TEXT NOT NULL,
    asked_by_name TEXT NOT NULL,
    asked_at      BIGINT NOT NULL,
    removed       TEXT NOT NULL, -- numbers of records by the names of what keeps them, as JSON
    kept          TEXT NOT NULL, -- what stays, why and until when, as JSON
    next_on       TEXT NOT NULL, -- '' when nothing is left
    PRIMARY KEY (org_id, guest_id)
);
CREATE INDEX guest_erasures_by_next ON guest_erasures (org_id, next_on, guest_id) WHERE next_on <> '';
