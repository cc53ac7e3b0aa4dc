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

-- Texts of waiting mails are sealed with a key that the database doesn't hold; those from before aren't. Mails to sign in
-- with (turn 0) are sent before all others (turn 1), and those of one organization after another.
ALTER TABLE outbox ADD COLUMN sealed BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE outbox ADD COLUMN turn BIGINT NOT NULL DEFAULT 1;
DROP INDEX outbox_due;
CREATE INDEX outbox_turns ON outbox (status, turn, org_id, next_at);

-- How many mails were asked for on a day (UTC), where limits are set: by the organization (who is ''), a user (user:ID)
-- and to a recipient (to:ADDRESS).
CREATE TABLE mail_counts (
    org_id TEXT NOT NULL,
    day    TEXT NOT NULL,
    who    TEXT NOT NULL,
    number BIGINT NOT NULL,
    PRIMARY KEY (org_id, day, who)
);
