-- +goose Up

-- Whether the organization lets in only people who have a second factor.
ALTER TABLE organizations ADD COLUMN requires_mfa BOOLEAN NOT NULL DEFAULT FALSE;

-- Whether a stranger has signed the organization up and nobody is known to have come in since.
ALTER TABLE organizations ADD COLUMN unanswered BOOLEAN NOT NULL DEFAULT FALSE;

-- What the postings since this version have moved together, which is bounded: so no sum of them overflows.
ALTER TABLE books ADD COLUMN turnover BIGINT NOT NULL DEFAULT 0;
