-- +goose Up

-- Whether cash moves only while a shift is open on its drawer. A safe is an account of kind cash that is no drawer.
ALTER TABLE books ADD COLUMN cash_needs_shift BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE accounts ADD COLUMN is_safe BOOLEAN NOT NULL DEFAULT FALSE;

-- Which shift is open on an account, and who works it.
CREATE TABLE open_shifts (
    org_id     TEXT NOT NULL,
    account_id TEXT NOT NULL,
    shift_id   TEXT NOT NULL,
    cashier_id TEXT NOT NULL,
    PRIMARY KEY (org_id, account_id)
);

-- Entries of a shift: those on its drawer, and the payments and refunds that its cashier took elsewhere meanwhile. Each
-- is a copy of the entry with this posting and position, so that a report is read from here alone.
CREATE TABLE shift_entries (
    org_id        TEXT NOT NULL,
    entry_id      TEXT NOT NULL,
    shift_id      TEXT NOT NULL,
    posting_id    TEXT NOT NULL,
    position      BIGINT NOT NULL,
    in_drawer     BOOLEAN NOT NULL,
    account       TEXT NOT NULL,
    amount        BIGINT NOT NULL,
    business_date TEXT NOT NULL,
    document      TEXT NOT NULL,
    document_id   TEXT NOT NULL,
    number        TEXT NOT NULL,
    method        TEXT NOT NULL, -- of a payment or refund
    note          TEXT NOT NULL,
    created_by    TEXT NOT NULL,
    created_at    BIGINT NOT NULL,
    PRIMARY KEY (org_id, entry_id)
);
CREATE INDEX shift_entries_by_shift ON shift_entries
    (org_id, shift_id, created_at, entry_id, in_drawer, document, method, created_by, amount);

-- Shifts of drawers. What was counted is never changed; pieces are counts by denomination, as JSON. books_amount is what
-- the books said when the float was counted.
CREATE TABLE shifts (
    org_id       TEXT NOT NULL,
    shift_id     TEXT NOT NULL,
    account_id   TEXT NOT NULL,
    number       BIGINT NOT NULL, -- of the drawer's shifts: 1, 2, 3 …
    state        TEXT NOT NULL,
    cashier_id   TEXT NOT NULL,
    opened_at    BIGINT NOT NULL,
    opened_on    TEXT NOT NULL,
    float_amount BIGINT NOT NULL,
    float_pieces TEXT NOT NULL,
    float_from   TEXT NOT NULL,
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
CREATE UNIQUE INDEX shifts_by_number ON shifts (org_id, account_id, number);
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
