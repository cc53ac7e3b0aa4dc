-- +goose Up

-- The rounding of an invoice on the folio of its booking, and what credit notes take back of it.
ALTER TABLE folio_lines ADD COLUMN rounding BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE folio_lines SET rounding = TRUE
    WHERE kind = 'adjustment' AND invoice_id <> '' AND credits = '' AND reverses = '' AND NOT lodging
        AND (description = 'Rounding of the invoice' OR description LIKE 'Credit note %: rounding')
        AND NOT EXISTS (SELECT 1 FROM invoice_lines i WHERE i.org_id = folio_lines.org_id
            AND i.invoice_id = folio_lines.invoice_id AND i.folio_line_id = folio_lines.line_id);
