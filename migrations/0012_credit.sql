-- +goose Up

-- The line of the folio that a line takes back for a credit note; '' of all others. Until now only its description told:
-- where two lines of an invoice have the same one, the first of them stands for both.
ALTER TABLE folio_lines ADD COLUMN credits TEXT NOT NULL DEFAULT '';
UPDATE folio_lines SET credits = COALESCE((SELECT i.folio_line_id
        FROM credit_notes n JOIN credit_note_lines l ON l.org_id = n.org_id AND l.credit_note_id = n.credit_note_id
            JOIN invoice_lines i ON i.org_id = n.org_id AND i.invoice_id = n.invoice_id AND i.position = l.position
        WHERE n.org_id = folio_lines.org_id AND n.invoice_id = folio_lines.invoice_id
            AND folio_lines.description = 'Credit note ' || n.number || ': ' || l.description
        ORDER BY i.position LIMIT 1), '')
    WHERE kind = 'adjustment' AND invoice_id <> '' AND description LIKE 'Credit note %'
        AND NOT EXISTS (SELECT 1 FROM invoice_lines i WHERE i.org_id = folio_lines.org_id AND i.invoice_id = folio_lines.invoice_id
            AND i.folio_line_id = folio_lines.line_id);
-- What was moved from the extras to the price of the rooms by cancelling: two lines that add up to nothing.
UPDATE folio_lines SET credits = COALESCE((SELECT c.line_id FROM folio_lines c
        WHERE c.org_id = folio_lines.org_id AND c.booking_id = folio_lines.booking_id
            AND c.invoice_id = folio_lines.invoice_id AND c.lodging AND c.kind = 'room-night'
        ORDER BY c.position LIMIT 1), '')
    WHERE kind = 'adjustment' AND invoice_id <> '' AND description = 'Credited before the booking was cancelled';
-- The credit of a night that was billed before it came is of that night's day, as the key figures had it already.
UPDATE folio_lines SET posted_on = (SELECT c.posted_on FROM folio_lines c WHERE c.org_id = folio_lines.org_id
            AND c.booking_id = folio_lines.booking_id AND c.line_id = folio_lines.credits),
        day = (SELECT c.posted_on FROM folio_lines c WHERE c.org_id = folio_lines.org_id
            AND c.booking_id = folio_lines.booking_id AND c.line_id = folio_lines.credits)
    WHERE credits <> '' AND EXISTS (SELECT 1 FROM folio_lines c WHERE c.org_id = folio_lines.org_id
        AND c.booking_id = folio_lines.booking_id AND c.line_id = folio_lines.credits AND c.posted_on > folio_lines.posted_on);

-- What a line of a credit note takes back: the line of the folio, and of a night its day and its room.
ALTER TABLE credit_note_lines ADD COLUMN folio_line_id TEXT NOT NULL DEFAULT '';
ALTER TABLE credit_note_lines ADD COLUMN kind TEXT NOT NULL DEFAULT '';
ALTER TABLE credit_note_lines ADD COLUMN day TEXT NOT NULL DEFAULT '';
ALTER TABLE credit_note_lines ADD COLUMN room_id TEXT NOT NULL DEFAULT '';
ALTER TABLE credit_note_lines ADD COLUMN room_number TEXT NOT NULL DEFAULT '';
UPDATE credit_note_lines SET
    folio_line_id = (SELECT i.folio_line_id FROM credit_notes n JOIN invoice_lines i ON i.org_id = n.org_id AND i.invoice_id = n.invoice_id
        WHERE n.org_id = credit_note_lines.org_id AND n.credit_note_id = credit_note_lines.credit_note_id AND i.position = credit_note_lines.position),
    kind = (SELECT i.kind FROM credit_notes n JOIN invoice_lines i ON i.org_id = n.org_id AND i.invoice_id = n.invoice_id
        WHERE n.org_id = credit_note_lines.org_id AND n.credit_note_id = credit_note_lines.credit_note_id AND i.position = credit_note_lines.position),
    day = (SELECT i.day FROM credit_notes n JOIN invoice_lines i ON i.org_id = n.org_id AND i.invoice_id = n.invoice_id
        WHERE n.org_id = credit_note_lines.org_id AND n.credit_note_id = credit_note_lines.credit_note_id AND i.position = credit_note_lines.position),
    room_number = (SELECT i.room_number FROM credit_notes n JOIN invoice_lines i ON i.org_id = n.org_id AND i.invoice_id = n.invoice_id
        WHERE n.org_id = credit_note_lines.org_id AND n.credit_note_id = credit_note_lines.credit_note_id AND i.position = credit_note_lines.position);
UPDATE credit_note_lines SET room_id = COALESCE((SELECT f.room_id FROM credit_notes n JOIN folio_lines f ON f.org_id = n.org_id AND f.booking_id = n.booking_id
        WHERE n.org_id = credit_note_lines.org_id AND n.credit_note_id = credit_note_lines.credit_note_id AND f.line_id = credit_note_lines.folio_line_id), '')
    WHERE folio_line_id <> '';

-- What the hotel keeps of the payments of a booking that was cancelled without a charge, tax included.
ALTER TABLE bookings ADD COLUMN retained BIGINT NOT NULL DEFAULT 0;
