-- +goose Up

-- How many transfers of each month there are between two accounts: the list takes its totals from it.
CREATE TABLE transfer_months (
    org_id       TEXT NOT NULL,
    month        TEXT NOT NULL, -- 2026-04
    from_account TEXT NOT NULL,
    to_account   TEXT NOT NULL,
    number       BIGINT NOT NULL,
    PRIMARY KEY (org_id, month, from_account, to_account)
);
INSERT INTO transfer_months (org_id, month, from_account, to_account, number)
    SELECT org_id, substr(business_date, 1, 7), from_account, to_account, COUNT(*) FROM account_transfers
    GROUP BY org_id, substr(business_date, 1, 7), from_account, to_account;

-- An account's transfers, from it and into it, in the list's order.
CREATE INDEX account_transfers_from ON account_transfers (org_id, from_account, created_at, transfer_id, business_date);
CREATE INDEX account_transfers_to ON account_transfers (org_id, to_account, created_at, transfer_id, business_date);

-- The key figures of a year read the bookings that arrived in it from this index alone.
DROP INDEX bookings_by_check_in;
CREATE INDEX bookings_by_check_in ON bookings (org_id, check_in, created_at, booking_id, status, source, channel, created_by, check_out, updated_at, meal_plan, no_show);
-- They don't look at all lines for the few that credit others.
CREATE INDEX folio_lines_credits ON folio_lines (org_id, posted_on, booking_id, credits, taxable) WHERE credits <> '';
