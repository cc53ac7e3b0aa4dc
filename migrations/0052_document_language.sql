-- +goose Up

-- The language of a hotel's papers: an ISO 639-1 code.
ALTER TABLE hotels ADD COLUMN document_language TEXT NOT NULL DEFAULT 'en';
