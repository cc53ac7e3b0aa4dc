-- +goose Up

-- Whether the lines of an invoice were chosen from its booking's folio: a part of a bill that is split.
ALTER TABLE invoices ADD COLUMN split BOOLEAN NOT NULL DEFAULT FALSE;
