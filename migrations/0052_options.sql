-- +goose Up

-- For whom rooms are held, and when the desk was told that the time is nearly over.
ALTER TABLE holds ADD COLUMN guest_name TEXT NOT NULL DEFAULT '';
ALTER TABLE holds ADD COLUMN guest_phone TEXT NOT NULL DEFAULT '';
ALTER TABLE holds ADD COLUMN reminded_at BIGINT;
