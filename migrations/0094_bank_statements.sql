-- +goose Up

-- Files in which banks tell what happened to an account. digest is of the file's content: a file is imported once.
-- opening and closing are NULL where the file doesn't say.
CREATE TABLE bank_statements (
    org_id          TEXT NOT NULL,
    statement_id    TEXT NOT NULL,
    account_id      TEXT NOT NULL,
    file_name       TEXT NOT NULL,
    format          TEXT NOT NULL, -- 'csv', 'ofx', 'camt053' or 'mt940'
    digest          TEXT NOT NULL,
    first_day       TEXT NOT NULL,
    last_day        TEXT NOT NULL,
    opening         BIGINT,
    closing         BIGINT,
    found           BIGINT NOT NULL, -- lines of the file
    added           BIGINT NOT NULL, -- those that no file had before
    created_by      TEXT NOT NULL,
    created_by_name TEXT NOT NULL,
    created_at      BIGINT NOT NULL,
    PRIMARY KEY (org_id, statement_id)
);
CREATE UNIQUE INDEX bank_statements_by_digest ON bank_statements (org_id, account_id, digest);
CREATE INDEX bank_statements_by_time ON bank_statements (org_id, account_id, created_at, statement_id);
CREATE INDEX bank_statements_by_day ON bank_statements (org_id, account_id, last_day, created_at);

-- What the bank has booked, and as the first line of an account, what was in it before (statement_id is '' there).
-- settled_on is the last day of a matched line and its entries; '' of others.
CREATE TABLE bank_lines (
    org_id          TEXT NOT NULL,
    line_id         TEXT NOT NULL,
    account_id      TEXT NOT NULL,
    statement_id    TEXT NOT NULL,
    position        BIGINT NOT NULL,
    day             TEXT NOT NULL,
    amount          BIGINT NOT NULL, -- into the account
    text            TEXT NOT NULL,
    reference       TEXT NOT NULL,
    fingerprint     TEXT NOT NULL, -- the same of the same line in another file
    state           TEXT NOT NULL, -- 'open', 'matched' or 'ignored'
    settled_on      TEXT NOT NULL,
    reason          TEXT NOT NULL, -- why it is ignored
    decided_by      TEXT NOT NULL,
    decided_by_name TEXT NOT NULL,
    decided_at      BIGINT, -- when it was matched or ignored
    PRIMARY KEY (org_id, line_id)
);
CREATE UNIQUE INDEX bank_lines_by_fingerprint ON bank_lines (org_id, account_id, fingerprint);
CREATE INDEX bank_lines_by_day ON bank_lines (org_id, account_id, day, line_id, state, settled_on, amount);
CREATE INDEX bank_lines_by_state ON bank_lines (org_id, account_id, state, day, line_id);
CREATE INDEX bank_lines_by_statement ON bank_lines (org_id, statement_id, day, line_id);

-- Which entries of the books a line is: an entry belongs to one line at most.
CREATE TABLE bank_matches (
    org_id     TEXT NOT NULL,
    posting_id TEXT NOT NULL,
    position   BIGINT NOT NULL,
    account_id TEXT NOT NULL,
    line_id    TEXT NOT NULL,
    amount     BIGINT NOT NULL,
    entry_day  TEXT NOT NULL,
    settled_on TEXT NOT NULL, -- as of the line
    PRIMARY KEY (org_id, posting_id, position)
);
CREATE INDEX bank_matches_by_line ON bank_matches (org_id, line_id);
CREATE INDEX bank_matches_by_day ON bank_matches (org_id, account_id, entry_day, settled_on, amount);

-- What was confirmed of lines with such words: booked to an account, or matched with a kind of document.
CREATE TABLE bank_rules (
    org_id     TEXT NOT NULL,
    rule_id    TEXT NOT NULL,
    account_id TEXT NOT NULL,
    pattern    TEXT NOT NULL,
    kind       TEXT NOT NULL, -- 'book' or 'match'
    target     TEXT NOT NULL, -- an account, or a kind of document
    uses       BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (org_id, rule_id)
);
CREATE UNIQUE INDEX bank_rules_by_pattern ON bank_rules (org_id, account_id, pattern, kind, target);
