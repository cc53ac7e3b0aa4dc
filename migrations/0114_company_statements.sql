-- +goose Up

-- Statements of companies' accounts as they were issued. They are never changed.
CREATE TABLE company_statements (
    org_id          TEXT NOT NULL,
    statement_id    TEXT NOT NULL,
    company_id      TEXT NOT NULL,
    number          TEXT NOT NULL,
    business_date   TEXT NOT NULL, -- on which it was issued
    period_from     TEXT NOT NULL,
    period_to       TEXT NOT NULL,
    opening         BIGINT NOT NULL,
    closing         BIGINT NOT NULL,
    created_by      TEXT NOT NULL,
    created_by_name TEXT NOT NULL,
    created_at      BIGINT NOT NULL,
    PRIMARY KEY (org_id, statement_id),
    FOREIGN KEY (org_id, company_id) REFERENCES companies (org_id, company_id)
);
CREATE INDEX company_statements_by_company ON company_statements (org_id, company_id, created_at, statement_id);

-- What a statement says on paper, with the names and addresses of that day, as JSON.
CREATE TABLE company_statement_papers (
    org_id       TEXT NOT NULL,
    statement_id TEXT NOT NULL,
    paper        TEXT NOT NULL,
    PRIMARY KEY (org_id, statement_id)
);

-- To whom statements were mailed.
CREATE TABLE company_statement_mails (
    org_id       TEXT NOT NULL,
    statement_id TEXT NOT NULL,
    mail_id      TEXT NOT NULL,
    email        TEXT NOT NULL,
    sent_by      TEXT NOT NULL,
    sent_by_name TEXT NOT NULL,
    sent_at      BIGINT NOT NULL,
    PRIMARY KEY (org_id, statement_id, mail_id)
);

-- They are numbered as other documents are. The ids end where other ids count.
INSERT INTO series (org_id, created_at, updated_at, module, series_id, prefix, separator, next_number, last_number)
    SELECT org_id, created_at, created_at, 'company_statement', substr(org_id, 1, 18) || '000114', 'ST', '-', 1, 0
    FROM series WHERE module = 'booking';
