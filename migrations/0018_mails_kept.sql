-- +goose Up

-- The record that a mail is about ('' of a mail that is forgotten once it is sent), what kind of mail it is, and when it
-- was sent, in UTC milliseconds (0: not yet).
ALTER TABLE outbox ADD COLUMN about TEXT NOT NULL DEFAULT '';
ALTER TABLE outbox ADD COLUMN kind TEXT NOT NULL DEFAULT '';
ALTER TABLE outbox ADD COLUMN sent_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX outbox_about ON outbox (org_id, about, created_at, mail_id);
