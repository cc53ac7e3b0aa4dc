-- +goose Up

-- What a company has agreed with the hotel about paying later. contacts is a JSON list; credit_limit is in minor units,
-- NULL without a limit; payment_terms counts days from an invoice's date, NULL: the hotel's own.
ALTER TABLE companies ADD COLUMN legal_name TEXT NOT NULL DEFAULT '';
ALTER TABLE companies ADD COLUMN gst_treatment TEXT NOT NULL DEFAULT '';
ALTER TABLE companies ADD COLUMN pan TEXT NOT NULL DEFAULT '';
ALTER TABLE companies ADD COLUMN contacts TEXT NOT NULL DEFAULT '[]';
ALTER TABLE companies ADD COLUMN invoicing_email TEXT NOT NULL DEFAULT '';
ALTER TABLE companies ADD COLUMN payment_terms BIGINT;
ALTER TABLE companies ADD COLUMN credit_limit BIGINT;
ALTER TABLE companies ADD COLUMN on_hold BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE companies ADD COLUMN may_owe BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE companies ADD COLUMN po_required BOOLEAN NOT NULL DEFAULT FALSE;
