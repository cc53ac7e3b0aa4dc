-- +goose Up

-- A tax is a list of parts, each for who receives it: [{"code":"cgst","rate":2500,"amount":11905},…]. Rates are in
-- thousandths of a percent. Before, each part that India knows was a column.
ALTER TABLE folio_lines ADD COLUMN parts TEXT NOT NULL DEFAULT '[]';
ALTER TABLE invoice_lines ADD COLUMN parts TEXT NOT NULL DEFAULT '[]';
ALTER TABLE credit_note_lines ADD COLUMN parts TEXT NOT NULL DEFAULT '[]';
ALTER TABLE invoices ADD COLUMN parts TEXT NOT NULL DEFAULT '[]';
ALTER TABLE credit_notes ADD COLUMN parts TEXT NOT NULL DEFAULT '[]';
ALTER TABLE quotes ADD COLUMN parts TEXT NOT NULL DEFAULT '[]';
ALTER TABLE expense_lines ADD COLUMN parts TEXT NOT NULL DEFAULT '[]';
ALTER TABLE expenses ADD COLUMN parts TEXT NOT NULL DEFAULT '[]';
UPDATE folio_lines SET parts = '[' || substr(
        CASE WHEN tax_kind IN ('gst', 'utgst') OR cgst <> 0 THEN
            ',{"code":"cgst","rate":' || CAST(rate * 5 AS TEXT) || ',"amount":' || CAST(cgst AS TEXT) ||
            '},{"code":"' || CASE WHEN tax_kind = 'utgst' THEN 'utgst' ELSE 'sgst' END || '","rate":' ||
            CAST(rate * 5 AS TEXT) || ',"amount":' || CAST(sgst AS TEXT) || '}' ELSE '' END ||
        CASE WHEN tax_kind IN ('other', 'non-gst') OR other_tax <> 0 THEN
            ',{"code":"other","rate":' || CAST(rate * 10 AS TEXT) || ',"amount":' || CAST(other_tax AS TEXT) || '}'
            ELSE '' END, 2) || ']';
UPDATE invoice_lines SET parts = '[' || substr(
        CASE WHEN tax_kind IN ('gst', 'utgst') OR cgst <> 0 THEN
            ',{"code":"cgst","rate":' || CAST(rate * 5 AS TEXT) || ',"amount":' || CAST(cgst AS TEXT) ||
            '},{"code":"' || CASE WHEN tax_kind = 'utgst' THEN 'utgst' ELSE 'sgst' END || '","rate":' ||
            CAST(rate * 5 AS TEXT) || ',"amount":' || CAST(sgst AS TEXT) || '}' ELSE '' END ||
        CASE WHEN tax_kind IN ('other', 'non-gst') OR other_tax <> 0 THEN
            ',{"code":"other","rate":' || CAST(rate * 10 AS TEXT) || ',"amount":' || CAST(other_tax AS TEXT) || '}'
            ELSE '' END, 2) || ']';
UPDATE credit_note_lines SET parts = '[' || substr(
        CASE WHEN tax_kind IN ('gst', 'utgst') OR cgst <> 0 THEN
            ',{"code":"cgst","rate":' || CAST(rate * 5 AS TEXT) || ',"amount":' || CAST(cgst AS TEXT) ||
            '},{"code":"' || CASE WHEN tax_kind = 'utgst' THEN 'utgst' ELSE 'sgst' END || '","rate":' ||
            CAST(rate * 5 AS TEXT) || ',"amount":' || CAST(sgst AS TEXT) || '}' ELSE '' END ||
        CASE WHEN tax_kind IN ('other', 'non-gst') OR other_tax <> 0 THEN
            ',{"code":"other","rate":' || CAST(rate * 10 AS TEXT) || ',"amount":' || CAST(other_tax AS TEXT) || '}'
            ELSE '' END, 2) || ']';
UPDATE invoices SET parts = '[' || substr(
        CASE WHEN cgst <> 0 THEN ',{"code":"cgst","amount":' || CAST(cgst AS TEXT) || '},{"code":"' ||
            CASE WHEN place_of_supply IN ('04', '25', '26', '31', '35', '38') THEN 'utgst' ELSE 'sgst' END || '","amount":' || CAST(sgst AS TEXT) || '}' ELSE '' END ||
        CASE WHEN other_tax <> 0 THEN ',{"code":"other","amount":' || CAST(other_tax AS TEXT) || '}' ELSE '' END, 2) || ']';
UPDATE credit_notes SET parts = '[' || substr(
        CASE WHEN cgst <> 0 THEN ',{"code":"cgst","amount":' || CAST(cgst AS TEXT) || '},{"code":"' ||
            CASE WHEN EXISTS (SELECT 1 FROM invoices i WHERE i.org_id = credit_notes.org_id
                AND i.invoice_id = credit_notes.invoice_id AND i.place_of_supply IN ('04', '25', '26', '31', '35', '38')) THEN 'utgst' ELSE 'sgst' END || '","amount":' || CAST(sgst AS TEXT) || '}' ELSE '' END ||
        CASE WHEN other_tax <> 0 THEN ',{"code":"other","amount":' || CAST(other_tax AS TEXT) || '}' ELSE '' END, 2) || ']';
UPDATE quotes SET parts = '[' || substr(
        CASE WHEN cgst <> 0 THEN ',{"code":"cgst","amount":' || CAST(cgst AS TEXT) || '},{"code":"' ||
            CASE WHEN EXISTS (SELECT 1 FROM organizations o WHERE o.org_id = quotes.org_id
                AND substr(o.gstin, 1, 2) IN ('04', '25', '26', '31', '35', '38')) THEN 'utgst' ELSE 'sgst' END || '","amount":' || CAST(sgst AS TEXT) || '}' ELSE '' END ||
        CASE WHEN other_tax <> 0 THEN ',{"code":"other","amount":' || CAST(other_tax AS TEXT) || '}' ELSE '' END, 2) || ']';
UPDATE expense_lines SET parts = '[' || substr(
        CASE WHEN cgst <> 0 THEN ',{"code":"cgst","amount":' || CAST(cgst AS TEXT) || '},{"code":"sgst","amount":' ||
            CAST(sgst AS TEXT) || '}' ELSE '' END ||
        CASE WHEN igst <> 0 THEN ',{"code":"igst","amount":' || CAST(igst AS TEXT) || '}' ELSE '' END, 2) || ']';
UPDATE expenses SET parts = '[' || substr(
        CASE WHEN cgst <> 0 THEN ',{"code":"cgst","amount":' || CAST(cgst AS TEXT) || '},{"code":"sgst","amount":' ||
            CAST(sgst AS TEXT) || '}' ELSE '' END ||
        CASE WHEN igst <> 0 THEN ',{"code":"igst","amount":' || CAST(igst AS TEXT) || '}' ELSE '' END, 2) || ']';

-- What issued invoices and credit notes bear of each part, by day: what a country's tax return asks. Those that are void
-- bear nothing.
CREATE TABLE document_taxes (
    org_id      TEXT NOT NULL,
    document    TEXT NOT NULL, -- 'invoice' or 'credit_note'
    day         TEXT NOT NULL,
    document_id TEXT NOT NULL,
    sac         TEXT NOT NULL,
    tax_kind    TEXT NOT NULL,
    rate        BIGINT NOT NULL, -- of the whole tax
    code        TEXT NOT NULL, -- of the part
    taxable     BIGINT NOT NULL,
    amount      BIGINT NOT NULL,
    PRIMARY KEY (org_id, document, day, document_id, sac, tax_kind, rate, code)
);
INSERT INTO document_taxes (org_id, day, document, document_id, sac, tax_kind, rate, code, taxable, amount)
    SELECT l.org_id, d.invoice_date, 'invoice', l.invoice_id, l.sac, l.tax_kind, l.rate, 'cgst',
        CAST(SUM(l.taxable) AS BIGINT), CAST(SUM(l.cgst) AS BIGINT)
    FROM invoice_lines l JOIN invoices d ON d.org_id = l.org_id AND d.invoice_id = l.invoice_id
    WHERE (l.tax_kind IN ('gst', 'utgst') OR l.cgst <> 0) AND d.number <> '' AND d.status <> 'void'
    GROUP BY l.org_id, d.invoice_date, l.invoice_id, l.sac, l.tax_kind, l.rate;
INSERT INTO document_taxes (org_id, day, document, document_id, sac, tax_kind, rate, code, taxable, amount)
    SELECT l.org_id, d.invoice_date, 'invoice', l.invoice_id, l.sac, l.tax_kind, l.rate, CASE WHEN l.tax_kind = 'utgst' THEN 'utgst' ELSE 'sgst' END,
        CAST(SUM(l.taxable) AS BIGINT), CAST(SUM(l.sgst) AS BIGINT)
    FROM invoice_lines l JOIN invoices d ON d.org_id = l.org_id AND d.invoice_id = l.invoice_id
    WHERE (l.tax_kind IN ('gst', 'utgst') OR l.cgst <> 0) AND d.number <> '' AND d.status <> 'void'
    GROUP BY l.org_id, d.invoice_date, l.invoice_id, l.sac, l.tax_kind, l.rate;
INSERT INTO document_taxes (org_id, day, document, document_id, sac, tax_kind, rate, code, taxable, amount)
    SELECT l.org_id, d.invoice_date, 'invoice', l.invoice_id, l.sac, l.tax_kind, l.rate, 'other',
        CAST(SUM(l.taxable) AS BIGINT), CAST(SUM(l.other_tax) AS BIGINT)
    FROM invoice_lines l JOIN invoices d ON d.org_id = l.org_id AND d.invoice_id = l.invoice_id
    WHERE (l.tax_kind IN ('other', 'non-gst') OR l.other_tax <> 0) AND d.number <> '' AND d.status <> 'void'
    GROUP BY l.org_id, d.invoice_date, l.invoice_id, l.sac, l.tax_kind, l.rate;
INSERT INTO document_taxes (org_id, day, document, document_id, sac, tax_kind, rate, code, taxable, amount)
    SELECT l.org_id, d.note_date, 'credit_note', l.credit_note_id, l.sac, l.tax_kind, l.rate, 'cgst',
        CAST(SUM(l.taxable) AS BIGINT), CAST(SUM(l.cgst) AS BIGINT)
    FROM credit_note_lines l JOIN credit_notes d ON d.org_id = l.org_id AND d.credit_note_id = l.credit_note_id
    WHERE (l.tax_kind IN ('gst', 'utgst') OR l.cgst <> 0)
    GROUP BY l.org_id, d.note_date, l.credit_note_id, l.sac, l.tax_kind, l.rate;
INSERT INTO document_taxes (org_id, day, document, document_id, sac, tax_kind, rate, code, taxable, amount)
    SELECT l.org_id, d.note_date, 'credit_note', l.credit_note_id, l.sac, l.tax_kind, l.rate, CASE WHEN l.tax_kind = 'utgst' THEN 'utgst' ELSE 'sgst' END,
        CAST(SUM(l.taxable) AS BIGINT), CAST(SUM(l.sgst) AS BIGINT)
    FROM credit_note_lines l JOIN credit_notes d ON d.org_id = l.org_id AND d.credit_note_id = l.credit_note_id
    WHERE (l.tax_kind IN ('gst', 'utgst') OR l.cgst <> 0)
    GROUP BY l.org_id, d.note_date, l.credit_note_id, l.sac, l.tax_kind, l.rate;
INSERT INTO document_taxes (org_id, day, document, document_id, sac, tax_kind, rate, code, taxable, amount)
    SELECT l.org_id, d.note_date, 'credit_note', l.credit_note_id, l.sac, l.tax_kind, l.rate, 'other',
        CAST(SUM(l.taxable) AS BIGINT), CAST(SUM(l.other_tax) AS BIGINT)
    FROM credit_note_lines l JOIN credit_notes d ON d.org_id = l.org_id AND d.credit_note_id = l.credit_note_id
    WHERE (l.tax_kind IN ('other', 'non-gst') OR l.other_tax <> 0)
    GROUP BY l.org_id, d.note_date, l.credit_note_id, l.sac, l.tax_kind, l.rate;

DROP INDEX invoices_by_status;
DROP INDEX invoices_by_date;
DROP INDEX invoices_open;
DROP INDEX credit_notes_by_date;
ALTER TABLE folio_lines DROP COLUMN cgst;
ALTER TABLE folio_lines DROP COLUMN sgst;
ALTER TABLE folio_lines DROP COLUMN other_tax;
ALTER TABLE invoice_lines DROP COLUMN cgst;
ALTER TABLE invoice_lines DROP COLUMN sgst;
ALTER TABLE invoice_lines DROP COLUMN other_tax;
ALTER TABLE credit_note_lines DROP COLUMN cgst;
ALTER TABLE credit_note_lines DROP COLUMN sgst;
ALTER TABLE credit_note_lines DROP COLUMN other_tax;
ALTER TABLE invoices DROP COLUMN cgst;
ALTER TABLE invoices DROP COLUMN sgst;
ALTER TABLE invoices DROP COLUMN other_tax;
ALTER TABLE credit_notes DROP COLUMN cgst;
ALTER TABLE credit_notes DROP COLUMN sgst;
ALTER TABLE credit_notes DROP COLUMN other_tax;
ALTER TABLE quotes DROP COLUMN cgst;
ALTER TABLE quotes DROP COLUMN sgst;
ALTER TABLE quotes DROP COLUMN other_tax;
ALTER TABLE expense_lines DROP COLUMN cgst;
ALTER TABLE expense_lines DROP COLUMN sgst;
ALTER TABLE expense_lines DROP COLUMN igst;
ALTER TABLE expenses DROP COLUMN cgst;
ALTER TABLE expenses DROP COLUMN sgst;
ALTER TABLE expenses DROP COLUMN igst;
CREATE INDEX invoices_by_status ON invoices (org_id, status, created_at, invoice_id, invoice_date, taxable, rounding, total, paid, credited);
CREATE INDEX invoices_by_date ON invoices (org_id, invoice_date, created_at, invoice_id, status, taxable, rounding, total, paid, credited);
CREATE INDEX invoices_open ON invoices (org_id, due_date, created_at, invoice_id, status, invoice_date, taxable, rounding, total, paid, credited) WHERE status IN ('issued', 'partially_paid');
CREATE INDEX credit_notes_by_date ON credit_notes (org_id, note_date, created_at, credit_note_id, taxable, rounding, total);

-- The country whose rules hold for the hotel.
ALTER TABLE organizations ADD COLUMN country TEXT NOT NULL DEFAULT 'IN';
