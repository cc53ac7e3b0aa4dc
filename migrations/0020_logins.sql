-- +goose Up

-- A reset finds what its address has accepted.
CREATE INDEX one_time_tokens_by_email ON one_time_tokens (email);
