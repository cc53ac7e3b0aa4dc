-- +goose Up

-- What guests have left at the desk for keys or damage: the hotel owes it until it is given back or kept.
CREATE TABLE deposits (
    org_id          TEXT NOT NULL,
    deposit_id      TEXT NOT NULL,
    number          TEXT NOT NULL,
    kind            TEXT NOT NULL, -- 'key', 'damage' or 'other'
    state           TEXT NOT NULL, -- 'open', or 'settled' once nothing is left of it
    booking_id      TEXT NOT NULL, -- '' of none
    payer           TEXT NOT NULL,
    amount          BIGINT NOT NULL,
    returned        BIGINT NOT NULL,
    kept            BIGINT NOT NULL,
    method          TEXT NOT NULL,
    account_id      TEXT NOT NULL,
    reference       TEXT NOT NULL,
    notes           TEXT NOT NULL,
    business_date   TEXT NOT NULL,
    created_by      TEXT NOT NULL,
    created_by_name TEXT NOT NULL,
    created_at      BIGINT NOT NULL,
    PRIMARY KEY (org_id, deposit_id)
);
CREATE INDEX deposits_by_time ON deposits (org_id, created_at, deposit_id, state, booking_id);
CREATE INDEX deposits_by_state ON deposits (org_id, state, created_at, deposit_id);
CREATE INDEX deposits_by_booking ON deposits (org_id, booking_id, created_at, deposit_id);

-- What was given back of deposits, and what was kept.
CREATE TABLE deposit_ends (
    org_id          TEXT NOT NULL,
    deposit_id      TEXT NOT NULL,
    end_id          TEXT NOT NULL,
    kind            TEXT NOT NULL, -- 'returned' or 'kept'
    amount          BIGINT NOT NULL,
    method          TEXT NOT NULL, -- '' of what was kept
    account_id      TEXT NOT NULL, -- '' of what was kept
    reference       TEXT NOT NULL,
    reason          TEXT NOT NULL,
    business_date   TEXT NOT NULL,
    created_by      TEXT NOT NULL,
    created_by_name TEXT NOT NULL,
    created_at      BIGINT NOT NULL,
    PRIMARY KEY (org_id, deposit_id, end_id)
);

-- Deposits are numbered as other documents are. The ids end where other ids count.
INSERT INTO series (org_id, created_at, updated_at, module, series_id, prefix, separator, next_number, last_number)
    SELECT org_id, created_at, created_at, 'deposit', substr(org_id, 1, 18) || '000095', 'DEP', '-', 1, 0
    FROM series WHERE module = 'booking';
