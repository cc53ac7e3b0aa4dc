-- +goose Up

-- Lists find a page's keys in an index alone, and read only those rows whole. Each of these indexes begins with an
-- order or a filter, and holds what the list's other filters and orders ask of a row.

-- How many bookings there are of each kind: lists take their totals from it, and find by it what kinds there are.
ALTER TABLE booking_counts RENAME TO booking_counts_before;
CREATE TABLE booking_counts (
    org_id     TEXT NOT NULL,
    status     TEXT NOT NULL,
    source     TEXT NOT NULL,
    channel    TEXT NOT NULL,
    created_by TEXT NOT NULL,
    number     BIGINT NOT NULL,
    PRIMARY KEY (org_id, status, source, channel, created_by)
);
INSERT INTO booking_counts (org_id, status, source, channel, created_by, number)
    SELECT org_id, status, source, channel, created_by, COUNT(*) FROM bookings
    GROUP BY org_id, status, source, channel, created_by;
DROP TABLE booking_counts_before;

DROP INDEX bookings_by_time;
CREATE INDEX bookings_by_time ON bookings (org_id, created_at, booking_id, status, source, channel, created_by, check_in, check_out, updated_at);
DROP INDEX bookings_by_check_in;
CREATE INDEX bookings_by_check_in ON bookings (org_id, check_in, created_at, booking_id, status, source, channel, created_by, check_out, updated_at);
DROP INDEX bookings_by_check_out;
CREATE INDEX bookings_by_check_out ON bookings (org_id, check_out, created_at, booking_id, status, source, channel, created_by, check_in, updated_at);
DROP INDEX bookings_by_update;
CREATE INDEX bookings_by_update ON bookings (org_id, updated_at, booking_id, status, source, channel, created_by, check_in, check_out, created_at);
DROP INDEX bookings_by_status;
CREATE INDEX bookings_by_kind ON bookings (org_id, status, source, channel, created_by, check_in, created_at, booking_id, check_out, updated_at);
DROP INDEX bookings_by_company;
CREATE INDEX bookings_by_company ON bookings (org_id, company_id, created_at, booking_id, status, source, channel, created_by, check_in, check_out, updated_at) WHERE company_id IS NOT NULL;
CREATE INDEX bookings_owing ON bookings (org_id, check_in, created_at, booking_id, status, source, channel, created_by, check_out, updated_at)
    WHERE CASE status WHEN 'cancelled' THEN cancellation_charge + retained ELSE total END
        + CASE WHEN prices_include_tax THEN 0 ELSE room_tax END + extras - paid + refunded > 0;

-- A room's bookings, each once.
DROP INDEX booking_rooms_by_room;
CREATE INDEX booking_rooms_by_room ON booking_rooms (org_id, room_id, from_date, booking_id);

-- What the payments and refunds of a month come to, by all that a list asks of them but the record that they are for.
CREATE TABLE payment_months (
    org_id     TEXT NOT NULL,
    month      TEXT NOT NULL,
    kind       TEXT NOT NULL,
    method     TEXT NOT NULL,
    account_id TEXT NOT NULL,
    status     TEXT NOT NULL,
    number     BIGINT NOT NULL,
    amount     BIGINT NOT NULL,
    PRIMARY KEY (org_id, month, kind, method, account_id, status)
);
INSERT INTO payment_months (org_id, month, kind, method, account_id, status, number, amount)
    SELECT org_id, substr(business_date, 1, 7), kind, method, account_id, status, COUNT(*), CAST(SUM(amount) AS BIGINT) FROM payments
    GROUP BY org_id, substr(business_date, 1, 7), kind, method, account_id, status;
DROP INDEX payments_by_time;
CREATE INDEX payments_by_time ON payments (org_id, created_at, payment_id, kind, method, account_id, status, business_date);
DROP INDEX payments_by_date;
CREATE INDEX payments_by_date ON payments (org_id, business_date, created_at, payment_id, kind, method, account_id, status, amount);
DROP INDEX payments_by_account;
CREATE INDEX payments_by_account ON payments (org_id, account_id, created_at, payment_id, kind, method, status, business_date);
CREATE INDEX payments_by_method ON payments (org_id, method, created_at, payment_id, kind, account_id, status, business_date);
DROP INDEX payments_by_original;
CREATE INDEX payments_refunds ON payments (org_id, created_at, payment_id, method, account_id, status, business_date) WHERE kind = 'refund';
CREATE INDEX payments_void ON payments (org_id, created_at, payment_id, kind, method, account_id, business_date) WHERE status = 'void';

CREATE INDEX account_transfers_by_time ON account_transfers (org_id, created_at, transfer_id, from_account, to_account, business_date);
CREATE INDEX account_transfers_by_date ON account_transfers (org_id, business_date, created_at, transfer_id, from_account, to_account);

DROP INDEX invoices_by_time;
CREATE INDEX invoices_by_time ON invoices (org_id, created_at, invoice_id, status, invoice_date);
DROP INDEX invoices_by_status;
CREATE INDEX invoices_by_status ON invoices (org_id, status, created_at, invoice_id, invoice_date, taxable, cgst, sgst, other_tax, total, paid, credited);
DROP INDEX invoices_by_date;
CREATE INDEX invoices_by_date ON invoices (org_id, invoice_date, created_at, invoice_id, status, taxable, cgst, sgst, other_tax, total, paid, credited);
CREATE INDEX invoices_open ON invoices (org_id, due_date, created_at, invoice_id, status, invoice_date, taxable, cgst, sgst, other_tax, total, paid, credited) WHERE status IN ('issued', 'partially_paid');

DROP INDEX credit_notes_by_time;
CREATE INDEX credit_notes_by_time ON credit_notes (org_id, created_at, credit_note_id, note_date);
DROP INDEX credit_notes_by_date;
CREATE INDEX credit_notes_by_date ON credit_notes (org_id, note_date, created_at, credit_note_id, taxable, cgst, sgst, other_tax, total);
CREATE INDEX credit_notes_by_booking ON credit_notes (org_id, booking_id);

DROP INDEX quotes_by_time;
CREATE INDEX quotes_by_time ON quotes (org_id, created_at, quote_id, status, valid_until, quote_date);
DROP INDEX quotes_by_status;
CREATE INDEX quotes_by_status ON quotes (org_id, status, valid_until, created_at, quote_id, quote_date);
CREATE INDEX quotes_by_date ON quotes (org_id, quote_date, created_at, quote_id, status, valid_until);
CREATE INDEX quotes_by_guest ON quotes (org_id, guest_id);

DROP INDEX expenses_by_time;
CREATE INDEX expenses_by_time ON expenses (org_id, created_at, expense_id, status, vendor_id, category, account_id, expense_date);
DROP INDEX expenses_by_date;
CREATE INDEX expenses_by_date ON expenses (org_id, expense_date, created_at, expense_id, status, vendor_id, category, account_id, amount, tax);
DROP INDEX expenses_by_vendor;
CREATE INDEX expenses_by_vendor ON expenses (org_id, vendor_id, created_at, expense_id, status, category, account_id, expense_date, amount, tax);
CREATE INDEX expenses_by_category ON expenses (org_id, category, created_at, expense_id, status, vendor_id, account_id, expense_date, amount, tax);
CREATE INDEX expenses_by_account ON expenses (org_id, account_id, created_at, expense_id, status, vendor_id, category, expense_date, amount, tax);

DROP INDEX companies_by_time;
CREATE INDEX companies_by_time ON companies (org_id, created_at, company_id, is_active);
DROP INDEX holds_by_expiry;
CREATE INDEX holds_by_expiry ON holds (org_id, status, expires_at, created_at, hold_id);

DROP INDEX audit_entries_by_time;
CREATE INDEX audit_entries_by_time ON audit_entries (org_id, created_at, entry_id, action, user_id, resource_type);
DROP INDEX audit_entries_by_resource;
CREATE INDEX audit_entries_by_resource ON audit_entries (org_id, resource_type, resource_id, created_at, entry_id);
DROP INDEX audit_entries_by_action;
CREATE INDEX audit_entries_by_action ON audit_entries (org_id, action, created_at, entry_id, user_id, resource_type);
DROP INDEX audit_entries_by_user;
CREATE INDEX audit_entries_by_user ON audit_entries (org_id, user_id, created_at, entry_id, action, resource_type);
