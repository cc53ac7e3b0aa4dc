-- +goose Up

-- The lines of a bill, with the taxes that each bears and whether they can be claimed.
CREATE TABLE expense_lines (
    org_id       TEXT NOT NULL,
    expense_id   TEXT NOT NULL,
    position     BIGINT NOT NULL,
    description  TEXT NOT NULL,
    hsn          TEXT NOT NULL,
    amount       BIGINT NOT NULL, -- before tax
    cgst         BIGINT NOT NULL,
    sgst         BIGINT NOT NULL,
    igst         BIGINT NOT NULL,
    input_tax    TEXT NOT NULL, -- 'hotel-rule', 'claimed', 'not-claimed' or 'blocked'
    blocked_kind TEXT NOT NULL, -- of a blocked line
    PRIMARY KEY (org_id, expense_id, position),
    FOREIGN KEY (org_id, expense_id) REFERENCES expenses (org_id, expense_id)
);

-- The payments of bills that were recorded unpaid.
CREATE TABLE expense_payments (
    org_id      TEXT NOT NULL,
    expense_id  TEXT NOT NULL,
    payment_id  TEXT NOT NULL,
    amount      BIGINT NOT NULL,
    account_id  TEXT NOT NULL,
    reference   TEXT NOT NULL,
    paid_date   TEXT NOT NULL,
    posted_on   TEXT NOT NULL,
    status      TEXT NOT NULL, -- 'recorded' or 'void'
    void_reason TEXT NOT NULL,
    voided_at   BIGINT,
    created_by  TEXT NOT NULL,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (org_id, expense_id, payment_id),
    FOREIGN KEY (org_id, expense_id) REFERENCES expenses (org_id, expense_id)
);

-- The taxes of the lines, and of the tax: what is never claimed, what is claimed whatever the hotel's rule is.
ALTER TABLE expenses ADD COLUMN cgst BIGINT NOT NULL DEFAULT 0;
ALTER TABLE expenses ADD COLUMN sgst BIGINT NOT NULL DEFAULT 0;
ALTER TABLE expenses ADD COLUMN igst BIGINT NOT NULL DEFAULT 0;
ALTER TABLE expenses ADD COLUMN tax_not_claimed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE expenses ADD COLUMN tax_claimed BIGINT NOT NULL DEFAULT 0;
-- A bill that was recorded unpaid has the day when it is due; open_due has it as long as something is owed.
ALTER TABLE expenses ADD COLUMN due_date TEXT NOT NULL DEFAULT '';
ALTER TABLE expenses ADD COLUMN open_due TEXT NOT NULL DEFAULT '';
ALTER TABLE expenses ADD COLUMN paid BIGINT NOT NULL DEFAULT 0;
UPDATE expenses SET paid = amount + tax;
-- They are few: those of an organization are found here, in whatever order.
CREATE INDEX expenses_open ON expenses (org_id, open_due, created_at, expense_id, status, vendor_id, category, account_id, expense_date, amount, tax, paid) WHERE open_due <> '';

-- Whether the tax on expenses is claimed: 'by-sales', 'all' or 'none'.
ALTER TABLE books ADD COLUMN input_tax_rule TEXT NOT NULL DEFAULT '';
UPDATE books SET input_tax_rule = 'by-sales';
