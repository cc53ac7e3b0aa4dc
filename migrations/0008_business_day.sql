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
ALTER TABLE books ADD COLUMN lock_version BIGINT NOT NULL DEFAULT 1;

-- The days on which a room was in use: [from_day, to_day), '' while it is. Rows stay when a room is deleted, so that the
-- figures of the past do.
CREATE TABLE rooms_in_service (
    org_id   TEXT NOT NULL,
    room_id  TEXT NOT NULL,
    from_day TEXT NOT NULL,
    to_day   TEXT NOT NULL,
    PRIMARY KEY (org_id, room_id, from_day)
);
-- Rooms that exist are in use since the day on which they were created or, if that is earlier, the first night for which
-- they were booked; inactive ones until the day of their last change. The days are those of India's calendar for hotels
-- there, else UTC's. Engines have no function in common that makes a date of milliseconds, so this does the arithmetic
-- of the civil calendar: years begin in March and come in eras of 400.
INSERT INTO rooms_in_service (org_id, room_id, from_day, to_day)
    SELECT org_id, room_id, day, '' FROM (
        SELECT org_id, room_id, CAST(CASE WHEN mp < 10 THEN y ELSE y + 1 END AS TEXT) || '-' || substr(CAST(CASE WHEN mp < 10 THEN mp + 103 ELSE mp + 91 END AS TEXT), 2)
            || '-' || substr(CAST(101 + doy - (153 * mp + 2) / 5 AS TEXT), 2) AS day
        FROM (SELECT org_id, room_id, y, doy, (5 * doy + 2) / 153 AS mp
        FROM (SELECT org_id, room_id, 400 * era + yoe AS y, doe - (365 * yoe + yoe / 4 - yoe / 100) AS doy
        FROM (SELECT org_id, room_id, era, doe, (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365 AS yoe
        FROM (SELECT org_id, room_id, z / 146097 AS era, z - z / 146097 * 146097 AS doe
        FROM (SELECT r.org_id, r.room_id, (r.created_at + CASE o.timezone WHEN 'Asia/Kolkata' THEN 19800000 ELSE 0 END) / 86400000 + 719468 AS z
            FROM rooms r JOIN organizations o ON o.org_id = r.org_id) days) eras) years) ordinals) months) created;
UPDATE rooms_in_service SET to_day = (SELECT day FROM (
        SELECT org_id, room_id, CAST(CASE WHEN mp < 10 THEN y ELSE y + 1 END AS TEXT) || '-' || substr(CAST(CASE WHEN mp < 10 THEN mp + 103 ELSE mp + 91 END AS TEXT), 2)
            || '-' || substr(CAST(101 + doy - (153 * mp + 2) / 5 AS TEXT), 2) AS day
        FROM (SELECT org_id, room_id, y, doy, (5 * doy + 2) / 153 AS mp
        FROM (SELECT org_id, room_id, 400 * era + yoe AS y, doe - (365 * yoe + yoe / 4 - yoe / 100) AS doy
        FROM (SELECT org_id, room_id, era, doe, (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365 AS yoe
        FROM (SELECT org_id, room_id, z / 146097 AS era, z - z / 146097 * 146097 AS doe
        FROM (SELECT r.org_id, r.room_id, (r.updated_at + CASE o.timezone WHEN 'Asia/Kolkata' THEN 19800000 ELSE 0 END) / 86400000 + 719468 AS z
            FROM rooms r JOIN organizations o ON o.org_id = r.org_id) days) eras) years) ordinals) months) changed
        WHERE changed.org_id = rooms_in_service.org_id AND changed.room_id = rooms_in_service.room_id)
    WHERE EXISTS (SELECT 1 FROM rooms r WHERE r.org_id = rooms_in_service.org_id AND r.room_id = rooms_in_service.room_id AND NOT r.is_active);
UPDATE rooms_in_service SET from_day = (SELECT MIN(n.night) FROM room_nights n
        WHERE n.org_id = rooms_in_service.org_id AND n.room_id = rooms_in_service.room_id AND n.holder_kind = 'booking')
    WHERE EXISTS (SELECT 1 FROM room_nights n WHERE n.org_id = rooms_in_service.org_id AND n.room_id = rooms_in_service.room_id
        AND n.holder_kind = 'booking' AND n.night < rooms_in_service.from_day);
