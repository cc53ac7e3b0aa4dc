-- +goose Up

-- Payment runs: bills that are paid together, by one file for the bank. A draft has posted nothing.
CREATE TABLE payment_runs (
    org_id       TEXT NOT NULL,
    run_id       TEXT NOT NULL,
    state        TEXT NOT NULL, -- 'draft', 'confirmed' or 'cancelled'
    account_id   TEXT NOT NULL, -- that pays
    notes        TEXT NOT NULL,
    total        BIGINT NOT NULL,
    paid_on      TEXT NOT NULL, -- '' until it is confirmed
    confirmed_by TEXT NOT NULL,
    confirmed_at BIGINT,
    created_by   TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    PRIMARY KEY (org_id, run_id)
);
CREATE INDEX payment_runs_by_time ON payment_runs (org_id, created_at, run_id);

-- What of which bill a run pays. The names and numbers are those of the day on which it was drafted.
CREATE TABLE payment_run_lines (
    org_id    TEXT NOT NULL,
    run_id    TEXT NOT NULL,
    position  BIGINT NOT NULL,
    vendor_id TEXT NOT NULL,
    vendor    TEXT NOT NULL,
    bill_id   TEXT NOT NULL,
    number    TEXT NOT NULL,
    due_date  TEXT NOT NULL,
    amount    BIGINT NOT NULL,
    PRIMARY KEY (org_id, run_id, position)
);

-- Whom a confirmed run has paid, and into which account: the lines of the bank's file.
CREATE TABLE payment_run_payees (
    org_id            TEXT NOT NULL,
    run_id            TEXT NOT NULL,
    vendor_payment_id TEXT NOT NULL,
    vendor_id         TEXT NOT NULL,
    number            TEXT NOT NULL, -- of the payment
    name              TEXT NOT NULL,
    account_number    TEXT NOT NULL,
    ifsc              TEXT NOT NULL,
    amount            BIGINT NOT NULL,
    PRIMARY KEY (org_id, run_id, vendor_payment_id)
);
