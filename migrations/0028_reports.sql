-- +goose Up

-- Reports add up the lines of folios from these indexes alone, however many days they are asked for.
DROP INDEX folio_lines_by_posting;
CREATE INDEX folio_lines_by_posting ON folio_lines (org_id, posted_on, kind, lodging, credits, taxable);
DROP INDEX folio_lines_sold;
CREATE INDEX folio_lines_sold ON folio_lines (org_id, sold_on, total, reverses) WHERE sold_on <> '';
