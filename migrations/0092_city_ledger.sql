-- +goose Up

-- What each company owes on its account: balance is the sum of its entries, and what is open of its invoices less
-- unapplied, the payments that are for no invoice yet. A company that has a row can't be deleted.
CREATE TABLE company_accounts (
    org_id     TEXT NOT NULL,
    company_id TEXT NOT NULL,
    balance    BIGINT NOT NULL,
    unapplied  BIGINT NOT NULL,
    PRIMARY KEY (org_id, company_id),
    FOREIGN KEY (org_id, company_id) REFERENCES companies (org_id, company_id)
);

-- The invoices that companies owe. open is what the invoice still owes; disputed is what of it the company contests.
CREATE TABLE company_invoices (
    org_id       TEXT NOT NULL,
    invoice_id   TEXT NOT NULL,
    company_id   TEXT NOT NULL,
    number       TEXT NOT NULL,
    invoice_date TEXT NOT NULL,
    due_date     TEXT NOT NULL,
    amount       BIGINT NOT NULL, -- what was open when it came to the account
    open         BIGINT NOT NULL,
    disputed     BIGINT NOT NULL,
    dispute      TEXT NOT NULL,   -- what the company says
    po_number    TEXT NOT NULL,
    reason       TEXT NOT NULL,   -- why it may exceed the limit
    moved_by     TEXT NOT NULL,
    moved_at     BIGINT NOT NULL,
    PRIMARY KEY (org_id, invoice_id),
    FOREIGN KEY (org_id, company_id) REFERENCES company_accounts (org_id, company_id)
);
CREATE INDEX company_invoices_open ON company_invoices (org_id, company_id, due_date, invoice_id, open) WHERE open > 0;

-- The lines of the accounts; amounts above zero are what a company owes more. They are never changed.
CREATE TABLE company_entries (
    org_id        TEXT NOT NULL,
    company_id    TEXT NOT NULL,
    entry_id      TEXT NOT NULL,
    business_date TEXT NOT NULL,
    document      TEXT NOT NULL, -- invoice, taken_back, payment, refund, void, apply, credit_note, tds, discount, write_off
    document_id   TEXT NOT NULL,
    number        TEXT NOT NULL, -- of the document
    invoice_id    TEXT NOT NULL, -- '': what no invoice has yet
    due_date      TEXT NOT NULL, -- of the invoice; '' without one
    amount        BIGINT NOT NULL,
    note          TEXT NOT NULL,
    created_by    TEXT NOT NULL,
    created_at    BIGINT NOT NULL,
    PRIMARY KEY (org_id, entry_id)
);
CREATE INDEX company_entries_by_day ON company_entries (org_id, company_id, business_date, created_at, entry_id);
CREATE INDEX company_entries_of_days ON company_entries (org_id, business_date, company_id, due_date, amount);

-- What of invoices was settled without money: tax that the company withheld, discounts, and what is given up.
CREATE TABLE company_settlements (
    org_id        TEXT NOT NULL,
    settlement_id TEXT NOT NULL,
    company_id    TEXT NOT NULL,
    invoice_id    TEXT NOT NULL,
    booking_id    TEXT NOT NULL, -- '': the invoice is of none
    payment_id    TEXT NOT NULL, -- '': a write-off
    kind          TEXT NOT NULL, -- tds, discount or write_off
    amount        BIGINT NOT NULL,
    reason        TEXT NOT NULL,
    is_void       BOOLEAN NOT NULL,
    created_by    TEXT NOT NULL,
    created_at    BIGINT NOT NULL,
    PRIMARY KEY (org_id, settlement_id)
);
CREATE INDEX company_settlements_of_payment ON company_settlements (org_id, payment_id, settlement_id);
