-- +goose Up
-- The lines whose GST leaves the hotel the credit of the tax on what it buys: most hotels have none or few. Without the
-- index, profit and loss read every line of a year to find none.
CREATE INDEX invoice_lines_with_credit ON invoice_lines (org_id, invoice_id)
    WHERE tax_kind IN ('gst', 'utgst') AND (rate > 500 OR rate > 0 AND sac <> '' AND substr(sac, 1, 2) <> '99');
