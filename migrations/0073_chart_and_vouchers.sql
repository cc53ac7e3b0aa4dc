-- +goose Up

-- Where the hotel's accounts stand in its chart. An account without a row has no code, heading or department.
CREATE TABLE chart_places (
    org_id     TEXT NOT NULL,
    account_id TEXT NOT NULL,
    code       TEXT NOT NULL,
    code_key   TEXT NOT NULL,
    parent_id  TEXT NOT NULL,
    department TEXT NOT NULL,
    version    BIGINT NOT NULL,
    PRIMARY KEY (org_id, account_id)
);
CREATE UNIQUE INDEX chart_places_by_code ON chart_places (org_id, code_key) WHERE code_key <> '';

-- Postings that the hotel writes itself. A reversal is a voucher of its own, at most one of each.
CREATE TABLE vouchers (
    org_id          TEXT NOT NULL,
    voucher_id      TEXT NOT NULL,
    number          TEXT NOT NULL,
    kind            TEXT NOT NULL, -- 'journal' or 'contra'
    business_date   TEXT NOT NULL,
    narration       TEXT NOT NULL,
    reference       TEXT NOT NULL,
    amount          BIGINT NOT NULL, -- of its debits
    reversal_of     TEXT NOT NULL,
    reversed_by     TEXT NOT NULL,
    created_by      TEXT NOT NULL,
    created_by_name TEXT NOT NULL,
    created_at      BIGINT NOT NULL,
    PRIMARY KEY (org_id, voucher_id)
);
CREATE UNIQUE INDEX vouchers_by_reversal ON vouchers (org_id, reversal_of) WHERE reversal_of <> '';
CREATE INDEX vouchers_by_time ON vouchers (org_id, created_at, voucher_id, kind, business_date);
CREATE INDEX vouchers_by_kind ON vouchers (org_id, kind, created_at, voucher_id, business_date);
CREATE INDEX vouchers_by_date ON vouchers (org_id, business_date, created_at, voucher_id, kind);

-- amount is a debit; a credit is below zero.
CREATE TABLE voucher_lines (
    org_id     TEXT NOT NULL,
    voucher_id TEXT NOT NULL,
    position   BIGINT NOT NULL,
    account    TEXT NOT NULL,
    amount     BIGINT NOT NULL,
    note       TEXT NOT NULL,
    PRIMARY KEY (org_id, voucher_id, position)
);
CREATE INDEX voucher_lines_by_account ON voucher_lines (org_id, account, voucher_id);

-- Financial years whose result is carried forward. result is a profit; a loss is below zero.
CREATE TABLE closed_years (
    org_id         TEXT NOT NULL,
    last_day       TEXT NOT NULL,
    first_day      TEXT NOT NULL,
    result         BIGINT NOT NULL,
    notes          TEXT NOT NULL,
    closed_by      TEXT NOT NULL,
    closed_by_name TEXT NOT NULL,
    closed_at      BIGINT NOT NULL,
    PRIMARY KEY (org_id, last_day)
);

-- Vouchers are numbered as other documents are. The ids end where other ids count.
INSERT INTO series (org_id, created_at, updated_at, module, series_id, prefix, separator, next_number, last_number)
    SELECT org_id, created_at, created_at, 'voucher', substr(org_id, 1, 18) || '000073', 'JV', '-', 1, 0
    FROM series WHERE module = 'booking';
