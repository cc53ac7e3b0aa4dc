-- +goose Up

-- What an organization's taxes are known by: another value after each change of one of them, which nothing else ever
-- had; empty until the first. Processes remember the taxes by it.
ALTER TABLE organizations ADD COLUMN tax_edition TEXT NOT NULL DEFAULT '';
