-- +goose Up

-- What has changed in an organization, for its clients: each change has the next revision, and revisions are in the order
-- of the commits. ids is a JSON list of the records of that kind; [] stands for any of them. Changes are kept for a day.
CREATE TABLE changes (
    org_id     TEXT NOT NULL,
    revision   BIGINT NOT NULL,
    kind       TEXT NOT NULL,
    ids        TEXT NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (org_id, revision)
);

-- The revision of the last change.
CREATE TABLE revisions (
    org_id   TEXT NOT NULL,
    revision BIGINT NOT NULL,
    PRIMARY KEY (org_id)
);

-- What the chart of stays shows of guests who have left.
CREATE INDEX bookings_departed ON bookings (org_id, check_out, check_in) WHERE status = 'checked-out';
