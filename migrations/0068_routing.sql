-- +goose Up

-- Which charges of a booking go to which folio, as JSON: {"rooms":"master","food":"company"}; what it doesn't name
-- stays the guest's own. A booking follows its group, unless its rules were set for itself.
ALTER TABLE bookings ADD COLUMN routing TEXT NOT NULL DEFAULT '{}';
ALTER TABLE bookings ADD COLUMN routing_own BOOLEAN NOT NULL DEFAULT FALSE;
-- What of the booking its group's master account pays: posted, and still to be posted.
ALTER TABLE bookings ADD COLUMN routed BIGINT NOT NULL DEFAULT 0;

-- What the master account pays was a word; now rules follow from it, or are set.
ALTER TABLE booking_groups ADD COLUMN routing TEXT NOT NULL DEFAULT '{}';
UPDATE booking_groups SET routing = '{"rooms":"master"}' WHERE master_pays = 'rooms';
UPDATE booking_groups SET routing = '{"rooms":"master","food":"master","other":"master"}' WHERE master_pays = 'all';

-- Whose a line is: '' the guest's own, 'company', or the id of the group whose master account pays it.
ALTER TABLE folio_lines ADD COLUMN payer TEXT NOT NULL DEFAULT '';
CREATE INDEX folio_lines_by_payer ON folio_lines (org_id, payer, booking_id, position) WHERE payer <> '';
