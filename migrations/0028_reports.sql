-- +goose Up

-- Reports add up the lines of folios from these indexes alone, however many days they are asked for.
DROP INDEX folio_lines_by_posting;
CREATE INDEX folio_lines_by_posting ON folio_lines (org_id, posted_on, kind, lodging, credits, taxable);
DROP INDEX folio_lines_sold;
CREATE INDEX folio_lines_sold ON folio_lines (org_id, sold_on, total, reverses) WHERE sold_on <> '';

-- The nights' index has all that is asked of held nights.
DROP INDEX room_nights_by_night;
CREATE INDEX room_nights_by_night ON room_nights (org_id, night, holder_kind, holder_id, room_id, expires_at);

-- Bookings get the beginnings of phone numbers among their words, so that their list finds them by the index.
INSERT INTO search_backlog (org_id, kind, before_id)
    SELECT org_id, kind, 'z' FROM organizations CROSS JOIN (SELECT 'booking' AS kind) AS kinds WHERE TRUE
    ON CONFLICT (org_id, kind) DO UPDATE SET before_id = 'z';
