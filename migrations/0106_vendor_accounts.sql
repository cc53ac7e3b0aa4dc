-- +goose Up

-- What a vendor has agreed with the hotel: payment_terms counts days from a bill's date, NULL: nothing is agreed.
ALTER TABLE vendors ADD COLUMN payment_terms BIGINT;

-- The lines of the vendors' accounts; amounts above zero are what the hotel owes more. They are never changed.
CREATE TABLE vendor_entries (
    org_id        TEXT NOT NULL,
    vendor_id     TEXT NOT NULL, -- '': a bill of somebody of whom the hotel keeps no record
    entry_id      TEXT NOT NULL,
    business_date TEXT NOT NULL,
    document      TEXT NOT NULL, -- bill, bill_payment, payment, apply, void, moved or tds
    document_id   TEXT NOT NULL,
    number        TEXT NOT NULL, -- of the document
    bill_id       TEXT NOT NULL, -- '': an advance, which no bill has yet
    due_date      TEXT NOT NULL, -- of the bill; '' without one
    amount        BIGINT NOT NULL,
    note          TEXT NOT NULL,
    created_by    TEXT NOT NULL,
    created_at    BIGINT NOT NULL,
    PRIMARY KEY (org_id, entry_id)
);
-- All that was owed until now was owed on bills.
INSERT INTO vendor_entries (org_id, vendor_id, entry_id, business_date, document, document_id, number, bill_id, due_date,
    amount, note, created_by, created_at)
    SELECT l.org_id, COALESCE(x.vendor_id, ''), l.posting_id, l.business_date,
        CASE WHEN l.document = 'expense' THEN 'bill' ELSE 'bill_payment' END, l.document_id, l.number, l.document_id,
        COALESCE(x.due_date, ''), -l.amount, l.note, l.created_by, l.created_at
    FROM ledger_entries l LEFT JOIN expenses x ON x.org_id = l.org_id AND x.expense_id = l.document_id
    WHERE l.account = 'payables';
CREATE INDEX vendor_entries_by_day ON vendor_entries (org_id, vendor_id, business_date, created_at, entry_id);
CREATE INDEX vendor_entries_of_days ON vendor_entries (org_id, business_date, vendor_id, due_date, amount);

-- Payments to vendors, each over any number of bills. What no bill has of one is an advance.
CREATE TABLE vendor_payments (
    org_id            TEXT NOT NULL,
    vendor_payment_id TEXT NOT NULL,
    number            TEXT NOT NULL,
    vendor_id         TEXT NOT NULL,
    amount            BIGINT NOT NULL, -- what the vendor is owed less
    withheld          BIGINT NOT NULL, -- what of it was withheld as tax instead of being paid
    unapplied         BIGINT NOT NULL, -- what of it is for no bill yet
    account_id        TEXT NOT NULL,
    method            TEXT NOT NULL,
    reference         TEXT NOT NULL,
    notes             TEXT NOT NULL,
    run_id            TEXT NOT NULL, -- the payment run that it is of; '': of none
    paid_date         TEXT NOT NULL,
    posted_on         TEXT NOT NULL,
    status            TEXT NOT NULL, -- 'recorded' or 'void'
    void_reason       TEXT NOT NULL,
    voided_at         BIGINT,
    created_by        TEXT NOT NULL,
    created_at        BIGINT NOT NULL,
    PRIMARY KEY (org_id, vendor_payment_id)
);
CREATE INDEX vendor_payments_by_time ON vendor_payments (org_id, created_at, vendor_payment_id, vendor_id);
CREATE INDEX vendor_payments_by_vendor ON vendor_payments (org_id, vendor_id, created_at, vendor_payment_id);
CREATE INDEX vendor_payments_unapplied ON vendor_payments (org_id, vendor_id, unapplied) WHERE unapplied > 0;

-- A payment of a bill may be a part of one to its vendor.
ALTER TABLE expense_payments ADD COLUMN vendor_payment_id TEXT NOT NULL DEFAULT '';
CREATE INDEX expense_payments_of_vendor ON expense_payments (org_id, vendor_payment_id, expense_id, payment_id)
    WHERE vendor_payment_id <> '';
CREATE INDEX expenses_owed ON expenses (org_id, vendor_id, open_due, expense_id, amount, tax, paid) WHERE open_due <> '';

-- Payments to vendors are numbered as other documents are. The ids end where other ids count.
INSERT INTO series (org_id, created_at, updated_at, module, series_id, prefix, separator, next_number, last_number)
    SELECT org_id, created_at, created_at, 'vendor_payment', substr(org_id, 1, 18) || '000106', 'VP', '-', 1, 0
    FROM series WHERE module = 'booking';
