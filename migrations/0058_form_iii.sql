-- +goose Up

-- The reports of guests from abroad: one for each of them in each stay, from the arrival on.
CREATE TABLE form_iii (
    org_id              TEXT NOT NULL,
    form_id             TEXT NOT NULL,
    booking_id          TEXT NOT NULL,
    booking_code        TEXT NOT NULL,
    stay_guest_id       TEXT NOT NULL,
    guest_id            TEXT NOT NULL,
    guest_name          TEXT NOT NULL,
    room_number         TEXT NOT NULL,
    check_out           TEXT NOT NULL,
    arrived_at          BIGINT NOT NULL,
    arrival_day         TEXT NOT NULL,
    departed_at         BIGINT,
    status              TEXT NOT NULL,
    due_at              BIGINT NOT NULL,
    reminded            BIGINT NOT NULL,
    answers             TEXT NOT NULL,
    filed               TEXT NOT NULL,
    arrival_reference   TEXT NOT NULL,
    arrival_filed_at    BIGINT,
    arrival_filed_by    TEXT NOT NULL,
    departure_reference TEXT NOT NULL,
    departure_filed_at  BIGINT,
    departure_filed_by  TEXT NOT NULL,
    created_at          BIGINT NOT NULL,
    updated_at          BIGINT NOT NULL,
    version             BIGINT NOT NULL,
    PRIMARY KEY (org_id, form_id)
);
CREATE UNIQUE INDEX form_iii_by_stay ON form_iii (org_id, booking_id, stay_guest_id);
CREATE INDEX form_iii_by_time ON form_iii (org_id, due_at, form_id, status, arrival_day);
CREATE INDEX form_iii_by_status ON form_iii (org_id, status, due_at, form_id, arrival_day);
CREATE INDEX form_iii_by_arrival ON form_iii (org_id, arrival_day, status, due_at, form_id);

-- That one is nearly due is told to whoever is told anything.
UPDATE notification_configs
    SET enabled_types = substr(enabled_types, 1, length(enabled_types) - 1) || ',"form_iii_due"]'
    WHERE enabled_types <> '[]';
