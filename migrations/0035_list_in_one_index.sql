-- +goose Up

-- The list of bookings, newest or oldest first, is read from this index alone.
DROP INDEX bookings_by_time;
CREATE INDEX bookings_by_time ON bookings (org_id, created_at, booking_id, status, source, channel, created_by, check_in, check_out, updated_at, code, guest_name, total, version);
