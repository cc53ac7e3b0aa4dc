-- +goose Up

-- A reset finds what its address has accepted.
CREATE INDEX one_time_tokens_by_email ON one_time_tokens (email);

-- The browsers that a login has signed in with before, by a cookie, hashed. A browser may be several people's.
CREATE TABLE login_devices (
    device_hash TEXT NOT NULL,
    login_id    TEXT NOT NULL,
    created_at  BIGINT NOT NULL,
    used_at     BIGINT NOT NULL, -- the last sign-in
    expires_at  BIGINT NOT NULL,
    PRIMARY KEY (device_hash, login_id)
);
CREATE INDEX login_devices_by_login ON login_devices (login_id);
CREATE INDEX login_devices_by_expiry ON login_devices (expires_at);

-- Sessions whose refresh token rotates count its generations from 1, and note when the present one was given out.
ALTER TABLE sessions ADD COLUMN generation BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN rotated_at BIGINT NOT NULL DEFAULT 0;

-- When the audit logs last had a failure to sign in as this login, in UTC milliseconds.
ALTER TABLE logins ADD COLUMN failure_noted_at BIGINT NOT NULL DEFAULT 0;
