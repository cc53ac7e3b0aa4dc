-- +goose Up

-- How often a record was changed, from 1. Every statement that changes the record raises it, so that an update can say
-- which version it was made from.
ALTER TABLE organizations ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE memberships ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE roles ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE series ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE room_categories ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE rooms ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE guests ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE bookings ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE quotes ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE invoices ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE expenses ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE vendors ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE taxes ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE accounts ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE email_templates ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE notification_configs ADD COLUMN version BIGINT NOT NULL DEFAULT 1;

-- books.version counts its locks; the settings in it have a version of their own.
ALTER TABLE books ADD COLUMN settings_version BIGINT NOT NULL DEFAULT 1;

-- What check-in and check-out refuse, instead of warning of it.
ALTER TABLE books ADD COLUMN refuse_early_arrival BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE books ADD COLUMN refuse_dirty_room BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE books ADD COLUMN refuse_occupied_room BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE books ADD COLUMN refuse_balance_owed BOOLEAN NOT NULL DEFAULT FALSE;

-- Premises at which GST on food is 18 % instead of 5 %.
ALTER TABLE books ADD COLUMN specified_premises BOOLEAN NOT NULL DEFAULT FALSE;

-- Where a booking came from in another system: the channel's own reference, once for each channel.
ALTER TABLE bookings ADD COLUMN channel TEXT NOT NULL DEFAULT '';
ALTER TABLE bookings ADD COLUMN external_reference TEXT NOT NULL DEFAULT '';
CREATE UNIQUE INDEX bookings_by_reference ON bookings (org_id, channel, external_reference) WHERE external_reference <> '';
CREATE INDEX bookings_by_update ON bookings (org_id, updated_at, booking_id);
