-- +goose Up

-- The steps by which a hotel reminds companies of what is overdue.
CREATE TABLE dunning_steps (
    org_id    TEXT NOT NULL,
    step      BIGINT NOT NULL, -- 1 and up
    days      BIGINT NOT NULL, -- from the day on which an invoice is due; below 0: before it
    interest  BIGINT NOT NULL, -- hundredths of a percent a year; 0: none is asked for
    subject   TEXT NOT NULL,
    body_html TEXT NOT NULL,
    PRIMARY KEY (org_id, step)
);

-- Companies that aren't reminded, since they contest what they owe.
CREATE TABLE dunning_pauses (
    org_id     TEXT NOT NULL,
    company_id TEXT NOT NULL,
    reason     TEXT NOT NULL,
    set_by     TEXT NOT NULL,
    set_at     BIGINT NOT NULL,
    PRIMARY KEY (org_id, company_id)
);

-- Reminders that were sent. They are never changed.
CREATE TABLE dunning_letters (
    org_id          TEXT NOT NULL,
    letter_id       TEXT NOT NULL,
    company_id      TEXT NOT NULL,
    step            BIGINT NOT NULL, -- the highest of its invoices
    business_date   TEXT NOT NULL,
    amount          BIGINT NOT NULL,
    interest        BIGINT NOT NULL, -- that it asks for; nothing is posted
    email           TEXT NOT NULL,
    created_by      TEXT NOT NULL,
    created_by_name TEXT NOT NULL,
    created_at      BIGINT NOT NULL,
    PRIMARY KEY (org_id, letter_id),
    FOREIGN KEY (org_id, company_id) REFERENCES companies (org_id, company_id)
);
CREATE INDEX dunning_letters_by_time ON dunning_letters (org_id, created_at, letter_id, company_id);
CREATE INDEX dunning_letters_by_company ON dunning_letters (org_id, company_id, created_at, letter_id);

-- What a reminder says on paper, as JSON.
CREATE TABLE dunning_papers (
    org_id    TEXT NOT NULL,
    letter_id TEXT NOT NULL,
    paper     TEXT NOT NULL,
    PRIMARY KEY (org_id, letter_id)
);

-- An invoice is in one reminder of each step.
CREATE TABLE dunning_invoices (
    org_id     TEXT NOT NULL,
    invoice_id TEXT NOT NULL,
    step       BIGINT NOT NULL,
    letter_id  TEXT NOT NULL,
    number     TEXT NOT NULL,
    due_date   TEXT NOT NULL,
    amount     BIGINT NOT NULL, -- what was open
    interest   BIGINT NOT NULL,
    PRIMARY KEY (org_id, invoice_id, step)
);
CREATE INDEX dunning_invoices_by_letter ON dunning_invoices (org_id, letter_id, due_date, invoice_id);
