-- +goose Up

-- The chain of each organization's audit log (package audit): an entry's number in it, from 1 on, and its link. Only
-- entries from before have the number 0, until the next migration chains them. The index isn't unique, so that a number
-- which somebody has taken behind our back doesn't stop the log.
ALTER TABLE audit_entries ADD COLUMN number BIGINT NOT NULL DEFAULT 0;
ALTER TABLE audit_entries ADD COLUMN link TEXT NOT NULL DEFAULT '';
CREATE INDEX audit_entries_by_number ON audit_entries (org_id, number);

-- Where each chain ends, signed by a key that the database doesn't hold.
CREATE TABLE audit_heads (
    org_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    link   TEXT NOT NULL,
    mark   TEXT NOT NULL,
    PRIMARY KEY (org_id)
);
