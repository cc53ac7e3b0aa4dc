-- +goose Up

-- Reports that are mailed to members again and again. sent_for is the last day on which one was due and made.
CREATE TABLE report_schedules (
    org_id       TEXT NOT NULL,
    schedule_id  TEXT NOT NULL,
    name         TEXT NOT NULL,
    report       TEXT NOT NULL,
    format       TEXT NOT NULL,
    every        TEXT NOT NULL, -- 'day', 'week' or 'month'
    weekday      BIGINT NOT NULL, -- of 'week': 1 is Monday
    month_day    BIGINT NOT NULL, -- of 'month': 1 to 28
    hour         BIGINT NOT NULL, -- in the hotel's time
    members      TEXT NOT NULL, -- JSON: the ids of those who get it
    is_active    BOOLEAN NOT NULL,
    sent_for     TEXT NOT NULL,
    sent_at      BIGINT,
    sent_to      BIGINT NOT NULL,
    created_by   TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    version      BIGINT NOT NULL,
    PRIMARY KEY (org_id, schedule_id)
);
CREATE INDEX report_schedules_by_time ON report_schedules (org_id, created_at, schedule_id);
