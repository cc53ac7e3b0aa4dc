-- +goose Up

-- An invoice names who shared the rooms of its stay, as it was when it was issued.
ALTER TABLE invoices ADD COLUMN sharers TEXT NOT NULL DEFAULT '';
