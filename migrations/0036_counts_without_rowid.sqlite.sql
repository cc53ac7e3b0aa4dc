-- +goose Up

-- As in 0029: every list of bookings asks for these counts, by the beginning of their key.
CREATE TABLE booking_counts_anew (
    org_id     TEXT NOT NULL,
    status     TEXT NOT NULL,
    source     TEXT NOT NULL,
    channel    TEXT NOT NULL,
    created_by TEXT NOT NULL,
    number     BIGINT NOT NULL,
    PRIMARY KEY (org_id, status, source, channel, created_by)
) WITHOUT ROWID;
INSERT INTO booking_counts_anew (org_id, status, source, channel, created_by, number)
    SELECT org_id, status, source, channel, created_by, number FROM booking_counts
    ORDER BY org_id, status, source, channel, created_by;
DROP TABLE booking_counts;
ALTER TABLE booking_counts_anew RENAME TO booking_counts;
