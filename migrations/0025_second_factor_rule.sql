-- +goose Up

-- Whether the organization lets in only people who have a second factor.
ALTER TABLE organizations ADD COLUMN requires_mfa BOOLEAN NOT NULL DEFAULT FALSE;
