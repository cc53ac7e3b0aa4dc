-- +goose Up

-- Which charges of a booking go to which folio, as JSON: {"rooms":"master","food":"company"}; what it doesn't name
-- stays the guest's own. A booking follows its group, unless its rules were set for itself. A group without rules goes
-- by the word master_pays.
ALTER TABLE bookings ADD COLUMN routing TEXT NOT NULL DEFAULT '';
ALTER TABLE bookings ADD COLUMN routing_own BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE booking_groups ADD COLUMN routing TEXT NOT NULL DEFAULT '';

-- What of the booking its group's master account pays: posted, and still to be posted. The guest doesn't owe it.
ALTER TABLE bookings ADD COLUMN routed BIGINT NOT NULL DEFAULT 0;
DROP INDEX bookings_owing;
CREATE INDEX bookings_owing ON bookings (org_id, check_in, created_at, booking_id, status, source, channel, created_by, check_out, updated_at)
    WHERE CASE status WHEN 'cancelled' THEN cancellation_charge + retained ELSE total END
        + CASE WHEN prices_include_tax THEN 0 ELSE room_tax END + extras - routed - paid + refunded > 0;

-- Whose a line is: '' the guest's own, 'company', or the id of the group whose master account pays it.
ALTER TABLE folio_lines ADD COLUMN payer TEXT NOT NULL DEFAULT '';
CREATE INDEX folio_lines_by_payer ON folio_lines (org_id, payer, booking_id, position) WHERE payer <> '';
