-- +goose Up

-- Which acts of a hotel need a second person: those above the limit of their kind. limits is JSON, by the kind, in minor
-- units; a kind that isn't there has none.
CREATE TABLE approval_limits (
    org_id     TEXT NOT NULL,
    limits     TEXT NOT NULL,
    own_acts   BOOLEAN NOT NULL, -- whoever may approve an act needs nobody else for one's own
    updated_at BIGINT NOT NULL,
    version    BIGINT NOT NULL,
    PRIMARY KEY (org_id)
);

-- Acts that waited for a second person. The request is kept while it waits, and forgotten then.
CREATE TABLE approvals (
    org_id          TEXT NOT NULL,
    approval_id     TEXT NOT NULL,
    status          TEXT NOT NULL, -- 'pending', 'approved', 'rejected', 'withdrawn' or 'expired'
    kind            TEXT NOT NULL,
    amount          BIGINT NOT NULL,
    acts            TEXT NOT NULL, -- all of the request's acts above a limit, as JSON
    document_kind   TEXT NOT NULL,
    document_id     TEXT NOT NULL,
    document_number TEXT NOT NULL,
    reason          TEXT NOT NULL,
    request         TEXT NOT NULL, -- as JSON; '' once it is decided
    request_key     TEXT NOT NULL, -- equal for the same request
    asked_by        TEXT NOT NULL,
    asked_by_name   TEXT NOT NULL,
    asked_at        BIGINT NOT NULL,
    expires_at      BIGINT NOT NULL,
    decided_by      TEXT NOT NULL,
    decided_by_name TEXT NOT NULL,
    decided_at      BIGINT,
    decision_reason TEXT NOT NULL,
    by_code         BOOLEAN NOT NULL, -- at the asker's desk
    PRIMARY KEY (org_id, approval_id)
);
CREATE UNIQUE INDEX approvals_by_request ON approvals (org_id, request_key);
CREATE INDEX approvals_by_time ON approvals (org_id, asked_at, approval_id, status, kind, asked_by);
CREATE INDEX approvals_by_status ON approvals (org_id, status, asked_at, approval_id, kind, asked_by);
CREATE INDEX approvals_by_kind ON approvals (org_id, kind, asked_at, approval_id, status, asked_by);
CREATE INDEX approvals_by_asker ON approvals (org_id, asked_by, asked_at, approval_id, status, kind);

-- The codes by which managers approve at somebody else's desk, as hashes, and the wrong ones in a row.
CREATE TABLE approval_codes (
    org_id       TEXT NOT NULL,
    user_id      TEXT NOT NULL,
    hash         TEXT NOT NULL,
    failures     BIGINT NOT NULL,
    locked_until BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    PRIMARY KEY (org_id, user_id)
);

-- That something waits for a second person, and what has become of it, is told to whoever is told anything.
UPDATE notification_configs
    SET enabled_types = substr(enabled_types, 1, length(enabled_types) - 1) ||
        ',"approval_requested","approval_decided"]'
    WHERE enabled_types <> '[]';
