-- +goose Up

-- What a hotel gives for foreign cash. Rates are never changed: the last of a day holds.
CREATE TABLE exchange_rates (
    org_id     TEXT NOT NULL,
    day        TEXT NOT NULL,
    currency   TEXT NOT NULL,
    number     BIGINT NOT NULL, -- of the currency's rates of the day: 1, 2, 3 …
    rate       BIGINT NOT NULL, -- of the hotel's currency for one of the foreign, in millionths
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (org_id, day, currency, number)
);

-- What goes into drawers and out of them in foreign notes. Entries are never changed: another one stands beside.
CREATE TABLE foreign_cash (
    org_id         TEXT NOT NULL,
    entry_id       TEXT NOT NULL,
    shift_id       TEXT NOT NULL,
    account_id     TEXT NOT NULL, -- the drawer
    kind           TEXT NOT NULL, -- exchange, reversal, count or sale
    currency       TEXT NOT NULL,
    foreign_amount BIGINT NOT NULL, -- into the drawer, in the currency's minor unit
    rate           BIGINT NOT NULL, -- of an exchange, in millionths
    worth          BIGINT NOT NULL, -- of foreign_amount in the books
    paid           BIGINT NOT NULL, -- in the hotel's currency: to the guest, or below zero by who bought
    counted        BIGINT, -- of a count
    to_id          TEXT NOT NULL, -- of a sale, the account that got what was paid
    guest          TEXT NOT NULL,
    reference      TEXT NOT NULL,
    notes          TEXT NOT NULL,
    reverses       TEXT, -- of a reversal, the exchange
    business_date  TEXT NOT NULL,
    created_by     TEXT NOT NULL,
    created_at     BIGINT NOT NULL,
    PRIMARY KEY (org_id, entry_id)
);
CREATE INDEX foreign_cash_of_shift ON foreign_cash (org_id, shift_id, created_at, entry_id);
CREATE INDEX foreign_cash_of_drawer ON foreign_cash (org_id, account_id, currency, foreign_amount, worth);
-- An exchange is taken back once.
CREATE UNIQUE INDEX foreign_cash_reversed ON foreign_cash (org_id, reverses);
