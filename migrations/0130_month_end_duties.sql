-- +goose Up

-- What the month's end asks for: tax that was withheld and not deposited, and agents' bills that aren't paid.
CREATE INDEX vendor_tds_waiting ON vendor_tds (org_id, day, section, amount)
    WHERE deposit_id = '' AND NOT is_void AND amount > 0;
CREATE INDEX agent_bills_unpaid ON agent_bills (org_id, business_date, bill_id) WHERE status = 'unpaid';
