-- +goose Up

-- What each folio had unbilled at the end of a month, kept when its last day is closed: nothing is posted on a closed
-- day, so what is unbilled on another day is this and what has moved between the two.
CREATE TABLE unbilled_days (
    org_id  TEXT NOT NULL,
    day     TEXT NOT NULL,
    kept_at BIGINT NOT NULL, -- UTC milliseconds
    PRIMARY KEY (org_id, day)
);
CREATE TABLE unbilled_folios (
    org_id   TEXT NOT NULL,
    day      TEXT NOT NULL,
    folio_id TEXT NOT NULL, -- the booking, or the group that pays
    amount   BIGINT NOT NULL, -- minor units without tax, not 0
    PRIMARY KEY (org_id, day, folio_id)
);

-- The charges that got another payer after a day was kept.
CREATE INDEX folio_moves_by_time ON folio_moves (org_id, moved_at, kind, booking_id, from_payer, to_payer);
