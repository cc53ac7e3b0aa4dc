-- +goose Up

-- The business day on which a line was posted: day itself while it is open, else the open day of then. Reports and key
-- figures count by it; until now they counted by day.
ALTER TABLE folio_lines ADD COLUMN posted_on TEXT NOT NULL DEFAULT '';
UPDATE folio_lines SET posted_on = day;
CREATE INDEX folio_lines_by_posting ON folio_lines (org_id, posted_on, kind);

-- The business day in whose report a night counts as sold, or as complimentary: the night audit sets it when the guest
-- has slept it. A reversal has one if the night that it takes back had been counted.
ALTER TABLE folio_lines ADD COLUMN sold_on TEXT NOT NULL DEFAULT '';
UPDATE folio_lines SET sold_on = day
    WHERE kind = 'room-night' AND reverses = '' AND reversed_by = ''
        AND EXISTS (SELECT 1 FROM night_audits a WHERE a.org_id = folio_lines.org_id AND a.day = folio_lines.day)
        AND EXISTS (SELECT 1 FROM bookings b JOIN room_nights n ON n.org_id = b.org_id AND n.holder_id = b.booking_id
            WHERE b.org_id = folio_lines.org_id AND b.booking_id = folio_lines.booking_id AND b.status <> 'confirmed'
                AND n.night = folio_lines.day);
CREATE INDEX folio_lines_sold ON folio_lines (org_id, sold_on) WHERE sold_on <> '';
CREATE INDEX folio_lines_unsold ON folio_lines (org_id, day) WHERE kind = 'room-night' AND sold_on = '' AND reverses = '' AND reversed_by = '';

-- Likewise of credit notes and expenses, which keep the dates that they bear.
ALTER TABLE credit_notes ADD COLUMN posted_on TEXT NOT NULL DEFAULT '';
UPDATE credit_notes SET posted_on = note_date;
CREATE INDEX credit_notes_by_posting ON credit_notes (org_id, posted_on);
ALTER TABLE expenses ADD COLUMN posted_on TEXT NOT NULL DEFAULT '';
UPDATE expenses SET posted_on = expense_date;

-- The locked period of the books: nothing is dated on locked_day or before any more. '' where nothing is locked.
ALTER TABLE books ADD COLUMN locked_day TEXT NOT NULL DEFAULT '';
ALTER TABLE books ADD COLUMN lock_reason TEXT NOT NULL DEFAULT '';
ALTER TABLE books ADD COLUMN locked_by TEXT NOT NULL DEFAULT '';
ALTER TABLE books ADD COLUMN locked_by_name TEXT NOT NULL DEFAULT '';
ALTER TABLE books ADD COLUMN locked_at BIGINT NOT NULL DEFAULT 0;
