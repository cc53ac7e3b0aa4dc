-- +goose Up

-- What a hotel is as a place: where it is, when stays begin and end, and how it is registered for tax.
CREATE TABLE hotels (
    org_id            TEXT PRIMARY KEY,
    address           TEXT NOT NULL,
    country           TEXT NOT NULL,
    timezone          TEXT NOT NULL,
    default_check_in  TEXT NOT NULL,
    default_check_out TEXT NOT NULL,
    gstin             TEXT NOT NULL,
    pan               TEXT NOT NULL,
    tax_edition       TEXT NOT NULL
);
INSERT INTO hotels (org_id, address, country, timezone, default_check_in, default_check_out, gstin, pan, tax_edition)
    SELECT org_id, address, country, timezone, default_check_in, default_check_out, gstin, pan, tax_edition
    FROM organizations;
ALTER TABLE organizations DROP COLUMN address;
ALTER TABLE organizations DROP COLUMN country;
ALTER TABLE organizations DROP COLUMN timezone;
ALTER TABLE organizations DROP COLUMN default_check_in;
ALTER TABLE organizations DROP COLUMN default_check_out;
ALTER TABLE organizations DROP COLUMN gstin;
ALTER TABLE organizations DROP COLUMN pan;
ALTER TABLE organizations DROP COLUMN tax_edition;

-- How far a hotel's business days are closed, and the period of its books that is locked.
CREATE TABLE business_days (
    org_id         TEXT PRIMARY KEY,
    closed_day     TEXT NOT NULL,   -- the last business day that was closed, '' before the first
    locked_day     TEXT NOT NULL,   -- nothing is dated on it or before any more; '' where nothing is locked
    lock_reason    TEXT NOT NULL,
    locked_by      TEXT NOT NULL,
    locked_by_name TEXT NOT NULL,
    locked_at      BIGINT NOT NULL,
    lock_version   BIGINT NOT NULL
);
INSERT INTO business_days (org_id, closed_day, locked_day, lock_reason, locked_by, locked_by_name, locked_at, lock_version)
    SELECT org_id, closed_day, locked_day, lock_reason, locked_by, locked_by_name, locked_at, lock_version FROM books;
ALTER TABLE books DROP COLUMN closed_day;
ALTER TABLE books DROP COLUMN locked_day;
ALTER TABLE books DROP COLUMN lock_reason;
ALTER TABLE books DROP COLUMN locked_by;
ALTER TABLE books DROP COLUMN locked_by_name;
ALTER TABLE books DROP COLUMN locked_at;
ALTER TABLE books DROP COLUMN lock_version;
