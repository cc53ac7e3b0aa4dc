-- +goose Up

-- Whether cash moves only while a shift is open on its drawer, and which shift is open on an account. A safe is an
-- account of kind cash that is no drawer.
ALTER TABLE books ADD COLUMN cash_needs_shift BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE accounts ADD COLUMN is_safe BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE accounts ADD COLUMN shift_id TEXT NOT NULL DEFAULT '';

-- Which entries of drawers belong to which shift.
CREATE TABLE shift_entries (
    org_id     TEXT NOT NULL,
    shift_id   TEXT NOT NULL,
    posting_id TEXT NOT NULL,
    position   BIGINT NOT NULL,
    PRIMARY KEY (org_id, shift_id, posting_id, position)
);

-- Shifts of drawers. What was counted is never changed; pieces are counts by denomination, as JSON.
CREATE TABLE shifts (
    org_id       TEXT NOT NULL,
    shift_id     TEXT NOT NULL,
    account_id   TEXT NOT NULL,
    state        TEXT NOT NULL,
    cashier_id   TEXT NOT NULL,
    opened_at    BIGINT NOT NULL,
    opened_on    TEXT NOT NULL,
    float_amount BIGINT NOT NULL,
    float_pieces TEXT NOT NULL,
    books_amount BIGINT NOT NULL,
    notes        TEXT NOT NULL,
    closed_at    BIGINT,
    closed_on    TEXT NOT NULL,
    closed_by    TEXT NOT NULL,
    counted      BIGINT NOT NULL,
    pieces       TEXT NOT NULL,
    expected     BIGINT NOT NULL,
    next_id      TEXT NOT NULL,
    approved_at  BIGINT,
    approved_by  TEXT NOT NULL,
    updated_at   BIGINT NOT NULL,
    version      BIGINT NOT NULL,
    PRIMARY KEY (org_id, shift_id)
);
-- A drawer has one open shift.
CREATE UNIQUE INDEX shifts_open ON shifts (org_id, account_id) WHERE state = 'open';
CREATE INDEX shifts_by_time ON shifts (org_id, opened_at, shift_id, state, account_id, cashier_id, opened_on);
CREATE INDEX shifts_by_account ON shifts (org_id, account_id, opened_at, shift_id, state, cashier_id, opened_on);
CREATE INDEX shifts_by_cashier ON shifts (org_id, cashier_id, opened_at, shift_id, state, account_id, opened_on);
CREATE INDEX shifts_by_day ON shifts (org_id, opened_on, opened_at, shift_id, state, account_id, cashier_id);

-- Bags that went to the safe, each number once in a hotel.
CREATE TABLE shift_drops (
    org_id      TEXT NOT NULL,
    bag_key     TEXT NOT NULL,
    bag_number  TEXT NOT NULL,
    drop_id     TEXT NOT NULL,
    shift_id    TEXT NOT NULL,
    transfer_id TEXT NOT NULL,
    account_id  TEXT NOT NULL,
    amount      BIGINT NOT NULL,
    created_by  TEXT NOT NULL,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (org_id, bag_key)
);
CREATE INDEX shift_drops_by_shift ON shift_drops (org_id, shift_id, created_at);

-- What a count should have been, beside it.
CREATE TABLE shift_corrections (
    org_id        TEXT NOT NULL,
    correction_id TEXT NOT NULL,
    shift_id      TEXT NOT NULL,
    counted       BIGINT NOT NULL,
    pieces        TEXT NOT NULL,
    amount        BIGINT NOT NULL,
    reason        TEXT NOT NULL,
    created_by    TEXT NOT NULL,
    created_at    BIGINT NOT NULL,
    PRIMARY KEY (org_id, correction_id)
);
CREATE INDEX shift_corrections_by_shift ON shift_corrections (org_id, shift_id, created_at);
