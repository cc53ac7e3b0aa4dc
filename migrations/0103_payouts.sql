-- +goose Up

-- What companies that sell the hotel's rooms, such as online travel agencies, have paid out: each statement of theirs as
-- one document. gross = commission + commission_tax + tcs + tds + fees + net.
CREATE TABLE payouts (
    org_id          TEXT NOT NULL,
    payout_id       TEXT NOT NULL,
    company_id      TEXT NOT NULL,
    statement_no    TEXT NOT NULL, -- the company's number of it
    statement_key   TEXT NOT NULL, -- in lower case; of one that is reversed, with its id
    status          TEXT NOT NULL, -- 'posted' or 'reversed'
    business_date   TEXT NOT NULL,
    period_from     TEXT NOT NULL, -- '' unknown
    period_to       TEXT NOT NULL, -- '' unknown
    account_id      TEXT NOT NULL, -- where net came
    reference       TEXT NOT NULL, -- of the bank
    notes           TEXT NOT NULL,
    gross           BIGINT NOT NULL,
    commission      BIGINT NOT NULL,
    commission_tax  BIGINT NOT NULL,
    tcs             BIGINT NOT NULL,
    tds             BIGINT NOT NULL,
    fees            BIGINT NOT NULL,
    net             BIGINT NOT NULL,
    reversed_on     TEXT NOT NULL, -- the business day; '' it stands
    reversal_reason TEXT NOT NULL,
    reversed_by     TEXT NOT NULL,
    created_by      TEXT NOT NULL,
    created_by_name TEXT NOT NULL,
    created_at      BIGINT NOT NULL,
    PRIMARY KEY (org_id, payout_id),
    FOREIGN KEY (org_id, company_id) REFERENCES company_accounts (org_id, company_id)
);
CREATE UNIQUE INDEX payouts_by_statement ON payouts (org_id, company_id, statement_key);
CREATE INDEX payouts_by_time ON payouts (org_id, created_at, payout_id, company_id, status);
CREATE INDEX payouts_by_company ON payouts (org_id, company_id, created_at, payout_id, status);
CREATE INDEX payouts_by_status ON payouts (org_id, status, created_at, payout_id, company_id);

-- The lines of payouts. settled is what of gross settles the invoice, unapplied what is for none yet: both are 0 once
-- the payout is reversed. Amounts below zero are what the company took back.
CREATE TABLE payout_lines (
    org_id         TEXT NOT NULL,
    payout_id      TEXT NOT NULL,
    position       BIGINT NOT NULL,
    company_id     TEXT NOT NULL,
    reference      TEXT NOT NULL, -- what the company's statement calls it
    invoice_id     TEXT NOT NULL, -- '': for no invoice yet
    invoice_number TEXT NOT NULL,
    booking_id     TEXT NOT NULL, -- of the invoice; '': of none
    gross          BIGINT NOT NULL,
    commission     BIGINT NOT NULL,
    commission_tax BIGINT NOT NULL,
    tcs            BIGINT NOT NULL,
    tds            BIGINT NOT NULL,
    net            BIGINT NOT NULL,
    settled        BIGINT NOT NULL,
    unapplied      BIGINT NOT NULL,
    PRIMARY KEY (org_id, payout_id, position)
);
CREATE INDEX payout_lines_by_invoice ON payout_lines (org_id, invoice_id, settled);
