-- +goose Up

-- The end of a month waits until such an account is zero.
ALTER TABLE chart_places ADD COLUMN must_be_zero BOOLEAN NOT NULL DEFAULT FALSE;

-- What of payments is for no invoice.
CREATE INDEX payment_parts_unapplied ON payment_parts (org_id, payment_id, booking_id, amount) WHERE invoice_id = '';
