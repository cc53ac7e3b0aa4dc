-- +goose Up

-- What invoices, credit notes and expenses come to by month, and by what their lists ask beside days: kept by the
-- transactions that change them. Drafts have no date: their month is ''. Deleted expenses don't count.
CREATE TABLE invoice_months (
    org_id   TEXT NOT NULL,
    month    TEXT NOT NULL,
    status   TEXT NOT NULL,
    number   BIGINT NOT NULL,
    taxable  BIGINT NOT NULL,
    tax      BIGINT NOT NULL,
    total    BIGINT NOT NULL,
    paid     BIGINT NOT NULL,
    credited BIGINT NOT NULL,
    PRIMARY KEY (org_id, month, status)
);
INSERT INTO invoice_months (org_id, month, status, number, taxable, tax, total, paid, credited)
    SELECT org_id, substr(invoice_date, 1, 7), status, COUNT(*), CAST(SUM(taxable) AS BIGINT),
        CAST(SUM(cgst + sgst + other_tax) AS BIGINT), CAST(SUM(total) AS BIGINT), CAST(SUM(paid) AS BIGINT),
        CAST(SUM(credited) AS BIGINT)
    FROM invoices GROUP BY org_id, substr(invoice_date, 1, 7), status;

CREATE TABLE credit_note_months (
    org_id  TEXT NOT NULL,
    month   TEXT NOT NULL,
    number  BIGINT NOT NULL,
    taxable BIGINT NOT NULL,
    tax     BIGINT NOT NULL,
    total   BIGINT NOT NULL,
    PRIMARY KEY (org_id, month)
);
INSERT INTO credit_note_months (org_id, month, number, taxable, tax, total)
    SELECT org_id, substr(note_date, 1, 7), COUNT(*), CAST(SUM(taxable) AS BIGINT),
        CAST(SUM(cgst + sgst + other_tax) AS BIGINT), CAST(SUM(total) AS BIGINT)
    FROM credit_notes GROUP BY org_id, substr(note_date, 1, 7);

CREATE TABLE expense_months (
    org_id     TEXT NOT NULL,
    month      TEXT NOT NULL,
    vendor_id  TEXT NOT NULL,
    category   TEXT NOT NULL,
    account_id TEXT NOT NULL,
    number     BIGINT NOT NULL,
    amount     BIGINT NOT NULL,
    tax        BIGINT NOT NULL,
    PRIMARY KEY (org_id, month, vendor_id, category, account_id)
);
INSERT INTO expense_months (org_id, month, vendor_id, category, account_id, number, amount, tax)
    SELECT org_id, substr(expense_date, 1, 7), vendor_id, category, account_id, COUNT(*), CAST(SUM(amount) AS BIGINT),
        CAST(SUM(tax) AS BIGINT)
    FROM expenses WHERE status = 'recorded' GROUP BY org_id, substr(expense_date, 1, 7), vendor_id, category, account_id;
-- A month may have hundreds of these rows: they are added up from the index alone.
CREATE INDEX expense_months_added ON expense_months (org_id, month, vendor_id, category, account_id, number, amount, tax);
