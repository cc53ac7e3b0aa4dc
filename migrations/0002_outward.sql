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
-- At most one default a type, whatever happens at the same moment.
CREATE UNIQUE INDEX email_templates_default ON email_templates (org_id, type) WHERE is_default;
CREATE INDEX email_templates_by_time ON email_templates (org_id, created_at, template_id);

-- Whom a notification is for; no row: everyone of the organization.
CREATE TABLE notification_recipients (
    org_id          TEXT NOT NULL,
    notification_id TEXT NOT NULL,
    user_id         TEXT NOT NULL,
    PRIMARY KEY (org_id, notification_id, user_id)
);
CREATE INDEX notification_recipients_by_user ON notification_recipients (org_id, user_id, notification_id);

CREATE TABLE notification_reads (
    org_id          TEXT NOT NULL,
    notification_id TEXT NOT NULL,
    user_id         TEXT NOT NULL,
    read_at         BIGINT NOT NULL,
    PRIMARY KEY (org_id, notification_id, user_id)
);
CREATE INDEX notification_reads_by_user ON notification_reads (org_id, user_id, notification_id);

-- Sums that make an unread count flat: visible minus read. user_id '' counts what everyone sees.
CREATE TABLE notification_counts (
    org_id  TEXT NOT NULL,
    user_id TEXT NOT NULL,
    visible BIGINT NOT NULL,
    seen    BIGINT NOT NULL,
    PRIMARY KEY (org_id, user_id)
);

-- An organization's own key for the spreadsheet, hashed. The key names its organization, so it is found by hash.
CREATE TABLE sheet_keys (
    key_hash   TEXT PRIMARY KEY,
    org_id     TEXT NOT NULL UNIQUE,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    used_at    BIGINT
);

-- Answers of the government's public search; the numbers are public, so no organization owns them.
CREATE TABLE gst_answers (
    gstin      TEXT PRIMARY KEY,
    answer     TEXT NOT NULL,
    fetched_at BIGINT NOT NULL
);
