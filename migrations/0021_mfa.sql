-- +goose Up

-- A login's second factor. The secret is sealed under a key that isn't in the database. Until confirmed_at it is only
-- being set up. last_step is the time step of the last code that was used, so that none works twice.
CREATE TABLE login_mfa (
    login_id     TEXT PRIMARY KEY,
    secret       TEXT NOT NULL,
    confirmed_at BIGINT,
    last_step    BIGINT NOT NULL,
    created_at   BIGINT NOT NULL
);

-- What lets somebody in who has lost the device, hashed. Each works once.
CREATE TABLE login_recovery_codes (
    login_id  TEXT NOT NULL,
    code_hash TEXT NOT NULL,
    used_at   BIGINT,
    PRIMARY KEY (login_id, code_hash)
);
