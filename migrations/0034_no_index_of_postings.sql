-- +goose Up

-- No statement asks for the credit notes of a business day: the books do.
DROP INDEX credit_notes_by_posting;
