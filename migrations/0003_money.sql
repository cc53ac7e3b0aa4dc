-- +goose Up
-- The organization's books: how it bills, and the row that every transaction which moves money locks first.
CREATE TABLE books (
    org_id             TEXT PRIMARY KEY,
    version            BIGINT NOT NULL,
    prices_include_tax BOOLEAN NOT NULL,
    issue_at_checkout  BOOLEAN NOT NULL,
    round_to_whole     BOOLEAN NOT NULL,
    due_days           BIGINT NOT NULL,
    audit_hour         BIGINT NOT NULL, -- of the hotel's clock; -1: the day is closed by hand only
    audit_no_shows     BOOLEAN NOT NULL,
    closed_day         TEXT NOT NULL,   -- the last business day that was closed, '' before the first
    updated_at         BIGINT NOT NULL
);

-- Where money is: cash, bank … balance is opening plus every ledger entry of the account.
CREATE TABLE accounts (
    org_id     TEXT NOT NULL,
    account_id TEXT NOT NULL,
    name       TEXT NOT NULL,
    name_key   TEXT NOT NULL,
    kind       TEXT NOT NULL,
    is_default BOOLEAN NOT NULL,
    is_active  BOOLEAN NOT NULL,
    notes      TEXT NOT NULL,
    balance    BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (org_id, account_id),
    UNIQUE (org_id, name_key)
);
-- At most one account of a kind takes the payments that name none.
CREATE UNIQUE INDEX accounts_default ON accounts (org_id, kind) WHERE is_default;

-- Double entry: the entries of a posting add up to zero (a debit is positive). account is an account's id or the
-- name of one of the books' own, such as 'sales'. Rows are never changed or deleted.
CREATE TABLE ledger_entries (
    org_id        TEXT NOT NULL,
    posting_id    TEXT NOT NULL,
    position      BIGINT NOT NULL,
    account       TEXT NOT NULL,
    amount        BIGINT NOT NULL,
    business_date TEXT NOT NULL,
    document      TEXT NOT NULL, -- 'payment', 'invoice' …
    document_id   TEXT NOT NULL,
    number        TEXT NOT NULL, -- of the document
    note          TEXT NOT NULL,
    created_by    TEXT NOT NULL,
    created_at    BIGINT NOT NULL,
    PRIMARY KEY (org_id, posting_id, position)
);
CREATE INDEX ledger_entries_by_account ON ledger_entries (org_id, account, business_date, created_at, posting_id, position);
CREATE INDEX ledger_entries_by_document ON ledger_entries (org_id, document_id);

CREATE TABLE account_transfers (
    org_id        TEXT NOT NULL,
    transfer_id   TEXT NOT NULL,
    from_account  TEXT NOT NULL,
    to_account    TEXT NOT NULL,
    amount        BIGINT NOT NULL,
    business_date TEXT NOT NULL,
    notes         TEXT NOT NULL,
    created_by    TEXT NOT NULL,
    created_at    BIGINT NOT NULL,
    PRIMARY KEY (org_id, transfer_id)
);

-- What moved on one of the hotel's days, kept by the transactions that move it: reports don't scan the movements.
CREATE TABLE daily_money (
    org_id   TEXT NOT NULL,
    day      TEXT NOT NULL,
    payments BIGINT NOT NULL, -- how many were received
    received BIGINT NOT NULL,
    refunds  BIGINT NOT NULL,
    refunded BIGINT NOT NULL,
    spent    BIGINT NOT NULL,
    PRIMARY KEY (org_id, day)
);

-- Of a payment: status 'recorded' or 'void', refunded is what was given back of it. Of a refund: refund_of. advance is
-- how much of the movement was not for an invoice when it was recorded: what its voucher says.
ALTER TABLE payments ADD COLUMN account_id TEXT NOT NULL DEFAULT '';
ALTER TABLE payments ADD COLUMN reference TEXT NOT NULL DEFAULT '';
ALTER TABLE payments ADD COLUMN notes TEXT NOT NULL DEFAULT '';
ALTER TABLE payments ADD COLUMN payer TEXT NOT NULL DEFAULT '';
ALTER TABLE payments ADD COLUMN payer_email TEXT NOT NULL DEFAULT '';
ALTER TABLE payments ADD COLUMN status TEXT NOT NULL DEFAULT 'recorded';
ALTER TABLE payments ADD COLUMN refunded BIGINT NOT NULL DEFAULT 0;
ALTER TABLE payments ADD COLUMN refund_of TEXT NOT NULL DEFAULT '';
ALTER TABLE payments ADD COLUMN void_reason TEXT NOT NULL DEFAULT '';
ALTER TABLE payments ADD COLUMN voided_at BIGINT;
ALTER TABLE payments ADD COLUMN advance BIGINT NOT NULL DEFAULT 0;
ALTER TABLE payments ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
CREATE INDEX payments_by_time ON payments (org_id, created_at, payment_id);
CREATE INDEX payments_by_account ON payments (org_id, account_id, created_at);
CREATE INDEX payments_by_original ON payments (org_id, refund_of);

-- What a payment's money is for now: a booking's advance (no invoice), an invoice, or nobody's yet (neither). The
-- parts of a payment add up to its amount less what was refunded. The parts of a refund say where it was taken from.
CREATE TABLE payment_parts (
    org_id     TEXT NOT NULL,
    payment_id TEXT NOT NULL,
    position   BIGINT NOT NULL,
    booking_id TEXT NOT NULL,
    invoice_id TEXT NOT NULL,
    amount     BIGINT NOT NULL,
    PRIMARY KEY (org_id, payment_id, position),
    FOREIGN KEY (org_id, payment_id) REFERENCES payments (org_id, payment_id)
);
CREATE INDEX payment_parts_by_booking ON payment_parts (org_id, booking_id);
CREATE INDEX payment_parts_by_invoice ON payment_parts (org_id, invoice_id);

-- A tax in force on the days [from_date, to_date]; '' is open. slabs is JSON: rates by the price of a room-night.
CREATE TABLE taxes (
    org_id     TEXT NOT NULL,
    tax_id     TEXT NOT NULL,
    name       TEXT NOT NULL,
    kind       TEXT NOT NULL, -- 'gst' (two equal halves, charged only with a GSTIN) or 'other'
    applies_to TEXT NOT NULL, -- 'room-night' or 'service'
    sac        TEXT NOT NULL,
    slabs      TEXT NOT NULL,
    from_date  TEXT NOT NULL,
    to_date    TEXT NOT NULL,
    is_active  BOOLEAN NOT NULL,
    is_seeded  BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (org_id, tax_id)
);

-- Of the taxes that a night could bear the one that begins last is charged, so two never begin together.
CREATE UNIQUE INDEX taxes_by_start ON taxes (org_id, kind, from_date) WHERE is_active AND applies_to = 'room-night';

-- What a booking's price says about tax, as it was agreed; room_tax is what is added to its total for tax.
ALTER TABLE bookings ADD COLUMN prices_include_tax BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE bookings ADD COLUMN room_tax BIGINT NOT NULL DEFAULT 0;

-- The lines of a booking's folio. A line's amounts are never changed: it is reversed by another of the opposite sign.
-- invoice_id is the invoice (draft or issued) that bills it. rate is hundredths of a percent, quantity thousandths.
CREATE TABLE folio_lines (
    org_id      TEXT NOT NULL,
    booking_id  TEXT NOT NULL,
    line_id     TEXT NOT NULL,
    position    BIGINT NOT NULL,
    kind        TEXT NOT NULL, -- 'room-night', 'service', 'adjustment'
    lodging     BOOLEAN NOT NULL, -- counts as the price of the rooms
    room_id     TEXT NOT NULL,
    room_number TEXT NOT NULL,
    day         TEXT NOT NULL, -- the night, or the business day of the service
    description TEXT NOT NULL,
    sac         TEXT NOT NULL,
    quantity    BIGINT NOT NULL,
    unit_price  BIGINT NOT NULL,
    discount    BIGINT NOT NULL,
    tax_name    TEXT NOT NULL,
    tax_kind    TEXT NOT NULL, -- '', 'gst', 'utgst' or 'other'
    rate        BIGINT NOT NULL,
    taxable     BIGINT NOT NULL,
    cgst        BIGINT NOT NULL,
    sgst        BIGINT NOT NULL,
    other_tax   BIGINT NOT NULL,
    total       BIGINT NOT NULL,
    reverses    TEXT NOT NULL,
    reversed_by TEXT NOT NULL,
    invoice_id  TEXT NOT NULL,
    created_by  TEXT NOT NULL,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (org_id, booking_id, line_id),
    FOREIGN KEY (org_id, booking_id) REFERENCES bookings (org_id, booking_id)
);
-- A room's night is charged once, however often the day is closed.
CREATE UNIQUE INDEX folio_lines_nights ON folio_lines (org_id, booking_id, room_id, day) WHERE kind = 'room-night' AND reverses = '' AND reversed_by = '';
CREATE INDEX folio_lines_by_day ON folio_lines (org_id, day, kind);
CREATE INDEX folio_lines_by_invoice ON folio_lines (org_id, invoice_id) WHERE invoice_id <> '';

CREATE TABLE night_audits (
    org_id    TEXT NOT NULL,
    day       TEXT NOT NULL,
    report    TEXT NOT NULL,
    closed_by TEXT NOT NULL,
    closed_at BIGINT NOT NULL,
    PRIMARY KEY (org_id, day)
);

-- seller and buyer are JSON: what the document says about the parties, as it was when it was issued.
CREATE TABLE invoices (
    org_id             TEXT NOT NULL,
    invoice_id         TEXT NOT NULL,
    number             TEXT NOT NULL, -- '' while it is a draft
    status             TEXT NOT NULL,
    document           TEXT NOT NULL, -- 'tax_invoice' or 'bill_of_supply'
    booking_id         TEXT NOT NULL,
    guest_id           TEXT NOT NULL,
    guest_name         TEXT NOT NULL,
    seller             TEXT NOT NULL,
    buyer              TEXT NOT NULL,
    place_of_supply    TEXT NOT NULL,
    invoice_date       TEXT NOT NULL,
    due_date           TEXT NOT NULL,
    notes              TEXT NOT NULL,
    prices_include_tax BOOLEAN NOT NULL,
    rounding_rule      TEXT NOT NULL,
    discount           BIGINT NOT NULL,
    taxable            BIGINT NOT NULL,
    cgst               BIGINT NOT NULL,
    sgst               BIGINT NOT NULL,
    other_tax          BIGINT NOT NULL,
    rounding           BIGINT NOT NULL,
    total              BIGINT NOT NULL,
    paid               BIGINT NOT NULL,
    credited           BIGINT NOT NULL,
    at_checkout        BOOLEAN NOT NULL, -- drafted by the check-out of its booking
    void_reason        TEXT NOT NULL,
    voided_at          BIGINT,
    issued_at          BIGINT,
    sent_at            BIGINT,
    search_text        TEXT NOT NULL,
    created_by         TEXT NOT NULL,
    created_at         BIGINT NOT NULL,
    updated_at         BIGINT NOT NULL,
    PRIMARY KEY (org_id, invoice_id)
);
CREATE UNIQUE INDEX invoices_by_number ON invoices (org_id, number) WHERE number <> '';
CREATE INDEX invoices_by_time ON invoices (org_id, created_at, invoice_id);
CREATE INDEX invoices_by_status ON invoices (org_id, status, created_at, invoice_id);
CREATE INDEX invoices_by_guest ON invoices (org_id, guest_id);
CREATE INDEX invoices_by_booking ON invoices (org_id, booking_id);
CREATE INDEX invoices_by_date ON invoices (org_id, invoice_date);

-- credited is what credit notes have taken off the line, tax included.
CREATE TABLE invoice_lines (
    org_id        TEXT NOT NULL,
    invoice_id    TEXT NOT NULL,
    position      BIGINT NOT NULL,
    folio_line_id TEXT NOT NULL,
    tax_id        TEXT NOT NULL, -- that a line without a folio names
    kind          TEXT NOT NULL,
    lodging       BOOLEAN NOT NULL,
    room_number   TEXT NOT NULL,
    day           TEXT NOT NULL,
    description   TEXT NOT NULL,
    sac           TEXT NOT NULL,
    quantity      BIGINT NOT NULL,
    unit_price    BIGINT NOT NULL,
    discount      BIGINT NOT NULL,
    tax_name      TEXT NOT NULL,
    tax_kind      TEXT NOT NULL,
    rate          BIGINT NOT NULL,
    taxable       BIGINT NOT NULL,
    cgst          BIGINT NOT NULL,
    sgst          BIGINT NOT NULL,
    other_tax     BIGINT NOT NULL,
    total         BIGINT NOT NULL,
    credited      BIGINT NOT NULL,
    PRIMARY KEY (org_id, invoice_id, position),
    FOREIGN KEY (org_id, invoice_id) REFERENCES invoices (org_id, invoice_id)
);

CREATE TABLE credit_notes (
    org_id         TEXT NOT NULL,
    credit_note_id TEXT NOT NULL,
    number         TEXT NOT NULL,
    invoice_id     TEXT NOT NULL,
    booking_id     TEXT NOT NULL,
    guest_name     TEXT NOT NULL,
    seller         TEXT NOT NULL,
    note_date      TEXT NOT NULL,
    reason         TEXT NOT NULL,
    taxable        BIGINT NOT NULL,
    cgst           BIGINT NOT NULL,
    sgst           BIGINT NOT NULL,
    other_tax      BIGINT NOT NULL,
    rounding       BIGINT NOT NULL,
    total          BIGINT NOT NULL,
    sent_at        BIGINT,
    created_by     TEXT NOT NULL,
    created_at     BIGINT NOT NULL,
    PRIMARY KEY (org_id, credit_note_id),
    UNIQUE (org_id, number),
    FOREIGN KEY (org_id, invoice_id) REFERENCES invoices (org_id, invoice_id)
);
CREATE INDEX credit_notes_by_time ON credit_notes (org_id, created_at, credit_note_id);
CREATE INDEX credit_notes_by_invoice ON credit_notes (org_id, invoice_id);
CREATE INDEX credit_notes_by_date ON credit_notes (org_id, note_date);

CREATE TABLE credit_note_lines (
    org_id         TEXT NOT NULL,
    credit_note_id TEXT NOT NULL,
    position       BIGINT NOT NULL, -- of the invoice's line
    description    TEXT NOT NULL,
    sac            TEXT NOT NULL,
    tax_name       TEXT NOT NULL,
    tax_kind       TEXT NOT NULL,
    rate           BIGINT NOT NULL,
    quantity       BIGINT NOT NULL,
    taxable        BIGINT NOT NULL,
    cgst           BIGINT NOT NULL,
    sgst           BIGINT NOT NULL,
    other_tax      BIGINT NOT NULL,
    total          BIGINT NOT NULL,
    PRIMARY KEY (org_id, credit_note_id, position),
    FOREIGN KEY (org_id, credit_note_id) REFERENCES credit_notes (org_id, credit_note_id)
);

-- rooms and lines are JSON. booking_id is the booking that it became when it was accepted.
CREATE TABLE quotes (
    org_id             TEXT NOT NULL,
    quote_id           TEXT NOT NULL,
    number             TEXT NOT NULL,
    status             TEXT NOT NULL,
    guest_id           TEXT NOT NULL,
    guest_name         TEXT NOT NULL,
    guest_email        TEXT NOT NULL,
    guest_phone        TEXT NOT NULL,
    quote_date         TEXT NOT NULL,
    valid_until        TEXT NOT NULL,
    check_in           TEXT NOT NULL,
    check_out          TEXT NOT NULL,
    meal_plan          TEXT NOT NULL,
    rooms              TEXT NOT NULL,
    lines              TEXT NOT NULL,
    notes              TEXT NOT NULL,
    prices_include_tax BOOLEAN NOT NULL,
    taxable            BIGINT NOT NULL,
    cgst               BIGINT NOT NULL,
    sgst               BIGINT NOT NULL,
    other_tax          BIGINT NOT NULL,
    total              BIGINT NOT NULL,
    booking_id         TEXT NOT NULL,
    reason             TEXT NOT NULL, -- why it was declined
    sent_at            BIGINT,
    closed_at          BIGINT, -- accepted, declined or expired
    search_text        TEXT NOT NULL,
    created_by         TEXT NOT NULL,
    created_at         BIGINT NOT NULL,
    updated_at         BIGINT NOT NULL,
    PRIMARY KEY (org_id, quote_id),
    UNIQUE (org_id, number)
);
CREATE INDEX quotes_by_time ON quotes (org_id, created_at, quote_id);
CREATE INDEX quotes_by_status ON quotes (org_id, status, valid_until);

CREATE TABLE expenses (
    org_id       TEXT NOT NULL,
    expense_id   TEXT NOT NULL,
    number       TEXT NOT NULL,
    status       TEXT NOT NULL, -- 'recorded' or 'deleted'
    vendor_id    TEXT NOT NULL,
    vendor_name  TEXT NOT NULL,
    category     TEXT NOT NULL,
    description  TEXT NOT NULL,
    amount       BIGINT NOT NULL, -- before tax
    tax          BIGINT NOT NULL,
    account_id   TEXT NOT NULL,
    expense_date TEXT NOT NULL,
    bill_number  TEXT NOT NULL,
    file_name    TEXT NOT NULL,
    file_type    TEXT NOT NULL,
    file_size    BIGINT NOT NULL,
    search_text  TEXT NOT NULL,
    created_by   TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    PRIMARY KEY (org_id, expense_id),
    UNIQUE (org_id, number)
);
CREATE INDEX expenses_by_date ON expenses (org_id, expense_date, expense_id);
CREATE INDEX expenses_by_time ON expenses (org_id, created_at, expense_id);
CREATE INDEX expenses_by_vendor ON expenses (org_id, vendor_id);

-- The bill's file in pieces, base64.
CREATE TABLE expense_files (
    org_id     TEXT NOT NULL,
    expense_id TEXT NOT NULL,
    position   BIGINT NOT NULL,
    content    TEXT NOT NULL,
    PRIMARY KEY (org_id, expense_id, position),
    FOREIGN KEY (org_id, expense_id) REFERENCES expenses (org_id, expense_id)
);

-- The pictures that documents carry; a document names the one that it was issued with, so its PDF never changes.
CREATE TABLE organization_logos (
    org_id     TEXT NOT NULL,
    logo_id    TEXT NOT NULL, -- SHA-256 of the content
    type       TEXT NOT NULL,
    content    TEXT NOT NULL, -- base64
    is_current BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (org_id, logo_id)
);

-- A file that goes with a mail, base64; '' when there is none.
ALTER TABLE outbox ADD COLUMN attachment_name TEXT NOT NULL DEFAULT '';
ALTER TABLE outbox ADD COLUMN attachment TEXT NOT NULL DEFAULT '';

-- A series that restarts each financial year: year is the one that next_number belongs to, such as 26-27.
ALTER TABLE series ADD COLUMN yearly BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE series ADD COLUMN year TEXT NOT NULL DEFAULT '';

-- Organizations that are older than their books. Ids need to be unique only within an organization.
INSERT INTO books (org_id, version, prices_include_tax, issue_at_checkout, round_to_whole, due_days, audit_hour, audit_no_shows, closed_day, updated_at)
    SELECT org_id, 0, TRUE, FALSE, FALSE, 0, 3, FALSE, '', created_at FROM organizations;
INSERT INTO accounts (org_id, account_id, name, name_key, kind, is_default, is_active, notes, balance, created_at, updated_at)
    SELECT org_id, substr(org_id, 1, 20) || '0a01', 'Cash', 'cash', 'cash', TRUE, TRUE, '', 0, created_at, created_at FROM organizations;
INSERT INTO accounts (org_id, account_id, name, name_key, kind, is_default, is_active, notes, balance, created_at, updated_at)
    SELECT org_id, substr(org_id, 1, 20) || '0a02', 'Bank', 'bank', 'bank', TRUE, TRUE, '', 0, created_at, created_at FROM organizations;
INSERT INTO accounts (org_id, account_id, name, name_key, kind, is_default, is_active, notes, balance, created_at, updated_at)
    SELECT org_id, substr(org_id, 1, 20) || '0a03', 'Card', 'card', 'card', TRUE, TRUE, '', 0, created_at, created_at FROM organizations;
INSERT INTO accounts (org_id, account_id, name, name_key, kind, is_default, is_active, notes, balance, created_at, updated_at)
    SELECT org_id, substr(org_id, 1, 20) || '0a04', 'UPI', 'upi', 'upi', TRUE, TRUE, '', 0, created_at, created_at FROM organizations;
INSERT INTO accounts (org_id, account_id, name, name_key, kind, is_default, is_active, notes, balance, created_at, updated_at)
    SELECT org_id, substr(org_id, 1, 20) || '0a05', 'OTA receivable', 'ota receivable', 'ota', TRUE, TRUE, '', 0, created_at, created_at FROM organizations;
INSERT INTO taxes (org_id, tax_id, name, kind, applies_to, sac, slabs, from_date, to_date, is_active, is_seeded, created_at, updated_at)
    SELECT org_id, substr(org_id, 1, 20) || '0b01', 'GST on rooms', 'gst', 'room-night', '996311', '[{"upTo":750000,"rate":1200},{"rate":1800}]', '2022-07-18', '2025-09-21', TRUE, TRUE, created_at, created_at FROM organizations WHERE currency = 'INR';
INSERT INTO taxes (org_id, tax_id, name, kind, applies_to, sac, slabs, from_date, to_date, is_active, is_seeded, created_at, updated_at)
    SELECT org_id, substr(org_id, 1, 20) || '0b02', 'GST on rooms', 'gst', 'room-night', '996311', '[{"upTo":750000,"rate":500},{"rate":1800}]', '2025-09-22', '', TRUE, TRUE, created_at, created_at FROM organizations WHERE currency = 'INR';

-- Payments that are older than the accounts: each went into, or came out of, its method's account.
UPDATE payments SET account_id = substr(org_id, 1, 20) || CASE method WHEN 'bank_transfer' THEN '0a02' WHEN 'card' THEN '0a03' WHEN 'upi' THEN '0a04' WHEN 'ota' THEN '0a05' ELSE '0a01' END;
UPDATE payments SET refunded = (SELECT COALESCE(SUM(r.amount), 0) FROM payments r WHERE r.org_id = payments.org_id AND r.booking_id = payments.booking_id AND r.kind = 'refund') WHERE kind = 'payment';
UPDATE payments SET refund_of = (SELECT MIN(p.payment_id) FROM payments p WHERE p.org_id = payments.org_id AND p.booking_id = payments.booking_id AND p.kind = 'payment') WHERE kind = 'refund';
UPDATE payments SET payer = COALESCE((SELECT b.guest_name FROM bookings b WHERE b.org_id = payments.org_id AND b.booking_id = payments.booking_id), '');
UPDATE payments SET advance = amount, search_text = lower(number) || ' ' || lower(payer);
INSERT INTO payment_parts (org_id, payment_id, position, booking_id, invoice_id, amount)
    SELECT org_id, payment_id, 0, booking_id, '', CASE kind WHEN 'payment' THEN amount - refunded ELSE amount END FROM payments WHERE kind = 'refund' OR refunded < amount;
INSERT INTO ledger_entries (org_id, posting_id, position, account, amount, business_date, document, document_id, number, note, created_by, created_at)
    SELECT org_id, payment_id, 0, account_id, CASE kind WHEN 'payment' THEN amount ELSE -amount END, business_date, kind, payment_id, number, '', created_by, created_at FROM payments;
INSERT INTO ledger_entries (org_id, posting_id, position, account, amount, business_date, document, document_id, number, note, created_by, created_at)
    SELECT org_id, payment_id, 1, 'guests', CASE kind WHEN 'payment' THEN -amount ELSE amount END, business_date, kind, payment_id, number, '', created_by, created_at FROM payments;
UPDATE accounts SET balance = (SELECT CAST(COALESCE(SUM(e.amount), 0) AS BIGINT) FROM ledger_entries e WHERE e.org_id = accounts.org_id AND e.account = accounts.account_id);
INSERT INTO daily_money (org_id, day, payments, received, refunds, refunded, spent)
    SELECT org_id, business_date, CAST(SUM(CASE kind WHEN 'payment' THEN 1 ELSE 0 END) AS BIGINT), CAST(SUM(CASE kind WHEN 'payment' THEN amount ELSE 0 END) AS BIGINT),
        CAST(SUM(CASE kind WHEN 'refund' THEN 1 ELSE 0 END) AS BIGINT), CAST(SUM(CASE kind WHEN 'refund' THEN amount ELSE 0 END) AS BIGINT), 0
    FROM payments GROUP BY org_id, business_date;

-- An organization's occupied nights are counted from the index alone.
DROP INDEX room_nights_by_night;
CREATE INDEX room_nights_by_night ON room_nights (org_id, night, holder_kind, holder_id, room_id);
-- The calendar finds the blocks of the days ahead, however many there were.
CREATE INDEX room_blocks_by_end ON room_blocks (org_id, to_date, from_date, room_id);
-- The bookings still to come or in house, however many there have been: all that the front desk looks at.
CREATE INDEX bookings_live ON bookings (org_id, status, check_in, check_out, booking_id, guest_name) WHERE status IN ('confirmed', 'checked-in');
