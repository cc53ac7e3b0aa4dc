-- +goose Up

-- What the ledger's entries of each day, each month and each year add up to, by account: kept by the transactions that
-- post them, so that balances are sums of years and of a few months and days.
CREATE TABLE account_sums (
    org_id  TEXT NOT NULL,
    span    TEXT NOT NULL, -- 'day', 'month' or 'year'
    start   TEXT NOT NULL, -- its first day
    account TEXT NOT NULL,
    amount  BIGINT NOT NULL,
    PRIMARY KEY (org_id, span, start, account)
);
INSERT INTO account_sums (org_id, start, span, account, amount)
    SELECT org_id, business_date, 'day', account, CAST(SUM(amount) AS BIGINT) FROM ledger_entries
    GROUP BY org_id, business_date, account;
INSERT INTO account_sums (org_id, start, span, account, amount)
    SELECT org_id, substr(business_date, 1, 7) || '-01', 'month', account, CAST(SUM(amount) AS BIGINT) FROM ledger_entries
    GROUP BY org_id, substr(business_date, 1, 7) || '-01', account;
INSERT INTO account_sums (org_id, start, span, account, amount)
    SELECT org_id, substr(business_date, 1, 4) || '-01-01', 'year', account, CAST(SUM(amount) AS BIGINT) FROM ledger_entries
    GROUP BY org_id, substr(business_date, 1, 4) || '-01-01', account;

-- How many entries of the audit log there are of each action by each user, without those after the last whole thousand
-- of the organization's chain.
CREATE TABLE audit_counts (
    org_id  TEXT NOT NULL,
    action  TEXT NOT NULL,
    user_id TEXT NOT NULL,
    number  BIGINT NOT NULL,
    PRIMARY KEY (org_id, action, user_id)
);
INSERT INTO audit_counts (org_id, action, user_id, number)
    SELECT org_id, action, user_id, COUNT(*)
    FROM audit_entries JOIN (SELECT org_id, number - number % 1000 AS counted FROM audit_heads) AS heads USING (org_id)
    WHERE number > 0 AND number <= counted
    GROUP BY org_id, action, user_id;
