-- +goose Up

-- What guests say before they arrive. done is a list of steps as JSON. Of a link only the hash of its secret is kept.
CREATE TABLE online_checkins (
    org_id         TEXT NOT NULL,
    booking_id     TEXT NOT NULL,
    confirmed_from TEXT NOT NULL,
    confirmed_to   TEXT NOT NULL,
    done           TEXT NOT NULL,
    tries          BIGINT NOT NULL,
    locked_until   BIGINT NOT NULL,
    started_at     BIGINT,
    completed_at   BIGINT,
    verified_at    BIGINT,
    verified_by    TEXT NOT NULL,
    created_at     BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL,
    version        BIGINT NOT NULL,
    PRIMARY KEY (org_id, booking_id)
);

CREATE TABLE online_checkin_links (
    org_id     TEXT NOT NULL,
    booking_id TEXT NOT NULL,
    hash       TEXT NOT NULL,
    made_at    BIGINT NOT NULL,
    PRIMARY KEY (org_id, booking_id, hash)
);

CREATE TABLE online_checkin_settings (
    org_id      TEXT NOT NULL,
    enabled     BOOLEAN NOT NULL,
    days_before BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL,
    version     BIGINT NOT NULL,
    PRIMARY KEY (org_id)
);
