-- +goose Up

-- Tax is withheld from travel agents, too, who are companies: their commission is under section 194H.
ALTER TABLE vendor_tds RENAME COLUMN vendor_id TO payee_id; -- a vendor, or a company
ALTER TABLE tds_certificates RENAME COLUMN vendor_id TO payee_id;
