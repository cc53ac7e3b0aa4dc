-- +goose Up

-- Reports with the filters that somebody keeps under a name.
CREATE TABLE kept_reports (
    org_id       TEXT NOT NULL,
    kept_id      TEXT NOT NULL,
    owner_id     TEXT NOT NULL, -- who keeps it
    name         TEXT NOT NULL,
    report       TEXT NOT NULL,
    format       TEXT NOT NULL,
    period       TEXT NOT NULL, -- 'day', 'week', 'month' or '30-days'; '': from first_day to last_day
    first_day    TEXT NOT NULL,
    last_day     TEXT NOT NULL,
    divided_by   TEXT NOT NULL, -- '': as the report is divided by itself
    is_shared    BOOLEAN NOT NULL, -- with all who may open the report
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    version      BIGINT NOT NULL,
    PRIMARY KEY (org_id, kept_id)
);
CREATE UNIQUE INDEX kept_reports_by_name ON kept_reports (org_id, owner_id, name);

-- The kept report whose filters a schedule mails; '' of one with its own.
ALTER TABLE report_schedules ADD COLUMN kept_report_id TEXT NOT NULL DEFAULT '';
CREATE INDEX report_schedules_by_kept ON report_schedules (org_id, kept_report_id, schedule_id) WHERE kept_report_id <> '';
