-- +goose Up

-- Who would like rooms on nights that are sold out.
CREATE TABLE waitlist (
    org_id      TEXT NOT NULL,
    waitlist_id TEXT NOT NULL,
    status      TEXT NOT NULL,
    guest_id    TEXT NOT NULL,
    guest_name  TEXT NOT NULL,
    guest_phone TEXT NOT NULL,
    guest_email TEXT NOT NULL,
    check_in    TEXT NOT NULL,
    check_out   TEXT NOT NULL,
    category_id TEXT NOT NULL,
    category    TEXT NOT NULL,
    rooms       BIGINT NOT NULL,
    adults      BIGINT NOT NULL,
    children    BIGINT NOT NULL,
    notes       TEXT NOT NULL,
    opened_at   BIGINT,
    booking_id  TEXT NOT NULL,
    created_by  TEXT NOT NULL,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL,
    version     BIGINT NOT NULL,
    PRIMARY KEY (org_id, waitlist_id)
);
CREATE INDEX waitlist_by_time ON waitlist (org_id, created_at, waitlist_id, status, check_in);
CREATE INDEX waitlist_by_status ON waitlist (org_id, status, created_at, waitlist_id, check_in);
CREATE INDEX waitlist_by_arrival ON waitlist (org_id, check_in, status, created_at, waitlist_id);

-- Its openings, and holds that are about to end, are told to whoever is told anything.
UPDATE notification_configs
    SET enabled_types = substr(enabled_types, 1, length(enabled_types) - 1) || ',"waitlist_opened","hold_ending"]'
    WHERE enabled_types <> '[]';
