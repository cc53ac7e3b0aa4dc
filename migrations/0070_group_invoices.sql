-- +goose Up

-- An invoice over many stays is of a group and of no booking; its lines say of which booking each is.
ALTER TABLE invoices ADD COLUMN group_id TEXT NOT NULL DEFAULT '';
CREATE INDEX invoices_by_group ON invoices (org_id, group_id, created_at, invoice_id) WHERE group_id <> '';
ALTER TABLE invoice_lines ADD COLUMN booking_id TEXT NOT NULL DEFAULT '';
