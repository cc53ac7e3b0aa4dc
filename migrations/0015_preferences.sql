-- +goose Up

-- How a person likes the console in an organization; it ends with the membership.
CREATE TABLE preferences (
    org_id      TEXT NOT NULL,
    login_id    TEXT NOT NULL,
    language    TEXT NOT NULL,
    density     TEXT NOT NULL,
    theme       TEXT NOT NULL,
    single_keys BOOLEAN NOT NULL,
    filters     TEXT NOT NULL, -- JSON
    version     BIGINT NOT NULL,
    PRIMARY KEY (org_id, login_id),
    FOREIGN KEY (org_id, login_id) REFERENCES memberships (org_id, login_id) ON DELETE CASCADE
);
