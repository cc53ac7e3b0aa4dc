-- +goose Up
CREATE TABLE vendors (
    org_id       TEXT NOT NULL,
    vendor_id    TEXT NOT NULL,
    name         TEXT NOT NULL,
    code         TEXT NOT NULL,
    code_key     TEXT NOT NULL,
    email        TEXT NOT NULL,
    phone        TEXT NOT NULL,
    gstin        TEXT NOT NULL,
    pan          TEXT NOT NULL,
    address      TEXT NOT NULL,
    bank_details TEXT NOT NULL,
    notes        TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    PRIMARY KEY (org_id, vendor_id)
);
CREATE UNIQUE INDEX vendors_by_code ON vendors (org_id, code_key) WHERE code_key <> '';
CREATE INDEX vendors_by_time ON vendors (org_id, created_at, vendor_id);

CREATE TABLE email_templates (
    org_id       TEXT NOT NULL,
    template_id  TEXT NOT NULL,
    name         TEXT NOT NULL,
    type         TEXT NOT NULL,
    subject      TEXT NOT NULL,
    header_color TEXT NOT NULL,
    header_text  TEXT NOT NULL,
    body_html    TEXT NOT NULL,
    footer_text  TEXT NOT NULL,
    is_default   BOOLEAN NOT NULL,
    is_seeded    BOOLEAN NOT NULL,
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    PRIMARY KEY (org_id, template_id)
);
-- At most one default for each type, whatever happens concurrently.
CREATE UNIQUE INDEX email_templates_default ON email_templates (org_id, type) WHERE is_default;
CREATE INDEX email_templates_by_time ON email_templates (org_id, created_at, template_id);

-- A notification is shared by everyone in the organization or addressed to some. Each audience has its own place in
-- the indexes, so that a list reads the newest of each and stops.
ALTER TABLE notifications ADD COLUMN addressed BOOLEAN NOT NULL DEFAULT FALSE;
DROP INDEX notifications_by_time;
CREATE INDEX notifications_by_time ON notifications (org_id, addressed, created_at, notification_id);
CREATE INDEX notifications_by_type ON notifications (org_id, type, addressed, created_at, notification_id);

-- Whom an addressed notification is for, with what its recipient's list is ordered and filtered by.
CREATE TABLE notification_recipients (
    org_id          TEXT NOT NULL,
    notification_id TEXT NOT NULL,
    user_id         TEXT NOT NULL,
    type            TEXT NOT NULL,
    created_at      BIGINT NOT NULL,
    PRIMARY KEY (org_id, notification_id, user_id)
);
CREATE INDEX notification_recipients_by_time ON notification_recipients (org_id, user_id, created_at, notification_id);
CREATE INDEX notification_recipients_by_type ON notification_recipients (org_id, user_id, type, created_at, notification_id);

CREATE TABLE notification_reads (
    org_id          TEXT NOT NULL,
    notification_id TEXT NOT NULL,
    user_id         TEXT NOT NULL,
    read_at         BIGINT NOT NULL,
    PRIMARY KEY (org_id, notification_id, user_id)
);

-- Sums that make the unread count and the length of a list flat. visible counts the notifications of a type, or of
-- all types (type ''), that are addressed to a user, or shared (user ''). What a user has read is counted in the
-- user's row of type '', apart for shared and addressed ones.
CREATE TABLE notification_counts (
    org_id         TEXT NOT NULL,
    user_id        TEXT NOT NULL,
    type           TEXT NOT NULL,
    visible        BIGINT NOT NULL,
    seen_shared    BIGINT NOT NULL,
    seen_addressed BIGINT NOT NULL,
    PRIMARY KEY (org_id, user_id, type)
);
INSERT INTO notification_counts SELECT org_id, '', '', COUNT(*), 0, 0 FROM notifications GROUP BY org_id;
INSERT INTO notification_counts SELECT org_id, '', type, COUNT(*), 0, 0 FROM notifications GROUP BY org_id, type;

-- Notifications whose mails are still to be written; actor_id gets none.
CREATE TABLE notification_mails (
    org_id          TEXT NOT NULL,
    notification_id TEXT NOT NULL,
    actor_id        TEXT NOT NULL,
    created_at      BIGINT NOT NULL,
    PRIMARY KEY (org_id, notification_id)
);

-- An organization's own key for the spreadsheet, hashed. The key names its organization, so it is found by hash.
CREATE TABLE sheet_keys (
    key_hash   TEXT PRIMARY KEY,
    org_id     TEXT NOT NULL UNIQUE,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    used_at    BIGINT
);

-- Answers of the government's public search; the numbers are public, so no organization owns them. An answer counts
-- only for the upstream that gave it: the simulator's is worth nothing to a server that has been given a real one.
CREATE TABLE gst_answers (
    gstin      TEXT PRIMARY KEY,
    upstream   TEXT NOT NULL,
    answer     TEXT NOT NULL,
    fetched_at BIGINT NOT NULL
);
