-- +goose Up

-- Bookings that come together. deposits is a list as JSON: [{"due":"2026-04-01","amount":500000},…], in minor units.
CREATE TABLE booking_groups (
    org_id        TEXT NOT NULL,
    group_id      TEXT NOT NULL,
    code          TEXT NOT NULL,
    code_key      TEXT NOT NULL,
    name          TEXT NOT NULL,
    status        TEXT NOT NULL,
    holds         BOOLEAN NOT NULL,
    check_in      TEXT NOT NULL,
    check_out     TEXT NOT NULL,
    contact_name  TEXT NOT NULL,
    contact_phone TEXT NOT NULL,
    contact_email TEXT NOT NULL,
    company_id    TEXT NOT NULL,
    agent         TEXT NOT NULL,
    decision_date TEXT NOT NULL,
    cutoff_date   TEXT NOT NULL,
    cutoff_days   BIGINT,
    master_pays   TEXT NOT NULL,
    deposits      TEXT NOT NULL,
    notes         TEXT NOT NULL,
    created_by    TEXT NOT NULL,
    created_at    BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL,
    version       BIGINT NOT NULL,
    PRIMARY KEY (org_id, group_id)
);
CREATE UNIQUE INDEX booking_groups_by_code ON booking_groups (org_id, code_key);
CREATE INDEX booking_groups_by_arrival ON booking_groups (org_id, check_in, group_id, status, check_out);
CREATE INDEX booking_groups_by_status ON booking_groups (org_id, status, check_in, group_id, check_out);
CREATE INDEX booking_groups_by_departure ON booking_groups (org_id, check_out, status, check_in, group_id);

-- What a night in a category costs the group's bookings.
CREATE TABLE group_rates (
    org_id      TEXT NOT NULL,
    group_id    TEXT NOT NULL,
    category_id TEXT NOT NULL,
    night       TEXT NOT NULL,
    rate        BIGINT NOT NULL,
    PRIMARY KEY (org_id, group_id, category_id, night)
);

-- Whether tentative groups hold their rooms. A hotel without a row hasn't said so: they don't.
CREATE TABLE group_settings (
    org_id          TEXT NOT NULL,
    tentative_holds BOOLEAN NOT NULL,
    version         BIGINT NOT NULL,
    PRIMARY KEY (org_id)
);

-- The group that a booking belongs to, and what its rooming list calls it there.
ALTER TABLE bookings ADD COLUMN group_id TEXT;
ALTER TABLE bookings ADD COLUMN group_reference TEXT NOT NULL DEFAULT '';
CREATE INDEX bookings_by_group ON bookings (org_id, group_id, check_in, booking_id) WHERE group_id IS NOT NULL;
CREATE UNIQUE INDEX bookings_by_group_reference ON bookings (org_id, group_id, group_reference)
    WHERE group_id IS NOT NULL AND group_reference <> '';

-- Groups are numbered as other documents are. The ids end where other ids count.
INSERT INTO series (org_id, created_at, updated_at, module, series_id, prefix, separator, next_number, last_number)
    SELECT org_id, created_at, created_at, 'group', substr(org_id, 1, 18) || '000067', 'GRP', '-', 1, 0
    FROM series WHERE module = 'booking';
