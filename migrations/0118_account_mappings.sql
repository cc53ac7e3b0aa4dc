-- +goose Up

-- Which accounts of its chart a hotel's sales and expenses are posted to, as JSON. Without a row: the books' own.
CREATE TABLE account_mappings (
    org_id     TEXT NOT NULL,
    mapping    TEXT NOT NULL,
    updated_at BIGINT NOT NULL,
    version    BIGINT NOT NULL,
    PRIMARY KEY (org_id)
);

-- The account that a line of an invoice, or an expense, was posted to, where it isn't the books' own.
CREATE TABLE mapped_lines (
    org_id      TEXT NOT NULL,
    document_id TEXT NOT NULL,
    position    BIGINT NOT NULL,
    account     TEXT NOT NULL,
    PRIMARY KEY (org_id, document_id, position)
);

-- What of one of the books' own accounts documents have posted to others on a day: a positive amount is a debit.
CREATE TABLE mapped_sums (
    org_id TEXT NOT NULL,
    own    TEXT NOT NULL,
    day    TEXT NOT NULL,
    amount BIGINT NOT NULL,
    PRIMARY KEY (org_id, own, day)
);
